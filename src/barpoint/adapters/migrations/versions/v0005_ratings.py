"""Ratings: what waits to be rated, what was, and the ladder."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the tables; whatever was finished before waits to be rated."""
    op.create_table(
        "rating_marks",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
    )
    op.create_table(
        "rating_sources",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_table(
        "rated_matches",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_rated_matches_source", "rated_matches", ["source"])
    op.create_index("rated_matches_pool", "rated_matches", ["pool", "at"])
    op.create_table(
        "ratings",
        sa.Column("system", sa.Text, primary_key=True),
        sa.Column("pool", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("shown", sa.Boolean, nullable=False),
    )
    op.create_index("ratings_ladder", "ratings", ["system", "pool", "shown", sa.text("rating DESC"), "player"])
    op.create_table(
        "rating_changes",
        sa.Column("system", sa.Text, primary_key=True),
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_index("rating_changes_pool", "rating_changes", ["system", "pool", "at"])
    op.create_index("rating_changes_player", "rating_changes", ["player", "system", "at"])
    op.create_table(
        "rating_systems",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("settings", sa.LargeBinary, nullable=False),
    )
    _mark_the_past()


def _mark_the_past() -> None:
    op.execute(
        "INSERT INTO rating_marks (stream, version) "
        "SELECT name, 0 FROM streams WHERE (kind = 'match' AND NOT open) OR kind = 'tournament'"
    )
