"""The rules page: search, chapters, the current rule, and the ways to it."""

import re
from typing import Any

import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.table import Table
from companion.storage.matches import Storage
from companion.ui.app import parent_route
from companion.ui.screens.read.rule_search import RuleSearch
from companion.ui.table.sheets.why import rule_text
from rules.engine import Game, apply
from rules.registry import GAMES
from rules.rulebook import chapters
from tests.support.random_play import Seeded, answer
from tests.support.ui.app import App, app_at
from tests.toy.counting import GAME as TOY
from tests.toy.pig import GAME as PIG

WORDS = {language: translator(language) for language in ("es", "en")}
BOOKS = {key: RuleSearch(game.rulebook) for key, game in GAMES.items()}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@pytest.fixture
def library(storage: Storage) -> Library:
    return Library(storage, {**GAMES, TOY.key: TOY, PIG.key: PIG})


async def on(library: Library, route: str, *sees: str, language: str = "es") -> App:
    """Return a phone at that address, once these texts are visible."""
    library.settings.save("language", language)
    return await (await app_at(library, route)).sees(*sees)


# --- search ------------------------------------------------------------------------------------------------------


@each_game
def test_every_rule_is_found_by_its_number_and_its_titles(game: Game[Any]) -> None:
    """A search by rule id, number or either title has that rule as its first hit.

    Spelling of the id and case do not matter.
    """
    missed = [
        (id, typed)
        for id, rule in game.rulebook.items()
        for es, en in [(rule["title"]["es"], rule["title"]["en"])]
        for typed in (id.replace("-", " ").lower(), id.partition("-")[2], es.upper(), f" {en} ")
        if BOOKS[game.key].search(typed)[:1] != (id,)
    ]
    assert missed == []


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("muerte evit", "FS-90"),
        ("MUERTE EVITADA", "FS-90"),
        ("botin", "FS-15"),
        ("diez cartas", "FS-51"),
        ("mayor parte jugador muere", "FS-82"),
        ("prioirdad", "FS-33"),
        ("tirdas de ataqe", "FS-55"),
    ],
)
def test_words_slips_and_accents_are_forgiven(typed: str, id: str) -> None:
    """A search forgives missing accents, partial words, extra words and typing errors."""
    assert id in BOOKS["four_souls"].search(typed)[:6]


def test_what_no_rule_says_is_not_found() -> None:
    """An empty search and a meaningless one find nothing."""
    assert [BOOKS["four_souls"].search(typed) for typed in ("", "  ", "!?", "xqzw wkqx")] == [()] * 4


# --- chapters ----------------------------------------------------------------------------------------------------


@each_game
def test_every_rule_stands_in_one_chapter(game: Game[Any]) -> None:
    """Each rule is in exactly one chapter, and chapter names differ between the two languages."""
    book = chapters(game.rulebook)
    assert sorted(id for chapter in book for id in chapter.rules) == sorted(game.rulebook)
    for language, words in WORDS.items():
        titles = [words(chapter.title) for chapter in book]
        assert len(set(titles)) == len(titles), language


@pytest.mark.parametrize(("game", "language"), [*((game, "es") for game in GAMES.values()), (GAMES["malifaux"], "en")])
async def test_every_chapter_opens_on_its_rules(library: Library, game: Game[Any], language: str) -> None:
    """Without a table all chapters are folded; a tap shows a chapter's rules and sentences."""
    book, words = chapters(game.rulebook), WORDS[language]
    phone = await on(library, f"/rules/{game.key}", words(book[0].title), language=language)
    for chapter in dict.fromkeys((book[0], book[-2:][0])):
        closed = phone.text
        await phone.tap(f"{words(chapter.title)}.")
        opened = phone.text
        for id in chapter.rules:
            rule = f"{id}\n{words(rule_text(game, id)[1])}"
            assert (rule in closed, rule in opened) == (False, True)


async def test_an_open_point_says_how_this_table_plays_it(library: Library) -> None:
    """A switch's current ruling is marked, and one tap leads to its setting."""
    table = library.matches.create("four_souls", ("Ana", "Beto"), (("FS-A3", "active"),))
    route = f"/t/{table.match.id}/rules/FS-A3"
    phone = await on(library, route, "La prioridad tras responder")
    assert "Es de quien tiene el turno. (así juega esta mesa)" in phone.text
    await phone.tap("Cambiar")
    assert phone.page.route == f"/t/{table.match.id}/settings/FS-A3"


# --- current rule ------------------------------------------------------------------------------------------------


def somewhere(library: Library, game: Game[Any], seed: int) -> Table:
    """A table at some point of a random match that is not over."""
    chance = Seeded(seed)
    table = library.matches.create(game.key, ("Ana", "Beto"))
    for _ in range(chance.number(8, 30)):
        event = answer(chance, table.state)
        if apply(game, table.state, event).outcome is None:
            table.answer(table.prompt_id, event)
    return table


