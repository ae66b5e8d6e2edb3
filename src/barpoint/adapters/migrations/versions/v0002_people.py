"""Registered people: names, credentials, contacts; notices and push addresses; counted dice."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what registered people need."""
    op.add_column("accounts", sa.Column("handle", sa.Text))
    op.add_column("accounts", sa.Column("staff", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("accounts", sa.Column("contact", sa.Text, nullable=False, server_default=""))
    op.create_index("accounts_handle", "accounts", ["handle"], unique=True)
    op.add_column("seats", sa.Column("serious", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "credentials",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False, index=True),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "ceremonies",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("challenge", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("link", sa.Text, nullable=False),
    )
    op.create_table(
        "push_addresses",
        sa.Column("endpoint", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False, index=True),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table("dice_counted", sa.Column("match", sa.Text, primary_key=True))
    op.create_table(
        "dice_counts",
        sa.Column("roller", sa.Text, primary_key=True),
        sa.Column("high", sa.Integer, primary_key=True),
        sa.Column("low", sa.Integer, primary_key=True),
        sa.Column("rolls", sa.BigInteger, nullable=False),
    )
