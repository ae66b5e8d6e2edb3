"""Checkers that cannot be right: impossible positions, missing and surplus ones, and those perhaps borne off."""

from typing import Final

from barpoint.board import HeadRule, Side, discipline
from barpoint.officiating.answer import Consequences, JudgeAnswer, Option, Penalty, PenaltyStep
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import quantity, side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, PlayOn
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.checkers.setup_error import (
    OTHER_SANCTIONS,
    SETUP_QUESTIONS,
    is_valid_start,
    set_up_warning,
    set_up_warning_reading,
    set_up_warning_rows,
)

IMPOSSIBLE: Final = ("both_sides_on_a_point", "checker_on_no_point", "both_on_bar_against_closed_boards", "other")


@incident(
    "impossible_position",
    "The position cannot be played on",
    words=("both colours on one point", "checker between two points", "both on the bar against closed boards"),
    questions=(
        Question("what", "What is impossible about it?", FactType.CHOICE, IMPOSSIBLE),
        Question("players_agree", "Do the players agree how to repair it?", FactType.YES_NO),
    ),
    clauses={
        "usbgf": ("usbgf:4.2.3.1(c)-1", "usbgf:4.2.3.1(c)-2"),
        "guide": ("guide:addendum-impossible-1", "guide:addendum-impossible-3"),
        "bws": ("bws:4.2.3.1b", "bws:1.1"),
    },
)
def impossible_position(q: Inquiry) -> JudgeAnswer:
    """Always to be repaired: by the players, or by the director."""
    q.need("what")
    if q.book == "bws":
        return q.discretion(
            "This book has no longer time for such a position, yet it cannot be played on. "
            "The director decides how the game continues.",
            clauses=q.kind.clauses["bws"],
            factors=("when it came about", "who made the play"),
            usual=_REPAIRS,
            forbidden=("to play on from a position no rule can move",),
            appeal=appeal(q),
        )
    agree = q.need("players_agree")
    if q.book == "guide":
        return q.ruling(
            "A play that leaves an illegal position is put right whenever it is discovered. "
            "What followed it is undone, unless both players or the director find it fairer to let it stand.",
            clauses=q.kind.clauses["guide"],
            choice_of="both players" if agree else "director",
            options=(
                Option("undo", "Undo the play and all that followed", (Instruct("Restore the position before it."),)),
                Option("let_stand", "Repair the position and let the rest stand", (Instruct("Repair it."),)),
            ),
            appeal=appeal(q),
        )
    if agree:
        return q.ruling(
            "Such a position must be put right however late it is found. It is repaired as both players agree, "
            "so that it is valid and can be played on.",
            clauses=q.kind.clauses["usbgf"],
            remedies=(Instruct("Set the position the players agree on."),),
            appeal=appeal(q),
        )
    return q.discretion(
        "Such a position must be put right however late it is found, and the players do not agree how. "
        "The director sets a position that is valid and can be played on.",
        clauses=q.kind.clauses["usbgf"],
        factors=("how it came about", "what changes least", "what each player proposes"),
        forbidden=("to leave the position as it is",),
        appeal=appeal(q),
    )


_REPAIRS: Final = (
    Option("undo", "Undo the play and all that followed", (Instruct("Restore the position before it."),)),
    Option("repair", "Repair the position and let the rest stand", (Instruct("Repair it."),)),
)
_START_TURNS: Final = tuple(one for one in SETUP_QUESTIONS if one.key in ("rolls", "played", "starter_turns"))


