"""The stable codes of what a tournament refuses; draws and Swiss rounds have their own beside these.

`rulebook.cite` gives each a sentence and its clauses under the contest's book.
"""

from enum import StrEnum


class TournamentCode(StrEnum):
    """Why a command is refused."""

    # The tournament and who acts
    TOURNAMENT_NOT_OPEN = "tournament_not_open"
    TOURNAMENT_ALREADY_OPEN = "tournament_already_open"
    TOURNAMENT_CLOSED = "tournament_closed"
    TOURNAMENT_NOT_CLOSED = "tournament_not_closed"
    NOT_PERMITTED = "not_permitted"
    DIRECTOR_NEEDED = "director_needed"
    ONE_DIRECTOR = "one_director"
    NO_SUCH_CONTEST = "no_such_contest"
    CONTEST_EXISTS = "contest_exists"
    CONTEST_FINISHED = "contest_finished"
    WHY_NEEDED = "why_needed"
    # Publishing
    NOT_PUBLISHED = "not_published"
    ALREADY_PUBLISHED = "already_published"
    MONEY_NOT_DISCLOSED = "money_not_disclosed"
    LENGTH_MISSING = "length_missing"
    LANGUAGE_MISSING = "language_missing"
    RULES_LOCKED = "rules_locked"
    DRAWN_ALREADY = "drawn_already"
    # Entries
    NO_SUCH_ENTRY = "no_such_entry"
    ENTRY_EXISTS = "entry_exists"
    ENTRY_DECIDED = "entry_decided"
    ENTRY_CONCERNS = "entry_concerns"
    WRONG_TEAM = "wrong_team"
    PLAYER_BARRED = "player_barred"
    PLAYER_EXCLUDED = "player_excluded"
    NOT_A_HIGHER_DIVISION = "not_a_higher_division"
    REENTRY_NOT_ALLOWED = "reentry_not_allowed"
    NO_SUCH_PLAYER = "no_such_player"
    FIELD_SIZE = "field_size"
    # The draw
    NOT_DRAWN = "not_drawn"
    NOT_SWISS = "not_swiss"
    PLAYOFF_RUNNING = "playoff_running"
    NOTHING_LEFT_TO_PAIR = "nothing_left_to_pair"
    # Running
    NO_SUCH_MATCH = "no_such_match"
    MATCH_NOT_READY = "match_not_ready"
    MATCH_BEGUN = "match_begun"
    MATCH_NOT_BEGUN = "match_not_begun"
    MATCH_SUSPENDED = "match_suspended"
    MATCH_NOT_SUSPENDED = "match_not_suspended"
    MATCH_COMPLETED = "match_completed"
    TABLE_TAKEN = "table_taken"
    NO_SUCH_TABLE = "no_such_table"
    PLAYER_BUSY = "player_busy"
    ON_BREAK = "on_break"
    NOT_ON_BREAK = "not_on_break"
    NO_BREAKS = "no_breaks"
    NOBODY_WAITED = "nobody_waited"
    CONTACT_NEEDED = "contact_needed"
    NOT_SIGNED_OUT = "not_signed_out"
    NO_SUCH_CALL = "no_such_call"
    DEVICE_NOT_APPROVED = "device_not_approved"
    MONITOR_NEEDS_BOTH = "monitor_needs_both"
    # Results
    NOT_REPORTED_ALIKE = "not_reported_alike"
    LENGTH_NOT_PLAYED = "length_not_played"
    LATER_MATCH_BEGUN = "later_match_begun"
    NOT_POSTED = "not_posted"
    NO_FORFEIT_DUE = "no_forfeit_due"
    ADVANCES_NEEDED = "advances_needed"
    # Penalties and cases
    NO_SUCH_PENALTY = "no_such_penalty"
    NO_SUCH_RULING = "no_such_ruling"
    # Money
    NOTHING_OWED = "nothing_owed"
    AMOUNT_NOT_POSITIVE = "amount_not_positive"
    NO_SUCH_POOL = "no_such_pool"
    NO_CALCUTTA = "no_calcutta"
    ALREADY_SOLD = "already_sold"
    NOT_SOLD = "not_sold"
    PRIZES_AWARDED = "prizes_awarded"
    # Close
    CONTEST_NOT_FINISHED = "contest_not_finished"
    STILL_TO_PLAY = "still_to_play"
    MONEY_OPEN = "money_open"
    REPORTS_DUE = "reports_due"
    NO_SUCH_DUTY = "no_such_duty"
