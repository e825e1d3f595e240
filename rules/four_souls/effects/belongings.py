"""Effects on items, souls, curses, hands and ¢ of players."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Choice, Displayable, Prompt, Template, Text, asks, at, carries, note, then
from rules.engine.changes import seat_change
from rules.four_souls.board.item_gain import deactivate_item, gain_treasure, gain_trinket, put_counters
from rules.four_souls.board.item_loss import become_soul, destroy, give, lose_item, steal
from rules.four_souls.board.shop_changes import let_take
from rules.four_souls.board.souls import lose_soul
from rules.four_souls.model.effect import (
    CURSES_A_SEAT,
    Effect,
    EffectAction,
    EffectKind,
    EffectTargets,
    EffectTemplate,
    Target,
)
from rules.four_souls.model.events import Accepted, Aimed
from rules.four_souls.model.item import Owned
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import DiscardPile, FourSouls, SoulCard, set_player
from rules.four_souls.triggers.replaced import lose, receive
from rules.four_souls.triggers.trigger import fire_gain
from rules.four_souls.vocabulary.card_names import display_name, target_name
from rules.four_souls.vocabulary.card_text import known_card_text
from rules.four_souls.vocabulary.state_changes import (
    NUMBER_NAMES,
    gain,
    gain_soul,
    has_losable_unnamed,
    losable_items,
    losable_souls,
)
from rules.four_souls.vocabulary.target_choice import expand_target

BELONGINGS = Text("Items, souls, curses")
SIGNED = (-99, 99)

# --- items -------------------------------------------------------------------------------------------------------


def _items_of_others(s: FourSouls, seat: int) -> Iterator[Target]:
    others = (k for k in range(len(s.players)) if k != seat)
    return (Target("owned", o.id) for k in others for o in losable_items(s, k))


def _has_item_to_lose(s: FourSouls, chooser: int, seat: int) -> bool:
    return bool(losable_items(s, seat)) or has_losable_unnamed(s, seat)


def _with_counters(items: tuple[Owned, ...], effect: Effect) -> tuple[Owned, ...]:
    """Return the items whose counters the effect changes: never those of an eternal one."""
    return tuple(o for o in items if not o.eternal and (o.counters or effect.amount > 0))


@carries("FS-11")
def _give(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    (receiver,) = expand_target(s, item.seat, item.effects[0].to)
    return give(s, target, receiver.id)


def _gift_text(s: FourSouls, effect: Effect, on: Displayable) -> Text | None:
    if effect.to.kind != "seat":
        return None
    return Text("gives {what} to {who}", what=on, who=s.seats[effect.to.id])


def _trade_in(*, is_optional: bool) -> EffectAction:
    """Destroy an item; whoever had it takes a treasure of the shop, or may take one."""

    def trade(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
        seat, before = _item_count(s, target)
        s = destroy(s, target)
        is_gone = seat >= 0 and s.players[seat].treasures < before
        return let_take(s, seat, is_optional=is_optional) if is_gone else s

    return trade


def _item_count(s: FourSouls, target: Target) -> tuple[int, int]:
    """Return whose item it is, −1 if it has gone, and how many they have."""
    found = s.find_owned_item(target.id) if target.kind == "owned" else None
    seat = target.id if target.kind == "seat" else found[0] if found else -1
    return seat, s.players[seat].treasures if seat >= 0 else 0


@carries("FS-22")
def reroll_item(s: FourSouls, target: Target) -> FourSouls:
    """Destroy an item; whoever had it gains the top treasure of the deck."""
    seat, before = _item_count(s, target)
    s = destroy(s, target)
    if seat < 0 or s.players[seat].treasures == before:
        return s
    return fire_gain(gain_treasure(s, "FS-34", seat, 1), seat, "treasures", 1)


def _reroll_items(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Reroll every item of a player that is not eternal, those without a name too."""
    unnamed = s.players[target.id].unnamed_item_count
    for owned in losable_items(s, target.id):
        s = reroll_item(s, Target("owned", owned.id))
    for _ in range(unnamed):
        s = reroll_item(s, target)
    return s


