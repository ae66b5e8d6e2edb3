"""What the server refuses beyond the rules of the game; sentences are in the rule books' `refusals.toml`."""

from enum import StrEnum


class ServiceCode(StrEnum):
    """Why the house says no."""

    TAKE_BACK_NOT_OFFERED = "take_back_not_offered"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    SEED_MISSING = "seed_missing"
    SEED_LATE = "seed_late"
    SEED_REUSED = "seed_reused"
    DICE_NOT_APPROVED = "dice_not_approved"
    DICE_NOT_SEALED = "dice_not_sealed"
    SEAL_BROKEN = "seal_broken"
    ROLL_STANDS = "roll_stands"
    CHALLENGE_GONE = "challenge_gone"
    OWN_CHALLENGE = "own_challenge"
    TOO_MANY_CHALLENGES = "too_many_challenges"
    OPPONENT_NOT_ABSENT = "opponent_not_absent"
    # Accounts
    NAME_TAKEN = "name_taken"
    SIGN_IN_WRONG = "sign_in_wrong"
    TOO_MANY_TRIES = "too_many_tries"
    # Around a match
    AIDS_CLOSED = "aids_closed"
    HINTS_NOT_OFFERED = "hints_not_offered"
    CHAT_OFF = "chat_off"
    NOT_A_PHRASE = "not_a_phrase"
    CHAT_TOO_FAST = "chat_too_fast"
    NO_PARTNER = "no_partner"
    SPECTATORS_BARRED = "spectators_barred"
    MATCH_NOT_OVER = "match_not_over"
    # Inquiries
    INQUIRY_CLOSED = "inquiry_closed"