@incident(
    "wrong_number_of_checkers",
    "A side has too few or too many checkers",
    words=(
        "checker missing",
        "checker found off the board",
        "checker found on the floor",
        "fourteen checkers",
        "sixteen checkers",
        "extra checker",
    ),
    questions=(
        Question("side", "Whose checkers?", FactType.SIDE),
        Question("number", "How many checkers does that side have, those borne off counted?", FactType.COUNT, most=30),
        Question("removed_lately", "Was it removed on the current play or the one before?", FactType.YES_NO),
        Question("bearing_off", "Has that side begun to bear off?", FactType.YES_NO),
        Question(
            "in_time",
            "Can it still be put right: the play that removed it, or a wrong start before the fifth roll?",
            FactType.YES_NO,
        ),
        Question("head", "How many checkers stand on its head?", FactType.COUNT, most=30),
        Question("from_start", "Was the number wrong from the start of the game?", FactType.YES_NO),
        *_START_TURNS,
        EARLIER,
    ),
    clauses={
        "usbgf": (
            *("usbgf:4.2.3.3", "usbgf:4.2.3.1(b)-2", "usbgf:4.2.1d"),
            *("usbgf:4.2.1b", "usbgf:4.2.1c", "usbgf:4.2.1g", "usbgf:4.2.1p"),
        ),
        "bws": ("bws:4.2.3.1b", "bws:4.2.3.1a", "bws:4.2.4b", "bws:4.2.4a", "bws:4.2.4c"),
        "guide": ("guide:6.4a", "guide:6.4b", "guide:6.3a", "guide:6.3b"),
        "ibf": ("ibf:14.1a", "ibf:14.1b", "ibf:14.2d", "ibf:14.2e", "ibf:14.3a", "ibf:14.3b"),
    },
)
def wrong_number_of_checkers(q: Inquiry) -> JudgeAnswer:
    """Found in the middle of a game; at its start it is an error in the set-up."""
    side, number = q.side("side"), q.need("number")
    rules = discipline(q.profile.options.discipline or "backgammon")
    if number == rules.checkers:
        raise q.wrong("number", f"{number} is the right number of checkers")
    if q.book == "ibf":
        return _ibf(q, side, rules.checkers - number, long=rules.head is not HeadRule.NONE)
    if q.book == "usbgf" and q.get("from_start", default=False):
        return _usbgf_start(q, side, too_few=number < rules.checkers)
    if q.book != "usbgf" and q.get("from_start", default=False):
        return _wrong_start(q, side, too_few=number < rules.checkers)
    if number > rules.checkers:
        return q.discretion(
            "The book speaks of checkers missing during a game, not of one too many. The director decides.",
            clauses=q.kind.clauses[q.book][:1],
            factors=("since when it has been there", "which one it is"),
            appeal=appeal(q),
        )
    return {"usbgf": _usbgf, "bws": _bws, "guide": _guide}[q.book](q, side)


def _usbgf_start(q: Inquiry, side: Side, *, too_few: bool) -> JudgeAnswer:
    """A wrong number from the start is an error of the set-up, with its own deadline."""
    if q.need("in_time"):
        return q.ruling(
            "The number was wrong from the start, and the fifth valid roll has not been thrown. The set-up must be put "
            "right: setup_error.",
            clauses=("usbgf:4.2.1b", "usbgf:4.2.1p" if not too_few else "usbgf:4.2.1g"),
            remedies=(Instruct("Rule on it as a wrong set-up: setup_error."),),
            appeal=appeal(q),
            then=Consequences(game="goes_on", pending="Where the checker goes is settled by the ruling on the set-up."),
        )
    short = f" {side_name(side)}'s checker stays out, not borne off: a gammon or backgammon can still be lost."
    return q.ruling(
        "The number was wrong from the start, and the fifth valid roll has been thrown. Unless both players agree to "
        f"put it right the position stands.{short if too_few else ''}",
        clauses=("usbgf:4.2.1c", *(("usbgf:4.2.1d",) if too_few else ())),
        remedies=(PlayOn(),),
        appeal=appeal(q),
        notes=("With both players' agreement it is corrected late: setup_error (usbgf:4.2.1c).",),
        then=Consequences(game="goes_on", checker="The checker is out of play and not borne off." if too_few else ""),
    )


