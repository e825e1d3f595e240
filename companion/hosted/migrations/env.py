"""Run Alembic's migrations on the connection that ``postgres_database.upgrade`` opened."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=False)
context.run_migrations()
