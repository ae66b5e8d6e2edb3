"""What was posted, newest first, and how it is put right; the rulings that were given."""

import msgspec

from barpoint.tournament import Contest, Tournament
from barpoint.tournament.fixture import Fixture
from barpoint.web.tournaments.forms import command_form, on, reason, result_form
from barpoint.web.tournaments.language import say
from barpoint.web.tournaments.markup import Html, joined, moment, table, tag


class Posted(msgspec.Struct, frozen=True):
    """A match with its result."""

    contest: str
    pairing: str
    length: int | None
    sides: dict[str, str]
    title: str
    said: str
    at: int


def results_page(id: str, state: Tournament, *, correct: bool) -> Html:  # noqa: A002
    """Results and rulings; `correct` for those who may put them right."""
    posted = [
        _posted(contest, fixture)
        for contest in state.contests.values()
        for fixture in contest.fixtures.values()
        if fixture.result is not None
    ]
    rows = [
        (f"{one.title} {one.pairing}", one.said, moment(one.at), _correction(one) if correct else None)
        for one in sorted(posted, key=lambda one: -one.at)
    ]
    heads = (say("Match"), say("Result"), say("When"), say("Do"))
    rulings = [
        tag(
            "li",
            tag("a", f"{each.contest} {each.pairing}", href=f"/t/{id}/case/{each.case}") if correct else None,
            f" {each.happened}: {each.ruling}",
            f" ({say('appeal')}: {each.appeal})" if each.appeal else "",
        )
        for each in state.rulings.values()
    ]
    given = tag("section", tag("h2", say("Rulings")), tag("ul", *rulings), class_="card") if rulings else None
    listed = tag("section", table(heads, rows, say("Results")), class_="card")
    return joined((tag("h1", say("Results")), listed, given))


def _posted(contest: Contest, fixture: Fixture) -> Posted:
    result, match = fixture.result, contest.match_at(fixture)
    assert result is not None, "only fixtures with a result are asked for"
    home, away = (str(contest.entries[each]) for each in fixture.pair)
    if result.level:
        how = say("both forfeited") if result.both_lost else say("drawn")
        said = f"{say('{home} against {away}', home=home, away=away)}: {how}"
    else:
        winner, loser = (home, away) if result.winner == fixture.home else (away, home)
        how = say("by forfeit") if result.forfeited else f"{result.score[0]}-{result.score[1]}"
        said = say("{winner} beat {loser} {how}", winner=winner, loser=loser, how=how)
    length = contest.length_at(fixture)
    return Posted(
        contest.settings.id,
        fixture.id,
        length.length if length else None,
        dict(zip(fixture.pair, (home, away), strict=True)),
        contest.settings.title,
        said,
        match.completed or 0,
    )


def _correction(one: Posted) -> Html:
    unseen = tag("span", f" {one.pairing}", class_="unseen")
    forms = (
        result_form("CorrectResult", one, one.sides, say("Correct the result"), reason(required=True)),
        command_form("VoidResult", reason(required=True), label=say("Take it out"), **on(one)),
    )
    return tag("details", tag("summary", say("Put it right"), unseen), *forms)
