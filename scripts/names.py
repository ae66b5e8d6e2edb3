"""Counts names that do not name: functions led by a participle, and locals such as told, found, held, one, each.

    python -m scripts.names [FOLDER] [--worst 40]

Targets of comprehensions are left aside. Prints both shares in per cent and the places with most of them; a test keeps
them low.
"""

import argparse
import ast
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

IRREGULAR = frozenset(
    [
        "told",
        "found",
        "held",
        "made",
        "said",
        "kept",
        "seen",
        "shown",
        "given",
        "taken",
        "thrown",
        "drawn",
        "begun",
        "known",
        "sent",
        "brought",
        "thought",
        "left",
        "met",
        "lost",
        "won",
        "paid",
        "chosen",
    ]
)
NOT_PARTICIPLES = frozenset(["need", "feed", "seed", "proceed", "exceed", "speed", "embed", "bed", "shed"])
VAGUE = frozenset(
    ["told", "found", "held", "made", "said", "one", "each", "given", "asked", "wanted", "thing", "things", "stuff"]
)


def led_by_participle(name: str) -> bool:
    """Whether the first word of a function's name is a past participle."""
    word = name.lstrip("_").split("_")[0]
    return word in IRREGULAR or (word.endswith("ed") and len(word) > 4 and word not in NOT_PARTICIPLES)


@dataclass(frozen=True)
class Counts:
    """What stands in a folder, and where the names that do not name are."""

    functions: int
    locals: int
    participle_led: Counter[str]
    vague_locals: Counter[str]

    @property
    def participle_share(self) -> float:
        """Per cent of functions led by a participle."""
        return 100 * len(self.participle_led) / max(1, self.functions)

    @property
    def vague_share(self) -> float:
        """Per cent of locals that are vague."""
        return 100 * sum(self.vague_locals.values()) / max(1, self.locals)


def count_names(folder: Path) -> Counts:
    """Count below a folder."""
    participle_led: Counter[str] = Counter()
    vague_locals: Counter[str] = Counter()
    functions = stores = 0
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        loops = [node for node in ast.walk(tree) if isinstance(node, ast.comprehension)]
        in_comprehensions = {name for loop in loops for name in ast.walk(loop.target)}
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                functions += 1
                if led_by_participle(node.name):
                    participle_led[f"{path}:{node.lineno} {node.name}"] += 1
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in in_comprehensions:
                stores += 1
                if node.id in VAGUE:
                    vague_locals[f"{path} {node.id}"] += 1
    return Counts(functions, stores, participle_led, vague_locals)


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", default="src")
    parser.add_argument("--worst", type=int, default=40)
    options = parser.parse_args()
    counts = count_names(Path(options.folder))
    print(f"functions led by a participle: {counts.participle_share:.1f} % of {counts.functions}")
    print(f"vague locals: {counts.vague_share:.1f} % of {counts.locals}")
    for place in list(counts.participle_led)[: options.worst]:
        print("  ", place)
    for place, count in counts.vague_locals.most_common(options.worst):
        print(f"   {count:4} {place}")


if __name__ == "__main__":
    main()
