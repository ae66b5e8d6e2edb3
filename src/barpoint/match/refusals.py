"""The stable codes of what a match refuses; `board.PlayCode` has those of the checkers.

`rulebook.cite` gives each a sentence and its clauses under the match's book.
"""

from enum import StrEnum


class MatchCode(StrEnum):
    """Why a command is refused."""

    # Whose move it is, and whether there is one
    MATCH_NOT_STARTED = "match_not_started"
    MATCH_ALREADY_STARTED = "match_already_started"
    MATCH_OVER = "match_over"
    NO_GAME = "no_game"
    GAME_RUNNING = "game_running"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_SEATED = "not_seated"
    NOT_OPERATOR = "not_operator"
    OPERATOR_FIXED_DURING_GAME = "operator_fixed_during_game"
    DIRECTOR_CALLED = "director_called"
    NOT_STOPPED = "not_stopped"
    # What was settled before the match
    TERMS_NEED_BOTH = "terms_need_both"
    TERMS_IMPOSED = "terms_imposed"
    # The turn
    MUST_ROLL_FIRST = "must_roll_first"
    ALREADY_ROLLED = "already_rolled"
    OPENING_ROLL_DUE = "opening_roll_due"
    OPENING_ALREADY_ROLLED = "opening_already_rolled"
    PLAY_NOT_COMPLETE = "play_not_complete"
    TURN_ALREADY_ENDED = "turn_already_ended"
    ROLL_TOO_EARLY = "roll_too_early"
    ROLLS_ARE_VALID = "rolls_are_valid"
    # The cube
    NO_CUBE = "no_cube"
    CRAWFORD_GAME = "crawford_game"
    DEAD_CUBE = "dead_cube"
    CUBE_NOT_YOURS = "cube_not_yours"
    DOUBLE_AFTER_ROLL = "double_after_roll"
    WRONG_CUBE_LEVEL = "wrong_cube_level"
    CUBE_LIMIT = "cube_limit"
    MUST_ANSWER_DOUBLE = "must_answer_double"
    NO_DOUBLE_OFFERED = "no_double_offered"
    PASS_WOULD_END_MATCH = "pass_would_end_match"
    BEAVER_NOT_ALLOWED = "beaver_not_allowed"
    RACCOON_NOT_ALLOWED = "raccoon_not_allowed"
    BOUND_BY_WORDS = "bound_by_words"
    WORDS_DO_NOT_BIND = "words_do_not_bind"
    # Ending games and matches
    RESIGNATION_NOT_ALLOWED = "resignation_not_allowed"
    CONTACT_REMAINS = "contact_remains"
    LEVEL_EXCLUDED = "level_excluded"
    LEVEL_NOT_CERTAIN = "level_not_certain"
    NO_RESIGNATION_OFFERED = "no_resignation_offered"
    MUST_ANSWER_RESIGNATION = "must_answer_resignation"
    CLAIM_NOT_ALLOWED = "claim_not_allowed"
    CLAIM_FAILS = "claim_fails"
    NO_CLAIM_MADE = "no_claim_made"
    MATCH_MUST_BE_PLAYED_OUT = "match_must_be_played_out"
    # Breaks and clocks
    NO_BREAK_LEFT = "no_break_left"
    BREAK_ONLY_BETWEEN_GAMES = "break_only_between_games"
    BREAK_ONLY_BETWEEN_SETS = "break_only_between_sets"
    NO_BREAK_RUNNING = "no_break_running"
    BREAK_RUNNING = "break_running"
    NO_CLOCK = "no_clock"
    CLOCK_IS_KEPT = "clock_is_kept"
    CLOCK_ALREADY_PAUSED = "clock_already_paused"
    CLOCK_NOT_PAUSED = "clock_not_paused"
    PAUSE_NOT_ALLOWED = "pause_not_allowed"
    DELAY_MUST_PASS = "delay_must_pass"
    FRESH_DELAY_NOT_GRANTED = "fresh_delay_not_granted"
    DOUBLE_PRESS_NOT_ALLOWED = "double_press_not_allowed"
    TIME_NOT_EXPIRED = "time_not_expired"
    BOTH_EXPIRED_NOT_COVERED = "both_expired_not_covered"
    # Officials
    OFFICIALS_ONLY = "officials_only"
    NOTHING_TO_CORRECT = "nothing_to_correct"
    NOT_A_POINT_MATCH = "not_a_point_match"
