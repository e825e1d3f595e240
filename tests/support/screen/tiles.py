"""The tiles of what lies on the table besides the players' rows: their numbers, against the trackers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.i18n import Translate, translator
from companion.ui.design.theme import seat_initial
from rules.engine import Displayable, Text, Tracker

from .look import Look
from .rows import edges_of

PAINTED = re.compile(r"×?\d+([/+]\d+)?\+?(¢| ·| contador(es)?| counters?)?")
"""A number as a tile shows it, with its unit, or with a dot before the next one; a change has a sign before it."""
LETTER = re.compile(r"\w")
"""The letter of a player in a badge."""
Numbers = Mapping[str, Tracker]
COUNTERS, CENTS = Text("{n} counter", "{n} counters"), Text("{n}¢")
"""The units of what an item costs or holds."""
DECK_COUNTS = (
    ("{n} card in the deck", "{n} cards in the deck"),
    ("{n} discarded", "{n} discarded"),
    ("{n} in the hand", "{n} in the hand"),
)
"""What is said of a fate deck."""
LIES = r": (upright|sideways|sin girar|girado)"
"""What follows the name of an item."""
PLACES = {
    "city": Text("Tokyo City"),
    "bay": Text("Tokyo Bay"),
    "outside": Text("outside Tokyo"),
    "out": Text("out"),
}
"""How the place of a monster is said."""


@dataclass(frozen=True)
class Tile:
    """What a tile must say and show: its name and what follows it, the numbers that are said and painted.

    ``says`` is all that follows the name, where every word of it is a fact; ``spoken`` is then None if it need not be
    counted again. ``letters`` are those of the players on it, where each stands for a fact. Not every label
    ``is_tappable``.
    """

    name: Displayable
    spoken: tuple[int, ...] | None
    painted: tuple[Displayable, ...]
    follows: str = r": \D"
    says: tuple[Displayable, ...] | None = None
    is_tappable: bool = True
    letters: tuple[str, ...] | None = None


def wrong_tiles(look: Look, table: Any, lang: str = "es") -> Iterator[str]:
    """A sentence for every tile whose numbers are not the saved ones, as they are spoken or as they are painted."""
    words = translator(lang)
    for label, box, tiles in tiles_of(look, table, lang):
        said = tuple(map(int, re.findall(r"\d+", label)))
        right = [tile for tile in tiles if tile.spoken in (None, said) and label == _wanted_label(words, tile, label)]
        if not right:
            wanted_texts = [_wanted_label(words, tile, f"{tile.spoken}") for tile in tiles]
            yield f"numbers: {box['name']!r} should say {' or '.join(wanted_texts)}"
            continue
        shown = Counter(one.text for one in look.inside(edges_of(box)) if PAINTED.fullmatch(one.text))
        wanted = [Counter(filter(PAINTED.fullmatch, map(words, tile.painted))) for tile in right]
        if not any(_agree(shown, one, look, box) for one in wanted):
            yield f"numbers: the tile of {box['name']!r} shows {sorted(shown.elements())}, not {sorted(wanted[0])}"
        letters = sorted(one.text for one in look.inside(edges_of(box)) if LETTER.fullmatch(one.text))
        if right[0].letters is not None and letters != sorted(right[0].letters) and not box["cut"]:
            yield f"letters: the tile of {box['name']!r} shows {letters}, not {sorted(right[0].letters)}"


def _agree(shown: Counter[str], wanted: Counter[str], look: Look, box: dict[str, Any]) -> bool:
    """Whether those numbers stand there: fewer on a tile that is cut, and under a sheet the rows are painted too.

    Of a tile that is cut on a sheet at least one must stand there.
    """
    if box["cut"] and look.has_sheet:
        return bool(shown & wanted) or not wanted
    return shown <= wanted if box["cut"] else wanted <= shown if look.has_sheet else shown == wanted


def _wanted_label(words: Translate, tile: Tile, otherwise: str) -> str:
    """What must follow the tile's name, if all of it is a fact."""
    return otherwise if tile.says is None else "".join(map(words, tile.says))


