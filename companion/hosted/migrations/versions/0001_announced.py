"""Store the uses of matches, and when the erasing of what nobody uses was announced.

A new or imported match and every answer are uses, noted in the same transaction whichever process writes it. Times are
those of ``sobremesa_now``. What a deleted match leaves among uses and settings goes with it. No document changes, so it
is a second revision of format 1. A process of 1.0.0 that runs goes on beside it.
"""

from __future__ import annotations

from alembic import op

revision = "0001_announced"
down_revision = "0001"
branch_labels = None
depends_on = None

USE_SECONDS = 3600
"""Within so many seconds a further use is not written."""
STATEMENTS = (
    """
    CREATE FUNCTION sobremesa_now() RETURNS double precision LANGUAGE sql
    AS $$ SELECT extract(epoch FROM clock_timestamp())::double precision $$
    """,
    # NULL for what was used since; the row whose owner and match are empty tells when it was looked for last
    "ALTER TABLE last_use ADD COLUMN announced double precision",
    "DELETE FROM last_use WHERE match <> '' AND match NOT IN (SELECT id FROM match)",
    # whatever the date of a match says, it counts as used now where no use is known
    """
    INSERT INTO last_use(owner, match, at)
    SELECT owner, id, sobremesa_now() FROM match UNION SELECT owner, '', sobremesa_now() FROM match
    ON CONFLICT DO NOTHING
    """,
    f"""
    CREATE FUNCTION sobremesa_note_use(of_owner text, of_match text) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE this_moment double precision := sobremesa_now();
    BEGIN
        IF NOT EXISTS (
            SELECT FROM last_use WHERE owner = of_owner AND match = of_match AND announced IS NULL
            AND at >= this_moment - {USE_SECONDS})
        THEN
            INSERT INTO last_use(owner, match, at)
            SELECT of_owner, one, this_moment FROM (SELECT '' UNION SELECT of_match) AS both_uses(one) ORDER BY one
            ON CONFLICT (owner, match) DO UPDATE SET at = greatest(last_use.at, excluded.at), announced = NULL;
        END IF;
    END $$
    """,
    # the roles of the owners may not read or write the uses themselves
    """
    CREATE FUNCTION note_use_of_match() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT
    AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            DELETE FROM last_use WHERE owner = OLD.owner AND match = OLD.id;
            DELETE FROM setting WHERE owner = OLD.owner AND split_part(key, '.', 2) = OLD.id;
        ELSIF TG_TABLE_NAME = 'match' THEN
            PERFORM sobremesa_note_use(NEW.owner, NEW.id);
        ELSE
            PERFORM sobremesa_note_use(NEW.owner, NEW.match);
        END IF;
        RETURN NULL;
    END $$
    """,
    """
    CREATE TRIGGER use_of_a_match AFTER INSERT OR DELETE ON match
    FOR EACH ROW EXECUTE FUNCTION note_use_of_match()
    """,
    "CREATE TRIGGER use_by_an_entry AFTER INSERT ON entry FOR EACH ROW EXECUTE FUNCTION note_use_of_match()",
)


def upgrade() -> None:
    """Add the announcements, and the triggers that note the uses."""
    for statement in STATEMENTS:
        op.execute(statement)
