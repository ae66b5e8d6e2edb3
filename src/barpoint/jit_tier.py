"""For which processors kernels are compiled.

A tier is a set of instructions that many processors share. One tier is everybody's default, x86-64-v3 or the baseline
of arm64, so that digits agree between machines and compiled kernels can be shipped. `BARPOINT_TIER=native` compiles for
the very processor instead, `BARPOINT_TIER=x86-64` for any of its family.
"""

import os
import platform
from dataclasses import dataclass
from functools import cache
from typing import Final


@dataclass(frozen=True, slots=True)
class Tier:
    """A name, and what Numba is told: its name of the processor and the features; None lets it look for itself."""

    name: str
    cpu: str | None
    features: str | None

    @property
    def environment(self) -> dict[str, str]:
        """What a process that compiles for the tier is started with: both, for the name alone adds the host's own."""
        if self.cpu is None or self.features is None:
            return {}
        return {"NUMBA_CPU_NAME": self.cpu, "NUMBA_CPU_FEATURES": self.features}


_V1: Final = ("64bit", "cmov", "cx8", "fxsr", "mmx", "sse", "sse2", "x87")
_V2: Final = ("crc32", "cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3")
_V3: Final = ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave")


def _features(*names: str) -> str:
    return ",".join(f"+{name}" for name in names)


NATIVE: Final = Tier("native", None, None)
TIERS: Final = {
    tier.name: tier
    for tier in (
        Tier("x86-64-v3", "x86-64-v3", _features(*_V1, *_V2, *_V3)),
        Tier("x86-64", "x86-64", _features(*_V1)),
        Tier("arm64", "generic", "+fp-armv8,+neon"),
        NATIVE,
    )
}
"""Every tier by its name."""
_FAMILIES: Final = {
    "x86_64": ("x86-64-v3", "x86-64"),
    "amd64": ("x86-64-v3", "x86-64"),
    "aarch64": ("arm64",),
    "arm64": ("arm64",),
}
"""The tiers a machine may have, the best first."""


@cache
def tier() -> Tier:
    """The tier of this process: what `BARPOINT_TIER` names, else the first that this processor has."""
    chosen = os.environ.get("BARPOINT_TIER")
    if chosen:
        if chosen not in TIERS:
            raise ValueError(f"BARPOINT_TIER takes {', '.join(TIERS)}, not {chosen!r}")
        return TIERS[chosen]
    for name in _FAMILIES.get(platform.machine().lower(), ()):
        if runs_here(TIERS[name]):
            return TIERS[name]
    return NATIVE


def runs_here(asked: Tier) -> bool:
    """Whether this processor has what the tier needs."""
    if asked.name == "x86-64-v3":
        present = _host_features()
        return all(present.get(name, False) for name in (*_V2, *_V3))
    return True


def default_tier() -> str:
    """The tier that is shipped for this family of processors; native where none is."""
    return _FAMILIES.get(platform.machine().lower(), (NATIVE.name,))[0]


def processor() -> str:
    """The very processor, for kernels compiled for nothing else."""
    import llvmlite.binding as llvm

    present = sorted(name for name, there in _host_features().items() if there)
    return f"{llvm.get_host_cpu_name()} {' '.join(present)}"


def _host_features() -> dict[str, bool]:
    import llvmlite.binding as llvm

    try:
        return dict(llvm.get_host_cpu_features())
    except RuntimeError:  # LLVM does not know this platform's processors
        return {}
