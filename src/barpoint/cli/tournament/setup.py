"""`barpoint tournament new`, `event`, `staff`, `schedule`: what is set up and published before play."""

import json
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from barpoint.cli.tournament.tournament_file import (
    AtOption,
    ByOption,
    EventArgument,
    FileArgument,
    JsonOption,
    ReasonOption,
    TournamentFile,
    outcome_json,
    print_json_line,
)
from barpoint.library import draw_plan, find_contest, parse_settings, read_cents, read_moment
from barpoint.rulebook import preset as preset_named
from barpoint.service.tournaments import TournamentDone
from barpoint.tournament import ContestSettings, Prize, TournamentSettings
from barpoint.tournament import commands as c

setup_app = typer.Typer(rich_markup_mode="rich")


@setup_app.command(
    epilog="Example: barpoint tournament new spring.jsonl --name 'Spring Open' --date 2026-05-01 --director Ann"
)
def new(
    file: FileArgument,
    name: Annotated[str, typer.Option(help="What it is called.")] = "",
    date: Annotated[str, typer.Option(help="The first day, such as 2026-05-01.")] = "",
    director: Annotated[str, typer.Option(help="Who directs it.")] = "",
    place: Annotated[str, typer.Option(help="Where it is played.")] = "",
    currency: Annotated[str, typer.Option(help="What money is counted in.")] = "",
    language: Annotated[list[str] | None, typer.Option(help="An official language, such as en.")] = None,
    at: AtOption = "",
    as_json: JsonOption = False,
) -> None:
    """Begin a tournament in a new file."""
    if not date or not director:
        raise ValueError("a tournament needs --date and --director")
    tournament = TournamentFile(file, new=True)
    settings = TournamentSettings(
        id=file.stem, name=name, date=date, place=place, currency=currency, languages=tuple(language or ("en",))
    )
    done = tournament.do_or_exit(c.OpenTournament(at=read_moment(at), by=director, settings=settings))
    print_outcome(f"{name or file.stem} begins in {file}", done, as_json=as_json)


@setup_app.command(
    epilog="Example: barpoint tournament event s.jsonl open --preset 'USBGF Open' --seed 7/12/33 --format consolation"
    " --last-chance --length main=9,11 --length consolation=7 --fee 100 --prize main:1=60 --prize main:2=40 --publish"
)
def event(
    file: FileArgument,
    event_id: Annotated[str, typer.Argument(help="A short id, such as open.", metavar="EVENT")],
    preset: Annotated[str, typer.Option(help="The rules: a preset of `barpoint rules presets`.")] = "",
    form: Annotated[
        str, typer.Option("--format", help="single, consolation, double, round_robin, groups, swiss, monrad or lives.")
    ] = "single",
    seed: Annotated[str, typer.Option(help="The published seed of the draw.")] = "",
    name: Annotated[str, typer.Option(help="What it is called.")] = "",
    rounds: Annotated[int | None, typer.Option(help="Rounds of a Swiss event or a short round robin.")] = None,
    last_chance: Annotated[
        bool, typer.Option("--last-chance", help="With a last chance below the consolation.")
    ] = False,
    conventional: Annotated[bool, typer.Option("--conventional", help="The conventional consolation.")] = False,
    groups: Annotated[int, typer.Option(help="How many groups.")] = 0,
    by_rating: Annotated[bool, typer.Option("--by-rating", help="Seed by rating instead of by lot.")] = False,
    apart: Annotated[bool, typer.Option("--apart", help="Keep clubmates apart in round one.")] = False,
    doubles: Annotated[bool, typer.Option("--doubles", help="Teams of two.")] = False,
    side: Annotated[bool, typer.Option("--side", help="A side event: the main event comes first.")] = False,
    online: Annotated[bool, typer.Option("--online", help="Played over the Internet.")] = False,
    level: Annotated[int, typer.Option(help="The division's level; a move up goes to a higher one.")] = 0,
    length: Annotated[list[str] | None, typer.Option(help="Points by round: main=9,11 or consolation=7.")] = None,
    starts: Annotated[str, typer.Option(help="When round one begins.")] = "",
    fee: Annotated[str, typer.Option(help="The entry fee, into the pool.")] = "",
    registration: Annotated[str, typer.Option(help="The registration fee, the organiser's.")] = "",
    prize: Annotated[list[str] | None, typer.Option(help="Percent of the pool: main:1=60, main:3-4=10.")] = None,
    settings_file: Annotated[Path | None, typer.Option("--settings", help="All settings as JSON instead.")] = None,
    publish: Annotated[bool, typer.Option("--publish", help="Publish it at once.")] = False,
    reason: ReasonOption = "",
    by: ByOption = "",
    at: AtOption = "",
    as_json: JsonOption = False,
) -> None:
    """Add an event or change one, and publish it."""
    tournament = TournamentFile(file)
    if settings_file is not None:
        settings = _settings_from(settings_file, event_id)
    elif preset or event_id not in tournament.state.contests:
        plan = draw_plan(form, seed, rounds, groups, by_rating=by_rating, apart=apart)
        if form == "consolation":
            plan["draw"] |= {"consolation": "conventional" if conventional else "shortest"}
            plan["draw"] |= {"last_chance": "shortest" if last_chance else ""}
        data = {
            "id": event_id,
            "name": name,
            "preset": preset,
            "kind": "side" if side else "main",
            "mode": "internet" if online else "in_person",
            "level": level,
            "team": 2 if doubles or (preset and preset_named(preset).options.doubles) else 1,
            "lengths": _lengths(length or []),
            "starts": read_moment(starts) if starts else None,
            "fees": {"entry": read_cents(fee or "0"), "registration": read_cents(registration or "0")},
            "prizes": [msgspec.to_builtins(_prize(text)) for text in prize or []],
            **plan,
        }
        settings = parse_settings(data)
    else:
        settings = tournament.state.contests[event_id].settings
    when, who = read_moment(at), tournament.actor(by)
    known = tournament.state.contests.get(event_id)
    done = TournamentDone(tournament.state.version, ())
    if known is None:
        done = tournament.do_or_exit(c.AddContest(at=when, by=who, settings=settings))
    elif known.settings != settings:
        done = tournament.do_or_exit(c.ChangeContest(at=when, by=who, settings=settings, reason=reason))
    if publish:
        done = tournament.do_or_exit(c.PublishContest(at=when, by=who, contest=event_id))
    print_outcome(f"{settings.title} is {'published' if publish else 'set up'}", done, as_json=as_json)


