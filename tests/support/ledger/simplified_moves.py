"""Random moves made such that the ledger can follow them: printed abilities that the log does not hold are left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.boss_monster.model.events import RevealedPlain
from rules.king_of_tokyo.model.events import Declined

from .base import name
from .boss_monster_cards import INERT, key_of, printed
from .darkmoor import PRINTED
from .four_souls import is_followed
from .king_of_tokyo import CHEAPEST, EMPTY, simple_cards


def simplify_move(key: str, event: Any) -> Any:
    """The move, perhaps with a plainer card."""
    return SIMPLIFIED[key](event) if key in SIMPLIFIED else event


def _four_souls(event: Any) -> Any:
    if name(event) in ("Played", "RevealedOther"):
        effects = tuple(map(_only_gains, filter(is_followed, event.effects)))
        becomes_item = any(effect.kind == "trinket" for effect in effects)
        return replace(event, effects=effects, name="" if becomes_item else event.name)
    if name(event) == "Revealed":
        return replace(event, cards=(replace(event.cards[0], id="", name="", roll=""),))
    if name(event) in ("Stocked", "ShopNamed", "RoomRevealed", "Drafted"):
        return replace(event, **{field: "" for field in ("name", "first", "second") if hasattr(event, field)})
    return event


def _only_gains(effect: Any) -> Any:
    """A soul is gained, for which of them is lost is asked by names."""
    return replace(effect, amount=abs(effect.amount)) if effect.kind == "soul" else effect


def _king_of_tokyo(event: Any) -> Any:
    if name(event) == "TookTile":
        return Declined()
    if name(event) == "Adjusted" and event.key.endswith(".hearts") and event.by < -1:
        return replace(event, by=event.by + 1)  # often the last heart is left
    if name(event) == "FactSet" and event.key.startswith("shop."):
        return event if event.value in simple_cards() else replace(event, value=event.value and EMPTY)
    if name(event) not in ("Bought", "TurnedUp"):
        return event
    return replace(event, cards=tuple(map(_simple, event.cards)))


def _simple(card: Any) -> Any:
    """The card, or one without a name that costs as much."""
    return card if card.id in simple_cards() else replace(card, id="", name="", cost=max(CHEAPEST, card.cost))


def _boss_monster(event: Any) -> Any:
    if name(event) == "Revealed":
        facts = printed("rooms")[event.room]
        return RevealedPlain(facts["treasure"], facts["damage"], facts["advanced"])
    if name(event) == "Laid" and event.cards and key_of(event.cards[0]) not in INERT:
        return replace(event, room=0, cards=())
    return event


def _darkmoor(event: Any) -> Any:
    if name(event) not in ("Located", "TurnedUp", "Played"):
        return event
    return replace(event, cards=tuple(map(_without_text, event.cards)))


def _without_text(card: Any) -> Any:
    """The card, or one with the same numbers and no ability where the rule text does not tell it."""
    known = PRINTED.get(card.when, ())
    told = known is None or card.name in known
    return card if told else replace(card, name="", when="", does="", also="", text="")


SIMPLIFIED: dict[str, Callable[[Any], Any]] = {
    "four_souls": _four_souls,
    "king_of_tokyo": _king_of_tokyo,
    "boss_monster": _boss_monster,
    "darkmoor": _darkmoor,
}
"""How the moves of each game are made plainer."""
