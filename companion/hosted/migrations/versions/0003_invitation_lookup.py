"""Find the owner of an invitation by its hash."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the indices.

    An invitation consists of letters and digits, so its cast to bytes never fails.
    """
    op.execute("CREATE INDEX invitation_hash ON invitation (sha256(word::bytea))")
    op.execute("CREATE INDEX host_invitation_hash ON setting (sha256(value::bytea)) WHERE key = 'invitation'")
