"""Equipment and manner of play: orders of the director, changes during a match, wishes that clash before it.

Dice mixed or exchanged at a player's request are `dice_change`; clocks that do not work are `clock`.
"""

from typing import Final

from barpoint.board import Side
from barpoint.match.format import PreferenceMethod
from barpoint.officiating.answer import Appeal, JudgeAnswer, Option
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident, rule_under
from barpoint.officiating.phrases import side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, PlayOn
from barpoint.officiating.topics.appeal_rights import appeal, event_policy

_NO_APPEAL: Final = Appeal(False, clauses=("usbgf:3.5.1a", "usbgf:5.2b"))


@incident(
    "equipment_ordered",
    "An official orders other dice or other equipment",
    words=("director changed the dice", "ordered a baffle box", "imposed equipment", "arbiter replaced the dice"),
    questions=(
        Question("by", "Who gives the order?", FactType.CHOICE, ("chief_arbiter", "deputy", "other")),
        Question("reason", "For what reason?", FactType.TEXT),
        Question("during_game", "Is a game in progress?", FactType.YES_NO),
    ),
    clauses={
        "ibf": ("ibf:3.8a", "ibf:3.8b"),
        "usbgf": ("usbgf:3.5a", "usbgf:3.5.1a", "usbgf:4.1.5", "usbgf:1.7.1.6"),
        "bws": ("bws:3.7.1", "bws:3.4.1.4"),
        "guide": ("guide:3.3b", "guide:5.5d", "guide:5.10c"),
    },
)
def equipment_ordered(q: Inquiry) -> JudgeAnswer:
    """At any time; ibf wants a reason, and usbgf neither a reason nor an appeal; guide names its cases."""
    say = "The director may change or order equipment at any time, and the players must use it."
    if q.book == "bws":
        return q.ruling(say, clauses=q.kind.clauses["bws"], remedies=(_instruction(),), appeal=appeal(q))
    return q.ruling(
        f"{say} No reason is needed, nobody is blamed by it, and it cannot be appealed.",
        clauses=q.kind.clauses["usbgf"],
        remedies=(_instruction(),),
        appeal=_NO_APPEAL,
    )


def _instruction() -> Instruct:
    return Instruct("Use the equipment that was ordered.")


@rule_under("equipment_ordered", "guide")
def _guide_order(q: Inquiry) -> JudgeAnswer:
    return q.discretion(
        "The director may order a clock, a box or a tube for bad rolling, and other equipment in place of what is "
        "clearly inferior.",
        clauses=q.kind.clauses["guide"],
        factors=("what gave rise to it", "that equipment once settled is kept for the match (guide:3.4a)"),
        usual=(Option("order", "The equipment is used", (_instruction(),)),),
        appeal=appeal(q),
    )


@rule_under("equipment_ordered", "ibf")
def _ibf_order(q: Inquiry) -> JudgeAnswer:
    if q.need("by") == "other":
        return q.ruling(
            "Only the Chief Arbiter or the deputy may order other dice. The dice stay.",
            clauses=("ibf:3.8a",),
            remedies=(Instruct("Call the Chief Arbiter."),),
        )
    reason = str(q.need("reason")).strip()
    if not reason:
        raise q.wrong("reason", "the order needs a reason, which is entered in the protocol")
    stop = " The clocks are stopped meanwhile." if q.need("during_game") else ""
    return q.ruling(
        f"The dice are replaced. The reason is entered in the protocol: {reason.rstrip('.')}.{stop}",
        clauses=("ibf:3.8a", "ibf:3.8b") if stop else ("ibf:3.8a",),
        remedies=(Instruct("Replace the dice and enter the reason in the protocol."),),
    )


_GROUNDS: Final = ("defective", "both_agree", "proper_board", "precision_dice", "better_cups", "just_a_wish")
# Which grounds let a player have other equipment in a match: always, or only between two games.
_ALWAYS: Final = {
    "usbgf": ("defective", "precision_dice", "better_cups"),
    "bws": ("defective", "both_agree", "precision_dice", "better_cups"),
    "guide": (),
}
_BETWEEN: Final = {"usbgf": ("both_agree", "proper_board"), "bws": ("proper_board",), "guide": ()}
_GROUND_ROWS: Final = {
    "usbgf": {"proper_board": "usbgf:3.1b", "precision_dice": "usbgf:3.2.1c", "better_cups": "usbgf:3.2.3.2b"},
    "bws": {"proper_board": "bws:3.1b", "precision_dice": "bws:3.3.1", "better_cups": "bws:3.2"},
    "guide": {"defective": "guide:3.4b"},
}
_CHANGE: Final = {"usbgf": "usbgf:3.5.1b", "bws": "bws:3.7.1", "guide": "guide:3.4a"}


