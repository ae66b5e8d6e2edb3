from .match_format import (
    MINUTE as MINUTE,
)
from .match_format import (
    SECOND as SECOND,
)
from .match_format import (
    AtExpiry as AtExpiry,
)
from .match_format import (
    BothExpired as BothExpired,
)
from .match_format import (
    Claims as Claims,
)
from .match_format import (
    ClockMethod as ClockMethod,
)
from .match_format import (
    ClockRules as ClockRules,
)
from .match_format import (
    CubeRules as CubeRules,
)
from .match_format import (
    DeadCube as DeadCube,
)
from .match_format import (
    Enforcement as Enforcement,
)
from .match_format import (
    Expiry as Expiry,
)
from .match_format import (
    GameInProgress as GameInProgress,
)
from .match_format import (
    Length as Length,
)
from .match_format import (
    LengthKind as LengthKind,
)
from .match_format import (
    PauseReason as PauseReason,
)
from .match_format import (
    Resignation as Resignation,
)
from .match_format import (
    TiePolicy as TiePolicy,
)
from .preferences import (
    LATER as LATER,
)
from .preferences import (
    PreferenceMethod as PreferenceMethod,
)
from .preferences import (
    PreferenceTopic as PreferenceTopic,
)
from .preferences import (
    SettledPreference as SettledPreference,
)
from .preferences import (
    clashes as clashes,
)
from .preferences import (
    high_dice as high_dice,
)
from .preferences import (
    settle as settle,
)
from .preferences import (
    settle_all as settle_all,
)
