"""How fast match files are read and replayed, on one core.

    python -m bench.notation [FOLDER or ARCHIVE]

Without a name it takes the archive beside the repository; the bar is for its 854 matches. What does not replay to
the score its file states is listed.
"""

import sys
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path

from barpoint.notation.files.match_files import ENDINGS, read_bytes
from barpoint.notation.record.replayer import replay

ARCHIVE = Path(__file__).parents[2] / "shared" / "data" / "samples" / "matches-a.tar.xz"
BAR_S = 30


def files(source: Path) -> Iterator[tuple[str, bytes]]:
    """Every match file of a folder or of a tar archive."""
    if source.is_dir():
        yield from (
            (str(path), path.read_bytes()) for path in sorted(source.rglob("*")) if path.suffix.lower() in ENDINGS
        )
        return
    with tarfile.open(source) as archive:
        for member in archive:
            file = archive.extractfile(member) if member.isfile() else None
            if file is not None:
                yield member.name, file.read()


def main() -> None:
    """Read and replay everything; print the rate and what was wrong."""
    held = list(files(Path(sys.argv[1]) if len(sys.argv) > 1 else ARCHIVE))
    replay(read_bytes(held[0][1]).record)  # compile first
    began, on_cpu = time.perf_counter(), time.process_time()
    games = plays = complete = wrong = 0
    for name, data in held:
        result = replay(read_bytes(data).record)
        games += len(result.record.games)
        plays += len(result.events)
        complete += result.complete
        if result.problems or not result.agrees:
            wrong += 1
            print(f"{name}: {result.problems[0] if result.problems else result.state.score}")
        elif not result.complete:
            print(f"{name}: unfinished at {result.state.score[0]}-{result.state.score[1]} of {result.record.length}")
    took, cpu = time.perf_counter() - began, time.process_time() - on_cpu
    print(
        f"{len(held)} matches ({complete} complete, {wrong} with a problem), {games} games, {plays} events: "
        f"{took:.1f} s, {cpu:.1f} s of one core (< {BAR_S}), {len(held) / cpu:.0f} matches a second"
    )


if __name__ == "__main__":
    main()
