from .director import (
    CaseListing as CaseListing,
)
from .director import (
    CommandTrial as CommandTrial,
)
from .director import (
    DirectorPage as DirectorPage,
)
from .director import (
    OptionLatitude as OptionLatitude,
)
from .public_pages import (
    EntrantRating as EntrantRating,
)
from .public_pages import (
    OpenMatch as OpenMatch,
)
from .public_pages import (
    PostedResult as PostedResult,
)
from .table_devices import (
    DelayEntry as DelayEntry,
)
from .table_devices import (
    DelayTable as DelayTable,
)
from .table_devices import (
    DelayThreshold as DelayThreshold,
)
from .table_devices import (
    DisplayReceipt as DisplayReceipt,
)
from .table_devices import (
    ErrorRates as ErrorRates,
)
from .table_devices import (
    NewDisplay as NewDisplay,
)
from .table_devices import (
    NewRecording as NewRecording,
)
from .table_devices import (
    PlayerAccount as PlayerAccount,
)
from .table_devices import (
    RecordingRefusal as RecordingRefusal,
)
from .table_devices import (
    RecordStatus as RecordStatus,
)
from .table_devices import (
    TableView as TableView,
)
from .tournaments import (
    AccessLink as AccessLink,
)
from .tournaments import (
    BatchReceipt as BatchReceipt,
)
from .tournaments import (
    CommandBatch as CommandBatch,
)
from .tournaments import (
    CommandReceipt as CommandReceipt,
)
from .tournaments import (
    ContestSummary as ContestSummary,
)
from .tournaments import (
    DeskCase as DeskCase,
)
from .tournaments import (
    DeskCaseStep as DeskCaseStep,
)
from .tournaments import (
    FullArchive as FullArchive,
)
from .tournaments import (
    NewCommand as NewCommand,
)
from .tournaments import (
    NewDeskCase as NewDeskCase,
)
from .tournaments import (
    NewEntry as NewEntry,
)
from .tournaments import (
    NewSighting as NewSighting,
)
from .tournaments import (
    NewTournament as NewTournament,
)
from .tournaments import (
    OwnPlayer as OwnPlayer,
)
from .tournaments import (
    PersonLink as PersonLink,
)
from .tournaments import (
    RefusedStep as RefusedStep,
)
from .tournaments import (
    RoleAccount as RoleAccount,
)
from .tournaments import (
    RoleHolder as RoleHolder,
)
from .tournaments import (
    RoleRecovery as RoleRecovery,
)
from .tournaments import (
    Roster as Roster,
)
from .tournaments import (
    SightReceipt as SightReceipt,
)
from .tournaments import (
    StaleCommand as StaleCommand,
)
from .tournaments import (
    TitleStandings as TitleStandings,
)
from .tournaments import (
    TournamentAccess as TournamentAccess,
)
from .tournaments import (
    TournamentListing as TournamentListing,
)
from .tournaments import (
    TournamentView as TournamentView,
)
from .tournaments import (
    WhoDirects as WhoDirects,
)
