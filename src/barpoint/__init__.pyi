from . import (
    board as board,
)
from . import (
    engine as engine,
)
from . import (
    match as match,
)
from . import (
    notation as notation,
)
from . import (
    officiating as officiating,
)
from . import (
    rating as rating,
)
from . import (
    rulebook as rulebook,
)
from . import (
    tournament as tournament,
)
from .board import (
    BACKGAMMON as BACKGAMMON,
)
from .board import (
    DISCIPLINES as DISCIPLINES,
)
from .board import (
    LONG_NARDY as LONG_NARDY,
)
from .board import (
    LONGGAMMON as LONGGAMMON,
)
from .board import (
    NACKGAMMON as NACKGAMMON,
)
from .board import (
    ROLLS as ROLLS,
)
from .board import (
    SPRINTGAMMON as SPRINTGAMMON,
)
from .board import (
    Discipline as Discipline,
)
from .board import (
    Hop as Hop,
)
from .board import (
    Play as Play,
)
from .board import (
    Position as Position,
)
from .board import (
    Refusal as Refusal,
)
from .board import (
    Roll as Roll,
)
from .board import (
    RollLike as RollLike,
)
from .board import (
    Side as Side,
)
from .board import (
    check_play as check_play,
)
from .board import (
    discipline as discipline,
)
from .board import (
    hop_tree as hop_tree,
)
from .board import (
    legal_plays as legal_plays,
)
from .board import (
    pos as pos,
)
from .engine import (
    Analysis as Analysis,
)
from .engine import (
    Chances as Chances,
)
from .engine import (
    CubeDecision as CubeDecision,
)
from .engine import (
    RankedPlay as RankedPlay,
)
from .engine import (
    RolloutReport as RolloutReport,
)
from .library.board import (
    Board as Board,
)
from .library.board import (
    PlayLike as PlayLike,
)
from .library.board import (
    PositionLike as PositionLike,
)
from .library.board import (
    position as position,
)
from .library.engine import (
    best_play as best_play,
)
from .library.engine import (
    cube as cube,
)
from .library.engine import (
    evaluate as evaluate,
)
from .library.engine import (
    rank_plays as rank_plays,
)
from .library.engine import (
    rollout as rollout,
)
from .library.incidents import (
    rule_on as rule_on,
)
from .library.match import (
    Match as Match,
)
from .library.match import (
    read_match as read_match,
)
from .library.refusal_error import (
    RefusedError as RefusedError,
)
from .library.tournament import (
    PairingLine as PairingLine,
)
from .library.tournament import (
    Payout as Payout,
)
from .library.tournament import (
    PlaceLine as PlaceLine,
)
from .library.tournament import (
    StandingsLine as StandingsLine,
)
from .library.tournament import (
    Tournament as Tournament,
)
from .match import (
    OpenActions as OpenActions,
)
from .match import (
    new_match as new_match,
)
from .match import (
    to_points as to_points,
)
from .notation import (
    Situation as Situation,
)
from .notation import (
    read_play as read_play,
)
from .notation import (
    write_play as write_play,
)
from .officiating import (
    Discretion as Discretion,
)
from .officiating import (
    JudgeAnswer as JudgeAnswer,
)
from .officiating import (
    NeedFacts as NeedFacts,
)
from .officiating import (
    Ruling as Ruling,
)
from .officiating import (
    find_incidents as find_incidents,
)
from .officiating import (
    incident_definition as incident_definition,
)

__version__: str
