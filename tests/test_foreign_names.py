"""Names that look like markup are names: in pictures, in pages, on paper."""

import xml.etree.ElementTree as ET
from html import escape

import msgspec
import pytest

from barpoint.engine import analyse
from barpoint.notation import read_bytes, replay
from barpoint.officiating.cases.documents import CaseFile, Section, document_typst
from barpoint.paper import pdf, quote
from barpoint.service.analysis import report_of, report_page
from barpoint.web.community.ratings import _badge

NAMES = ["[/x]", "<script>alert(1)</script>", "#let x = 1", 'a"b\\', "'$", "</svg>", "#panic()", "*bold* _it_ `raw`"]
SVG = "{http://www.w3.org/2000/svg}"
MATCH = """ 1 point match

 Game 1
 Anna : 0                         Ben : 0
  1) 31: 8/5 6/5                  42: 8/4 6/4
"""


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_says_the_name_as_it_is(name: str) -> None:
    picture = ET.fromstring(_badge(name, "1500"))  # noqa: S314  # our own
    assert picture.findtext(f"{SVG}title") == f"{name}: 1500"
    assert {element.tag.removeprefix(SVG) for element in picture.iter()} == {
        "svg",
        "title",
        "rect",
        "path",
        "g",
        "text",
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_report_says_the_name_as_it_is(name: str) -> None:
    started, *rest = replay(read_bytes(MATCH.encode()).record, lenient=True).events
    events = (msgspec.structs.replace(started, white=(name,)), *rest)
    page = report_page(report_of(events, analyse(events)))
    assert escape(name) in page
    assert "<script" not in page


@pytest.mark.parametrize("name", NAMES)
def test_paper_says_the_name_as_it_is(name: str) -> None:
    pytest.importorskip("typst")
    said = document_typst(CaseFile(name, (Section(name, ((name, name),)),)))
    counted = f"#assert.eq({quote(name)}.len(), {len(name.encode())})\n"  # what Typst makes of it is as long
    assert pdf(counted + said).startswith(b"%PDF")
