"""The wheel as it is installed: everything is compiled, and what a new user does compiles nothing."""

import os
import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.long
MATCHES = ROOT / "tests" / "playthroughs" / "0.1.0"

BOTS = """
from barpoint.board import DISCIPLINES, Position, Roll, Side
from barpoint.engine.cube.cube_actions import CubeState
from barpoint.engine.cube.cube_search import Stakes
from barpoint.engine.knowledge import knowledge_of
from barpoint.engine.bot.levels import LEVELS
from barpoint.engine.bot.level_choice import choose_play
from barpoint.engine.cube.match_equity import Away
for rules in DISCIPLINES.values():
    known, start = knowledge_of(rules), Position.start(rules)
    for level in LEVELS.values():
        scores = None, Away(1, 2), Away(5, 5)
        for stakes in (None, *(Stakes(CubeState(score=score)) for score in scores)):
            after = choose_play(level, known, start, Roll(6, 5), 1, None, None, stakes).play.after.flip()
            choose_play(level, known, after, Roll(2, 2), 1, 0.01, None, stakes)
            known.chances(after, level.plies)
            if stakes:
                known.cube_decision(after, stakes, level.plies)
"""


def build(place: Path, **more: str) -> Path:
    """A wheel of these sources."""
    plain = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "BARPOINT_CACHE")}
    words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(place), str(ROOT)]
    done = subprocess.run(words, env=plain | more, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return next(place.glob("*.whl"))


def install(wheel: Path, place: Path) -> Path:
    """The `barpoint` of an environment that holds the wheel; what it depends on is borrowed from ours."""
    venv.create(place, with_pip=False)
    words = [sys.executable, "-m", "pip", "--python", str(place), "install", "--quiet", "--no-deps", str(wheel)]
    subprocess.run(words, check=True)
    libraries = next(place.glob("lib*/python*/site-packages")) if os.name != "nt" else place / "Lib" / "site-packages"
    (libraries / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return place / ("Scripts" if os.name == "nt" else "bin") / "barpoint"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel with kernels; `BARPOINT_WHEEL` names one that is built already, as when a release is made."""
    if built := os.environ.get("BARPOINT_WHEEL"):
        return Path(built)
    return build(tmp_path_factory.mktemp("wheel"), BARPOINT_KERNELS="required")


@pytest.fixture(scope="module")
def command(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(wheel, tmp_path_factory.mktemp("installed") / "env")


def run(words: list[str | Path], home: Path, **more: str) -> str:
    """What a command answers, in an empty home."""
    plain = {k: v for k, v in os.environ.items() if not re.match("BARPOINT_|NUMBA_|PYTHON|XDG_", k)}
    own = plain | {"HOME": str(home), "LOCALAPPDATA": str(home)} | more
    done = subprocess.run([str(word) for word in words], env=own, capture_output=True, text=True, cwd=home)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_is_tagged_for_what_it_contains(wheel: Path) -> None:
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert f"-{python}-{python}" in wheel.name
    assert sys.platform != "linux" or "-manylinux_2_" in wheel.name
    names = ZipFile(wheel).namelist()
    assert sum(name.endswith(".nbc") for name in names) > 50
    assert sum("shipped/tables/" in name for name in names) == 2
    assert not [name for name in names if name.endswith(".tmp")]


@pytest.mark.parametrize(
    "words",
    [
        ("plays", "start", "31"),
        ("plays", "longgammon start", "31"),
        ("perft", "2"),
        ("engine", "eval", "start", "--plies", "2"),
        ("engine", "eval", "x 6:3 1:2 | o 5:2 2:2"),
        ("engine", "hint", "start", "31"),
        ("engine", "hint", "start", "31", "--score", "3-5"),
        ("engine", "cube", "start"),
        ("engine", "cube", "start", "--score", "3-5"),
        ("engine", "cube", "x 6:1 1:1 | o 2:1"),
        ("engine", "cube", "longgammon start"),
        ("engine", "cube", "sprintgammon start"),
        ("engine", "rollout", "start", "31", "--games", "36"),
        ("engine", "rollout", "start", "--games", "36", "--actions", "--score", "3-5"),
        ("engine", "rollout", "start", "--games", "36", "--cubeful", "--truncate", "5", "--plies", "1"),
        ("engine", "book", "show"),
        ("analyse", str(MATCHES / "ibf-blitz.jsonl")),
        ("analyse", str(MATCHES / "money.jsonl"), "--plies", "0"),
        ("analyse", str(MATCHES / "ibf-sprintgammon.jsonl")),
        ("analyse", str(MATCHES / "ibf-longgammon-blitz.jsonl"), "--plies", "0"),
        ("convert", "--check", str(MATCHES / "ibf-blitz.jsonl")),
        ("doctor",),
    ],
    ids=" ".join,
)
def test_a_command_compiles_nothing(command: Path, words: tuple[str, ...], tmp_path: Path) -> None:
    run([command, *words], tmp_path, BARPOINT_COMPILING="forbidden")
    assert not list(tmp_path.rglob("*.nbc"))
    assert not list(tmp_path.rglob("*.npy")), "a table was built"


def test_bots_compile_nothing_at_any_level_in_any_discipline(command: Path, tmp_path: Path) -> None:
    run([command.with_name("python"), "-c", BOTS], tmp_path, BARPOINT_COMPILING="forbidden")


def test_the_doctor_finds_everything_shipped(command: Path, tmp_path: Path) -> None:
    assert "all shipped" in run([command, "doctor"], tmp_path)


def test_a_wheel_without_kernels_is_for_everybody_and_works(tmp_path: Path) -> None:
    wheel = build(tmp_path / "wheel", BARPOINT_KERNELS="skip")
    assert wheel.name.endswith("-py3-none-any.whl")
    command = install(wheel, tmp_path / "env")
    assert "none shipped" in run([command, "doctor"], tmp_path)
    assert len(run([command, "plays", "start", "31"], tmp_path).splitlines()) == 16
