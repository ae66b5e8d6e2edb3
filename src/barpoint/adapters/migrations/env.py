"""Alembic's entry: the steps run inside the transaction of the connection they are given."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
