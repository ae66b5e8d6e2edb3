from .agreement import (
    NO as NO,
)
from .agreement import (
    NONE as NONE,
)
from .agreement import (
    YES as YES,
)
from .agreement import (
    AgreementSheet as AgreementSheet,
)
from .agreement import (
    TwoRolls as TwoRolls,
)
from .agreement import (
    agreement_sheet as agreement_sheet,
)
from .agreement import (
    agreement_topics as agreement_topics,
)
from .agreement import (
    wish_words as wish_words,
)
from .equipment import (
    Change as Change,
)
from .equipment import (
    Cups as Cups,
)
from .equipment import (
    DiceKind as DiceKind,
)
from .equipment import (
    Equipment as Equipment,
)
from .equipment import (
    EquipmentFinding as EquipmentFinding,
)
from .equipment import (
    board_sizes as board_sizes,
)
from .equipment import (
    check_equipment as check_equipment,
)
from .equipment import (
    equipment_refusal as equipment_refusal,
)
from .formats import (
    online_clock as online_clock,
)
from .options import (
    OPTIONS as OPTIONS,
)
from .options import (
    Division as Division,
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
