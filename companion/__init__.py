"""The table, its memory and its screens."""

VERSION = "1.0.0"
"""The version in ``pyproject.toml``, for a page and a device's app have no metadata of packages."""
