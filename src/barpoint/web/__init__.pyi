from .app import (
    create_app as create_app,
)
from .logs import (
    start_logging as start_logging,
)
from .runner import (
    ServeSettings as ServeSettings,
)
from .runner import (
    run_server as run_server,
)
