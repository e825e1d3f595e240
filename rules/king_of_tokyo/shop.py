"""KT-22: power cards are bought for energy."""

from __future__ import annotations

from rules.engine import Choice, Event, Number, Prompt, Template, Text, asks, auto, then
from rules.engine.record import replace

from .change import pay
from .effects import Case, may, offered, use
from .event import Bought, DoneBuying, Used
from .state import Tokyo


@auto("KT-22")
def buy_cards(s: Tokyo) -> Tokyo:
    """Whoever has energy and may buy is asked."""
    s, case = replace(s, phase="buy"), Case(s.active)
    buys = s.monsters[s.active].energy > 1 and may(s, "may_buy", case)
    return then(s, buy) if buys or offered(s, "buy", case) else s


def buy_prompt(s: Tokyo) -> Prompt:
    """Ask what is bought."""
    energy, case = s.monsters[s.active].energy, Case(s.active)
    cost = Number("cost", 1, max(1, energy), min(3, max(1, energy)), Text("cost"))
    card = Choice(Text("Buy a card"), Template(Bought("", 0), (cost,)))
    done = Choice(Text("Nothing more"), Template(DoneBuying()), role="usual")
    buys = (card,) if energy and may(s, "may_buy", case) else ()
    choices = (done, *buys, *offered(s, "buy", case))
    title = Text("{who} buys?", who=s.seats[s.active])
    stake = Text("{n} energy", n=energy)
    return Prompt((s.active,), title, "KT-22", choices, stake, Text("Power cards"))


@asks("KT-22", "KT-25", prompt=buy_prompt)
def buy(s: Tokyo, event: Event) -> Tokyo:
    """A card for its cost, again and again while energy lasts."""
    match event:
        case Bought(_, cost):
            return then(pay(s, "KT-22", s.active, cost), buy_cards)
        case Used():
            return use(then(s, buy_cards), event)
    return s
