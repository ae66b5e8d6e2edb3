"""A case from its report to its end: what is taken, what is refused, and that its log replays."""

import pytest

from barpoint.board import Refusal
from barpoint.officiating import case as k
from barpoint.rulebook.refusals import BookCode

COMMITTEES = {"usbgf": ("G", "H", "J"), "bws": ("G", "H", "J"), "guide": ("G", "H")}


class Hearing:
    """A case that grows by accepted steps; `no` is for steps that have to be refused."""

    def __init__(self, book: str, *, matter: str = "", ruled: bool = True) -> None:
        self.case = k.Case()
        self.log: list[k.AnyStep] = []
        self.do(k.CaseOpened(at=1, by="TD", book=book, kind="fast_roll", report="rolled early"))
        if ruled:
            self.do(k.RulingGiven(at=2, by="TD", say="The roll stands.", matter=matter))

    def do(self, asked: k.Asked) -> None:
        events = k.decide_case(self.case, asked)
        assert not isinstance(events, Refusal), events
        for event in events:
            self.case = k.evolve_case(self.case, event)
            self.log.append(event)

    def no(self, asked: k.Asked) -> Refusal:
        refusal = k.decide_case(self.case, asked)
        assert isinstance(refusal, Refusal), refusal
        return refusal

    def appealed(self, members: tuple[str, ...]) -> "Hearing":
        self.do(k.AppealMade(at=3, by="B"))
        self.do(k.CommitteeNamed(at=4, by="TD", members=members))
        return self


def named(count: int) -> tuple[str, ...]:
    return tuple(f"M{n}" for n in range(count))


def votes(uphold: int, change: int, director: str | None = None) -> k.VotesCounted:
    return k.VotesCounted(at=5, by="TD", uphold=uphold, change={"roll again": change}, director=director)


@pytest.mark.clause("usbgf:1.3.2a", "usbgf:5.3a", "bws:1.3.2a", "guide:6.5b")
@pytest.mark.parametrize(
    ("book", "sizes"), [("usbgf", {2, 3, 4, 5, 6, 7}), ("bws", {3, 5}), ("guide", {2, 4, 6})], ids=str
)
def test_each_book_has_its_sizes_of_committee(book: str, sizes: set[int]) -> None:
    for count in range(8):
        hearing = Hearing(book)
        hearing.do(k.AppealMade(at=3, by="B"))
        found = k.decide_case(hearing.case, k.CommitteeNamed(at=4, by="TD", members=named(count)))
        assert isinstance(found, Refusal) == (count not in sizes)


@pytest.mark.clause("usbgf:1.3.2c", "bws:1.3.2b", "guide:6.5b")
@pytest.mark.parametrize("book", COMMITTEES)
def test_nobody_who_works_for_the_tournament_sits_on_it(book: str) -> None:
    hearing = Hearing(book)
    hearing.do(k.AppealMade(at=3, by="B"))
    refusal = hearing.no(k.CommitteeNamed(at=4, by="TD", members=COMMITTEES[book], staff=("H",)))
    assert refusal.code == BookCode.COMMITTEE_HAS_STAFF


@pytest.mark.clause("usbgf:5.3d", "usbgf:5.3g", "bws:5.2b", "guide:6.5d")
@pytest.mark.parametrize(
    ("book", "members", "director", "needed"),
    [
        *(("usbgf", size, "uphold", n) for size, n in {2: 2, 3: 3, 4: 3, 5: 4}.items()),
        *(("usbgf", size, None, n) for size, n in {2: 2, 3: 2, 4: 3, 5: 3}.items()),
        ("bws", 3, None, 2),
        ("bws", 5, None, 3),
        ("guide", 2, None, 2),
        ("guide", 4, None, 3),
        ("guide", 6, None, 4),
    ],
)
def test_so_many_votes_change_a_ruling(book: str, members: int, director: str | None, needed: int) -> None:
    for change in range(members + 1):
        hearing = Hearing(book).appealed(named(members))
        hearing.do(votes(members - change, change, director))
        assert hearing.case.decision is not None
        assert hearing.case.decision.changed == (change >= needed)
        assert hearing.case.decision.remedy == ("roll again" if change >= needed else "")


@pytest.mark.clause("usbgf:5.2a", "usbgf:5.2c", "bws:5.2a", "guide:6.5a")
@pytest.mark.parametrize(("book", "row"), [("usbgf", "usbgf:5.2c"), ("bws", "bws:5.2a"), ("guide", "guide:6.5a")])
def test_playing_on_accepts_the_ruling(book: str, row: str) -> None:
    hearing = Hearing(book)
    hearing.do(k.PlayResumed(at=3, by="TD"))
    refusal = hearing.no(k.AppealMade(at=4, by="A"))
    assert (refusal.code, refusal.facts["clause"]) == (k.CaseCode.APPEAL_TOO_LATE, row)


