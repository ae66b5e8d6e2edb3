from .ledger import (
    awards as awards,
)
from .ledger import (
    balance as balance,
)
from .ledger import (
    format_cents as format_cents,
)
from .ledger import (
    ledger_csv as ledger_csv,
)
from .ledger import (
    player_account as player_account,
)
