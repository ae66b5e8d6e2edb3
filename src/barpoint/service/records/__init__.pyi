from .announced_appends import (
    LONGEST_PAYLOAD as LONGEST_PAYLOAD,
)
from .announced_appends import (
    announcements_of as announcements_of,
)
from .announced_appends import (
    read_announced as read_announced,
)
from .chain import (
    SALT_LENGTH as SALT_LENGTH,
)
from .chain import (
    START as START,
)
from .chain import (
    StreamHead as StreamHead,
)
from .chain import (
    digest_of as digest_of,
)
from .chain import (
    leaf_of as leaf_of,
)
from .chain_report import (
    BackupSummary as BackupSummary,
)
from .chain_report import (
    BadLink as BadLink,
)
from .chain_report import (
    ChainReport as ChainReport,
)
from .chain_report import (
    KeptHeads as KeptHeads,
)
from .chain_report import (
    RedactedEvent as RedactedEvent,
)
from .chain_report import (
    read_kept_heads as read_kept_heads,
)
from .daily_digest import (
    DailyDigest as DailyDigest,
)
from .daily_digest import (
    DigestOfDay as DigestOfDay,
)
from .daily_digest import (
    RecordBook as RecordBook,
)
from .daily_digest import (
    digest_of_day as digest_of_day,
)
from .daily_digest import (
    lines_of as lines_of,
)
from .daily_digest import (
    write_digest as write_digest,
)
from .digest_publisher import (
    Publish as Publish,
)
from .erasure_log import (
    ERASURES as ERASURES,
)
from .erasure_log import (
    PersonErased as PersonErased,
)
from .erasure_log import (
    Redaction as Redaction,
)
from .erasure_log import (
    decode_erasure as decode_erasure,
)
from .readability import (
    unreadable as unreadable,
)
from .redaction import (
    Identity as Identity,
)
from .redaction import (
    redact as redact,
)
