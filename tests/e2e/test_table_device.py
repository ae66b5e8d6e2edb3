"""The device at a table in a real browser: the clock, a game recorded without a network, and told when it is back."""

import json
import re
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect
from typer.testing import CliRunner

from barpoint.cli import app
from barpoint.rulebook.profiles.options import Options
from tests.e2e.conftest import OpenPage
from tests.e2e.test_pages import findings
from tests.tournament.director import (
    NINE,
    knockout,
    people,
)

NO_OPTIONS = Options()
PATIENT = 90  # seconds: the first play a server judges may find its generator uncompiled


def asked(url: str, path: str, body: Any = None, token: str = "") -> Any:
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{url}{path}", data, headers)  # noqa: S310  # our own server
    with urllib.request.urlopen(request, timeout=PATIENT) as answer:  # noqa: S310
        text: str = answer.read().decode()
        cookie, kind = answer.headers.get("set-cookie", ""), answer.headers.get_content_type()
    return (json.loads(text) if kind == "application/json" else text), cookie


def begun(url: str, name: str, preset: str, length: int, options: Options) -> tuple[str, str]:
    """A tournament with a drawn event whose first match is under way: its id and the director's token."""
    _, cookie = asked(url, "/api/register", {"name": f"Ann {name}", "password": "correct horse battery"})
    request = urllib.request.Request(  # noqa: S310  # our own server
        f"{url}/api/tournaments",
        json.dumps({"name": name, "date": "2026-05-01", "director": "Ann"}).encode(),
        {"content-type": "application/json", "cookie": cookie.split(";")[0]},
    )
    with urllib.request.urlopen(request, timeout=PATIENT) as answer:  # noqa: S310
        made = json.loads(answer.read())
    tid, token = made["id"], made["link"].rpartition("/")[2]
    entries = [[msgspec.to_builtins(player)] for player in people(4)]
    settings = msgspec.to_builtins(knockout(preset=preset, lengths={"main": (length,)}, options=options))
    for command in (
        {"type": "AddContest", "settings": settings},
        {"type": "PublishContest", "contest": "open"},
        {"type": "ImportEntrants", "contest": "open", "entries": entries},
        {"type": "MakeDraw", "contest": "open"},
        {"type": "BeginMatch", "contest": "open", "pairing": "M1-1"},
    ):
        asked(url, f"/api/tournaments/{tid}/commands", {"command": command}, token)
    return tid, token


@dataclass
class Seat:
    """The home player's phone at the table, where its match is, and who the player is."""

    page: Page
    server: str
    tid: str
    director: str
    home: str
    away: str
    token: str

    @property
    def path(self) -> str:
        return f"/api/tournaments/{self.tid}/tables/open/M1-1"

    def told(self) -> Any:
        return asked(self.server, self.path, token=self.token)[0]

    def order(self, **command: Any) -> None:
        asked(self.server, f"/api/tournaments/{self.tid}/commands", {"command": command}, self.director)

    def record(self, *commands: dict[str, Any]) -> Any:
        """What another device says happened."""
        entries = [{"id": f"other {n}", "command": {"at": n, **one}} for n, one in enumerate(commands)]
        return asked(self.server, f"{self.path}/record", {"entries": entries}, self.token)[0]

    def cut(self) -> None:
        self.page.context.set_offline(True)

    def mend(self) -> None:
        self.page.context.set_offline(False)
        self.page.evaluate("() => window.dispatchEvent(new Event('online'))")
        expect(self.page.locator(".waiting")).to_have_count(0, timeout=1_000 * PATIENT)

    def worker(self) -> None:
        """Wait until the page would load without a network: once it was opened, that is all it takes."""
        self.page.wait_for_function("() => navigator.serviceWorker.ready")

    def recording(self) -> None:
        press(self.page, "More")
        self.page.get_by_label("Record the moves").click()


def seated(
    open_page: OpenPage,
    server: str,
    name: str,
    *,
    preset: str = "USBGF Open",
    length: int = 3,
    options: Options = NO_OPTIONS,
    **look: Any,
) -> Seat:
    """The player opens the private link, and from it the device."""
    tid, director = begun(server, name, preset, length, options)
    home, away = asked(server, f"/api/tournaments/{tid}/tables/open/M1-1")[0]["entrants"]
    links, _ = asked(server, f"/api/tournaments/{tid}/links", token=director)
    link = next(one["link"] for one in links if one["person"] == home)
    page = open_page(**look)
    page.goto(link)
    page.get_by_role("link", name="Clock and score sheet").click()
    page.locator(".device").wait_for()
    return Seat(page, server, tid, director, home, away, link.rpartition("/")[2])


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def rolled(page: Page, *dice: int) -> None:
    for number in dice:
        press(page, f"Die: {number}")


