"""Logs as lines of JSON: time, level, where, what, and whatever else is known about it.

No secret goes into them. The database's engine leaves out what it was given with a statement (`hide_parameters`); what
the database itself says of a row, and the letters of a private link, are taken out here.
"""

import json
import logging
import re
from typing import Final

_PRIVATE_LINK: Final = re.compile(r"(/t/[^/\s\"'?]+/as/)[^/\s\"'?]+")
_OF_A_ROW: Final = re.compile(r"^(.*?)(DETAIL:|\[parameters:|CONTEXT:).*$", re.MULTILINE)
_USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class JsonLines(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record with its extras."""
        line: dict[str, object] = {
            "at": int(record.created * 1000),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _USUAL}
        if record.exc_info:
            line["trace"] = _OF_A_ROW.sub(r"\1\2 left out", self.formatException(record.exc_info))
        return without_secrets(json.dumps(line, default=str, ensure_ascii=False))


def without_secrets(text: str) -> str:
    """A text in which private links open nothing."""
    return _PRIVATE_LINK.sub(r"\1...", text)


def start_logging(level: int = logging.INFO) -> None:
    """Everything goes to standard error, one line each."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for chatty in ("uvicorn.access", "uvicorn.error", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
