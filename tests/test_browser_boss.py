"""Boss Monster in a real browser: two bosses, rooms laid face down and named, heroes lured and killed, ten souls."""

import re
from collections.abc import Callable

from browser import Phone


def comes(phone: Phone, hero: str) -> None:
    """A hero of that class and health comes to town."""
    phone.sees("a la ciudad: ¿quién?").tap("Clase y salud").tap(hero)


def reveals(phone: Phone, who: str, room: str) -> None:
    """A face-down room is turned up and named."""
    phone.sees(f"{who} revela una habitación").tap("Decir la habitación").tap(re.compile(f"^{room}"))


def test_two_bosses_play_to_ten_souls(phone: Phone, phones: Callable[..., Phone], say) -> None:
    """From the cover to the end; a usual turn of few taps; a stop in a room, a spell cancelled, an undo."""
    phone.tap("Monstruo Final").tap("2 personas")
    for number, name in enumerate(("Ana", "Beto"), start=1):
        phone.type(f"Persona {number}", name)
    phone.tap("Empezar").sees("¿Qué Monstruo Final tiene Ana?").shot("boss-which")
    phone.tap("Decir el monstruo").tap("Robobo")
    phone.sees("tiene Beto?").tap("Decir el monstruo").tap("Cerebellus")
    phone.sees("descartad dos boca abajo").tap("Todos han descartado")

    # the first rooms
    phone.sees("Beto pone una habitación boca abajo").tap("En la entrada")
    phone.sees("Ana pone una habitación boca abajo").tap("En la entrada")
    reveals(phone, "Beto", "Colmena de sorbesesos")
    reveals(phone, "Ana", "Cueva del neandertal")

    # a usual turn
    before = phone.taps
    comes(phone, "Guerrero (6)")
    comes(phone, "Mago (8)")
    phone.sees("Beto pone una habitación").shot("boss-town")
    phone.tap("En la entrada").tap("En la entrada")
    reveals(phone, "Beto", "Laboratorio oscuro")
    reveals(phone, "Ana", "Fábrica de golems")
    phone.sees("Mago (8) está en la mazmorra de Beto")
    phone.tap(re.compile("^Nadie: sigue")).sees("Beto, almas 0, heridas 1")
    phone.sees("Guerrero (6) está en la mazmorra de Ana")
    phone.tap(re.compile("^Nadie: sigue")).sees("Ana, almas 0, heridas 1")
    turn = phone.taps - before
    say(f"boss_monster: a usual turn of two in the browser takes {turn} taps")
    assert turn <= 12

    # late in the game, by hand
    phone.tap(re.compile("^Ana, almas"))
    for _ in range(9):
        phone.tap("Más: almas")
    phone.tap("Cerrar").sees("Ana, almas 9")

    # a hero is stopped in a room; Beto's spell is cancelled; Ana's kills him
    comes(phone, "Guerrero (8)")
    comes(phone, "Clérigo (4)")
    phone.tap("Ninguna habitación").sees("Ana pone").tap("Ninguna habitación")
    phone.sees("Guerrero (8) está en la mazmorra de Ana").tap("Tras una habitación").tap("Cueva del neandertal")
    phone.sees("Daño 5 de 8").shot("boss-walk")
    phone.tap("Hechizos y capacidades").sees("Ana juega un hechizo").shot("boss-spells")
    phone.tap("Beto juega un hechizo").tap("Asesino")
    phone.sees("¿de qué se trata?").tap(re.compile("^Se trata de"))
    phone.sees("¿alguien lo cancela?").shot("boss-cancel")
    phone.tap(re.compile("Ana lo cancela")).sees("Ana juega Contrahechizo").tap("Hace efecto")
    phone.sees("Daño 5 de 8").tap("Deshacer").sees("¿alguien lo cancela?").tap("Rehacer").sees("Daño 5 de 8")
    phone.tap("Hechizos y capacidades").tap("Ana juega un hechizo").tap("Tamaño gigante")
    phone.tap(re.compile("^Se trata de Cueva")).tap("Hace efecto").sees("Daño 8 de 8")
    other = phones(locale="en-GB", path=phone.at_table())
    for name, size in (("wide", (1280, 800)), ("lying", (844, 390))):
        other.page.set_viewport_size({"width": size[0], "height": size[1]})
        other.sees("Fighter (8) is in the dungeon of Ana").shot(f"boss-{name}-en")
    phone.tap(re.compile("^Nadie: sigue")).sees("Gana Ana").shot("boss-won")
