"""Every event is chained to the one before it; digests of the day; when an identity was removed."""

import os

import sqlalchemy as sa
from alembic import op

from barpoint.service.records import SALT_LENGTH, START, digest_of, leaf_of

revision = "0004"
down_revision = "0003"

_events = sa.table(
    "events",
    *(sa.column(name, sa.LargeBinary) for name in ("data", "salt", "leaf", "digest")),
    sa.column("stream", sa.Text),
    sa.column("version", sa.Integer),
)
_AT_ONCE = 2000


def upgrade() -> None:
    """Add the columns, and chain what there is: a change of it shows from here on."""
    for name in ("salt", "leaf", "digest"):
        op.add_column("events", sa.Column(name, sa.LargeBinary))
    op.add_column("accounts", sa.Column("erased", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "daily_digests",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("streams", sa.Integer, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "daily_heads",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
    )
    _chain()


def _chain() -> None:
    connection = op.get_bind()
    place = sa.tuple_(_events.c.stream, _events.c.version)
    query = sa.select(_events.c.stream, _events.c.version, _events.c.data).order_by(_events.c.stream, _events.c.version)
    change = (
        sa.update(_events)
        .where(_events.c.stream == sa.bindparam("of"), _events.c.version == sa.bindparam("at"))
        .values(salt=sa.bindparam("s"), leaf=sa.bindparam("l"), digest=sa.bindparam("d"))
    )
    stream, version, digest = "", 0, START
    while rows := connection.execute(query.where(place > sa.tuple_(stream, version)).limit(_AT_ONCE)).all():
        changes: list[dict[str, object]] = []
        for row in rows:
            salt = os.urandom(SALT_LENGTH)
            leaf = leaf_of(salt, bytes(row.data))
            digest = digest_of(digest if row.stream == stream else START, row.stream, row.version, leaf)
            stream, version = row.stream, row.version
            changes.append({"of": stream, "at": version, "s": salt, "l": leaf, "d": digest})
        connection.execute(change, changes)