def reroll_prompt(s: FourSouls, seat: int, nameless: int) -> Prompt:
    """Ask which item is replaced next, until no more are; those that came new are not."""
    named = (Target("owned", o.id) for o in losable_items(s, seat))
    choices = [Choice(Text("{item}", item=target_name(s, one)), Template(Aimed(one)), seat=seat) for one in named]
    if nameless:
        unnamed = Template(Aimed(Target("seat", seat)))
        choices.append(Choice(Text("An item without a name"), unnamed, role="option", seat=seat))
    done = Choice(Text("No more"), Template(Aimed(Target())), role="default", seat=seat)
    title = Text("Which item is replaced by the top of the treasure deck?")
    return Prompt((seat,), title, "FS-34", (*choices, done), phase=Text("Effect"))


@asks("FS-22", "FS-34", prompt=reroll_prompt)
def reroll_some(s: FourSouls, event: Aimed, seat: int, nameless: int) -> FourSouls:
    """Replace the item and ask for the next one."""
    if event.target == Target():
        return s
    left = nameless - (event.target.kind == "seat")
    return then(reroll_item(s, event.target), at(reroll_some, seat, left))


ITEMS: dict[str, EffectKind] = {
    "destroy": EffectKind(
        lambda on, n, by: Text("destroys {what}", what=on),
        lambda s, item, target, by: destroy(s, target),
        EffectTemplate(Text("destroy"), lambda t: t.losable, group=BELONGINGS),
        EffectTargets(is_loss=True),
    ),
    "steal": EffectKind(
        lambda on, n, by: Text("steals {what}", what=on),
        lambda s, item, target, by: steal(s, target, item.seat),
        EffectTemplate(Text("steal"), lambda t: t.losable, group=BELONGINGS),
        EffectTargets(  # of the players one of the items without a name
            lambda s, chooser, seat: seat != chooser and has_losable_unnamed(s, seat), _items_of_others, is_loss=True
        ),
    ),
    "deactivate": EffectKind(
        lambda on, n, by: Text("turns {what} sideways", what=on),
        lambda s, item, target, by: deactivate_item(s, target),
        EffectTemplate(Text("turn sideways"), lambda t: t.items, group=BELONGINGS),
    ),
    "trinket": EffectKind(
        lambda on, n, by: Text("{who} keeps it as an item", who=on),
        lambda s, item, target, by: gain_trinket(s, target.id, item.name),
        EffectTemplate(Text("becomes an item"), lambda t: t.seats, group=BELONGINGS),
        keeps_card=True,
    ),
    "counter": EffectKind(
        lambda on, n, by: Text("{what}: {by} counter", "{what}: {by} counters", what=on, by=by, n=abs(n)),
        lambda s, item, target, by: put_counters(s, target, by),
        EffectTemplate(Text("counters"), lambda t: t.items, (-9, 9), BELONGINGS),
        EffectTargets(fitting=_with_counters),
        brief=lambda n, by: Text("{by} counter", "{by} counters", by=by, n=abs(n)),
        counted=Text("counters"),
        is_never_negative=True,
    ),
    "become_soul": EffectKind(
        lambda on, n, by: Text("{what} becomes a soul", what=on),
        lambda s, item, target, by: become_soul(s, target),
        EffectTemplate(Text("becomes a soul"), lambda t: t.items, group=BELONGINGS),
    ),
    "give": EffectKind(  # to its receiver
        lambda on, n, by: Text("gives {what} away", what=on),
        _give,
        targets=EffectTargets(is_loss=True),
        text_in_state=_gift_text,
    ),
    "lose_item": EffectKind(  # its owner chooses it
        lambda on, n, by: Text("{who} destroys an item of theirs", who=on),
        lambda s, item, target, by: lose_item(s, "FS-34", target.id, -1),
        targets=EffectTargets(_has_item_to_lose),
        forms={("destroy", "their_item", ""): Effect("lose_item", Target("random_player"))},
    ),
    "reroll_item": EffectKind(
        lambda on, n, by: Text("the top treasure in place of {item}", item=on),
        lambda s, item, target, by: reroll_item(s, target),
        targets=EffectTargets(is_loss=True),
    ),
    "reroll_items": EffectKind(lambda on, n, by: Text("{who}: a new treasure for each item", who=on), _reroll_items),
    "reroll_some": EffectKind(  # which of them is said as it happens
        lambda on, n, by: Text("{who}: a new treasure for each item that is chosen", who=on),
        lambda s, item, target, by: then(s, at(reroll_some, target.id, s.players[target.id].unnamed_item_count)),
    ),
    "trade_in": EffectKind(
        lambda on, n, by: Text("a treasure of the shop in place of {item}", item=on),
        _trade_in(is_optional=False),
        targets=EffectTargets(is_loss=True),
    ),
    "offer_trade": EffectKind(
        lambda on, n, by: Text("destroys {item}, and whoever had it may take a treasure of the shop", item=on),
        _trade_in(is_optional=True),
        targets=EffectTargets(is_loss=True),
    ),
}