@incident(
    "equipment_change",
    "A player wants other equipment during the match, or a piece is broken or lost",
    words=("wants another board", "other cups", "broken checker", "lost a checker under the table", "defective board"),
    questions=(
        Question("ground", "Why?", FactType.CHOICE, _GROUNDS),
        Question("between_games", "Is it between two games?", FactType.YES_NO),
    ),
    clauses={book: (row, *_GROUND_ROWS[book].values()) for book, row in _CHANGE.items()},
)
def equipment_change(q: Inquiry) -> JudgeAnswer:
    """Only on the grounds the book names; what is broken is replaced."""
    ground = q.need("ground")
    rows = (_CHANGE[q.book], *((_GROUND_ROWS[q.book][ground],) if ground in _GROUND_ROWS[q.book] else ()))
    if q.book == "guide" and ground == "defective":
        return q.ruling(
            "What is broken or lost is replaced under the director's guidance. The position is kept, and play goes on.",
            clauses=("guide:3.4b",),
            remedies=(Instruct("Replace it and restore the position."),),
            appeal=appeal(q),
        )
    waits = ground in _BETWEEN[q.book] and not q.need("between_games")
    if waits or ground not in (*_ALWAYS[q.book], *_BETWEEN[q.book]):
        why = "This is changed between games only." if waits else "That is no ground for a change during a match."
        return q.ruling(f"The equipment stays as it is. {why}", clauses=rows, remedies=(PlayOn(),), appeal=appeal(q))
    return q.ruling(
        "The equipment is changed. If the opponent objects, the director orders it.",
        clauses=rows,
        remedies=(Instruct("Change the equipment."),),
        appeal=appeal(q),
    )


_BY_ROLL: Final = {"usbgf": ("usbgf:3.3a", "usbgf:3.3b", "usbgf:3.3c"), "bws": ("bws:3.6",), "guide": ("guide:3.3a",)}
_WISHES: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("usbgf", "non_smoking"): ("usbgf:2.1b",),
    ("usbgf", "precision_dice"): ("usbgf:3.2.1a",),
    ("usbgf", "two_dice"): ("usbgf:3.2.2b",),
    ("usbgf", "lipped_cups"): ("usbgf:3.2.3.2a", "usbgf:3.2.3a"),
    ("usbgf", "baffle_box"): ("usbgf:3.2.3a",),
    ("usbgf", "cup_with_box"): ("usbgf:3.2.3.3.1",),
    ("usbgf", "mixed_devices"): ("usbgf:3.2.3b",),
    ("usbgf", "untimed_clock"): ("usbgf:4.1.7.2a",),
    ("usbgf", "score_keeping"): ("usbgf:1.7.1.5",),
    ("bws", "non_smoking"): ("bws:2.1b",),
    ("bws", "lipped_cups"): ("bws:3.2",),
    ("bws", "precision_dice"): ("bws:3.3.1",),
    ("bws", "baffle_box"): ("bws:3.4.1.1",),
    ("bws", "two_dice"): ("bws:3.3.2", "bws:3.3.3"),
    ("bws", "cup_with_box"): ("bws:3.4.3b",),
    ("ibf", "colours"): ("ibf:3.5",),
    ("ibf", "direction"): ("ibf:3.5",),
    **{(book, topic): rows for book, rows in _BY_ROLL.items() for topic in ("seats", "direction", "equipment")},
    **{(book, "colours"): _BY_ROLL[book] for book in ("usbgf", "bws")},
}
_NO_CHOICE: Final = {  # bws leaves the players nothing to choose
    "two_dice": "Without a clock each player has two dice, with a clock two are shared; this is not for choice.",
    "cup_with_box": "Cups are used for shaking even with a baffle box; this is not for choice.",
}
_TEXT: Final = {  # what it comes to if it is used, and if not
    "non_smoking": ("the non-smoking area", "the smoking area"),
    "precision_dice": ("precision dice", "other dice"),
    "two_dice": ("two dice", "four dice"),
    "cup_with_box": ("a cup to feed the box", "the hand to feed the box"),
    "mixed_devices": ("a device of each player's own", "one device for both"),
    "untimed_clock": ("an untimed clock", "no clock"),
    "lipped_cups": ("lipped cups", "other cups"),
    "baffle_box": ("a baffle box", "no baffle box"),
}
_TOPICS: Final = tuple(dict.fromkeys(topic for _, topic in reversed(_WISHES)))


