from .aids import (
    Hint as Hint,
)
from .aids import (
    Moment as Moment,
)
from .aids import (
    decision_moments as decision_moments,
)
from .aids import (
    is_by_correspondence as is_by_correspondence,
)
from .analysis_queue import (
    DEEPEST as DEEPEST,
)
from .analysis_queue import (
    AnalysisStatus as AnalysisStatus,
)
from .analysis_queue import (
    ProgressListener as ProgressListener,
)
from .dice_statistics import (
    DiceStatistics as DiceStatistics,
)
from .lobby import (
    Challenge as Challenge,
)
from .member_ports import (
    NewPasskey as NewPasskey,
)
from .member_ports import (
    PersonalNotice as PersonalNotice,
)
from .member_ports import (
    PersonalRows as PersonalRows,
)
from .member_ports import (
    PushAddress as PushAddress,
)
from .member_ports import (
    Recipient as Recipient,
)
from .member_ports import (
    RollCount as RollCount,
)
from .member_ports import (
    Site as Site,
)
from .members import (
    MemberSession as MemberSession,
)
from .name_register import (
    LONGEST_NAME as LONGEST_NAME,
)
from .name_register import (
    checked_name as checked_name,
)
from .name_register import (
    handle_of as handle_of,
)
from .notice_texts import (
    make_notice as make_notice,
)
from .notice_texts import (
    notice_text as notice_text,
)
from .player_career import (
    PlayerCareer as PlayerCareer,
)
from .player_page import (
    PlayerPage as PlayerPage,
)
from .recovery import (
    AnySecurityEvent as AnySecurityEvent,
)
from .recovery import (
    Recovery as Recovery,
)
from .recovery import (
    Reset as Reset,
)
from .session_devices import (
    device_of as device_of,
)
from .session_devices import (
    read_device as read_device,
)
from .sessions import (
    SESSION_LIFETIME as SESSION_LIFETIME,
)
from .sessions import (
    Visit as Visit,
)
from .sessions import (
    new_id as new_id,
)
from .sessions import (
    session_id as session_id,
)
from .spectators import (
    Published as Published,
)
from .spectators import (
    access_to as access_to,
)
from .spectators import (
    audience_of as audience_of,
)
from .spectators import (
    may_watch as may_watch,
)
from .talk import (
    PHRASES as PHRASES,
)
from .talk import (
    ChatLine as ChatLine,
)
