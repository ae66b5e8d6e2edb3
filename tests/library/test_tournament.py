"""A tournament as a program has it: people by their names, a file that any other front goes on with."""

import asyncio
from decimal import Decimal
from pathlib import Path

import pytest

import barpoint as bp
from barpoint.tournament import commands as c

FOUR = ("Ada", "Bob", "Cid", "Dot")


def entered(path: Path, *names: str) -> bp.Tournament:
    t = bp.Tournament(path, name="Spring", date="2026-05-01", director="Ann", currency="EUR")
    t.add_event("open", fee="50.50", prizes={1: 70, 2: 30}, seed="l")
    for name in names:
        t.enter(name)
    return t


def test_from_the_first_entry_to_the_payouts(tmp_path: Path) -> None:
    t = entered(tmp_path / "spring.jsonl", *FOUR)
    assert t.director == "Ann"
    assert [pairing.players for pairing in t.draw()] == [("Ada", "Bob"), ("Cid", "Dot")]
    t.post("M1-1", "Ada", "9-4")
    t.post("M1-2", "dot", (9, 7))
    assert [(p.id, p.players, p.length) for p in t.to_play()] == [("M2-1", ("Ada", "Dot"), 9)]
    t.post("M2-1", "Ada", "9-8")
    assert t.payouts() == [
        bp.Payout("Ada", Decimal("141.40"), "main", 1),
        bp.Payout("Dot", Decimal("60.60"), "main", 2),
    ]
    assert [(line.place, line.last, line.name) for line in t.places()][:2] == [(1, 1, "Ada"), (2, 2, "Dot")]
    assert [payout.name for payout in t.finish()] == ["Ada", "Dot"]
    assert t.payouts() == []  # booked: the pool is empty
    assert repr(t) == "<Tournament 'Spring': events 1, entries 4, to play 0>"


def test_the_first_entry_makes_an_event_if_there_is_none(tmp_path: Path) -> None:
    t = bp.Tournament(tmp_path / "new.jsonl")
    for name in FOUR:
        t.enter(name)
    assert t.events == ("open",)
    assert len(t.draw()) == 2


def test_a_file_goes_on_where_it_was_left_and_settings_are_for_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "spring.jsonl"
    entered(path, *FOUR).draw()
    again = bp.Tournament(path)
    again.post("M1-1", "Ada", "9-4")
    assert [p.winner for p in bp.Tournament(str(path)).pairings("open")] == ["Ada", None]
    with pytest.raises(ValueError, match="is there already"):
        bp.Tournament(path, name="Another")


def test_what_is_refused_and_what_is_malformed_are_two_things(tmp_path: Path) -> None:
    t = entered(tmp_path / "spring.jsonl", "Ada")
    with pytest.raises(bp.RefusedError, match="entrants can be drawn") as refused:
        t.draw()
    assert refused.value.code == "field_size"
    with pytest.raises(ValueError, match="no entrant is called 'Zoe'"):
        t.post("M1-1", "Zoe", "9-4")
    with pytest.raises(ValueError, match="expected a score such as 9-4"):
        t.post("M1-1", "Ada", "nine four")
    with pytest.raises(ValueError, match="expected a format of single"):
        t.add_event("b", format="ladder")
    with pytest.raises(ValueError, match="expected an amount"):
        t.add_event("b", fee="lots")


def test_a_swiss_event_is_paired_round_by_round(tmp_path: Path) -> None:
    t = bp.Tournament(tmp_path / "swiss.jsonl")
    t.add_event("swiss", format="swiss", rounds=2, length=5, seed="s")
    for name in FOUR:
        t.enter(name)
    first = t.draw()
    assert [pairing.id for pairing in first] == ["S1-1", "S1-2"]
    for pairing in first:
        t.post(pairing.id, pairing.players[0], "5-2")
    second = t.draw()
    assert [(pairing.id, pairing.length) for pairing in second] == [("S2-1", 5), ("S2-2", 5)]
    assert {frozenset(p.players) for p in second}.isdisjoint(frozenset(p.players) for p in first)


def test_any_command_can_be_done(tmp_path: Path) -> None:
    t = entered(tmp_path / "spring.jsonl", *FOUR)
    events = t.do(c.Announce(at=t.state.at, by=t.director, text="Lunch at one"))
    assert len(events) == 1
    t.pay("Ada", "50.50")
    assert t.state.balances["player:ada"] == 0


