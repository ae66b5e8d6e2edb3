from .certain_results import (
    Certainty as Certainty,
)
from .certain_results import (
    certain_result as certain_result,
)
from .certain_results import (
    certain_win as certain_win,
)
from .claims import (
    ClaimCode as ClaimCode,
)
from .claims import (
    ClaimTest as ClaimTest,
)
from .claims import (
    ClaimTurn as ClaimTurn,
)
from .claims import (
    claim_holds as claim_holds,
)
from .claims import (
    claim_line as claim_line,
)
from .claims import (
    claim_test as claim_test,
)
