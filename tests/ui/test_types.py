from scripts.ui_types import TARGET, written


def test_the_browsers_types_are_the_servers() -> None:
    """After a change of the wire run `python -m scripts.ui_types`."""
    assert TARGET.read_text("utf-8") == written()
