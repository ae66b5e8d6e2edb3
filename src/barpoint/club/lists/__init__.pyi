from .federation_list import (
    BadRow as BadRow,
)
from .federation_list import (
    ColumnMapping as ColumnMapping,
)
from .federation_list import (
    ListDocument as ListDocument,
)
from .federation_list import (
    ListReading as ListReading,
)
from .federation_list import (
    ListRow as ListRow,
)
from .federation_list import (
    ReadRow as ReadRow,
)
from .federation_list import (
    list_columns as list_columns,
)
from .federation_list import (
    list_csv as list_csv,
)
from .federation_list import (
    plain_cell as plain_cell,
)
from .federation_list import (
    read_federation_list as read_federation_list,
)
from .federation_list import (
    suggest_mapping as suggest_mapping,
)
from .list_matching import (
    ListIndex as ListIndex,
)
from .list_matching import (
    ListMatch as ListMatch,
)
from .list_matching import (
    ListPerson as ListPerson,
)
from .list_matching import (
    MatchedBy as MatchedBy,
)
from .list_state import (
    IdentifyRow as IdentifyRow,
)
from .list_state import (
    ImportRows as ImportRows,
)
from .list_state import (
    ListStep as ListStep,
)
from .list_state import (
    ListStepTaken as ListStepTaken,
)
from .list_state import (
    NameKeeper as NameKeeper,
)
from .list_state import (
    OpenList as OpenList,
)
from .list_state import (
    RatingList as RatingList,
)
from .list_state import (
    decide_list as decide_list,
)
from .list_state import (
    decode_list as decode_list,
)
from .list_state import (
    fold_list as fold_list,
)
from .list_state import (
    word_of as word_of,
)
