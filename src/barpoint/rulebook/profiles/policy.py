"""What officials go by in an event: the book's choices, as data.

`officiating` asks a policy which regime, window, deadline or schedule applies; the tournament desk asks
it for lateness, breaks and appeals. Each field names the rows it comes from; None, an empty tuple or
NOT_COVERED means that the book does not say. An event's options change what its book lets them change
(`options`); everything about the match itself is in `MatchFormat`.
"""

from enum import StrEnum

import msgspec

from barpoint.match.format import MINUTE, SECOND, PreferenceMethod
from barpoint.rulebook.catalogue.lookup import param
from barpoint.rulebook.tariff.appeal_votes import CommitteeRules, committee_rules
from barpoint.rulebook.tariff.lateness import (
    LatenessSchedule,
    StrictPolicy,
    lateness_schedule,
)


class IllegalMoves(StrEnum):
    """What becomes of an illegal move noticed in time."""

    MUST_CORRECT = "must_correct"  # usbgf:1.1.2a, guide:addendum-concept-1
    OPPONENT_CHOOSES = "opponent_chooses"  # ibf:10.3b, bws:4.2.3.1a
    NOT_COVERED = "not_covered"  # trad:scoring-9


class CorrectionWindow(StrEnum):
    """What ends the time for putting something right."""

    OPPONENTS_VALID_ROLL = "opponents_valid_roll"  # an invalid roll leaves it open
    OPPONENTS_ROLL = "opponents_roll"  # any roll ends it
    OPPONENT_ACTS = "opponent_acts"  # a roll, a double or a move begun
    OFFENDERS_VALID_ROLL = "offenders_valid_roll"
    OFFENDER_ACTS = "offender_acts"  # doubles or rolls for the next turn


class SetupDeadline(StrEnum):
    """Until when a wrong starting position is put right."""

    FIFTH_VALID_ROLL = "fifth_valid_roll"  # usbgf:4.2.1b
    FOURTH_MOVE_COMPLETED = "fourth_move_completed"  # guide:6.3a
    STARTERS_THIRD_TURN = "starters_third_turn"  # bws:4.2.4a
    TWO_MOVES_EACH = "two_moves_each"  # ibf:14.1a, 14.2a
    NOT_COVERED = "not_covered"


class CubeBinding(StrEnum):
    """What commits a player to a double."""

    TOUCH = "touch"  # usbgf:4.4.4.2a, ibf:9.5
    REACH = "reach"  # guide:5.9i
    WORDS_OR_GESTURES = "words_or_gestures"  # bws:4.4.2e: the director weighs them
    NOT_COVERED = "not_covered"


class WrongLength(StrEnum):
    """What becomes of a match played to a wrong length."""

    FINISH_THE_GAME = "finish_the_game"  # usbgf:4.8.2a: then correct; a completed match stands
    STANDS = "stands"  # guide:5.14e
    RECOMPUTE = "recompute"  # ibf:15.5, 15.6
    RESUME_IF_CORRECTABLE = "resume_if_correctable"  # bws:4.5d, our reading
    NOT_COVERED = "not_covered"


class ScoreDispute(StrEnum):
    """What settles a score that nobody can reconstruct."""

    TRUE_SCORE = "true_score"  # usbgf:4.6.3a, a single sheet before none (4.6.3c)
    TRAILING_PLAYERS_SHEET = "trailing_players_sheet"  # bws:4.7e
    WRITTEN_SCORE = "written_score"  # guide:5.13c
    NOT_COVERED = "not_covered"


class PointsDestination(StrEnum):
    """Where a penalty point goes."""

    TO_OPPONENT = "to_opponent"  # usbgf:2.2.4m, bws:2.2.4a, guide by default
    OFF_THE_OFFENDER = "off_the_offender"  # ibf:17.1d
    NOT_COVERED = "not_covered"


class AppealUntil(StrEnum):
    """How long a ruling may be appealed."""

    PROMPTLY = "promptly"  # usbgf:5.2c: before further play that the ruling affects
    WHILE_REVERSIBLE = "while_reversible"  # bws:5.2a: at once
    BEFORE_PLAY_RESUMES = "before_play_resumes"  # guide:6.5a
    NO_APPEALS = "no_appeals"


