"""File upload, import and export."""
