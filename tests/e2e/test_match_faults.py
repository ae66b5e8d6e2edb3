"""What a new user stumbled over: one test each."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, WebSocket, WebSocketRoute, expect

from barpoint.match.events import decode
from barpoint.notation import match_frames
from tests.e2e.conftest import STATIC, OpenPage, held, needed, pages_at
from tests.e2e.match_pages import ANY_WAY, against_bot, by_link, play_out, step, until
from tests.e2e.test_match import BY_HAND, ON_ITS_OWN, seen
from tests.e2e.test_motion import _WATCH, expected_path, starts
from tests.web.worker_processes import connections_of, two_workers

LINES = "zones => zones.map((zone) => zone.getAttribute('aria-label').replace(', can be moved', ''))"


def log_lines(page: Page) -> list[str]:
    """The moves as they are listed."""
    lines: list[str] = page.locator(".log tbody tr").all_inner_texts()
    return [re.sub(r"\s+", " ", line).strip() for line in lines]


def exported_log(page: Page) -> list[dict[str, Any]]:
    """What has happened in the page's match so far."""
    match = page.url.rpartition("/")[2]
    return [json.loads(line) for line in page.request.get(f"/api/matches/{match}/export/log").text().splitlines()]


def board(page: Page) -> list[str]:
    labels: list[str] = page.locator(".zone").evaluate_all(LINES)
    return labels


def turns(page: Page, count: int) -> None:
    """Play until so many turns have been listed."""
    until((page,), lambda: page.locator(".log .turn").count() >= count, ANY_WAY)


def test_the_log_is_whole_after_a_reload_and_for_spectators(open_page: OpenPage) -> None:
    page, spectator = open_page(BY_HAND), open_page()
    against_bot(page, points=3)
    turns(page, 8)
    until((page,), lambda: page.locator(".zone.open").count() > 0, ("Take", "End turn", "Roll"))
    lines = log_lines(page)
    page.reload()
    page.locator(".log .turn").nth(7).wait_for()
    assert log_lines(page) == lines
    spectator.goto(page.url)
    spectator.locator(".log .turn").nth(7).wait_for()
    assert log_lines(spectator) == lines
    page.goto("/")
    page.go_back()
    page.locator(".log .turn").nth(7).wait_for()
    assert log_lines(page) == lines


def test_a_log_that_comes_late_or_not_at_all_is_whole_in_the_end(open_page: OpenPage) -> None:
    page = open_page(BY_HAND, service_workers="block")
    waiting = held(page, "**/export/log")
    against_bot(page)
    until((page,), lambda: bool(waiting), ())
    waiting.pop(0).abort("internetdisconnected")
    until((page,), lambda: bool(waiting), ())  # it is asked for again
    old = page.request.get(waiting[0].request.url).text()
    until(
        (page,),
        lambda: page.get_by_role("button", name="Roll", exact=True).is_visible(),
        ("Done", "Forced:*", "End turn", "hop"),
    )
    waiting.pop(0).fulfill(body=old, content_type="text/plain")
    turns(page, 3)


def test_the_log_marks_hits_and_writes_moves_as_our_own_files_do(open_page: OpenPage) -> None:
    page = open_page(ON_ITS_OWN)
    plays: list[str] = []
    while "*" not in "".join(plays):  # now and then nobody is hit in a whole game
        against_bot(page)
        play_out(page)
        exported = page.request.get(f"/api/matches/{page.url.rpartition('/')[2]}/export/log").text().splitlines()
        words = [frame.words for frame in match_frames(tuple(decode(line.encode()) for line in exported))]
        plays = [said.partition(" plays ")[2] for said in words if " plays " in said]
    page.reload()
    page.locator(".log .turn").first.wait_for()
    listed = [text.partition(": ")[2] for text in page.locator(".log .turn").all_inner_texts()]
    assert [_moves(text) for text in listed] == [_moves(text) for text in plays if "/" in text]


def _moves(text: str) -> list[str]:
    """The moves of a play one by one, in no order."""
    every: list[str] = []
    for move in text.split():
        times = re.fullmatch(r"(.*)\((\d)\)", move)
        every += [times[1]] * int(times[2]) if times else [move]
    return sorted(every)


