"""Passkeys and the officials' page in a real browser, with an authenticator the browser simulates."""

import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.conftest import STATIC, needed
from tests.e2e.test_pages import findings
from tests.web.members import PASSWORD


@pytest.fixture
def page(browser: Browser, server: str) -> Any:
    """A page at a name, not at an address: passkeys belong to names."""
    context = browser.new_context(base_url=server.replace("127.0.0.1", "localhost"), locale="en")
    yield context.new_page()
    context.close()


def simulate_a_passkey(page: Page) -> None:
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_guest_registers_with_a_passkey_signs_out_and_comes_back(page: Page) -> None:
    simulate_a_passkey(page)
    page.goto("/profile")
    page.get_by_label("Name").fill("Anna Key")
    page.get_by_role("button", name="Register with a passkey").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_role("button", name="Sign out").wait_for()
    assert page.get_by_role("heading", level=1).inner_text().startswith("Anna Key")
    page.get_by_role("link", name="Security").click()
    page.get_by_role("button", name="Rename the passkey Chrome Linux").click()
    page.get_by_label("Name of the passkey").fill("Blue key")
    page.get_by_role("button", name="Keep").click()
    page.get_by_role("button", name="Remove the passkey Blue key").click()
    page.get_by_role("alert").get_by_text("your only way into the account").wait_for()
    assert findings(page) == []


def asked(page: Page, path: str, body: str = "{}") -> Any:
    """A request of this page's own person."""
    send = f"{{method: 'POST', headers: {{'content-type': 'application/json'}}, body: JSON.stringify({body})}}"
    return page.evaluate(f"fetch('{path}', {send}).then((answer) => answer.json())")


def appointed(name: str, folder: Path) -> None:
    """Somebody becomes an official, on whichever server of this folder knows the name."""
    staff = [sys.executable, "-m", "barpoint", "staff", name, "--db"]
    known = [subprocess.run([*staff, str(database)]).returncode == 0 for database in folder.glob("served*/games.db")]
    assert any(known)


def test_an_official_settles_what_a_player_asks_for(page: Page, server: str, tmp_path_factory: Any) -> None:
    needed((STATIC / "index.html").is_file(), "the built user interface")
    page.goto("/settings")  # which asks nothing of the server: whoever this page is, the test has made it
    asked(page, "/api/guest")
    match = asked(page, "/api/matches", "{against: 'bot', level: 'casual'}")["match"]
    asked(page, f"/api/matches/{match}/bar", "{account: '', about: 'They comment on every move.'}")
    for name in ("Rita", "Dora"):
        page.context.clear_cookies()
        asked(page, "/api/register", f"{{name: '{name}', password: '{PASSWORD}'}}")
    appointed("Dora", tmp_path_factory.getbasetemp())
    page.goto("/inquiries")
    page.get_by_role("button", name="Take it").click()
    page.get_by_role("button", name="Grant it").wait_for()
    assert findings(page) == []
    page.get_by_role("button", name="Grant it").click()
    page.get_by_text("Nothing waits for an official.").wait_for()
    with pytest.raises(urllib.error.HTTPError, match="403") as closed:
        urllib.request.urlopen(f"{server}/api/matches/{match}")  # noqa: S310  # our own server
    closed.value.close()
    page.get_by_text("Let somebody back in").click()
    page.get_by_label("Name", exact=True).fill("Rita")
    page.locator("#reset-reason").fill("lost her phone, known to me")
    page.get_by_role("button", name="Give out a code").click()
    given = page.get_by_role("status").get_by_text("Hand this code to Rita")
    given.wait_for()
    assert findings(page) == []
    code = given.inner_text().split()[-1]
    page.context.clear_cookies()
    asked(page, "/api/recover", f"{{name: 'Rita', code: '{code}', password: '{PASSWORD}'}}")
    page.goto("/security")
    page.get_by_role("status").get_by_text("Dora gave out a code that resets your account").wait_for()
    page.get_by_role("status").get_by_text("lost her phone, known to me").wait_for()
    assert findings(page) == []


