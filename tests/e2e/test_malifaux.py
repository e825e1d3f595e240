"""Malifaux in a real browser: pasted crews, the app's fate decks, a passed hand, the end."""

import re

from tests.support.ui.browser import Phone

ANA = "Rasputina, 10\nWendigo, 5"
BETO = "Seamus, 11\nBelle, 6"
NOTHING_MORE = re.compile("^Nada más, ")


def crew(phone: Phone, who: str, lines: str) -> None:
    """A crew as typed text, with a soulstone."""
    phone.tap(f"La banda de {who}").type("Una miniatura por línea: nombre, vida", lines)
    phone.tap("Más: piedras de alma").tap("Esta es la banda")


def test_an_encounter_with_the_apps_fate_decks(phone: Phone) -> None:
    """An encounter with the app's fate decks, from the crews to the end.

    Six cards each, initiative, activations with wounds, a hand that is shown after the phone was passed.
    """
    phone.tap("Malifaux 2E").tap("2 jugadores").type("Jugador 1", "Ana").type("Jugador 2", "Beto")
    phone.tap("¿Cómo jugáis?").tap("Modos y extras").tap("En la app: baraja, reparte y voltea").tap("Empezar")
    phone.sees("¿Qué bandas")
    crew(phone, "Ana", ANA)
    crew(phone, "Beto", BETO)
    phone.sees("¿Quién desplegó").tap("Ana").sees("¿Una piedra de alma por dos cartas más?").tap("Nadie gasta")
    phone.sees("¿Una piedra de alma para voltear otra vez?").shot("malifaux-initiative")
    phone.tap("Nadie gasta").tap("Primer Jugador").sees("activa una miniatura").shot("malifaux-table")

    mine = "Rasputina" if phone.can_tap(re.compile("^Activar. Rasputina")) else "Seamus"
    phone.tap(re.compile(f"^Activar. {mine}")).sees(f"Actúa {mine}")
    other = "Belle" if mine == "Rasputina" else "Wendigo"
    phone.tap(re.compile(f"^{other}, vida . de")).shot("malifaux-model")
    phone.tap("2 de daño").sees("vida 4 de 6" if other == "Belle" else "vida 3 de 5").sees(f"{other}: 2 de daño")

    phone.tap(re.compile("^La baraja del destino de Ana")).sees("Pásale el teléfono a Ana").tap("Soy Ana: enséñamela")
    phone.shot("malifaux-hand")
    phone.tap("Voltear una carta").sees("último volteo")

    for _ in range(9):
        if phone.can_tap(NOTHING_MORE):
            break
        phone.tap(re.compile("^((Rasputina|Wendigo|Seamus|Belle) ha terminado|Activar. )"))
        phone.page.wait_for_timeout(600)
    phone.tap("Ana +1").tap(NOTHING_MORE).sees("turno 2")
