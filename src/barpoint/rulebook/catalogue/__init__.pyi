from .checklist import (
    ConductChecklist as ConductChecklist,
)
from .checklist import (
    checklist_markdown as checklist_markdown,
)
from .comparison import (
    BookColumn as BookColumn,
)
from .comparison import (
    BookComparison as BookComparison,
)
from .coverage import (
    CoverageRow as CoverageRow,
)
from .coverage import (
    clause_tests as clause_tests,
)
from .coverage import (
    coverage_counts as coverage_counts,
)
from .coverage import (
    coverage_gaps as coverage_gaps,
)
from .coverage import (
    unreached_rows as unreached_rows,
)
from .lookup import (
    COMPILED as COMPILED,
)
from .lookup import (
    subject as subject,
)
from .model import (
    ChecklistAudience as ChecklistAudience,
)
from .model import (
    ClauseKind as ClauseKind,
)
from .model import (
    ClauseStatus as ClauseStatus,
)
from .model import (
    Force as Force,
)
from .model import (
    Param as Param,
)
from .search import (
    SearchResult as SearchResult,
)
from .search import (
    find_subject as find_subject,
)
from .search import (
    parallel_clauses as parallel_clauses,
)
from .search import (
    stems as stems,
)
from .search import (
    synonyms as synonyms,
)
from .source import (
    BOOK_FILES as BOOK_FILES,
)
from .source import (
    SUBJECTS_FILE as SUBJECTS_FILE,
)
from .source import (
    encode_catalogue as encode_catalogue,
)
from .source import (
    parse_catalogue as parse_catalogue,
)
from .source import (
    with_status as with_status,
)
