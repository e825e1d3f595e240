"""Run Alembic's migrations on the connection that ``postgres_database.upgrade`` opened.

A revision begins with the number of a format and changes the tables. After the first one of each format, which has the
number alone for a name, the documents in them are upgraded; a later one (``0001_announced``) changes no document.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from alembic import context
from alembic.runtime.migration import MigrationContext, MigrationInfo

from companion.hosted.postgres_database import HostedTransaction
from companion.storage.upgrades import upgrade_rows


def upgrade_documents(
    ctx: MigrationContext, step: MigrationInfo, heads: Collection[str], run_args: Mapping[str, str]
) -> None:
    """Rewrite the documents in the tables that this revision has brought to its format."""
    name = step.up_revision_id or ""
    if name.isdigit() and (number := int(name)) > 1 and ctx.connection is not None:
        upgrade_rows(HostedTransaction(ctx.connection), number - 1)


connection = context.config.attributes["connection"]
context.configure(connection=connection, transactional_ddl=False, on_version_apply=upgrade_documents)
context.run_migrations()
