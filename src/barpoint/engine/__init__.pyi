from .bearoff.bearoff_tables import (
    OneSidedTable as OneSidedTable,
)
from .bearoff.bearoff_tables import (
    TwoSidedTable as TwoSidedTable,
)
from .bot.level_choice import (
    choose_play as choose_play,
)
from .bot.levels import (
    DEFAULT_LEVEL as DEFAULT_LEVEL,
)
from .bot.levels import (
    LEVELS as LEVELS,
)
from .bot.levels import (
    BotLevel as BotLevel,
)
from .bot.levels import (
    level_named as level_named,
)
from .bot.resignation import (
    accepts_resignation as accepts_resignation,
)
from .bot.resignation import (
    claims_at as claims_at,
)
from .bot.resignation import (
    resigns_at as resigns_at,
)
from .compilation import (
    SOLVING as SOLVING,
)
from .compilation import (
    build_all as build_all,
)
from .compilation import (
    missing as missing,
)
from .compilation import (
    ready_for as ready_for,
)
from .cube.cube_actions import (
    CubeAction as CubeAction,
)
from .cube.cube_actions import (
    CubeDecision as CubeDecision,
)
from .cube.cube_actions import (
    CubeState as CubeState,
)
from .cube.cube_actions import (
    Owner as Owner,
)
from .cube.cube_actions import (
    decide_cube as decide_cube,
)
from .cube.cube_search import (
    Stakes as Stakes,
)
from .cube.match_equity import (
    Away as Away,
)
from .cube.match_equity import (
    MatchEquityTable as MatchEquityTable,
)
from .cube.match_equity import (
    market_window as market_window,
)
from .cube.match_stakes import (
    cube_state_of as cube_state_of,
)
from .evaluator import (
    Chances as Chances,
)
from .evaluator import (
    Evaluator as Evaluator,
)
from .evaluator import (
    lawful as lawful,
)
from .folders import (
    data_home as data_home,
)
from .folders import (
    tables_folders as tables_folders,
)
from .knowledge import (
    Knowledge as Knowledge,
)
from .knowledge import (
    knowledge_of as knowledge_of,
)
from .longgammon.engine import (
    LongEngine as LongEngine,
)
from .longgammon.engine import (
    longgammon_engine as longgammon_engine,
)
from .review.analysis import (
    analyse as analyse,
)
from .review.analysis_data import (
    Analysis as Analysis,
)
from .rollout.rollout import (
    Rollout as Rollout,
)
from .rollout.rollout import (
    RolloutReport as RolloutReport,
)
from .rollout.rollout import (
    RolloutSettings as RolloutSettings,
)
from .rollout.rollout import (
    play_contender as play_contender,
)
from .rollout.rollout import (
    position_contender as position_contender,
)
from .rollout.workers import (
    ThreadWorkers as ThreadWorkers,
)
from .search.engine import (
    Engine as Engine,
)
from .search.engine import (
    RankedPlay as RankedPlay,
)
from .search.engine import (
    backgammon_engine as backgammon_engine,
)
from .sprintgammon.sprint_table import (
    SprintTable as SprintTable,
)
