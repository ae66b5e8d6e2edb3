from .roller import (
    Roller as Roller,
)
from .rollout import (
    Contender as Contender,
)
from .rollout import (
    RolloutStanding as RolloutStanding,
)
from .rollout import (
    cube_contenders as cube_contenders,
)
from .rollout import (
    describe_rollout as describe_rollout,
)
from .rollout import (
    rollout_cube_decision as rollout_cube_decision,
)
from .workers import (
    DaskWorkers as DaskWorkers,
)
from .workers import (
    Workers as Workers,
)
