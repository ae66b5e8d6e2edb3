from .archive import (
    Archive as Archive,
)
from .archive import (
    FinishedMatch as FinishedMatch,
)
from .archive import (
    LogChange as LogChange,
)
from .archive import (
    changes_since as changes_since,
)
from .archive import (
    contest_clock as contest_clock,
)
from .archive import (
    final_places as final_places,
)
from .archive import (
    match_results as match_results,
)
from .archive import (
    tournament_archive as tournament_archive,
)
from .bracket_layout import (
    bracket_title as bracket_title,
)
from .director_pages import (
    DirectedContest as DirectedContest,
)
from .director_pages import (
    DirectorView as DirectorView,
)
from .director_pages import (
    PostedMatch as PostedMatch,
)
from .director_pages import (
    UnseatedMatch as UnseatedMatch,
)
from .director_pages import (
    director_view as director_view,
)
from .director_pages import (
    unseated_matches as unseated_matches,
)
from .participant import (
    OwnEntry as OwnEntry,
)
from .participant import (
    OwnMatch as OwnMatch,
)
from .participant import (
    Participant as Participant,
)
from .participant import (
    PlayerAction as PlayerAction,
)
from .participant import (
    participant_view as participant_view,
)
from .public_view import (
    MOST_LINES as MOST_LINES,
)
from .public_view import (
    ContestTerms as ContestTerms,
)
from .public_view import (
    DrawSheet as DrawSheet,
)
from .public_view import (
    Programme as Programme,
)
from .public_view import (
    SheetLine as SheetLine,
)
from .public_view import (
    SheetRound as SheetRound,
)
from .public_view import (
    contest_terms as contest_terms,
)
from .public_view import (
    draw_sheet as draw_sheet,
)
from .public_view import (
    programme as programme,
)
from .results_table import (
    TournamentResults as TournamentResults,
)
from .results_table import (
    results_csv as results_csv,
)
from .results_table import (
    tournament_results as tournament_results,
)
from .seed_list import (
    SeedLine as SeedLine,
)
from .seed_list import (
    entry_rule as entry_rule,
)
from .seed_list import (
    seed_lines as seed_lines,
)
from .seed_list import (
    seed_words as seed_words,
)
from .settings_changes import (
    ChangeKind as ChangeKind,
)
from .settings_changes import (
    Consequence as Consequence,
)
from .settings_changes import (
    consequences as consequences,
)
from .sheet_drawing import (
    draw_svg as draw_svg,
)
from .sheet_raster import (
    sheet_png as sheet_png,
)
from .sheet_words import (
    sheet_translator as sheet_translator,
)
from .staleness import (
    changes_concerning as changes_concerning,
)
from .watching_view import (
    WatchingDesk as WatchingDesk,
)
from .watching_view import (
    watching_desk as watching_desk,
)
