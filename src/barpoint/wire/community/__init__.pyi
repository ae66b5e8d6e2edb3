from .clubs import (
    ClubEventLine as ClubEventLine,
)
from .clubs import (
    ClubListing as ClubListing,
)
from .clubs import (
    ClubPage as ClubPage,
)
from .clubs import (
    ClubRanked as ClubRanked,
)
from .clubs import (
    JoinByLink as JoinByLink,
)
from .clubs import (
    JoinView as JoinView,
)
from .clubs import (
    NamedLink as NamedLink,
)
from .clubs import (
    NewClub as NewClub,
)
from .clubs import (
    NewNight as NewNight,
)
from .clubs import (
    NewSeries as NewSeries,
)
from .clubs import (
    NightBegun as NightBegun,
)
from .clubs import (
    OrganiserByName as OrganiserByName,
)
from .clubs import (
    SeriesHere as SeriesHere,
)
from .clubs import (
    SeriesListing as SeriesListing,
)
from .clubs import (
    SeriesPage as SeriesPage,
)
from .clubs import (
    TakeClubStep as TakeClubStep,
)
from .clubs import (
    TakeSeriesStep as TakeSeriesStep,
)
from .fair_play import (
    FairPlayCase as FairPlayCase,
)
from .fair_play import (
    FairPlayLine as FairPlayLine,
)
from .fair_play import (
    FairPlayListing as FairPlayListing,
)
from .fair_play import (
    FairPlayPage as FairPlayPage,
)
from .fair_play import (
    NewFairPlayCase as NewFairPlayCase,
)
from .friends import (
    ChallengeAnswers as ChallengeAnswers,
)
from .friends import (
    CorrespondenceLine as CorrespondenceLine,
)
from .friends import (
    Following as Following,
)
from .friends import (
    Friend as Friend,
)
from .friends import (
    FriendlyChallenge as FriendlyChallenge,
)
from .friends import (
    PeoplePresent as PeoplePresent,
)
from .friends import (
    PersonHere as PersonHere,
)
from .lists import (
    ClubListed as ClubListed,
)
from .lists import (
    EventListed as EventListed,
)
from .lists import (
    KeeperByName as KeeperByName,
)
from .lists import (
    ListedPerson as ListedPerson,
)
from .lists import (
    ListFile as ListFile,
)
from .lists import (
    ListImported as ListImported,
)
from .lists import (
    ListListing as ListListing,
)
from .lists import (
    ListPage as ListPage,
)
from .lists import (
    ListPreview as ListPreview,
)
from .lists import (
    NewList as NewList,
)
from .lists import (
    TakeListStep as TakeListStep,
)