def test_an_official_stops_a_match_unasked_and_releases_it(page: Page, tmp_path_factory: Any) -> None:
    needed((STATIC / "index.html").is_file(), "the built user interface")
    page.goto("/settings")  # which asks nothing of the server: whoever this page is, the test has made it
    asked(page, "/api/guest")
    match = asked(page, "/api/matches", "{against: 'bot', level: 'casual', terms: {points: 1}}")["match"]
    page.context.clear_cookies()
    asked(page, "/api/register", f"{{name: 'Dora Stop', password: '{PASSWORD}'}}")
    appointed("Dora Stop", tmp_path_factory.getbasetemp())
    page.goto(f"/match/{match}")
    page.get_by_label("Reason").fill("A look at the dice.")
    page.get_by_role("button", name="Stop the match").click()
    page.get_by_role("heading", name="An official has stopped the match").wait_for()
    page.get_by_role("link", name="Inquiries").first.click()
    page.get_by_text("A look at the dice.").wait_for()
    page.get_by_role("button", name="Take it").click()
    page.get_by_text("Give an order in this match").click()
    page.get_by_label("What (dice").fill("dice")
    page.get_by_label("As it has to be").fill("precision")
    orders = page.locator("form", has=page.get_by_label("Order"))
    orders.get_by_label("Reason").fill("One die is chipped.")
    orders.get_by_role("button", name="Give the order").click()
    page.get_by_text("it stands in the log").wait_for()
    log = page.request.get(f"/api/matches/{match}/export/log").text()
    assert '"TermsChanged"' in log
    assert "One die is chipped." in log
    assert findings(page) == []
    page.get_by_role("button", name="Settle; play goes on").click()
    page.get_by_text("Nothing waits for an official.").wait_for()
    page.goto(f"/match/{match}")
    page.get_by_role("button", name="Stop the match").wait_for()


@pytest.mark.clause("usbgf:1.1.5a", "usbgf:2.2.4m")
def test_an_official_imposes_points_from_the_list_and_they_stand_in_the_match(
    page: Page, tmp_path_factory: Any
) -> None:
    needed((STATIC / "index.html").is_file(), "the built user interface")
    page.goto("/settings")  # which asks nothing of the server: whoever this page is, the test has made it
    asked(page, "/api/guest")
    terms = "{preset: 'USBGF Open', points: 5}"
    match = asked(page, "/api/matches", f"{{against: 'bot', level: 'casual', terms: {terms}}}")["match"]
    page.context.clear_cookies()
    asked(page, "/api/register", f"{{name: 'Dora List', password: '{PASSWORD}'}}")
    appointed("Dora List", tmp_path_factory.getbasetemp())
    page.goto(f"/match/{match}")
    page.get_by_label("Reason").fill("Insults in the chat.")
    page.get_by_role("button", name="Stop the match").click()
    page.get_by_role("heading", name="An official has stopped the match").wait_for()
    page.get_by_role("link", name="Inquiries").first.click()
    page.get_by_role("button", name="Take it").click()
    page.get_by_text("Open a case").click()
    page.get_by_label("What happened?").fill("misbehaved")
    page.get_by_role("button", name="A rule was broken or a player misbehaved").click()
    page.locator(".choice").first.click()
    page.locator(".choice", has_text="behaved badly").click()
    page.locator(".choice", has_text="Yes").click()
    page.get_by_role("button", name="Penalty points.").click()
    page.get_by_label("How many points?").fill("2")
    page.get_by_role("button", name="Impose it").click()
    page.get_by_text("Ruled").wait_for()
    log = page.request.get(f"/api/matches/{match}/export/log").text()
    (awarded,) = [line for line in log.splitlines() if '"PointsAwarded"' in line]
    assert '"points":2' in awarded
    assert findings(page) == []
