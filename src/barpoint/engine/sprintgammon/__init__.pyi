from .sprint_solver import (
    TOLERANCES as TOLERANCES,
)
from .sprint_solver import (
    Moves as Moves,
)
from .sprint_solver import (
    Solver as Solver,
)
from .sprint_solver import (
    discard as discard,
)
from .sprint_table import (
    table_folder as table_folder,
)
