from .bot_player import (
    play_match as play_match,
)
from .connection import (
    Connection as Connection,
)
from .connection import (
    ServerAnswer as ServerAnswer,
)
from .host import (
    BotHost as BotHost,
)
from .host import (
    playable_format as playable_format,
)
from .remote_match import (
    RemoteMatch as RemoteMatch,
)
from .server import (
    RequestRefused as RequestRefused,
)
from .server import (
    Server as Server,
)
