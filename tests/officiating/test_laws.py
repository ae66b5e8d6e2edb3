"""Laws of every ruling, kept over every kind, book and preset by sampled cases (`sampled_cases`).

1. What can change the ruling is asked, read, or stated as an assumption.
2. Nothing that was given is ignored: it is relied on, or listed as having played no part.
3. A ruling is whole: what its remedies change stands among its consequences, in figures.
4. A reading is not a rule: where the book leaves room the answer names the decision.
5. Each book is asked its own question, under the event's own clock and options.

Each test prints how much it has looked at (`pytest -s`).
"""

import re
import statistics
import sys
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import cast

import msgspec
import pytest

from barpoint.board import Side
from barpoint.officiating import remedy as r
from barpoint.officiating.answer import (
    Consequences,
    Discretion,
    JudgeAnswer,
    NeedFacts,
    Option,
    Penalty,
    PenaltyStep,
    Ruling,
)
from barpoint.officiating.assumptions import substance
from barpoint.officiating.facts import Facts, FactType, FactValue
from barpoint.officiating.judgement import all_kinds, judge, silent_choices
from barpoint.officiating.readings import all_readings
from barpoint.officiating.wording import answer_lines
from barpoint.rulebook import clause
from barpoint.rulebook.profiles.options import Options
from barpoint.rulebook.profiles.presets import list_presets, preset
from barpoint.rulebook.profiles.profile import Profile
from tests.officiating.sampled_cases import ROUNDS, SampledCase, sampled_cases, values

KINDS = sorted(all_kinds())
DECIDED = Path(__file__).parents[2] / "docs" / "decisions" / "rule-books.md"
TOLD = 0.3  # the share of facts told beforehand, where some are


def report(law: str, cases: Iterable[SampledCase], tried: int) -> None:
    seen = list(cases)
    kinds, books = {case.kind for case in seen}, {case.profile.book for case in seen}
    presets = {case.profile.name for case in seen}
    sys.stdout.write(
        f"\n{law}: {len(kinds)} kinds, {len(books)} books, {len(presets)} presets, "
        f"{len(seen)} cases, {tried} combinations\n"
    )


def test_the_cases_are_of_every_kind_book_and_preset() -> None:
    cases = sampled_cases()
    assert {case.kind for case in cases} == set(KINDS)
    assert {(case.kind, case.profile.book) for case in cases} == {
        (name, book) for name in KINDS for book in all_kinds()[name].clauses
    }


def test_law_1_what_can_change_the_ruling_is_asked_read_or_stated() -> None:
    tried, unsaid = 0, {}
    for case in sampled_cases():
        assumed = {assumption.key for assumption in case.answer.assumptions}
        for key, question in all_kinds()[case.kind].questions.items():
            if key in case.facts or key in assumed or question.from_log:
                continue
            for value in values(question):
                tried += 1
                answer = judge(case.kind, case.facts | {key: value}, case.profile)
                if isinstance(answer, NeedFacts) and answer.wrong:
                    continue
                if substance(answer) != substance(case.answer):
                    unsaid[case.kind, case.profile.book, key] = (case.facts, value)
    report("law 1", sampled_cases(), tried)
    assert unsaid == {}


def test_law_1_an_assumption_says_what_would_follow() -> None:
    for case in (*sampled_cases(), *sampled_cases(TOLD)):
        for assumption in case.answer.assumptions:
            assert assumption.key not in case.facts
            assert assumption.otherwise, (case.kind, assumption)
            assert assumption.text == all_kinds()[case.kind].questions[assumption.key].text


RULED_OUT: dict[tuple[str, FactValue], set[str]] = {  # what cannot be, once this was said
    ("game_over", False): {"next_game", "match_over", "winner", "level", "later_white", "later_black"},
    ("next_game", False): {"later_white", "later_black", "later_match", "next_round"},
    ("match_over", False): {"reported", "later_match", "next_round"},
    ("timed", False): {"reserve", "cut", "time_white", "time_black"},
    ("clock", False): {"time_white", "time_black", "reserve_white", "reserve_black"},
    ("measured", False): {"lost"},
    ("answer", "open"): {"game_over", "next_game", "winner", "level"},
    ("rolled", False): {"doubles", "let_pass"},
}


def test_law_1_no_assumption_stands_for_what_cannot_be() -> None:
    for case in (*sampled_cases(), *sampled_cases(TOLD)):
        assumed = {assumption.key for assumption in case.answer.assumptions}
        for (key, value), impossible in RULED_OUT.items():
            if case.facts.get(key) == value:
                assert not assumed & impossible, (case.kind, case.profile.name, case.facts, assumed & impossible)


