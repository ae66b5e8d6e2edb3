"""Two people of one tournament who share a name are told apart wherever they are named."""

import pytest

from barpoint.tournament import commands as c
from barpoint.tournament.desk.overview import desk_overview
from barpoint.tournament.player import Player, entry_of
from barpoint.tournament.shown_names import shown_names
from barpoint.tournament.views.director_pages import director_view
from barpoint.tournament.views.public_view import draw_sheet
from barpoint.tournament.views.sheet_drawing import draw_svg
from tests.tournament.director import Hall, knockout, opened

ADA, BO = Player(id="ada", name="Ada"), Player(id="bo", name="Bo")


def jan(number: int, **more: object) -> Player:
    """One of several who are called Jan Smit."""
    return Player(id=f"jan-{number}", name="Jan Smit", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("first", "second", "marks"),
    [
        ({"club": "Oslo"}, {"club": "Bergen"}, ("Oslo", "Bergen")),
        ({"club": "Oslo", "rating": 1500.0}, {"club": "oslo", "rating": 1612.5}, ("1500", "1612.5")),
        ({"club": "Oslo"}, {}, ("no. 1", "no. 2")),
        ({}, {}, ("no. 1", "no. 2")),
    ],
)
def test_namesakes_carry_what_tells_them_apart(
    first: dict[str, object], second: dict[str, object], marks: tuple[str, str]
) -> None:
    players = {player.id: player for player in (ADA, jan(1, **first), jan(2, **second))}
    entries = [entry_of((player,)) for player in players.values()]
    assert shown_names(players, entries) == {"jan-1": f"Jan Smit ({marks[0]})", "jan-2": f"Jan Smit ({marks[1]})"}


def test_a_team_and_a_second_entry_carry_it_too() -> None:
    players = {player.id: player for player in (ADA, jan(1, club="Oslo"), jan(2, club="Bergen"))}
    team, again = entry_of((ADA, players["jan-1"])), entry_of((players["jan-2"],), 1)
    names = shown_names(players, [team, again])
    assert names[team.id] == "Ada / Jan Smit (Oslo)"
    assert names[again.id] == "Jan Smit (Bergen) (2)"


def hall_of_namesakes() -> Hall:
    """An event with Ada, Bo and two Jan Smits, drawn."""
    hall = opened(knockout(lengths={"main": (5,)}))
    for player in (ADA, BO, jan(1, club="Oslo"), jan(2, club="Bergen")):
        hall.do(c.Register, contest="open", players=(player,))
        hall.do(c.ApproveEntry, contest="open", entry=player.id)
    hall.do(c.MakeDraw, contest="open")
    return hall


def test_the_desk_the_draw_and_its_picture_tell_them_apart() -> None:
    hall = hall_of_namesakes()
    desk = {side.name for match in desk_overview(hall.state, hall.now).next for side in match.sides}
    sheet = draw_sheet(hall.state, hall.contest())
    drawn = {name for round_ in sheet.brackets[0].rounds for line in round_.lines for name in (line.home, line.away)}
    picture = draw_svg(hall.state, hall.contest())
    for name in ("Jan Smit (Oslo)", "Jan Smit (Bergen)"):
        assert name in desk
        assert name in drawn
        assert name in picture
    assert director_view(hall.state, hall.now, ()).marked == {
        "jan-1": "Jan Smit (Oslo)",
        "jan-2": "Jan Smit (Bergen)",
    }


def test_once_one_of_them_is_called_otherwise_the_mark_goes() -> None:
    hall = hall_of_namesakes()
    hall.do(c.ChangePlayer, player=Player(id="jan-2", name="Jan A. Smit", club="Bergen"))
    assert hall.state.shown_name("jan-1") == "Jan Smit"
    assert hall.state.name_of("jan-2") == "Jan A. Smit"
