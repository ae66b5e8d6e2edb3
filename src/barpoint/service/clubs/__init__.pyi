from .club_nights import (
    ClubNights as ClubNights,
)
from .club_service import (
    ClubService as ClubService,
)
from .club_service import (
    is_link_of as is_link_of,
)
from .event_ratings import (
    EntrantListed as EntrantListed,
)
from .event_ratings import (
    EventRatings as EventRatings,
)
from .list_service import (
    ListService as ListService,
)
from .list_service import (
    club_matches as club_matches,
)
from .series_service import (
    JoinPreview as JoinPreview,
)
from .series_service import (
    SeriesService as SeriesService,
)
from .series_service import (
    SeriesTable as SeriesTable,
)
from .series_service import (
    preview_join as preview_join,
)
from .series_service import (
    series_table as series_table,
)
from .tournament_events import (
    PlayedTournament as PlayedTournament,
)