class SpectatorRules(msgspec.Struct, frozen=True, kw_only=True):
    """What spectators may do."""

    evidence_asked_by: tuple[str, ...] = ()  # usbgf:1.6.1b, guide:1.3.2, bws:5.4c
    may_mention: tuple[str, ...] = ()  # to the players: usbgf:1.6.1b (between games), guide:1.3.4b
    may_report: tuple[str, ...] = ()  # to the staff: usbgf:1.6.1f, bws:1.6.1b, guide:1.3.4a
    applause_between_games: bool = False  # usbgf:1.6.1c; guide:1.3.3 forbids it
    may_announce_expiry: bool = False  # nowhere: ibf:8.8, usbgf:4.3.4-3


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """An event's officiating policy."""

    book: str
    # Irregular play
    illegal_moves: IllegalMoves = IllegalMoves.NOT_COVERED
    illegal_window: CorrectionWindow | None = (
        None  # usbgf:4.2.3.1(a)-2, guide:addendum-illegal-moves-2, bws:4.2.3.1b, ibf:10.3c
    )
    facial_window: CorrectionWindow | None = (
        None  # moves illegal whatever was rolled: usbgf:4.2.3.1(b)-2, guide:addendum-impossible-2
    )
    impossible_positions_always: bool = False  # usbgf:4.2.3.1(c)-1, guide:addendum-impossible-1
    late_correction_by_agreement: bool = False  # usbgf:4.2.3.1(d)-1, guide:addendum-late-1
    claims_survive_the_game: bool | None = None  # to the next opening roll: usbgf, guide; ibf:14.4b says no
    setup_deadline: SetupDeadline = SetupDeadline.NOT_COVERED
    # Dice and cube
    die_at_rest: int | None = None  # usbgf:4.1.4.3b, guide:5.6f, ibf:12.5.10b
    die_on_checker_counts: bool = False  # usbgf:4.1.4.3c only; ibf:10.2b, bws:4.1.4.1b, guide:5.6b reroll
    cube_binding: CubeBinding = CubeBinding.NOT_COVERED
    # Time
    expiry_announced_by: tuple[str, ...] = ()  # usbgf:4.3.4-3, bws:4.3.3a, ibf:8.8
    courtesy_warning_below: int | None = None  # usbgf:4.3.4-2
    literal_midway: bool = False  # bws:3.5.6 as it is written, the switch `literal_midway`
    lateness: LatenessSchedule | None = None  # usbgf:2.2.4a, bws:2.2.4a, guide:2.2.5d
    late_policy: StrictPolicy | None = None  # usbgf:2.2.4j, guide:2.2.5d; the option `late_policy`
    start_gap: int | None = None  # from the later preceding match: usbgf:2.2.1b, guide by our choice
    absence_limit: int | None = None  # from the playing area: usbgf:2.2.5a, bws:2.2.4d
    # Before the match
    preferences: dict[str, PreferenceMethod] = {}  # by topic: usbgf:1.7.1a, bws:3.6, guide:3.3a, ibf:3.5
    dice_changes: bool = False  # at a player's request between games: ibf:3.7a, the option `dice_changes`
    # Score and length
    penalty_points: PointsDestination = PointsDestination.NOT_COVERED
    wrong_length: WrongLength = WrongLength.NOT_COVERED
    score_dispute: ScoreDispute = ScoreDispute.NOT_COVERED
    # Rulings and appeals
    uncovered_by: str = ""  # the clause by which an official decides what no rule covers
    exception_needs_facts: bool = False  # usbgf:1.1.4.3a
    appeals: CommitteeRules | None = None  # usbgf:5.3a, bws:5.2b, guide:6.5b
    appeal_until: AppealUntil = AppealUntil.NO_APPEALS
    not_appealable: tuple[str, ...] = ()  # usbgf:5.2b, guide:1.1.4
    federation_reports: tuple[str, ...] = ()  # due after the event: bws:1.4.3, 1.6.5, 1.7.5, 5.6
    # People
    spectators: SpectatorRules = SpectatorRules()
    monitor_may_correct: bool | None = None  # usbgf:1.3.3b, bws:1.3.3b, guide:4b
    headphones: str = ""  # usbgf:1.8.3a allowed; bws:1.7.1b by consent; elsewhere not said
    languages: tuple[str, ...] = ()  # usbgf:1.5a, bws:1.5, guide:3.7a; the option `languages`


