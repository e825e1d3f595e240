"""The Spanish catalogue is complete and consistent with the English source."""

import csv
import string
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from companion.i18n import extract, spanish_catalogue, translator
from companion.i18n.__main__ import main
from companion.i18n.extract import (
    ROOT,
    SourceText,
    extract_catalogue,
    merge_catalogue,
    obsolete_keys,
    save_catalogue,
    source_texts,
    untranslated_keys,
)
from rules.engine import Name, Text
from rules.registry import GAMES

ES, EN = translator("es"), translator("en")


@pytest.fixture(scope="module")
def written() -> tuple[SourceText, ...]:
    """Every text of the source, read once."""
    return tuple(source_texts())


@pytest.fixture(scope="module")
def both(written: tuple[SourceText, ...]) -> Catalog:
    """The catalogue and the source together."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(extract, "source_texts", lambda root: written)
        return merge_catalogue()


def test_everything_is_translated(both: Catalog) -> None:
    """Every text of the source is translated; ``python -m companion.i18n`` lists the rest."""
    assert untranslated_keys(both) == []


def test_nothing_is_left_over(both: Catalog) -> None:
    """The catalogue has no text that the source no longer has."""
    assert obsolete_keys(both) == []


def test_every_text_is_written_where_it_can_be_found(written: tuple[SourceText, ...]) -> None:
    """A text's key is a literal in the source, never computed, so that it can be extracted."""
    assert [f"{found.file}:{found.line}" for found in written if found.key is None] == []


def holes(template: str) -> Counter[str | None]:
    return Counter(name for _, name, _, _ in string.Formatter().parse(template) if name is not None)


def test_both_languages_fill_the_same_holes() -> None:
    """A translation has the placeholders of its key in every plural form."""
    for message in spanish_catalogue():
        ids = (message.id,) if isinstance(message.id, str) else message.id
        strings = (message.string,) if isinstance(message.string, str) else message.string
        for english, spanish in zip(ids, strings, strict=True):
            assert not spanish or set(holes(english)) == set(holes(spanish)), english


def test_a_key_has_one_plural(written: tuple[SourceText, ...]) -> None:
    """The same singular never has two different plurals, of which one would be lost."""
    plurals: dict[str, set[str]] = {}
    for found in written:
        if found.key and found.plural:
            plurals.setdefault(found.key, set()).add(found.plural)
    assert {key: many for key, many in plurals.items() if len(many) > 1} == {}


def spoken(value, where: str) -> Iterator[tuple[str, dict]]:
    """Every table of a data file that holds a text in a language."""
    if isinstance(value, Mapping):
        if {"es", "en"} & set(value):
            yield where, dict(value)
        for key, child in value.items():
            yield from spoken(child, f"{where}.{key}")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_the_rulebook_is_complete_in_both_languages(game) -> None:
    """Every rule has title and sentence, and every choice its text, in both languages."""
    assert game.rulebook
    for id, rule in game.rulebook.items():
        assert rule["title"]["es"] != rule["es"]
        for where, table in spoken(rule, id):
            assert table.get("es", "").strip(), where
            assert table.get("en", "").strip(), where


@pytest.mark.parametrize("path", sorted(ROOT.glob("rules/*/data/*.csv")), ids=lambda path: path.name)
def test_the_cards_are_complete_in_both_languages(path: Path) -> None:
    """A card with a name or an effect in one language has it in the other."""
    for row in csv.DictReader(path.read_text("utf-8").splitlines(), delimiter=";"):
        assert row["es"].strip(), row
        assert row["en"].strip(), row
        for column in (column for column in row if column.endswith("_es")):
            assert bool(row[column].strip()) == bool(row[column[:-3] + "_en"].strip()), row


def test_numbers_decide_the_plural() -> None:
    """One is singular, zero and several are plural, in both languages."""
    text = {
        n: Text("I see {n} die; there should be {wanted}.", "I see {n} dice; there should be {wanted}.", n=n, wanted=2)
        for n in (0, 1, 3)
    }
    assert [ES(text[n]).split(" en vez")[0] for n in (0, 1, 3)] == ["Veo 0 dados", "Veo 1 dado", "Veo 3 dados"]
    assert [EN(text[n]).split(";")[0] for n in (0, 1, 3)] == ["I see 0 dice", "I see 1 die", "I see 3 dice"]


