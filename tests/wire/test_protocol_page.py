"""The protocol's page says what the types say."""

from pathlib import Path

from scripts.protocol_page import TARGET, written


def test_the_page_is_what_the_types_say() -> None:
    assert Path(TARGET).read_text("utf-8") == written(), "run `python -m scripts.protocol_page`"
