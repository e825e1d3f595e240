"""${message}."""

from __future__ import annotations

from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    """${message}."""


def downgrade() -> None:
    """Refuse: a backup is how to go back."""
    raise NotImplementedError("restore a backup instead")