def test_it_works_where_a_loop_is_running_as_in_a_notebook(tmp_path: Path) -> None:
    async def cell() -> bp.Tournament:
        return entered(tmp_path / "spring.jsonl", "Ada")

    assert asyncio.run(cell()).events == ("open",)


def test_a_length_holds_in_every_bracket_or_is_told_by_bracket(tmp_path: Path) -> None:
    t = bp.Tournament(tmp_path / "double.jsonl")
    t.add_event("all", format="double", length=5, seed="l")
    t.add_event("each", format="consolation", length={"main": [5, 7], "consolation": 3}, seed="l")
    for event in t.events:
        for name in FOUR:
            t.enter(name, event)
        while pairings := t.to_play(event) or (t.draw(event) if not t.pairings(event) else []):
            for pairing in pairings:
                t.post(pairing.id, pairing.players[0], (pairing.length or 0, 1), event)
    lengths = {(pairing.event, pairing.id): pairing.length for pairing in t.pairings()}
    assert {length for (event, _), length in lengths.items() if event == "all"} == {5}
    assert lengths["each", "M1-1"] == 5
    assert lengths["each", "M2-1"] == 7
    assert lengths["each", "C1-1"] == 3


def test_an_event_left_out_is_asked_for(tmp_path: Path) -> None:
    t = bp.Tournament(tmp_path / "spring.jsonl")
    with pytest.raises(ValueError, match=r"^there is no event yet$"):
        t.draw()
    t.add_event("open")
    t.add_event("jackpot")
    with pytest.raises(ValueError, match=r"^say which event: open, jackpot$"):
        t.enter("Ada")


def test_an_event_that_cannot_be_says_so_in_the_words_it_was_asked_in(tmp_path: Path) -> None:
    t = bp.Tournament(tmp_path / "spring.jsonl")
    with pytest.raises(ValueError, match="percent of the pool, 100 together, not 120"):
        t.add_event("open", prizes={1: 70, 2: 50})
    lengths: tuple[int | dict[str, int | list[int]], ...] = (0, {"main": [7, 0]}, {"main": 0})
    for length in lengths:
        with pytest.raises(ValueError, match="1 point or more"):
            t.add_event("open", length=length)
    assert t.events == ()


def test_a_winner_is_one_of_the_two(tmp_path: Path) -> None:
    t = entered(tmp_path / "spring.jsonl", *FOUR)
    t.draw()
    with pytest.raises(ValueError, match=r"^Cid is not in M1-1; expected Ada or Bob$"):
        t.post("M1-1", "Cid", "9-4")
    with pytest.raises(ValueError, match="expected a score such as 9-4"):
        t.post("M1-1", "Ada", (9,))  # type: ignore[arg-type]  # on purpose
    assert len(t.to_play()) == 2


def test_a_late_entry_without_a_place_leaves_nothing_behind(tmp_path: Path) -> None:
    t = entered(tmp_path / "spring.jsonl", *FOUR)
    t.draw()
    before = t.state
    for _ in range(2):
        with pytest.raises(bp.RefusedError) as refused:
            t.enter("Eve")
        assert refused.value.code == "no_place_left"
    assert t.state == before


def test_a_table_with_its_ties_explained_and_somebody_who_leaves(tmp_path: Path) -> None:
    t = bp.Tournament(tmp_path / "club.jsonl", name="Club night")
    t.add_event("club", format="swiss", rounds=3, length=5, seed="l")
    for name in FOUR:
        t.enter(name)
    for _ in range(2):
        for pairing in t.draw():
            t.post(pairing.id, pairing.players[0], "5-3")
    table = t.standings()
    assert sorted((line.name, line.won + line.lost) for line in table) == [(name, 2) for name in FOUR]
    assert [line.points for line in table] == sorted((float(line.won) for line in table), reverse=True)
    assert all(line.reasons for line in table if line.points == 1)
    t.withdraw(table[0].name, reason="taken ill")
    assert table[0].name not in {name for pairing in t.draw() for name in pairing.players}
    assert entered(tmp_path / "open.jsonl", *FOUR).standings() == []


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no folder"):
        bp.Tournament(tmp_path / "missing" / "spring.jsonl")
    assert list(tmp_path.iterdir()) == []
