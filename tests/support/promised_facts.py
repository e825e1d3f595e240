"""What single clauses of a preview say, in the games' own Spanish, and whether it came true.

Each rule reads one clause as it is shown. A clause that only describes a card promises nothing, and has no check.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from rules.four_souls.vocabulary.card_names import item_name, named_in_sentence
from tests.support import promised_card_facts as cards
from tests.support.paths import ROOT
from tests.support.promised_card_facts import Check


def _moved(happening: Any, owner: str, *labels: str) -> int:
    """How much that number moved on the whole way."""
    found = [n for stretch in (happening.certain, happening.silent) for _, n in stretch.numbers]
    return sum(by for numbers in found for (who, what), by in numbers.items() if who == owner and what in labels)


def _resolves(said: re.Match[str], happening: Any, label: str) -> bool:
    """It was on top and is no longer on the stack, or its target is asked for."""
    top = happening.before.stack.top
    if top is None or said["item"] not in {
        happening.shown(name(happening.before, top)) for name in (item_name, named_in_sentence)
    }:
        return False
    is_gone = top.id not in {item.id for item in happening.at_first.stack.items}
    asked = happening.question
    is_asked = asked is not None and happening.shown(asked.title).startswith(said["item"])
    return is_gone or is_asked or happening.at_first.outcome is not None


def _phase(name: str) -> Check:
    return lambda said, happening, label: any(state.phase == name for state in happening.trail[1 : happening.stop + 1])


def _goes_on_stack(said: re.Match[str], happening: Any, label: str) -> bool:
    """Its item lies on the stack, and the question there is that player's while it does."""
    ids = {item.id for item in happening.before.stack.items}
    first = happening.first_with_item(ids)
    return first is not None and first.seats[first.stack.holder] == said["who"]


def _on_stack(said: re.Match[str], happening: Any, label: str) -> bool:
    return happening.first_with_item({item.id for item in happening.before.stack.items}) is not None


def _pays_on_resolving(said: re.Match[str], happening: Any, label: str) -> bool:
    """The price is paid behind the next stop, if nobody responds and the turn goes on."""
    who = happening.before.seats[happening.before.active]
    paid = _moved(happening, who, "¢")
    return paid == -int(said["n"]) or not happening.counts("¢")


def _next_die(said: re.Match[str], happening: Any, label: str) -> bool:
    return happening.question is not None and happening.question.dice is not None


def _gets_cents(said: re.Match[str], happening: Any, label: str) -> bool:
    """The answer itself gives them."""
    return int(said["n"]) in happening.first_moves(said["who"], "¢")


def _nothing_moves(said: re.Match[str], happening: Any, label: str) -> bool:
    trackers = happening.game.trackers
    return trackers(happening.at_first) == trackers(happening.before)


def _enters(said: re.Match[str], happening: Any, label: str) -> bool:
    """The log says so, perhaps after a question that comes between."""
    start = f"{said['who']} entra en "
    return any(text.startswith(start) for text in (*happening.log_texts, *happening.later_texts))


def _nobody_enters(said: re.Match[str], happening: Any, label: str) -> bool:
    return not any(" entra en " in text for text in happening.log_texts)


def _hearts_left(said: re.Match[str], happening: Any, label: str) -> bool:
    """So many hearts are left to somebody who loses some, at some moment on the way."""
    changes = (change for note in happening.notes for change in note.changes)
    return any((c.after, happening.shown(c.label)) == (int(said["n"]), "corazones") for c in changes)


def _price(said: re.Match[str], happening: Any, label: str) -> bool:
    """Somebody pays that much energy, where it costs anything."""
    players = happening.before.seats
    return int(said["n"]) == 0 or any(-int(said["n"]) in happening.noted(who, "energía") for who in players)


def _effect(what: str, sign: int = 0) -> Check:
    """The number moves in that direction, unless it cannot or still waits.

    It cannot where there is nothing to lose, or where life that is full is healed (FS L154: "a su vida completa").
    How far is told by the numbers: other effects may come together with this one.
    """

    def check(said: re.Match[str], happening: Any, label: str) -> bool:
        n = int(said["n"].replace("−", "-")) * (sign or 1)
        if not happening.counts(what) or happening.still_waits or happening.is_empty(said["who"], what):
            return True
        if n > 0 and happening.is_full(said["who"], what):
            return True
        return any(by * n > 0 for by in happening.noted(said["who"], what))

    return check


def _asked_again(said: re.Match[str], happening: Any, label: str) -> bool:
    question = happening.question
    return question is not None and happening.before.seats[question.seats[0]] == said["who"]


def _wounds_left(said: re.Match[str], happening: Any, label: str) -> bool:
    """The model of that name has so many wounds left."""
    models = [model for player in happening.before.players for model in player.crew]
    return any(model.wounds == int(said["n"]) and (model.name or "una miniatura") == label for model in models)


