from .agreement import (
    MatchAgreement as MatchAgreement,
)
from .agreement import (
    match_agreement as match_agreement,
)
from .agreement import (
    wants_clean_air as wants_clean_air,
)
from .autopilot import (
    Deadline as Deadline,
)
from .autopilot import (
    autopilot_commands as autopilot_commands,
)
from .autopilot import (
    deadlines as deadlines,
)
from .broadcast import (
    Broadcast as Broadcast,
)
from .broadcast import (
    SightStanding as SightStanding,
)
from .broadcast import (
    broadcast_of as broadcast_of,
)
from .broadcast import (
    requests_of as requests_of,
)
from .broadcast import (
    restricted_by as restricted_by,
)
from .broadcast import (
    sight_standing as sight_standing,
)
from .closing_checklist import (
    ClosingChecklist as ClosingChecklist,
)
from .closing_checklist import (
    check_closing as check_closing,
)
from .match_clock import (
    format_with_clock as format_with_clock,
)
from .overview import (
    CHECK_IN as CHECK_IN,
)
from .overview import (
    Desk as Desk,
)
from .overview import (
    DeskMatch as DeskMatch,
)
from .overview import (
    DeskSide as DeskSide,
)
from .overview import (
    DeskStage as DeskStage,
)
from .overview import (
    as_counted as as_counted,
)
from .overview import (
    desk_overview as desk_overview,
)
from .overview import (
    orders_for as orders_for,
)
from .overview import (
    score_so_far as score_so_far,
)
from .overview import (
    score_until as score_until,
)
from .overview import (
    start_score as start_score,
)
from .timing import (
    delays as delays,
)
from .timing import (
    due as due,
)
from .timing import (
    matches_of as matches_of,
)
from .timing import (
    people_of as people_of,
)
from .timing import (
    strict_in_force as strict_in_force,
)
