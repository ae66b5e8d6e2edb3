from .swiss import (
    Swiss as Swiss,
)
