"""Everything is said in our own words: no ten words in a row of a rule book stand anywhere in the repository."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXTS = ROOT.parent / "shared" / "rulebooks"
RUN = 10
WORD = re.compile(r"[^\W_]+")

pytestmark = pytest.mark.skipif(not TEXTS.is_dir(), reason="the rule books' own texts are not here")


def words(text: str) -> list[str]:
    return WORD.findall(text.lower())


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """Every run of ten words but those of a table, where numbers are the half of it or more."""
    found = words(text)
    for run in zip(*(found[n:] for n in range(RUN)), strict=False):
        if sum(word.isdigit() for word in run) < RUN // 2:
            yield run


def tracked_texts() -> Iterator[tuple[Path, str]]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        data = (ROOT / name).read_bytes() if (ROOT / name).is_file() else b""
        if b"\0" not in data[:8000]:
            yield Path(name), data.decode("utf-8", errors="replace")


def test_no_ten_words_of_a_rule_book_stand_in_the_repository() -> None:
    books = {run: path.name for path in TEXTS.glob("*.txt") for run in runs(path.read_text("utf-8", errors="replace"))}
    assert len(books) > 10_000
    copied = {
        f"{path}: {' '.join(run)} ({books[run]})"
        for path, text in tracked_texts()
        for run in runs(text)
        if run in books
    }
    assert not copied, "\n".join(sorted(copied))


def test_a_copied_sentence_would_be_noticed() -> None:
    sentence = words(next(TEXTS.glob("ibf*.txt")).read_text("utf-8", errors="replace"))[500:512]
    assert set(runs(" ".join(sentence))) & set(runs(" -- ".join(sentence)))