def _wrong_start(q: Inquiry, side: Side, *, too_few: bool) -> JudgeAnswer:
    """A wrong number from the start under bws and guide: the time for putting it right is that of the set-up."""
    valid = is_valid_start(q)
    if not valid:
        return q.ruling(
            "The number was wrong from the start, and whether that is put right goes by the time for a wrong set-up.",
            clauses=("bws:4.2.4c",) if q.book == "bws" else ("guide:6.3a",),
            remedies=(Instruct("Rule on it as a wrong set-up: setup_error."),),
            appeal=appeal(q),
            then=Consequences(game="goes_on", pending="Where the checker goes is settled by the ruling on the set-up."),
        )
    short = f" {side_name(side)} began with too few and can still lose a gammon or a backgammon." if too_few else ""
    rows = {"bws": ("bws:4.2.4a", "bws:4.2.4b"), "guide": ("guide:6.3b", "guide:6.4b")}[q.book]
    return q.ruling(
        f"The number was wrong from the start, and it is too late to put that right. It stays as it is.{short}",
        clauses=rows if too_few else rows[:1],
        remedies=(PlayOn(),),
        appeal=appeal(q),
        then=Consequences(game="goes_on", checker="The checker is out of play and not borne off." if too_few else ""),
    )


_TO_BE_RULED: Final = Consequences(
    game="goes_on", pending="Whether the checker goes back is settled by the ruling on the illegal play."
)


def _usbgf(q: Inquiry, side: Side) -> JudgeAnswer:
    if q.need("in_time"):
        return q.ruling(
            f"{side_name(side)}'s checker was taken off illegally, and that play can still be put right. "
            "It is ruled on as an illegal play.",
            clauses=("usbgf:4.2.3.1(b)-2",),
            remedies=(Instruct("Rule on it as an illegal play: bore_off_too_early."),),
            appeal=appeal(q),
            then=_TO_BE_RULED,
        )
    return q.ruling(
        f"{side_name(side)}'s checker stays out for the rest of the game and does not count as borne off. "
        f"{side_name(side)} can still lose a gammon or a backgammon.",
        clauses=("usbgf:4.2.3.3", "usbgf:4.2.1d"),
        remedies=(PlayOn(),),
        appeal=appeal(q),
        then=Consequences(checker="The checker is out of play and not borne off.", game="goes_on"),
    )


def _bws(q: Inquiry, side: Side) -> JudgeAnswer:
    if q.need("in_time"):
        return q.ruling(
            f"{side_name(side)}'s checker was taken off illegally and {side_name(side.other)} has not rolled since. "
            "It is an illegal play, so keeping or correcting it is the opponent's choice.",
            clauses=("bws:4.2.3.1a", "bws:4.2.3.1b"),
            remedies=(Instruct("Rule on it as an illegal play: bore_off_too_early."),),
            appeal=appeal(q),
            notes=(reading("ruling-7"),),
            then=_TO_BE_RULED,
        )
    return q.discretion(
        "The opponent has rolled, so the illegal play stands and the checker stays out. Whether it counts as borne off "
        "the book says only of a wrong start, where it does not; the director decides.",
        clauses=("bws:4.2.3.1b", "bws:4.2.4b"),
        factors=("when and how the checker left the board", "that a short start saves nobody from a gammon"),
        usual=(
            Option("out", "It stays out of play and is not borne off", (PlayOn(),)),
            Option("off", "It counts as borne off", (PlayOn(),)),
        ),
        appeal=appeal(q),
        notes=(reading("ruling-7"),),
    )