def test_a_turn_taken_back_is_listed_as_such(open_page: OpenPage) -> None:
    page = open_page(BY_HAND)
    against_bot(page)
    turns(page, 3)
    until(
        (page,), lambda: page.get_by_role("button", name="Roll").is_visible(), ("Done", "Forced:*", "End turn", "hop")
    )
    page.get_by_role("button", name="Take back").click()
    page.locator("td.undone").first.wait_for()
    page.reload()
    page.locator("td.undone").first.wait_for()


@pytest.mark.parametrize("discipline", ["sprintgammon", "longgammon"])
def test_the_last_position_stays_when_the_match_is_over(open_page: OpenPage, discipline: str) -> None:
    page = open_page(ON_ITS_OWN)
    against_bot(page, discipline)
    play_out(page)
    page.get_by_role("button", name="Look at the board").click()
    borne = re.compile(r"(three|fifteen) checkers")
    final = board(page)
    assert any(borne.search(label) for label in final if "off" in label), final
    page.reload()
    page.locator("[data-over]").wait_for()
    expect(page.locator(".zone").nth(0)).to_be_attached()
    page.locator(".log .turn").first.wait_for()
    assert board(page) == final


def test_a_friends_match_offers_no_hint_and_a_bots_no_director(open_page: OpenPage) -> None:
    one, two = open_page(BY_HAND), open_page(BY_HAND)
    by_link(one, two)
    until((one, two), lambda: any(page.locator(".zone.open").count() for page in (one, two)), ("End turn", "Roll"))
    for page in (one, two):
        for name in ("Hint", "Take back", "Call the director"):
            assert page.get_by_role("button", name=name).count() == 0, name
    against_bot(one)
    one.get_by_role("button", name="Hint").wait_for()
    assert one.get_by_role("button", name="Call the director").count() == 0


def test_what_is_said_is_shown_also_after_a_reload_and_can_be_muted(open_page: OpenPage) -> None:
    one, two = open_page(BY_HAND), open_page(BY_HAND)
    by_link(one, two)
    one.get_by_label("Say something").fill("A fine day for it")
    one.get_by_label("Say something").press("Enter")
    two.get_by_text("A fine day for it").last.wait_for()
    two.reload()
    two.locator(".chat").get_by_text("A fine day for it").wait_for()
    two.get_by_text("Players and spectators").click()
    two.get_by_role("button", name=re.compile("^Mute ")).click()
    two.get_by_role("button", name=re.compile("^Hear ")).wait_for()
    one.get_by_role("button", name="Good luck").click()
    one.locator(".chat").get_by_text("Good luck").wait_for()
    two.get_by_role("button", name="Report this").click()
    expect(two.get_by_label("What happened?")).to_have_value("«A fine day for it» ")
    two.get_by_label("What happened?").fill("He talks too much.")
    two.get_by_role("button", name="Send").click()
    two.get_by_text("An official will look at it.").wait_for()
    assert two.locator(".chat").get_by_text("Good luck").count() == 0


_SEEN_TO_ITS_END = """async () => {
  const felt = document.querySelector('.felt')
  document.querySelector('.log .turn').click()
  await Promise.resolve().then(() => undefined)
  const began = 'moving' in felt.dataset && !document.querySelector('.actions') // nothing to decide in what was
  while ('moving' in felt.dataset) await new Promise((look) => setTimeout(look, 10))
  return began
}"""
"""See a turn again; what is over so soon is watched in the page itself."""


