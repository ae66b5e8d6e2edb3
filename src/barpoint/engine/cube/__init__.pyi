from .match_equity import (
    MarketWindow as MarketWindow,
)
from .match_equity import (
    equity_of as equity_of,
)
from .match_equity import (
    gammon_value as gammon_value,
)
