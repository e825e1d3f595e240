"""Entry point of ``python -m companion``."""

from companion.cli.main import main

main(prog_name="sobremesa")
