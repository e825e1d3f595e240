"""The statistics pages of one match and of all finished matches, and the exported files."""

from __future__ import annotations

from typing import Any

import flet_charts
import pytest

from companion.access.permissions import Access
from companion.access.visitor import Visitor
from companion.dice.corrections import Correction, record_roll
from companion.exchange.jsonl import export_jsonl
from companion.library.library import Library
from companion.library.totals import imported_matches
from companion.match.table import Table
from companion.storage.codec import Codec
from companion.ui.screens.read.fairness import load_roll_samples
from companion.ui.session.phone import Phone
from companion.ui.widgets.chart import END_BADGE_SIZE, _spread_positions
from rules.engine import Rolled
from tests.support.bg_stats import CHESS, exported, play
from tests.support.device_seats import ANA
from tests.support.records import story
from tests.support.stored_matches import EN, start_match, win_four_souls, win_match
from tests.support.ui.app import App, app_at
from tests.support.ui.guests import invited, opened
from tests.support.ui.teach_dice import choose, until
from tests.toy.counting import Stayed
from vision import Reading


def kept(library: Library, name: str) -> Table:
    """That committed match, imported into this library."""
    game, told = story(name)
    return library.matches.open(library.exchange.import_match(export_jsonl(told, Codec(game), EN)).id)


@pytest.mark.parametrize(
    ("language", "reads"),
    [
        ("es", ("Turnos", "Puntos por turno", "Quién murió, y de qué", "Cira acaba con Beto", "Texto para leer")),
        ("en", ("Turns", "Points by turn", "Who died, and of what", "Cira kills Beto", "A text to read")),
    ],
)
async def test_a_finished_game_in_figures(library: Library, language: str, reads: tuple[str, ...]) -> None:
    """A finished match has length, points, players, deaths and files, in both languages.

    A screen reader gets each line as one sentence.
    """
    table = kept(library, "king_of_tokyo-three")
    library.settings.save("language", language)
    phone = await app_at(library, f"/t/{table.match.id}/statistics")
    await phone.sees(*reads)
    assert {"es": "Turno 18: Ana 1, Beto 0, Cira 20", "en": "Turn 18: Ana 1, Beto 0, Cira 20"}[language] in phone.text
    chart = phone.one(flet_charts.LineChart)
    assert [len({(p.x, p.y) for p in line.points}) > 1 for line in chart.data_series] == [True] * 3
    assert len({(line.color, tuple(line.dash_pattern or ())) for line in chart.data_series}) == 3
    assert [(line.points[-1].x, line.points[-1].y) for line in chart.data_series] == [(18, 1), (18, 0), (18, 20)]


async def test_a_game_that_runs_shows_what_has_come_so_far(library: Library) -> None:
    """A running match's statistics follow each answer; a game without points has no point lines."""
    table = start_match(library)
    phone = await app_at(library, f"/t/{table.match.id}/statistics")
    await phone.sees("Decisiones: 2")
    table.answer(table.prompt_id, Stayed(), ANA)
    await phone.sees("Decisiones: 3")
    assert "por turno" not in phone.text
    assert "BG Stats" not in phone.text


async def test_how_the_dice_were_read(library: Library) -> None:
    """Faces are shown as bars, and camera reads with the number of their corrections."""
    table = library.matches.create("counting", ("Ana", "Bea"), (("cheers", "off"),))
    table.answer(table.prompt_id, Rolled((2,)), ANA, source="camera")
    table.answer(table.prompt_id, Rolled((3,)), ANA)
    record_roll(
        Access(library.storage, True, table.match.id), None, Reading((), (), (1, 1)), [Correction(None, 2, False)]
    )
    table.answer(table.prompt_id, Rolled((2,)), ANA, source="camera")
    phone = await app_at(library, f"/t/{table.match.id}/statistics")
    await phone.sees("Dados de puntos, vistos por la cámara: 2 dados", "1: 0, 2: 2, 3: 0, 4: 0, 5: 0, 6: 0")
    await phone.sees("La cámara leyó 2 tiradas. Se corrigió 1 dado.")


async def test_the_figures_are_found_from_the_menu_and_from_the_last_picture(library: Library) -> None:
    """The statistics are one tap from the table's menu and from a finished match's page."""
    table = win_four_souls(library)
    library.matches.put_away(table.match.id)
    for page in ("", "/settings"):
        phone = await app_at(library, f"/t/{table.match.id}{page}")
        await phone.tap("Estadísticas")
        await phone.sees("Almas por turno")


async def test_the_finished_games_in_figures(library: Library) -> None:
    """All finished matches: wins by player and game, length, points and causes of death.

    The page is opened from the home page.
    """
    win_four_souls(library)
    kept(library, "king_of_tokyo-three")
    phone = await app_at(library)
    await phone.sees("Estadísticas")
    await phone.tap("Estadísticas")
    await phone.sees(
        "Ganó 1 de 2 partidas", "King of Tokyo 1/1", "Máximo de puntos: 20 · Cira", "Máximo de almas: 4 · Ana"
    )
    await phone.sees("En las últimas 2 partidas", "Qué mató a los jugadores", "Cira: 1")


