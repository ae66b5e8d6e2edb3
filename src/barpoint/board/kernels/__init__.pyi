from .movegen_kernel import (
    MAX_PLAYS as MAX_PLAYS,
)
from .movegen_kernel import (
    apply_hops as apply_hops,
)
from .movegen_kernel import (
    first_turn_cap as first_turn_cap,
)
from .movegen_kernel import (
    scratch as scratch,
)
from .movegen_kernel import (
    search as search,
)
from .movegen_kernel import (
    turn_board as turn_board,
)
from .perft_kernel import (
    perft as perft,
)