def tiles_of(look: Look, table: Any, lang: str) -> Iterator[tuple[str, dict[str, Any], list[Tile]]]:
    """The tiles that no sheet covers: the label after the name, the box, and what things of that name must say."""
    words, by_start = translator(lang), dict[tuple[str, str, bool], list[Tile]]()
    for tile in TILES[table.game.key](table.game.view(table.state), {one.key: one for one in table.trackers}):
        by_start.setdefault((words(tile.name), tile.follows, tile.is_tappable), []).append(tile)
    for box in look.boxes:
        for (name, follows, is_tappable), tiles in by_start.items():
            if box["tappable"] == is_tappable and box["name"].startswith(name):
                label = box["name"].removeprefix(name)
                if re.match(follows, label):
                    yield label, box, tiles


def _four_souls(view: Any, numbers: Numbers) -> Iterator[Tile]:
    for monster in view.monsters:
        life, evasion, attack = (numbers[f"monster.{monster.id}.{what}"] for what in ("life", "evasion", "attack"))
        spoken = life.value, life.maximum or 0, evasion.value, attack.value
        needs = f"{evasion.value}+"
        as_card = f"{life.value}/{life.maximum}", needs, f"{attack.value}", monster.reward
        for painted in (as_card, (f"{life.value}", needs), (f"{life.value} ·", needs)):  # as a card, or as a line
            yield Tile(monster.name, spoken, painted)
    for item in (item for player in view.players for item in player.items):
        lying = numbers.get(f"owned.{item.id}.counters")
        costs = [(item.cost, COUNTERS if item.pays == "counters" else CENTS)] if item.cost >= 0 else []
        lie = [(lying.value, COUNTERS)] if lying and lying.value else []
        said = [(n, Text(unit.key, unit.plural, n=n)) for n, unit in (*costs, *lie)]
        yield Tile(item.name, tuple(n for n, _ in said), tuple(text for _, text in said), LIES)
    yield from _piles(view)


def _piles(view: Any) -> Iterator[Tile]:
    """What lies on the table for everybody: the die of a solo game, and each pile card by card."""
    die = () if view.countdown is None else (view.countdown,)
    piles = (Text("Die of eight"), die), (Text("Rooms"), view.rooms), (Text("Shop"), view.shop)
    lying = [(name, cards) for name, cards in (*piles, (Text("Bonus souls"), view.bonus)) if cards]
    if lying:
        says = [part for name, cards in lying for part in (". ", name, *_listed(cards))]
        yield Tile(Text("The table"), None, tuple(map(str, die)), r"\. ", tuple(says))


def _listed(cards: Sequence[Displayable]) -> Iterator[Displayable]:
    for k, card in enumerate(cards):
        yield from (", " if k else ": ", card)


def _malifaux(view: Any, numbers: Numbers) -> Iterator[Tile]:
    for model in (model for player in view.players for model in player.crew):
        wounds = numbers[f"model.{model.id}.wounds"]
        spoken = wounds.value, wounds.maximum or 0, *(one.value for one in model.conditions if one.value)
        state = Text("out") if wounds.value == 0 else Text("acting") if model.acting else Text("has acted")
        is_told = wounds.value == 0 or model.acting or model.done
        said = [Text("{n} of {full} wounds", n=wounds.value, full=wounds.maximum or 0), *([state] if is_told else [])]
        says = [part for one in (*said, *(one.name for one in model.conditions)) for part in (", ", one)]
        painted = (f"{wounds.value}",) if wounds.value else ()  # a skull stands for none
        yield Tile(model.name, spoken, painted, r", (?:vida )?\d+ [^ ]+ \d", tuple(says))
    for player in view.players:
        cards = player.deck, player.discard, len(player.hand)
        owner = Text("{who}'s fate deck", who=player.name)
        counts = tuple(Text(*said, n=n) for said, n in zip(DECK_COUNTS, cards, strict=True))
        flip = (Text("last flip: {card}", card=player.flip.name),) if player.flip else ()
        says = tuple(part for one in (*counts, *flip) for part in (", ", one))
        rank = (player.flip.rank,) if player.flip else ()
        yield Tile(owner, None, (*map(str, cards), *rank), r", \d", says)
    if view.end_flip_threshold:
        needs, percent = view.end_flip_threshold, view.end_flip_percent
        goes_on = Text("The game goes on with {n} or more: {p} %", n=needs, p=percent)
        yield Tile(goes_on, (), (f"{needs}+",), r"$", is_tappable=False)


