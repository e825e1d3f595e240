"""Lead to format 2, in which no table changes."""

from __future__ import annotations

revision = "0002"
down_revision = "0001_announced"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Change no table: the documents are rewritten where the format is noted."""
