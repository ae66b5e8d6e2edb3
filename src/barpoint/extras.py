"""What is installed only if it is asked for: `pip install 'barpoint[print]'`.

An extra is a library that playing, ruling and directing do without. Whoever needs one gets it here, or words that say
how to install it.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, NamedTuple


class Extra(NamedTuple):
    """A library beside the others: the module it is imported as, and what it is for."""

    module: str
    purpose: str


EXTRAS: Final = {
    "print": Extra("typst", "printing to PDF"),
    "pictures": Extra("PIL", "pictures as PNG and GIF"),
    "postgres": Extra("asyncpg", "a PostgreSQL database"),
    "dask": Extra("distributed", "rollouts on several machines"),
    "bgsage": Extra("bgsage", "comparing with bgsage, another engine"),
}
"""By the names pyproject.toml gives them."""


class MissingExtraError(ImportError):
    """Something is asked for whose library is not installed."""

    def __init__(self, name: str) -> None:
        super().__init__(f"one more library is needed for {EXTRAS[name].purpose}: {install_words(name)}", name=name)


def extra_module(name: str) -> Any:
    """The library of an extra; `MissingExtraError` if it is not installed."""
    module = EXTRAS[name].module
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name != module:
            raise  # it is there, and broken
        raise MissingExtraError(name) from None


def is_installed(name: str) -> bool:
    """Whether the library of an extra is there; it is not imported."""
    return find_spec(EXTRAS[name].module) is not None


def install_words(name: str) -> str:
    """What to type to have an extra."""
    return f"pip install 'barpoint[{name}]'"
