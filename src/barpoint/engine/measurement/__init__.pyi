from .benchmark import (
    Figure as Figure,
)
from .benchmark import (
    agreement as agreement,
)
from .benchmark import (
    decisions as decisions,
)
from .benchmark import (
    level_figures as level_figures,
)
from .benchmark import (
    speed_figures as speed_figures,
)
from .benchmark import (
    static_speed as static_speed,
)
from .other_engines import (
    find_peers as find_peers,
)
