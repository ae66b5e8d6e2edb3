from .club_nights import (
    ClubNights as ClubNights,
)
from .club_service import (
    ClubService as ClubService,
)
from .club_service import (
    is_link_of as is_link_of,
)
from .series_service import (
    SeriesService as SeriesService,
)
from .series_service import (
    SeriesTable as SeriesTable,
)
from .series_service import (
    series_table as series_table,
)
from .tournament_events import (
    PlayedTournament as PlayedTournament,
)