@incident(
    "wishes_clash",
    "The players want different things before the match",
    words=(
        "disagree about seats",
        "which board do we use",
        "direction of play",
        "preference dispute",
        "smoking area",
        "who sits",
    ),
    questions=(
        Question("topic", "What about?", FactType.CHOICE, _TOPICS),
        Question("wanted_by", "Who wants it?", FactType.CHOICE, ("white", "black", "both", "neither")),
        Question("lipped", "Are lipped cups available?", FactType.YES_NO),
        Question("mediated", "Did it come up only after the director had settled the others?", FactType.YES_NO),
        Question(
            "unreasonable", "Does the director find one player's equipment or wish unreasonable?", FactType.YES_NO
        ),
        Question("listed", "Have both named everything they disagree on?", FactType.YES_NO),
        Question("sum_white", "White's two dice together", FactType.COUNT, least=2, most=12),
        Question("sum_black", "Black's two dice together", FactType.COUNT, least=2, most=12),
    ),
    clauses={
        "ibf": ("ibf:3.5", "ibf:3.3a", "ibf:3.3c", "ibf:3.6", "ibf:8.1c"),
        "usbgf": (
            *_BY_ROLL["usbgf"],
            "usbgf:3.3d",
            "usbgf:3.3e",
            "usbgf:3.3f",
            *dict.fromkeys(
                rows[0] for (book, _), rows in _WISHES.items() if book == "usbgf" and rows is not _BY_ROLL["usbgf"]
            ),
        ),
        "bws": tuple(dict.fromkeys(rows[0] for (book, _), rows in _WISHES.items() if book == "bws")),
        "guide": ("guide:3.3a", "guide:3.3b", "guide:3.5b", "guide:5.10f"),
    },
)
def wishes_clash(q: Inquiry) -> JudgeAnswer:
    """By the method the book gives for the topic: either may insist, both must agree, or dice decide."""
    topic = q.need("topic")
    if q.book == "bws" and topic in _NO_CHOICE:
        return q.ruling(_NO_CHOICE[topic], clauses=_WISHES["bws", topic], remedies=(PlayOn(),), appeal=appeal(q))
    method = event_policy(q).preferences.get(topic)
    if q.book == "usbgf" and topic == "baffle_box" and method is None:
        return _by_rank(q)
    if method is None:
        return _without_method(q, topic)
    rows = _WISHES[q.book, topic]
    if method is PreferenceMethod.BY_ROLL:
        return _by_roll(q, topic, rows)
    if method is PreferenceMethod.PER_PLAYER:
        say = "Here each player makes an own choice. There is nothing to settle."
        return q.ruling(say, clauses=rows, remedies=(PlayOn(),), appeal=appeal(q))
    wish = q.need("wanted_by")
    used = wish == "both" or (method is not PreferenceMethod.IF_AGREED and wish != "neither")
    why = (
        "Both players have to agree on it." if method is PreferenceMethod.IF_AGREED else "One player's wish is enough."
    )
    placed = ""
    more: tuple[str, ...] = ()
    if topic == "mixed_devices" and used:
        placed = (
            " The box stands on the right of the player who uses it, and the player with the device that ranks higher "
            "says on which side the home boards are."
        )
        more = ("usbgf:3.2.3.3.3b",)
    return q.ruling(
        f"{why} So the choice is {_TEXT[topic][0 if used else 1]}.{placed}",
        clauses=(*rows, *more),
        remedies=(Instruct(f"Play with {_TEXT[topic][0]}."),) if used else (PlayOn(),),
        appeal=appeal(q),
    )


def _without_method(q: Inquiry, topic: str) -> JudgeAnswer:
    """What a book says of a thing without leaving it to the players: ibf to the event, guide to the director."""
    if q.book == "ibf" and topic in _IBF_EVENT:
        say, row = _IBF_EVENT[topic]
        return q.ruling(say, clauses=(row,), remedies=(PlayOn(),), notes=("The regulations may say otherwise.",))
    if q.book == "ibf" and topic == "baffle_box":
        return q.ruling(
            "Where both are to be had the baffle box comes before the cup, unless the regulations lay down otherwise.",
            clauses=("ibf:3.3a", "ibf:3.3c"),
            remedies=(Instruct("Play with a baffle box."),),
        )
    if q.book == "guide" and topic in ("precision_dice", "lipped_cups"):  # choices of equipment like any other
        return _by_roll(q, "equipment", _BY_ROLL["guide"])
    if q.book == "guide" and topic == "untimed_clock":
        return _mechanical_clock(q)
    if q.book == "guide" and topic == "baffle_box":
        if (wish := q.need("wanted_by")) in ("both", "neither"):
            box = (Instruct("Play with a baffle box."),) if wish == "both" else (PlayOn(),)
            return q.ruling("The players agree.", clauses=("guide:3.5b",), remedies=box, appeal=appeal(q))
        return q.discretion(
            "A wish for a baffle box is given strong consideration. The director finds out whether the objection is "
            "legitimate, and decides.",
            clauses=("guide:3.5b",),
            factors=("why the opponent objects", "that devices for random rolls have priority (guide:3.5a)"),
            usual=(
                Option("box", "A baffle box is used", (Instruct("Play with a baffle box."),)),
                Option("none", "No baffle box is used", (PlayOn(),)),
            ),
            appeal=appeal(q),
        )
    return q.silent()


