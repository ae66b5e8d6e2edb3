"""A whole case under each book that knows appeals, for the tests of case files, searches and ledgers."""

from barpoint.board import Refusal, Side
from barpoint.officiating.answer import Penalty, PenaltyStep
from barpoint.officiating.cases import events as v
from barpoint.officiating.cases.case import (
    Case,
    decide_case,
    fold_case,
)
from barpoint.officiating.remedy import GivePoints
from tests.officiating.answers import under

HOUR = 3_600_000


def events_of(*asked: v.CaseStep) -> tuple[v.AnyCaseEvent, ...]:
    """What a row of steps comes to; each has to be accepted."""
    log: list[v.AnyCaseEvent] = []
    case = Case()
    for one in asked:
        decided = decide_case(case, one)
        assert not isinstance(decided, Refusal), decided
        log += decided
        case = fold_case(decided, case)
    return tuple(log)


def opened(book: str, kind: str = "penalty_points", *, at: int = 0, report: str = "came late, twice") -> v.CaseOpened:
    return v.CaseOpened(
        at=at,
        by="Dora",
        profile=under(book),
        kind=kind,
        report=report,
        match="match:T4",
        white=("Ann",),
        black=("Bob",),
    )


def point(at: int, *, points: int = 1, later: bool = False, barred_until: str = "") -> v.RulingGiven:
    """A point against Black."""
    return v.RulingGiven(
        at=at,
        by="Dora",
        say="A penalty point against Bob.",
        clauses=("usbgf:2.2.4m",),
        relied_on={"who": "black", "points": points},
        remedies=(GivePoints(Side.WHITE, points),),
        penalties=(Penalty(Side.BLACK, PenaltyStep.POINTS, points=points, later=later, barred_until=barred_until),),
    )


def appealed(
    book: str, *, uphold: int, change: int, members: tuple[str, ...] = ("Ida", "Jon", "Kim")
) -> tuple[v.CaseStep, ...]:
    """A ruling that Bob appeals."""
    return (
        opened(book, at=HOUR),
        v.FactGiven(at=HOUR, by="Dora", key="who", value="black", given_by="Ann"),
        v.ExhibitAttached(
            at=HOUR,
            by="Dora",
            title="The sheet of table 4",
            given_by="Ann",
            what=v.ExhibitKind.SCORE_SHEET,
            reference="sheet.jpg",
            sha256="0" * 64,
        ),
        point(HOUR + 1),
        v.AppealMade(at=HOUR + 2, by="Bob"),
        v.CommitteeNamed(at=HOUR + 3, by="Dora", members=members),
        v.VotesCounted(at=HOUR + 4, by="Dora", uphold=uphold, change={"no point": change}),
    )
