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
from .fair_play import (
    DeviceInCommon as DeviceInCommon,
)
from .fair_play import (
    FairPlay as FairPlay,
)
from .fair_play import (
    FairPlayReport as FairPlayReport,
)
from .fair_play import (
    NamedAccount as NamedAccount,
)
from .fair_play import (
    PlayerFairPlay as PlayerFairPlay,
)
from .fair_play import (
    is_due as is_due,
)
from .fair_play import (
    read_switch as read_switch,
)
from .fair_play_book import (
    FairPlayBook as FairPlayBook,
)
from .fair_play_book import (
    FairPlayRow as FairPlayRow,
)
from .fair_play_book import (
    SharedDevice as SharedDevice,
)
from .fair_play_book import (
    WeighingState as WeighingState,
)
from .fair_play_words import (
    MEANINGS as MEANINGS,
)
from .fair_play_words import (
    NO_VERDICT as NO_VERDICT,
)
from .fair_play_words import (
    figure_lines as figure_lines,
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
