"""What everybody may look at: overview, draw sheet, pairings, standings, scoreboard, the hall's screen, an overlay."""

from collections.abc import Sequence

from barpoint.service.scoreboard import LiveMatch
from barpoint.tournament import Contest, Phase, Tournament
from barpoint.tournament.desk import Desk, DeskMatch, Stage
from barpoint.tournament.prices import Prize
from barpoint.tournament.sheet import Terms, programme, terms
from barpoint.tournament.sheet_drawing import draw_list, draw_svg
from barpoint.tournament.standings import shown
from barpoint.web.tournaments.language import say, word
from barpoint.web.tournaments.markup import Html, joined, moment, table, tag
from barpoint.web.tournaments.tie_breaks import explained
from barpoint.wire.tournaments import TitleStands


def stage(now: Stage) -> str:
    """How far a match has come, in words."""
    return say("to be called") if now is Stage.READY else word(now)


def where(match: DeskMatch | LiveMatch) -> str:
    """The table of a match in words; nothing where it has none."""
    return say("Table {table}", table=_table(match)) if match.table else ""


def overview(id: str, state: Tournament, qr: Html) -> Html:  # noqa: A002
    """The programme, the events with their terms, and how to enter."""
    told = programme(state)
    head = [tag("h1", told.name), tag("p", " · ".join(part for part in (told.date, told.place) if part), class_="soft")]
    if state.phase is Phase.CLOSED:
        head.append(tag("p", say("This tournament is over.")))
    events = [event_card(id, state, contest) for contest in state.contests.values() if contest.published is not None]
    times = table(
        (say("Event"), say("Round"), say("Starts")),
        [
            (state.contests[event].settings.title, f"{word(bracket)} {number}", moment(start))
            for event, bracket, number, start in told.rounds
        ],
        say("Rounds"),
    )
    recesses = [tag("p", f"{one.name}: ", moment(one.start), " – ", moment(one.end)) for one in told.recesses]
    here = tag("figure", qr, tag("figcaption", say("This page, to be scanned")), class_="qr")
    rounds = tag("section", tag("h2", say("Programme")), times, *recesses, class_="card")
    return joined((*head, tag("div", *events, rounds, here, class_="grid")))


def event_card(id: str, state: Tournament, contest: Contest) -> Html:  # noqa: A002
    """An event with what it is played under and for, and who has entered."""
    told, name = terms(state, contest), contest.settings.title
    facts = [
        (say("Rules"), f"{contest.settings.preset}"),
        (say("Entries"), f"{len(contest.approved)}"),
        *_money(state, told),
    ]
    if told.seed:
        facts.append((say("Seed of the draw"), told.seed))
    listed = tag("dl", *(joined((tag("dt", term), tag("dd", said))) for term, said in facts), class_="facts")
    starts = tag("p", say("Starts"), " ", moment(told.starts)) if told.starts is not None else None
    people = [tag("li", str(entry)) for entry in contest.approved]
    entries = tag("details", tag("summary", say("Who plays")), tag("ul", *people)) if people else None
    drawn = contest.play is not None
    link = tag("p", tag("a", say("Draw sheet"), href=f"/t/{id}/draw/{contest.settings.id}")) if drawn else None
    enter = _entry_form(contest) if state.phase is Phase.OPEN and contest.finished is None else None
    return tag("section", tag("h2", name), starts, listed, link, enter, entries, class_="card")


def _money(state: Tournament, told: Terms) -> list[tuple[str, str]]:
    currency = f" {state.settings.currency}" if state.settings and state.settings.currency else ""
    facts = []
    if told.fees is not None and told.fees.entry + told.fees.registration:
        facts.append((say("Entry fee"), f"{(told.fees.entry + told.fees.registration) / 100:.2f}{currency}"))
    if told.prizes:
        facts.append((say("Prizes"), "; ".join(_prize(prize) for prize in told.prizes)))
    return facts


