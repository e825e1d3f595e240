"""A finished match in a real browser: put away, viewed, exported, deleted, imported."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from tests.support.ui.browser import HUMAN, Phone, Server
from tests.support.ui.four_souls_setup import laid


def test_a_finished_game_is_kept_and_travels(server: Server, phones: Callable[..., Phone], tmp_path: Path) -> None:
    """A finished match is put away, shown read-only, deleted after asking, and imported again.

    The other phone is told of it.
    """
    phone = phones(path=laid(server), accept_downloads=True)
    phone.tap(re.compile("^Ana, vida"))
    for _ in range(4):
        phone.tap("Más: almas")
    phone.tap("Cerrar").tap(re.compile("^Sí")).sees("Gana Ana", "¿No fue así?").shot("ended")
    phone.tap("Guardar la partida").sees("Partidas terminadas", "Ganó Ana").shot("shelf")

    other = phones(color_scheme="dark")
    other.tap(re.compile("Ganó Ana")).sees("Gana Ana", "Seguir jugando", "Mosca").shot("kept_dark")
    phone.tap(re.compile("Ganó Ana")).sees("Gana Ana", "Seguir jugando").shot("kept")
    phone.tap(re.compile("^Ana, vida")).sees("Isaac", "Almas").shot("kept_numbers")
    phone.tap("Cerrar").tap("Cómo fue").sees("Historial", "Por qué").shot("kept_history")
    phone.tap("Atrás").sees("Seguir jugando")

    file = tmp_path / "game.jsonl"
    with phone.page.expect_download() as download:
        phone.tap("Exportar")
    download.value.save_as(file)
    assert re.fullmatch(r"four_souls-Ana-Beto-\d{4}-\d\d-\d\d\.jsonl", download.value.suggested_filename)
    head, *lines = map(json.loads, file.read_text("utf-8").splitlines())
    assert (head["won"], head["entries"]) == (["Ana"], len(lines))

    phone.tap("Borrar").sees("¿Borrar esta partida?", "Four Souls: Ana, Beto.", "No se puede deshacer").shot("asks")
    phone.tap("Conservarla").sees_no("¿Borrar esta partida?").tap("Borrar").sees("¿Borrar esta partida?")
    phone.page.wait_for_timeout(HUMAN)
    phone.page.get_by_role("button", name="Borrar", exact=True).last.click()
    phone.sees("La mesa aún está vacía")
    other.sees("Esta partida se ha borrado.").shot("gone_dark")

    phone.upload(file, "Importar una partida de un archivo").sees("está ahora en la estantería", "Ganó Ana")
    phone.shot("imported")
    other.tap("Volver al inicio").sees("Ganó Ana").tap("Exportar o borrar partidas").shot("tidy_dark")
    broken = tmp_path / "broken.jsonl"
    broken.write_text("\n".join(file.read_text("utf-8").splitlines()[:-2]), "utf-8")
    phone.upload(broken, "Importar una partida de un archivo").sees("no está entero").shot("refused")
    phone.tap(re.compile("Ganó Ana")).tap("Seguir jugando").sees("¿No fue así?").tap("Deshacer")
    phone.sees("¿Las ha ganado de verdad?")
