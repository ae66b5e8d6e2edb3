"""Kinds of incidents are found by what people say."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from barpoint.officiating import all_kinds
from barpoint.officiating.everyday_language import phrases, plain
from barpoint.officiating.incident_search import find_incidents

APART = DRAWN_BY_LOT, WRITTEN_FIRST, TITLES_ONLY = tuple(
    Path(__file__).with_name(f"{name}_phrases.toml") for name in ("held_out", "fresh", "titles_only")
)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("he forgot to press his clock", "forgotten_press"),
        ("he rolled before I hit the clock", "fast_roll"),
        ("his flag fell", "time_expired"),
        ("he was twenty minutes late", "late_start"),
        ("a spectator whispered the play", "spectator_sanction"),
        ("the board was set up wrong", "setup_error"),
        ("she is stalling", "slow_play"),
        ("we played to seven instead of nine", "wrong_length"),
        ("the battery died", "defective_clock"),
        ("may I go to the restroom", "break_request"),
        ("ilegal moove", "illegal_play"),
        ("he looked at his phone", "aid_used"),
        ("she wears earbuds", "headphones"),
        ("the director is playing this match himself", "director_plays"),
        ("he lied to the director", "untruth"),
        ("I was closed out and he just kept rolling", "closed_out"),
        ("did he take or drop", "unclear_answer"),
        ("we used a beaver", "money_rule_used"),
        ("she bumped the table", "roll_disturbed"),
        ("fire alarm went off", "uncovered"),
        ("nobody knows what the roll was", "disputed_roll"),
        ("a spectator told us the score is wrong", "spectator_spoke"),
        ("the checker was never put on the bar", "hit_checker_left"),
        ("wants to film the match", "recording"),
        ("she moved 6-4 when the roll was 6-3", "illegal_play"),
        ("illegal move noticed after I rolled", "illegal_play"),
        ("she rolled while I was still moving", "fast_roll"),
        ("he came back late from the break", "break_overrun"),
        ("a checker was found on the floor", "wrong_number_of_checkers"),
        ("one die fell on the floor", "cocked_die"),
        ("his time ran out", "time_expired"),
        ("the cube was turned after the dice were rolled", "late_double"),
        ("he said I double if you roll a six", "early_double"),
        ("he claims a gammon but I had one off", "claim_disputed"),
        ("he resigned a single but it was a gammon", "unreasonable_ending"),
        ("he turned the cube to 8 instead of 4", "wrong_cube_level"),
        ("we have been playing to 9 instead of 7", "wrong_length"),
        ("he is drunk", "misbehaviour"),
    ],
)
def test_everyday_words_find_the_kind(said: str, kind: str) -> None:
    assert find_incidents(said)[0].kind.name == kind


def test_the_name_of_a_kind_finds_it_alone() -> None:
    assert [found.kind.name for found in find_incidents("slow_play")] == ["slow_play"]


def test_words_no_kind_knows_find_nothing() -> None:
    assert find_incidents("xylophone") == ()


def test_hits_come_best_first() -> None:
    scores = [found.score for found in find_incidents("illegal move")]
    assert scores[0] == 1.0
    assert scores == sorted(scores, reverse=True)


def held_out(path: Path = DRAWN_BY_LOT) -> dict[str, list[str]]:
    return tomllib.loads(path.read_text("utf-8"))


def registered() -> Iterator[tuple[str, str]]:
    return ((said, kind.name) for kind in all_kinds().values() for said in kind.words)


def test_every_kind_has_everyday_phrases_and_a_fifth_is_held_out() -> None:
    learnt, drawn = phrases(), held_out()
    assert set(learnt) == set(drawn) == set(all_kinds())
    assert min(len(learnt[kind]) + len(drawn[kind]) for kind in learnt) >= 8
    apart = sum(len(rows) for path in APART for rows in held_out(path).values())
    assert 0.17 <= apart / (apart + sum(map(len, learnt.values()))) <= 0.22


@pytest.mark.parametrize("path", APART)
def test_the_search_never_reads_what_is_held_out(path: Path) -> None:
    read = {plain(said) for rows in phrases().values() for said in rows} | {plain(said) for said, _ in registered()}
    assert not read & {plain(said) for rows in held_out(path).values() for said in rows}


@pytest.mark.parametrize(
    ("path", "first_floor", "three_floor"),
    [(DRAWN_BY_LOT, 0.90, 0.97), (WRITTEN_FIRST, 0.95, 0.99), (TITLES_ONLY, 0.94, 0.98)],
)
def test_phrases_it_never_read_find_their_kind(
    path: Path, first_floor: float, three_floor: float, capsys: pytest.CaptureFixture[str]
) -> None:
    places = []
    for kind, rows in held_out(path).items():
        for said in rows:
            names = [hit.kind.name for hit in find_incidents(said)]
            places.append(names.index(kind) if kind in names else len(names) + 3)
    first, in_three = (sum(place < n for place in places) / len(places) for n in (1, 3))
    with capsys.disabled():
        print(f"\n{len(places)} {path.stem}: {first:.1%} first, {in_three:.1%} in the first three")  # noqa: T201
    assert first >= first_floor
    assert in_three >= three_floor


def test_a_phrase_belongs_to_a_single_kind() -> None:
    owners: dict[str, set[str]] = {}
    for said, kind in (*registered(), *((said, kind) for kind, rows in phrases().items() for said in rows)):
        owners.setdefault(plain(said), set()).add(kind)
    assert {said: kinds for said, kinds in owners.items() if len(kinds) > 1} == {}


def test_a_registered_phrase_finds_its_own_kind_first() -> None:
    assert [said for said, kind in registered() if find_incidents(said)[0].kind.name != kind] == []


def test_what_the_book_is_silent_on_comes_behind() -> None:
    said = "she is still not back, what does it cost"
    assert find_incidents(said)[0].kind.name == "delay_so_far"
    assert find_incidents(said, book="ibf")[0].kind.name == "break_overrun"
