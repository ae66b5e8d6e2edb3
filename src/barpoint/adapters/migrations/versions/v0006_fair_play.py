"""Fair play: what was weighed of matches, and on which devices accounts were seen."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the tables; serious matches that were finished before are weighed by and by."""
    op.create_table(
        "fair_play_matches",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("process", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_table(
        "fair_play_figures",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("rating", sa.Double),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_index("fair_play_figures_account", "fair_play_figures", ["account", "kind", "at"])
    op.create_index("fair_play_figures_rating", "fair_play_figures", ["kind", "rating"])
    op.create_index("fair_play_figures_at", "fair_play_figures", ["at"])
    op.create_table(
        "device_sightings",
        sa.Column("device", sa.LargeBinary, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
    )
    op.create_index("device_sightings_account", "device_sightings", ["account"])
