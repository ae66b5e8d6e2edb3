from .catalogue.checklist import (
    conduct_checklist as conduct_checklist,
)
from .catalogue.comparison import (
    compare_books as compare_books,
)
from .catalogue.coverage import (
    coverage_table as coverage_table,
)
from .catalogue.lookup import (
    UnknownClauseError as UnknownClauseError,
)
from .catalogue.lookup import (
    all_books as all_books,
)
from .catalogue.lookup import (
    book as book,
)
from .catalogue.lookup import (
    clause as clause,
)
from .catalogue.lookup import (
    clauses as clauses,
)
from .catalogue.lookup import (
    load_catalogue as load_catalogue,
)
from .catalogue.lookup import (
    param as param,
)
from .catalogue.lookup import (
    section as section,
)
from .catalogue.model import (
    Book as Book,
)
from .catalogue.model import (
    Catalogue as Catalogue,
)
from .catalogue.model import (
    Clause as Clause,
)
from .catalogue.model import (
    Subject as Subject,
)
from .catalogue.search import (
    search_clauses as search_clauses,
)
from .citation import (
    GAME_LEVELS as GAME_LEVELS,
)
from .citation import (
    Citation as Citation,
)
from .citation import (
    cite as cite,
)
from .citation import (
    sentence_in as sentence_in,
)
from .profiles.options import (
    ClockUse as ClockUse,
)
from .profiles.options import (
    Options as Options,
)
from .profiles.options import (
    read_event as read_event,
)
from .profiles.policy import (
    Policy as Policy,
)
from .profiles.policy import (
    book_policy as book_policy,
)
from .profiles.presets import (
    event_profile as event_profile,
)
from .profiles.presets import (
    list_presets as list_presets,
)
from .profiles.presets import (
    named_profile as named_profile,
)
from .profiles.presets import (
    preset as preset,
)
from .profiles.profile import (
    Profile as Profile,
)
from .refusals import (
    BookCode as BookCode,
)
