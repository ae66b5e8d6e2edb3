from .account_store import (
    SqlAccounts as SqlAccounts,
)
from .account_store import (
    SqlHeartbeats as SqlHeartbeats,
)
from .analysts.analyst import (
    AnalystProcess as AnalystProcess,
)
from .analysts.student import (
    StudentProcess as StudentProcess,
)
from .announcements import (
    NoAnnouncements as NoAnnouncements,
)
from .announcements import (
    PostgresAnnouncements as PostgresAnnouncements,
)
from .backup import (
    put_back as put_back,
)
from .backup import (
    take_backup as take_backup,
)
from .chain_check import (
    check_chain as check_chain,
)
from .chain_check import (
    compare_heads as compare_heads,
)
from .chain_check import (
    stream_heads as stream_heads,
)
from .database import (
    Database as Database,
)
from .database import (
    database_fault as database_fault,
)
from .database import (
    database_url as database_url,
)
from .database import (
    require_database as require_database,
)
from .erasure import (
    read_erasures as read_erasures,
)
from .event_store import (
    SqlEventStore as SqlEventStore,
)
from .fair_play_book import (
    SqlFairPlayBook as SqlFairPlayBook,
)
from .log_files import (
    LogFiles as LogFiles,
)
from .match_file import (
    MatchFile as MatchFile,
)
from .match_file import (
    MemoryLog as MemoryLog,
)
from .member_store import (
    SqlMemberRegister as SqlMemberRegister,
)
from .messenger import (
    NoticeChannels as NoticeChannels,
)
from .messenger import (
    NoticeMessenger as NoticeMessenger,
)
from .notice_store import (
    SqlDiceTally as SqlDiceTally,
)
from .notice_store import (
    SqlNoticeBoard as SqlNoticeBoard,
)
from .passkeys import (
    WebAuthn as WebAuthn,
)
from .passwords import (
    ArgonPasswords as ArgonPasswords,
)
from .personal_records import (
    SqlPersonalRecords as SqlPersonalRecords,
)
from .ratings.rating_book import (
    SqlRatingBook as SqlRatingBook,
)
from .record_book import (
    SqlRecordBook as SqlRecordBook,
)
from .secret_dice import (
    SecretDice as SecretDice,
)
from .secret_seeds import (
    SecretSeeds as SecretSeeds,
)
from .serving_lock import (
    lock_for_serving as lock_for_serving,
)
from .system_clock import (
    SystemChronometer as SystemChronometer,
)
from .system_clock import (
    SystemClock as SystemClock,
)
from .web_push import (
    new_key as new_key,
)
from .web_push import (
    read_key as read_key,
)
