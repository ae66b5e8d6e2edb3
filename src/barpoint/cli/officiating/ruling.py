"""A ruling given at the command line: put to the official, kept as a case, carried out in the match's file.

A case lies in a file of its own (`cases/table-4.jsonl` is the case `table-4`); the ledger of warnings and penalties
lies beside it and serves every case of that folder.
"""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from uuid import uuid4

import msgspec
import typer

from barpoint.board import Refusal
from barpoint.match import events as e
from barpoint.officiating import (
    FactValue,
    IncidentDefinition,
    JudgeAnswer,
    NeedFacts,
    Option,
    Ruling,
    facts_from,
    option_text,
    penalty_text,
)
from barpoint.officiating.cases import (
    Case,
    Confirmation,
    OwnRuling,
    PenaltyLedger,
    apply_remedies,
    confirm,
    decode_case,
    fold_case,
)
from barpoint.officiating.cases import events as v
from barpoint.officiating.presentation import SideNames, side_names, with_names
from barpoint.rulebook import Profile, book_policy, cite
from barpoint.service import CaseService, Conflict, Write
from barpoint.service.officials import CaseOutcome

LEDGER: Final = "ledger.jsonl"


@dataclass(frozen=True)
class RulingFiles:
    """Where a case and its match lie; either may be missing."""

    case: Path | None = None
    match: Path | None = None
    log: tuple[e.AnyEvent, ...] = ()

    @property
    def name(self) -> str:
        """The name of the case."""
        return "" if self.case is None else self.case.stem

    @property
    def stream(self) -> str:
        """The stream of the match: its file's name."""
        return "" if self.match is None else f"match:{self.match.stem}"

    @property
    def officiate(self) -> CaseService:
        """The use case over these files."""
        from barpoint.bootstrap import log_files

        files: dict[str, Path] = {}
        if self.case is not None:
            files = {f"case:{self.name}": self.case, "ledger:all": self.case.parent / LEDGER}
        if self.match is not None:
            files[self.stream] = self.match
        return CaseService(log_files(files), shared=True)

    def ledger(self) -> PenaltyLedger:
        """The record that lies beside the case."""
        return asyncio.run(self.officiate.load(self.name)).ledger if self.case is not None else PenaltyLedger()

    def events(self) -> tuple[v.AnyCaseEvent, ...]:
        """The case as it is kept."""
        return read_case(self.case) if self.case is not None and self.case.exists() else ()

    def load_case(self) -> Case:
        """How the case stands; one that is new is empty."""
        return fold_case(self.events())

    def read_facts(self, kind: str) -> dict[str, FactValue]:
        """The facts of an incident that the match holds, as it stood when the incident was reported."""
        opened = self.load_case().opened
        noticed = opened.noticed if opened is not None and opened.noticed else len(self.log)
        return facts_from(kind, self.log, noticed) if self.log else {}


def read_case(path: Path) -> tuple[v.AnyCaseEvent, ...]:
    """The events of a case's file, but for a line a crash left unfinished; ValueError says what was expected."""
    try:
        events = decode_case(_whole_lines(path))
    except (OSError, ValueError) as wrong:
        raise ValueError(f"expected the log of a case at {path}: {wrong}") from None
    if not events or not isinstance(events[0], v.CaseOpened):
        raise ValueError(f"expected the log of a case at {path}, beginning with CaseOpened")
    return events


def cases_in(folder: Path) -> list[tuple[str, Case]]:
    """Every case of a folder, by its name; other logs are passed over, a case that cannot be read is a ValueError."""
    if not folder.is_dir():
        raise ValueError(f"expected a folder with cases at {folder}")
    files = sorted(path for path in folder.glob("*.jsonl") if _is_case_file(path))
    return [(path.stem, fold_case(read_case(path))) for path in files]


def _is_case_file(path: Path) -> bool:
    with path.open("rb") as file:
        return b'"type":"CaseOpened"' in file.readline(200)


def _whole_lines(path: Path) -> bytes:
    data = path.read_bytes()
    return data[: data.rfind(b"\n") + 1]


def book_of(path: Path) -> str:
    """The book a case is ruled under."""
    opened = read_case(path)[0]
    assert isinstance(opened, v.CaseOpened)
    return opened.book


def read_match(path: Path) -> tuple[e.AnyEvent, ...]:
    """The events of a match's file, but for a line a crash left unfinished; ValueError says what was expected."""
    try:
        lines = _whole_lines(path).splitlines()
    except OSError as unread:
        raise ValueError(f"expected the log of a match at {path}: {unread}") from None
    log = []
    for number, line in enumerate(lines, 1):
        try:
            log.append(e.decode(line))
        except ValueError as malformed:
            raise ValueError(f"{path}, line {number}: {malformed}") from None
    if not log or not isinstance(log[0], e.MatchStarted):
        raise ValueError(f"expected the log of a match at {path}, beginning with MatchStarted")
    return tuple(log)


@dataclass(frozen=True)
class RulingForm:
    """What the command line says of the ruling."""

    by: str = ""
    choose: str = ""
    impose: tuple[int, ...] = ()
    reason: str = ""
    report: str = ""
    white: tuple[str, ...] = ()
    black: tuple[str, ...] = ()
    own: OwnRuling | None = None

    def with_players(self, files: RulingFiles) -> "RulingForm":
        """The same with the players' names from the match or the case, if it has been given."""
        start = files.log[0] if files.log else files.load_case().opened
        if not isinstance(start, e.MatchStarted | v.CaseOpened):
            return self
        return replace(self, white=start.white or self.white, black=start.black or self.black)

    @property
    def names(self) -> SideNames:
        """What to call the sides."""
        return side_names(" and ".join(self.white), " and ".join(self.black))

    def confirmation(self, at: int) -> Confirmation:
        """What the official says to the answer."""
        return Confirmation(by=self.by, at=at, chosen=self.choose, impose=self.impose, own=self.own, reason=self.reason)


