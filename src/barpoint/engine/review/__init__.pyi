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
from .fair_play import (
    DecisionGroup as DecisionGroup,
)
from .fair_play import (
    FairPlaySums as FairPlaySums,
)
from .fair_play import (
    add_sums as add_sums,
)
from .fair_play import (
    choices_of as choices_of,
)
from .fair_play import (
    difficulty as difficulty,
)
from .fair_play import (
    fair_play_sums as fair_play_sums,
)
from .fair_play_figures import (
    Estimate as Estimate,
)
from .fair_play_figures import (
    FairPlayFigures as FairPlayFigures,
)
from .fair_play_figures import (
    GroupFigures as GroupFigures,
)
from .fair_play_figures import (
    PeerMatch as PeerMatch,
)
from .fair_play_figures import (
    compare_sums as compare_sums,
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