def moved(page: Page, *points: int, side: str = "White") -> None:
    for point in points:
        page.locator(f'.zone[aria-label^="{side}\'s {point}-point"]').press("Enter")


def test_a_match_from_the_private_link_to_its_error_rates(open_page: OpenPage, server: str) -> None:
    seat = seated(open_page, server, "Sprint", preset="IBF Sprintgammon", length=2, width=360, height=740)
    page = seat.page
    seat.worker()
    seat.recording()
    page.locator(".press").last.click()  # white's clock is pressed: black's time runs
    seat.cut()
    page.reload()
    rolled(page, 3, 1)
    moved(page, 24, 23)
    press(page, "Done")
    press(page, "Undo")  # after Done: the play lies there again
    press(page, "Undo")
    press(page, "Undo")
    moved(page, 24, 22)
    press(page, "Done")
    press(page, "Double to 2")
    page.get_by_role("button", name="passes").click()
    expect(page.get_by_text("Crawford game: no doubling")).to_be_visible()
    assert seat.told()["recorded"] == 0
    seat.mend()
    assert (seat.told()["score"], seat.told()["stands"]["crawford_done"]) == ([0, 1], False)
    rolled(page, 2, 5)
    moved(page, 24, 23, side="Black")
    press(page, "Done")
    expect(page.get_by_role("button", name="Double to 2")).to_have_count(0)
    press(page, "Game over")
    page.get_by_role("button", name="single game: 1").last.click()
    expect(page.get_by_text("wins the match")).to_be_visible()
    press(page, "Report the result")
    expect(page.get_by_text("Reported.")).to_be_visible()
    seat.mend()
    assert page.get_by_role("alert").count() == 0
    (match,) = asked(server, f"/api/tournaments/{seat.tid}/desk", token=seat.director)[0]["to_post"]
    assert match["pairing"] == "M1-1"
    mat = asked(server, f"{seat.path}/record/mat", token=seat.token)[0]
    assert "24/21 22/21" in mat
    assert "24/21 23/22" not in mat
    log = asked(server, f"{seat.path}/record/log", token=seat.token)[0]
    assert '"ClockRead"' in log
    seat.order(type="PostResult", contest="open", pairing="M1-1", winner=seat.away, score=[2, 0])
    page.get_by_role("link", name="The record and its error rates").click()
    page.get_by_role("button", name="wins the match").click()
    expect(page.get_by_text("clocks")).to_be_visible()
    press(page, "Analyse")
    expect(page.get_by_text("The costliest five")).to_be_visible(timeout=240_000)
    assert findings(page) == []


def test_what_the_server_refused_is_shown_and_the_record_goes_on_from_where_it_stands(
    open_page: OpenPage, server: str
) -> None:
    seat = seated(open_page, server, "Two devices", width=360, height=740)
    page = seat.page
    seat.recording()
    seat.cut()
    rolled(page, 3, 1)
    moved(page, 8, 6)
    press(page, "Done")
    kept = seat.record({"type": "RollOpening", "white": 2, "black": 6})
    assert kept["refused"] == []
    seat.mend()
    expect(page.get_by_role("alert")).to_contain_text("Not accepted")
    again = page.get_by_label("The server has not kept this")
    expect(again).to_contain_text("3-1")
    expect(again).to_contain_text("8/5 6/5")
    moved(page, 24, 13, side="Black")  # the record has black to play 6-2
    press(page, "Done")
    press(page, "Entered again")
    expect(again).to_have_count(0)
    seat.mend()
    assert seat.told()["stands"]["game"]["turn"] == "white"
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_play_that_broke_the_dice_is_noted_and_marked_in_the_record_only(open_page: OpenPage, server: str) -> None:
    seat = seated(open_page, server, "Otherwise", width=360, height=740)
    page = seat.page
    seat.recording()
    rolled(page, 3, 1)
    press(page, "Other move")
    moved(page, 8)
    page.locator('.zone[aria-label^="3-point"]').press("Enter")
    press(page, "Done")
    seat.mend()
    assert '"illegal":"not_rolled"' in asked(server, f"{seat.path}/record/log", token=seat.token)[0]
    assert page.get_by_role("alert").count() == 0


def thrown(page: Page) -> None:
    """Throw until it is no tie."""
    while page.locator(".big").count() == 0:
        press(page, "Roll the opening dice")
        page.wait_for_function("() => document.querySelector('.big, .throw:not(:disabled)')")


