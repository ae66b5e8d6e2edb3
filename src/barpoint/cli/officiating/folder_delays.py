"""The delay ledger of a case folder: what its earlier rulings about time say of a match, for the next case.

Cases are about the same match if they name the same log or, without one, the same players.
"""

from collections.abc import Iterator

from barpoint.cli.officiating.ruling import RulingFiles, RulingForm, cases_in
from barpoint.officiating import (
    AbsenceCause,
    Facts,
    FactValue,
    all_kinds,
    delay_ledger,
)
from barpoint.officiating.cases import TIME_KINDS, delay_facts, ruled_absences
from barpoint.officiating.cases import events as v
from barpoint.rulebook import Profile


def folder_delay_facts(
    files: RulingFiles, kind: str, profile: Profile, facts: Facts, form: RulingForm
) -> dict[str, FactValue]:
    """The facts of a case about time that earlier rulings of its folder hold."""
    if files.case is None or kind not in TIME_KINDS or not files.case.parent.is_dir():
        return {}
    rulings = tuple(_rulings(files, form))
    absences = [absence for ruled, relied_on in rulings for absence in ruled_absences(ruled, relied_on)]
    told: dict[str, FactValue] = {key: value for _, relied_on in rulings for key, value in relied_on.items()}
    length = facts.get("length", told.get("length"))
    if not absences or length is None:
        return {}
    starts = [one.until for one in absences if one.cause is AbsenceCause.START and one.until is not None]
    started = facts.get("started", told.get("started", max(starts, default=None)))
    begun = min(one.since for one in absences) if started is None else int(started)
    now = max(one.until or one.since for one in absences)
    known = delay_facts(delay_ledger(profile, int(length), absences, started=begun, now=now), kind, facts)
    if started is None:
        known = {
            key: value for key, value in known.items() if key not in ("started", "drawn", "drawn_white", "drawn_black")
        }
    return {key: value for key, value in known.items() if key in all_kinds()[kind].questions}


def _rulings(files: RulingFiles, form: RulingForm) -> Iterator[tuple[str, Facts]]:
    """The rulings in force of the other cases about this match, and what they rest on."""
    assert files.case is not None
    for name, case in cases_in(files.case.parent):
        ruling = case.in_force
        if case.opened is not None and ruling is not None and name != files.name and _same(case.opened, files, form):
            yield case.opened.kind, ruling.relied_on


def _same(opened: v.CaseOpened, files: RulingFiles, form: RulingForm) -> bool:
    if files.stream or opened.match:
        return files.stream == opened.match
    return bool(form.white or form.black) and (opened.white, opened.black) == (form.white, form.black)
