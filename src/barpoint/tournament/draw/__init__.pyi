from .plan import (
    DrawFormat as DrawFormat,
)
from .progress import (
    PairingStatus as PairingStatus,
)
from .progress import (
    Place as Place,
)
