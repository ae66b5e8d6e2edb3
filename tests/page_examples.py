"""Runs the code of one page of the documentation: `python -m tests.page_examples PAGE`, in the current folder.

Lines of a session (`pycon`) have to answer what the page says; a `python` block has to run. Blocks of a page go on from
each other. Ends with status 1 and the lines that did not.
"""

import doctest
import re
import sys
from pathlib import Path
from typing import Any, Final

BLOCK: Final = re.compile(r"^```(pycon|python)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def run_page(page: Path) -> int:
    """How many lines of a page do not do what it says."""
    runner = doctest.DocTestRunner()
    names: dict[str, Any] = {"__name__": "page"}  # Any: whatever the page names
    for language, code in BLOCK.findall(page.read_text("utf-8")):
        if language == "python":
            exec(compile(code, str(page), "exec"), names)  # noqa: S102  # our own page
        else:
            session = doctest.DocTestParser().get_doctest(code, names, page.name, str(page), 0)
            runner.run(session, clear_globs=False)
            names = session.globs
    return runner.summarize(verbose=False).failed


if __name__ == "__main__":
    raise SystemExit(bool(run_page(Path(sys.argv[1]))))
