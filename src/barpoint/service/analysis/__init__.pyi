from .csv_face import (
    report_csv as report_csv,
)
from .cube_around import (
    cube_state_around as cube_state_around,
)
from .match_report import (
    MatchReport as MatchReport,
)
from .match_report import (
    ReportedDecision as ReportedDecision,
)
from .match_report import (
    report_of as report_of,
)
from .other_opinions import (
    with_other_opinions as with_other_opinions,
)
from .page_face import (
    index_page as index_page,
)
from .page_face import (
    report_page as report_page,
)
from .position_study import (
    StudyAnswer as StudyAnswer,
)
from .position_study import (
    StudyAround as StudyAround,
)
from .position_study import (
    StudyPosition as StudyPosition,
)
from .position_study import (
    StudyQuestion as StudyQuestion,
)
from .position_study import (
    StudyText as StudyText,
)
from .position_study import (
    answer_study as answer_study,
)
from .position_study import (
    read_study_position as read_study_position,
)
from .position_study import (
    studied_position as studied_position,
)
from .review_notes import (
    ReviewNotes as ReviewNotes,
)
from .review_notes import (
    ReviewShelf as ReviewShelf,
)
from .review_notes import (
    WrittenNotes as WrittenNotes,
)
from .sgf_face import (
    report_sgf as report_sgf,
)
from .study_desk import (
    StudyDesk as StudyDesk,
)
from .study_desk import (
    StudySettings as StudySettings,
)
from .study_desk import (
    StudyTrouble as StudyTrouble,
)
from .study_desk import (
    StudyWorker as StudyWorker,
)
