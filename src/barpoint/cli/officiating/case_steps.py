"""What happens to a case after its ruling: exhibits, appeal, committee, votes, outcome, end."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from barpoint.cli.output import print_written

if TYPE_CHECKING:
    from barpoint.officiating.cases import CaseStep

steps_app = typer.Typer(rich_markup_mode="rich")

CaseArgument = Annotated[Path, typer.Argument(help="The file of the case.", metavar="CASE")]
ByOption = Annotated[str, typer.Option("--by", help="Who does it.", metavar="NAME")]


def _step(path: Path, event: "CaseStep") -> None:
    """One step, judged and kept."""
    from barpoint.cli.officiating.ruling import (
        RulingFiles,
        book_of,
        new_command_id,
        versions_of,
    )

    book = book_of(path)
    versions = versions_of(asyncio.run(RulingFiles(path).officiate.step(path.stem, event, new_command_id())), book)
    print_written(versions)


def _now() -> int:
    from barpoint.bootstrap import wall_clock

    return wall_clock().now()


def note_report(path: Path, *, to: str, by: str) -> None:
    """Note that the report has gone out."""
    from barpoint.officiating.cases import events as v

    _step(path, v.ReportExported(at=_now(), by=by, to=to))


@steps_app.command(
    epilog='Example: barpoint cases exhibit t4.jsonl photo "The dice" --from Ann --file dice.jpg --by TD'
)
def exhibit(
    case: CaseArgument,
    what: Annotated[str, typer.Argument(help="photo, video, score_sheet, testimony, match_log or object.")],
    title: Annotated[str, typer.Argument(help="What it shows.")],
    given_by: Annotated[str, typer.Option("--from", help="Who gave it.", metavar="NAME")],
    by: ByOption,
    file: Annotated[Path | None, typer.Option("--file", help="The file; its SHA-256 is noted.")] = None,
    reference: Annotated[str, typer.Option("--at", help="Where it is kept, or a place in a video.")] = "",
    text: Annotated[str, typer.Option("--text", help="What was said, in the witness's words.")] = "",
) -> None:
    """Attach something that was shown: a photo, a video, a score sheet, testimony."""
    from hashlib import sha256

    from barpoint.officiating.cases import events as v

    if what not in tuple(v.ExhibitKind):
        raise ValueError(f"expected one of {', '.join(v.ExhibitKind)}, not {what!r}")
    digest = sha256(file.read_bytes()).hexdigest() if file is not None else ""
    where = reference or (str(file) if file is not None else "")
    shown = v.ExhibitAttached(
        at=_now(),
        by=by,
        title=title,
        given_by=given_by,
        what=v.ExhibitKind(what),
        reference=where,
        text=text,
        sha256=digest,
    )
    _step(case, shown)


@steps_app.command(epilog="Example: barpoint cases appeal t4.jsonl --by Bob --part penalty")
def appeal(
    case: CaseArgument,
    by: ByOption,
    part: Annotated[list[str] | None, typer.Option(help="What it is against, if not all of it.")] = None,
    referred: Annotated[bool, typer.Option("--referred", help="The director refers the question.")] = False,
) -> None:
    """Note a player's appeal."""
    from barpoint.officiating.cases import events as v

    _step(case, v.AppealMade(at=_now(), by=by, parts=tuple(part or ()), referred=referred))


@steps_app.command(epilog="Example: barpoint cases committee t4.jsonl Ida Jon Kim --by TD")
def committee(
    case: CaseArgument,
    members: Annotated[list[str], typer.Argument(help="Who sits on it.")],
    by: ByOption,
    staff: Annotated[list[str] | None, typer.Option(help="Who works for the tournament.")] = None,
) -> None:
    """Name the committee; its size and who sits on it are checked against the book and the event's options."""
    from barpoint.officiating.cases import events as v

    _step(case, v.CommitteeNamed(at=_now(), by=by, members=tuple(members), staff=tuple(staff or ())))