def book_policy(book: str) -> Policy:
    """The book's own policy, before an event's options."""
    return {"ibf": _ibf, "usbgf": _usbgf, "bws": _bws, "guide": _guide}.get(book, lambda: Policy(book=book))()


def _usbgf() -> Policy:
    return Policy(
        book="usbgf",
        illegal_moves=IllegalMoves.MUST_CORRECT,
        illegal_window=CorrectionWindow.OPPONENTS_VALID_ROLL,
        facial_window=CorrectionWindow.OFFENDERS_VALID_ROLL,
        impossible_positions_always=True,
        late_correction_by_agreement=True,
        claims_survive_the_game=True,
        setup_deadline=SetupDeadline.FIFTH_VALID_ROLL,
        die_at_rest=param("usbgf:4.1.4.3b", "rest_s", int) * SECOND,
        die_on_checker_counts=True,
        cube_binding=CubeBinding.TOUCH,
        expiry_announced_by=("player", "opponent", "staff"),
        courtesy_warning_below=param("usbgf:4.3.4-2", "warn_below_s", int) * SECOND,
        lateness=lateness_schedule("usbgf"),
        start_gap=param("usbgf:2.2.1b", "gap_min", int) * MINUTE,
        absence_limit=param("usbgf:2.2.5a", "limit_min", int) * MINUTE,
        preferences={
            "non_smoking": PreferenceMethod.PREFERRED,  # usbgf:2.1b
            "precision_dice": PreferenceMethod.PREFERRED,  # usbgf:3.2.1a
            "two_dice": PreferenceMethod.PREFERRED,  # usbgf:3.2.2b
            "lipped_cups": PreferenceMethod.PREFERRED,  # usbgf:3.2.3.2a
            "cup_with_box": PreferenceMethod.PREFERRED,  # usbgf:3.2.3.3.1
            "mixed_devices": PreferenceMethod.IF_AGREED,  # usbgf:3.2.3b
            "untimed_clock": PreferenceMethod.PREFERRED,  # usbgf:4.1.7.2a
            "seats": PreferenceMethod.BY_ROLL,  # usbgf:3.3a
            "direction": PreferenceMethod.BY_ROLL,
            "colours": PreferenceMethod.BY_ROLL,
            "equipment": PreferenceMethod.BY_ROLL,
            "score_keeping": PreferenceMethod.PER_PLAYER,  # usbgf:1.7.1.5
        },
        penalty_points=PointsDestination.TO_OPPONENT,
        wrong_length=WrongLength.FINISH_THE_GAME,
        score_dispute=ScoreDispute.TRUE_SCORE,
        uncovered_by="usbgf:1.1.4.2a",
        exception_needs_facts=True,
        appeals=committee_rules("usbgf"),
        appeal_until=AppealUntil.PROMPTLY,
        not_appealable=param("usbgf:5.2b", "not_appealable", tuple[str, ...]),
        spectators=SpectatorRules(
            evidence_asked_by=param("usbgf:1.6.1b", "asked_by", tuple[str, ...]),
            may_mention=param("usbgf:1.6.1b", "between_games", tuple[str, ...]),
            may_report=("anything",),
            applause_between_games=param("usbgf:1.6.1c", "between_games_applause", bool),
        ),
        monitor_may_correct=True,
        headphones=param("usbgf:1.8.3a", "default", str),
        languages=(param("usbgf:1.5a", "always", str),),
    )


