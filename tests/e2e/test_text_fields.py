"""Every text field of the app: letter by letter, Enter, Tab and Escape."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.library.library import Library
from companion.match.table import Table
from companion.storage.matches import Storage
from rules.boss_monster.model.events import Arrived, Handed, Placed, Skipped
from rules.boss_monster.model.events import Chose as Boss
from rules.boss_monster.model.events import Revealed as RoomRevealed
from rules.engine import Adjusted
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Began, Chose, Revealed
from rules.malifaux.model.events import Mustered
from rules.malifaux.model.state import Recruit
from rules.registry import GAMES
from tests.support.screen.text_fields import places_of_text_fields
from tests.support.ui.browser import HUMAN, Phone, Server

PACE = 60
"""Milliseconds between two letters, as of a quick typist."""
REDRAWN = 500
"""Milliseconds in which whatever a letter set off has been redrawn."""
CLOSE = "Cerrar"
VALUE = "() => document.activeElement.value"
LABELS = """() => [...document.querySelectorAll('flt-semantics-host input, flt-semantics-host textarea')]
    .map((one) => one.ariaLabel)"""
MORE_CARDS = 9
"""Cards of the table's own, with which the printed ones are enough for a search."""
Tables = dict[str, str]
Field = Callable[[Phone, Tables], None]


def laid(folder: Path) -> Tables:
    """A table for each field, by what is done there; a page opened again would have its sheet still closed."""
    storage = Storage(folder)
    library = Library(storage, GAMES)
    for number in range(MORE_CARDS):
        storage.cards.save("darkmoor", "minions", f"Esbirro {number}", {"peril": 1, "vp": 1})
        storage.cards.save("darkmoor", "heroes", f"Caballero {number}", {"threshold": 6, "when": ""})
        storage.cards.save("darkmoor", "locations", f"Lugar nuevo {number}", {"vp": 4})
    souls = [Chose(0, "isaac"), Chose(1, "maggy"), Began(0)]
    shown = [Revealed(slot, (monsters()[card],)) for slot, card in enumerate(("fly", "ring-of-flies"))]
    crews = [Mustered(seat, (Recruit("Rasputina", 10),)) for seat in range(2)]
    bosses = Boss(0, "robobo"), Boss(1, "cerebellus"), Handed()
    walk = Arrived("f.8"), Arrived("c.4"), Skipped(), Placed(0), RoomRevealed("witchs_kitchen")
    found = {
        **{what: table(library, "four_souls", *souls) for what in ("searching", "renaming", "typing")},
        "action": table(library, "four_souls", *souls, *shown),
        "items": table(library, "four_souls", *souls, *shown, Adjusted("seat.1.treasures", 1)),
        "heroes": table(library, "boss_monster", *bosses, Skipped(), Skipped()),
        "rooms": table(library, "boss_monster", *bosses),
        "spells": table(library, "boss_monster", *bosses, Skipped(), Skipped(), *walk),
        "naming": table(library, "darkmoor"),
        "crews": table(library, "malifaux"),
        "encounter": table(library, "malifaux", *crews),
        **{what: table(library, "darkmoor") for what in ("locations", "deck")},
    }
    storage.close()
    return found


def table(library: Library, game: str, *events: object) -> str:
    made: Table = library.matches.create(game, ("Ana", "Beto"))
    for event in events:
        if isinstance(event, Adjusted):
            made.adjust(event.key, event.by)
        else:
            made.answer(made.prompt_id, event)  # type: ignore[arg-type]
    return f"/t/{made.match.id}"


# --- where each field is -----------------------------------------------------------------------------------------


def names(phone: Phone, at: Tables) -> None:
    phone.open("/new/four_souls").tap("2 jugadores")
    typed(phone, "Jugador 1", "Marcos", enter=False)
    phone.page.get_by_role("textbox", name="Jugador 1").click()
    phone.page.wait_for_timeout(HUMAN)
    phone.page.keyboard.press("Enter")
    phone.until("() => document.activeElement.ariaLabel === 'Jugador 2'")


def rules(phone: Phone, at: Tables) -> None:
    phone.open("/rules/four_souls")
    typed(phone, "Busca una regla", "botín")