def _prize(prize: Prize) -> str:
    places = f"{prize.place}" if len(prize.places) == 1 else f"{prize.place}-{prize.last}"
    worth = f"{prize.share / 100:g} %" if prize.share else f"{prize.amount / 100:.2f}"
    return f"{word(prize.title)} {places}: {worth}"


def _entry_form(contest: Contest) -> Html:
    label = say("Your name, for {event}", event=contest.settings.title)
    partner = None
    if contest.settings.team == 2:
        partner = tag(
            "label", say("Your partner's name") + " ", tag("input", name="partner", required=True, maxlength=60)
        )
    form = tag(
        "form",
        tag("input", type="hidden", name="contest", value=contest.settings.id),
        tag("label", label, tag("input", name="name", required=True, maxlength=60, autocomplete="name")),
        partner,
        tag("button", say("Enter"), class_="primary"),
        data_post="entries",
        class_="stack",
    )
    late = contest.play is not None
    return tag("details", tag("summary", say("Enter this event late" if late else "Enter this event")), form)


def draw_page(state: Tournament, contest: Contest) -> Html:
    """The draw sheet as a picture that can be moved, and as a list by round; a phone shows the picture when asked."""
    if contest.play is None:
        return joined((tag("h1", contest.settings.title), tag("p", say("The draw has not been made yet."))))
    return joined(
        (
            tag("h1", contest.settings.title),
            tag(
                "details",
                tag("summary", say("The whole sheet as a picture")),
                tag(
                    "div",
                    Html(draw_svg(state, contest, say=say)),
                    class_="draw-sheet",
                    tabindex="0",
                    role="region",
                    aria_label=say("Draw sheet, to be scrolled"),
                ),
                class_="whole",
            ),
            Html(draw_list(state, contest, level=2, say=say)),
        )
    )


def pairings_page(now: Desk) -> Html:
    """Who meets whom where: by name, and by table."""
    matches = [*now.playing, *now.next]
    by_name = sorted(
        (side.name, other.name, match) for match in matches for side, other in (match.sides, match.sides[::-1])
    )
    names = table(
        (say("Name"), say("Plays"), say("Table"), say("When")),
        [(name, other, _table(match), _when(match)) for name, other, match in by_name],
        say("By name"),
    )
    tables = table(
        (say("Table"), say("Match"), say("Event"), say("When")),
        [
            (_table(match), f"{match.sides[0].name} – {match.sides[1].name}", _event(match), _when(match))
            for match in sorted(matches, key=lambda one: (not one.table, one.hall, len(one.table), one.table))
        ],
        say("By table"),
    )
    return joined(
        (
            tag("h1", say("Pairings")),
            tag("section", tag("h2", say("By name")), names, class_="card"),
            tag("section", tag("h2", say("By table")), tables, class_="card"),
        )
    )


def _table(match: DeskMatch | LiveMatch) -> str:
    return " ".join(part for part in (match.hall, match.table) if part)


def _event(match: DeskMatch | LiveMatch) -> str:
    length = f", {say('to {length}', length=match.length)}" if match.length else ""
    return f"{match.contest_name}, {word(match.bracket)} {match.round}{length}"


def _when(match: DeskMatch | LiveMatch) -> Html:
    if match.stage in (Stage.READY, Stage.CALLED):
        return joined((stage(match.stage), " ", moment(match.due)))
    if match.stage is not Stage.PLAYING:
        return joined((stage(match.stage),))
    return joined((stage(match.stage), " ", say("since"), " ", moment(match.since)))


def standings_page(found: Sequence[TitleStands]) -> Html:
    """Every title's places; where there is a table, why each stands where they stand."""
    if not found:
        return joined((tag("h1", say("Standings")), tag("p", say("Nothing has been drawn yet."))))
    return joined((tag("h1", say("Standings")), *(_title(one) for one in found)))