def _bws() -> Policy:
    return Policy(
        book="bws",
        illegal_moves=IllegalMoves.OPPONENT_CHOOSES,
        illegal_window=CorrectionWindow.OPPONENTS_ROLL,
        setup_deadline=SetupDeadline.STARTERS_THIRD_TURN,
        cube_binding=CubeBinding.WORDS_OR_GESTURES,
        expiry_announced_by=param("bws:4.3.3a", "who", tuple[str, ...]),
        lateness=lateness_schedule("bws"),
        absence_limit=param("bws:2.2.4d", "absence_limit_min", int) * MINUTE,
        preferences={
            "non_smoking": PreferenceMethod.PREFERRED,  # bws:2.1b
            "lipped_cups": PreferenceMethod.PREFERRED,  # bws:3.2
            "precision_dice": PreferenceMethod.PREFERRED,  # bws:3.3.1
            "baffle_box": PreferenceMethod.IF_AGREED,  # bws:3.4.1.1
            "seats": PreferenceMethod.BY_ROLL,  # bws:3.6
            "direction": PreferenceMethod.BY_ROLL,
            "colours": PreferenceMethod.BY_ROLL,
            "equipment": PreferenceMethod.BY_ROLL,
        },
        penalty_points=PointsDestination.TO_OPPONENT,
        wrong_length=WrongLength.RESUME_IF_CORRECTABLE,
        score_dispute=ScoreDispute.TRAILING_PLAYERS_SHEET,
        uncovered_by="bws:1.1",
        appeals=committee_rules("bws"),
        appeal_until=AppealUntil.WHILE_REVERSIBLE,
        federation_reports=("bws:1.4.3", "bws:1.6.5", "bws:1.7.5", "bws:5.6"),
        spectators=SpectatorRules(evidence_asked_by=("director",), may_report=("cheating",)),
        monitor_may_correct=param("bws:1.3.3b", "monitor_may_correct", bool),
        headphones="by consent",
        languages=param("bws:1.5", "official_languages", tuple[str, ...]),
    )


def _guide() -> Policy:
    return Policy(
        book="guide",
        illegal_moves=IllegalMoves.MUST_CORRECT,
        illegal_window=CorrectionWindow.OPPONENTS_VALID_ROLL,
        facial_window=CorrectionWindow.OFFENDER_ACTS,
        impossible_positions_always=True,
        late_correction_by_agreement=True,
        claims_survive_the_game=True,
        setup_deadline=SetupDeadline.FOURTH_MOVE_COMPLETED,
        die_at_rest=param("guide:5.6f", "rest_s", int) * SECOND,
        cube_binding=CubeBinding.REACH,
        lateness=lateness_schedule("guide"),
        start_gap=param("usbgf:2.2.1b", "gap_min", int) * MINUTE,
        preferences={
            "direction": PreferenceMethod.BY_ROLL,
            "equipment": PreferenceMethod.BY_ROLL,
        },  # guide:3.3a, which names no seats
        penalty_points=PointsDestination.TO_OPPONENT,
        wrong_length=WrongLength.STANDS,
        score_dispute=ScoreDispute.WRITTEN_SCORE,
        uncovered_by="guide:2.1.1",
        appeals=committee_rules("guide"),
        appeal_until=AppealUntil.BEFORE_PLAY_RESUMES,
        # What the director decides finally and alone: guide:1.1.4 (its sanctions are ethics-5's), guide:2.2.2a.
        not_appealable=("ethics", "disqualification", "expulsion", "entry_refusal", "division_assignment"),
        spectators=SpectatorRules(
            evidence_asked_by=param("guide:1.3.2", "askers", tuple[str, ...]),
            may_mention=(param("guide:1.3.4b", "permitted_remark", str),),
            may_report=("anything",),
        ),
        monitor_may_correct=param("guide:4b", "monitor_may_correct", bool),
    )


def _ibf() -> Policy:
    return Policy(
        book="ibf",
        illegal_moves=IllegalMoves.OPPONENT_CHOOSES,
        illegal_window=CorrectionWindow.OPPONENT_ACTS,
        claims_survive_the_game=False,
        setup_deadline=SetupDeadline.TWO_MOVES_EACH,
        die_at_rest=param("ibf:12.5.10b", "seconds", int) * SECOND,
        cube_binding=CubeBinding.TOUCH,
        expiry_announced_by=param("ibf:8.8", "allowed", tuple[str, ...]),
        preferences={"colours": PreferenceMethod.BY_ROLL, "direction": PreferenceMethod.BY_ROLL},  # ibf:3.5
        penalty_points=PointsDestination.OFF_THE_OFFENDER,
        wrong_length=WrongLength.RECOMPUTE,
    )