def test_law_1_interviews_stay_short() -> None:
    asked = sorted(case.asked for case in sampled_cases())
    median, p90 = statistics.median(asked), asked[len(asked) * 9 // 10]
    sys.stdout.write(f"\ninterviews: {len(asked)}, median {median:g} questions, p90 {p90}, longest {asked[-1]}\n")
    assert median <= 5
    assert p90 <= 9


def test_law_2_every_fact_given_is_relied_on_or_listed() -> None:
    cases = sampled_cases(TOLD)
    for case in cases:
        relied, idle = case.answer.relied_on, case.answer.no_part
        assert dict(case.facts) == {**relied, **idle}, case.kind
        assert not relied.keys() & idle.keys(), case.kind
    report("law 2", cases, sum(len(case.facts) for case in cases))


def test_law_2_what_played_no_part_changes_nothing_whatever_it_is() -> None:
    tried, ignored = 0, {}
    for case in sampled_cases(TOLD):
        for key in case.answer.no_part:
            for value in (*values(all_kinds()[case.kind].questions[key]), None):
                tried += 1
                facts = {name: told for name, told in case.facts.items() if name != key}
                answer = judge(case.kind, facts if value is None else facts | {key: value}, case.profile)
                if substance(answer) != substance(case.answer):
                    ignored[case.kind, case.profile.book, key] = (case.facts, value)
    report("law 2, idle facts", sampled_cases(TOLD), tried)
    assert ignored == {}


@pytest.mark.parametrize("name", KINDS)
def test_law_2_the_unit_of_a_time_stands_in_its_schema(name: str) -> None:
    for key, schema in all_kinds()[name].schema["properties"].items():
        timed = all_kinds()[name].questions[key].type in ("duration", "moment")
        assert ("unit" in schema) == timed


ODD: dict[str, tuple[str, dict[str, object]]] = {
    "a die that leaned for an hour": (
        "cocked_die", {"roller": "white", "rests": "on_edge", "rested": 3_600_000, "opening": False},
    ),
    "a match to 65": (
        "penalty_points", {"who": "white", "points": 1, "length": 65, "score_white": 1, "score_black": 2},
    ),
    "ten hours late": (
        "late_start",
        {"who": "white", "length": 9, "due": 0, "ready_white": 36_000_000, "resuming": False, "charged_white": 0,
         "score_white": 0, "score_black": 0},
    ),
}  # fmt: skip


@pytest.mark.parametrize("odd", sorted(ODD))
def test_law_2_what_is_unusual_is_said_back(odd: str) -> None:
    kind, facts = ODD[odd]
    answer = judge(kind, cast("Facts", facts), preset("IBF Backgammon" if kind == "cocked_die" else "USBGF Open"))
    assert not isinstance(answer, NeedFacts), answer
    assert any(note.startswith("Unusual, and taken as told") for note in answer.notes)


CHANGING = (
    r.RollAgain, r.PlayAgain, r.RestoreVersion, r.SetPosition, r.SetCube, r.SetScore, r.SetLength, r.ChangeClock,
    r.BringClock, r.PutClockAway, r.GivePoints, r.LoseGame, r.NewGame, r.LoseMatch,
)  # fmt: skip
# What has to stand among the consequences of a remedy, one of each group.
SHOWN: dict[type, tuple[tuple[str, ...], ...]] = {
    r.RollAgain: (("turn",), ("roll",)),
    r.RollStands: (("turn",), ("roll",)),
    r.PlayAgain: (("turn",), ("roll",), ("play_may_change",)),
    r.SetPosition: (("position",),),
    r.SetCube: (("cube",), ("cube_owner",)),
    r.SetScore: (("score",), ("crawford", "winner")),
    r.SetLength: (("length",),),
    r.ChangeClock: (("clock_changes", "clocks"),),
    r.BringClock: (("clocks",),),
    r.GivePoints: (("points_won",), ("score",), ("crawford", "winner")),
    r.LoseGame: (("game",), ("points_won",)),
    r.NewGame: (("game",), ("roll",)),
    r.LoseMatch: (("winner",),),
}
FIGURES = ("position", "cube", "length", "score", "points_won", "clocks", "clock_changes", "winner")


def is_set(consequences: Consequences, field: str) -> bool:
    return getattr(consequences, field) not in (None, "", ())


GOES_ON = (
    "fast_grab", "fast_roll", "closed_out", "dice_put_back", "turn_ended", "late_double", "cube_touched",
)  # fmt: skip  # of an act in a turn that is not over: the facts always tell who goes on


def test_law_3_a_ruling_about_a_turn_says_who_goes_on() -> None:
    looked_at, unsaid = 0, {}
    for case in sampled_cases():
        if case.kind not in GOES_ON or not isinstance(case.answer, Ruling):
            continue
        looked_at += 1
        then = case.answer.consequences
        if not (then.turn or then.pending or then.winner):
            unsaid[case.kind, case.profile.book] = case.answer.say
    report("law 3, who goes on", [case for case in sampled_cases() if case.kind in GOES_ON], looked_at)
    assert unsaid == {}


def test_law_3_what_a_remedy_changes_stands_in_figures() -> None:
    cases = (*sampled_cases(), *sampled_cases(TOLD))
    tried, bare = 0, {}
    for case in cases:
        if not isinstance(case.answer, Ruling):
            continue
        for remedy in case.answer.remedies:
            tried += 1
            for group in SHOWN.get(type(remedy), ()):
                if not any(is_set(case.answer.consequences, field) for field in group):
                    bare[case.kind, case.profile.book, type(remedy).__name__, group] = case.facts
    report("law 3", cases, tried)
    assert bare == {}


def clock_changes(remedies: tuple[r.Remedy, ...]) -> tuple[int, int]:
    """What the changes of clocks come to for White and for Black."""
    changes = [one for one in remedies if isinstance(one, r.ChangeClock)]
    white, black = (sum(one.change for one in changes if one.side is side) for side in Side)
    return white, black


OWNERS = {None: ("middle", "out"), Side.WHITE: ("white",), Side.BLACK: ("black",)}


def contradictions(remedies: tuple[r.Remedy, ...], then: Consequences) -> Iterator[str]:
    """What the figures say of a side that its remedy does not."""
    changes = clock_changes(remedies)
    if any(isinstance(one, r.ChangeClock) for one in remedies) and then.clock_changes != changes:
        yield f"clock_changes {then.clock_changes}, and not {changes}"
    for remedy in remedies:
        match remedy:
            case r.LoseMatch() if then.winner != remedy.side.other.value:
                yield f"winner {then.winner}"
            case r.LoseGame() if then.points_won is not None and not then.points_won[remedy.side.other.place] > 0:
                yield f"points_won {then.points_won}"
            case r.GivePoints() if then.points_won is not None and then.points_won[remedy.side.place] != remedy.points:
                yield f"points_won {then.points_won}"
            case r.RollAgain() | r.PlayAgain() if then.turn is not remedy.side:
                yield f"turn {then.turn}"
            case r.RollStands() if then.turn is not remedy.side and not then.pending:
                yield f"roll {then.roll} with the turn of {then.turn}"
            case r.SetCube() if then.cube_owner not in OWNERS[remedy.owner]:
                yield f"cube_owner {then.cube_owner}"
            case r.SetPosition() if remedy.turn is not None and then.turn is not remedy.turn:
                yield f"turn {then.turn}"
            case r.BringClock():
                shown = then.clocks or (None, None)
                if then.untimed != remedy.rules.untimed:
                    yield f"untimed {then.untimed}"
                if any((shown[side.place] is None) is not (side in remedy.rules.untimed) for side in Side):
                    yield f"clocks {shown}"


FINISHED = (
    "clock_stopped", "left_board", "unclear_answer", "wrong_number_of_checkers", "time_expired", "concession",
    "both_left",
)  # fmt: skip


def test_law_3_a_ruling_that_changes_something_has_a_typed_consequence() -> None:
    looked_at, bare = [], {}
    for case in sampled_cases():
        answer = case.answer
        if case.kind not in FINISHED or not isinstance(answer, Ruling):
            continue
        looked_at.append(case)
        fields = [name for name in answer.consequences.__dataclass_fields__ if name != "next_offence"]
        typed = any(is_set(answer.consequences, name) for name in fields)
        if not (typed or answer.options or r.PlayOn() in answer.remedies):
            bare[case.kind, case.profile.book] = answer.say
    report("law 3, typed consequences", looked_at, len(looked_at))
    assert bare == {}


ALONE = re.compile(r"(White|Black) (?:alone is timed|is untimed)")


def test_law_3_a_side_that_is_named_is_the_side_of_the_figures() -> None:
    cases, tried, wrong = (*sampled_cases(), *sampled_cases(TOLD)), 0, {}
    for case in cases:
        parts = [(one.name, one.remedies, one.consequences) for one in options_of(case.answer)]
        if isinstance(case.answer, Ruling):
            parts.append(("ruling", case.answer.remedies, case.answer.consequences))
        for name, remedies, then in parts:
            tried += len(remedies)
            for said in contradictions(remedies, then):
                wrong[case.kind, case.profile.book, name] = (said, case.facts)
        if ALONE.search(case.answer.say) and not case.answer.consequences.untimed:
            wrong[case.kind, case.profile.book, "say"] = (case.answer.say, case.facts)
    report("law 3, sides", cases, tried)
    assert wrong == {}


def test_law_3_nothing_is_changed_stands_alone() -> None:
    for case in (*sampled_cases(), *sampled_cases(TOLD)):
        if not isinstance(case.answer, Ruling) or r.PlayOn() not in case.answer.remedies:
            continue
        assert not any(isinstance(remedy, CHANGING) for remedy in case.answer.remedies), (case.kind, case.facts)
        assert not any(is_set(case.answer.consequences, field) for field in FIGURES), (case.kind, case.facts)


def test_law_3_every_answer_says_whether_it_may_be_appealed() -> None:
    for case in sampled_cases():
        assert case.answer.appeal is not None, (case.kind, case.profile.book)


def test_law_3_what_is_said_to_be_final_is_not_open_to_appeal() -> None:
    final = re.compile(r"no further appeal|There is no appeal|cannot be appealed\. It stands|comes too late")
    for case in (*sampled_cases(), *sampled_cases(TOLD)):
        if isinstance(case.answer, Ruling) and final.search(case.answer.say):
            assert case.answer.appeal is not None, case
            assert not case.answer.appeal.allowed, (case.kind, case.profile.name, case.answer.say)


def test_law_3_a_penalty_of_points_or_time_has_its_amount() -> None:
    bare = {}
    for case in (*sampled_cases(), *sampled_cases(TOLD)):
        options = case.answer.options if isinstance(case.answer, Ruling) else case.answer.usual
        penalties = [penalty for option in options for penalty in option.penalties]
        penalties += case.answer.penalties if isinstance(case.answer, Ruling) else ()
        for penalty in penalties:
            if penalty.step is PenaltyStep.POINTS and not penalty.points:
                bare[case.kind, case.profile.book] = penalty
            if penalty.step is PenaltyStep.TIME and not penalty.time and not _time_moves(case.answer):
                bare[case.kind, case.profile.book] = penalty
    assert bare == {}


def _time_moves(answer: Ruling | Discretion) -> bool:
    return answer.consequences.clock_changes is not None or answer.relied_on.get("amount") == 0


def options_of(answer: Ruling | Discretion) -> tuple[Option, ...]:
    return answer.options if isinstance(answer, Ruling) else answer.usual


# What an option's remedies change: figures of the score are known only where the score was told.
OPTION_SHOWN = SHOWN | {r.GivePoints: (("points_won",),), r.LoseGame: (("game",),)}
PENALTIES_SHOWN = {PenaltyStep.POINTS: "points_won", PenaltyStep.GAME: "game", PenaltyStep.MATCH: "winner"}


def test_law_3_what_an_option_brings_stands_in_figures() -> None:
    cases, tried, bare = (*sampled_cases(), *sampled_cases(TOLD)), 0, {}
    for case in cases:
        for option in options_of(case.answer):
            tried += 1
            groups = [group for remedy in option.remedies for group in OPTION_SHOWN.get(type(remedy), ())]
            groups += [
                (PENALTIES_SHOWN[penalty.step],)
                for penalty in option.penalties
                if penalty.step in PENALTIES_SHOWN and not penalty.later
            ]
            for group in groups:
                if not any(is_set(option.consequences, field) for field in group):
                    bare[case.kind, case.profile.book, option.name, group] = case.facts
    report("law 3, options", cases, tried)
    assert bare == {}


def test_law_3_the_next_offence_is_an_outcome_and_never_follows_a_lost_match() -> None:
    for case in (*sampled_cases(), *sampled_cases(TOLD)):
        then = case.answer.consequences
        assert "it is asked" not in then.next_offence, (case.kind, case.facts, then.next_offence)
        assert not (then.winner and then.next_offence), (case.kind, case.facts, then.next_offence)


def test_law_3_the_next_offence_names_no_figure_nobody_gave() -> None:
    for case in (*sampled_cases(), *sampled_cases(TOLD)):
        assert "from 0:00 to 0:00" not in case.answer.consequences.next_offence or 0 in case.facts.values(), case.facts


def test_law_3_a_penalty_with_a_ladder_says_what_comes_next() -> None:
    bare = {}
    for case in sampled_cases():
        answer = case.answer
        if not isinstance(answer, Ruling) or "earlier" not in all_kinds()[case.kind].questions:
            continue
        sides = {penalty.side for penalty in _all_penalties(answer) if penalty.side is not None and not penalty.later}
        if all(penalty.step is PenaltyStep.REMINDER for penalty in _all_penalties(answer)):
            continue  # a reminder alone begins no ladder
        if len(sides) == 1 and not answer.consequences.winner and not answer.consequences.next_offence:
            bare[case.kind, case.profile.book] = case.facts
    assert bare == {}


def _all_penalties(answer: Ruling) -> tuple[Penalty, ...]:
    return (*answer.penalties, *(penalty for option in answer.options for penalty in option.penalties))


DECISIONS = {
    row[1]: row[2]
    for row in re.finditer(r"^\| ([a-z]+-[0-9]+) \| .* \| ([^|]*) \| [^|]*\|$", DECIDED.read_text(), re.MULTILINE)
}
ADMISSION = re.compile(r"our reading|is read |are read |read alike|we take|book (does not|sets no|names no|gives no)")


def test_law_4_every_reading_names_a_decision_that_is_written_down() -> None:
    for reading in all_readings():
        assert reading.id in DECISIONS, reading
    cases, seen = (*sampled_cases(), *sampled_cases(TOLD)), set()
    for case in cases:
        for reading in case.answer.readings:
            seen.add(reading.id)
            assert f"{case.profile.book}:" in DECISIONS[reading.id], (case.kind, case.profile.book, reading)
    report(f"law 4, {len(seen)} decisions", cases, sum(len(case.answer.readings) for case in cases))


def test_law_4_a_note_admits_no_reading_without_its_decision() -> None:
    unmarked = {
        (case.kind, case.profile.book): note
        for case in (*sampled_cases(), *sampled_cases(TOLD))
        for note in case.answer.notes
        if ADMISSION.search(note)
    }
    assert unmarked == {}


OURS = re.compile(r"Barpoint|reading used here|[Oo]ur reading|[Oo]ur decision")
# Rows that hold a reading beside a rule; cited here for the rule, so that nothing is read.
FOR_THE_RULE = {
    ("bws:2.2.2a", "break_request"), ("bws:2.2.2a", "delay_so_far"), ("bws:2.2.4a", "delay_so_far"),
    ("bws:2.2.4a", "late_start"),
    ("bws:3.5.5c", "clock_wanted"), ("bws:4.1.4.1b", "cocked_die"), ("bws:4.1.4.1b", "lifted_as_cocked"),
    ("bws:4.1.4.1b", "lifted_before_rest"), ("bws:4.1.4.1b", "thrown_wrongly"), ("bws:4.1.4.2", "cocked_die"),
    ("bws:4.1.4.1b", "late_double"), ("guide:5.6b", "late_double"),
    ("bws:4.2.3.1b", "illegal_play"), ("bws:4.2.3.1b", "impossible_position"), ("guide:5.6b", "cocked_die"),
    ("guide:5.6b", "disputed_roll"), ("guide:5.9j", "unclear_answer"), ("ibf:17.1d", "ibf_sanction"),
    ("ibf:17.1d", "penalty_points"), ("usbgf:4.1.8.2c", "fast_grab"),
}  # fmt: skip


def test_law_4_a_row_that_is_our_reading_is_not_cited_as_a_rule() -> None:
    cases, tried, unmarked = (*sampled_cases(), *sampled_cases(TOLD)), 0, {}
    for case in cases:
        for row in case.answer.clauses:
            if OURS.search(clause(row).text) and (row, case.kind) not in FOR_THE_RULE:
                tried += 1
                if not case.answer.readings:
                    unmarked[row, case.kind] = case.facts
    report("law 4, rows that are readings", cases, tried)
    assert unmarked == {}


READ: dict[str, tuple[str, str, dict[str, object], str]] = {
    "any roll closes the choice": (
        "illegal_play", "BWS", {"by": "black", "fault": "wrong_pips", "stage": "opponent_rolled_invalidly"}, "ruling-1",
    ),
    "a forfeited game is a single one": (
        "left_board", "IBF Backgammon",
        {"who": "white", "why": "own reasons", "allowed": False, "seen": True, "earlier": 1, "forfeit": "game",
         "length": 7, "score_white": 2, "score_black": 2, "cube": 2}, "ruling-23",
    ),
    "a conceded game is a single one": (
        "clock_stopped", "IBF Backgammon",
        {"who": "white", "reason": "another reason", "accident": False, "length": 7, "score_white": 2,
         "score_black": 3, "cube": 2}, "ruling-23",
    ),
    "no double after an invalid roll": (
        "cocked_die", "IBF Backgammon", {"roller": "white", "rests": "on_edge", "rested": 4000, "opening": False},
        "game-16",
    ),
    "where penalty points go": (
        "penalty_points", "BWS", {"who": "white", "points": 1, "length": 9, "score_white": 1, "score_black": 2},
        "time-1",
    ),
    "a score below zero": (
        "penalty_points", "IBF Backgammon",
        {"who": "white", "points": 1, "length": 7, "score_white": 0, "score_black": 2}, "time-2",
    ),
    "exactly thirty seconds": (
        "fast_grab", "USBGF Open",
        {"grabber": "black", "rolled": False, "earlier": 2, "warned": True, "timed": True, "reserve": 30_000,
         "cut": False}, "clock-4",
    ),
    "breaks of a length the book does not name": (
        "break_request", "BWS", {"who": "white", "length": 10, "between_games": True, "used": 0}, "time-10",
    ),
    "a checker taken off wrongly": (
        "wrong_number_of_checkers", "BWS", {"side": "white", "number": 14, "removed_lately": True, "in_time": True},
        "ruling-7",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", sorted(READ))
def test_law_4_a_reading_in_play_is_named(case: str) -> None:
    kind, under, facts, decision = READ[case]
    answer = judge(kind, cast("Facts", facts), preset(under))
    assert not isinstance(answer, NeedFacts), answer
    assert decision in {reading.id for reading in answer.readings}


CLOCK_FIGURE = re.compile(r"(?<!of )\b\d+:\d\d (?:each\b|a turn\b|by the score)")


def own_event(profile: Profile) -> Profile:
    """An event of its own with another clock than its book's: four and a half minutes a point and 25 seconds."""
    options = Options(reserve_per_point=270, delay=25).over(profile.options)
    return msgspec.structs.replace(profile, options=options, event="Spring Open")


def brought(answer: Ruling | Discretion) -> Iterator[r.BringClock]:
    """The clocks an answer or one of its options brings."""
    remedies = answer.remedies if isinstance(answer, Ruling) else ()
    for remedy in (*remedies, *(each for option in options_of(answer) for each in option.remedies)):
        if isinstance(remedy, r.BringClock):
            yield remedy


def test_law_5_the_events_own_clock_is_used_and_the_event_named() -> None:
    cases, figures = (*sampled_cases(), *sampled_cases(TOLD)), 0
    wrong: dict[tuple[str, str, str], object] = {}
    for case in cases:
        key, event = (case.kind, case.profile.book), own_event(case.profile)
        answer = judge(case.kind, case.facts, event)
        assert not isinstance(answer, NeedFacts), key
        if answer.under != "Spring Open" or case.answer.under != case.profile.name:
            wrong[(*key, "under")] = answer.under
        for clock in brought(answer):
            figures += 1
            if (clock.rules.delay, clock.rules.per_point) != (25_000, 270_000):
                wrong[(*key, "clock")] = clock
        usual, own = ({line for line in answer_lines(each) if line[0] != "Under"} for each in (case.answer, answer))
        said = {line for line in usual if CLOCK_FIGURE.search(line[1]) and "established" not in case.facts}
        figures += len(said)
        if said & own:
            wrong[(*key, "said")] = said & own
    report("law 5, the event's clock", cases, figures)
    assert wrong == {}


# What happened and to whom is asked for the record, and need not change what the book says.
TOLD_FOR_THE_RECORD = {
    "what", "how", "ground", "did", "act", "means", "by", "matter", "penalty", "happened",
}  # fmt: skip
# Facts that no sampled event of the book turns on: its regulations decide, or the sample never meets the case.
ELSEWHERE_DECISIVE = {
    ("break_overrun", "ibf", "length"),  # only where the regulations provide breaks
    ("delay_so_far", "bws", "now"), ("delay_so_far", "guide", "now"),  # only while somebody is away
    ("delay_so_far", "bws", "started"), ("delay_so_far", "guide", "started"),  # past midnight
}  # fmt: skip
LONG = 40  # interviews of each kind and preset, for what few of them meet


def differs(case: SampledCase, key: str) -> bool:
    """Whether another answer to one question changes what the book says to a case."""
    question, before = all_kinds()[case.kind].questions[key].under(case.profile.book), whole_answer(case.answer)
    return any(
        whole_answer(judge(case.kind, case.facts | {key: value}, case.profile)) != before
        for value in values(question)
        if value != case.facts[key]
    )


def whole_answer(answer: JudgeAnswer) -> object:
    if isinstance(answer, NeedFacts):
        return substance(answer)
    factors = answer.factors if isinstance(answer, Discretion) else ()
    return substance(answer), answer.clauses, answer.appeal, answer.notes, answer.readings, factors


def test_law_5_each_book_is_asked_only_what_matters_to_it() -> None:
    asked: set[tuple[str, str, str]] = set()
    decisive: set[tuple[str, str, str]] = set()
    for case in (*sampled_cases(), *sampled_cases(0.0, LONG)):
        for key in case.facts:
            fact = (case.kind, case.profile.book, key)
            described = key in TOLD_FOR_THE_RECORD or all_kinds()[case.kind].questions[key].type is FactType.SIDE
            if described or fact in decisive:
                continue
            asked.add(fact)
            if differs(case, key):
                decisive.add(fact)
    report(f"law 5, {len(asked)} questions of a kind and book", sampled_cases(0.0, LONG), len(decisive))
    assert asked - decisive <= ELSEWHERE_DECISIVE


def test_law_5_what_a_book_is_offered_it_accepts() -> None:
    for name in KINDS:
        for question in all_kinds()[name].questions.values():
            for book, choices in question.by_book:
                assert set(choices) < set(question.choices), (name, book)
                assert question.under(book).choices == choices


def test_law_5_an_answer_on_which_the_book_is_silent_is_marked_when_it_is_offered() -> None:
    asked, marked, unmarked = 0, set(), {}
    for name, profile in product(KINDS, list_presets()):
        if profile.book not in all_kinds()[name].clauses:
            continue
        random = Random(f"{name} {profile.name}")
        for _ in range(ROUNDS):
            facts: dict[str, FactValue] = {}
            while isinstance(answer := judge(name, facts, profile), NeedFacts) and not answer.wrong:
                question = answer.question
                silent = silent_choices(name, facts, profile, question)
                if question.type is FactType.CHOICE:
                    asked += 1
                    marked |= {(name, profile.book, question.key) for _ in silent}
                    assert set(silent) < set(question.choices), (name, profile.book, question.key)
                open_to = [value for value in values(question) if value not in silent]
                facts = facts | {question.key: random.choice(open_to)}
                after = judge(name, facts, profile)
                if question.choices and isinstance(after, Discretion) and not after.covered:
                    unmarked[name, profile.book, question.key] = facts
    sys.stdout.write(f"\nlaw 5: {asked} choices offered, {len(marked)} of (kind, book, fact) with silent answers\n")
    assert unmarked == {}
    assert marked


def test_law_5_stages_of_play_that_make_no_difference_to_a_book_are_not_offered() -> None:
    question = all_kinds()["illegal_play"].questions["stage"]
    assert "offender_rolled" in question.under("usbgf").choices
    for book in ("ibf", "bws"):
        assert not {"offender_doubled", "offender_rolled"} & set(question.under(book).choices)


def test_law_3_the_points_of_an_option_come_off_whom_it_is_against() -> None:
    cases, tried, wrong = (*sampled_cases(), *sampled_cases(TOLD)), 0, {}
    for case in cases:
        for option in options_of(case.answer):
            losers = {one.side for one in option.remedies if isinstance(one, r.GivePoints) and one.points < 0}
            sides = {penalty.side for penalty in option.penalties if penalty.points}
            tried += bool(losers and sides)
            if losers and sides and losers != sides:
                wrong[case.kind, case.profile.book, option.name] = case.facts
    report("law 3, whose points", cases, tried)
    assert tried
    assert wrong == {}


def test_law_3_an_option_is_said_in_words() -> None:
    cases, short = (*sampled_cases(), *sampled_cases(TOLD)), set()
    for case in cases:
        for option in options_of(case.answer):
            if not option.text[:1].isupper() and not option.text[:1].isdigit():
                short.add((case.kind, case.profile.book, option.text))
    assert short == set()


def test_law_3_nothing_is_changed_is_never_read_beside_something_that_is_done() -> None:
    for case in sampled_cases():
        done = [text for label, text in answer_lines(case.answer) if label == "Do"]
        assert len(done) < 2 or "Nothing is changed." not in done, (case.kind, case.facts)


def booked_passes(answer: Ruling | Discretion) -> Iterator[tuple[int, int]]:
    """Points an answer or one of its ways books."""
    options = answer.options if isinstance(answer, Ruling) else answer.usual
    for then in (answer.consequences, *(option.consequences for option in options)):
        if then.points_won is not None:
            yield then.points_won


PASSES: dict[str, dict[str, object]] = {  # how a kind is told that White's double was passed, or is to be
    "unclear_answer": {"player": "black", "did": "said_pass"},
    "announced_answer": {"player": "black", "answer": "pass", "next_chance": True, "on_condition": False},
    "dead_cube": {"doubler": "white", "answer": "passed", "next_game": False, "position_known": True},
    "wrong_cube_level": {"doubled": True, "disputed": False, "doubler": "white", "answer": "passed", "recorded": 0},
    "cube_touched": {"player": "white", "did": "touched", "announced": False, "access": True},
    "early_double": {"player": "white", "how": "doubled", "access": True, "on_turn": "white", "rolled": False},
    "late_double": {"player": "white", "thrown": "being_shaken", "next_turn": False},
    "dice_put_back": {"player": "white", "doubles": True, "access": True},
    "illegal_play": {"by": "black", "fault": "wrong_pips", "stage": "doubled_while_moving"},
}
OFFERS = re.compile(r"passes and loses|or passes|doubles now|doubles when|The pass costs|must double|must pass")


def pass_facts(kind: str, length: int, score: tuple[int, int], cube: int, *, done: bool) -> Facts:
    """The facts of a passed double at a score, by the keys of the kind."""
    names = {"length": length, "score_white": score[0], "score_black": score[1], "points": score[0],
             "other_points": score[1], "cube": cube, "before": cube, "crawford_done": done}  # fmt: skip
    questions = all_kinds()[kind].questions
    return cast("Facts", PASSES[kind] | {key: value for key, value in names.items() if key in questions})


def test_every_kind_that_reads_the_cube_before_a_double_is_held_to_the_law_of_barred_passes() -> None:
    asked = {name for name, kind in all_kinds().items() if "before the double" in str(kind.questions.get("cube", ""))}
    assert asked - set(PASSES) == {"crawford_double"}  # which is of nothing else


def test_law_3_no_pass_of_a_dead_or_crawford_cube_is_booked() -> None:
    tried, booked = 0, {}
    scores = [(length, (white, black)) for length in (1, 5, 9) for white, black in product(range(length), repeat=2)]
    for kind, profile, (length, score), cube, done in product(PASSES, list_presets(), scores, (1, 2, 4), (True, False)):
        if profile.book not in all_kinds()[kind].clauses:
            continue
        at_point = length - 1 in score
        crawford = length == 1 or (at_point and not done and (profile.book != "trad" or bool(profile.options.crawford)))
        dead = score[0] + cube >= length and profile.book in ("usbgf", "guide")
        if not (crawford or dead) or (not at_point and done):
            continue
        answer = judge(kind, pass_facts(kind, length, score, cube, done=done), profile)
        if isinstance(answer, NeedFacts) or (isinstance(answer, Discretion) and not answer.covered):
            continue
        tried += 1
        open_offer = OFFERS.search(" ".join(text for _, text in answer_lines(answer)))
        if any(booked_passes(answer)) or (open_offer and (crawford or profile.book == "usbgf")):
            booked[kind, profile.book] = (length, score, cube, done, answer.say)
    sys.stdout.write(f"\nlaw 3, barred passes: {len(PASSES)} kinds, {tried} combinations\n")
    assert booked == {}


CLOCK_REMEDY = re.compile(r"usbgf:4\.2\.3\.2c|bws:4\.2\.3\.3|guide:addendum-clock-2|ibf:14\.7")


def test_law_1_a_correction_says_what_becomes_of_the_clock() -> None:
    tried, unsaid = 0, {}
    for case in (*sampled_cases(), *sampled_cases(TOLD)):
        answer = case.answer
        if not isinstance(answer, Ruling) or "clock" not in all_kinds()[case.kind].questions:
            continue
        done = (*answer.remedies, *(one for option in answer.options for one in option.remedies))
        if case.kind != "illegal_play" or not any(isinstance(one, r.PlayAgain) for one in done):
            continue
        if case.facts.get("stage") in ("still_moving", "doubled_while_moving"):
            continue  # the turn is not over, and the clock has not been pressed
        tried += 1
        stated = {one.key: one.otherwise for one in answer.assumptions}.get("clock", "")
        told = "clock" in answer.relied_on and (
            not case.facts["clock"] or CLOCK_REMEDY.search(" ".join(answer.clauses))
        )
        if not told and not CLOCK_REMEDY.search(stated) and not CLOCK_REMEDY.search(" ".join(answer.clauses)):
            unsaid[case.profile.book] = (case.facts, stated)
    report("law 1, the clock of a correction", [], tried)
    assert tried
    assert unsaid == {}
