from .match_record import (
    LONGEST_FILE as LONGEST_FILE,
)
from .match_record import (
    AnyAction as AnyAction,
)
from .match_record import (
    Doubled as Doubled,
)
from .match_record import (
    Dropped as Dropped,
)
from .match_record import (
    Moved as Moved,
)
from .match_record import (
    Notes as Notes,
)
from .match_record import (
    RecordedGame as RecordedGame,
)
from .match_record import (
    Taken as Taken,
)
from .publication import (
    PublicationState as PublicationState,
)
from .publication import (
    Reader as Reader,
)
from .publication import (
    RecordAccess as RecordAccess,
)
from .publication import (
    record_access as record_access,
)
from .stored_analysis import (
    StoredAnalysis as StoredAnalysis,
)
from .stored_analysis import (
    StoredCube as StoredCube,
)
