"""Whole cases of this release, written once: `python -m tests.officiating.record_cases` adds those that are missing.

A stored case has to keep reading in every later release (`test_golden_cases`), so what is there is never rewritten
but with `--replace` before its release.
"""

import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from barpoint.board import Side
from barpoint.match.format.match_format import ClockMethod, ClockRules
from barpoint.officiating import remedy as r
from barpoint.officiating.answer import Discretion, Penalty, PenaltyStep, Ruling
from barpoint.officiating.cases import events as v
from barpoint.officiating.cases.case import (
    case_policy,
    encode_case,
    fold_case,
)
from barpoint.officiating.cases.ledger import case_entries
from barpoint.officiating.cases.ruling_confirmation import Confirmation, confirm
from barpoint.rulebook.profiles.options import Options
from barpoint.rulebook.profiles.profile import Profile
from tests.officiating.answers import ask, under
from tests.officiating.whole_cases import (
    HOUR,
    appealed,
    events_of,
    opened,
    point,
)
from tests.playthroughs.record import RELEASE

FOLDER = Path(__file__).parent / "golden" / RELEASE

EVERY_REMEDY: tuple[r.Remedy, ...] = (
    r.PlayOn(),
    r.RollAgain(Side.WHITE),
    r.RollStands(Side.BLACK),
    r.PlayAgain(Side.WHITE),
    r.RestoreVersion(12),
    r.SetPosition("x 24:2 13:5 8:3 6:5 | o 24:2 13:5 8:3 6:5", Side.BLACK, (3, 1)),
    r.SetCube(2, Side.WHITE),
    r.SetScore((3, 5)),
    r.SetLength(9, recompute=True),
    r.ChangeClock(Side.BLACK, -7_000),
    r.BringClock(ClockRules(method=ClockMethod.SIMPLE_DELAY, reserve=600_000, delay=12_000), (600_000, 540_000)),
    r.PutClockAway(),
    r.GivePoints(Side.WHITE, 1),
    r.LoseGame(Side.BLACK, 2),
    r.NewGame(),
    r.LoseMatch(Side.BLACK),
    r.Instruct("Name an observer."),
    r.FreePlay(Side.WHITE, any_roll=True, dice=(6, 1), hops=((13, 7), (8, 7))),
)


def judged(book: str, kind: str, chosen: str = "", **facts: Any) -> tuple[v.AnyCaseEvent, ...]:
    """A case in which the computed answer is followed."""
    case, answer = opened(book, kind, at=HOUR), ask(kind, book, **facts)
    assert isinstance(answer, Ruling | Discretion), answer
    ruling = confirm(answer, Confirmation(by="Dora", at=HOUR + 1, chosen=chosen), case_policy(case))
    assert isinstance(ruling, v.RulingGiven), ruling
    told = (v.FactGiven(at=HOUR, by="Dora", key=key, value=value) for key, value in facts.items())
    return events_of(case, *told, ruling, v.PlayResumed(at=HOUR + 2, by="Dora"), v.CaseClosed(at=HOUR + 3, by="Dora"))