def read_own(path: Path) -> OwnRuling:
    """A ruling in an official's own words, from a JSON file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=OwnRuling)
    except (OSError, msgspec.MsgspecError) as wrong:
        raise ValueError(f"expected a ruling with say, remedies and penalties in {path}: {wrong}") from None


def ask_official(answer: JudgeAnswer, form: RulingForm) -> RulingForm:
    """Ask an official to confirm, to choose, and what to impose; without a name nobody rules."""
    if form.by or isinstance(answer, NeedFacts) or not typer.confirm("Give this ruling?", default=False, err=True):
        return form
    by = typer.prompt("Your name?", prompt_suffix=" ", err=True)
    choose = form.choose or _choice(answer.options if isinstance(answer, Ruling) else answer.usual, form.names)
    optional = [penalty for penalty in answer.penalties if penalty.optional] if isinstance(answer, Ruling) else []
    impose = form.impose or tuple(
        number
        for number, penalty in enumerate(optional)
        if typer.confirm(f"Impose {penalty_text(penalty, form.names)}?", default=False, err=True)
    )
    return replace(form, by=by, choose=choose, impose=impose)


def _choice(options: tuple[Option, ...], names: SideNames) -> str:
    """The name of the option that is picked by its number."""
    for number, option in enumerate(options, 1):
        typer.echo(f"  {number}  {with_names(option_text(option, names), names)}", err=True)
    while options:
        picked: int = typer.prompt("Which is it?", type=int, default=1, err=True)
        if 1 <= picked <= len(options):
            return options[picked - 1].name
        typer.echo(f"expected a number from 1 to {len(options)}, not {picked}", err=True)
    return ""


@dataclass(frozen=True, kw_only=True)
class Incident:
    """What is ruled on: of which kind, on what facts, under what."""

    kind: IncidentDefinition
    facts: dict[str, FactValue]
    profile: Profile
    answer: JudgeAnswer


def keep_case(files: RulingFiles, incident: Incident, form: RulingForm, *, apply: bool) -> dict[str, int]:
    """Open the case if it is new, add the facts, and rule if an official is named; the versions it comes to."""
    from barpoint.bootstrap import wall_clock

    clock, officiate = wall_clock(), files.officiate
    book, by = incident.profile.book, form.by or "the desk"
    if form.by:
        _confirm_ruling(incident, form, clock.now())  # before anything is written
    case = asyncio.run(officiate.load(files.name)).case
    versions: dict[str, int] = {}
    if case.opened is None:
        opened = v.CaseOpened(
            at=clock.now(),
            by=by,
            profile=incident.profile,
            kind=incident.kind.name,
            report=form.report,
            match=files.stream,
            white=form.white,
            black=form.black,
        )
        versions = versions_of(asyncio.run(officiate.open(files.name, opened, new_command_id())), book)
    elif (case.opened.kind, case.opened.book) != (incident.kind.name, book):
        raise ValueError(f"case {files.name} is about {case.opened.kind} under {case.opened.book}")
    for key, value in incident.facts.items():
        if case.facts.get(key) != value:
            fact = v.FactGiven(at=clock.now(), by=by, key=key, value=value)
            versions |= versions_of(asyncio.run(officiate.step(files.name, fact, new_command_id())), book)
    if not form.by:
        return versions
    says = form.confirmation(clock.now())
    return versions | versions_of(
        asyncio.run(officiate.rule(files.name, says, new_command_id(), carried_out=apply)), book
    )


def _confirm_ruling(incident: Incident, form: RulingForm, at: int) -> v.RulingGiven:
    """The ruling that is given; what is still missing is malformed input here."""
    ruling = confirm(incident.answer, form.confirmation(at), book_policy(incident.profile.book))
    if isinstance(ruling, Refusal):
        raise _refusal_error(ruling, incident.profile.book)
    return ruling


def apply_only(files: RulingFiles, incident: Incident, form: RulingForm) -> dict[str, int]:
    """Carry a ruling out in the file of its match, without keeping a case."""
    from barpoint.bootstrap import log_files, wall_clock

    assert files.match is not None
    ruling = _confirm_ruling(incident, form, wall_clock().now())
    illegal = incident.kind.name == "illegal_play"
    events = apply_remedies(
        ruling.remedies, files.log, by=ruling.by, reason=ruling.say, at=ruling.at, illegal_move=illegal
    )
    if isinstance(events, Refusal):
        raise _refusal_error(events, incident.profile.book)
    if not events:
        return {}
    write = Write(files.stream, len(files.log), tuple(e.encode(event) for event in events))
    store = log_files({files.stream: files.match})

    async def append() -> CaseOutcome:
        return await store.append([write], new_command_id())

    return versions_of(asyncio.run(append()), incident.profile.book)


def new_command_id() -> str:
    """An id for a command given here."""
    return uuid4().hex


def versions_of(outcome: CaseOutcome, book: str) -> dict[str, int]:
    """The versions an outcome came to; what was refused is said with its clauses."""
    if isinstance(outcome, Refusal):
        raise _refusal_error(outcome, book)
    if isinstance(outcome, Conflict):
        raise ValueError(f"{outcome.stream} was changed meanwhile, and nothing was written; try again")
    return outcome.versions


def _refusal_error(refusal: Refusal, book: str) -> ValueError:
    return ValueError(str(cite(refusal, book)))
