"""The stable codes of what a rule book refuses an event, its players or its officials.

`board.PlayCode` has those of the checkers, `match.refusals.MatchCode` those of a match; `cite` gives
each of them a sentence and its clauses.
"""

from enum import StrEnum


class BookCode(StrEnum):
    """Why an option, an agreement, a policy or a committee is refused."""

    # An event's options
    OPTION_FIXED = "option_fixed"
    OPTION_NOT_LISTED = "option_not_listed"
    OPTIONS_AFTER_START = "options_after_start"
    OPTIONS_NOT_ANNOUNCED = "options_not_announced"
    SETTING_MISSING = "setting_missing"
    LATE_POLICY_WITHIN_GRACE = "late_policy_within_grace"
    # Players' agreements about the clock
    CLOCK_TIGHTER_THAN_STANDARD = "clock_tighter_than_standard"
    CLOCK_SETTINGS_FIXED = "clock_settings_fixed"
    CLOCK_REQUIRED = "clock_required"
    # Committees
    COMMITTEE_SIZE = "committee_size"
    COMMITTEE_HAS_STAFF = "committee_has_staff"
    # Equipment a player may insist on having otherwise
    BOARD_SIZE = "board_size"
    CUPS_WITHOUT_LIP = "cups_without_lip"
    DICE_NOT_PRECISE = "dice_not_precise"
