"""The first question of a new match in a real browser, and after a reload and a crash."""

from tests.support.ui.browser import Phone, Server


def test_a_table_survives_a_reload_and_a_crash(phone: Phone, server: Server) -> None:
    """The first question is three taps from an empty home page, and survives reload and crash."""
    phone.sees("La mesa aún está vacía").tap("Four Souls")
    phone.type("Jugador 1", "Ana").type("Jugador 2", "Beto")
    phone.tap("Empezar").sees("¿quién eres?", "Ana", "Beto")
    table = phone.at_table()
    assert phone.reload().sees("¿quién eres?").at_table() == table
    server.restart()
    phone.reload().sees("¿quién eres?", "Beto")
    assert phone.at_table() == table
    phone.tap("Cerrar").tap("Atrás").sees("Ana · Beto", "Seguir")
    assert phone.taps == 4
