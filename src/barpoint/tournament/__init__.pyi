from .decide.dispatch import (
    decide_tournament as decide_tournament,
)
from .desk_record import (
    Appointment as Appointment,
)
from .desk_record import (
    Occurrence as Occurrence,
)
from .evolve.dispatch import (
    evolve_tournament as evolve_tournament,
)
from .evolve.dispatch import (
    fold_tournament as fold_tournament,
)
from .fixture import (
    Fixture as Fixture,
)
from .places import (
    score_table as score_table,
)
from .places import (
    title_places as title_places,
)
from .places import (
    titles as titles,
)
from .player import (
    AUTOPILOT as AUTOPILOT,
)
from .player import (
    OFFICIAL as OFFICIAL,
)
from .player import (
    RECORD as RECORD,
)
from .player import (
    WATCHER as WATCHER,
)
from .player import (
    Entry as Entry,
)
from .player import (
    EntryStatus as EntryStatus,
)
from .player import (
    Player as Player,
)
from .player import (
    is_of_the_house as is_of_the_house,
)
from .prices import (
    Calcutta as Calcutta,
)
from .prices import (
    Fees as Fees,
)
from .prices import (
    Prize as Prize,
)
from .prices import (
    SidePool as SidePool,
)
from .refusals import (
    TournamentCode as TournamentCode,
)
from .roster import (
    read_roster as read_roster,
)
from .roster import (
    slug as slug,
)
from .settings import (
    Autopilot as Autopilot,
)
from .settings import (
    ContestKind as ContestKind,
)
from .settings import (
    ContestSettings as ContestSettings,
)
from .settings import (
    Limits as Limits,
)
from .settings import (
    Mode as Mode,
)
from .settings import (
    ScreenPart as ScreenPart,
)
from .settings import (
    TournamentSettings as TournamentSettings,
)
from .staff import (
    Permission as Permission,
)
from .staff import (
    Role as Role,
)
from .staff import (
    may as may,
)
from .standings import (
    StandingsRow as StandingsRow,
)
from .standings import (
    format_score as format_score,
)
from .state import (
    CLOCK as CLOCK,
)
from .state import (
    Contest as Contest,
)
from .state import (
    Exclusion as Exclusion,
)
from .state import (
    MatchPenalty as MatchPenalty,
)
from .state import (
    Order as Order,
)
from .state import (
    Tournament as Tournament,
)
from .state import (
    TournamentNotice as TournamentNotice,
)
from .state import (
    TournamentPhase as TournamentPhase,
)
from .statements import (
    ListedRating as ListedRating,
)
from .watching import (
    SightSubject as SightSubject,
)