def situation(phone: Phone, at: Tables) -> None:
    phone.open("/").tap("Pegar una situación")
    typed(phone, "Letras o texto", "ABCD efgh", lines=True)
    closed(phone, "Letras o texto")


def card_search(phone: Phone, at: Tables) -> None:
    phone.open(at["searching"]).sees("Toca los tres números")
    typed(phone, "Buscar por nombre", "monstr")
    phone.sees("Monstro")
    closed(phone, "Buscar por nombre")


def card_names(phone: Phone, at: Tables) -> None:
    phone.open(at["renaming"]).sees("Toca los tres números").tap("vida 1").tap("Llamarlo de otra manera: Mosca")
    typed(phone, "Cómo lo llamáis", "Mosquita")
    closed(phone, "Cómo lo llamáis")
    phone.open(at["typing"]).sees("Toca los tres números").tap("No está en la lista")
    typed(phone, "Nombre", "Bicho feo")
    closed(phone, "Nombre")
    phone.open(at["naming"]).sees("Ubicación 1 de 3").tap("Ponerle nombre")
    typed(phone, "Nombre", "Valle oscuro")
    closed(phone, "Nombre")


def item_names(phone: Phone, at: Tables) -> None:
    phone.open(at["items"]).tap("Beto, ").tap("Poner nombre a un objeto de Beto")
    typed(phone, "Buscar un nombre o un efecto", "sagr")
    closed(phone, "Buscar un nombre o un efecto")


def number(phone: Phone, at: Tables) -> None:
    phone.open(at["action"]).tap("Beto, ").tap("Escribir: ¢, 3")
    phone.page.wait_for_timeout(HUMAN)
    letters(phone, "27")
    phone.page.keyboard.press("Enter")
    phone.sees("Escribir: ¢, 27").tap("Escribir: ¢, 27")
    phone.page.wait_for_timeout(HUMAN)
    letters(phone, "5")
    phone.page.keyboard.press("Escape")
    phone.sees("Escribir: ¢, 27")
    phone.page.keyboard.press("Escape")
    phone.sees_no(CLOSE)


def effect(phone: Phone, at: Tables) -> None:
    phone.open(at["action"]).tap("Jugar botín")
    typed(phone, "Buscar un efecto o nombrar la carta", "Bomba")
    closed(phone, "Buscar un efecto o nombrar la carta")


def heroes(phone: Phone, at: Tables) -> None:
    phone.open(at["heroes"]).sees("a la ciudad el héroe").tap("Por su nombre").sees("Buscar un nombre")
    typed(phone, "Buscar un nombre", "zzz")
    closed(phone, "Buscar un nombre")


def rooms(phone: Phone, at: Tables) -> None:
    phone.open(at["rooms"]).tap("En la entrada").tap("En la entrada").sees("revela una habitación")
    typed(phone, "Su nombre, o lo que hace", "cueva")
    phone.sees("Cueva del neandertal")
    closed(phone, "Su nombre, o lo que hace")


def spells(phone: Phone, at: Tables) -> None:
    phone.open(at["spells"]).tap("Hechizos y capacidades").sees("Hechizos y capacidades")
    typed(phone, "Su nombre, o lo que hace", "zzz")
    closed(phone, "Su nombre, o lo que hace")


def own_cards(phone: Phone, at: Tables) -> None:
    phone.open(at["locations"]).sees("Ubicación 1 de 3")
    typed(phone, "Buscar un nombre", "valle")
    closed(phone, "Buscar un nombre")


def card_list(phone: Phone, at: Tables) -> None:
    phone.open(at["deck"]).sees("Ubicación 1 de 3").tap("Cerrar").tap("Las cartas de esta mesa").sees("Esbirros")
    typed(phone, "Buscar un nombre", "esbirro 3")
    phone.sees("Esbirro 3")
    closed(phone, "Buscar un nombre")


def crew(phone: Phone, at: Tables) -> None:
    phone.open(at["crews"]).tap("La banda de Ana")
    typed(phone, "Una miniatura por línea: nombre, vida", "Seamus, 11", lines=True)
    typed(phone, "Intrigas, solo para tus ojos", "Matar")
    closed(phone, "Una miniatura por línea")