@pytest.mark.clause("usbgf:3.2.3.4a", "usbgf:3.2.3.4b")
def test_dice_of_the_device_are_sealed_shaken_by_both_shown_large_and_can_be_checked(
    open_page: OpenPage, server: str, tmp_path: Path
) -> None:
    seat = seated(open_page, server, "Dice", settings={"shade": "dark"}, width=1180, height=820)
    page = seat.page
    seat.order(type="OrderEquipment", topic="dice", choice="table device", contest="open", pairing="M1-1")
    page.reload()
    seat.worker()
    seat.recording()
    for network in (True, False):
        if not network:
            seat.cut()
        press(page, "Seal the dice of this game")
        expect(page.get_by_text("Sealed by the server" if network else "Sealed by this device")).to_be_visible()
        page.get_by_label("a word or number of your own").fill("tuesday")
        press(page, "Add it")
        press(page, "Leave it to chance")
        thrown(page)
        expect(page.locator(".big svg")).to_have_count(2)
        assert findings(page) == []
        expect(page.get_by_role("alert")).to_have_count(0)  # the device has checked it
        expect(page.get_by_role("button", name="Undo")).to_have_count(0)  # nobody throws it again
        press(page, "Game over")
        page.get_by_role("button", name="single game: 1").first.click()
    seat.mend()
    file = tmp_path / "match.dice.json"
    file.write_text(json.dumps(asked(server, f"{seat.path}/dice", token=seat.token)[0]))
    found = CliRunner().invoke(app, ["dice", "verify", str(file)])
    assert (found.exit_code, "no deviation" in found.output) == (0, True), found.output
    checked = asked(server, f"{seat.path}/dice/check", token=seat.token)[0]
    assert (checked["proven"] >= 2, checked["waiting"], checked["wrong"]) == (True, 0, [])
    assert [note["code"] for note in checked["reservations"]] == ["file_only", "words", "device", "words", "result"]


def test_a_roll_that_does_not_follow_from_the_servers_seal_stops_the_table_with_evidence(
    open_page: OpenPage, server: str, tmp_path: Path
) -> None:
    seat = seated(open_page, server, "Liked", width=360, height=740)
    page = seat.page
    seat.order(type="OrderEquipment", topic="dice", choice="table device", contest="open", pairing="M1-1")

    def liked(route: Route) -> None:
        answer = route.fetch()
        kept = answer.json()
        if (kept.get("dice") or {}).get("link"):
            kept["dice"]["link"] = kept["dice"]["events"][-1]["server"] = "ab" * 32
        route.fulfill(response=answer, json=kept)

    page.context.route("**/record", liked)
    page.reload()
    seat.recording()
    press(page, "Seal the dice of this game")
    for _ in range(2):
        press(page, "Leave it to chance")
    press(page, "Roll the opening dice")
    broken = page.get_by_role("alert").filter(has_text="Roll 1 does not follow from the seal")
    expect(broken).to_be_visible()
    assert findings(page) == []
    with page.expect_download() as saved:
        press(page, "Save what was kept")
    kept, file = Path(saved.value.path()), tmp_path / "match.dice.json"
    file.write_text(json.dumps(asked(server, f"{seat.path}/dice", token=seat.token)[0]))
    assert CliRunner().invoke(app, ["dice", "verify", str(file)]).exit_code == 0
    found = CliRunner().invoke(app, ["dice", "verify", str(file), "--kept", str(kept)])
    assert (found.exit_code, "the file has not the DiceThrown that was shown" in found.output) == (1, True), (
        found.output
    )
    page.reload()
    expect(broken).to_be_visible()  # it is not forgotten, and nothing more is thrown
    expect(page.locator(".throw:not(:disabled)")).to_have_count(0)


def test_calls_and_breaks_made_without_a_network_count_from_when_they_were_made(
    open_page: OpenPage, server: str
) -> None:
    seat = seated(open_page, server, "Late news", width=360, height=740)
    page = seat.page
    seat.worker()
    seat.cut()
    page.reload()
    press(page, "Director")
    page.locator("#kinds option").nth(10).wait_for(state="attached")  # the incidents are there, too
    press(page, "Call the director")
    page.wait_for_timeout(1_200)
    with page.expect_response("**/commands") as told:
        seat.mend()
    called = told.value.json()["events"][0]
    assert called["received"] - called["at"] >= 1_000


