"""The set-up of games on a new table, looked at after every tap, up to its first turn."""

from __future__ import annotations

from collections.abc import Callable

from .turns import NAMES, SEATED, Stage


def set_up(stage: Stage, game: str) -> None:
    """Play the set-up of that game once with each size of letters."""
    for half in (0, 1):
        match = stage.lay(game, names=SEATED.get(game, NAMES))
        with stage.watch_sheets(match, half) as turn:
            for name, sees in TAPS[game]:
                turn.tap(name, sees=sees)
            assert turn.seen, "no row was seen whole"


TAPS: dict[str, tuple[tuple[str, str], ...]] = {
    "four_souls": (
        ("Isaac", "Isaac: Eva"),
        ("Maggy", "Maggy: Fernanda"),
        ("Judas", "más triste"),
        ("Fernanda", "Toca los tres números"),
    ),
    "king_of_tokyo": (
        ("Elegir antes los monstruos", "Kraken"),
        ("Kraken", "Kraken: Eva"),
        ("Alienoid", "Alienoid: Fernanda"),
        ("Gigazaur", "¿Quién empieza?"),
        ("Eva", "Tira Eva"),
    ),
    "malifaux": (
        ("Fernanda: sin lista", "La banda de Constantinopla"),
        ("La banda de Constantinopla", "Esta es la banda"),
        ("Esta es la banda", "Volteáis a la vez"),
    ),
    "darkmoor": (
        ("^Valle de los Dientes$", "¿Qué pone en la carta?"),
        ("Volver a las cartas", "Ubicación 1"),
        ("PV 6", "Ubicación 2"),
        ("PV 4", "Ubicación 3"),
        ("PV 4", "Ubicación 4"),
        ("PV 4", "Se descubre el primer héroe"),
        ("Mad Malis", "Empieza quien huyó"),
        ("Eva", "Eva juega un esbirro"),
    ),
    "boss_monster": (
        ("Robobo", "tiene Fernanda?"),
        ("Gorgona", "tiene Constantinopla?"),
        ("Cerebellus", "descartad dos boca abajo"),
        ("Todos han descartado", "pone una habitación"),
    ),
}
"""What is tapped in the set-up of each game, and what can be read then."""
SET_UPS: dict[str, Callable[[Stage], None]] = {
    f"set_up_{game}": lambda stage, game=game: set_up(stage, game)  # type: ignore[misc]
    for game in TAPS
}
"""The set-ups by name."""
