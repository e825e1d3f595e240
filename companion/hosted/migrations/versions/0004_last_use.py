"""Keep when owners and their tables were used last, for the erasing of what nobody uses."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table, which only the user who serves may read.

    ``match`` is empty in an owner's own row.
    """
    op.execute(
        "CREATE TABLE last_use("
        " owner text NOT NULL, match text NOT NULL DEFAULT '', at double precision NOT NULL,"
        " PRIMARY KEY (owner, match))"
    )
