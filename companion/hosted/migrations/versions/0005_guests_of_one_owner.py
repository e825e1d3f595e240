"""Let a place name only guests of its own owner."""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bind a place to its guest by id and owner.

    A place of another owner's guest never let anybody in, and goes.
    """
    op.execute("ALTER TABLE guest ADD CONSTRAINT guest_and_owner UNIQUE (id, owner)")
    op.execute(
        "DELETE FROM place WHERE NOT EXISTS"
        " (SELECT 1 FROM guest WHERE guest.id = place.guest AND guest.owner = place.owner)"
    )
    op.execute("ALTER TABLE place DROP CONSTRAINT place_guest_fkey")
    op.execute(
        "ALTER TABLE place ADD CONSTRAINT place_guest_fkey FOREIGN KEY (guest, owner)"
        " REFERENCES guest(id, owner) ON DELETE CASCADE ON UPDATE CASCADE"
    )