@pytest.mark.parametrize("shade", ["light", "dark"])
def test_the_clock_runs_stops_and_goes_on_and_axe_finds_nothing(open_page: OpenPage, server: str, shade: str) -> None:
    page = seated(open_page, server, f"Clock {shade}", settings={"shade": shade}, width=360, height=740).page
    near = page.locator(".press").last
    near.click()
    far = page.locator(".press").first
    expect(far).to_contain_text("delay")
    far.click()
    expect(near).to_contain_text("delay")
    press(page, "Stop the clock")
    expect(near).to_contain_text("The clock stands")
    with page.expect_response("**/commands") as told:
        press(page, "Director")
        press(page, "Call the director")
    assert told.value.json()["events"][0]["type"] == "DirectorCalled"
    press(page, "Go on")
    expect(near).to_contain_text("delay")
    assert findings(page) == []


@pytest.mark.clause("ibf:3.12a", "ibf:3.12d", "usbgf:4.3.4-2")
def test_a_stop_the_book_limits_ends_by_itself_and_the_last_minute_is_said(open_page: OpenPage, server: str) -> None:
    seat = seated(open_page, server, "Short stop", preset="IBF Backgammon", width=360, height=740)
    page, rules = seat.page, seat.told()["format"]["clock"]
    page.clock.install()
    page.reload()  # its timers are the test's now
    near = page.locator(".press").last
    page.locator(".press").first.click()
    press(page, "Stop the clock")
    press(page, "Dice off the table")
    expect(near).to_contain_text("goes on in 0:")
    page.clock.fast_forward(rules["longest_pause"])
    expect(near).to_have_class(re.compile("runs"))
    expect(page.get_by_role("alert")).to_contain_text("The pause is over")
    expect(near.locator("[data-minute]")).to_have_count(0)
    page.clock.fast_forward(rules["reserve"] + rules["delay"] - 50_000)
    expect(near.locator("[data-minute]")).to_have_text("last minute")


def test_a_position_is_noted_without_a_photograph_and_without_a_network(open_page: OpenPage, server: str) -> None:
    seat = seated(open_page, server, "Position", width=360, height=740)
    page = seat.page
    seat.worker()
    seat.cut()
    press(page, "More")
    press(page, "Note a position")
    page.locator('.zone[aria-label^="Black\'s 24-point"], .zone[data-place="1"]').first.press("Enter")
    press(page, "Note it")
    expect(page.locator("li code")).to_have_text("XGID=-a----E-C---eE---c-e----B-:0:0:1:00:0:0:0:3:10")
    assert findings(page) == []
    press(page, "Call the director about it")
    with page.expect_response("**/commands") as told:
        seat.mend()
    assert told.value.json()["events"][0]["about"].startswith("XGID=-a")


CLOCKS = {  # what the running side shows, and the other
    "simple_delay": ("delay", "14:00"),
    "bronstein": ("delay", "14:00"),
    "bronstein_backloaded": ("13:5", "14:00"),
    "fischer": ("13:5", "14:00"),
    "sudden_death": ("13:5", "14:00"),
    "per_move": ("0:1", "0:12"),
    "untimed": ("to play", ""),
}


@pytest.mark.clause("usbgf:3.4.4.2a", "bws:3.5.5a", "usbgf:3.4.4.3h")
def test_a_clock_of_every_kind_runs(open_page: OpenPage) -> None:
    page = open_page(width=360, height=740)
    page.clock.install(time=NINE / 1000)
    page.clock.pause_at(NINE / 1000 + 1)  # the clocks go as the test says, whatever the machine does meanwhile
    page.goto("/table")
    for method, (far, near) in CLOCKS.items():
        page.get_by_label("Clock").select_option(method)
        press(page, "Begin")
        page.locator(".press").last.click()
        page.clock.run_for(1_500)
        expect(page.locator(".press").first).to_contain_text(far)
        expect(page.locator(".press").last).to_contain_text(near)
        expect(page.locator(".press.runs")).to_have_count(1)
        press(page, "More")
        press(page, "Begin anew on this device")


def test_a_match_of_ones_own_needs_no_tournament(open_page: OpenPage) -> None:
    page = open_page(width=360, height=740)
    page.goto("/table")
    page.get_by_label("Points").fill("2")
    assert findings(page) == []
    press(page, "Begin")
    press(page, "Game over")
    page.get_by_role("button", name="single game: 1").first.click()
    expect(page.get_by_text("Crawford game: no doubling")).to_be_visible()
    press(page, "Game over")
    page.get_by_role("button", name="single game: 1").first.click()
    expect(page.get_by_text("White wins the match")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
