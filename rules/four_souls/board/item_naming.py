"""Naming of items by the players: name, use, trigger and other marks (FS-11, FS-14, FS-117)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from rules.engine import Choice, Hole, Number, Option, Pick, Records, Template, Text, TextLine, carries, note
from rules.engine.record import replace
from rules.four_souls.model.events import Named, Unnamed
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import find_item
from rules.four_souls.model.state import FourSouls, set_owned, set_player
from rules.four_souls.vocabulary.card_names import owned_name
from rules.four_souls.vocabulary.card_sets import treasure_names
from rules.four_souls.vocabulary.effect_templates import outcome_templates
from rules.four_souls.vocabulary.state_changes import gain

from .item_gain import add_item, entering, has_unnamed_starting_item, starting_item_id
from .item_loss import forget_item

USE_OPTIONS = (
    Option("passive", Text("passive")),
    Option("activated", Text("activated")),
    Option("paid", Text("paid")),
    Option("both", Text("activated and paid")),
)
MOMENT_OPTIONS = (
    Option("", Text("never")),
    Option("start", Text("as a turn starts")),
    Option("loot_step", Text("before the turn's loot card")),
    Option("end", Text("as a turn ends")),
    Option("rolled", Text("a die has been rolled")),
    Option("roll", Text("a roll counts")),
    Option("hurt", Text("a player is hurt")),
    Option("death", Text("a player dies, before the penalty")),
    Option("penalty", Text("a player has paid the penalty")),
    Option("monster_death", Text("a monster dies")),
    Option("attack", Text("a monster is attacked")),
    Option("loot", Text("a loot card is played")),
    Option("activation", Text("an item is activated")),
    Option("gain_cents", Text("¢ are gained")),
    Option("gain_loot", Text("loot is drawn")),
    Option("gain_item", Text("an item is gained")),
)
OWNER_OPTIONS = (Option("mine", Text("only its owner's")), Option("any", Text("anybody's")))
FACE_OPTIONS = (Option((), Text("any number")), *(Option((face,), str(face)) for face in range(1, 7)))
LIMIT_OPTIONS = (
    Option("", Text("as often as it can")),
    Option("turn", Text("once a turn")),
    Option("game", Text("once a game")),
)
MAX_OUTCOMES = 4
"""Number of things that an item in no list does at most."""
GUPPY_OPTIONS = (Option(False, Text("no")), Option(True, Text("yes")))


def naming_choices(s: FourSouls, seat: int) -> Iterator[Choice]:
    """List the choices to name a player's item, change its marks or drop its name."""
    player, who = s.players[seat], s.seats[seat]
    if player.unnamed_item_count > 0:
        does = Template(Named(seat), _naming_holes(s, Named(seat)))
        yield Choice(Text("Name an item of {who}", who=who), does, seat=seat)
        yield Choice(Text("An item of {who} is Guppy's", who=who), Template(Named(seat, guppy=True)), seat=seat)
    if player.character and has_unnamed_starting_item(s, seat):
        start = Named(seat, starting_item_id(seat))
        yield Choice(
            Text("Name the starting item of {who}", who=who), Template(start, _naming_holes(s, start)), seat=seat
        )
    for item in player.items:
        naming = naming_of(seat, item)
        label = Text("Change {item}", item=owned_name(item))
        yield Choice(label, Template(naming, _naming_holes(s, naming)), seat=seat)
        if not item.eternal:
            label = Text("{item}: without a name again", item=owned_name(item))
            yield Choice(label, Template(Unnamed(item.id)), seat=seat)


def _naming_holes(s: FourSouls, naming: Named) -> tuple[Hole, ...]:
    """Return the holes of a naming, each with its current value first."""
    return (
        TextLine("name", suggestions=treasure_names(s), label=Text("Name")),
        Pick("use", _usual_first(USE_OPTIONS, naming.use), Text("What it does")),
        Number("cost", 0, 20, naming.cost, Text("Price of its paid effect")),
        Pick("when", _usual_first(MOMENT_OPTIONS, naming.when), Text("It goes off by itself")),
        Pick("whose", _usual_first(OWNER_OPTIONS, naming.whose), Text("Whose")),
        Pick("faces", _usual_first(FACE_OPTIONS, naming.faces), Text("With which number")),
        Pick("once", _usual_first(LIMIT_OPTIONS, naming.once), Text("How often")),
        Pick("guppy", _usual_first(GUPPY_OPTIONS, naming.guppy), Text("Guppy's")),
        Number("souls", 0, 4, naming.souls, Text("Souls that it is worth")),
        Records("does", outcome_templates(), MAX_OUTCOMES),
    )


def _usual_first(options: tuple[Option, ...], value: object) -> tuple[Option, ...]:
    return tuple(sorted(options, key=lambda option: option.value != value))


def naming_of(seat: int, item: Owned) -> Named:
    """Return the event that would mark an item exactly as it is marked now."""
    paid, activated = item.cost >= 0, item.activated
    use = "both" if paid and activated else "paid" if paid else "activated" if activated else "passive"
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
def name_item(s: FourSouls, event: Named) -> FourSouls:
    """Give an item its name and marks; its latest effects and its orientation stay."""
    item = _named_item(event)
    before, fresh = s.find_owned_item(event.item), s.players[event.seat].fresh
    if before is None and not event.item and fresh:
        s, item = set_player(s, event.seat, fresh=fresh - 1), entering(item)
    if before is None:
        is_starting = event.item == starting_item_id(event.seat)
        is_eternal = is_starting or item.eternal
        s = add_item(s, event.seat, replace(item, id=event.item, eternal=is_eternal))
        s = gain(s, "FS-22", event.seat, "treasures", -1) if is_eternal and not is_starting else s
    else:
        stays = ("id", "ready", "eternal", "does", "did", "used", "spent", "counters", "is_entering")
        said = ("does", "did") if event.does else ()
        marks = {f.name: getattr(item, f.name) for f in fields(item) if f.name not in stays or f.name in said}
        s = set_owned(s, event.item, **marks)
    return note(s, "FS-11", Text("{who} has {item}", who=s.seats[event.seat], item=owned_name(item)))


def _named_item(event: Named) -> Owned:
    """Build the item from its card if the event has only a name (or Guppy), else from its marks."""
    card = find_item(event.name)
    plain = replace(Named(event.seat, event.item, event.name), guppy=event.guppy)
    if card and event == plain:
        return replace(card.owned, guppy=event.guppy)
    is_used = event.use != "passive"
    return Owned(
        0,
        event.name,
        does=event.does if is_used else (),
        did=() if is_used else event.does,
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


def unname_item(s: FourSouls, event: Unnamed) -> FourSouls:
    """Drop an item's name; it is only counted again."""
    found = s.find_owned_item(event.item)
    return forget_item(s, found[0], event.item) if found else s
