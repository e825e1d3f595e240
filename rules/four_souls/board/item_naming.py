"""Naming of items by the players: name, use, trigger and other marks (FS-11, FS-14, FS-117)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from rules.engine import Choice, Hole, Line, Number, Option, Pick, Template, Text, carries, note
from rules.engine.record import replace
from rules.four_souls.model.events import Named, Unnamed
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import known, suggested
from rules.four_souls.model.state import FourSouls, set_owned
from rules.four_souls.vocabulary.card_names import owned_name

from .item_gain import own, starting, starts_nameless
from .item_loss import forget_item

USES = (
    Option("passive", Text("passive")),
    Option("activated", Text("activated")),
    Option("paid", Text("paid")),
    Option("both", Text("activated and paid")),
)
MOMENTS = (
    Option("", Text("never")),
    Option("start", Text("as a turn starts")),
    Option("end", Text("as a turn ends")),
    Option("rolled", Text("a die has been rolled")),
    Option("roll", Text("a roll counts")),
    Option("hurt", Text("a player is hurt")),
    Option("death", Text("a player dies, before the penalty")),
    Option("penalty", Text("a player has paid the penalty")),
    Option("monster_death", Text("a monster dies")),
    Option("loot", Text("a loot card is played")),
    Option("activation", Text("an item is activated")),
)
WHOSE = (Option("mine", Text("only its owner's")), Option("any", Text("anybody's")))
FACES = (Option((), Text("any number")), *(Option((face,), str(face)) for face in range(1, 7)))
ONCE = (
    Option("", Text("as often as it can")),
    Option("turn", Text("once a turn")),
    Option("game", Text("once a game")),
)
GUPPY = (Option(False, Text("no")), Option(True, Text("yes")))


def namings(s: FourSouls, seat: int) -> Iterator[Choice]:
    """List the choices to name a player's item, change its marks or drop its name."""
    player, who = s.players[seat], s.seats[seat]
    if player.nameless > 0:
        does = Template(Named(seat), _marks(Named(seat)))
        yield Choice(Text("Name an item of {who}", who=who), does, seat=seat)
        yield Choice(Text("An item of {who} is Guppy's", who=who), Template(Named(seat, guppy=True)), seat=seat)
    if player.character and starts_nameless(s, seat):
        start = Named(seat, starting(seat))
        yield Choice(Text("Name the starting item of {who}", who=who), Template(start, _marks(start)), seat=seat)
    for item in player.items:
        now = as_marked(seat, item)
        label = Text("Change {item}", item=owned_name(item))
        yield Choice(label, Template(now, _marks(now)), seat=seat)
        if not item.eternal:
            label = Text("{item}: without a name again", item=owned_name(item))
            yield Choice(label, Template(Unnamed(item.id)), seat=seat)


def _marks(now: Named) -> tuple[Hole, ...]:
    """Return the holes of a naming, each with its current value first."""
    return (
        Line("name", suggestions=suggested(), label=Text("Name")),
        Pick("use", _first(USES, now.use), Text("What it does")),
        Number("cost", 0, 20, now.cost, Text("Price of its paid effect")),
        Pick("when", _first(MOMENTS, now.when), Text("It goes off by itself")),
        Pick("whose", _first(WHOSE, now.whose), Text("Whose")),
        Pick("faces", _first(FACES, now.faces), Text("With which number")),
        Pick("once", _first(ONCE, now.once), Text("How often")),
        Pick("guppy", _first(GUPPY, now.guppy), Text("Guppy's")),
        Number("souls", 0, 4, now.souls, Text("Souls that it is worth")),
    )


def _first(options: tuple[Option, ...], value: object) -> tuple[Option, ...]:
    return tuple(sorted(options, key=lambda option: option.value != value))


def as_marked(seat: int, item: Owned) -> Named:
    """Return the event that would mark an item exactly as it is marked now."""
    paid, on = item.cost >= 0, item.activated
    use = "both" if paid and on else "paid" if paid else "activated" if on else "passive"
    return Named(
        seat,
        item.id,
        item.name,
        use,  # type: ignore[arg-type]
        max(0, item.cost),
        item.when,
        item.faces,
        item.whose,
        item.once,
        item.guppy,
        item.souls,
    )


@carries("FS-11", "FS-14", "FS-22")
def name(s: FourSouls, event: Named) -> FourSouls:
    """Give an item its name and marks; its latest effects and its orientation stay."""
    said = _as_said(event)
    before = s.owned(event.item)
    if before is None:
        eternal = event.item == starting(event.seat)
        s = own(s, event.seat, replace(said, id=event.item, eternal=eternal))
    else:
        stays = ("id", "ready", "eternal", "does", "did", "used", "counters")
        marks = {f.name: getattr(said, f.name) for f in fields(said) if f.name not in stays}
        s = set_owned(s, event.item, **marks)
    return note(s, "FS-11", Text("{who} has {item}", who=s.seats[event.seat], item=owned_name(said)))


def _as_said(event: Named) -> Owned:
    """Build the item from its card if the event has only a name (or Guppy), else from its marks."""
    card = known(event.name)
    plain = replace(Named(event.seat, event.item, event.name), guppy=event.guppy)
    if card and event == plain:
        return replace(card.owned, guppy=event.guppy)
    return Owned(
        0,
        event.name,
        activated=event.use in ("activated", "both"),
        cost=event.cost if event.use in ("paid", "both") else -1,
        when=event.when,
        faces=event.faces if event.when in ("roll", "rolled") else (),
        whose=event.whose,
        once=event.once,
        guppy=event.guppy,
        souls=event.souls,
        card=card.id if card else "",
        pays=card.owned.pays if card else "cents",
        ends=card.owned.ends if card else "discard",
    )


def unname(s: FourSouls, event: Unnamed) -> FourSouls:
    """Drop an item's name; it is only counted again."""
    found = s.owned(event.item)
    return forget_item(s, found[0], event.item) if found else s
