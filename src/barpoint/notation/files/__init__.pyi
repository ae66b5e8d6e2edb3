from .event_log import (
    write_log as write_log,
)
from .ibf_print import (
    blank_sheets_source as blank_sheets_source,
)
from .ibf_print import (
    sheet_pdf as sheet_pdf,
)
from .ibf_sheet import (
    write_sheet as write_sheet,
)
from .mat import (
    write_mat as write_mat,
)
from .match_files import (
    ENDINGS as ENDINGS,
)
from .match_files import (
    FORMS as FORMS,
)
from .match_files import (
    LoadedFile as LoadedFile,
)
from .match_files import (
    form_of as form_of,
)
from .match_files import (
    write_events as write_events,
)
from .match_protocol import (
    write_protocol as write_protocol,
)
from .score_sheet import (
    as_points as as_points,
)
from .score_sheet import (
    read_away as read_away,
)
from .score_sheet import (
    write_score_sheets as write_score_sheets,
)
from .sgf import (
    hop_letters as hop_letters,
)
from .sgf import (
    write_sgf as write_sgf,
)
