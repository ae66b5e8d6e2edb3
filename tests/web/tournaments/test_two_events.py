"""Two people who meet in two events at once: the views behind pairings and hall screen show both matches."""

import msgspec

from barpoint.tournament import commands as c
from barpoint.tournament.desk import desk_overview
from barpoint.tournament.views import draw_sheet, participant_view
from tests.tournament.director import drawn, people, swiss


def test_both_matches_are_shown() -> None:
    hall = drawn(swiss(name="novice"), 2)
    hall.do(c.AddContest, settings=swiss(name="open"))
    hall.do(c.PublishContest, contest="open")
    hall.do(c.ImportEntrants, contest="open", entries=tuple((player,) for player in people(2)))
    hall.do(c.MakeDraw, contest="open")
    hall.do(c.PairRound, contest="open")
    desk = desk_overview(hall.state, hall.now)
    met = [(match.contest, {side.name for side in match.sides}) for match in (*desk.playing, *desk.next)]
    assert sorted(contest for contest, _ in met) == ["novice", "open"]
    assert met[0][1] == met[1][1], "the same two"
    assert msgspec.json.encode(desk)
    assert msgspec.json.encode(participant_view(hall.state, "p00", hall.now))
    assert all(msgspec.json.encode(draw_sheet(hall.state, contest)) for contest in hall.state.contests.values())
