"""A case from its report to its end: what is taken, what is refused, and that its log replays."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from barpoint.board import Refusal, Side
from barpoint.officiating.answer import Penalty, PenaltyStep
from barpoint.officiating.cases import case as k
from barpoint.officiating.cases import events as v
from barpoint.officiating.cases.ledger import case_entries
from barpoint.officiating.remedy import GivePoints
from barpoint.rulebook.citation import cite
from barpoint.rulebook.profiles.options import Options
from barpoint.rulebook.profiles.presets import preset
from barpoint.rulebook.profiles.profile import Profile
from barpoint.rulebook.refusals import BookCode
from tests.officiating.answers import under

COMMITTEES = {"usbgf": ("G", "H", "J"), "bws": ("G", "H", "J"), "guide": ("G", "H")}


class Hearing:
    """A case that grows by accepted steps; `no` is for steps that have to be refused. Ann plays Bob."""

    def __init__(self, book: str | Profile, *, ruled: bool = True, **ruling: Any) -> None:
        self.case = k.Case()
        self.log: list[v.AnyCaseEvent] = []
        self.do(
            v.CaseOpened(
                at=1,
                by="TD",
                profile=under(book),
                kind="fast_roll",
                report="rolled early",
                white=("Ann",),
                black=("Bob",),
            )
        )
        if ruled:
            self.do(v.RulingGiven(at=2, by="TD", say="The roll stands.", **ruling))

    def do(self, asked: v.CaseStep) -> None:
        events = k.decide_case(self.case, asked)
        assert not isinstance(events, Refusal), events
        for event in events:
            assert v.decode_event(v.encode_event(event)) == event
            self.case = k.evolve_case(self.case, event)
            self.log.append(event)

    def no(self, asked: v.CaseStep) -> Refusal:
        refusal = k.decide_case(self.case, asked)
        assert isinstance(refusal, Refusal), refusal
        return refusal

    def appealed(self, members: tuple[str, ...], *parts: str) -> "Hearing":
        self.do(v.AppealMade(at=3, by="Bob", parts=parts))
        self.do(v.CommitteeNamed(at=4, by="TD", members=members))
        return self


def named(count: int) -> tuple[str, ...]:
    return tuple(f"M{n}" for n in range(count))


def votes(uphold: int, change: int, director: str | None = None) -> v.VotesCounted:
    return v.VotesCounted(at=5, by="TD", uphold=uphold, change={"roll again": change}, director=director)


@pytest.mark.clause("usbgf:1.3.2a", "usbgf:5.3a", "bws:1.3.2a", "guide:6.5b")
@pytest.mark.parametrize(
    ("book", "sizes"), [("usbgf", {2, 3, 4, 5, 6, 7}), ("bws", {3, 5}), ("guide", {2, 4, 6})], ids=str
)
def test_each_book_has_its_sizes_of_committee(book: str, sizes: set[int]) -> None:
    for count in range(8):
        hearing = Hearing(book)
        hearing.do(v.AppealMade(at=3, by="Bob"))
        found = k.decide_case(hearing.case, v.CommitteeNamed(at=4, by="TD", members=named(count)))
        assert isinstance(found, Refusal) == (count not in sizes)


@pytest.mark.clause("usbgf:1.3.2c", "bws:1.3.2b", "guide:6.5b")
@pytest.mark.parametrize("book", COMMITTEES)
def test_nobody_who_works_for_the_tournament_sits_on_it(book: str) -> None:
    hearing = Hearing(book)
    hearing.do(v.AppealMade(at=3, by="Bob"))
    refusal = hearing.no(v.CommitteeNamed(at=4, by="TD", members=COMMITTEES[book], staff=("H",)))
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
        (decision,) = hearing.case.decisions
        assert decision.changed == (change >= needed)
        assert decision.remedy == ("roll again" if change >= needed else "")


@pytest.mark.clause("usbgf:5.2a", "usbgf:5.2c", "bws:5.2a", "guide:6.5a")
@pytest.mark.parametrize(("book", "row"), [("usbgf", "usbgf:5.2c"), ("bws", "bws:5.2a"), ("guide", "guide:6.5a")])
def test_playing_on_accepts_the_ruling(book: str, row: str) -> None:
    hearing = Hearing(book)
    hearing.do(v.PlayResumed(at=3, by="TD"))
    refusal = hearing.no(v.AppealMade(at=4, by="Ann"))
    assert (refusal.code, refusal.facts["clause"]) == (k.CaseCode.APPEAL_TOO_LATE, row)


@pytest.mark.clause("usbgf:5.3d", "bws:5.2c", "guide:6.5f")
@pytest.mark.parametrize("book", COMMITTEES)
def test_the_committee_is_final_and_play_waits_for_it(book: str) -> None:
    hearing = Hearing(book).appealed(COMMITTEES[book])
    assert hearing.no(v.PlayResumed(at=5, by="TD")).code == k.CaseCode.APPEAL_PENDING
    hearing.do(votes(1, 1))
    assert hearing.no(v.AppealMade(at=6, by="Ann")).code == k.CaseCode.APPEAL_EXHAUSTED
    assert hearing.no(votes(0, 2)).code == k.CaseCode.APPEAL_EXHAUSTED
    hearing.do(v.PlayResumed(at=7, by="TD"))


@pytest.mark.clause("usbgf:5.2b")
@pytest.mark.parametrize("matter", ["disqualification", "expulsion", "imposed_clock", "imposed_equipment"])
def test_some_decisions_cannot_be_appealed(matter: str) -> None:
    assert Hearing("usbgf", matter=matter).no(v.AppealMade(at=3, by="Ann")).code == k.CaseCode.NOT_APPEALABLE


@pytest.mark.parametrize("book", ["ibf", "trad"])
def test_two_books_know_no_appeal(book: str) -> None:
    assert Hearing(book).no(v.AppealMade(at=3, by="Ann")).code == k.CaseCode.NO_APPEALS


@pytest.mark.clause("usbgf:1.1.4.3a", "usbgf:1.1.4.3b")
@pytest.mark.parametrize(
    "lacking",
    [{"clause": ""}, {"scope": " "}, {"facts": ()}, {"facts": ("player requested", "Director dislikes rule", "")}],
    ids=str,
)
def test_an_exception_names_the_rule_the_facts_and_how_far_it_goes(lacking: dict[str, Any]) -> None:
    hearing = Hearing("usbgf", ruled=False)
    exception = v.NarrowException(
        clause="usbgf:4.3.4-3", facts=("the hall was cleared for a fire alarm",), scope="the time of the alarm only"
    )
    ruling = v.RulingGiven(at=2, by="TD", say="Play on.", reason="fire", followed=False, exception=exception)
    refusal = hearing.no(replace(ruling, exception=replace(exception, **lacking)))
    assert refusal == Refusal(k.CaseCode.EXCEPTION_NEEDS_FACTS, {"clause": "usbgf:1.1.4.3a"})
    hearing.do(ruling)


def test_an_overridden_answer_has_a_reason() -> None:
    refusal = Hearing("bws", ruled=False).no(v.RulingGiven(at=2, by="TD", say="Play on.", followed=False))
    assert refusal.code == k.CaseCode.OVERRIDE_NEEDS_REASON


@pytest.mark.clause("usbgf:5.1d")
def test_a_director_corrects_an_own_error_with_the_reason() -> None:
    hearing = Hearing("usbgf")
    again = v.RulingGiven(at=3, by="TD", say="The roll is void.")
    assert hearing.no(again) == Refusal(k.CaseCode.CORRECTION_NEEDS_REASON, {"clause": "usbgf:5.1d"})
    hearing.do(replace(again, reason="the rule was misread"))
    assert hearing.case.ruling is not None
    assert hearing.case.ruling.say == "The roll is void."
    assert len(hearing.case.rulings) == 2


@pytest.mark.clause("usbgf:5.1e", "bws:5.1b")
@pytest.mark.parametrize(("book", "row"), [("usbgf", "usbgf:5.1e"), ("bws", "bws:5.1b"), ("trad", "")])
def test_nobody_rules_on_a_match_of_their_own(book: str, row: str) -> None:
    own = v.RulingGiven(at=2, by="Ann", say="The roll stands.")
    found = k.decide_case(Hearing(book, ruled=False).case, own)
    assert found == (Refusal(k.CaseCode.OWN_MATCH, {"clause": row}) if row else (own,))


def test_only_a_player_of_the_match_appeals_against_a_ruling_that_was_given() -> None:
    assert Hearing("usbgf").no(v.AppealMade(at=3, by="Zoe")).code == k.CaseCode.NOT_A_PLAYER
    assert Hearing("usbgf", ruled=False).no(v.AppealMade(at=3, by="Ann")).code == k.CaseCode.NO_RULING


@pytest.mark.clause("usbgf:1.3.2b", "bws:1.3.2a", "guide:6.5b")
@pytest.mark.parametrize("book", COMMITTEES)
def test_a_player_or_the_ruling_director_does_not_sit_on_the_committee(book: str) -> None:
    hearing = Hearing(book)
    hearing.do(v.AppealMade(at=3, by="Bob"))
    for first, code in (("Ann", k.CaseCode.COMMITTEE_INTERESTED), ("TD", BookCode.COMMITTEE_HAS_STAFF)):
        members = (first, *COMMITTEES[book][1:])
        assert hearing.no(v.CommitteeNamed(at=4, by="TD", members=members)).code == code
    with pytest.raises(ValueError, match="different people"):
        k.decide_case(hearing.case, v.CommitteeNamed(at=4, by="TD", members=("G", "G")))


@pytest.mark.clause("usbgf:1.3.2a", "guide:6.5b")
@pytest.mark.parametrize(("book", "size"), [("usbgf", 5), ("bws", 3), ("guide", 4)])
def test_the_size_an_event_has_published_holds(book: str, size: int) -> None:
    event = under(book).with_options(Options(committee_size=size))
    assert isinstance(event, Profile)
    for count in range(8):
        hearing = Hearing(event)
        hearing.do(v.AppealMade(at=3, by="Bob"))
        found = k.decide_case(hearing.case, v.CommitteeNamed(at=4, by="TD", members=named(count)))
        assert isinstance(found, Refusal) == (count != size)


@pytest.mark.parametrize(
    ("name", "size"), [("USBGF Open", 1), ("BWS", 4), ("Club (2014 guide)", 3), ("IBF Backgammon", 3)]
)
def test_an_event_cannot_publish_a_size_its_book_does_not_have(name: str, size: int) -> None:
    found = preset(name).with_options(Options(committee_size=size))
    assert isinstance(found, Refusal) == (name != "IBF Backgammon")


@pytest.mark.clause("usbgf:1.3.2d")
def test_a_member_may_be_replaced_until_votes_are_counted() -> None:
    hearing = Hearing("usbgf").appealed(named(3))
    hearing.do(v.CommitteeNamed(at=4, by="TD", members=("M0", "M1", "Zoe")))
    assert hearing.case.committee == ("M0", "M1", "Zoe")
    hearing.do(votes(2, 1))
    assert hearing.no(v.CommitteeNamed(at=6, by="TD", members=named(2))).code == k.CaseCode.APPEAL_EXHAUSTED


@pytest.mark.clause("usbgf:5.3c", "usbgf:5.3e")
def test_each_part_that_is_appealed_has_its_own_vote() -> None:
    hearing = Hearing("usbgf").appealed(named(3), "remedy", "penalty")
    hearing.do(replace(votes(3, 0), part="remedy"))
    assert hearing.no(v.PlayResumed(at=6, by="TD")).code == k.CaseCode.APPEAL_PENDING
    assert hearing.no(replace(votes(0, 3), part="remedy")).code == k.CaseCode.APPEAL_EXHAUSTED
    assert hearing.no(replace(votes(0, 3), part="cube")).code == k.CaseCode.PART_NOT_APPEALED
    hearing.do(replace(votes(0, 3), part="penalty"))
    assert [(one.part, one.changed) for one in hearing.case.decisions] == [("remedy", False), ("penalty", True)]


@pytest.mark.clause("usbgf:5.2a")
def test_a_director_may_refer_a_question_without_ruling_first() -> None:
    hearing = Hearing("usbgf", ruled=False)
    hearing.do(v.AppealMade(at=3, by="TD", referred=True))
    hearing.do(v.CommitteeNamed(at=4, by="TD", members=named(2)))
    assert hearing.no(votes(1, 1)).code == k.CaseCode.NO_RULING
    hearing.do(votes(0, 2))
    hearing.do(v.RulingGiven(at=6, by="TD", say="Roll again.", chosen="roll again", outcome=True))
    assert hearing.case.in_force is hearing.case.ruling
    assert Hearing("bws").no(v.AppealMade(at=3, by="TD", referred=True)).code == k.CaseCode.NO_APPEALS


def test_what_a_committee_changed_is_ruled_as_it_decided_and_nothing_else() -> None:
    hearing = Hearing("usbgf").appealed(named(3))
    hearing.do(votes(1, 2))
    assert not hearing.case.in_force
    assert hearing.no(v.PlayResumed(at=6, by="TD")).code == k.CaseCode.OUTCOME_DUE
    assert hearing.no(v.CaseClosed(at=6, by="TD")).code == k.CaseCode.OUTCOME_DUE
    outcome = v.RulingGiven(at=6, by="TD", say="White rolls again.", chosen="roll again", outcome=True)
    assert hearing.no(replace(outcome, outcome=False)).code == k.CaseCode.APPEAL_EXHAUSTED
    assert hearing.no(replace(outcome, chosen="play on")) == Refusal(
        k.CaseCode.OUTCOME_DIFFERS, {"decided": "roll again"}
    )
    hearing.do(outcome)
    assert hearing.case.in_force == outcome
    assert hearing.no(replace(outcome, at=7)).code == k.CaseCode.APPEAL_EXHAUSTED
    hearing.do(v.CaseClosed(at=7, by="TD"))


def test_an_upheld_ruling_holds_and_is_not_ruled_again() -> None:
    hearing = Hearing("usbgf").appealed(named(3))
    hearing.do(votes(3, 0))
    assert hearing.case.in_force is hearing.case.ruling
    again = v.RulingGiven(at=6, by="TD", say="Roll again.", chosen="roll again", outcome=True)
    assert hearing.no(again).code == k.CaseCode.APPEAL_EXHAUSTED


def test_a_case_is_opened_once_and_closed_for_good_but_for_its_report() -> None:
    assert k.decide_case(k.Case(), v.CaseClosed(at=1, by="TD")) == Refusal(k.CaseCode.NOT_OPEN)
    hearing = Hearing("bws")
    opened = v.CaseOpened(at=3, by="TD", profile=under("bws"), kind="fast_roll")
    assert hearing.no(opened).code == k.CaseCode.ALREADY_OPEN
    hearing.do(v.CaseClosed(at=3, by="TD"))
    assert hearing.no(v.FactGiven(at=4, by="TD", key="roller", value="white")).code == k.CaseCode.NOT_OPEN
    hearing.do(v.ReportExported(at=5, by="TD", to="IPATT"))
    assert hearing.case.reported


def test_time_in_a_case_does_not_run_backwards() -> None:
    refusal = Hearing("bws").no(v.PlayResumed(at=1, by="TD"))
    assert refusal == Refusal(k.CaseCode.RUNS_BACKWARDS, {"at": 1, "last": 2})


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (v.FactGiven(at=3, by="TD", key="colour", value="red"), "fast_roll has no fact 'colour'"),
        (v.FactGiven(at=3, by="TD", key="roller", value="red"), "expected white or black"),
        (v.RulingGiven(at=3, by="TD", say="No.", clauses=("usbgf:9.9",), reason="x"), "usbgf:9.9"),
    ],
    ids=["fact", "value", "clause"],
)
def test_what_is_not_of_the_case_is_malformed(asked: v.CaseStep, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        k.decide_case(Hearing("usbgf").case, asked)
    with pytest.raises(ValueError, match="no incident is called"):
        k.decide_case(k.Case(), v.CaseOpened(at=1, by="TD", profile=under("bws"), kind="spilt_coffee"))


STEPS: tuple[v.CaseStep, ...] = (
    v.FactGiven(at=0, by="TD", key="roller", value="white"),
    v.RulingGiven(at=0, by="TD", say="The roll stands.", penalties=(Penalty(Side.WHITE, PenaltyStep.WARNING),)),
    v.RulingGiven(at=0, by="TD", say="Roll again.", reason="misread", chosen="roll again"),
    v.RulingGiven(at=0, by="TD", say="Roll again.", chosen="roll again", outcome=True),
    v.RulingGiven(at=0, by="Ann", say="My roll stands."),
    v.RemedyApplied(at=0, by="TD"),
    v.PlayResumed(at=0, by="TD"),
    v.AppealMade(at=0, by="Bob"),
    v.AppealMade(at=0, by="Ann", parts=("remedy", "penalty")),
    v.AppealMade(at=0, by="TD", referred=True),
    v.CommitteeNamed(at=0, by="TD", members=("G", "H")),
    v.CommitteeNamed(at=0, by="TD", members=("G", "H", "J")),
    v.VotesCounted(at=0, by="TD", uphold=0, change={"roll again": 2}),
    v.VotesCounted(at=0, by="TD", uphold=2, part="penalty"),
    v.VotesCounted(at=0, by="TD", uphold=0, change={"a": 1, "b": 1}, part="remedy"),
    v.ReportExported(at=0, by="TD", to="IPATT"),
    v.CaseClosed(at=0, by="TD"),
)


@settings(max_examples=200)
@given(
    book=st.sampled_from(["ibf", "usbgf", "bws", "guide", "trad"]), steps=st.lists(st.sampled_from(STEPS), max_size=14)
)
def test_whatever_is_asked_in_whatever_order_is_taken_or_refused(book: str, steps: list[v.CaseStep]) -> None:
    hearing = Hearing(book, ruled=False)
    for at, step in enumerate(steps, 2):
        before = hearing.case
        decided = k.decide_case(before, replace(step, at=at))
        if isinstance(decided, Refusal):
            assert cite(decided, book).sentence
            continue
        for event in decided:
            hearing.case = k.evolve_case(hearing.case, event)
            hearing.log.append(event)
        case = hearing.case
        assert case.version == len(hearing.log) == before.version + len(decided)
        assert not (case.pending and case.in_force)
        assert not (case.closed and (case.pending or case.outcome_due))
        assert case.appeal is None or book in COMMITTEES
        assert len(case.votes) == len(case.decisions) <= max(1, len(case.parts))
        assert not (before.closed and not isinstance(step, v.ReportExported))
        assert bool(case_entries("A", case)) <= (case.in_force is not None)
    assert k.fold_case(k.decode_case(k.encode_case(hearing.log))) == hearing.case


def test_a_whole_case_replays_from_its_log() -> None:
    hearing = Hearing(
        "usbgf", remedies=(GivePoints(Side.BLACK, 1),), penalties=(Penalty(Side.WHITE, PenaltyStep.POINTS),)
    )
    hearing.do(v.FactGiven(at=2, by="TD", key="roller", value="white", given_by="Bob"))
    hearing.do(
        v.ExhibitAttached(at=2, by="TD", title="table 4", given_by="Bob", what=v.ExhibitKind.VIDEO, reference="1:02:11")
    )
    hearing.appealed(named(3)).do(votes(1, 2))
    hearing.do(v.RulingGiven(at=6, by="TD", say="Roll again.", chosen="roll again", outcome=True))
    hearing.do(v.RemedyApplied(at=6, by="TD"))
    hearing.do(v.CaseClosed(at=7, by="TD"))
    log = k.encode_case(hearing.log)
    assert k.fold_case(k.decode_case(log)) == hearing.case
    for cut in range(len(hearing.log)):
        assert k.fold_case(hearing.log[cut:], k.fold_case(hearing.log[:cut])) == hearing.case
    with pytest.raises(ValueError, match="line 1: expected an event"):
        k.decode_case(b'{"type":"Nothing"}\n')


@pytest.mark.clause("usbgf:5.3e", "usbgf:5.3d")
def test_members_vote_themselves_and_the_director_counts_with_a_vote_of_their_own() -> None:
    hearing = Hearing("usbgf").appealed(COMMITTEES["usbgf"])
    assert hearing.no(v.BallotCast(at=5, by="TD")).code == k.CaseCode.NOT_A_MEMBER
    hearing.do(v.BallotCast(at=5, by="G", vote="reroll"))
    assert hearing.no(v.BallotCast(at=5, by="G")).code == k.CaseCode.HAS_VOTED
    assert hearing.no(v.VotesCounted(at=5, by="TD", uphold=3)).code == k.CaseCode.VOTES_MISSING
    hearing.do(v.BallotCast(at=5, by="H"))
    hearing.do(v.BallotCast(at=5, by="J", vote="reroll"))
    assert hearing.case.pending
    hearing.do(v.VotesCounted(at=6, by="TD", uphold=3, director="uphold"))  # totals somebody brings do not count
    assert (hearing.case.votes[0].uphold, hearing.case.votes[0].change) == (1, {"reroll": 2})
    assert not hearing.case.decisions[0].changed  # two of four


@pytest.mark.clause("bws:5.2b", "guide:6.5d")
@pytest.mark.parametrize("book", ["bws", "guide"])
def test_where_the_director_has_no_vote_the_last_ballot_decides(book: str) -> None:
    hearing = Hearing(book).appealed(COMMITTEES[book])
    for member in COMMITTEES[book]:
        hearing.do(v.BallotCast(at=5, by=member, vote="reroll"))
    assert hearing.case.decisions[0].changed
    assert hearing.case.decisions[0].remedy == "reroll"
    assert hearing.no(v.BallotCast(at=6, by=COMMITTEES[book][0])).code == k.CaseCode.APPEAL_EXHAUSTED