def _asks_final_flip(said: re.Match[str], happening: Any, label: str) -> bool:
    """The First Player is asked for the card that decides on another turn."""
    return happening.question is not None and happening.question.rule == "MX-19"


def _survives(said: re.Match[str], happening: Any, label: str) -> bool:
    return happening.before.walk is None or not happening.certain.dead_pieces


def _nobody_dies(said: re.Match[str], happening: Any, label: str) -> bool:
    return not happening.certain.dead_pieces


def _peril(said: re.Match[str], happening: Any, label: str) -> bool:
    """The horde of that location has that peril now."""
    places = happening.game.view(happening.before).places
    return any((place.peril, happening.shown(place.name)) == (int(said["n"]), label) for place in places)


def _suffers(said: re.Match[str], happening: Any, label: str) -> bool:
    """A hero has that damage at the next stop, or had it on his way, or died of it."""
    n, game = int(said["n"]), happening.game
    now = (tracker.value for tracker in game.trackers(happening.at_stop) if tracker.key.endswith(".taken"))
    changes = (change for note in happening.notes for change in note.changes)
    passed = (change.after for change in changes if change.key.endswith(".taken"))
    return n in (*now, *passed) or bool(happening.certain.dead_pieces)


def _strikes(said: re.Match[str], happening: Any, label: str) -> bool:
    """The first loss of life on the way is that much, or all that is left; the fight may end before."""
    if said["changed"]:
        return True  # somebody decides
    harm = int(said["n"]) - int(said["prevented"] or 0)
    lost = [-by for by in happening.noted(said["who"], "vida") if by < 0][:1]
    if not lost:
        return harm == 0 or bool(said["guarded"]) or happening.ends_fight or happening.is_empty(said["who"], "vida")
    return lost[0] == harm or (lost[0] < harm and lost[0] in happening.values(said["who"], "vida"))


def _is_spared(said: re.Match[str], happening: Any, label: str) -> bool:
    """No life is lost by the answer itself."""
    return all(by >= 0 for by in happening.first_moves(said["who"], "vida"))


def _dies(said: re.Match[str], happening: Any, label: str) -> bool:
    return said["who"] in happening.certain.dead_players | happening.silent.dead_players


def _kills(said: re.Match[str], happening: Any, label: str) -> bool:
    """No life is left to it on the way, or there was none; unless something is asked first."""
    who = said["who"]
    was_alive = happening.is_alive(who)
    return happening.still_waits or not was_alive or 0 in happening.values_after(who, "vida")


def _gains(what: str, sign: int = 1) -> Check:
    """That many are gained or lost in one go, where the table counts them."""

    def check(said: re.Match[str], happening: Any, label: str) -> bool:
        return sign * int(said["n"]) in happening.noted(said["who"], what) or not happening.counts(what)

    return check


def _pays(said: re.Match[str], happening: Any, label: str) -> bool:
    return _gains("¢", -1)(said, happening, label) and bool(happening.first_moves(said["who"], "objetos"))


def _rewards(said: re.Match[str], happening: Any, label: str) -> bool:
    """A piece dies, and nobody else is given anything for its card."""
    dead = happening.certain.dead_pieces + happening.silent.dead_pieces
    return bool(dead) or "El monstruo ya no está" in happening.first_texts


def _rewards_wait(said: re.Match[str], happening: Any, label: str) -> bool:
    """A piece dies, or its death lies on the stack behind another that comes before it."""
    waits = any(item.kind == "monster_death" for item in happening.at_first.stack.items)
    return waits or _rewards(said, happening, label)


def _counts_as(said: re.Match[str], happening: Any, label: str) -> bool:
    """The roll leaves the stack with that number, and what it leads to knows the number."""
    rewards = [item for item in happening.at_first.stack.items if item.kind == "effect"]
    top = happening.before.stack.top
    return top.kind == "roll" and (top.why not in ("cents", "loot") or _amounts(rewards, max(1, top.amount), said))


def _amounts(rewards: list[Any], times: int, said: re.Match[str]) -> bool:
    return any(effect.amount == times * int(said["n"]) for item in rewards for effect in item.effects)


def _first_text(start: str) -> Check:
    """The log says so of the answer itself."""
    return lambda said, happening, label: any(start in text for text in happening.first_texts)


def _buys_nothing(said: re.Match[str], happening: Any, label: str) -> bool:
    """Nothing is paid, as so many ¢ are missing."""
    who = happening.before.seats[happening.before.active]
    return all(by >= 0 for by in happening.noted(who, "¢"))


