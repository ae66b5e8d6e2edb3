from .event_boards import (
    board_of_match as board_of_match,
)
from .event_boards import (
    board_pool as board_pool,
)
from .event_boards import (
    event_match as event_match,
)
from .event_boards import (
    round_of_match as round_of_match,
)
from .player_record import (
    PlayerRatings as PlayerRatings,
)
from .player_record import (
    history_csv as history_csv,
)
from .player_record import (
    ladder_csv as ladder_csv,
)
from .player_record import (
    player_name as player_name,
)
from .rated_verdicts import (
    NotCounted as NotCounted,
)
from .rated_verdicts import (
    RatedVerdict as RatedVerdict,
)
from .rated_verdicts import (
    contest_pool as contest_pool,
)
from .rated_verdicts import (
    moves_ratings as moves_ratings,
)
from .rating_book import (
    LadderPart as LadderPart,
)
from .rating_book import (
    LadderQuery as LadderQuery,
)
from .rating_book import (
    LadderRow as LadderRow,
)
from .rating_book import (
    PoolRating as PoolRating,
)
from .rating_book import (
    RatedStep as RatedStep,
)
from .rating_book import (
    RatingBook as RatingBook,
)
from .rating_book import (
    RatingMark as RatingMark,
)
from .rating_book import (
    SourceReading as SourceReading,
)
from .rating_rule import (
    RatingRule as RatingRule,
)
from .rating_rule import (
    is_provisional as is_provisional,
)
from .rating_rule import (
    published_rule as published_rule,
)
from .rating_rule import (
    reason_not_counted as reason_not_counted,
)
from .rating_service import (
    LogReader as LogReader,
)
from .rating_service import (
    RatingService as RatingService,
)
from .rating_service import (
    read_systems as read_systems,
)
