from .club_state import (
    OFFICERS as OFFICERS,
)
from .club_state import (
    AddMember as AddMember,
)
from .club_state import (
    Announce as Announce,
)
from .club_state import (
    Club as Club,
)
from .club_state import (
    ClubAnnouncement as ClubAnnouncement,
)
from .club_state import (
    ClubMember as ClubMember,
)
from .club_state import (
    ClubRole as ClubRole,
)
from .club_state import (
    ClubStep as ClubStep,
)
from .club_state import (
    ClubStepTaken as ClubStepTaken,
)
from .club_state import (
    HoldTournament as HoldTournament,
)
from .club_state import (
    JoinClub as JoinClub,
)
from .club_state import (
    KeepNight as KeepNight,
)
from .club_state import (
    KeepSeries as KeepSeries,
)
from .club_state import (
    NightSettings as NightSettings,
)
from .club_state import (
    OpenClub as OpenClub,
)
from .club_state import (
    decide_club as decide_club,
)
from .club_state import (
    decode_club as decode_club,
)
from .club_state import (
    fold_club as fold_club,
)
from .points_scheme import (
    SCHEMES as SCHEMES,
)
from .points_scheme import (
    Climb as Climb,
)
from .points_scheme import (
    PointsScheme as PointsScheme,
)
from .points_scheme import (
    format_points as format_points,
)
from .points_scheme import (
    read_scheme as read_scheme,
)
from .points_scheme import (
    scheme_lines as scheme_lines,
)
from .refusals import (
    ClubCode as ClubCode,
)
from .series import (
    CountTournament as CountTournament,
)
from .series import (
    JoinPersons as JoinPersons,
)
from .series import (
    NameOrganiser as NameOrganiser,
)
from .series import (
    OpenSeries as OpenSeries,
)
from .series import (
    Series as Series,
)
from .series import (
    SeriesActor as SeriesActor,
)
from .series import (
    SeriesStep as SeriesStep,
)
from .series import (
    SeriesStepTaken as SeriesStepTaken,
)
from .series import (
    decide_series as decide_series,
)
from .series import (
    decode_series as decode_series,
)
from .series import (
    fold_series as fold_series,
)
from .series_print import (
    series_markup as series_markup,
)
from .series_results import (
    Appearance as Appearance,
)
from .series_results import (
    SeriesEvent as SeriesEvent,
)
from .series_results import (
    SeriesMatch as SeriesMatch,
)
from .series_results import (
    SeriesPerson as SeriesPerson,
)
from .series_results import (
    SeriesPlace as SeriesPlace,
)
from .series_results import (
    identify as identify,
)
from .standings import (
    SeriesResult as SeriesResult,
)
from .standings import (
    SeriesRow as SeriesRow,
)
from .standings import (
    series_standings as series_standings,
)
