from .board_diagram import (
    Arrow as Arrow,
)
from .board_diagram import (
    Home as Home,
)
from .drawing import (
    Drawing as Drawing,
)
from .drawing import (
    Theme as Theme,
)
from .frames import (
    Frame as Frame,
)
