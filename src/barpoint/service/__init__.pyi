from .authority import (
    Pairing as Pairing,
)
from .authority import (
    board_of as board_of,
)
from .authority import (
    is_case_of as is_case_of,
)
from .clocks.server_time import (
    ServerTime as ServerTime,
)
from .community import (
    Community as Community,
)
from .local.local_match import (
    LocalMatch as LocalMatch,
)
from .long_work import (
    off_loop as off_loop,
)
from .officials.case_service import (
    CaseService as CaseService,
)
from .officials.sanctions import (
    Sanctions as Sanctions,
)
from .people.lobby import (
    Lobby as Lobby,
)
from .people.member_ports import (
    MemberPorts as MemberPorts,
)
from .people.members import (
    Members as Members,
)
from .people.sessions import (
    Sessions as Sessions,
)
from .play.engine_bot import (
    EngineBot as EngineBot,
)
from .play.opponent import (
    Opponent as Opponent,
)
from .play.play_service import (
    PlayService as PlayService,
)
from .play.room import (
    Room as Room,
)
from .play.room_events import (
    RoomOptions as RoomOptions,
)
from .play.room_events import (
    Seat as Seat,
)
from .play.terms import (
    Terms as Terms,
)
from .play.terms import (
    format_of_terms as format_of_terms,
)
from .play.views import (
    Audience as Audience,
)
from .play.views import (
    MatchView as MatchView,
)
from .ports import (
    Account as Account,
)
from .ports import (
    Appended as Appended,
)
from .ports import (
    Ceremony as Ceremony,
)
from .ports import (
    Conflict as Conflict,
)
from .ports import (
    Credential as Credential,
)
from .ports import (
    EventStore as EventStore,
)
from .ports import (
    Heartbeat as Heartbeat,
)
from .ports import (
    SchemaStep as SchemaStep,
)
from .ports import (
    SeatTaken as SeatTaken,
)
from .ports import (
    Session as Session,
)
from .ports import (
    StorageError as StorageError,
)
from .ports import (
    StoredEvent as StoredEvent,
)
from .ports import (
    WallClock as WallClock,
)
from .ports import (
    Write as Write,
)
from .rate_limit import (
    RateLimit as RateLimit,
)
from .refusals import (
    ServiceCode as ServiceCode,
)
from .server import (
    Directors as Directors,
)
from .server import (
    ServerProcess as ServerProcess,
)
from .set_aside import (
    SetAside as SetAside,
)
from .set_aside import (
    UnreadableStreamError as UnreadableStreamError,
)
from .storage_watch import (
    TROUBLE as TROUBLE,
)
from .tournaments.tournament_service import (
    TournamentService as TournamentService,
)
from .tournaments.tournament_service import (
    TournamentSnapshot as TournamentSnapshot,
)
