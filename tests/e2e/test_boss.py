"""Boss Monster in a real browser: a short match of two bosses."""

import re
from collections.abc import Callable

from tests.support.ui.browser import Phone


def comes(phone: Phone, *heroes: str) -> None:
    """Add heroes of those classes and healths to the town, one tap each."""
    for hero in heroes:
        phone.sees("a la ciudad el héroe").tap(hero)


def reveals(phone: Phone, who: str, room: str) -> None:
    """Turn up a face-down room and name it in the list, which opens by itself."""
    phone.sees(f"{who} revela una habitación").tap(re.compile(f"^{room}"))


def builds_nothing(phone: Phone) -> None:
    """Neither player builds a room."""
    phone.sees("Beto pone una habitación").tap("Ninguna habitación")
    phone.sees("Ana pone una habitación").tap("Ninguna habitación")


def test_two_bosses_play_to_the_end(phone: Phone, phones: Callable[..., Phone], say) -> None:
    """A match of two bosses, from its cover to the end, with every answer given at the table.

    No number is set by hand. It ends by five wounds, as short games do; ten souls would take twice as long, and the
    rules' tests have them.
    """
    phone.tap("Monstruo Final").tap("2 jugadores")
    for number, name in enumerate(("Ana", "Beto"), start=1):
        phone.type(f"Jugador {number}", name)
    phone.tap("Empezar").sees("¿Qué Monstruo Final tiene Ana?").shot("boss-which")
    phone.tap("Robobo").sees("tiene Beto?").tap("Cerebellus")
    phone.sees("descartad dos boca abajo").tap("Todos han descartado")

    # the first rooms are built
    phone.sees("Beto pone una habitación boca abajo").tap("En la entrada")
    phone.sees("Ana pone una habitación boca abajo").tap("En la entrada")
    reveals(phone, "Beto", "Colmena de sorbesesos")
    reveals(phone, "Ana", "Cueva del neandertal")

    # a usual turn: a fighter dies, a mage comes through
    before = phone.taps
    phone.sees("a la ciudad el héroe").shot("boss-hero")
    comes(phone, "Guerrero 4", "Mago 8")
    phone.sees("Beto pone una habitación").shot("boss-town")
    phone.tap("En la entrada").tap("En la entrada").sees("Beto revela").shot("boss-reveal")
    reveals(phone, "Beto", "Altar lúgubre")
    reveals(phone, "Ana", "Fábrica de golems")
    phone.sees("Mago 8 está en la mazmorra de Beto")
    phone.tap(re.compile("^Nadie responde")).sees("Beto, almas 0, heridas 1")
    phone.sees("Guerrero 4 está en la mazmorra de Ana")
    phone.tap(re.compile("^Nadie responde")).sees("a la ciudad el héroe")
    turn = phone.taps - before
    say(f"boss_monster: a usual turn of two in the browser takes {turn} taps")
    assert turn <= 8

    # a hero is stopped in a room; Beto's spell is cancelled; Ana's kills him
    comes(phone, "Guerrero 8", "Clérigo 4")
    builds_nothing(phone)
    phone.sees("Clérigo 4 está en la mazmorra de Beto").tap(re.compile("^Nadie responde"))
    phone.sees("Guerrero 8 está en la mazmorra de Ana").tap("Parar tras una habitación").tap("Cueva del neandertal")
    phone.sees("Daño 5 de 8").shot("boss-walk")
    phone.tap("Hechizos y capacidades").sees("Ana juega un hechizo").shot("boss-spells")
    phone.tap("Beto juega un hechizo").tap("Asesino")
    phone.sees("elige el objetivo").tap("Guerrero 8, en la mazmorra de Ana")
    phone.sees("¿alguien lo cancela?").shot("boss-cancel")
    phone.tap(re.compile("Ana lo cancela")).sees("Ana juega Contrahechizo").tap("Hace efecto")
    phone.sees("Daño 5 de 8").tap("Deshacer").sees("¿alguien lo cancela?").tap("Rehacer").sees("Daño 5 de 8")
    phone.tap("Hechizos y capacidades").tap("Ana juega un hechizo").tap("Tamaño gigante")
    phone.tap("Cueva del neandertal, de Ana").tap("Hace efecto").sees("Daño 8 de 8")
    other = phones(locale="en-GB", path=phone.at_table())
    for name, size in (("wide", (1280, 800)), ("lying", (844, 390))):
        other.page.set_viewport_size({"width": size[0], "height": size[1]})
        other.sees("Fighter 8 is in the dungeon of Ana").shot(f"boss-{name}-en")
    phone.tap(re.compile("^Nadie responde"))

    # two more turns, until enough mages have survived
    for _ in range(2):
        comes(phone, "Mago 8", "Mago 6")
        builds_nothing(phone)
        for health in (8, 6):
            phone.sees(f"Mago {health} está en la mazmorra de Beto").tap(re.compile("^Nadie responde"))
    phone.sees("Gana Ana").shot("boss-won")
