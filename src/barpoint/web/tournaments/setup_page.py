"""Setting up on a page: events with their entries, draws and rounds, staff, tables, recesses, and the end."""

from barpoint.service.tournaments import DEVICE, DICE
from barpoint.tournament import Role, Tournament, TournamentPhase
from barpoint.tournament.desk import check_closing
from barpoint.tournament.draw import DrawFormat
from barpoint.tournament.money import format_cents
from barpoint.web.tournaments.forms import choice, command_form, field, hidden, post_form, reason
from barpoint.web.tournaments.language import say, word
from barpoint.web.tournaments.markup import Html, join_html, tag


def setup_page(id: str, state: Tournament, presets: dict[str, str]) -> Html:
    """Events, entries, draws, rounds, tables, people, the end."""
    return join_html(
        (
            tag("h1", say("Set-up")),
            *(_contest(state, name) for name in state.contests),
            tag("section", tag("h2", say("A new event")), _new_event(presets), class_="card"),
            _staff_and_tables(state),
            _the_end(id, state),
        )
    )


def _staff_and_tables(state: Tournament) -> Html:
    roles = {role.value: word(role.value) for role in Role}
    named = ", ".join(f"{who} ({', '.join(map(word, has))})" for who, has in state.staff.items())
    recess = (
        field(say("Recess"), "name", required=True),
        field(say("From"), "start", "time", type="datetime-local", required=True),
        field(say("To"), "end", "time", type="datetime-local", required=True),
    )
    person = field(say("Name"), "person", required=True, maxlength=40)
    tables = field(say("Tables"), "tables", "words", placeholder="1, 2, 3")
    return tag(
        "section",
        tag("h2", say("Staff and tables")),
        command_form("NameStaff", person, choice(say("Role"), "role", roles), label=say("Appoint")),
        command_form("SetTables", tables, label=say("Set")),
        command_form("ScheduleRecess", *recess, label=say("Schedule")),
        tag("p", say("Staff"), ": ", named),
        class_="card",
    )


def _the_end(id: str, state: Tournament) -> Html:
    root = f"/api/tournaments/{id}"
    files = [tag("a", say("The log"), href=f"{root}/log"), " · ", tag("a", say("The books"), href=f"{root}/ledger")]
    if state.phase is TournamentPhase.CLOSED:
        files += [" · ", tag("a", say("The archive"), href=f"{root}/archive", download=f"{id}.json")]
        do = [command_form("ReopenTournament", reason(required=True), label=say("Open it again"))]
    else:
        ask = say("The tournament ends.")
        do = [*_open_points(state), command_form("CloseTournament", label=say("Close the tournament"), ask=ask)]
    return tag("section", tag("h2", say("The end")), *do, tag("p", *files), class_="card")


def _open_points(state: Tournament) -> list[Html]:
    """What stands in the way of the end."""
    remaining = check_closing(state)
    title = {name: contest.settings.title for name, contest in state.contests.items()}
    lines: list[Html] = [
        tag("li", say("{event} is not finished", event=title[event_id])) for event_id in remaining.unfinished
    ]
    lines += [
        tag("li", say("The prizes of {event} are not booked", event=title[event_id])) for event_id in remaining.prizes
    ]
    lines += [tag("li", f"{account}: {format_cents(cents)}") for account, cents in remaining.accounts.items()]
    lines += [
        tag(
            "li",
            f"{duty.about} ({duty.clause}) ",
            command_form("ExportReport", label=say("The report is handed on"), duty=duty.id),
        )
        for duty in remaining.reports
    ]
    return [tag("details", tag("summary", say("What is left to do")), tag("ul", *lines))] if lines else []


def _contest(state: Tournament, name: str) -> Html:
    contest = state.contests[name]
    here = {"contest": name}
    forms: list[Html] = []
    if contest.published is None:
        forms.append(command_form("PublishContest", label=say("Publish"), style="primary", **here))
    elif contest.play is None:
        area = tag("textarea", name="csv", rows="4", required=True, placeholder="name,club,rating")
        csv = tag("label", say("Entrants as CSV with a header"), " ", area)
        forms.append(post_form("roster", hidden("contest", name), csv, label=say("Import")))
        forms.append(command_form("MakeDraw", label=say("Make the draw"), style="primary", **here))
    elif contest.settings.swiss is not None and contest.finished is None:
        forms.append(command_form("PairRound", label=say("Pair the next round"), style="primary", **here))
    start = field(say("Starts"), "start", "time", type="datetime-local", required=True)
    number = field(say("Round"), "round", "int", type="number", value="1", min="1")
    bracket = choice(
        say("Bracket"),
        "bracket",
        {name_of_bracket: word(name_of_bracket) for name_of_bracket in _brackets(state, name)},
    )
    if contest.finished is None:
        label = say("Set the time of a round")
        forms.append(command_form("ScheduleRound", bracket, number, start, reason(), label=label, **here))
        forms.append(_device_dice(state, name))
        forms.append(command_form("FinishContest", label=say("Everything is played"), **here))
    else:
        forms.append(command_form("AwardPrizes", label=say("Book the prizes"), **here))
        forms.append(command_form("RetainRest", reason(), label=say("The rest goes to the organiser"), **here))
    summary = f"{contest.settings.preset}; {say('{number} entries', number=len(contest.active_entries))}"
    return tag("section", tag("h2", contest.settings.title), tag("p", summary, class_="soft"), *forms, class_="card")


def _device_dice(state: Tournament, name: str) -> Html:
    """The director's word on the dice of devices at this event's tables (usbgf:3.2.3.4a)."""
    wide = [order for order in state.orders if order.topic == DICE and order.contest in ("", name)]
    wide = [order for order in wide if not (order.pairing or order.player or order.round)]
    label, choose = say("Approve the dice of the table device"), DEVICE
    if wide and wide[-1].choice == DEVICE:
        label, choose = say("No more dice of the table device"), "the players' own"
    return command_form("OrderEquipment", reason(), label=label, topic=DICE, choice=choose, contest=name)


def _brackets(state: Tournament, name: str) -> tuple[str, ...]:
    contest = state.contests[name]
    first = "swiss" if contest.settings.swiss is not None else "main"
    return tuple(dict.fromkeys((first, *(fixture.bracket for fixture in contest.fixtures.values()))))


def _new_event(presets: dict[str, str]) -> Html:
    plans = {f"draw:{plan_format.value}": word(plan_format.value) for plan_format in DrawFormat}
    plans |= {f"swiss:{rounds}": say("Swiss, {rounds} rounds", rounds=rounds) for rounds in (5, 7, 9)}
    return command_form(
        "AddContest",
        field(say("Name"), "settings.name", required=True, maxlength=60),
        field(say("Id"), "settings.id", required=True, pattern=r"[a-z0-9\-]+", maxlength=30),
        choice(say("Rules"), "settings.preset", presets),
        choice(say("Form"), "settings.plan", plans, "plan"),
        choice(say("Teams"), "settings.team", {"1": say("singles"), "2": say("doubles")}, "int"),
        field(say("Seed of the draw"), "settings.seed", "seed", required=True),
        field(say("Points"), "settings.lengths", "lengths", type="number", min="1", value="7"),
        field(say("Entry fee"), "settings.fees.entry", "cents", inputmode="decimal", value="0"),
        field(say("Registration fee"), "settings.fees.registration", "cents", inputmode="decimal", value="0"),
        label=say("Add"),
        style="primary",
    )
