"""Sessions with their device and last use, named passkeys, codes that expire, and what names look like."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_accounts = sa.table("accounts", sa.column("id"), sa.column("name"), sa.column("guest", sa.Boolean))
_looks = sa.table("accounts", sa.column("id"), sa.column("looks"), sa.column("looks_folded"))


def upgrade() -> None:
    """Add the columns, and work out what the names there are look like; they stay as they are, alike or not."""
    op.add_column("sessions", sa.Column("device", sa.Text, nullable=False, server_default=""))
    op.add_column("sessions", sa.Column("used", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("proven", sa.BigInteger, nullable=False, server_default="0"))
    op.create_index("ix_sessions_account", "sessions", ["account"])
    op.add_column("credentials", sa.Column("name", sa.Text, nullable=False, server_default=""))
    op.add_column("credentials", sa.Column("until", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("accounts", sa.Column("looks", sa.Text))
    op.add_column("accounts", sa.Column("looks_folded", sa.Text))
    op.create_index("ix_accounts_looks", "accounts", ["looks"])
    op.create_index("ix_accounts_looks_folded", "accounts", ["looks_folded"])
    op.create_table(
        "account_changes",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("account", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    _fill()


def _fill() -> None:
    from barpoint.person_names import looks_of

    connection = op.get_bind()
    registered = sa.select(_accounts.c.id, _accounts.c.name).where(sa.not_(_accounts.c.guest))
    for id, name in connection.execute(registered).all():
        looks = looks_of(name)
        change = sa.update(_looks).where(_looks.c.id == id)
        connection.execute(change.values(looks=looks.written, looks_folded=looks.folded))
