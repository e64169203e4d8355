"""Alembic: the connection comes from the server."""

from alembic import context

from kessel.server.storage import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
