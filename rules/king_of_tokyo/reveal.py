"""KT-23: a card is turned up for the shop; where the shop is followed the table says which, or goes on without."""

from __future__ import annotations

from rules.engine import (
    Choice,
    Line,
    Many,
    Number,
    Option,
    Pick,
    Prompt,
    Switch,
    Template,
    Text,
    asks,
    at,
    auto,
    carries,
    note,
    then,
)
from rules.engine.record import replace

from .change import ruled
from .effects import Case
from .event import TurnedUp
from .held import card_name
from .moment import happens
from .powercards import SETS, PowerCard, deck, shelf
from .state import Tokyo

SLOTS = 3
"""The cards that lie face up."""
UNKNOWN, TOP, DISCARDS = -1, -2, -3
"""Where a card is bought from besides: a shop that is not followed, the top of the deck, the discards."""
EDITION_NAMES = {"base": Text("King of Tokyo"), "dark": Text("Dark Edition"), "origins": Text("Origins")}
SWITCHES = (
    Switch(
        "follow.shop",
        Text("The shop's three cards"),
        (("off", Text("named only when bought")), ("on", Text("followed"))),
        "follow",
    ),
    Switch("edition", Text("Whose power cards"), tuple((key, EDITION_NAMES[key]) for key in SETS), "mode"),
)
DEAREST = 12
"""More than any card costs."""
STAYS = (Option(True, Text("Keep")), Option(False, Text("Discard")))


def one_card(s: Tokyo, most: int = DEAREST) -> Many:
    """One power card for which no more is printed: looked up by its name or its price, or typed."""
    cost = Number("cost", 0, max(0, min(most, DEAREST)), max(0, min(most, 4)), Text("cost"))
    printed = Template(
        PowerCard(), (Line("id"), Line("name"), cost, Pick("keep", STAYS, Text("What is printed on it")))
    )
    return Many("cards", (printed,), most=1, least=1, catalogue=shelf(edition(s), s.plays("costumes")))


def edition(s: Tokyo) -> str:
    """Whose power cards the table plays with."""
    return s.ruling("edition", SETS[0])


def followed(s: Tokyo) -> bool:
    """Whether the table says which cards lie in the shop."""
    return s.ruling("follow.shop", "off") == "on"


def face_up(s: Tokyo) -> tuple[str, ...]:
    """The ids of the cards that lie in the shop, place by place; empty where one has no name."""
    return (*s.shop, *("",) * SLOTS)[:SLOTS]


def filled(s: Tokyo, slot: int, id: str = "") -> tuple[str, ...]:
    """The shop with that card in a place of it, or with none that has a name."""
    lying = face_up(s)
    return (*lying[:slot], id, *lying[slot + 1 :])


@auto("KT-22")
def open_shop(s: Tokyo) -> Tokyo:
    """Three cards lie face up; where the shop is followed, they are named."""
    return turn_up(s, *range(SLOTS)) if followed(s) else s


@carries("KT-23")
def turn_up(s: Tokyo, *slots: int) -> Tokyo:
    """Those places of the shop are filled; effects see what is turned up."""
    if not followed(s):
        return happens(s, "turned_up", Case(s.active, n=UNKNOWN))
    return then(s, at(deal, *slots))


@auto("KT-23")
def deal(s: Tokyo, *slots: int) -> Tokyo:
    """Cards are turned up from the deck; once it is empty the discards are the new one (KT-A14)."""
    seen = len(s.discard) + sum(map(bool, s.shop)) + sum(len(monster.cards) for monster in s.monsters)
    if s.discard and seen >= sum(deck(edition(s), s.plays("costumes")).values()):
        s, how = ruled(s, "KT-A14", "KT-23")
        s = replace(s, discard=()) if how == "reshuffle" else s
    return then(s, at(name_card, *slots))


def naming_prompt(s: Tokyo, slot: int, *rest: int) -> Prompt:
    """Ask which card was turned up."""
    named = Choice(Text("Say which card it is"), Template(TurnedUp(slot), (one_card(s),)), role="usual")
    on = Choice(Text("Go on without names") if rest else Text("Go on without its name"), Template(TurnedUp(slot)))
    title = Text("A card is turned up: which one?", "{n} cards are turned up: which is the first?", n=1 + len(rest))
    return Prompt((s.active,), title, "KT-23", (named, on), phase=Text("Power cards"))


@asks("KT-23", prompt=naming_prompt)
def name_card(s: Tokyo, event: TurnedUp, slot: int, *rest: int) -> Tokyo:
    """It lies in that place; without a name, none of those that are turned up with it is asked for."""
    card = event.cards[0] if event.cards else PowerCard()
    s = replace(s, shop=filled(s, slot, card.id))
    if card.id:
        s = note(s, "KT-23", Text("{card} lies in the shop", card=card_name(card)))
    s = then(s, at(name_card, *rest)) if rest and event.cards else s
    return happens(s, "turned_up", Case(s.active, card=card.id, n=slot))
