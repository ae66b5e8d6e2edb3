from .ubgi import (
    UbgiSession as UbgiSession,
)
