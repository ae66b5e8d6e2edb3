"""What guards an account, in the browser: two of them signed in, one ended from the other, and a way back in."""

import os
import re
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import STATIC, OpenPage, needed
from tests.e2e.match_pages import against_bot
from tests.e2e.server_process import served

PASSWORD = "correct horse battery"
ANOTHER = "another long password"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server of this module keeps its data."""
    return tmp_path_factory.mktemp("guarded")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[str]:
    """The server of this module."""
    needed((STATIC / "index.html").is_file(), "the built user interface")
    with served(folder) as address:
        yield address


def enter(page: Page, name: str, button: str, password: str = PASSWORD) -> None:
    """Register or sign in on the profile's page."""
    page.goto("/profile")
    form = page.locator("form").first
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(password)
    form.get_by_role("button", name=button, exact=True).click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def picture(page: Page, name: str) -> None:
    """What a person would look at, where BARPOINT_PICTURES says."""
    if folder := os.environ.get("BARPOINT_PICTURES"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def test_a_session_is_ended_from_another_browser_and_its_open_match_page_leaves(open_page: OpenPage) -> None:
    phone, desk = open_page(width=360, height=740), open_page()
    enter(phone, "Ursula", "Register")
    against_bot(phone)
    phone.locator(".table").wait_for()
    enter(desk, "Ursula", "Sign in")
    desk.get_by_role("link", name="Security").click()
    sessions = desk.get_by_role("region", name="Signed in").get_by_role("listitem")
    expect(sessions).to_have_count(2)
    expect(sessions.filter(has_text="this browser")).to_have_count(1)
    expect(sessions.first).to_contain_text("Chrome, Linux")
    picture(desk, "security")
    desk.get_by_role("button", name="End the session Chrome, Linux").focus()
    desk.keyboard.press("Enter")
    expect(sessions).to_have_count(1)
    phone.wait_for_url("**/profile?signed-out")
    expect(phone.get_by_text("This browser was signed out")).to_be_visible()
    expect(phone.get_by_role("heading", level=1)).to_have_text(re.compile("Guest"))
    picture(phone, "signed-out")
    desk.goto("/")  # the one that stayed is still who it was
    desk.goto("/profile")
    expect(desk.get_by_role("heading", name="Ursula", level=1)).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280])
def test_recovery_codes_are_made_and_one_is_used(open_page: OpenPage, width: int) -> None:
    name = f"Viktor {width}"
    page, other = open_page(width=width, height=740), open_page(width=width, height=740)
    enter(page, name, "Register")
    page.goto("/security")
    page.get_by_role("button", name="Make recovery codes").click()
    codes = page.locator(".codes code")
    expect(codes).to_have_count(10)
    (code, *_) = codes.all_inner_texts()
    picture(page, f"codes-{width}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    page.reload()
    expect(page.get_by_text("10 codes are left.")).to_be_visible()
    expect(codes).to_have_count(0)

    other.goto("/profile")
    other.get_by_text("Lost your password?").click()
    form = other.locator("details form")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Code").fill(code.lower())
    form.get_by_label("New password").fill(ANOTHER)
    picture(other, f"recover-{width}")
    assert other.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    form.get_by_role("button").click()
    other.wait_for_url("**/security")
    expect(other.get_by_text("9 codes are left.")).to_be_visible()
    expect(other.get_by_text("A recovery code was used")).to_be_visible()
    page.reload()  # every browser of before was signed out
    expect(page.get_by_text("A guest has nothing to guard.")).to_be_visible()
    enter(page, name, "Sign in", ANOTHER)


def test_signing_in_again_is_asked_for_and_what_was_wanted_is_done_then(open_page: OpenPage, folder: Path) -> None:
    page = open_page({"language": "ru"}, width=360, height=740)
    page.goto("/profile")
    form = page.locator("form").first
    form.get_by_label("Имя").fill("Вера")
    form.get_by_label("Пароль").fill(PASSWORD)
    form.get_by_role("button", name="Зарегистрироваться", exact=True).click()
    page.get_by_role("link", name="Безопасность").click()
    asked = page.get_by_role("button", name="Создать коды восстановления")
    expect(asked).to_be_visible()
    with sqlite3.connect(folder / "games.db", timeout=30) as database:  # as five minutes later
        database.execute("update sessions set proven = proven - 300000")
    database.close()
    asked.click()
    expect(page.get_by_role("heading", name="Войдите ещё раз")).to_be_visible()
    prompt = page.get_by_role("region", name="Войдите ещё раз")
    expect(prompt.get_by_label("Пароль")).to_be_focused()
    picture(page, "prove-ru")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".codes code")).to_have_count(10)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    picture(page, "codes-ru")


def test_everything_is_saved_as_a_file_and_the_account_is_deleted(
    open_page: OpenPage, folder: Path, tmp_path: Path
) -> None:
    page, other = open_page(), open_page(width=360, height=740)
    enter(page, "Quentin Leaver", "Register")
    enter(other, "Quentin Leaver", "Sign in")
    page.get_by_role("link", name="Security").click()
    yours = page.get_by_role("region", name="What is yours")
    with page.expect_download() as saving:
        yours.get_by_role("button", name="Save everything as a file").click()
    expect(page.get_by_text("Saved.", exact=True)).to_be_visible()
    assert saving.value.suggested_filename == "barpoint-archive.zip"
    saving.value.save_as(tmp_path / "archive.zip")
    with zipfile.ZipFile(tmp_path / "archive.zip") as archive:
        assert "Quentin Leaver" in archive.read("account.json").decode()
    with sqlite3.connect(folder / "games.db", timeout=30) as database:  # some time goes by
        database.execute("update sessions set proven = 1")
    database.close()
    yours.get_by_role("button", name="Delete my account…").click()
    last = yours.get_by_role("button", name="Delete my account for good")
    expect(last).to_be_disabled()
    yours.get_by_label("type your name").fill("Quentin Leaver")
    picture(page, "deleting")
    last.click()
    page.get_by_role("heading", name="Sign in again").wait_for()
    picture(page, "deleting-proof")
    proof = page.locator("form").filter(has=page.get_by_role("button", name="With the password"))
    proof.get_by_label("Password").fill(PASSWORD)
    proof.get_by_role("button", name="With the password").click()
    expect(page.get_by_text("Your account is deleted.")).to_be_visible()
    picture(page, "deleted")
    expect(other.get_by_text("This browser was signed out.")).to_be_visible()
    with sqlite3.connect(folder / "games.db", timeout=30) as database:
        assert not database.execute("select 1 from accounts where name = 'Quentin Leaver'").fetchall()
    database.close()
