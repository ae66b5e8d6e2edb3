from .files.match_files import (
    convert_match as convert_match,
)
from .files.match_files import (
    read_bytes as read_bytes,
)
from .files.match_files import (
    read_path as read_path,
)
from .ids.match_ids import (
    gnubg_id as gnubg_id,
)
from .ids.match_ids import (
    match_id as match_id,
)
from .ids.match_ids import (
    read_gnubg_id as read_gnubg_id,
)
from .ids.match_ids import (
    read_match_id as read_match_id,
)
from .ids.match_situation import (
    situation_of_match as situation_of_match,
)
from .ids.ogids import (
    ogid as ogid,
)
from .ids.ogids import (
    read_ogid as read_ogid,
)
from .ids.position_ids import (
    position_id as position_id,
)
from .ids.position_ids import (
    position_key as position_key,
)
from .ids.position_ids import (
    read_position_id as read_position_id,
)
from .ids.position_ids import (
    read_position_key as read_position_key,
)
from .ids.situation import (
    BoardSeat as BoardSeat,
)
from .ids.situation import (
    CubeOffer as CubeOffer,
)
from .ids.situation import (
    GameState as GameState,
)
from .ids.situation import (
    Party as Party,
)
from .ids.situation import (
    Situation as Situation,
)
from .ids.xgids import (
    read_xgid as read_xgid,
)
from .ids.xgids import (
    xgid as xgid,
)
from .move_text import (
    read_play as read_play,
)
from .move_text import (
    write_hops as write_hops,
)
from .move_text import (
    write_play as write_play,
)
from .pictures.board_diagram import (
    describe as describe,
)
from .pictures.board_diagram import (
    diagram as diagram,
)
from .pictures.board_diagram import (
    png as png,
)
from .pictures.board_diagram import (
    svg as svg,
)
from .pictures.frames import (
    match_frames as match_frames,
)
from .pictures.text_board import (
    ascii_board as ascii_board,
)
from .position_reader import (
    Reading as Reading,
)
from .position_reader import (
    read as read,
)
from .position_reader import (
    read_position as read_position,
)
from .record.event_recorder import (
    record_of as record_of,
)
from .record.match_record import (
    MatchRecord as MatchRecord,
)
from .record.replayer import (
    replay as replay,
)
