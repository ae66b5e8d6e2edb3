"""What the site shows besides docs/: a reference page for every door, and the pages at the top of the repository.

A hook of MkDocs (`mkdocs.yml`). A door's page has every name that its `__init__.pyi` lists, from its docstring; the
navigation follows. Links from one page to another are put right where a page stands elsewhere than in the repository.
"""

import ast
import importlib
import posixpath
import re
import sys
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT)]  # MkDocs runs a hook by its file

from scripts.docstring_blocks import fence  # noqa: E402

SOURCE: Final = ROOT / "src" / "barpoint"
ROOMS: Final = (
    *("board", "match", "rulebook", "notation", "engine", "officiating", "rating", "tournament", "library"),
    *("wire", "client", "service", "adapters", "web"),
)
"""The rooms in the order they are read: what a program uses, then what a server is made of."""

TOP_PAGES: Final = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "LICENSE": "license.md",
}
NOT_SEARCHED: Final = ("changelog.md", "renames-0.2.0.md", "licences.md", "license.md")
FIRST_IN_SEARCH: Final = ("library.md", "glossary.md", "api/barpoint.md")
_LINK: Final = re.compile(r"\[([^\]\[]+)\]\(([^)\s:#]+)(#[^)\s]*)?\)")


def door_names(stub: Path) -> list[tuple[str, str]]:
    """Every name that leaves by a door, and where it is written."""
    package = ".".join(("barpoint", *stub.parent.relative_to(SOURCE).parts))
    tree = ast.parse(stub.read_text("utf-8"))
    return [
        (alias.name, f"{package}.{node.module}.{alias.name}")
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    ]


def doors() -> dict[str, Path]:
    """The doors that have a page: the library's, each room's and those of its folders."""
    stubs = {"barpoint": SOURCE / "__init__.pyi"}
    for room in ROOMS:
        for stub in sorted((SOURCE / room).rglob("__init__.pyi")):
            stubs[".".join(("barpoint", *stub.parent.relative_to(SOURCE).parts))] = stub
    return stubs


def _order(entry: tuple[str, str]) -> tuple[bool, bool]:
    """The library's own names first, constants last."""
    name, written = entry
    return name.isupper(), not written.startswith("barpoint.library.")


def door_page(package: str, stub: Path) -> str:
    """The page of a door."""
    about = fence(cleandoc(importlib.import_module(package).__doc__ or ""))
    lines = [f"# {package}", "", about, ""]
    for name, written in sorted(door_names(stub), key=_order):
        lines += [
            f"::: {written}",
            "    options:",
            f'      heading: "{package}.{name}"',
            f'      toc_label: "{name}"',
            "",
        ]
    return "\n".join(lines)


def reference_page() -> str:
    """The list of all doors."""
    rows = [
        f"| [`{package}`]({package}.md) | {(importlib.import_module(package).__doc__ or '').strip().splitlines()[0]} |"
        for package in doors()
    ]
    about = (
        "Every room has a door: what other code may use of it is what its package exports. `barpoint` itself is the\n"
        "library's door, and [the library](../library.md) shows it step by step. Modules behind doors may change."
    )
    return "\n".join(["# Reference", "", about, "", "| door | what is there |", "|---|---|", *rows, ""])


def top_page(name: str) -> str:
    """A page of the repository's top folder, with its links as they are on the site."""
    text = (ROOT / name).read_text("utf-8")
    if name == "LICENSE":
        return f"# Licence\n\n```text\n{text}```\n"
    return site_links(text, ROOT / name, "")


def site_links(text: str, source: Path, page: str) -> str:
    """The links of a page as they are on the site; a file that is no page there is named instead."""

    def link(found: re.Match[str]) -> str:
        words, target, anchor = found[1], found[2], found[3] or ""
        path = (source.parent / target).resolve()
        if not path.is_relative_to(ROOT) or not path.exists():
            return found[0]
        name = path.relative_to(ROOT).as_posix()
        place = TOP_PAGES.get(name) or (name.removeprefix("docs/") if name.startswith("docs/") else None)
        if place is None or (ROOT / name).is_dir():
            return f"{words} (`{name}`)" if words.strip("`") != name else f"`{name}`"
        return f"[{words}]({posixpath.relpath(place, posixpath.dirname(page) or '.')}{anchor})"

    return _LINK.sub(link, text)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made."""
    pages = {f"api/{package}.md": door_page(package, stub) for package, stub in doors().items()}
    pages["api/index.md"] = reference_page()
    pages |= {target: top_page(name) for name, target in TOP_PAGES.items()}
    for path, text in pages.items():
        files.append(File.generated(config, path, content=text))
    fill_navigation(config.nav or [], sorted(file.src_uri for file in files.documentation_pages()))
    return files


def fill_navigation(nav: list[Any], pages: list[str]) -> None:  # Any: YAML, of texts, lists and mappings
    """The doors under Reference, all decisions together, and what else the list has forgotten under Project."""
    sections: dict[str, list[Any]] = {title: items for part in nav for title, items in part.items()}
    sections["Reference"][:] = ["api/index.md", *({package: f"api/{package}.md"} for package in doors())]
    decisions = [page for page in pages if page.startswith("decisions/")]
    sections["How it is built"].append({"Decisions": decisions})
    listed = str(nav)
    sections["Project"] += [page for page in pages if repr(page) not in listed]


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001  # MkDocs' signature
    """Links that leave docs/ go to the place of what they lead to, or name it; what is long and old is not searched."""
    if page.file.src_uri in NOT_SEARCHED:
        page.meta["search"] = {"exclude": True}
    elif page.file.src_uri in FIRST_IN_SEARCH:
        page.meta["search"] = {"boost": 3}
    if page.file.abs_src_path is None:
        return markdown  # one of the pages that are made
    return site_links(markdown, Path(page.file.abs_src_path), page.file.src_uri)
