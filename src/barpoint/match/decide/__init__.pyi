from .access import (
    double_refusal as double_refusal,
)
from .certainty import (
    claim_played_out as claim_played_out,
)
from .certainty import (
    claim_stands as claim_stands,
)
from .completion import (
    money_settlement as money_settlement,
)
from .completion import (
    recorded_score as recorded_score,
)
from .completion import (
    sheet_score as sheet_score,
)
from .endings import (
    is_refused_in_vain as is_refused_in_vain,
)
from .time_rules import (
    break_limit as break_limit,
)
from .time_rules import (
    break_time_left as break_time_left,
)
from .time_rules import (
    pause_limit as pause_limit,
)
from .turn_rules import (
    free_rolls as free_rolls,
)