_IBF_EVENT: Final = {
    "equipment": (
        "The Chief Arbiter places the equipment before each round; the dice are the organisers'. No player chooses.",
        "ibf:8.1c",
    ),
    "precision_dice": ("The dice are those that the organisers supply. Neither player has a choice.", "ibf:3.6"),
    "lipped_cups": ("The regulations of the event say which cup is used. Neither player has a choice.", "ibf:3.3c"),
}


def _mechanical_clock(q: Inquiry) -> JudgeAnswer:
    """A clock that nobody loses on: by agreement, and noted."""
    agreed = q.need("wanted_by") == "both"
    noted = Instruct("Note on the score sheet that nobody loses on time, or tell the director.")
    return q.ruling(
        "Both agree to use the clock for ending turns only. This is noted, or the director is told, beforehand."
        if agreed
        else "Both players have to agree on a clock that nobody loses on. Without it the event's rule on clocks holds.",
        clauses=("guide:5.10f",),
        remedies=(noted,) if agreed else (PlayOn(),),
        appeal=appeal(q),
    )


def _by_rank(q: Inquiry) -> JudgeAnswer:
    """By the order of devices in usbgf: lipped cups, a baffle box, another approved device, cups without a lip."""
    wish = q.need("wanted_by")
    box = wish == "both" or (wish != "neither" and not q.need("lipped"))
    why = "Both agree on it." if wish == "both" else "Lipped cups come first, then a baffle box, then other cups."
    return q.ruling(
        f"{why} So the choice is {_TEXT['baffle_box'][0 if box else 1]}.",
        clauses=_WISHES["usbgf", "baffle_box"],
        remedies=(Instruct("Play with a baffle box."),) if box else (PlayOn(),),
        appeal=appeal(q),
    )


def _by_roll(q: Inquiry, topic: str, rows: tuple[str, ...]) -> JudgeAnswer:
    if topic == "equipment" and q.book in ("usbgf", "guide") and q.need("unreasonable"):
        return q.discretion(
            "The director may decide on the equipment alone, without any roll.",
            clauses=("usbgf:3.3f", "usbgf:3.5a") if q.book == "usbgf" else ("guide:3.3b",),
            factors=("size of board and dice", "cups without a lip", "what is usual"),
            usual=(
                Option("impose", "The better equipment is used", (Instruct("Use the equipment the director names."),)),
                Option("roll", "High dice decide after all", (Instruct("Both roll two dice."),)),
            ),
            appeal=_NO_APPEAL if q.book == "usbgf" else appeal(q),
        )
    if q.book == "usbgf":
        if q.get("mediated", default=False):
            return q.discretion(
                "This came up only after the director had settled the other points, so the director deals with it "
                "freely.",
                clauses=("usbgf:3.3e",),
                factors=("why it was not named before",),
                usual=(Option("roll", "Another roll"), Option("decide", "The director decides")),
                appeal=appeal(q),
            )
        if not q.need("listed"):
            return q.ruling(
                "First both players name everything they disagree on. One roll then decides all of it.",
                clauses=("usbgf:3.3d", "usbgf:3.3a"),
                remedies=(Instruct("Both name every open point."),),
                appeal=appeal(q),
            )
    return _roll_outcome(q, rows)


_HIGHER_ROLL: Final = "The higher roll has the choice of colour or side. Equal rolls are made again."
_LARGER_SUM: Final = (
    "High dice decide: the larger sum has the choice of everything that is open. Equal sums are rolled again."
)


def _roll_outcome(q: Inquiry, rows: tuple[str, ...]) -> JudgeAnswer:
    if q.book == "usbgf":
        rows = ("usbgf:3.3d", *rows)
    ties = (reading("ruling-19"),) if q.book == "ibf" else ()
    if not q.given("sum_white", "sum_black", gains="with both sums it is said who chooses."):
        return q.ruling(
            _HIGHER_ROLL if q.book == "ibf" else _LARGER_SUM,
            clauses=rows,
            remedies=(Instruct("Both roll." if q.book == "ibf" else "Both roll two dice."),),
            appeal=appeal(q),
            notes=ties,
        )
    white, black = q.need("sum_white"), q.need("sum_black")
    if white == black:
        say = "The sums are equal. Both roll again."
        return q.ruling(
            say, clauses=rows, remedies=(Instruct("Both roll two dice again."),), appeal=appeal(q), notes=ties
        )
    winner = Side.WHITE if white > black else Side.BLACK
    return q.ruling(
        f"{side_name(winner)} has the larger sum and chooses on everything that was named.",
        clauses=rows,
        remedies=(Instruct(f"{side_name(winner)} chooses."),),
        appeal=appeal(q),
    )