def cases() -> dict[str, tuple[v.AnyCaseEvent, ...]]:
    """The cases, by their names."""
    outcome = v.RulingGiven(at=2 * HOUR, by="Dora", say="No point.", chosen="no point", outcome=True)
    event = under("usbgf").with_options(Options(committee_size=3))
    assert isinstance(event, Profile)
    exception = v.NarrowException(clause="usbgf:4.3.4-3", facts=("a fire alarm",), scope="the time of the alarm")
    return {
        "upheld": events_of(*appealed("bws", uphold=3, change=0)),
        "changed": events_of(*appealed("usbgf", uphold=1, change=2), outcome, v.CaseClosed(at=2 * HOUR, by="Dora")),
        "even-committee": events_of(*appealed("guide", uphold=1, change=1, members=("Ida", "Jon"))),
        "ballots": events_of(
            *appealed("bws", uphold=3, change=0)[:-1],
            v.BallotCast(at=HOUR + 4, by="Ida", vote="no point"),
            v.BallotCast(at=HOUR + 5, by="Jon"),
            v.BallotCast(at=HOUR + 6, by="Kim", vote="no point"),
        ),
        "parts": events_of(
            replace(opened("usbgf"), profile=event),
            point(1, later=True),
            v.AppealMade(at=2, by="Ann", parts=("remedy", "penalty")),
            v.CommitteeNamed(at=3, by="Dora", members=("Ida", "Jon", "Kim"), staff=("Zoe",)),
            v.VotesCounted(at=4, by="Dora", uphold=2, change={"none": 1}, director="uphold", part="remedy"),
            v.VotesCounted(at=5, by="Dora", uphold=0, change={"none": 3}, part="penalty"),
        ),
        "referred": events_of(
            opened("usbgf", ""),
            v.AppealMade(at=2, by="Dora", referred=True),
            v.CommitteeNamed(at=3, by="Dora", members=("Ida", "Jon")),
            v.VotesCounted(at=4, by="Dora", uphold=0, change={"a": 1, "b": 1}),
            v.RulingGiven(at=5, by="Dora", say="A it is.", chosen="a", outcome=True, clauses=("usbgf:5.2a",)),
        ),
        "precedent": events_of(
            *appealed("bws", uphold=3, change=0),
            v.CaseReferred(at=HOUR + 7, by="Ann"),
            v.PrincipleRuled(
                at=HOUR + 8, by="Ida", principle="Lateness is counted from the call.", clauses=("bws:2.2.4a",)
            ),
            v.PrecedentCited(at=HOUR + 9, by="Dora", precedent="C1", principle="Nobody is late before the call."),
        ),
        "exception": events_of(
            opened("usbgf", "time_expired"),
            v.RulingGiven(
                at=1,
                by="Dora",
                say="The time of the alarm is given back.",
                clauses=("usbgf:1.1.4.3a",),
                remedies=EVERY_REMEDY,
                penalties=(Penalty(None, PenaltyStep.REMINDER), Penalty(Side.WHITE, PenaltyStep.TIME, 2, time=60_000)),
                followed=False,
                reason="the hall was cleared",
                exception=exception,
                matter="imposed_clock",
                appealable=False,
            ),
            v.RemedyApplied(at=2, by="Dora", remedies=EVERY_REMEDY[:2], before=4, after=5),
        ),
        "barred": (
            *judged(
                "bws", "disqualification", who="black", ground="forbidden aid", bar_until="2027-03-31", decided=True
            ),
            v.ReportExported(at=2 * HOUR, by="Dora", to="IPATT"),
        ),
        "at-the-desk": events_of(
            replace(opened("bws", ""), tournament="tournament:open", contest="open", pairing="M1-1", noticed=12),
            point(1),
        ),
        "free-move": judged(
            "ibf", "roll_disturbed", "any_play_of_any_roll", roller="white", how="opponent_touched", when="rolling"
        ),
        "break": judged("bws", "break_request", who="white", length=9, between_games=True, used=0),
        "choice": judged(
            "ibf", "illegal_play", "keep", by="black", fault="wrong_pips", stage="turn_ended", game_over=False
        ),
        "exhibits": events_of(
            opened("trad", ""),
            *(
                v.ExhibitAttached(
                    at=1, by="Dora", title=what.value, given_by="Ann", what=what, text="seen", reference="r"
                )
                for what in v.ExhibitKind
            ),
        ),
    }


def folded(name: str, events: tuple[v.AnyCaseEvent, ...]) -> bytes:
    """What a case comes to, and what it leaves on the record."""
    case = fold_case(events)
    state = {
        "case": msgspec.to_builtins(case),
        "record": [msgspec.to_builtins(one) for one in case_entries(name, case)],
    }
    return msgspec.json.format(msgspec.json.encode(state), indent=1) + b"\n"


def main(arguments: list[str]) -> None:
    """Write the cases that are missing."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, events in cases().items():
        log = FOLDER / f"{name}.jsonl"
        if log.exists() and "--replace" not in arguments:
            continue
        log.write_bytes(encode_case(events))
        log.with_suffix(".json").write_bytes(folded(name, events))
        sys.stdout.write(f"{name}: {len(events)} events\n")


if __name__ == "__main__":
    main(sys.argv[1:])
