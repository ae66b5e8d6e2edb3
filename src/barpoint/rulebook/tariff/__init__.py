"""What a book charges: penalty, lateness, break, reserve and vote arithmetic, as pure functions.

lateness     when a match is due, what a late player pays, when lateness loses the match
breaks       how many and how long, and the running break reserve of usbgf
penalties    penalty points on the score, the fast-grab ladder, ibf's sanctions
reserves     clock times midway, restored, corrected and held in trust
committee    who may hear an appeal, and what a vote decides

Times are integer milliseconds, points are integers. A book that is silent answers None: whoever asks
then says "not covered by this book". Nothing here decides whether a rule was broken.
"""

from barpoint.rulebook.tariff.breaks import Allowance, BreakReserve, BreakWhen, CountedBreaks, allowance, deemed_break
from barpoint.rulebook.tariff.committee import CommitteeRules, Verdict, committee_rules, compose, tally
from barpoint.rulebook.tariff.lateness import (
    Assessment,
    Delay,
    Schedule,
    StrictPolicy,
    assess,
    designated_start,
    late_start,
    schedule,
    strict_policy,
)
from barpoint.rulebook.tariff.penalties import (
    Award,
    Grab,
    GrabStep,
    Sanction,
    SanctionEffect,
    after_fast_grab,
    award,
    fast_grab,
    fixed_sanction,
    forfeited_game,
    longest_video_cut,
    sanction,
    wrongly_settled,
)
from barpoint.rulebook.tariff.reserves import (
    LengthAdjustment,
    Rounding,
    correct_setting,
    correction_cost,
    for_length,
    hold_in_trust,
    lost_while_running,
    midway,
    nearest_second,
    partial_length,
    released_trust,
    unpressed,
)

__all__ = [
    "Allowance",
    "Assessment",
    "Award",
    "BreakReserve",
    "BreakWhen",
    "CommitteeRules",
    "CountedBreaks",
    "Delay",
    "Grab",
    "GrabStep",
    "LengthAdjustment",
    "Rounding",
    "Sanction",
    "SanctionEffect",
    "Schedule",
    "StrictPolicy",
    "Verdict",
    "after_fast_grab",
    "allowance",
    "assess",
    "award",
    "committee_rules",
    "compose",
    "correct_setting",
    "correction_cost",
    "deemed_break",
    "designated_start",
    "fast_grab",
    "fixed_sanction",
    "for_length",
    "forfeited_game",
    "hold_in_trust",
    "late_start",
    "longest_video_cut",
    "lost_while_running",
    "midway",
    "nearest_second",
    "partial_length",
    "released_trust",
    "sanction",
    "schedule",
    "strict_policy",
    "tally",
    "unpressed",
    "wrongly_settled",
]