def test_a_rematch_is_seen_by_the_other_and_brings_both_to_it(open_page: OpenPage) -> None:
    one, two = open_page(ON_ITS_OWN), open_page(ON_ITS_OWN, service_workers="block")
    by_link(one, two, points=1)
    movable = two.locator(".zone.open")
    until((one, two), lambda: bool(two.locator(".log .turn").count() and movable.count()), ("Done", "Forced:*", "hop"))
    one.get_by_role("button", name="Leave the match").click()
    version = one.locator(".table").get_attribute("data-version")
    until((two,), lambda: one.locator(".table").get_attribute("data-version") != version)  # the question stays
    one.get_by_role("alertdialog").get_by_role("button", name="Leave the match").click()
    for page in (one, two):
        page.locator("[data-over]").wait_for()
    before = one.url
    one.get_by_role("button", name="Play again").click()
    two.get_by_text("wants to play again").wait_for()
    late: list[tuple[Route, APIResponse]] = []
    two.route("**/rematch", lambda route: late.append((route, route.fetch())))
    two.get_by_role("button", name="Play again").click()
    for page in (one, two):
        page.wait_for_url(lambda url: url != before and "/match/" in url)
        page.locator(".table").wait_for()
    assert one.url == two.url
    two.go_back()
    two.get_by_role("link", name="To the new match").wait_for()  # whoever goes back looks at what was played
    with two.expect_response("**/rematch"):
        for route, answer in late:
            route.fulfill(response=answer)
    two.get_by_role("button", name="Look at the board").click()
    two.locator(".log .turn").first.wait_for()
    assert two.evaluate(_SEEN_TO_ITS_END)
    expect(two.get_by_role("button", name="Result")).to_be_visible()  # seen again, and the card is not in the way
    assert two.url == before


def test_leaving_asks_and_can_be_declined(open_page: OpenPage) -> None:
    page = open_page(BY_HAND)
    against_bot(page)
    until((page,), lambda: page.locator(".zone.open").count() > 0, ("End turn", "Roll"))
    page.get_by_role("button", name="Leave the match").click()
    page.get_by_role("alertdialog").get_by_role("button", name="No").click()
    assert page.locator(".zone.open").count() > 0
    page.get_by_role("button", name="Leave the match").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Leave the match").click()
    page.locator("[data-over]").wait_for()


_DOUBLE_AND_UNDO = """async () => {
  const press = (name) => {
    const button = [...document.querySelectorAll('.actions button')].find((one) => one.textContent.trim() === name)
    button?.click()
    return Boolean(button)
  }
  const doubled = press('Double')
  await Promise.resolve().then(() => undefined)  // the page has been drawn
  return doubled && press('Undo')
}"""
"""In the page itself: a test that is kept waiting by its machine would be too late."""


@pytest.mark.parametrize("seconds", [2, 7])
def test_a_double_can_be_called_off_for_as_long_as_was_chosen(open_page: OpenPage, seconds: int) -> None:
    chosen = BY_HAND | {"confirm": "undo", "undoTime": seconds}
    one, two = open_page(chosen), open_page(chosen)
    by_link(one, two)
    found: list[Page] = []

    def may_double() -> bool:
        open_to = (page.get_by_role("button", name="Double", exact=True, disabled=False) for page in (one, two))
        found.extend(button.page for button in open_to if button.is_visible())
        return bool(found)

    until((one, two), may_double, ("Done", "Forced:*", "End turn", "hop"))
    doubler = found[0]
    other = two if doubler is one else one
    assert doubler.evaluate(_DOUBLE_AND_UNDO)
    expect(doubler.get_by_role("button", name="Double", exact=True)).to_be_visible()
    doubler.evaluate(
        """() => {
          window.waits = []
          const set = window.setTimeout
          window.setTimeout = (act, wait) => (window.waits.push(wait), set(act, wait)) }"""
    )
    doubler.get_by_role("button", name="Double", exact=True).click()
    assert seconds * 1000 in doubler.evaluate("window.waits")
    other.get_by_role("button", name="Take").wait_for()


def test_the_focus_stays_on_the_board_after_a_roll_by_keyboard(open_page: OpenPage) -> None:
    page = open_page(BY_HAND)
    against_bot(page)
    until(
        (page,), lambda: page.get_by_role("button", name="Roll").is_visible(), ("Done", "Forced:*", "End turn", "hop")
    )
    page.get_by_role("button", name="Roll").focus()
    page.keyboard.press("Enter")
    until((page,), lambda: page.get_by_role("button", name="Roll").count() == 0, ())
    assert page.evaluate("() => Boolean(document.activeElement.closest('.felt'))")


