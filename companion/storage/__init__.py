"""The SQLite database: records, codec, schema, settings, matches and recovery."""
