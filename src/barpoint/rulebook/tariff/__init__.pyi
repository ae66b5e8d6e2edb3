from .appeal_votes import (
    CommitteeRules as CommitteeRules,
)
from .appeal_votes import (
    CommitteeVerdict as CommitteeVerdict,
)
from .appeal_votes import (
    committee_rules as committee_rules,
)
from .appeal_votes import (
    composition_refusal as composition_refusal,
)
from .appeal_votes import (
    tally_votes as tally_votes,
)
from .breaks import (
    BreakAllowance as BreakAllowance,
)
from .breaks import (
    BreakReserve as BreakReserve,
)
from .breaks import (
    BreakWhen as BreakWhen,
)
from .breaks import (
    CountedBreaks as CountedBreaks,
)
from .breaks import (
    break_allowance as break_allowance,
)
from .breaks import (
    tacit_break as tacit_break,
)
from .lateness import (
    Assessment as Assessment,
)
from .lateness import (
    Delay as Delay,
)
from .lateness import (
    Stretch as Stretch,
)
from .lateness import (
    StrictPolicy as StrictPolicy,
)
from .lateness import (
    assess as assess,
)
from .lateness import (
    due_start as due_start,
)
from .lateness import (
    lateness_schedule as lateness_schedule,
)
from .lateness import (
    start_delay as start_delay,
)
from .penalties import (
    Grab as Grab,
)
from .penalties import (
    GrabStep as GrabStep,
)
from .penalties import (
    Sanction as Sanction,
)
from .penalties import (
    after_fast_grab as after_fast_grab,
)
from .penalties import (
    award_penalty as award_penalty,
)
from .penalties import (
    fast_grab as fast_grab,
)
from .penalties import (
    forfeit_points as forfeit_points,
)
from .penalties import (
    longest_video_cut as longest_video_cut,
)
from .penalties import (
    mandatory_sanction as mandatory_sanction,
)
from .penalties import (
    sanction as sanction,
)
from .penalties import (
    wrongly_settled as wrongly_settled,
)
from .reserves import (
    Rounding as Rounding,
)
from .reserves import (
    adjust_for_length as adjust_for_length,
)
from .reserves import (
    correct_setting as correct_setting,
)
from .reserves import (
    correction_cost as correction_cost,
)
from .reserves import (
    forgotten_press_credit as forgotten_press_credit,
)
from .reserves import (
    hold_in_trust as hold_in_trust,
)
from .reserves import (
    midway_reserve as midway_reserve,
)
from .reserves import (
    nearest_second as nearest_second,
)
from .reserves import (
    reserve_cost as reserve_cost,
)
from .reserves import (
    trust_release as trust_release,
)
