from .case_service import (
    CaseContext as CaseContext,
)
from .case_service import (
    CaseOutcome as CaseOutcome,
)
from .case_service import (
    answer_of as answer_of,
)
from .case_service import (
    case_facts as case_facts,
)
from .case_service import (
    page_of_case as page_of_case,
)
from .inquiries import (
    STOPPING as STOPPING,
)
from .inquiries import (
    Inquiry as Inquiry,
)
from .match_orders import (
    AnyOrder as AnyOrder,
)
from .match_orders import (
    BroadcastOrder as BroadcastOrder,
)
from .match_orders import (
    ServeDueOrder as ServeDueOrder,
)
from .match_orders import (
    choose_broadcast as choose_broadcast,
)
from .match_orders import (
    give_order as give_order,
)
from .serverwide_sanctions import (
    SanctionRecord as SanctionRecord,
)
