"""What was posted, newest first, and how it is put right; the rulings that were given."""

import msgspec

from barpoint.tournament import Contest, Fixture, Tournament
from barpoint.web.tournaments.forms import command_form, match_fields, reason, result_form
from barpoint.web.tournaments.language import say
from barpoint.web.tournaments.markup import Html, join_html, moment, table, tag


class PostedResult(msgspec.Struct, frozen=True):
    """A match with its result."""

    contest: str
    pairing: str
    length: int | None
    sides: dict[str, str]
    title: str
    text: str = msgspec.field(name="said")
    at: int


def results_page(id: str, state: Tournament, *, correct: bool) -> Html:
    """Results and rulings; `correct` for those who may put them right."""
    posted = [
        _result_of(contest, fixture)
        for contest in state.contests.values()
        for fixture in contest.fixtures.values()
        if fixture.result is not None
    ]
    rows = [
        (f"{result.title} {result.pairing}", result.text, moment(result.at), _correction(result) if correct else None)
        for result in sorted(posted, key=lambda result: -result.at)
    ]
    heads = (say("Match"), say("Result"), say("When"), say("Do"))
    rulings = [
        tag(
            "li",
            tag("a", f"{ruling.contest} {ruling.pairing}", href=f"/t/{id}/case/{ruling.case}") if correct else None,
            f" {ruling.happened}: {ruling.ruling}",
            f" ({say('appeal')}: {ruling.appeal})" if ruling.appeal else "",
        )
        for ruling in state.rulings.values()
    ]
    rulings_section = tag("section", tag("h2", say("Rulings")), tag("ul", *rulings), class_="card") if rulings else None
    listed = tag("section", table(heads, rows, say("Results")), class_="card")
    return join_html((tag("h1", say("Results")), listed, rulings_section))


def _result_of(contest: Contest, fixture: Fixture) -> PostedResult:
    result, match = fixture.result, contest.match_at(fixture)
    assert result is not None, "only fixtures with a result are asked for"
    home, away = (str(contest.entries[entrant]) for entrant in fixture.pair)
    if result.level:
        how = say("both forfeited") if result.both_lost else say("drawn")
        text = f"{say('{home} against {away}', home=home, away=away)}: {how}"
    else:
        winner, loser = (home, away) if result.winner == fixture.home else (away, home)
        how = say("by forfeit") if result.forfeited else f"{result.score[0]}-{result.score[1]}"
        text = say("{winner} beat {loser} {how}", winner=winner, loser=loser, how=how)
    length = contest.length_at(fixture)
    return PostedResult(
        contest.settings.id,
        fixture.id,
        length.length if length else None,
        dict(zip(fixture.pair, (home, away), strict=True)),
        contest.settings.title,
        text,
        match.completed or 0,
    )


def _correction(posted: PostedResult) -> Html:
    unseen = tag("span", f" {posted.pairing}", class_="unseen")
    forms = (
        result_form("CorrectResult", posted, posted.sides, say("Correct the result"), reason(required=True)),
        command_form("VoidResult", reason(required=True), label=say("Take it out"), **match_fields(posted)),
    )
    return tag("details", tag("summary", say("Put it right"), unseen), *forms)