def _title(one: TitleStands) -> Html:
    head = tag("h2", f"{one.contest_name}: {word(one.title)}")
    if one.table:
        heads = (say("Place"), say("Name"), say("Score"), say("Won-lost"), say("Tie-breaks"))
        rows = [
            (
                _place(row.place, row.last),
                one.names.get(row.entrant, row.entrant),
                shown(row.score),
                f"{row.won}-{row.lost}" + (f"-{row.drawn}" if row.drawn else ""),
                tag(
                    "details",
                    tag("summary", say("Why")),
                    tag("ul", *(tag("li", explained(why, one.names)) for why in row.explained)),
                ),
            )
            for row in one.table
        ]
        return tag("section", head, table(heads, rows), class_="card")
    placed = [(_place(each.place, each.last), one.names.get(each.entrant, each.entrant)) for each in one.places]
    body = (
        table((say("Place"), say("Name")), placed)
        if placed
        else tag("p", say("Everybody is still in it."), class_="soft")
    )
    return tag("section", head, body, class_="card")


def _place(first: int, last: int) -> str:
    return f"{first}" if first == last else f"{first}-{last}"


def live_page(matches: Sequence[LiveMatch]) -> Html:
    """The scoreboard."""
    return joined((tag("h1", say("Live")), scoreboard(matches)))


def scoreboard(matches: Sequence[LiveMatch]) -> Html:
    """Every match at a table."""
    if not matches:
        return tag("p", say("No match is at a table."), class_="soft")
    return tag("ul", *(tag("li", live_match(match)) for match in matches), class_="plain board")


def live_match(match: LiveMatch) -> Html:
    """One match with its score."""
    note = say("Crawford") if match.crawford else ""
    watch = tag("a", say("Watch"), href=f"/match/{match.stream.partition(':')[2]}") if match.stream else None
    return tag(
        "article",
        tag("p", " · ".join(part for part in (where(match), _event(match), note) if part), class_="soft"),
        tag("p", tag("span", match.home, class_="who"), tag("span", f"{match.score[0]}", class_="points")),
        tag("p", tag("span", match.away, class_="who"), tag("span", f"{match.score[1]}", class_="points")),
        tag("p", _when(match), " ", watch, class_="soft"),
        class_="card live",
    )


def screen(
    state: Tournament, now: Desk, matches: Sequence[LiveMatch], found: Sequence[TitleStands], qr: Html
) -> tuple[Html, ...]:
    """The parts a hall's screen shows in turn."""
    told = [tag("p", tag("strong", notice.text)) for notice in reversed(state.notices[-3:])]
    draws = [
        tag("div", tag("h1", contest.settings.title), Html(draw_svg(state, contest, say=say)), class_="draw-sheet")
        for contest in state.contests.values()
        if contest.play is not None and contest.finished is None
    ]
    parts = [live_page(matches), pairings_page(now), standings_page(found), *draws]
    name = state.settings.name if state.settings else ""
    foot = tag("footer", tag("div", *told, role="status"), tag("figure", qr, tag("figcaption", name)), class_="foot")
    return (*(tag("section", part, class_="turn") for part in parts), foot)


def overlay(match: LiveMatch | None, place: str) -> Html:
    """One table's score, for a stream: the rest of the page is transparent."""
    if match is None:
        return tag("p", say("Nobody plays at table {table}.", table=place), class_="unseen")
    sides = ((match.home, match.score[0]), (match.away, match.score[1]))
    lines = [
        tag("p", tag("span", name, class_="who"), tag("span", f"{points}", class_="points")) for name, points in sides
    ]
    length = say("to {length}", length=match.length) if match.length else ""
    crawford = say("Crawford") if match.crawford else ""
    note = " · ".join(part for part in (match.contest_name, length, crawford) if part)
    return tag(
        "article", tag("h1", say("Table {table}", table=place), class_="unseen"), *lines, tag("p", note, class_="note")
    )
