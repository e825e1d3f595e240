"""``sobremesa cards``: transfer of remembered cards to another machine."""

from pathlib import Path

from click.testing import CliRunner

from companion.cli.main import main
from companion.storage.matches import Storage


def sobremesa(folder: Path, *words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["--data", str(folder), "--lang", "es", "cards", *words])
    return done.exit_code, done.output


def test_remembered_cards_are_taken_along(tmp_path: Path) -> None:
    """Cards exported from one folder are known in another after the import."""
    here, there, file = tmp_path / "here", tmp_path / "there", str(tmp_path / "cards.json")
    storage = Storage(here)
    storage.cards.save("four_souls", "effects", "Bomba", [["damage", "fought", 1]])
    storage.close()
    assert sobremesa(here, "export", file)[0] == 0
    code, said = sobremesa(there, "import", file)
    assert (code, said.strip()) == (0, "1 carta recordada")
    assert Storage(there).cards.of_kind("four_souls", "effects") == {"Bomba": [["damage", "fought", 1]]}


def test_a_file_without_cards_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """A file without cards is refused with a sentence; nothing is stored, no traceback."""
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{]", "utf-8")
    code, said = sobremesa(tmp_path / "data", "import", str(wrong))
    assert code == 1
    assert "no contiene cartas" in said