@steps_app.command(epilog='Example: barpoint cases ballot t4.jsonl --by Ida --vote "no penalty"')
def ballot(
    case: CaseArgument,
    by: Annotated[str, typer.Option("--by", help="The member who votes.", metavar="NAME")],
    vote: Annotated[str, typer.Option(help="To what the ruling is changed; without it the ruling is upheld.")] = "",
    part: Annotated[str, typer.Option(help="The part that is voted on.")] = "",
) -> None:
    """Cast a member's vote; when all have voted they are counted, with the director's where the book gives one."""
    from barpoint.officiating.cases import events as v

    _step(case, v.BallotCast(at=_now(), by=by, vote=vote, part=part))


@steps_app.command(epilog='Example: barpoint cases votes t4.jsonl --uphold 1 --change "no penalty=2" --by TD')
def votes(
    case: CaseArgument,
    by: ByOption,
    uphold: Annotated[int, typer.Option(help="Votes to uphold the ruling.", min=0)] = 0,
    change: Annotated[list[str] | None, typer.Option(help="A remedy and its votes, as in 'play on=2'.")] = None,
    director: Annotated[str | None, typer.Option(help="The director's vote: uphold, or a remedy.")] = None,
    part: Annotated[str, typer.Option(help="The part that was voted on.")] = "",
) -> None:
    """Count the votes; the book says what they come to."""
    from barpoint.cli.officiating.ruling import read_case
    from barpoint.officiating.cases import events as v

    counted: dict[str, int] = {}
    for text in change or ():
        remedy, _, number = text.rpartition("=")
        if not remedy or not number.isdecimal():
            raise ValueError(f"expected a remedy and its votes such as 'play on=2', not {text!r}")
        counted[remedy] = int(number)
    _step(case, v.VotesCounted(at=_now(), by=by, uphold=uphold, change=counted, director=director, part=part))
    decided = read_case(case)[-1]
    assert isinstance(decided, v.AppealDecided)
    then = decided.remedy or f"the director chooses among {', '.join(decided.to_choose)}"
    typer.echo(f"The ruling is changed: {then}." if decided.changed else "The ruling is upheld.")


@steps_app.command(epilog='Example: barpoint cases outcome t4.jsonl "no penalty" --own outcome.json --by TD')
def outcome(
    case: CaseArgument,
    chosen: Annotated[str, typer.Argument(help="What the committee decided.")],
    own: Annotated[Path, typer.Option("--own", help="The new ruling: say, remedies, penalties.", metavar="JSON")],
    by: ByOption,
    match: Annotated[Path | None, typer.Option("--match", help="The log of the match, to apply it.")] = None,
) -> None:
    """Rule what a committee has changed; in the match the first remedy is undone and this one applied."""
    from msgspec.structs import replace

    from barpoint.cli.officiating.ruling import (
        RulingFiles,
        RulingForm,
        book_of,
        new_command_id,
        read_match,
        read_own,
        versions_of,
    )

    files = RulingFiles(case, match, read_match(match) if match is not None else ())
    says = replace(RulingForm(by=by, choose=chosen, own=read_own(own)).confirmation(_now()), outcome=True)
    ruled = files.officiate.rule(files.name, says, new_command_id(), carried_out=match is not None)
    versions = versions_of(asyncio.run(ruled), book_of(case))
    print_written(versions)


@steps_app.command(epilog="Example: barpoint cases resume t4.jsonl --by TD")
def resume(case: CaseArgument, by: ByOption) -> None:
    """Note that play has gone on: the ruling is accepted, and an appeal comes too late."""
    from barpoint.officiating.cases import events as v

    _step(case, v.PlayResumed(at=_now(), by=by))


@steps_app.command(epilog="Example: barpoint cases close t4.jsonl --by TD")
def close(case: CaseArgument, by: ByOption) -> None:
    """Close the case for good."""
    from barpoint.officiating.cases import events as v

    _step(case, v.CaseClosed(at=_now(), by=by))
