from .topics import (
    Topic as Topic,
)
from .topics import (
    read_topic as read_topic,
)
from .wish_commands import (
    Sender as Sender,
)
from .wish_commands import (
    command_from_wish as command_from_wish,
)
from .wish_commands import (
    dice_request as dice_request,
)
