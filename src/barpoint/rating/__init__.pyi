from .explanation import (
    explain as explain,
)
from .explanation import (
    match_title as match_title,
)
from .log_text import (
    from_csv as from_csv,
)
from .log_text import (
    from_jsonl as from_jsonl,
)
from .log_text import (
    to_jsonl as to_jsonl,
)
from .match_events import (
    BOT as BOT,
)
from .match_events import (
    ENDING_REASONS as ENDING_REASONS,
)
from .match_events import (
    RATED_ENDINGS as RATED_ENDINGS,
)
from .match_events import (
    ClockClass as ClockClass,
)
from .match_events import (
    MatchEnding as MatchEnding,
)
from .match_events import (
    MatchRated as MatchRated,
)
from .match_events import (
    MatchStruck as MatchStruck,
)
from .match_events import (
    Pool as Pool,
)
from .match_events import (
    RatingEvent as RatingEvent,
)
from .match_events import (
    matches_in_order as matches_in_order,
)
from .match_events import (
    pool_named as pool_named,
)
from .rating_fold import (
    Ladder as Ladder,
)
from .rating_fold import (
    RatingChange as RatingChange,
)
from .rating_fold import (
    RebuildResult as RebuildResult,
)
from .rating_fold import (
    rebuild as rebuild,
)
from .systems import (
    RATING_SYSTEMS as RATING_SYSTEMS,
)
from .systems import (
    Elo as Elo,
)
from .systems import (
    Fibs as Fibs,
)
from .systems import (
    Glicko as Glicko,
)
from .systems import (
    Glicko2 as Glicko2,
)
from .systems import (
    RatedResult as RatedResult,
)
from .systems import (
    Rating as Rating,
)
from .systems import (
    RatingSystem as RatingSystem,
)
from .systems import (
    newcomer as newcomer,
)
