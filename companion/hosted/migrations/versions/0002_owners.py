"""Give every row an owner, and hide each owner's rows from the others.

The policies bind the role ``sobremesa_tenant``, which a public server takes on for each owner's statements. They do not
bind the owner of the tables, so that migrations and backups see all rows.
"""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

WITHOUT_OWNER = ("match", "entry", "snapshot", "picture", "throw", "guest", "place", "invitation")
WITH_OWNER = ("setting", "card", "seen", "correction", "own_die")
# the owner whom a transaction names; NULL, whose rows nobody has, where it names none
OWNER_FUNCTION = """
CREATE FUNCTION sobremesa_owner() RETURNS text STABLE LANGUAGE sql
AS $$ SELECT nullif(current_setting('sobremesa.owner', true), '') $$
"""


def upgrade() -> None:
    """Add owners, policies and the indices that they need."""
    op.execute(OWNER_FUNCTION)
    for table in WITHOUT_OWNER:
        op.execute(f"ALTER TABLE {table} ADD COLUMN owner text NOT NULL DEFAULT 'house'")
    for table in (*WITHOUT_OWNER, *WITH_OWNER):
        op.execute(f"ALTER TABLE {table} ALTER COLUMN owner SET DEFAULT coalesce(sobremesa_owner(), 'house')")
        op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
        op.execute(f"CREATE POLICY own_rows ON {table} USING (owner = sobremesa_owner())")
    op.execute("CREATE INDEX match_of ON match(owner)")
    op.execute("CREATE INDEX correction_of ON correction(owner)")
    op.execute("CREATE INDEX own_die_of ON own_die(owner)")
    # a device has one key, and an identity of its own with each owner
    op.execute("ALTER TABLE guest DROP CONSTRAINT guest_key_key")
    op.execute("CREATE UNIQUE INDEX guest_of_key ON guest(key, owner)")
    # an entry, a seat, … of one owner cannot be hung on another one's match
    op.execute("ALTER TABLE match ADD CONSTRAINT match_and_owner UNIQUE (id, owner)")
    for table in ("entry", "snapshot", "picture", "throw", "place", "invitation"):
        op.execute(f"ALTER TABLE {table} DROP CONSTRAINT {table}_match_fkey")
        op.execute(
            f"ALTER TABLE {table} ADD CONSTRAINT {table}_match_fkey FOREIGN KEY (match, owner)"
            " REFERENCES match(id, owner) ON DELETE CASCADE"
        )
