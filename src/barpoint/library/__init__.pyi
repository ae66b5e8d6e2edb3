from .tournament_file import (
    TournamentFile as TournamentFile,
)
from .tournament_file import (
    draw_plan as draw_plan,
)
from .tournament_file import (
    find_contest as find_contest,
)
from .tournament_file import (
    find_entrant as find_entrant,
)
from .tournament_file import (
    find_key as find_key,
)
from .tournament_file import (
    find_player as find_player,
)
from .tournament_file import (
    parse_settings as parse_settings,
)
from .tournament_file import (
    read_cents as read_cents,
)
from .tournament_file import (
    read_moment as read_moment,
)
from .tournament_file import (
    read_score as read_score,
)
