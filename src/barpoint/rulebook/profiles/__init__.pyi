from .agreement import (
    AgreementSheet as AgreementSheet,
)
from .agreement import (
    TwoRolls as TwoRolls,
)
from .agreement import (
    agreement_sheet as agreement_sheet,
)
from .options import (
    OPTIONS as OPTIONS,
)
from .options import (
    latitude as latitude,
)
from .policy import (
    AppealUntil as AppealUntil,
)
from .policy import (
    CorrectionWindow as CorrectionWindow,
)
from .policy import (
    IllegalMoves as IllegalMoves,
)
from .policy import (
    PointsDestination as PointsDestination,
)
