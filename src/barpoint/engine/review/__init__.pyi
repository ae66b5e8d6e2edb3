from .analysis_data import (
    PR as PR,
)
from .analysis_data import (
    Candidate as Candidate,
)
from .analysis_data import (
    CubeFigures as CubeFigures,
)
from .analysis_data import (
    Decision as Decision,
)
from .analysis_data import (
    DecisionKind as DecisionKind,
)
from .analysis_data import (
    Grade as Grade,
)
from .analysis_data import (
    Performance as Performance,
)
from .analysis_data import (
    RollLuck as RollLuck,
)
from .analysts import (
    DaskAnalysts as DaskAnalysts,
)
from .rolled_out import (
    RollOut as RollOut,
)
from .study import (
    Study as Study,
)
from .study import (
    effective_pips as effective_pips,
)
