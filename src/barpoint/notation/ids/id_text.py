"""What the readers of ids share: fields between colons, each of its own form, and a long text said in short."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

SHORT, LONG = 40, 60
"""Letters of an id that are said back: of one word, and of one with many fields."""


def excerpt(text: str, most: int = SHORT) -> str:
    """A text as it is said back to whoever gave it."""
    return repr(text if len(text) <= most else text[: most - 3] + "...")


@dataclass(frozen=True)
class IdForm:
    """An id of fields between colons: the form of each field with what it says; the last ones may be left out."""

    name: str  # with its article
    prefix: str
    example: str
    least: int
    fields: Mapping[str, tuple[str, str]]

    def read(self, text: str) -> dict[str, str]:
        """The fields that are there, by name; ValueError names the one that has another form."""
        parts = text.strip().removeprefix(self.prefix).split(":")
        if not self.least <= len(parts) <= len(self.fields):
            raise ValueError(f"expected {self.name} such as {self.example}, not {excerpt(text, LONG)}")
        for (form, meaning), part in zip(self.fields.values(), parts, strict=False):
            if not re.fullmatch(form, part, re.ASCII):
                said = f"not {excerpt(part, LONG)}, in {self.name} such as {self.example}"
                raise ValueError(f"expected {meaning}, {said}")
        return dict(zip(self.fields, parts, strict=False))
