from .actions import (
    OpenActions as OpenActions,
)
from .actions import (
    open_actions as open_actions,
)
from .clock import (
    Clock as Clock,
)
from .cube import (
    Cube as Cube,
)
from .decide.decision import (
    MatchDecision as MatchDecision,
)
from .decide.dispatch import (
    decide_match as decide_match,
)
from .evolve.dispatch import (
    evolve_match as evolve_match,
)
from .evolve.dispatch import (
    fold_match as fold_match,
)
from .evolve.game_folds import (
    side_to_act as side_to_act,
)
from .format.match_format import (
    MatchFormat as MatchFormat,
)
from .format.match_format import (
    to_points as to_points,
)
from .refusals import (
    MatchCode as MatchCode,
)
from .score import (
    CubeTurn as CubeTurn,
)
from .score import (
    EndedBy as EndedBy,
)
from .score import (
    GameRecord as GameRecord,
)
from .score import (
    Score as Score,
)
from .score import (
    add_points as add_points,
)
from .score import (
    at_match_point as at_match_point,
)
from .score import (
    game_points as game_points,
)
from .score import (
    is_crawford as is_crawford,
)
from .score import (
    is_dead_cube as is_dead_cube,
)
from .score import (
    points_of as points_of,
)
from .score import (
    rederive_records as rederive_records,
)
from .score import (
    right_cube as right_cube,
)
from .score import (
    target_points as target_points,
)
from .score import (
    winner_by_score as winner_by_score,
)
from .score import (
    without_cube as without_cube,
)
from .snapshot import (
    encode_game as encode_game,
)
from .state import (
    Game as Game,
)
from .state import (
    GameStage as GameStage,
)
from .state import (
    MatchPhase as MatchPhase,
)
from .state import (
    MatchResult as MatchResult,
)
from .state import (
    MatchState as MatchState,
)
from .state import (
    new_match as new_match,
)