async def test_plays_of_bg_stats_are_shown_then_counted_then_removed(library: Library) -> None:
    """What was read is listed first; counted it is in the totals, and removed it is not."""
    phone = await app_at(library, "/statistics")
    await phone.sees("Importar partidas de BG Stats")
    await choose(phone, -1, exported(play(1), play(2, CHESS)))
    await until(phone, "01/05/2024, King of Tokyo: Ana 20, Beto 7. Ganó Ana")
    assert "1 partida de otro juego" in phone.text
    assert imported_matches(library.settings, library.games) == ()
    await phone.tap("Contar 1 partida")
    await until(phone, "Se cuenta 1 partida de BG Stats")
    assert "Ganó 1 de 1 partida" in phone.text
    await phone.tap("Quitarlas")
    await phone.sees("¿Dejar de contar las partidas de BG Stats?")
    await phone.tap("No contarlas más")
    await until(phone, "Todavía no hay partidas terminadas")
    assert imported_matches(library.settings, library.games) == ()
    await choose(phone, -1, b"{}")
    await until(phone, "no es un archivo de partidas exportado por BG Stats")


async def test_the_log_is_taken_away_from_the_history(library: Library) -> None:
    """The history's export button offers the log files, each in the reader's language."""
    table = win_match(library)
    files: list[tuple[str, bytes]] = []
    phone = await app_at(library, f"/t/{table.match.id}/history")
    phone.answering.replies["save_file"] = lambda body: files.append((body.args["file_name"], body.args["src_bytes"]))
    await phone.sees("Historial")
    await phone.tap("Exportar")
    await phone.sees("Texto para leer")
    for button in ("Texto para leer", "Hoja de cálculo", "Partida entera"):
        await phone.tap(button)
        for _ in range(100):
            await phone.wait()
            if len(files) == ("Texto para leer", "Hoja de cálculo", "Partida entera").index(button) + 1:
                break
    assert [name.rpartition(".")[2] for name, _ in files] == ["txt", "csv", "jsonl"]
    assert files[0][1].decode().splitlines()[3] == "Ganó Bea"


async def test_a_guest_sees_the_figures_of_its_table_and_of_no_other(library: Library) -> None:
    """A guest sees the statistics of its own table only, and can export no file."""
    table = win_four_souls(library)
    guest = invited(library, table)
    library.guests.take_seat(guest, table.match.id, 0)
    phone = App()
    await opened(library, guest, f"/t/{table.match.id}/statistics", phone)
    await phone.sees("Almas por turno")
    assert "Exportar" not in phone.text
    other = await opened(library, guest, "/statistics")
    await other.sees("Sobremesa")
    assert "Ganó 1 de" not in other.text
    other.wire.dispose()


def test_signs_at_the_ends_of_lines_do_not_lie_on_each_other() -> None:
    """Labels at line ends with equal values are stacked in order, within the picture."""
    assert _spread_positions([0, 100, 150], END_BADGE_SIZE, -11, 178) == [0, 100, 150]
    assert _spread_positions([100, 100, 100], 20, -11, 178) == [100, 120, 140]
    assert _spread_positions([178, 178, 178], 20, -11, 178) == [138, 158, 178]


# --- are the dice fair? ----------------------------------------------------------------------------------------------


def thrown(library: Library, *faces: int, machine: int = 0) -> Any:
    table = library.matches.create("counting", ("Ana", "Bea"), (("cheers", "off"), ("goal", "999")))
    for n, face in enumerate(faces, 1):
        how = "virtual" if n == machine else "typed"
        table.answer(table.prompt_id, Rolled((face,)), ANA, source=how)
    return table


async def test_the_page_counts_and_says_what_that_allows(library: Library) -> None:
    """The page counts faces, keeps virtual rolls apart, and says how many rolls are lacking."""
    table = thrown(library, 1, 2, 2, machine=3)
    phone = await app_at(library, f"/t/{table.match.id}/fairness")
    await phone.sees("¿Son justos los dados?", "Dados de puntos, escritos a mano: 2 dados")
    await phone.sees("Dados de puntos, tirados por la app: 1 dado", "faltan 58 dados más")


async def test_an_empty_table_says_so(library: Library) -> None:
    """Before the first roll the page says that there is nothing to show."""
    table = thrown(library)
    await (await app_at(library, f"/t/{table.match.id}/fairness")).sees("Todavía no hay tiradas contadas.")


def test_a_guest_sees_the_throws_of_its_own_table_only(library: Library) -> None:
    """A guest sees the rolls of its own table only."""
    mine, _ = thrown(library, 3), thrown(library, 4, 4)

    def phone(visitor: Visitor) -> Phone:
        nothing = lambda *args: None  # noqa: E731
        return Phone(library, "es", nothing, nothing, nothing, visitor=visitor)

    def total(visitor: Visitor) -> int:
        piles: Any = load_roll_samples(phone(visitor), mine.match.id)
        return sum(pile.dice_count for pile in piles if not pile.player)

    assert total(Visitor("", True)) == 3
    assert total(Visitor("someone", False)) == 1