@pytest.mark.parametrize("game", [*GAMES.values(), TOY, PIG], ids=[*GAMES, "toy", "pig"])
async def test_the_rule_of_what_is_asked_is_marked(library: Library, game: Game[Any]) -> None:
    """In random play the page starts with the prompt's rule, marked, in its unfolded chapter."""
    table = somewhere(library, game, 1)
    asked, words = table.table_state.prompt, WORDS["es"]
    assert asked is not None
    rule = asked.rule
    title, sentence = map(words, rule_text(game, rule))
    phone = await on(library, f"/t/{table.match.id}/rules", "Por dónde va la partida")
    marked = phone.text.count(f"{title}\nEstamos aquí\n{rule}\n{sentence}")
    assert marked == 1 + (rule in game.rulebook)
    assert f"Por dónde va la partida\n{title}\nEstamos aquí" in phone.text


async def test_the_page_follows_the_table(library: Library) -> None:
    """When another phone answers, the open page moves to the new prompt's rule."""
    table = library.matches.create("king_of_tokyo", ("Ana", "Beto"))
    phone = await on(library, f"/t/{table.match.id}/rules", "Por dónde va la partida")
    before = phone.text
    table.answer(table.prompt_id, answer(Seeded(1), table.state))
    await phone.settle()
    assert phone.text != before
    title = WORDS["es"](rule_text(table.game, table.table_state.prompt.rule)[0])
    assert f"{title}\nEstamos aquí" in phone.text


# --- picture of the turn -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [*GAMES.values(), TOY], ids=[*GAMES, "toy"])
async def test_the_picture_shows_the_turn_and_where_we_are(library: Library, game: Game[Any]) -> None:
    """The picture of the turn lists phases in order and marks the current step.

    A tap on a phase shows its rule.
    """
    table = somewhere(library, game, 3)
    words = WORDS["en"]
    phone = await on(library, f"/t/{table.match.id}/rules/turn", "Somebody is asked", language="en")
    phases = [words(place.label) for place in game.positions if place.step in [step.name for step in game.turn_steps]]
    drawn = "\n(?:.*\n)*".join(rf"{name}.*\n{k}\n{name}" for k, name in enumerate(phases, 1))
    assert re.search(drawn, phone.text)
    assert (". We are here" in phone.text) == (table.table_state.prompt is not None)
    for rule in [place.rule for place in game.positions if phases and words(place.label) == phases[0]]:
        sentence = words(rule_text(game, rule)[1])
        assert sentence not in phone.text
        await phone.tap(phases[0])
        assert sentence in phone.text


async def test_the_chosen_tab_says_that_it_is_chosen(library: Library) -> None:
    """Of rulebook and turn, a screen reader hears which one is open, as eyes see it by its color."""
    phone = await on(library, "/rules/king_of_tokyo", "Busca una regla")

    def chosen() -> list[bool]:
        return [phone.find(name).content.selected for name in ("Reglas", "El turno")]

    assert chosen() == [True, False]
    await phone.tap("El turno")
    assert chosen() == [False, True]


# --- ways to the page --------------------------------------------------------------------------------------------


async def test_two_taps_from_the_table_to_the_rules(library: Library) -> None:
    """The menu leads from the table to the rules in two taps, and a search to any rule."""
    table = library.matches.create("darkmoor", ("Ana", "Beto"))
    phone = await on(library, f"/t/{table.match.id}/settings", "Reglas")
    await phone.tap("Reglas")
    await phone.sees("Por dónde va la partida")
    await phone.type("Busca una regla", "refugio")
    assert "El refugio\nRD-24" in phone.text
    await phone.type("Busca una regla", "xqzw")
    assert "Ninguna regla dice nada parecido." in phone.text


async def test_the_sheet_that_says_why_leads_to_the_rule_in_its_chapter(library: Library) -> None:
    """A rule sheet opened from the history leads to its rule in the rules page.

    The rule is at the top and its chapter is unfolded.
    """
    table = library.matches.create("darkmoor", ("Ana", "Beto"))
    table.answer(table.prompt_id, answer(Seeded(1), table.state))
    rule = next(line.notes[0].rule for line in reversed(table.log()) if line.notes)
    phone = await on(library, f"/t/{table.match.id}/history", "Por qué")
    await phone.tap("Por qué")
    await phone.tap(f"En el reglamento: {rule}")
    await phone.sees("Todas las reglas")
    assert phone.page.route == f"/t/{table.match.id}/rules/{rule}"
    page = phone.text.split("Todas las reglas")
    assert [f"{rule}\n{WORDS['es'](rule_text(table.game, rule)[1])}" in part for part in page] == [True, True]


async def test_reading_before_a_game_loses_nothing(library: Library) -> None:
    """Reading the rules during the set-up keeps the names typed so far."""
    phone = await on(library, "/new/malifaux", "¿Quién juega?")
    await phone.type("Jugador 1", "Zoe")
    for tap, seen in (("Reglas", "Reglas: Malifaux 2E"), ("Atrás", "¿Quién juega?"), ("Empezar", "Zoe")):
        await phone.tap(tap)
        await phone.sees(seen)
    assert [match.seats[0] for match in library.matches.all()] == ["Zoe"]


def test_back_leads_where_one_came_from() -> None:
    """The back button leads from rules to their table or set-up, else to the home page."""
    routes = ("/t/x/rules/FS-01", "/new/malifaux/rules", "/rules/malifaux")
    assert [parent_route(route) for route in routes] == ["/t/x", "/new/malifaux", "/"]
