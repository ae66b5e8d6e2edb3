from .check import (
    check_play as check_play,
)
from .dice import (
    ROLLS as ROLLS,
)
from .dice import (
    Roll as Roll,
)
from .dice import (
    RollLike as RollLike,
)
from .dice import (
    ordered_dice as ordered_dice,
)
from .disciplines import (
    BACKGAMMON as BACKGAMMON,
)
from .disciplines import (
    BAR as BAR,
)
from .disciplines import (
    DISCIPLINES as DISCIPLINES,
)
from .disciplines import (
    HOME as HOME,
)
from .disciplines import (
    LONG_NARDY as LONG_NARDY,
)
from .disciplines import (
    LONGGAMMON as LONGGAMMON,
)
from .disciplines import (
    LONGGAMMON_STRICT as LONGGAMMON_STRICT,
)
from .disciplines import (
    NACKGAMMON as NACKGAMMON,
)
from .disciplines import (
    OFF as OFF,
)
from .disciplines import (
    POINTS as POINTS,
)
from .disciplines import (
    SPRINTGAMMON as SPRINTGAMMON,
)
from .disciplines import (
    Discipline as Discipline,
)
from .disciplines import (
    HeadRule as HeadRule,
)
from .disciplines import (
    Layout as Layout,
)
from .disciplines import (
    Quadrant as Quadrant,
)
from .disciplines import (
    discipline as discipline,
)
from .movegen import (
    HopTree as HopTree,
)
from .movegen import (
    board_array as board_array,
)
from .movegen import (
    choices as choices,
)
from .movegen import (
    hop_graph as hop_graph,
)
from .movegen import (
    hop_tree as hop_tree,
)
from .movegen import (
    legal_plays as legal_plays,
)
from .movegen import (
    rules_array as rules_array,
)
from .outcome import (
    Level as Level,
)
from .outcome import (
    Result as Result,
)
from .outcome import (
    levels_open as levels_open,
)
from .outcome import (
    result as result,
)
from .play import (
    NO_MOVE as NO_MOVE,
)
from .play import (
    Hop as Hop,
)
from .play import (
    Play as Play,
)
from .play import (
    Walk as Walk,
)
from .play import (
    place_text as place_text,
)
from .position import (
    THEIRS as THEIRS,
)
from .position import (
    Position as Position,
)
from .position import (
    PositionProblem as PositionProblem,
)
from .position import (
    pos as pos,
)
from .refusal import (
    Fact as Fact,
)
from .refusal import (
    PlayCode as PlayCode,
)
from .refusal import (
    Refusal as Refusal,
)
from .side import (
    SIDES as SIDES,
)
from .side import (
    Side as Side,
)
