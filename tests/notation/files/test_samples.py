"""Real files of other programs, where they lie beside the repository: every one is read, every match replays."""

import gzip
import tarfile
from pathlib import Path

import pytest

from barpoint.notation.files.match_files import read_bytes, read_path
from barpoint.notation.files.sgf import write_sgf
from barpoint.notation.files.sgf_tree import decode_sgf, read_trees
from barpoint.notation.record.event_recorder import canonical
from barpoint.notation.record.match_record import MatchRecord, Moved
from barpoint.notation.record.replayer import replay

SAMPLES = Path(__file__).parents[4] / "shared" / "data" / "samples"
ARCHIVE = SAMPLES / "matches-a.tar.xz"
FOLDERS = ("mat", "sgf", "txt_galaxy", "fibs", "position_txt")
EVERY_NTH = 17
"""Of the archive's matches; `bench.notation` replays them all."""
UNFINISHED = {"match8788745.txt": "the file ends at 0-6 in a match to 8"}

pytestmark = pytest.mark.skipif(not SAMPLES.is_dir(), reason="the sample files are not beside the repository")


@pytest.mark.parametrize(
    "path", [path for folder in FOLDERS for path in sorted((SAMPLES / folder).glob("*"))], ids=lambda path: path.name
)
def test_every_sample_is_read_and_replays(path: Path) -> None:
    result = replay(read_path(path).record)
    assert not result.problems
    assert result.agrees


def plays(record: MatchRecord) -> list[object]:
    replayed = canonical(replay(record))
    return [getattr(a, "walks", None) for game in replayed.games for a in game.actions if isinstance(a, Moved)]


@pytest.mark.parametrize(
    "names",
    [
        ("mat/gibbon_7pt_fibs.mat", "sgf/gibbon_7pt_fibs.sgf", "fibs/javafibs_7point.match"),
        ("mat/gnubg_export_7pt_charlot.mat", "sgf/gnubg_analysed_7pt_charlot.sgf.gz"),
        ("mat/xg_export_7pt_paris2023.mat", "mat/xg_export_7pt_paris2023_compact.txt"),
        ("mat/xg_export_7pt_paris2023.mat", "sgf/gnubg_analysed_7pt_paris2023.sgf.gz"),
    ],
)
def test_the_same_match_in_several_forms_is_the_same(names: tuple[str, ...]) -> None:
    first, *others = (plays(read_path(SAMPLES / name).record) for name in names)
    for other in others:
        assert other == first


@pytest.mark.parametrize("path", sorted((SAMPLES / "sgf").glob("gnubg*.gz")), ids=lambda path: path.name)
def test_gnubgs_analysis_is_kept_to_the_letter(path: Path) -> None:
    source = gzip.decompress(path.read_bytes())
    again = write_sgf(canonical(replay(read_path(path).record)))
    kept = {"A", "DA", "LU", "MR", "GS", "BM", "DO", "TE", "C", "LB", "GB", "GW"}
    for tree, other in zip(read_trees(decode_sgf(source)), read_trees(decode_sgf(again)), strict=True):
        one = [[each for each in node.properties if each[0] in kept] for node in tree]
        two = [[each for each in node.properties if each[0] in kept] for node in other]
        assert one == two


def test_matches_of_the_archive_replay_to_their_stated_score() -> None:
    wrong = {}
    with tarfile.open(ARCHIVE) as archive:
        members = [member for member in archive if member.isfile()]
        assert len(members) == 854
        for member in members[::EVERY_NTH]:
            file = archive.extractfile(member)
            assert file is not None
            result = replay(read_bytes(file.read()).record)
            name = Path(member.name).name
            if result.problems or not result.agrees or (not result.complete and name not in UNFINISHED):
                wrong[name] = result.problems or result.state.score
    assert not wrong