# --- souls and curses ----------------------------------------------------------------------------------------------


def _soul(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    if by > 0:
        pile: DiscardPile = "loot" if item.kind == "loot" else "monsters" if item.kind == "non_monster" else ""
        return gain_soul(s, "FS-107", target.id, SoulCard(item.name, by, pile))
    return lose_soul(s, target.id, -1, -by)


@carries("FS-21")
def curse(s: FourSouls, seat: int, name: str) -> FourSouls:
    """Put a curse by a character until that player dies; the active player chose whom."""
    s = set_player(s, seat, curses=(*s.players[seat].curses, name))
    who, title, does = s.seats[seat], display_name(name), known_card_text(name)
    text = Text("{who} is cursed: {name}", who=who, name=title) if name else Text("{who} is cursed", who=who)
    if does:
        text = Text("{who}: {curse} ({does})", who=who, curse=title, does=does)
    curse_name = title or Text("the curse")
    task = Text("put {card} beside your character", card=curse_name)
    return note(s, "FS-21", text, seat=seat, subject=curse_name, task=task)


@carries("FS-21")
def _destroy_curse(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    seat, place = divmod(target.id, CURSES_A_SEAT)
    name, curses = target_name(s, target), s.players[seat].curses
    s = set_player(s, seat, curses=(*curses[:place], *curses[place + 1 :]))
    text, task = Text("{curse} is discarded", curse=name), Text("discard the curse")
    return note(s, "FS-21", text, seat=seat, subject=name, task=task)


SOULS: dict[str, EffectKind] = {
    "soul": EffectKind(
        lambda on, n, by: Text("{who} {by} soul", "{who} {by} souls", who=on, by=by, n=abs(n)),
        _soul,
        EffectTemplate(Text("soul"), lambda t: t.seats, SIGNED, BELONGINGS),
        EffectTargets(lambda s, chooser, seat: bool(losable_souls(s, seat))),
        counted=Text("souls"),
        number="soul_count",
        keeps_card=True,
        is_soul=True,
    ),
    "steal_soul": EffectKind(
        lambda on, n, by: Text("steals a soul of {who}", who=on),
        lambda s, item, target, by: lose_soul(s, target.id, item.seat, 1),
        EffectTemplate(Text("steal a soul"), lambda t: t.with_souls, group=BELONGINGS),
        EffectTargets(lambda s, chooser, seat: seat != chooser and bool(losable_souls(s, seat))),
        is_soul=True,
    ),
    "curse": EffectKind(
        lambda on, n, by: Text("curses {who}", who=on),
        lambda s, item, target, by: curse(s, target.id, item.name),
        EffectTemplate(Text("curse"), lambda t: t.seats, group=BELONGINGS),
        keeps_card=True,
    ),
    "destroy_curse": EffectKind(lambda on, n, by: Text("discards a curse: {curse}", curse=on), _destroy_curse),
}

# --- hands and ¢ ---------------------------------------------------------------------------------------------------


def _steal_loot(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    s, taken = lose(s, "FS-34", target.id, "loot", by)
    return gain(s, "FS-34", item.seat, "loot", taken)


def _steal_cents(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Take ¢ of a player, as many as that player has at most."""
    s, taken = lose(s, "FS-34", target.id, "cents", by)
    return gain(s, "FS-34", item.seat, "cents", taken)


def _redraw(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Make a player discard their hand and draw as many cards."""
    s, discarded = lose(s, "FS-34", target.id, "loot", s.players[target.id].loot)
    return receive(s, "FS-16", target.id, "loot", discarded, item.source)


def _share_cents(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    others = (k for k in s.seats_from(item.seat) if k != item.seat)
    return then(s, *(at(take_share, k, item.seat, by) for k in others))


def share_prompt(s: FourSouls, seat: int, giver: int, by: int) -> Prompt:
    """Ask a player to take ¢ from the supply, which bring the other one as many."""
    who, other = s.seats[seat], s.seats[giver]
    yes = Choice(Text("Accept"), Template(Accepted(True)), Text("{who} gets {n}¢", who=who, n=by), "default", seat)
    no = Choice(Text("Decline"), Template(Accepted(False)), Text("Nothing moves"), "option", seat)
    title = Text("Does {who} take {n}¢, which bring {other} {n}¢ too?", who=who, other=other, n=by)
    return Prompt((seat,), title, "FS-34", (yes, no), phase=Text("Effect"))


@asks("FS-34", prompt=share_prompt)
def take_share(s: FourSouls, event: Accepted, seat: int, giver: int, by: int) -> FourSouls:
    """Give both their ¢, if they are taken."""
    if not event.yes:
        return s
    return receive(receive(s, "FS-34", seat, "cents", by), "FS-34", giver, "cents", by)


@carries("FS-15")
def _to_hand(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    s = gain(s, "FS-15", target.id, "loot", by)
    what = display_name(item.name) or Text("the card")
    text = Text("{who} takes {card} in hand", who=s.seats[target.id], card=what)
    return note(s, "FS-34", text, seat=target.id, subject=what, task=Text("take {card} in hand", card=what))


@carries("FS-15")
def _pass_hands(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    text = Text("Each hand goes to the player on the left")
    s = note(s, "FS-34", text, task=Text("give your hand to the player on your left"))
    if not s.is_counted("loot"):
        return s
    hands = tuple(player.loot for player in s.players)
    for seat, before in enumerate(hands):
        after = hands[seat - 1]
        s = set_player(s, seat, loot=after)
        if after != before:
            change = seat_change(s, seat, "loot", NUMBER_NAMES["loot"], before, after)
            held = Text("{who} holds {n} loot card", "{who} holds {n} loot cards", who=s.seats[seat], n=after)
            s = note(s, "FS-15", held, change)
    return s


HANDS: dict[str, EffectKind] = {
    "steal_loot": EffectKind(
        lambda on, n, by: Text("takes {n} loot card of {who}", "takes {n} loot cards of {who}", n=n, who=on),
        _steal_loot,
        targets=EffectTargets(lambda s, chooser, seat: seat != chooser),
    ),
    "steal_cents": EffectKind(
        lambda on, n, by: Text("takes {n}¢ of {who}", n=n, who=on),
        _steal_cents,
        targets=EffectTargets(lambda s, chooser, seat: seat != chooser),
    ),
    "discard_hand": EffectKind(
        lambda on, n, by: Text("{who} discards their hand", who=on),
        lambda s, item, target, by: lose(s, "FS-34", target.id, "loot", s.players[target.id].loot)[0],
    ),
    "redraw": EffectKind(lambda on, n, by: Text("{who} discards their hand and loots as many cards", who=on), _redraw),
    "share_cents": EffectKind(
        lambda on, n, by: Text("each other player may gain {n}¢, which bring {n}¢", n=n), _share_cents
    ),
    "cents_alike": EffectKind(  # without setting anything off
        lambda on, n, by: Text("{who} {by}¢", who=on, by=by),
        lambda s, item, target, by: gain(s, "FS-34", target.id, "cents", by),
        counted=Text("¢"),
    ),
    "to_hand": EffectKind(  # without being loot
        lambda on, n, by: Text("{who} takes it in hand", who=on), _to_hand, keeps_card=True
    ),
    "pass_hands": EffectKind(lambda on, n, by: Text("each hand goes to the left"), _pass_hands),
}

KINDS = {**ITEMS, **SOULS, **HANDS}
