"""Sharing a situation: page, QR code, letters, import, and what is refused."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import flet as ft
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli.main import main
from companion.exchange import qr
from companion.exchange.rejection import FOREIGN_FILE_TEXT, MAX_BYTES, TOO_LARGE_TEXT, ImportRejected
from companion.library.library import Library
from companion.match.match_state import SECRETS_TEXT
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import StaleAnswerError
from companion.situation.compression import PREFIX, pack
from companion.situation.document import MAX_LENGTH, RULES_FAILED_TEXT
from companion.situation.reader import INCOMPLETE_TEXT, NEWER_VERSION_TEXT, NO_QR_CODE_TEXT, OTHER_QR_CODE_TEXT
from companion.situation.toml_codec import describe_missing
from rules.engine import Refused, Text, legal_events, prompt
from tests.support.paths import FIXTURES
from tests.support.situation_file import Scene
from tests.support.situation_letters import handed, midway
from tests.support.stored_matches import (
    EN,
    ES,
    GAMES_AND_COUNTING,
    assert_same_match,
    exported_file,
    play_on_phone,
    reopened_library,
    start_match,
)
from tests.support.table_play import stroll
from tests.support.ui.app import App
from tests.toy.counting import Named

# --- from one table to another -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES_AND_COUNTING)
def test_a_moment_travels_as_text_as_letters_and_as_a_photo(library: Library, other: Library, key: str) -> None:
    """A situation is imported with equal state and prompt from text, letters and a photo.

    Its text is also a valid situation test.
    """
    table = midway(library, key)
    moment = handed(table)
    assert prompt(Scene(moment.text).played().state) == table.prompt
    codec, digest = library.storage.codec(table.game), library.storage.codec(table.game).digest(table.state)
    ways = [moment.text.encode(), moment.packed.lower().encode(), *([photo(moment.qr_png)] if moment.qr_png else [])]
    assert len(ways) == 3
    for data in ways:
        there = other.matches.open(other.exchange.import_match(data).id)
        assert codec.digest(there.state) == digest
        assert there.prompt == table.prompt
        assert there.warning is None


def photo(png: bytes) -> bytes:
    """The QR code on a phone's screen as another phone photographs it: tilted, blurred, noisy."""
    code = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE)
    code = cv2.resize(code, (900, 900), interpolation=cv2.INTER_AREA)
    corners = np.array([[0, 0], [900, 0], [900, 900], [0, 900]], np.float32)
    seen = np.array([[330, 120], [1240, 150], [1215, 1060], [345, 1030]], np.float32)
    way = cv2.getPerspectiveTransform(corners, seen)
    table = np.full((1200, 1600), 120, np.uint8)
    cv2.warpPerspective(code, way, (1600, 1200), dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    noise = np.random.default_rng(5).normal(0, 5, table.shape)
    soft = cv2.GaussianBlur(table, (3, 3), 0.8) * 0.8 + 20 + noise
    return cv2.imencode(".jpg", np.clip(soft, 0, 255).astype(np.uint8))[1].tobytes()


def test_a_game_that_begins_with_a_situation_is_a_game_like_any_other(library: Library, other: Library) -> None:
    """A match that began from a situation is played, undone to its start, resumed and exported."""
    table = library.matches.open(library.exchange.import_match(handed(midway(other, "four_souls")).text.encode()).id)
    first = table.state
    with pytest.raises(Refused, match="nothing to undo"):
        table.undo()
    assert_same_match(table, reopened_library(library).matches.open(table.match.id))
    stroll(table, random.Random(3), 12)
    assert_same_match(table, reopened_library(library).matches.open(table.match.id))
    data = exported_file(library, table.match.id)
    assert_same_match(table, other.matches.open(other.exchange.import_match(data).id))
    assert exported_file(other, table.match.id) == data
    while table.table_state.undo_group is not None:
        table.undo()
    assert table.state == first
    assert_same_match(table, reopened_library(library).matches.open(table.match.id))


def test_an_unplayed_situation_is_exported_and_imported(library: Library, other: Library) -> None:
    """A match that began from a situation is exported and imported before any answer."""
    table = library.matches.open(library.exchange.import_match(handed(start_match(other)).text.encode()).id)
    there = other.matches.open(other.exchange.import_match(exported_file(library, table.match.id)).id)
    assert_same_match(table, there)
    there.answer(there.prompt_id, legal_events(there.state)[0])
    assert_same_match(there, reopened_library(other).matches.open(there.match.id))


def test_an_earlier_moment_is_handed_over_as_it_was_before_that_line(library: Library, other: Library) -> None:
    """The situation before a log line leads to its prompt; an undone line is stale."""
    table = start_match(library)
    line = table.log()[1]
    there = other.matches.open(other.exchange.import_match(handed(table, line.entry.seq).text.encode()).id)
    assert there.state.totals == (0, 0)
    assert there.prompt is not None
    assert there.prompt.title.key == "Roll"
    table.undo()
    with pytest.raises(StaleAnswerError):
        handed(table, line.entry.seq)


def test_a_finished_game_is_a_moment_too(library: Library, other: Library) -> None:
    """A situation of a finished match is imported as finished, and can be continued."""
    table = start_match(library)
    table.adjust("total.1", 10)
    match = other.exchange.import_match(handed(table).text.encode())
    assert match.finished is not None
    there = other.matches.open(match.id)
    assert there.is_put_away
    there.continue_match()
    there.adjust("total.1", -5)
    assert there.state.outcome is None


def test_secrets_of_others_are_not_handed_over(library: Library) -> None:
    """A situation with other seats' secrets is refused, except to who sees all, or at the end."""
    table = library.matches.create("counting", ("Ana", "Bea"), (("secrets", "on"),))
    table.answer(table.prompt_id, Named(1, 4711), DeviceRole(1))
    assert "4711" in handed(table).text
    table._load_claimed_seats = lambda: frozenset({1})
    table._memo = (None, {})
    for chair in (HOST_ROLE, DeviceRole(0), DeviceRole(is_spectator=True)):
        with pytest.raises(Refused) as refused:
            table.view(chair).state_at()
        assert refused.value.reason == SECRETS_TEXT
    assert table.view(DeviceRole(1)).state_at() == table.state
    table.adjust("total.1", 10)
    assert table.view(HOST_ROLE).state_at() == table.state


def test_a_code_too_dense_to_be_read_is_not_shown() -> None:
    """A text too long for a readable QR code gets none."""
    assert qr.text_png("A" * 1800)
    assert not qr.text_png("A" * 1900)
    assert not qr.text_png("A" * 9000)


# --- on a phone --------------------------------------------------------------------------------------------------


def test_the_menu_leads_to_the_moment_and_the_home_page_takes_it_in(library: Library, other: Library) -> None:
    """The menu shows QR code, text and file; the home page imports photo, letters and file."""
    table = start_match(library)
    kept: dict[str, Any] = {}

    async def give(phone: App) -> None:
        phone.answering.replies["save_file"] = lambda body: kept.update(body.args)
        await phone.tap("Compartir la partida")
        await phone.sees("la misma mesa", "Lo que dice")
        image = phone.one(ft.Image)
        kept["picture"] = image.src
        await phone.sees('sobremesa = "situation"', "# Contar: ")
        await phone.tap("Guardar archivo")

    play_on_phone(library, give, f"/t/{table.match.id}/settings")
    assert kept["file_name"].endswith(".toml")

    async def take(phone: App) -> None:
        await phone.photo(kept["src_bytes"])
        await phone.sees("La partida de Ana, Bea está ahora en la estantería.")
        await phone.photo(photo(kept["picture"]))
        await phone.photo(b"\xff\xd8\xff\xe0 no picture")
        await phone.sees("no se puede leer ningún código QR")
        await phone.tap("Pegar una situación")
        await phone.change(phone.one(ft.TextField), handed(table).packed)
        await phone.tap("Abrirla")
        await phone.sees("La partida de Ana, Bea está ahora en la estantería.")

    play_on_phone(other, take)
    assert len(other.matches.all()) == 3
    assert {other.matches.open(match.id).state for match in other.matches.all()} == {replace(table.state, notes=())}


def test_the_history_leads_to_the_moment_before_a_line(library: Library) -> None:
    """A line of the history leads to its situation; an unknown line number says so."""
    table = start_match(library)

    async def scene(phone: App) -> None:
        await phone.tap("¡ya!")
        await phone.tap("Compartir ese momento")
        await phone.sees("la misma mesa", 'seats = ["Ana", "Bea"]')

    async def nowhere(phone: App) -> None:
        await phone.sees("La mesa ha avanzado")

    play_on_phone(library, scene, f"/t/{table.match.id}/history")
    play_on_phone(library, nowhere, f"/t/{table.match.id}/situation/999")


# --- what is refused ---------------------------------------------------------------------------------------------

GOOD = """\
# by hand
sobremesa = "situation"
format = 1
game = "king_of_tokyo"
rules = 1
seats = ["Ana", "Beto", "Cira"]
turn = 4
city = 1
at = "KT-03"

[settings]
KT-A4 = "instant"

[monsters.Ana]
hearts = 5
cards = [
    {id = 1, card = "spiked_tail", cost = 5},
    {id = 2, card = "mimic", cost = 8},
]

[monsters.Beto]
hearts = 3
"""
WRONG = {
    "a word that is no line": ("turn = 4", "turn 4", 7, "Cada línea es"),
    "words without quotes": ("hearts = 3", "hearts = three", 22, "Cada línea es"),
    "a bracket that stays open": ('"Cira"]', '"Cira"', 7, "Cada línea es"),
    "two lines alike": ("city = 1", "turn = 5", 8, "Cada línea es"),
    "a name that is almost right": ("turn = 4", "trun = 4", 7, "¿Es «turn»?"),
    "a name within a line": ("cost = 8", "cots = 8", 18, "¿Es «cost»?"),
    "words for a number": ("hearts = 3", 'hearts = "3"', 22, "un número entero"),
    "half a number": ("hearts = 3", "hearts = 3.5", 22, "un número entero"),
    "too much": ("hearts = 3", "hearts = 33333", 22, "demasiado grande: 9999"),
    "a list for a number": ("hearts = 5", "hearts = [5]", 15, "un número entero"),
    "a number for a list": ("city = 1", "shop = 1", 8, "una lista entre corchetes"),
    "a number for words": ('card = "mimic"', "card = 4", 18, "palabras entre comillas"),
    "what must be there": ("{id = 2, ", "{", 18, "Aquí falta «id»"),
    "none of the words": ("turn = 4", 'phase = "rol"', 7, "roll, resolve"),
    "somebody else": ("[monsters.Beto]", "[monsters.Bto]", 21, "¿Es «Beto»?"),
    "a step that there is not": ('at = "KT-03"', 'at = "KT-33"', 9, "¿Es «KT-03»?"),
    "another game's step": ('at = "KT-03"', 'agenda = ["recharge", "pass_turn"]', 9, "Aquí nada se llama «recharge»"),
    "a step without its value": ('at = "KT-03"', 'agenda = ["yield_tokyo(a, 1, 2)"]', 9, ""),
    "no step at all": ('at = "KT-03"', 'agenda = ["__import__(os)"]', 9, "Aquí nada se llama «__import__»"),
    "another setting": ("KT-A4 =", "KT-A44 =", 12, "¿Es «KT-A4»?"),
    "another choice": ('"instant"', '"instnat"', 12, "¿Es «instant»?"),
    "a table for a choice": ('"instant"', "{ is = 1 }", 12, "Aquí nada se llama"),
    "settings that are none": ("[settings]\n", "settings = 3\n[other]\n", 11, "[settings]"),
    "another game": ('"king_of_tokyo"', '"king_of_tokio"', 4, "¿Es «king_of_tokyo»?"),
    "a newer format": ("format = 1", "format = 99", 3, "actualiza"),
    "another thing": ('"situation"', '"song"', 2, 'sobremesa = "situation"'),
    "nobody": ('["Ana", "Beto", "Cira"]', "[]", 6, "los nombres de quienes juegan"),
    "too many people": ('["Ana", "Beto", "Cira"]', str([f"P{k}" for k in range(30)]), 6, ""),
    "a name in two lines": ('"Ana", "Beto"', '"A\\na", "Beto"', 6, "no es el nombre"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_line_is_a_sentence_with_its_number(library: Library, kind: str) -> None:
    """A wrong line is refused with its number and the fault, in both languages."""
    right, wrong, line, says = WRONG[kind]
    assert right in GOOD
    with pytest.raises(ImportRejected) as trouble:
        library.exchange.import_match(GOOD.replace(right, wrong, 1).encode())
    said = ES(trouble.value.reason)
    assert said.startswith(f"Línea {line} de esa situación: ")
    assert says in said
    assert said.endswith("No se ha importado nada.")
    assert EN(trouble.value.reason) != said
    assert library.matches.all() == ()


def test_a_line_may_be_changed_or_left_out(library: Library) -> None:
    """A value that is left out is as in a new match."""
    table = library.matches.open(library.exchange.import_match(GOOD.replace("hearts = 3", "points = 7").encode()).id)
    ana, beto, cira = table.state.monsters
    assert (ana.hearts, beto.hearts, beto.points, cira.points) == (5, 10, 7, 0)
    assert [held.card for held in ana.cards] == ["spiked_tail", "mimic"]


def test_cards_are_called_by_their_names_in_either_language(library: Library) -> None:
    """Cards may be named in either language; an unknown card is written out in full."""
    head = 'sobremesa = "situation"\nformat = 1\ngame = "boss_monster"\nrules = 1\nseats = ["Ana", "Beto"]\n'
    rooms = '[keeps.Ana]\npiles = [\n[{id = 1, card = "%s"}],\n[{id = 2, card = {damage = 3}}],\n]\nboss = "robobo"\n'
    names = next(
        card.name for card in GAMES_AND_COUNTING["boss_monster"].catalogues["rooms"] if card.name.en != card.name.es
    )
    tables = [
        library.matches.open(library.exchange.import_match((head + rooms % name).encode()).id)
        for name in (names.en, names.es)
    ]
    one, two = (table.state.keeps[0].piles for table in tables)
    assert one == two
    assert one[0][0].card.key
    assert one[1][0].card.damage == 3
    assert f'card = "{names.en}"' in handed(tables[1]).text


STRANGER = Text("Player {n} does not sit here.", n=20)
BYTES: dict[str, tuple[bytes, Any]] = {
    "a table that the rules cannot follow": (GOOD.replace('at = "KT-03"', "agenda = []").encode(), RULES_FAILED_TEXT),
    "a stranger in Tokyo": (GOOD.replace("city = 1", "city = 7").encode(), RULES_FAILED_TEXT),
    "a stranger whose turn it is": (GOOD.replace("turn = 4", "active = 20").encode(), STRANGER),
    "a mountain": (b"#" * (MAX_BYTES + 1), TOO_LARGE_TEXT),
    "no game": (GOOD.replace('game = "king_of_tokyo"', "").encode(), describe_missing("game")),
    "a number without end": (GOOD.replace("hearts = 3", f"hearts = {'9' * 5000}").encode(), None),
    "a long text": (GOOD.encode() + b"#" * MAX_LENGTH, None),
    "a well": (b"sobremesa = " + b"[" * 20_000, None),
    "a mountain in a few letters": (pack("#" * 50_000_000).encode(), INCOMPLETE_TEXT),
    "letters cut off": (pack(GOOD)[:-20].encode(), INCOMPLETE_TEXT),
    "letters of a newer kind": (pack(GOOD).replace(PREFIX, "SOBREMESA2:").encode(), NEWER_VERSION_TEXT),
    "half a letter": (b"sobremesa = 1 \xff", FOREIGN_FILE_TEXT),
    "another code": (qr.url_png("https://example.org"), OTHER_QR_CODE_TEXT),
    "a picture without a code": (cv2.imencode(".png", np.zeros((300, 300), np.uint8))[1].tobytes(), NO_QR_CODE_TEXT),
}


@pytest.mark.parametrize("kind", BYTES)
def test_what_holds_no_situation_is_refused(library: Library, kind: str) -> None:
    """A file without a valid situation is refused with a sentence, however large or deep."""
    data, why = BYTES[kind]
    with pytest.raises(ImportRejected) as trouble:
        library.exchange.import_match(data)
    reason = trouble.value.reason
    assert why is None or reason == why or dict(reason.args)["why"] == why
    assert ES(reason).endswith("No se ha importado nada.")
    assert library.matches.all() == ()


def test_newer_rules_are_said_to_be_newer(library: Library) -> None:
    """A situation of a newer rules version is refused as newer, and not as wrong."""
    with pytest.raises(ImportRejected, match="why") as trouble:
        library.exchange.import_match(GOOD.replace("rules = 1", "rules = 9").replace("hearts", "herats").encode())
    assert dict(trouble.value.reason.args)["why"] == NEWER_VERSION_TEXT


# --- the command line --------------------------------------------------------------------------------------------


def test_the_command_line_takes_a_situation_in(tmp_path: Path) -> None:
    """The command line imports a situation and prints its prompt, or the wrong line."""
    file = FIXTURES / "situations" / "malifaux-last-turn.toml"
    words = ["--data", str(tmp_path), "--lang", "es", "situation"]
    done = CliRunner().invoke(main, [*words, str(file)])
    assert (done.exit_code, "Ana, Beto" in done.output, "¿sigue la partida?" in done.output) == (0, True, True)
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(file.read_text(encoding="utf-8").replace("turn = 5", "tern = 5"), encoding="utf-8")
    done = CliRunner().invoke(main, [*words, str(wrong)])
    assert done.exit_code == 1
    assert "Línea 9 de esa situación: Aquí nada se llama «tern». ¿Es «turn»? No se ha importado nada." in done.output