@pytest.mark.clause("usbgf:5.3d", "bws:5.2c", "guide:6.5f")
@pytest.mark.parametrize("book", COMMITTEES)
def test_the_committee_is_final_and_play_waits_for_it(book: str) -> None:
    hearing = Hearing(book).appealed(COMMITTEES[book])
    assert hearing.no(k.PlayResumed(at=5, by="TD")).code == k.CaseCode.APPEAL_PENDING
    hearing.do(votes(1, 1))
    assert hearing.no(k.AppealMade(at=6, by="A")).code == k.CaseCode.APPEAL_EXHAUSTED
    assert hearing.no(votes(0, 2)).code == k.CaseCode.APPEAL_EXHAUSTED
    hearing.do(k.PlayResumed(at=7, by="TD"))


@pytest.mark.clause("usbgf:5.2b")
@pytest.mark.parametrize("matter", ["disqualification", "expulsion", "imposed_clock", "imposed_equipment"])
def test_some_decisions_cannot_be_appealed(matter: str) -> None:
    assert Hearing("usbgf", matter=matter).no(k.AppealMade(at=3, by="A")).code == k.CaseCode.NOT_APPEALABLE


@pytest.mark.parametrize("book", ["ibf", "trad"])
def test_two_books_know_no_appeal(book: str) -> None:
    assert Hearing(book).no(k.AppealMade(at=3, by="A")).code == k.CaseCode.NO_APPEALS


@pytest.mark.clause("usbgf:5.3f")
def test_a_penalty_under_appeal_is_not_yet_recorded() -> None:
    hearing = Hearing("usbgf").appealed(named(3))
    penalty = k.PenaltyRecorded(at=5, by="TD", person="A", step="points", points=1)
    assert hearing.no(penalty).code == k.CaseCode.APPEAL_PENDING
    hearing.do(votes(2, 1))
    hearing.do(penalty)
    assert hearing.case.penalties == (penalty,)


@pytest.mark.clause("usbgf:1.1.4.3a")
def test_an_exception_names_its_facts() -> None:
    hearing = Hearing("usbgf", ruled=False)
    bare = k.RulingGiven(at=2, by="TD", say="Play on.", exception=True)
    assert hearing.no(bare).code == k.CaseCode.EXCEPTION_NEEDS_FACTS
    hearing.do(k.RulingGiven(at=2, by="TD", say="Play on.", exception=True, reason="fire", relied_on={"fire": True}))


def test_an_overridden_answer_has_a_reason() -> None:
    refusal = Hearing("bws").no(k.RulingGiven(at=2, by="TD", say="Play on.", followed=False))
    assert refusal.code == k.CaseCode.OVERRIDE_NEEDS_REASON


def test_a_case_is_opened_once_and_closed_for_good() -> None:
    assert k.decide_case(k.Case(), k.CaseClosed(at=1, by="TD")) == Refusal(k.CaseCode.NOT_OPEN)
    hearing = Hearing("bws")
    assert hearing.no(k.CaseOpened(at=3, by="TD", book="bws", kind="x")).code == k.CaseCode.ALREADY_OPEN
    hearing.do(k.CaseClosed(at=3, by="TD"))
    assert hearing.no(k.FactGiven(at=4, by="TD", key="who", value="white")).code == k.CaseCode.NOT_OPEN


def test_a_whole_case_replays_from_its_log() -> None:
    hearing = Hearing("usbgf")
    hearing.do(k.FactGiven(at=2, by="TD", key="who", value="white"))
    hearing.do(k.ExhibitAttached(at=2, by="TD", title="video", given_by="B"))
    hearing.appealed(named(3)).do(votes(1, 2))
    hearing.do(k.RemedyApplied(at=6, by="TD", remedy="roll again"))
    hearing.do(k.CaseClosed(at=7, by="TD"))
    log = k.encode_case(hearing.log)
    assert k.fold_case(k.decode_case(log)) == hearing.case
    assert log.splitlines()[0] == (
        b'{"type":"CaseOpened","at":1,"by":"TD","book":"usbgf","kind":"fast_roll","report":"rolled early"}'
    )
    with pytest.raises(ValueError, match="line 1: expected a step"):
        k.decode_case(b'{"type":"Nothing"}\n')