def _guide(q: Inquiry, side: Side) -> JudgeAnswer:
    if q.need("bearing_off"):
        return q.discretion(
            f"{side_name(side)} has begun to bear off, and of that the book does not speak. The director decides.",
            clauses=("guide:6.4a",),
            factors=("when and how the checker left the board",),
            usual=(
                Option("back", "It goes back as an illegal play", (Instruct("Put the checker back."),)),
                Option("out", "It stays out of play and is not borne off", (PlayOn(),)),
                Option("off", "It counts as borne off", (PlayOn(),)),
            ),
            appeal=appeal(q),
        )
    if q.need("removed_lately"):
        return q.ruling(
            "The checker was removed on the current play or the one before, so it is put back as an illegal play.",
            clauses=("guide:6.4a", "guide:addendum-impossible-2"),
            remedies=(Instruct("Rule on it as an illegal play: bore_off_too_early."),),
            appeal=appeal(q),
            then=_TO_BE_RULED,
        )
    return q.ruling(
        f"Nobody can establish when the checker left the board, so it is out of play for the rest of the game. "
        f"It does not count as borne off: {side_name(side)} may still lose a gammon or a backgammon.",
        clauses=("guide:6.4a", "guide:6.4b"),
        remedies=(PlayOn(),),
        appeal=appeal(q),
        then=Consequences(checker="The checker is out of play and not borne off.", game="goes_on"),
    )


def _ibf(q: Inquiry, side: Side, missing: int, *, long: bool) -> JudgeAnswer:
    penalties = set_up_warning(q, side) if q.get("from_start", default=not long) else ()
    warned = f" {side_name(side)} is warned for the set-up." if penalties else ""
    by = set_up_warning_rows(penalties) if penalties else ()
    more = (
        *((OTHER_SANCTIONS,) if any(penalty.offence > 1 for penalty in penalties) else ()),
        *set_up_warning_reading(penalties),
    )
    if not long:
        if q.facts.get("head"):
            raise q.wrong("head", "only Longgammon has a head; rule on it under the preset IBF Longgammon")
        return q.ruling(
            "Once both players have made two moves a wrong number of checkers no longer matters. "
            f"The game goes on, and {side_name(side)} may still lose a gammon or a backgammon.{warned}",
            clauses=("ibf:14.1a", "ibf:14.1b", *by),
            remedies=(PlayOn(),),
            penalties=penalties,
            notes=("Before that it is an error in the set-up (ibf:14.1c).", *more),
            then=Consequences(game="goes_on"),
        )
    row = "ibf:14.2d" if missing > 0 else "ibf:14.2e"
    head = q.need("head")
    if not head:
        return q.ruling(
            f"No checker stands on the head, so nothing is changed. The game goes on as it is.{warned}",
            clauses=(row, *by),
            remedies=(PlayOn(),),
            penalties=penalties,
            notes=more,
        )
    change = missing if missing > 0 else -min(-missing, head)
    verb = "added to" if change > 0 else "taken from"
    return q.ruling(
        f"{quantity(abs(change), 'checker')} {'is' if abs(change) == 1 else 'are'} {verb} {side_name(side)}'s head, "
        f"which then has {head + change}. The game goes on.{warned}",
        clauses=(row, *by),
        remedies=(Instruct(f"Set {side_name(side)}'s head to {head + change}."),),
        penalties=penalties,
        notes=more,
        then=Consequences(game="goes_on"),
    )


@incident(
    "perhaps_borne_off",
    "Nobody knows whether a checker was borne off",
    words=("was it borne off", "checker lying on the board after bearing off", "borne-off checker fell back"),
    questions=(
        Question("side", "Whose checker?", FactType.SIDE),
        Question("status", "What can be found out?", FactType.CHOICE, ("unknown", "borne_off", "in_play")),
        Question("opponent_asks", "Does the opponent ask that it counts as in play?", FactType.YES_NO),
        EARLIER,
    ),
    clauses={"ibf": ("ibf:13.7", "ibf:13.8")},
)
def perhaps_borne_off(q: Inquiry) -> JudgeAnswer:
    """The opponent decides what cannot be found out; a surely borne-off checker brings a warning."""
    side, status = q.side("side"), q.need("status")
    if status == "borne_off":
        return q.ruling(
            f"The checker is one of those borne off: it is not in play. {side_name(side)} is warned.",
            clauses=("ibf:13.8",),
            remedies=(Instruct("Take the checker off the board."),),
            penalties=(Penalty(side, PenaltyStep.WARNING, q.offence(side)),),
        )
    if status == "unknown" and not q.need("opponent_asks"):
        return q.discretion(
            f"It cannot be found out, and {side_name(side.other)} does not ask for it to be in play. "
            "What it then counts as the book does not say; the arbiter decides.",
            clauses=("ibf:13.7",),
            factors=("where the checker lay", "how many checkers are off"),
            usual=(
                Option("off", "It counts as borne off", (Instruct("Take the checker off the board."),)),
                Option("in_play", "It counts as in play where it lies", (PlayOn(),)),
            ),
            notes=(reading("ruling-5"),),
        )
    return q.ruling(
        "The checker counts as in play where it lies. The game goes on.",
        clauses=("ibf:13.7",),
        remedies=(PlayOn(),),
        then=Consequences(checker="The checker is in play; it is not borne off.", game="goes_on"),
    )


