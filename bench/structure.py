"""Counts of the product's source in a table, in a few seconds."""

from dataclasses import asdict

import click

from tests.support.code_counts import PACKAGES, code_size, loose_types, sources_of


@click.command(help=__doc__)
def main() -> None:
    """Print the table."""
    found = [
        asdict(code_size(sources)) | asdict(loose_types(sources)) for sources in (sources_of(name) for name in PACKAGES)
    ]
    print("".ljust(20) + "".join(package.rjust(12) for package in PACKAGES))
    for name in found[0]:
        print(name.replace("_", " ").ljust(20) + "".join(f"{counts[name]:12,}" for counts in found))


if __name__ == "__main__":
    main()
