"""The steps that bring a database's tables up to date, and which of them one has seen.

Steps run inside the transaction of the connection they are given: all that are missing, or none. A database that a
newer program has brought further is left alone. Alembic is loaded only if there is something to do: it is a tenth of a
server's memory.
"""

import ast
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa

from barpoint.service import SchemaStep

if TYPE_CHECKING:
    from alembic.config import Config

_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_VERSION: Final = sa.table("alembic_version", sa.column("version_num", sa.Text))


@cache
def all_steps() -> Sequence[SchemaStep]:
    """Every step this program knows, the first one first; read from their files, since Alembic is large."""
    files = sorted((_MIGRATIONS / "versions").glob("v[0-9]*.py"))
    return tuple(SchemaStep(file.name[1:5], _title(file)) for file in files)


def schema_of(connection: sa.Connection) -> str:
    """The last step a database has seen; empty for a new one."""
    if not sa.inspect(connection).has_table(_VERSION.name):
        return ""
    return connection.execute(sa.select(_VERSION.c.version_num)).scalar() or ""


def missing_steps(connection: sa.Connection) -> Sequence[SchemaStep]:
    """What a database has not seen yet; ValueError if a newer program has been here."""
    seen, steps = schema_of(connection), all_steps()
    names = [step.name for step in steps]
    if seen and seen not in names:
        raise ValueError(
            f"this database was brought to step {seen} by a newer Barpoint, and this one knows only up to {names[-1]}: "
            "install that version or a later one"
        )
    return steps[names.index(seen) + 1 :] if seen else steps


def upgrade(connection: sa.Connection, to: str = "head") -> None:
    """Run the steps that are missing, up to one."""
    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def _config() -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    return config


def _title(file: Path) -> str:
    doc = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return doc.partition("\n")[0].rstrip(".")
