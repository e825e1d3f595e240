"""``python -m companion.i18n``: update the Spanish catalogue and list untranslated keys."""

import click

from .extract import merge_catalogue, obsolete_keys, save_catalogue, source_texts, untranslated_keys


@click.command()
@click.option("--prune", is_flag=True, help="Drop what the source no longer says.")
def main(prune: bool) -> None:
    """Merge every text of the source into companion/i18n/es.po; translations are never lost unless pruned."""
    catalog = merge_catalogue()
    save_catalogue(catalog, prune)
    for found in source_texts():
        if found.key is None:
            click.echo(f"{found.file}:{found.line}: a computed text cannot be translated")
    for label, keys in (
        ("untranslated", untranslated_keys(catalog)),
        ("obsolete", [] if prune else obsolete_keys(catalog)),
    ):
        for key in keys:
            click.echo(f"{label}: {key}")


if __name__ == "__main__":
    main()
