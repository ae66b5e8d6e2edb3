"""Whether a turn was over: tapping the bar, touching, lifting or covering the dice.

With a clock nothing but its press ends the turn.
"""

from typing import Final

from barpoint.board import Side
from barpoint.officiating.answer import Consequences, JudgeAnswer, Reading
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, PlayOn, Remedy, RollStands
from barpoint.officiating.topics.appeal_rights import appeal

_ACTS: Final = ("tapped_bar", "touched_field", "touched_die", "lifted_die", "covered_dice")
_OBJECTION: Final = ("before_a_die_landed", "after_a_die_landed", "opponent_has_not_lifted")
_FOUR: Final = {"touched_die": "usbgf:4.1.7.3b", "lifted_die": "usbgf:4.1.7.3a"}
_GUIDE: Final = {
    "touched_die": ("guide:5.3a", "guide:5.7b"),
    "lifted_die": ("guide:5.3c",),
    "covered_dice": ("guide:5.3c", "guide:5.7b"),
}
_PRESS: Final = {  # with a clock
    "usbgf": ("usbgf:4.1.7.1a",),
    "guide": ("guide:5.3d", "guide:5.7c"),
    "bws": ("bws:4.1.6.2a",),
}


@incident(
    "turn_ended",
    "Was the turn over?",
    words=("I was not finished", "touched the dice", "wants to change the move", "is the turn over", "tapped the bar"),
    questions=(
        Question("player", "Whose turn was it?", FactType.SIDE),
        Question("act", "What did the player do after moving?", FactType.CHOICE, _ACTS),
        Question("dice", "Is the match played with two dice or four?", FactType.CHOICE, ("two", "four")),
        Question("legal", "Was the play on the board legal and complete?", FactType.YES_NO),
        Question("announced", "Did the player first say that the dice were only being moved?", FactType.YES_NO),
        Question(
            "objection", "When did the player first object to the dice being lifted?", FactType.CHOICE, _OBJECTION
        ),
        Question("habit", "How has the player mostly ended turns?", FactType.CHOICE, ("bar", "field", "both")),
        Question("clock", "Is a clock in use?", FactType.YES_NO),
    ),
    clauses={
        "usbgf": (
            "usbgf:4.1.2c",
            "usbgf:4.1.7.2c",
            "usbgf:4.1.7.2d",
            "usbgf:4.1.7.2e",
            "usbgf:4.1.7.2h",
            "usbgf:4.1.7.3a",
            "usbgf:4.1.7.3b",
            "usbgf:4.1.7.3c",
            "usbgf:4.1.7.1a",
        ),
        "guide": ("guide:5.3a", "guide:5.3b", "guide:5.3c", "guide:5.7a", "guide:5.7b", "guide:5.3d", "guide:5.7c"),
        "bws": ("bws:4.1.6.1", "bws:4.1.6.2a"),
        "ibf": ("ibf:2.20b", "ibf:10.3a"),
    },
)
def turn_ended(q: Inquiry) -> JudgeAnswer:
    """By the sign the book gives; a touch announced as a mere adjustment is none."""
    q.side("player")
    act = q.need("act")
    if q.book in _PRESS and q.get("clock", default=False):
        return _ruling(q, False, _PRESS[q.book], "Only a press of the clock ends it.")
    if q.book == "ibf":
        return _ruling(q, False, q.kind.clauses["ibf"])
    if q.book == "bws":
        return _ruling(q, act == "lifted_die", ("bws:4.1.6.1",))
    return _guide(q, act) if q.book == "guide" else _usbgf(q, act)


def _usbgf(q: Inquiry, act: str) -> JudgeAnswer:
    if q.need("dice") == "two":
        return _two_dice(q, act)
    if act not in _FOUR:
        return _ruling(q, False, ("usbgf:4.1.7.3a",))
    if not q.need("legal"):
        return _illegal(q, ended=act == "lifted_die")
    over = act == "lifted_die" or not q.get("announced", default=False)
    return _ruling(q, over, (_FOUR[act], "usbgf:4.1.2c") if act == "touched_die" else (_FOUR[act],))


def _illegal(q: Inquiry, *, ended: bool) -> JudgeAnswer:
    """An illegal play with four dice: lifting a die ends the turn, touching one does not."""
    return _over_but_illegal(q, ("usbgf:4.1.7.3c",)) if ended else _ruling(q, False, ("usbgf:4.1.7.3c",), _MAKE_LEGAL)


_MAKE_LEGAL: Final = "The play on the board is not legal and has to be made legal before the turn is ended."


