from .page import (
    PrintJob as PrintJob,
)
from .prints import (
    PRINTS as PRINTS,
)
from .table_cards import (
    discipline_of as discipline_of,
)
