"""No ruling changes unseen: what differs from the stored answers is named in the changelog of the release in work."""

import re
import sys
from pathlib import Path

from barpoint.officiating.judgement import all_kinds
from tests.officiating.record_answers import StoredKind, changed, read_stored

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
NAMED = re.compile(r"Rulings that differ from the stored answers:(.*?)(?:\n- |\n\n|\n#)", re.DOTALL)


def named_kinds() -> set[str]:
    """The kinds named in the topmost section of the changelog that has entries."""
    sections = re.split(r"^## ", CHANGELOG.read_text("utf-8"), flags=re.MULTILINE)[1:]
    line = NAMED.search(sections[0])
    return set() if line is None else set(re.findall(r"[a-z]+(?:_[a-z]+)+|[a-z]{5,}", line[1])) & set(all_kinds())


def test_a_ruling_that_has_changed_is_named_in_the_changelog() -> None:
    stored = read_stored()
    differing = {kind.kind: changed(kind) for kind in stored if changed(kind)}
    sys.stdout.write(f"\n{sum(len(kind.answers) for kind in stored)} stored answers, {len(differing)} kinds differ\n")
    for kind, answers in differing.items():
        sys.stdout.write(f"  {kind}: {answers[0].preset} {answers[0].facts}: was {answers[0].say!r}\n")
    assert set(differing) - named_kinds() == set()


def test_every_kind_and_book_has_a_stored_answer() -> None:
    assert {(kind.kind, kind.book) for kind in read_stored()} >= {
        (name, book) for name, kind in all_kinds().items() for book in kind.clauses
    }


def test_another_answer_is_noticed() -> None:
    kind = read_stored()[0]
    other = kind.answers[0]._replace(digest="another")
    assert changed(StoredKind(kind.kind, kind.book, (other,))) == (other,)