@incident(
    "hit_checker_left",
    "A hit checker was never put on the bar",
    words=(
        "forgot to put the checker on the bar",
        "hit checker left on the point",
        "covered checker",
        "under my checker",
    ),
    questions=(
        Question("owner", "Whose checker was hit?", FactType.SIDE),
        Question("moved_since", "Has its owner moved other checkers since?", FactType.YES_NO),
        Question("near", "Did it lie under the checker that hit it, or at the tip of its point?", FactType.YES_NO),
    ),
    clauses={
        "usbgf": ("usbgf:4.2.2.3.3b", "usbgf:4.2.2.1f", "usbgf:4.2.2.1e"),
        "guide": ("guide:addendum-impossible-1", "guide:addendum-impossible-3"),
    },
)
def hit_checker_left(q: Inquiry) -> JudgeAnswer:
    """It counts as hit, without a time limit, and goes onto the bar at once."""
    owner = q.side("owner")
    moved = q.need("moved_since")
    if q.book == "guide":
        return _both_on_a_point(q, owner, played_on=moved)
    if not q.need("near"):
        return q.ruling(
            "Only a hit checker left under the one that hit it, or at the tip of its point, counts as hit all the "
            "same. Elsewhere the play was not completed as it has to be.",
            clauses=("usbgf:4.2.2.3.3b",),
            remedies=(Instruct("Rule on it as an illegal play, or as an impossible position."),),
            appeal=appeal(q),
        )
    return q.ruling(
        f"{side_name(owner)}'s checker was hit although it was left on the point, and this is no illegal move. "
        "It goes onto the bar now, however late it was noticed, and enters before another checker moves.",
        clauses=("usbgf:4.2.2.3.3b", "usbgf:4.2.2.1f", "usbgf:4.2.2.1e"),
        remedies=(Instruct(f"Put {side_name(owner)}'s checker on the bar."),),
        appeal=appeal(q),
        notes=(reading("ruling-40"),)
        if moved
        else (f"A roll that {side_name(owner)} has made is kept, and enters the checker if it can.",),
        then=Consequences(game="goes_on", checker=f"{side_name(owner)}'s checker is on the bar."),
    )


def _both_on_a_point(q: Inquiry, owner: Side, *, played_on: bool) -> JudgeAnswer:
    """Both sides on one point is an illegal position under guide, to be put right whenever it is found."""
    bar = Instruct(f"Put {side_name(owner)}'s checker on the bar.")
    options = (
        Option("undo", "What followed is undone", (bar, Instruct("Restore the position after the hit."))),
        Option("let_stand", "The checker goes onto the bar and the rest stands", (bar,)),
    )
    return q.ruling(
        f"Checkers of both sides on one point are put right whenever that is found: {side_name(owner)}'s "
        "checker was hit "
        "and goes onto the bar."
        + (" What followed is undone, unless both players or the director find it fairer." if played_on else ""),
        clauses=q.kind.clauses["guide"] if played_on else ("guide:addendum-impossible-1",),
        remedies=() if played_on else (bar,),
        choice_of="director" if played_on else "",
        options=options if played_on else (),
        appeal=appeal(q),
    )
