"""Paper: Typst markup made into PDF. The one place that calls Typst.

Rooms write their pages as markup and pass every word of their own through `quote`, so that nothing in it is markup.
It lies below the rooms because each prints something; it knows nothing of what it prints. Typst is an extra.
"""

from barpoint.extras import extra_module


def quote(words: str) -> str:
    """Words as a string of Typst's own."""
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'


def pdf(markup: str) -> bytes:
    """The markup as a PDF."""
    return bytes(extra_module("print").compile(markup.encode(), format="pdf"))


def page_count(markup: str) -> int:
    """How many pages it comes to."""
    pages: object = extra_module("print").compile(markup.encode(), format="svg")  # several pages are a list
    return len(pages) if isinstance(pages, list) else 1
