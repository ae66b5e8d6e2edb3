from .page import (
    PrintJob as PrintJob,
)
from .prints import (
    PRINTS as PRINTS,
)