def test_no_legal_move_says_so_and_nothing_else(open_page: OpenPage) -> None:
    page = open_page(BY_HAND | {"autoPass": False})

    def stuck(said: str | bytes) -> str:
        messages: Any = json.loads(said)
        for message in messages if isinstance(messages, list) else [messages]:
            game = (message.get("view") or {}).get("game") or {}
            if game.get("tree"):
                game |= {"tree": [[]], "forced": True}
        return json.dumps(messages)

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda said: line.send(stuck(said)))

    page.route_web_socket("**/socket?*", between)
    against_bot(page)
    page.get_by_role("button", name="End turn").or_(page.get_by_role("button", name="Roll")).first.wait_for()
    until((page,), lambda: page.get_by_role("button", name="End turn").is_visible(), ("Roll",))
    assert seen(page, "No legal move")
    assert not seen(page, "Press Done")
    assert not seen(page, "Continue")


def test_whose_turn_it_is_stands_in_the_title_of_the_tab(open_page: OpenPage) -> None:
    page = open_page(BY_HAND)
    against_bot(page)
    until((page,), lambda: page.locator(".zone.open").count() > 0, ("End turn", "Roll"))
    assert "Your turn" in page.title()


def test_the_summary_names_the_discipline_of_the_rules_chosen(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/")
    form = page.locator("form")
    form.locator("summary").click()
    form.get_by_label("Rules").select_option("IBF Longgammon")
    expect(form.locator("summary")).to_contain_text("Longgammon")
    form.get_by_label("Rules").select_option("Casual online")
    expect(form.get_by_label("Discipline")).to_have_value("backgammon")
    form.get_by_label("Discipline").select_option("long-nardy")
    expect(form.locator("summary")).to_contain_text("Long Nardy")


def test_four_sit_down_as_two_pairs(open_page: OpenPage) -> None:
    people = [open_page(BY_HAND) for _ in range(4)]
    first = people[0]
    first.goto("/")
    link = first.locator(".ways")
    link.locator("summary").click()
    link.get_by_label("Rules").select_option("IBF Doubles")
    first.get_by_role("button", name="Make a link").click()
    first.wait_for_url("**/join/*")
    names = [first.evaluate("fetch('/api/me').then((me) => me.json()).then((me) => me.name)"), "Ben", "Cyd", "Dee"]
    for page, name in zip(people[1:], names[1:], strict=True):
        page.goto(first.url)
        page.get_by_label("Your name here").fill(name)
        page.get_by_role("button", name="Sit against").wait_for()
    people[1].get_by_role("button", name=f"Sit with {names[0]}").click()
    people[2].get_by_role("button", name=f"Sit against {names[0]} + {names[1]}").click()
    people[3].get_by_role("button", name=f"Sit with {names[2]}").click()
    for page in people:
        page.wait_for_url("**/match/*")
        page.locator("[data-side='white']").get_by_text(f"{names[0]} + {names[1]}").wait_for()
    until(people, lambda: any(page.locator(".zone.open").count() for page in people), ("Start", "Roll"))
    (playing,) = [place for place, page in enumerate(people) if page.locator(".zone.open").count()]
    for place, page in enumerate(people):  # one of a pair plays, and everybody is told who
        status = page.locator(".status")
        expect(status).to_contain_text("Your turn" if place == playing else f"{names[playing]} to play")
        assert ("▶" in page.title()) == (place == playing)
        if place != playing:
            assert page.get_by_role("button", name="Undo").count() == 0
    consult = people[1].locator("#say")
    consult.fill("slot the bar point?")
    consult.press("Enter")
    people[1].get_by_label("Only my partner").uncheck()
    consult.fill("hello")
    consult.press("Enter")
    for place in (0, 1):  # partners consult, and nobody else hears it
        expect(people[place].locator(".chat")).to_contain_text("slot the bar point?")
    for page in people[2:]:
        expect(page.locator(".chat")).to_contain_text("Hello")
        assert "bar point" not in page.locator("main").inner_text()


def test_a_live_move_is_animated_on_the_other_board_as_it_was_played(open_page: OpenPage) -> None:
    one, two = open_page(BY_HAND), open_page(BY_HAND | {"speed": 5})
    by_link(one, two, points=1)
    pages = (one, two)
    until(pages, lambda: one.locator(".zone.open").count() > 0, ("Done", "Forced:*", "End turn", "Roll", "hop"))
    white = one.locator(".near [data-side]").get_attribute("data-side")
    expect(two.locator(".felt[data-moving]")).to_have_count(0)
    listed = sum(event["type"] == "Played" and bool(event["hops"]) for event in exported_log(one))
    expect(two.locator(".log .turn")).to_have_count(listed)
    two.evaluate(_WATCH)
    until((one,), lambda: two.locator(".log .turn").count() > listed, ("Done", "Forced:*", "End turn", "hop"))
    expect(two.locator(".felt[data-moving]")).to_have_count(0)
    log = exported_log(one)
    played = [event for event in log if event["type"] == "Played"][-1]
    assert played["side"] == white
    points = starts(one, "backgammon")
    for event in log[: log.index(played)]:
        if event["type"] == "Played":
            expected_path(event["side"], event["hops"], points, rotated=False)
    shown = [[side, *path] for side, *path in two.evaluate("window.paths")]
    expected = expected_path(played["side"], played["hops"], points, rotated=False)
    if white == "white":  # two looks at it as Black
        turned = {0: 27, 27: 0, 25: 26, 26: 25} | {point: 25 - point for point in range(1, 25)}
        expected = [[side, turned[at], turned[to], late] for side, at, to, late in expected]
    assert sorted(path[:3] for path in shown) == sorted(path[:3] for path in expected)


def test_both_dice_stay_until_the_next_roll_and_dim_as_they_are_used(open_page: OpenPage) -> None:
    pages = one, two = open_page(BY_HAND), open_page(BY_HAND)
    by_link(one, two)
    until(pages, lambda: any(page.locator(".zone.open").count() for page in pages), ())
    mover, other = pages if one.locator(".zone.open").count() else (two, one)

    def dice(page: Page, lying: int, used: int) -> None:
        expect(page.locator(".die")).to_have_count(lying)
        expect(page.locator(".die.used")).to_have_count(used)

    for used in (0, 1, 2):  # an opening roll is no double, and both numbers can be played
        dice(mover, 2, used)
        dice(other, 2, 0)
        if used < len(pages):
            until((mover,), lambda: step(mover, ("hop",)) == "hop", ())
    mover.get_by_role("button", name="Done").click()
    other.get_by_role("button", name="Roll", exact=True).wait_for()
    for page in pages:
        dice(page, 2, 2)
    other.get_by_role("button", name="Roll", exact=True).click()
    for page in pages:
        expect(page.locator(".die.used")).to_have_count(0)
        expect(page.locator(".die").first).to_be_visible()


def test_a_beaver_says_what_it_means_and_asks(open_page: OpenPage) -> None:
    pages = one, two = open_page(BY_HAND), open_page(BY_HAND)
    by_link(one, two, rules="Money", stake="5")

    def doubles(page: Page) -> bool:
        return page.get_by_role("button", name="Double", exact=True).is_visible()

    until(pages, lambda: doubles(one) or doubles(two), ("Done", "Forced:*", "End turn", "hop"))
    doubler, taker = pages if doubles(one) else (two, one)
    doubler.get_by_role("button", name="Double", exact=True).click()
    expect(doubler.get_by_role("alertdialog")).to_contain_text("A take plays on for 2. At 5 a point that is 10.")
    doubler.get_by_role("button", name="Double to 2").click()
    expect(taker.locator(".panels")).to_contain_text("stake 5 a point")
    expect(taker.locator(".status")).to_contain_text("A beaver takes, turns the cube to 4 and keeps it.")
    cube = taker.locator(".cube").bounding_box()
    assert cube is not None
    for name in ("Take", "Pass", "Beaver to 4"):
        button = taker.get_by_role("button", name=name, exact=True).bounding_box()
        assert button is not None
        assert button["x"] >= cube["x"] + cube["width"], (name, button, cube)  # the cube stays in sight
    question = taker.get_by_role("alertdialog")
    taker.get_by_role("button", name="Beaver to 4").click()
    expect(question).to_contain_text("You take, turn the cube to 4 and keep it: the game is played for 4.")
    question.get_by_role("button", name="No").click()
    taker.get_by_role("button", name="Beaver to 4").click()
    assert exported_log(one)[-1]["type"] == "Doubled"
    question.get_by_role("button", name="Beaver to 4").click()
    expect(doubler.locator(".log")).to_contain_text("Beavers to 4")
    doubler.get_by_role("button", name="Pass", exact=True).click()
    doubler.get_by_role("alertdialog").get_by_role("button", name="Pass").click()
    taker.get_by_role("button", name="End the session").click()
    expect(question).to_contain_text("The games played so far count")
    question.get_by_role("button", name="End the session").click()
    for page in pages:
        expect(page.locator("[data-over]")).to_contain_text("At 5 a point:")
    one.set_viewport_size({"width": 844, "height": 390})
    one.get_by_role("link", name="Review").click()
    expect(one.get_by_role("heading", name="What was played")).to_be_attached()
    board = one.locator("svg.board").bounding_box()
    assert board is not None
    assert board["height"] >= 300, board


@pytest.mark.long  # until a race is certain
def test_a_claim_says_what_it_means_and_asks(open_page: OpenPage) -> None:
    page = open_page(ON_ITS_OWN)
    assert page.request.post("/api/guest", data={"name": "Claimant"}).ok
    wanted = {"terms": {"preset": "USBGF Speed", "points": 9}, "level": "beginner"}
    page.goto(page.request.post("/api/matches", data=wanted).json()["link"])
    claim = page.get_by_role("button", name="Claim a single game", exact=True)
    until((page,), claim.is_visible)
    claim.click()
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text(re.compile(r"The claim holds: the game ends and gives you \d+ points?\."))
    question.get_by_role("button", name="No").click()
    expect(question).to_have_count(0)
    ended = [event for event in exported_log(page) if event["type"] == "GameEnded"]
    claim.click()
    question.get_by_role("button", name="Claim a single game").click()
    expect(question).to_have_count(0)
    expect(page.locator(".offer, [data-over]").first).to_be_visible()
    [last] = [event for event in exported_log(page) if event["type"] == "GameEnded"][len(ended) :]
    assert last["record"]["ended_by"] == "claim"


def test_what_the_page_does_by_itself_waits_for_a_late_answer_and_is_not_lost(open_page: OpenPage) -> None:
    """The news of our play can be here before the server's answer to it is."""
    page = open_page(ON_ITS_OWN)
    answers: list[tuple[WebSocketRoute, str]] = []

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(said: str | bytes) -> None:
            read: Any = json.loads(said)
            messages = read if isinstance(read, list) else [read]
            answers.extend((line, json.dumps(message)) for message in messages if message["t"] == "ack")
            news = [message for message in messages if message["t"] != "ack"]
            if news:
                line.send(json.dumps(news))

        server.on_message(pass_on)

    page.route_web_socket("**/socket?*", between)

    def answer() -> bool:
        while answers:
            line, said = answers.pop(0)
            line.send(said)
        return False

    against_bot(page)
    until((page,), lambda: answer() or page.get_by_role("button", name="Done", exact=True).is_visible(), ("hop",))
    step(page, ("Done",))
    until((page,), lambda: page.get_by_role("button", name="Roll", exact=True).is_visible(), ())
    page.wait_for_timeout(200)  # longer than the page waits before it rolls
    until((page,), lambda: answer() or page.locator(".zone.open").count() > 0, ())


def test_the_pages_of_both_players_move_to_one_process_and_play_on(browser: Browser, postgres_server: str) -> None:
    needed((STATIC / "index.html").is_file(), "the built user interface")
    opened: list[str] = []
    with two_workers(postgres_server) as server, pages_at(browser, server.url) as open_page:
        pages = [open_page({"autoRoll": True, "skipCube": True}) for _ in range(2)]
        for page in pages:

            def note(line: WebSocket) -> None:
                opened.append(line.url)

            page.on("websocket", note)
        by_link(pages[0], pages[1], points=1)
        turns = [0]

        def some_turns() -> bool:
            turns[0] += 1
            return turns[0] > 60

        until(pages, some_turns)
        match = pages[0].url.rpartition("/")[2]
        for page in pages:
            assert page.url.endswith(match)
        named = [url for url in opened if re.search(rf"/socket\?language=\w+&match={match}$", url)]
        assert len(named) == 2, opened
        assert connections_of(server.url) == [0, 2]
        assert not any("lost" in page.locator("main").inner_text().lower() for page in pages)