STAKES: tuple[tuple[str, Check], ...] = (
    (
        r"(Falla|Acierta): (?P<n>\d+) de daño al? (?P<who>.+?)(, y se evitan? (?P<prevented>\d+))?"
        r"(?P<changed>, antes de lo que lo cambie)?(?P<guarded>, salvo que un dado lo evite)?",
        _strikes,
    ),
    (r"(Falla|Acierta), pero el daño al? (?P<who>[^,]+) se evita", _is_spared),
    (r"Falla(: la mesa dice qué cuesta)?", _first_text("falla contra")),
    (r"(?P<who>.+) muere y paga la penalización", _dies),
    (r"(?P<who>.+) gana su recompensa", _rewards),
    (r"(?P<who>.+) gana (?P<n>\d+) almas?", _gains("almas")),
    (r"(?P<who>.+) paga (?P<n>\d+)¢ y gana un objeto", _pays),
    (r"A .+ le faltan \d+¢: no compra", _first_text("¢: no compra")),
    (r"Nada: ese tesoro ya no está", _first_text("Ese tesoro ya no está")),
    (r"Nada: su condición ya no se cumple", _first_text("su condición ya no se cumple")),
    (r"Nada: su objetivo ya no está", _first_text("su objetivo ya no está")),
    (r"El combate ha terminado: la tirada no cuenta", _first_text("El combate ha terminado")),
    (r"(?P<who>.+) puede jugar una carta de botín", _first_text("puede jugar una carta de botín")),
    (r"Cuenta como (?P<n>\d+)", _counts_as),
    (r"mata al? (?P<who>[^,]+)", _kills),
    (r"(?P<who>[^,]+) no recibe daño", _is_spared),
    (r"(?P<n>\d+) de daño al? (?P<who>[^,]+)", _effect("vida", -1)),
    (r"(?P<who>[^,]+) (?P<n>[+−]\d+)¢", _effect("¢")),
    (r"(?P<who>[^,]+) (?P<n>[+−]\d+) de botín", _effect("cartas de botín")),
    (r"(?P<who>[^,]+) (?P<n>[+−]\d+) objetos?", _effect("objetos")),
    (r"(?P<who>[^,]+) (?P<n>[+−]\d+) almas?", _effect("almas")),
    (r"(?P<who>[^,]+) se cura (?P<n>\d+)", _effect("vida", 1)),
)
"""What stands above the answers, on the card of what waits: it comes true if nobody responds."""
MINION_TEXTS = tuple(
    minion["text"]["es"]
    for minion in tomllib.loads((ROOT / "rules/darkmoor/data/named.toml").read_text("utf-8"))["minions"]
    if "text" in minion
)
"""The texts of the minions of Retreat to Darkmoor; what random play enters instead is one word."""
FACTS: tuple[tuple[str, Check | None], ...] = (
    # Four Souls
    (r"Se resuelve: (?P<item>.+)", _resolves),
    (r"empieza la fase de acción", _phase("action")),
    (r"empieza la fase final", _phase("end")),
    (r"empieza el turno", _phase("start")),
    (r"acaba el turno", cards.turn_ends),
    (r"Saquea 1 va a la pila", _on_stack),
    (r"Va a la pila y la prioridad es de (?P<who>.+)", _goes_on_stack),
    (r"Va a la pila: una carta de botín", _on_stack),
    (r"(?P<who>.+) gana su recompensa", _rewards_wait),
    (r"El ataque va a la pila", _on_stack),
    (r"(?P<n>\d+)¢ al resolverse", _pays_on_resolving),
    (r"te faltan? (?P<n>\d+)¢", _buys_nothing),
    (r"La siguiente tirada de ataque", _next_die),
    (r"(?P<who>.+) recibe (?P<n>\d+)¢", _gets_cents),
    (r"No se mueve nada", _nothing_moves),
    (r"Se vuelve a preguntar a (?P<who>.+)", _asked_again),
    (r"(?P<who>.+) (?P<n>[+−]\d+) de botín", _effect("cartas de botín")),
    (r"(?P<who>.+) (?P<n>[+−]\d+)¢", _effect("¢")),
    (r"(?P<who>.+) (?P<n>[+−]\d+) objetos?", _effect("objetos")),
    (r"(?P<who>.+) (?P<n>[+−]\d+) almas?", _effect("almas")),
    (r"(?P<n>\d+) de daño al? (?P<who>.+)", _effect("vida", -1)),
    (r"(?P<who>.+) se cura (?P<n>\d+)", _effect("vida", 1)),
    (
        r"mata al? .+|(repite|cancela|maldice|evita|recarga|gira|destruye|roba|descarta)\b.+|roba un alma a .+",
        cards.stands_on_stack,
    ),
    (r"[+−]\d+ al? .+|.+: [+−]\d+ (de|a) .+ este turno|evita \d+ de daño a .+", cards.stands_on_stack),
    (
        r".+: un contador de oro|.+ cambia de personaje|captura a .+|el monstruo capturado: .+|hay que atacarlo",
        cards.stands_on_stack,
    ),
    (r".+: [+−]\d+ contador(es)?|.+ se lo queda como objeto|.+ se convierte en alma", cards.stands_on_stack),
    (r"quita \d+ cartas? de botín a .+|.+ pierde un turno|.+ deja su casilla", cards.stands_on_stack),
    (r"(?P<n>\d) o más|ninguna tirada acierta", cards.needs),
    (r"\d+ %", None),  # chance: the odds have tests of their own, nothing that happens once can refute one
    (r"Se gira", cards.turns_something),
    (r"El personaje se gira", cards.turns_character),
    (r"El personaje se queda sin girar", cards.leaves_character),
    (r"Se paga ya", cards.is_paid),
    (r"El botín que puedes jugar en tu turno", cards.uses_turn_play),
    (r"El botín que dio el personaje", cards.uses_given_play),
    (
        r"Solo por otro efecto: (el botín del turno ya se ha jugado( y el personaje está girado)?"
        r"|el personaje está girado)",
        cards.uses_no_play,
    ),
    (r"Tienes que atacar ahora( \(quedan \d+\))?", cards.is_forced),
    (r"mira \d+ cartas? de .+", None),  # what hands see there, nobody counts
    (r"vale para cada fallo así", None),  # misses to which no answer here leads
    (r"se cura al acabar el turno", None),  # the end of a turn to which no answer here leads
    # what hands do with cards of decks that nobody counts: no number and no line of the log can refute it
    (r"Va al fondo del mazo|descubre otra|El tercero va al fondo del mazo|Se pone otra boca arriba", None),
    (r"Lo tapa hasta que muera", cards.covers),
    (r"(.+: )?encima de (?P<who>.+)", cards.lies_in_slot),
    (r"Se descarta", cards.covers_none),
    # the card resolves behind the next stop, and only then another is turned up or the attack counts
    (r"Se resuelve( y luego se descubre otra| y conservas el ataque| y gasta el ataque)?", None),
    # King of Tokyo
    (r"no entra nadie", _nobody_enters),
    (r"(?P<who>.+) entra", _enters),
    # a later turn of its player, which no answer here leads to
    (r"sin curarse|\d+ puntos? si empieza allí|\d+ de energía si empieza allí", None),
    (r"Quedan? (?P<n>\d+) coraz(ón|ones)", _hearts_left),
    (r"(?P<n>\d+) de energía", _price),
    (r"quedan? (?P<n>\d+)", cards.energy_left),
    (r"(?P<n>\d+) de energía para (?P<who>.+)", _price),
    (r"\+(?P<n>\d+) de energía", cards.energy_gained),
    (r"\d+ de (?P<n>\d+) cargas", cards.has_counters),
    (r"\d+ de (?P<n>\d+) de energía", cards.has_energy),
    (r"de \w+", None),  # whose card it is, beside its name
    # Malifaux
    (r"empieza el turno (?P<n>\d+)", lambda said, happening, label: int(said["n"]) == happening.trail[-1].turn),
    (r"quedan? (?P<n>\d+) de vida", _wounds_left),
    # their own decks draw without a line of the log; what the app's decks draw is held by the ledger
    (r"después todos roban hasta la mano máxima", None),
    (r"después, el volteo final", _asks_final_flip),
    # what a soulstone gives is asked for next, or drawn by hand
    (r"2 cartas más|una carta nueva", None),
    # Retreat to Darkmoor
    (r"una horda nueva", cards.begins_horde),
    (r"el más cercano: (?P<who>.+)", cards.stands_nearest),
    (r"no cae nadie", _nobody_dies),
    (r"peligro (?P<n>\d+)( de \d+)?", _peril),
    # what is printed on a minion, and names that random play types: they describe the card
    (rf"{'|'.join(re.escape(text) for text in MINION_TEXTS)}|Bomba|Ñ+", None),
    # Boss Monster
    (r"(?P<who>.+) sobrevive", _survives),
    (r"daño (?P<n>\d+) de \d+", _suffers),
    # what is printed on rooms and bosses: it describes the card
    (r"destrúyela: muere un héroe que está en ella", None),
    (r".+, daño \d+|\d+ PX, \w+|(Clérigo|Guerrero|Ladrón|Mago|Necio) \d+|los cuatro tesoros|sin tesoro", None),
    (r"(Clérigo|Guerrero|Ladrón|Mago)( \+ (Clérigo|Guerrero|Ladrón|Mago))*", None),
)
"""The clauses of the games, first match first, and what must then have come true."""