def _settings_from(path: Path, event_id: str) -> ContestSettings:
    try:
        data = json.loads(path.read_text("utf-8"))
    except json.JSONDecodeError as wrong:
        raise ValueError(f"{path}: expected JSON: {wrong}") from wrong
    return parse_settings({**data, "id": event_id})


def _lengths(texts: list[str]) -> dict[str, list[int]]:
    lengths = {}
    for text in texts:
        bracket, _, points = text.rpartition("=")
        parts = points.split(",")
        if not all(part.isdecimal() for part in parts):
            raise ValueError(f"expected lengths such as main=9,11, not {text!r}")
        lengths[bracket or "main"] = [int(part) for part in parts]
    return lengths


def _prize(text: str) -> Prize:
    where, _, percent = text.rpartition("=")
    title, _, places = where.rpartition(":")
    first, _, last = places.partition("-")
    if not first.isdecimal() or (last and not last.isdecimal()):
        raise ValueError(f"expected a prize such as main:1=60 or main:3-4=10, not {text!r}")
    return Prize(title=title or "main", place=int(first), last=int(last or 0), share=read_cents(percent))


@setup_app.command(epilog="Example: barpoint tournament staff spring.jsonl Bo arbiter")
def staff(
    file: FileArgument,
    person: Annotated[str, typer.Argument(help="Who.")],
    role: Annotated[str, typer.Argument(help="director, arbiter, staff, monitor or observer.")],
    dismiss: Annotated[bool, typer.Option("--dismiss", help="Take the role away.")] = False,
    in_place_of: Annotated[str, typer.Option(help="The director who goes in the same moment.")] = "",
    by: ByOption = "",
    at: AtOption = "",
    as_json: JsonOption = False,
) -> None:
    """Give somebody a role, or take it away."""
    from barpoint.tournament import Role

    if role not in list(Role):
        raise ValueError(f"expected a role of {', '.join(Role)}, not {role!r}")
    tournament = TournamentFile(file)
    if dismiss and in_place_of:
        raise ValueError("a role is taken away, or given in place of somebody: expected --dismiss or --in-place-of")
    kind = c.DismissStaff if dismiss else partial(c.NameStaff, in_place_of=in_place_of)
    done = tournament.do_or_exit(kind(at=read_moment(at), by=tournament.actor(by), person=person, role=Role(role)))
    print_outcome(f"{person} is {'no longer ' if dismiss else ''}{role}", done, as_json=as_json)


@setup_app.command(epilog="Example: barpoint tournament schedule spring.jsonl open main 2 2026-05-01T15:00+02:00")
def schedule(
    file: FileArgument,
    event: EventArgument,
    bracket: Annotated[str, typer.Argument(help="The bracket; swiss in a Swiss event.")],
    number: Annotated[int, typer.Argument(help="The round.")],
    start: Annotated[str, typer.Argument(help="When it begins.")],
    past: Annotated[bool, typer.Option("--past", help="The time is over, and that is meant.")] = False,
    reason: ReasonOption = "",
    by: ByOption = "",
    at: AtOption = "",
    as_json: JsonOption = False,
) -> None:
    """Set when a round begins."""
    tournament = TournamentFile(file)
    name = find_contest(tournament.state, event).settings.id
    when = read_moment(start)
    done = tournament.do_or_exit(
        c.ScheduleRound(
            at=read_moment(at),
            by=tournament.actor(by),
            contest=name,
            bracket=bracket,
            round=number,
            start=when,
            past=past,
            reason=reason,
        )
    )
    print_outcome(f"round {number} of {bracket} has its time", done, as_json=as_json)


@setup_app.command(epilog="Example: barpoint tournament recess spring.jsonl lunch 2026-05-01T13:00Z 2026-05-01T14:00Z")
def recess(
    file: FileArgument,
    name: Annotated[str, typer.Argument(help="What it is called.")],
    start: Annotated[str, typer.Argument(help="When it begins.")],
    end: Annotated[str, typer.Argument(help="When play goes on.")],
    reason: ReasonOption = "",
    by: ByOption = "",
    at: AtOption = "",
    as_json: JsonOption = False,
) -> None:
    """Set a meal or the night."""
    tournament = TournamentFile(file)
    done = tournament.do_or_exit(
        c.ScheduleRecess(
            at=read_moment(at),
            by=tournament.actor(by),
            name=name,
            start=read_moment(start),
            end=read_moment(end),
            reason=reason,
        )
    )
    print_outcome(f"{name} has its time", done, as_json=as_json)


def print_outcome(words: str, done: TournamentDone, *, as_json: bool) -> None:
    """What was done, in words or in JSON."""
    if as_json:
        print_json_line(outcome_json(done))
    else:
        typer.echo(words)
