"""A release is refused for its reasons."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from scripts import distributions, release
from scripts.release import changelog_entry, refusals, version_of

CHANGELOG = "# Changelog\n\n## 0.3.0\n\n## 0.2.0 - 2026-05-01\n\n### Added\n\n- A thing.\n\n## 0.1.0\n\n- The first.\n"


def test_this_version_has_an_entry() -> None:
    version = version_of((release.ROOT / "src" / "barpoint" / "__init__.py").read_text("utf-8"))
    assert changelog_entry((release.ROOT / "CHANGELOG.md").read_text("utf-8"), version)


@pytest.mark.parametrize(("version", "entry"), [("0.3.0", False), ("0.2.0", True), ("0.1.0", True), ("2.0", False)])
def test_an_entry_is_a_heading_with_something_under_it(version: str, entry: bool) -> None:
    assert bool(changelog_entry(CHANGELOG, version)) == entry


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of which nothing refuses a release."""
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    for words in (("init", "--quiet"), ("add", "."), ("commit", "--quiet", "-m", "first")):
        identity = ("-c", "user.name=Dora", "-c", "user.email=dora@example.org")
        subprocess.run(["git", *identity, *words], cwd=tmp_path, check=True)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release, "DOCUMENTATION", (("git", "status"),))
    return tmp_path


def test_nothing_refuses_what_is_ready(repository: Path) -> None:
    assert [*refusals("0.2.0")] == []
    assert repository.exists()


def test_every_reason_is_told(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(["git", "tag", "v0.3.0"], cwd=repository, check=True)
    (repository / "new").touch()
    monkeypatch.setattr(release, "DOCUMENTATION", (("git", "no-such-command"),))
    assert [*refusals("0.3.0")] == [
        "there are changes that are not committed",
        "v0.3.0 was released before: give it another version",
        "CHANGELOG.md has no entry for 0.3.0",
        "the documentation is not in order: no-such-command",
    ]


def test_a_check_that_is_not_green_refuses(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (repository / "src" / "barpoint").mkdir(parents=True)
    (repository / "src" / "barpoint" / "__init__.py").write_text('__version__ = "0.2.0"\n')
    monkeypatch.setattr(release, "refusals", lambda _: iter(()))
    monkeypatch.setattr(release, "CHECKS", (("git", "status"), ("git", "no-such-command")))
    monkeypatch.setattr("sys.argv", ["release"])
    with pytest.raises(SystemExit, match="`git no-such-command` is not green"):
        release.main()


def test_the_list_of_parts_is_made_by_the_tools_that_came_by_hash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody needs them beforehand, and nobody learns only at the end of a build that they are not there."""
    commands: list[list[str]] = []

    def run(words: Sequence[str | Path]) -> None:
        commands.append([*map(str, words)])
        Path(words[-2]).write_text('{"components": []}')

    monkeypatch.setattr(distributions, "_run", run)
    monkeypatch.setattr(distributions, "DIST", tmp_path)
    builder, tried = tmp_path / "builder" / "bin" / "python", tmp_path / "tried" / "bin" / "python"
    distributions.list_parts(builder, tried, Path("barpoint-0.2.0-py3-none-any.whl"))
    (command,) = commands
    assert command[0] == str(builder)
    assert command[-1] == str(tried)


def test_a_warning_of_the_site_refuses() -> None:
    """`--quiet` would keep mkdocs from counting its warnings, and `--strict` from failing by them."""
    (site,) = [words for words in release.DOCUMENTATION if "mkdocs" in words]
    assert "--strict" in site
    assert "--quiet" not in site
