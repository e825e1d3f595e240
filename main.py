"""Where a build for a device or a page begins: ``flet build`` and ``flet publish`` look for it here."""

from companion.cli.standalone import run_standalone

run_standalone()
