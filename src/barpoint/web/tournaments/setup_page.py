"""Setting up on a page: events with their entries, draws and rounds, staff, tables, recesses, and the end."""

from barpoint.tournament import Tournament
from barpoint.tournament.draw.plan import Format
from barpoint.tournament.staff import Role
from barpoint.web.tournaments.forms import choice, command_form, field
from barpoint.web.tournaments.markup import Html, joined, tag, words


def setup_page(state: Tournament, presets: dict[str, str]) -> Html:
    """Events, entries, draws, rounds, tables, people, the end."""
    roles = {role.value: role.value for role in Role}
    return joined(
        (
            tag("h1", "Set-up"),
            *(_contest(state, name) for name in state.contests),
            tag("section", tag("h2", "A new event"), _new_event(presets), class_="card"),
            tag(
                "section",
                tag("h2", "Staff and tables"),
                command_form(
                    "NameStaff",
                    field("Name", "person", required=True, maxlength=40),
                    choice("Role", "role", roles),
                    label="Appoint",
                ),
                command_form("SetTables", field("Tables", "tables", "words", placeholder="1, 2, 3"), label="Set"),
                command_form(
                    "ScheduleRecess",
                    field("Recess", "name", required=True),
                    field("From", "start", "time", type="datetime-local", required=True),
                    field("To", "end", "time", type="datetime-local", required=True),
                    label="Schedule",
                ),
                tag(
                    "p", "Staff: ", ", ".join(f"{who} ({', '.join(map(str, has))})" for who, has in state.staff.items())
                ),
                class_="card",
            ),
            tag(
                "section",
                tag("h2", "The end"),
                command_form("CloseTournament", label="Close the tournament", ask="The tournament ends."),
                tag(
                    "p", tag("a", "The log", href=f"/api/tournaments/{state.settings.id if state.settings else ''}/log")
                ),
                class_="card",
            ),
        )
    )


def _contest(state: Tournament, name: str) -> Html:
    contest = state.contests[name]
    here = {"contest": name}
    forms: list[Html] = []
    if contest.published is None:
        forms.append(command_form("PublishContest", label="Publish", style="primary", **here))
    elif contest.play is None:
        area = tag("textarea", name="csv", rows="4", required=True, placeholder="name,club,rating")
        roster = tag(
            "form",
            tag("input", type="hidden", name="contest", value=name),
            tag("label", "Entrants as CSV with a header ", area),
            tag("button", "Import", class_="small"),
            data_post="roster",
            class_="stack",
        )
        forms += [roster, command_form("MakeDraw", label="Make the draw", style="primary", **here)]
    elif contest.settings.swiss is not None:
        forms.append(command_form("PairRound", label="Pair the next round", style="primary", **here))
    start = field("Starts", "start", "time", type="datetime-local", required=True)
    number = field("Round", "round", "int", type="number", value="1", min="1")
    bracket = choice("Bracket", "bracket", {each: words(each) for each in _brackets(state, name)})
    forms += [
        command_form("ScheduleRound", bracket, number, start, label="Set the time of a round", **here),
        command_form("FinishContest", label="Everything is played", **here),
        command_form("AwardPrizes", label="Book the prizes", **here),
    ]
    said = f"{contest.settings.preset}; {len(contest.approved)} entries"
    return tag("section", tag("h2", contest.settings.title), tag("p", said, class_="soft"), *forms, class_="card")


def _brackets(state: Tournament, name: str) -> tuple[str, ...]:
    contest = state.contests[name]
    first = "swiss" if contest.settings.swiss is not None else "main"
    return tuple(dict.fromkeys((first, *(fixture.bracket for fixture in contest.fixtures.values()))))


def _new_event(presets: dict[str, str]) -> Html:
    plans = {f"draw:{each.value}": words(each.value) for each in Format} | {"swiss:5": "Swiss, 5 rounds"}
    return command_form(
        "AddContest",
        field("Name", "settings.name", required=True, maxlength=60),
        field("Id", "settings.id", required=True, pattern=r"[a-z0-9\-]+", maxlength=30),
        choice("Rules", "settings.preset", presets),
        choice("Form", "settings.plan", plans, "plan"),
        field("Seed of the draw", "settings.seed", "seed", required=True),
        field("Points", "settings.lengths", "lengths", type="number", min="1", value="7"),
        field("Entry fee", "settings.fees.entry", "cents", inputmode="decimal", value="0"),
        field("Registration fee", "settings.fees.registration", "cents", inputmode="decimal", value="0"),
        label="Add",
        style="primary",
    )
