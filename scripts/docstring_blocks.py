"""Docstrings as the site shows them: examples and aligned lists stay as they were typed (an extension of Griffe)."""

import re
from typing import Any, Final

import griffe

_EXAMPLE: Final = re.compile(r"^( *)>>> ")
_TERM: Final = re.compile(r"^\S[^.]{0,28}? {2,}\S")


class DocstringBlocks(griffe.Extension):
    """Fences examples (`>>>`) and lists of terms (a word, blanks, what it means)."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:  # noqa: ARG002  # Any: Griffe's own signature
        """Every docstring once it is read."""
        if obj.docstring is not None:
            obj.docstring.value = fence(obj.docstring.value)


def fence(text: str) -> str:
    """The text with examples and aligned lists in fences."""
    return "\n\n".join(_fenced(block) for block in re.split(r"\n\s*\n", text))


def _fenced(block: str) -> str:
    lines = block.splitlines()
    if _EXAMPLE.match(block):
        return "\n".join(["```pycon", *lines, "```"])
    if len(lines) > 1 and sum(bool(_TERM.match(line)) for line in lines) > 1:
        return "\n".join(["```text", *lines, "```"])
    return block