_PUT_RIGHT: Final = {
    "usbgf": ("put right if it is noticed before the opponent's valid roll", "usbgf:4.2.3.1(a)-2"),
    "bws": ("kept or put right as the opponent chooses before rolling", "bws:4.2.3.1a"),
    "guide": ("put right if it is noticed before the opponent's legal roll", "guide:addendum-illegal-moves-2"),
}


def _over_but_illegal(q: Inquiry, rows: tuple[str, ...]) -> JudgeAnswer:
    """The turn is over and the play is not legal: it has its own rule and does not stand by the end of the turn."""
    how, row = _PUT_RIGHT[q.book]
    return q.ruling(
        f"That ends {side_name(q.side('player'))}'s turn, legal or not. The illegal play does not stand by that: it is "
        f"{how}.",
        clauses=(*rows, row),
        remedies=(Instruct("Rule on the play: illegal_play, stage turn_ended."),),
        appeal=appeal(q),
        then=Consequences(turn=q.side("player").other, play_may_change=False),
    )


def _two_dice(q: Inquiry, act: str) -> JudgeAnswer:
    """The tap on the bar ends a turn; after another contact the first sign of an objection decides."""
    if act == "tapped_bar":
        return _ruling(q, True, ("usbgf:4.1.7.2c",))
    if act != "touched_field":
        return _ruling(q, False, ("usbgf:4.1.7.2c", "usbgf:4.1.2c") if act == "touched_die" else ("usbgf:4.1.7.2c",))
    objection = q.need("objection")
    if objection != "opponent_has_not_lifted":
        over = objection == "after_a_die_landed" and bool(q.need("legal"))
        player = q.side("player")
        tendency = _habit_against(q, player, over=over)
        restored = Instruct(f"Set the dice back to {side_name(player)}'s roll; a roll made since is void.")
        return _ruling(
            q,
            over,
            ("usbgf:4.1.7.2e", "usbgf:4.1.7.2c", *(("usbgf:4.1.7.2d",) if tendency else ())),
            f"{side_name(player.other)}'s roll stands." if over else "The dice go back as they lay.",
            RollStands(player.other) if over else restored,
            tendency,
        )
    habit = q.need("habit")
    if habit == "both" or not q.get("legal", default=True):
        return _ruling(q, False, ("usbgf:4.1.7.2c", "usbgf:4.1.7.2h"))
    return _ruling(q, habit == "field", ("usbgf:4.1.7.2d", "usbgf:4.1.7.2c"), "The player's habit decides the doubt.")


def _habit_against(q: Inquiry, player: Side, *, over: bool) -> tuple[str | Reading, ...]:
    """The player's habit, where it tends the other way than the moment of the objection (usbgf:4.1.7.2d)."""
    if not q.get("legal", default=True) or not q.given("habit"):
        return ()
    habit = q.need("habit")
    if habit != ("bar" if over else "field"):
        return ()
    favour = "in favour of" if over else "against"
    used = "the bar" if over else "the field"
    tends = f"{side_name(player)} mostly ends turns on {used}, which tends to be decided {favour} {side_name(player)}"
    return (f"{tends} (usbgf:4.1.7.2d).", reading("dice-25"))


def _guide(q: Inquiry, act: str) -> JudgeAnswer:
    if act not in _GUIDE:
        return _ruling(q, False, ("guide:5.3c",))
    if act != "lifted_die" and q.need("announced"):
        return _ruling(q, False, ("guide:5.3b", "guide:5.7a"))
    if act == "touched_die" and not q.need("legal"):
        return _ruling(q, False, ("guide:5.3a",), _MAKE_LEGAL)
    return _ruling(q, True, _GUIDE[act])


def _ruling(
    q: Inquiry,
    over: bool,
    rows: tuple[str, ...],
    more: str = "",
    remedy: Remedy | None = None,
    notes: tuple[str | Reading, ...] = (),
) -> JudgeAnswer:
    player = q.side("player")
    if over and not q.need("legal"):
        return _over_but_illegal(q, rows)
    who = side_name(player)
    then = f"{who}'s turn is over, and the play stands." if over else f"{who}'s turn is not over and may be completed."
    sign = "That is a sign that ends a turn" if over else "That alone does not end a turn"
    say = f"{sign} under this book. {then}{f' {more}' if more else ''}"
    goes_on = Consequences(turn=player.other if over else player, play_may_change=not over)
    return q.ruling(say, clauses=rows, remedies=(remedy or PlayOn(),), appeal=appeal(q), notes=notes, then=goes_on)
