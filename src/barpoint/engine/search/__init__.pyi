from .engine import (
    Choice as Choice,
)
from .search_width import (
    SearchWidth as SearchWidth,
)
