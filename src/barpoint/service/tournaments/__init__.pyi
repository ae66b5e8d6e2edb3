from .board_case import (
    board_case_opening as board_case_opening,
)
from .board_case import (
    fixture_of_stream as fixture_of_stream,
)
from .board_case import (
    official_in as official_in,
)
from .board_case import (
    plays_match_of as plays_match_of,
)
from .board_case import (
    tournament_of as tournament_of,
)
from .delay_table import (
    day_begin as day_begin,
)
from .delay_table import (
    delay_rulings as delay_rulings,
)
from .delay_table import (
    desk_delays as desk_delays,
)
from .device_desk import (
    DeviceUser as DeviceUser,
)
from .device_desk import (
    TableDisplay as TableDisplay,
)
from .device_record import (
    DeviceEntry as DeviceEntry,
)
from .device_record import (
    DeviceRecords as DeviceRecords,
)
from .device_record import (
    Recording as Recording,
)
from .device_record import (
    RejectedEntry as RejectedEntry,
)
from .device_view import (
    DEVICE as DEVICE,
)
from .device_view import (
    DICE as DICE,
)
from .device_view import (
    TableBoard as TableBoard,
)
from .device_view import (
    TableDice as TableDice,
)
from .device_view import (
    TableStands as TableStands,
)
from .device_view import (
    device_board as device_board,
)
from .device_view import (
    dice_approved as dice_approved,
)
from .device_view import (
    record_state as record_state,
)
from .device_view import (
    table_format as table_format,
)
from .hall_publication import (
    hall_access as hall_access,
)
from .paper import (
    PAPER_KINDS as PAPER_KINDS,
)
from .paper import (
    paper_of as paper_of,
)
from .paper import (
    start_pictures as start_pictures,
)
from .private_links import (
    Kind as Kind,
)
from .private_links import (
    LinkKeys as LinkKeys,
)
from .private_links import (
    PrivateLinks as PrivateLinks,
)
from .scoreboard import (
    LiveMatch as LiveMatch,
)
from .tournament_service import (
    Stale as Stale,
)
from .tournament_service import (
    TournamentDone as TournamentDone,
)
from .tournament_service import (
    TournamentRefused as TournamentRefused,
)
from .tournament_service import (
    matches_to_rate as matches_to_rate,
)
from .tournament_service import (
    ratings_after as ratings_after,
)
from .tournament_service import (
    stream_of as stream_of,
)