def joined(phone: Phone, at: Tables) -> None:
    phone.open(at["encounter"]).tap("Ana, ").tap("Añadir miniatura")
    typed(phone, "Nombre", "Belle")
    closed(phone, "Nombre")


FIELDS: dict[str, Field] = {
    "files/paste.py _sheet": situation,
    "games/boss_monster/reveal.py RoomPicker": rooms,
    "games/boss_monster/spells.py SpellList": spells,
    "games/darkmoor/choose.py card_picker": own_cards,
    "games/darkmoor/deck.py CustomCardList": card_list,
    "games/four_souls/effect_builder/pad.py _name": effect,
    "games/four_souls/item_naming.py ItemNaming": item_names,
    "games/malifaux/muster.py _models_field": crew,
    "games/malifaux/muster.py _schemes_field": crew,
    "screens/read/rules.py RulesPage": rules,
    "screens/start/people.py _seat_row": names,
    "table/sheets/choice_form.py PickList": heroes,
    "widgets/card_picker/catalogue.py catalogue_picker": card_search,
    "widgets/card_picker/typed_form.py _name_field": card_names,
    "widgets/counter.py NumberField": number,
    "widgets/hole_controls.py hole_control": joined,
}
"""The place of every field in the source, and who types there."""


# --- what each field does ----------------------------------------------------------------------------------------


def test_every_field_of_the_source_is_typed_in(tmp_path: Path) -> None:
    """A field that nobody types in here is a failure, and the search for them finds one."""
    assert places_of_text_fields() == set(FIELDS)
    (tmp_path / "new.py").write_text("def page():\n    def inner():\n        return ft.TextField()\n", "utf-8")
    assert places_of_text_fields(tmp_path) == {"new.py page"}


def test_letters_stay_and_keys_do_what_they_do(server: Server, phones: Callable[..., Phone]) -> None:
    """In every field each letter stays as it is typed; Tab leaves it with its text; Escape closes its sheet."""
    at, phone = laid(server.data), phones()
    for who in dict.fromkeys(FIELDS.values()):
        try:
            who(phone, at)
        except Exception as error:
            raise AssertionError(f"{who.__name__}: {error}\n{phone.text}") from error


def typed(phone: Phone, label: str, text: str, lines: bool = False, enter: bool = True) -> None:
    """Type into the field of that label, then use the keys: the text is what was typed, after each of them."""
    field = phone.page.get_by_role("textbox", name=label, exact=True).first
    field.click()
    phone.page.wait_for_timeout(HUMAN)
    phone.draw_last_frame()  # on focus the field restores its text over letters that come before it is drawn
    phone.page.keyboard.press("Control+A")
    letters(phone, text)
    if lines:
        phone.page.keyboard.press("Enter")
        letters(phone, text, before=f"{text}\n")
    elif enter:
        phone.page.keyboard.press("Enter")
        phone.page.wait_for_timeout(REDRAWN)
        assert field.input_value() == text, f"{label}: Enter leaves {field.input_value()!r}"
        field.click()
    kept = field.input_value()
    phone.page.keyboard.press("Tab")
    phone.page.wait_for_timeout(REDRAWN)
    assert phone.page.evaluate("() => document.activeElement.ariaLabel") != label, f"Tab stays in {label}"
    assert field.input_value() == kept, f"{label}: Tab leaves {field.input_value()!r}"
    if enter:
        field.click()
        phone.page.wait_for_timeout(HUMAN)


def letters(phone: Phone, text: str, before: str = "") -> None:
    """Type letter by letter into the field that has the focus; each stays, also after the last redraw."""
    for k, letter in enumerate(text, 1):
        phone.page.keyboard.type(letter)
        phone.page.wait_for_timeout(PACE)
        value = phone.page.evaluate(VALUE)
        assert value == before + text[:k], f"{value!r} after {text[:k]!r}"
    phone.page.wait_for_timeout(REDRAWN)
    assert phone.page.evaluate(VALUE) == before + text


def closed(phone: Phone, label: str) -> None:
    """Press Escape in the field: its sheet closes, and nothing under it."""
    path = phone.path
    phone.page.keyboard.press("Escape")
    phone.until("(label) => !(" + LABELS + ")().some((one) => (one ?? '').startsWith(label))", label)
    assert phone.path == path
