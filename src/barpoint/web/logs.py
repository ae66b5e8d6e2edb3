"""Logs as lines of JSON: time, level, where, what, and whatever else is known about it."""

import json
import logging
from typing import Final

_USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class JsonLines(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record with its extras."""
        said: dict[str, object] = {
            "at": int(record.created * 1000),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        said |= {name: value for name, value in vars(record).items() if name not in _USUAL}
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return json.dumps(said, default=str, ensure_ascii=False)


def start_logging(level: int = logging.INFO) -> None:
    """Everything goes to standard error, one line each."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for chatty in ("uvicorn.access", "uvicorn.error", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