def test_what_fills_a_text_is_translated_first() -> None:
    """Nested texts and card names are translated first; braces in a player's name are kept."""
    text = Text("{what}: {choice}", what=Name("Mosca", "Fly"), choice=Text("{who}", who="{Ana}"))
    assert ES(text) == "Mosca: {Ana}"
    assert EN(text) == "Fly: {Ana}"
    assert ES(Text("There is nothing to undo.")) == "No hay nada que deshacer."
    assert ES(7) == EN(7) == "7"
    assert ES("Ana") == "Ana"


def test_spanish_contracts_its_article() -> None:
    """Spanish "a el" and "de el" contract to "al" and "del", but not in a name."""
    assert ES(Text("{n} damage to {target}", n=2, target=Text("the monster"))) == "2 de daño al monstruo"
    assert ES(Text("death of {target}", target=Text("the monster"))) == "muerte del monstruo"
    assert ES(Text("death of {target}", target="El Perdido")) == "muerte de El Perdido"


def test_what_is_not_translated_yet_is_said_in_english() -> None:
    """A missing translation shows the English text, filled in."""
    assert ES(Text("{n} gnu", "{n} gnus", n=2)) == "2 gnus"
    assert translator("fr")(Text("{n} gnu", "{n} gnus", n=1)) == "1 gnu"


def source(root, *lines: str):
    for package in ("rules", "vision", "companion"):
        (root / package).mkdir(exist_ok=True)
    (root / "rules" / "a.py").write_text("\n".join(lines), "utf-8")
    return root


def test_the_extraction_reads_code(tmp_path) -> None:
    """The extraction finds nested texts, plurals, joined literals and conditional texts."""
    root = source(
        tmp_path,
        'Text("one {x}", x="not a plural")',
        'Text("outer {a}", a=Text("inner " "joined"))',
        'Text("yes" if x else "no")',
        'Text("{n} die", "{n} dice", n=2)',
        "Text(key)",
        'Other("nothing"); ft.Text("a control")',
    )
    assert [(found.key, found.plural) for found in sorted(source_texts(root), key=lambda found: found.line)] == [
        ("one {x}", ""),
        ("outer {a}", ""),
        ("inner joined", ""),
        ("yes", ""),
        ("no", ""),
        ("{n} die", "{n} dice"),
        (None, ""),
    ]
    assert next(source_texts(root)) == SourceText("one {x}", "", "rules/a.py", 1)
    assert len(list(extract_catalogue(root))) == 7  # six texts and the header


def test_merging_never_loses_a_translation(tmp_path) -> None:
    """A text that leaves the source stays in the catalogue as obsolete until it is pruned."""
    po = tmp_path / "es.po"
    po.write_text('msgid "old"\nmsgstr "viejo"\n\nmsgid "kept"\nmsgstr "queda"\n', "utf-8")
    root = source(tmp_path, 'Text("kept")', 'Text("new")')
    catalog = merge_catalogue(root, po)
    save_catalogue(catalog, spanish=po)
    assert untranslated_keys(catalog) == ["new"]
    assert obsolete_keys(catalog) == ["old"]
    assert "viejo" in po.read_text("utf-8")
    save_catalogue(merge_catalogue(root, po), prune=True, spanish=po)
    again = read_po(po.open("rb"), locale="es")
    assert again["kept"].string == "queda"
    assert "viejo" not in po.read_text("utf-8")


def test_the_command_reports_what_is_left(monkeypatch, tmp_path) -> None:
    """``python -m companion.i18n`` reports what is not translated."""
    from click.testing import CliRunner

    monkeypatch.setattr("companion.i18n.__main__.merge_catalogue", lambda: merge_catalogue(root, po))
    monkeypatch.setattr(
        "companion.i18n.__main__.save_catalogue", lambda catalog, prune: save_catalogue(catalog, prune, po)
    )
    monkeypatch.setattr("companion.i18n.__main__.source_texts", lambda: source_texts(root))
    po = tmp_path / "es.po"
    po.write_text('msgid "old"\nmsgstr "viejo"\n', "utf-8")
    root = source(tmp_path, 'Text("new")', "Text(computed)")
    said = CliRunner().invoke(main).output
    assert "untranslated: new" in said
    assert "obsolete: old" in said
    assert "rules/a.py:2" in said
