"""Incidents at the desk over HTTP: judged by the book of the event, ruled by those who may, appealed to the end."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from barpoint.tournament.player import Player
from tests.tournament.director import knockout, people
from tests.web import members
from tests.web.members import registered, serving, staffed
from tests.web.server_process import Served
from tests.web.tournaments.remote_director import (
    Person,
    begun,
    drawn,
)

HERE = {"contest": "open", "pairing": "M1-1"}


async def opened(official: Person, **more: Any) -> str:
    return f"/cases/{(await official.ask('POST', '/cases', HERE | more))['id']}"


async def refused(person: Person, path: str, body: Any, status: int) -> Any:
    return await members.refused(person.ask("POST", path, body), status)


@pytest.mark.clause("usbgf:4.1.4.1a")
def test_an_arbiter_answers_the_books_questions_and_the_ruling_is_in_the_tournaments_log(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        await ann.do("NameStaff", person="Art", role="arbiter")
        art = await ann.as_("Art")
        case = await opened(art, kind="cocked_die", report="on the rim")
        seen = await art.get(case)
        for _ in range(12):
            if seen["answer"]["answer"] != "need_facts":
                break
            question = seen["shown"]["question"]
            text = (question.get("choices") or ["yes"])[0]
            seen = await art.ask("POST", case, {"step": "fact", "key": question["key"], "text": text})
        assert seen["answer"]["answer"] == "ruling", seen["shown"]
        assert ["Under", "Spring"] in seen["shown"]["lines"]
        assert seen["shown"]["clauses"]
        options = seen["answer"]["value"]["options"]
        seen = await art.ask("POST", case, {"step": "rule", "chosen": options[0]["name"] if options else ""})
        assert seen["ruled"]
        state = (await here.house.direct.load(ann.tournament)).state
        [ruling] = state.rulings.values()
        assert (ruling.pairing, ruling.by) == ("M1-1", "Art")
        assert ruling.clauses

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:5.3f", "usbgf:5.3e")
def test_an_appeal_that_changes_the_ruling_takes_its_points_back(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        case = await opened(ann)
        penalty = {"side": "black", "step": "points", "points": 2}
        seen = await ann.ask(
            "POST", case, {"step": "rule", "say": "Two points.", "reason": "shouting", "penalty": penalty}
        )
        state = (await here.house.direct.load(ann.tournament)).state
        assert [each.points for each in state.penalties.values()] == [2]
        away = state.name_of(state.contests["open"].fixtures["M1-1"].pair[1])
        assert (await refused(ann, case, {"step": "appeal", "player": "a stranger"}, 409))[
            "code"
        ] == "appeal_by_no_player"
        await ann.ask("POST", case, {"step": "appeal", "player": away})
        assert (await refused(ann, case, {"step": "close"}, 409))["code"] == "appeal_pending"
        await ann.ask("POST", case, {"step": "committee", "members": ["Ida", "Jon"]})
        await ann.ask("POST", case, {"step": "votes", "uphold": 0, "change": {"a warning": 2}})
        warning = {"step": "rule", "say": "A warning.", "reason": "the committee", "chosen": "a warning"}
        seen = await ann.ask("POST", case, warning | {"penalty": {"side": "black", "step": "warning"}})
        assert seen["ruled"] == "A warning."
        state = (await here.house.direct.load(ann.tournament)).state
        assert [(each.step, bool(each.lifted)) for each in state.penalties.values()] == [
            ("points", True),
            ("warning", False),
        ]
        await ann.ask("POST", case, {"step": "close"})

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:5.1e", "bws:5.1b")
def test_whoever_plays_the_match_or_has_no_right_to_rule_does_not(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        await ann.do("NameStaff", person="Stan", role="staff")
        home = (await here.house.direct.load(ann.tournament)).state.contests["open"].fixtures["M1-1"].pair[0]
        for person in (Person(here.url, ann.tournament), await ann.as_("Stan"), await ann.as_(home)):
            await refused(person, "/cases", HERE, 403)
        await ann.do("NameStaff", person=home, role="arbiter")
        assert (await refused(await ann.as_(home), "/cases", HERE, 409))["code"] == "official_plays_the_match"

    serving(tmp_path, test)


@pytest.mark.clause("bws:5.1c", "bws:5.1b")
def test_where_the_only_director_plays_the_match_a_committee_decides_at_once(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await begun(here)
        await ann.add(knockout("bws"))
        entries = [[msgspec.to_builtins(player)] for player in (Player(id="Ann", name="Ann"), *people(3))]
        await ann.do("ImportEntrants", contest="open", entries=entries)
        await ann.do("MakeDraw", contest="open")
        fixtures = (await here.house.direct.load(ann.tournament)).state.contests["open"].fixtures
        own = next(one for one in ("M1-1", "M1-2") if "Ann" in fixtures[one].players)
        mine = {"contest": "open", "pairing": own, "report": "Shouting at the table"}
        case = f"/cases/{(await ann.ask('POST', '/cases', mine))['id']}"
        [listed] = await ann.get("/cases")
        assert listed["stands"] == "appealed"  # it waits for a committee
        ruling = {"step": "rule", "say": "No penalty.", "reason": "I did nothing"}
        assert (await refused(ann, case, ruling, 409))["code"] == "official_plays_the_match"
        size = await refused(ann, case, {"step": "committee", "members": ["Ida", "Jon"]}, 409)
        assert size["code"] == "committee_size"
        jury = ["Ida", "Jon", "Kim"]
        await ann.do("NameCommittee", members=jury)
        await ann.ask("POST", case, {"step": "committee", "members": jury})
        totals = {"step": "votes", "uphold": 0, "change": {"no penalty": 3}}
        assert (await refused(ann, case, totals, 409))["code"] == "votes_missing"  # the members vote themselves
        for member in jury:
            await (await ann.as_(member)).ask("POST", f"{case}/ballot", {"vote": "a warning"})
        warning: dict[str, Any] = {
            "step": "rule",
            "say": "A warning.",
            "reason": "the committee",
            "chosen": "no penalty",
        }
        assert (await refused(ann, case, warning, 409))["code"] == "outcome_differs"
        side = "white" if fixtures[own].pair[0] == "Ann" else "black"
        warning |= {"chosen": "a warning", "penalty": {"side": side, "step": "warning"}}
        assert (await ann.ask("POST", case, warning))["ruled"] == "A warning."
        state = (await here.house.direct.load(ann.tournament)).state
        assert [(one.player, one.step) for one in state.penalties.values()] == [("Ann", "warning")]
        await ann.do("NameStaff", person="Art", role="arbiter")  # somebody else could rule now
        assert (await refused(ann, "/cases", mine, 409))["code"] == "official_plays_the_match"

    serving(tmp_path, test)


def test_a_case_belongs_to_its_tournament(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        case = await opened(ann, kind="cocked_die")
        other = await begun(here, "Autumn")
        await other.add(knockout())
        await refused(other, case, {"step": "close"}, 404)
        await refused(ann, "/cases", HERE | {"kind": "a dance"}, 404)
        await refused(ann, "/cases", HERE | {"pairing": "M9-9"}, 404)
        await refused(ann, case, {"step": "fact", "key": "nonsense", "text": "x"}, 400)
        await refused(ann, case, {"step": "fact", "key": "", "text": "x"}, 400)

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:5.4a", "usbgf:5.4b", "usbgf:5.3b", "usbgf:5.3d", "usbgf:5.3e", "usbgf:1.3.2c")
def test_both_sides_are_heard_and_the_members_vote_themselves(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        await ann.do("NameStaff", person="Art", role="arbiter")
        state = (await here.house.direct.load(ann.tournament)).state
        contest = state.contests["open"]
        home, away = contest.fixtures["M1-1"].pair
        ida, jon = (entrant for entrant in contest.fixtures["M1-2"].pair)
        case = await opened(ann, kind="penalty_points")
        await refused(ann, case, {"step": "statement", "player": home}, 400)
        await ann.ask("POST", case, {"step": "statement", "player": state.name_of(home), "text": "He came late."})
        await ann.ask("POST", case, {"step": "statement", "player": state.name_of(away), "text": "Nobody called me."})
        await refused(ann, case, {"step": "exhibit", "player": "Stan", "title": "Sheet", "what": "song"}, 400)
        shown = {"step": "exhibit", "player": "Stan", "title": "Draw sheet", "what": "photo", "sha256": "0" * 64}
        seen = await ann.ask("POST", case, shown)
        assert [(one["side"], one["what"]) for one in seen["exhibits"]] == [
            ("white", "testimony"), ("black", "testimony"), ("", "photo"),
        ]  # fmt: skip
        penalty = {"side": "black", "step": "points", "points": 1}
        await ann.ask("POST", case, {"step": "rule", "say": "A point.", "reason": "late", "penalty": penalty})
        await ann.ask("POST", case, {"step": "appeal", "player": state.name_of(away)})
        for official in ("Art", "ann"):
            named = {"step": "committee", "members": [official, state.name_of(ida)]}
            assert (await refused(ann, case, named, 409))["code"] == "committee_has_staff"
        await ann.ask("POST", case, {"step": "committee", "members": [state.name_of(ida), state.name_of(jon)]})
        for person in (Person(here.url, ann.tournament), await ann.as_(home), ann):
            await refused(person, f"{case}/ballot", {}, 403)
        members = [await ann.as_(ida), await ann.as_(jon)]
        assert [(one["case"], one["waits"]) for one in await members[0].get("/hearings")] == [(case[7:], True)]
        assert (
            await (await ann.as_(home)).get("/hearings")
            == await Person(here.url, ann.tournament).get("/hearings")
            == []
        )
        page = await members[0].get(f"{case}/page")
        assert (page["ballot"]["parts"], page["ballot"]["voted"], page["ballot"]["ways"][0][0]) == ([""], [], "")
        assert (await ann.get(f"{case}/page"))["ballot"] is None
        headings = {one["heading"] for one in page["sections"]}
        assert {"This book", "Other books", "Ways to decide"} <= headings
        assert await members[0].ask("POST", f"{case}/ballot", {"vote": "no point"}) == {
            "voted": 1, "members": 2, "decided": False,
        }  # fmt: skip
        assert (await refused(members[0], f"{case}/ballot", {}, 409))["code"] == "member_has_voted"
        assert [one["waits"] for one in await members[0].get("/hearings")] == [False]
        assert (await refused(ann, case, {"step": "votes", "uphold": 2}, 409))["code"] == "votes_missing"
        await members[1].ask("POST", f"{case}/ballot", {"vote": "no point"})
        seen = await ann.ask("POST", case, {"step": "votes", "director": "uphold"})
        [decision] = seen["hearing"]["decisions"]
        assert (decision["uphold"], decision["change"], decision["changed"]) == (0, {"no point": 2}, True)
        assert seen["hearing"]["voted"] == {"": [state.name_of(ida), state.name_of(jon)]}
        assert seen["hearing"]["outcome_due"]

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:2.2.4d")
def test_a_case_about_time_begins_with_what_the_desk_has_counted(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        away = (await here.house.direct.load(ann.tournament)).state.contests["open"].fixtures["M1-1"].pair[1]
        table = "/tables/open/M1-1/delays"
        await ann.do("BeginMatch", contest="open", pairing="M1-1")
        await ann.do("CallBreak", contest="open", pairing="M1-1", entrant=away)
        seen = await ann.get(table)
        assert [(row["side"], row["cause"], row["until"]) for row in seen["rows"]] == [("black", "break", None)]
        assert [player["away"] for player in seen["players"]] == [False, True]
        assert (await (await ann.as_(away)).get("/tables/open/M1-1"))["delays"]["rows"]
        assert (await Person(here.url, ann.tournament).get("/tables/open/M1-1"))["delays"] is None
        case = await ann.get(await opened(ann, kind="break_overrun"))
        relied = case["answer"]["value"]
        assert relied["question"]["key"] == "who"  # and what was charged before is not asked for
        context = await here.house.club.officiate.load(case["id"])
        assert context.desk["charged_black"] == 0

    serving(tmp_path, test)


async def given(official: Person, case: str, **fact: Any) -> Any:
    return await official.ask("POST", case, {"step": "fact", **fact})


def test_times_names_and_sentences_are_read_at_the_desk_as_they_are_everywhere(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        state = (await here.house.direct.load(ann.tournament)).state
        home, away = (state.name_of(one) for one in state.contests["open"].fixtures["M1-1"].pair)
        late = await opened(ann, kind="late_start")
        for fact in ({"value": 480_000}, {"text": "8:00"}, {"text": "480"}, {"text": "8 min"}):
            seen = await given(ann, late, key="charged_white", **fact)
            assert seen["facts"]["charged_white"] == 480_000, fact
        [line] = [one for one in seen["shown"]["facts"] if one["question"]["key"] == "charged_white"]
        assert (home in line["question"]["text"], line["text"]) == (True, "8:00")
        await refused(ann, late, {"step": "fact", "key": "charged_white", "value": "soon"}, 400)
        die = await opened(ann, kind="cocked_die")
        seen = await given(ann, die, key="who", text=away)
        assert seen["facts"]["roller"] == "black"
        assert [one["text"] for one in seen["shown"]["facts"]] == [away]
        question = seen["shown"]["question"]
        chosen, sentence = question["choices"][-1], question["sentences"][-1]
        assert (await given(ann, die, key=question["key"], text=sentence))["facts"][question["key"]] == chosen

    serving(tmp_path, test)


def first_answer(question: Any) -> Any:
    by_type = {"yes_no": False, "duration": 60_000, "count": max(question.get("least", 0), 5), "dice": "31"}
    return question["choices"][0] if question.get("choices") else by_type[question["type"]]


def test_what_a_ruling_assumes_can_be_said_and_silences_are_marked(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        case = await opened(ann, kind="time_expired")
        seen = await ann.get(case)
        for _ in range(12):
            if (question := seen["shown"].get("question")) is None:
                break
            seen = await given(ann, case, key=question["key"], value=first_answer(question))
        assumed = {one["key"]: one for one in seen["shown"].get("assumed", ())}
        assert "over" in assumed
        assert len(assumed) == sum(label == "Assumed" for label, _ in seen["shown"]["lines"])
        seen = await given(ann, case, key="over", value=True)
        assert "over" not in {one["key"] for one in seen["shown"].get("assumed", ())}
        recorded = await ann.get(await opened(ann, kind="recorded_by_others"))
        assert recorded["shown"]["question"]["silent"] == ["spectator"]

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:2.2.4d", "usbgf:2.2.2e")
def test_a_ruling_about_time_adds_its_absence_and_the_next_case_reads_it(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        late = await opened(ann, kind="late_start")
        hours = {"due": "14:00", "ready_black": "14:08", "who": "black", "resuming": "no"}
        for key, text in hours.items():
            seen = await given(ann, late, key=key, text=text)
        assert seen["answer"]["answer"] == "ruling", seen["shown"]
        await ann.ask("POST", late, {"step": "rule"})
        [row] = (await ann.get("/tables/open/M1-1/delays"))["rows"]
        assert (row["side"], row["cause"], row["delay"]) == ("black", "start", 8 * 60_000)
        break_case = await opened(ann, kind="break_overrun")
        seen = await given(ann, break_case, key="who", text="black")
        shown = {line["question"]["key"]: line["text"] for line in seen["shown"]["facts"]}
        assert (shown["charged_white"], shown["charged_black"], shown["drawn"]) == ("0:00", "8:00", "0:00")
        context = await here.house.club.officiate.load(break_case[7:])
        assert context.desk["charged_black"] == 8 * 60_000

    serving(tmp_path, test)


@pytest.mark.clause("bws:5.5")
def test_a_case_goes_to_the_board_and_its_ruling_of_principle_is_found_and_cited_by_others(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here, preset="BWS")
        case = await opened(ann, report="the die leant on a checker")
        await ann.ask("POST", case, {"step": "rule", "say": "Roll again.", "reason": "seen"})
        state = (await here.house.direct.load(ann.tournament)).state
        away = state.name_of(state.contests["open"].fixtures["M1-1"].pair[1])
        early = await refused(ann, case, {"step": "refer", "player": away}, 409)
        assert (early["code"], early["clauses"]) == ("no_referral", ["bws:5.5"])
        await ann.ask("POST", case, {"step": "appeal", "player": away})
        await ann.ask("POST", case, {"step": "committee", "members": ["Ida", "Jon", "Kay"]})
        await ann.ask("POST", case, {"step": "votes", "uphold": 3})
        seen = await ann.ask("POST", case, {"step": "refer", "player": away})
        assert seen["referred"]
        board, id = await staffed(here), case.rpartition("/")[2]
        [waiting] = await board.ask("GET", "/api/precedents/referred")
        assert (waiting["id"], waiting["by"]) == (id, away)
        principle = {"principle": "A leaning die is rolled again, whoever saw it.", "clauses": ["bws:5.5"]}
        await board.ask("POST", f"/api/precedents/{id}", principle)
        assert await board.ask("GET", "/api/precedents/referred") == []
        public = await registered(here, "Reader")
        [found] = await public.ask("GET", "/api/precedents?q=leaning+die")
        assert (found["id"], found["clauses"]) == (id, ["bws:5.5"])
        assert away not in str(found)
        assert await public.ask("GET", "/api/precedents?q=beaver") == []
        other = await opened(ann, report="another die")
        assert (await refused(ann, other, {"step": "cite", "reference": "AAAAAAAA"}, 404))["status_code"] == 404
        seen = await ann.ask("POST", other, {"step": "cite", "reference": id})
        assert seen["cited"] == [[id, principle["principle"]]]
        assert (await ann.get(case))["principle"] == principle["principle"]

    serving(tmp_path, test)


def test_a_member_of_the_committee_who_neither_plays_nor_works_there_votes_by_a_private_link(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        await ann.do("NameCommittee", members=["Ida", "Jon", "Kay"])
        case = await opened(ann, report="the die leant on a checker")
        await ann.ask("POST", case, {"step": "rule", "say": "Roll again.", "reason": "seen"})
        state = (await here.house.direct.load(ann.tournament)).state
        away = state.name_of(state.contests["open"].fixtures["M1-1"].pair[1])
        await ann.ask("POST", case, {"step": "appeal", "player": away})
        await ann.ask("POST", case, {"step": "committee", "members": ["Ida", "Jon"]})
        kinds = {one["person"]: one["kind"] for one in await ann.get("/links")}
        assert (kinds["Ida"], kinds["Ann"]) == ("committee", "staff")
        ida, kay = await ann.as_("Ida"), await ann.as_("Kay")
        assert [one["waits"] for one in await ida.get("/hearings")] == [True]
        assert await kay.get("/hearings") == []
        await members.refused(kay.get(f"{case}/page"), 403)
        await members.refused(ida.get("/director"), 403)
        assert (await ida.get("/access"))["roles"] == []
        assert (await ida.get(f"{case}/page"))["ballot"]["voted"] == []
        await ida.ask("POST", f"{case}/ballot", {"vote": "", "part": ""})
        assert [one["waits"] for one in await ida.get("/hearings")] == [False]
        assert "<svg" in await ann.get("/links/Ida/qr?kind=committee")
        await ann.ask("POST", "/links/Ida/renew?kind=committee", {})
        assert await ida.get("/hearings") == []
        assert len(await (await ann.as_("Ida")).get("/hearings")) == 1

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:2.3.1c", "usbgf:3.4.4.4b")
def test_slow_play_asks_nothing_that_the_desk_knows(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        await ann.do("BeginMatch", contest="open", pairing="M1-1")
        await ann.do("NoteScore", contest="open", pairing="M1-1", score=[1, 0])
        await ann.do("NameStaff", person="Art", role="arbiter")
        art = await ann.as_("Art")
        case = await opened(art, kind="slow_play", report="a minute a move")
        asked: list[str] = []
        seen = await art.get(case)
        while seen["answer"]["answer"] == "need_facts" and len(asked) < 9:
            question = seen["shown"]["question"]
            asked.append(question["key"])
            text = (question.get("choices") or ["white"])[0]
            seen = await art.ask("POST", case, {"step": "fact", "key": question["key"], "text": text})
        assert asked == ["who", "by"], seen["shown"]

    serving(tmp_path, test)
