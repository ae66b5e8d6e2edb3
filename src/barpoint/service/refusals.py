"""What the server refuses beyond the rules of the game; sentences are in the rule books' `refusals.toml`."""

from enum import StrEnum


class ServiceCode(StrEnum):
    """Why the house says no."""

    TAKE_BACK_NOT_OFFERED = "take_back_not_offered"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    SEED_MISSING = "seed_missing"
    SEED_LATE = "seed_late"
    SEED_REUSED = "seed_reused"
    CHALLENGE_GONE = "challenge_gone"
    OWN_CHALLENGE = "own_challenge"
    OPPONENT_NOT_ABSENT = "opponent_not_absent"
