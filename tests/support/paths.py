"""Folders of the repository, its fixtures and the shared material."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The repository."""
TESTS = ROOT / "tests"
FIXTURES = TESTS / "fixtures"
SHARED = ROOT.parent / "shared"
"""Material beside the repository; not on every machine."""
CHECKLIST = SHARED / "rulebook" / "checklist.md"
"""The numbered rules."""
