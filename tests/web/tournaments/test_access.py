"""Who may ask what of a tournament: the public, somebody with an account, a player, another one, its director."""

from pathlib import Path

from tests.web.asking import Row, answered
from tests.web.people import serving, staffed
from tests.web.serving import Served
from tests.web.tournaments.remote import drawn
from tests.web.tournaments.test_api import first_match

WHO = ("nobody", "official", "player", "other", "director")
ALL: Row = (200,) * 5
STAFF: Row = (403, 403, 403, 403, 200)
PLAYERS: Row = (403, 403, 200, 403, 200)
UNRECORDED: Row = (403, 403, 404, 403, 404)
TOURNAMENTS: dict[str, Row] = {
    # method and address: nobody, an official of the server, a player of the match, another player, the director
    "GET /api/tournaments/{tid}": ALL,
    "GET /api/tournaments/{tid}/draws/{contest}": ALL,
    "GET /api/tournaments/{tid}/standings": ALL,
    "GET /api/tournaments/{tid}/live": ALL,
    "GET /api/tournaments/{tid}/me": (403, 403, 200, 200, 403),
    "GET /api/tournaments/{tid}/desk": STAFF,
    "GET /api/tournaments/{tid}/links": STAFF,
    "POST /api/tournaments/{tid}/links/{person}/renew": STAFF,
    "GET /api/tournaments/{tid}/checklist": STAFF,
    "GET /api/tournaments/{tid}/log": STAFF,
    "GET /api/tournaments/{tid}/ledger": STAFF,
    "GET /api/tournaments/{tid}/archive": (403, 403, 403, 403, 404),
    'POST /api/tournaments/{tid}/commands {"command": {"type": "Announce", "text": "x"}}': (403, 403, 409, 409, 200),
    'POST /api/tournaments/{tid}/entries {"contest": "open", "name": "Ada"}': (201,) * 5,
    'POST /api/tournaments/{tid}/roster {"contest": "open", "csv": "name\\nAda\\n"}': (403, 403, 403, 403, 409),
    "GET /api/tournaments/{tid}/tables/{contest}/{pairing}": ALL,
    'POST /api/tournaments/{tid}/tables/{contest}/{pairing}/record {"entries": []}': PLAYERS,
    "GET /api/tournaments/{tid}/tables/{contest}/{pairing}/record/{form}": UNRECORDED,
    "GET /api/tournaments/{tid}/tables/{contest}/{pairing}/dice": UNRECORDED,
    "GET /api/tournaments/{tid}/tables/{contest}/{pairing}/dice/check": UNRECORDED,
    "GET /api/tournaments/{tid}/tables/{contest}/{pairing}/review": UNRECORDED,
    "GET /api/tournaments/{tid}/tables/{contest}/{pairing}/analysis": UNRECORDED,
    "POST /api/tournaments/{tid}/tables/{contest}/{pairing}/analysis": UNRECORDED,
    'POST /api/tournaments/{tid}/cases {"contest": "open", "pairing": "M1-1"}': (403, 403, 403, 403, 201),
    "GET /api/tournaments/{tid}/cases/{case}": (403, 403, 403, 403, 404),
    'POST /api/tournaments/{tid}/cases/{case} {"step": "close"}': (403, 403, 403, 403, 404),
    "GET /t/{tid}/case/{case}": (403, 403, 403, 403, 404),
    "GET /t/{tid}/incident/{contest}/{pairing}": STAFF,
    "GET /t/{tid}/money": STAFF,
    "GET /t/{tid}/results": STAFF,
    "GET /t": ALL,
    "GET /t/-/{file}": ALL,
    "GET /t/{tid}": ALL,
    "GET /t/{tid}/as/{token}": (404,) * 5,
    "GET /t/{tid}/draw/{contest}": ALL,
    "GET /t/{tid}/live": ALL,
    "GET /t/{tid}/me": (403, 403, 200, 200, 403),
    "GET /t/{tid}/desk": STAFF,
    "GET /t/{tid}/overlay/{place}": ALL,
    "GET /t/{tid}/pairings": ALL,
    "GET /t/{tid}/people": STAFF,
    "GET /t/{tid}/screen": ALL,
    "GET /t/{tid}/setup": STAFF,
    "GET /t/{tid}/standings": ALL,
}


def test_everybody_may_do_what_is_theirs_and_no_more(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        first = await first_match(ann)
        player = await ann.as_(first["players"][0])
        others = [f"p{number:02}" for number in range(8) if f"p{number:02}" not in first["players"]]
        other, renewed = await ann.as_(others[0]), others[1]
        official = await staffed(here)
        bearer = {one.person: {"authorization": f"Bearer {one.token}"} for one in (player, other, ann)}
        who = {"nobody": {}, "official": {"cookie": f"barpoint={official.token}"}}
        who |= {"player": bearer[player.person], "other": bearer[other.person], "director": bearer[ann.person]}
        names = {"tid": ann.tournament, "contest": "open", "pairing": first["pairing"], "person": renewed}
        names |= {"form": "log", "file": "page.css", "place": "1", "case": "NOSUCHCASE"}
        await answered(here, TOURNAMENTS, who, names)

    serving(tmp_path, test)