def _boss_monster(view: Any, numbers: Numbers) -> Iterator[Tile]:
    alive = [player for player in view.players if not player.dead]  # the cards of the others have left the game
    for player in alive:
        whose, heroes = Text("{who}'s dungeon: {what}", who=player.name, what=""), len(player.entrance)
        damages = tuple(numbers[f"room.{room.id}.damage"].value for room in player.rooms if not room.down)
        yield Tile(whose, damages, (*map(str, damages), *([f"{heroes}"] if heroes else [])), "")
    for room in (room for player in alive for room in player.rooms if not room.down):
        damage = numbers[f"room.{room.id}.damage"].value
        yield Tile(room.name, (damage,), (f"{damage}",), r"(, \w+)*: \D")
    waiting = [hero for bait in view.baits for hero in bait.heroes]
    for hero in (*view.town, *waiting, *(hero for player in view.players for hero in player.entrance)):
        taken, health = (numbers[f"hero.{hero.id}.{what}"].value for what in ("taken", "health"))
        epic = ("×2",) if hero.epic else ()  # two souls or two wounds
        waits = (f"{taken}/{health}" if taken else f"{health}", *epic)
        for painted in ((f"{taken}/{health}",), waits):
            yield Tile(hero.name, (taken, health), painted, r", [^:]+: \D")


def _darkmoor(view: Any, numbers: Numbers) -> Iterator[Tile]:
    threshold = numbers["hero.threshold"].value if view.hero else 0
    for place in view.places:
        perils = []
        for minion in place.horde:
            peril, vp, more_peril, more_vp = (
                numbers[f"minion.{minion.id}.{what}"].value for what in ("peril", "vp", "peril_tokens", "vp_tokens")
            )
            perils.append(peril + more_peril)
            tokens = (more_vp,) if more_vp else ()
            printed = () if minion.is_vp_unknown else (vp,)  # a question mark until somebody has read them
            worth = ("+".join(map(str, (vp, *tokens))),) if printed else ()
            yield Tile(minion.name, (perils[-1], *printed, *tokens), (f"{perils[-1]}", *worth))
        vp, sum_of = numbers[f"place.{place.number}.vp"].value, sum(perils)
        haven = [f"{place.control.strength[seat]}" for seat in {minion.seat for minion in place.haven}]
        reached = f"{sum_of}/{threshold}" if view.hero else f"{sum_of}"
        yield Tile(place.name, (vp, sum_of, threshold), (*haven, f"{vp}", reached))
    if view.hero:
        yield Tile(view.hero.name, (threshold, numbers["heroes.left"].value), (f"{threshold}",), r" \D")


def _king_of_tokyo(view: Any, numbers: Numbers) -> Iterator[Tile]:
    yield _city(view)
    for card in view.shop:
        yield Tile(card.name, (card.cost,), (f"{card.cost}",), r": \d")
    for energy in range(1, numbers[f"seat.{view.active}.energy"].value + 1):
        yield Tile(Text("Cards of {n} energy", n=energy), (), (f"{energy}",), r"$")
    for card in (card for player in view.players for card in (*player.cards, *player.tiles)):
        counters = numbers.get(f"held.{card.id}.counters")
        n = counters.value if counters else 0
        says = (": ", Text("{n} counter", "{n} counters", n=n)) if n else ()
        yield Tile(card.name, (n,) if n else (), (f"×{n}",) if n else (), r"$|: \d", says)


def _city(view: Any) -> Tile:
    """Tokyo: who stands where and who owns which level of the tower; a letter for everybody alive, and each level."""
    names = {line.seat: line.name for line in view.players}
    stand = [(": ", PLACES[line.place]) for line in view.players]
    owned = [(k, seat) for k, seat in enumerate(view.tower, 1) if seat in names]
    levels = [(". ", Text("Tower, level {n}", n=k), f": {names[seat]}") for k, seat in owned]
    others = [(f". {line.name}", *where) for line, where in zip(view.players[1:], stand[1:], strict=True)]
    letters = [seat_initial(line.name, line.seat) for line in view.players if line.place != "out"]
    letters += [seat_initial(names[seat], seat) for _, seat in owned]
    says = tuple(part for parts in (stand[0], *others, *levels) for part in parts)
    return Tile(names[0], tuple(k for k, _ in owned), tuple(letters), r": \D", says)


TILES: Mapping[str, Callable[[Any, Numbers], Iterator[Tile]]] = {
    "four_souls": _four_souls,
    "king_of_tokyo": _king_of_tokyo,
    "malifaux": _malifaux,
    "darkmoor": _darkmoor,
    "boss_monster": _boss_monster,
}
"""The tiles of each game."""
