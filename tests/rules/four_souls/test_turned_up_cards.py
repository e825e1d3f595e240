"""FS-20, FS-21, FS-104: events, curses and rooms of the lists, as they are turned up.

The lists lie beside the repository; a second reading of their column ``roll`` says what an event must change.
"""

import csv
import re
from collections import Counter
from typing import Any

import pytest

from rules.engine import Name, TextLine, prompt
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Aimed, Placed, ReadOff, Revealed, RoomLeft, Told
from rules.four_souls.model.item_catalogue import ItemCard, item_cards
from rules.four_souls.model.state import SoulCard, set_player
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table
from tests.support.games.table import english
from tests.support.paths import SHARED

rule = pytest.mark.rule
SETS = {"base V2": "b2", "Gold Box V2": "g2", "Four Souls+ V2": "fsp2", "Requiem": "r"}
EVERY_SET: dict[str, str] = {"cards__g2": "on", "cards__fsp2": "on", "cards__r": "on"}
COUNTED = ("cents", "loot", "treasures", "life")


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a list; none where the lists do not lie beside the repository."""
    path = SHARED / "rulebook" / "cards" / name
    return list(csv.DictReader(path.open(encoding="utf-8"), delimiter=";")) if path.exists() else []


def cards(kind: str) -> list[ItemCard]:
    return [card for card in item_cards().values() if card.kind == kind]


EVENTS = list(zip(rows("fs_events.csv"), cards("event"), strict=False))
CURSES = list(zip(rows("fs_curses.csv")[1:], cards("curse"), strict=False))
"""The first row of curses is the rule for all of them."""
ROOMS = list(zip(rows("fs_rooms.csv"), cards("room"), strict=False))


@pytest.mark.parametrize(("row", "card"), [*EVENTS, *CURSES, *ROOMS], ids=lambda one: getattr(one, "id", ""))
def test_each_row_of_the_lists_is_a_card(row: dict[str, str], card: ItemCard) -> None:
    """Name and set are those of the list, both languages say what it does, and low certainty asks to check the card."""
    assert card.name.en.startswith(row["name"].rstrip("!"))
    assert card.set_key == SETS[row["set"]]
    assert card.text is not None
    assert card.name.es
    assert card.is_sure is (row["sure"] == "high")
    assert ("Check the card" in card.text.en, "Comprueba la carta" in card.text.es) == (not card.is_sure,) * 2


def test_no_row_is_missing() -> None:
    """35 events, 13 curses and 61 rooms."""
    if EVENTS:
        assert [len(rows("fs_events.csv")), len(rows("fs_curses.csv")) - 1, len(rows("fs_rooms.csv"))] == [35, 13, 61]
    assert [len(cards(kind)) for kind in ("event", "curse", "room")] == [35, 13, 61]


# --- events ------------------------------------------------------------------------------------------------------


def revealing(**rulings: Any) -> FourSoulsTable:
    """A monster slot is to be refilled; Ana, whose turn it is, has much of everything."""
    t = table("Ana", "Beto", "Cira", **{**EVERY_SET, **rulings})
    for name in t.s.seats:
        for what, value in (("life", 9), ("cents", 10), ("loot", 5), ("treasures", 3)):
            t.by_hand(name, what, value - getattr(t.player(name), what))
    t.s = set_player(t.s, 0, full=9)
    t.triggers("Ana", t.to("fly", "kill")).passes_until("reveal")
    return t


def settled(t: FourSoulsTable, face: int = 1) -> FourSoulsTable:
    """Resolve what is on the stack; dice show that number, what is asked is answered with the first choice."""
    while not (t.step == "priority" and not t.s.stack.items):
        asked = t.asked
        if t.step == "reveal":
            t.turns_up("dip")
        elif t.asked.dice is not None:
            t.rolls(face)
        elif t.step in ("aim", "choose_way", "tell", "part"):
            t.do(next(choice.event for choice in asked.choices if not choice.template.holes))
        else:
            t.nobody()
    return t


def numbers(t: FourSoulsTable) -> Counter[str]:
    return Counter({what: getattr(t.player("Ana"), what) for what in COUNTED})


def listed_changes(text: str) -> Counter[str]:
    """What the list says for one number of the die, in the numbers of Ana."""
    found: Counter[str] = Counter()
    for sign, number in re.findall(r"([+-])(\d+)¢", text):
        found["cents"] += int(sign + number)
    for pattern, what, factor in (
        (r"\bL(\d)", "loot", 1),
        (r"\bT(\d)", "treasures", 1),
        (r"take (\d)", "life", -1),
        (r"discard (\d) loot", "loot", -1),
        (r"AP takes (\d)", "life", -1),
    ):
        found[what] += factor * sum(map(int, re.findall(pattern, text)))
    if "search a Guppy" in text:
        found["treasures"] += 1
    return Counter({what: n for what, n in found.items() if n})


BY_DIE = [
    (row, card, int(face))
    for row, card in EVENTS
    if re.match(r"\d", row["roll"]) and not card.lacks and not re.search("target|steal", row["roll"])
    for face in "123456"
]


@rule("FS-20")
@pytest.mark.parametrize(("row", "card", "face"), BY_DIE, ids=[f"{card.id}-{face}" for _, card, face in BY_DIE])
def test_an_event_with_a_die_does_what_the_list_says(row: dict[str, str], card: ItemCard, face: int) -> None:
    """Turned up by its name, it rolls, and the number changes what the list says and nothing else."""
    said = next(
        part.partition(" ")[2]
        for part in row["roll"].split("|")
        for first, _, last in [part.partition(" ")[0].partition("-")]
        if int(first) <= face <= int(last or first)
    )
    t = revealing()
    before = numbers(t)
    settled(t.turns_up_other(name=card.id), face)
    after = numbers(t)
    after.subtract(before)
    changed = Counter({what: n for what, n in after.items() if n})
    assert changed == listed_changes(said), (card.id, face, said)


@rule("FS-20")
@pytest.mark.parametrize(
    ("card", "sees"),
    [
        ("troll-bombs", {"life": -2}),
        ("mega-troll-bomb", {"life": -2}),
        ("i-can-see-forever", {"loot": 1}),
        ("head-trauma", {"loot": -2}),
        ("double-treasure", {"treasures": 1}),
    ],
)
def test_an_event_without_a_die(card: str, sees: dict[str, int]) -> None:
    """Damage, loot and treasure without a die."""
    t = revealing()
    before = numbers(t)
    settled(t.turns_up_other(name=card))
    after = numbers(t)
    after.subtract(before)
    assert {what: n for what, n in after.items() if n} == sees


@rule("FS-20", "FS-98")
def test_events_that_add_slots_and_attacks() -> None:
    """Shop Upgrade!: two more shop slots and an attack; XL Floor!: one more monster slot and an attack."""
    t = settled(revealing().turns_up_other(name="shop-upgrade"))
    assert (len(t.s.shop), t.s.attacks) == (4, 2)
    t = settled(revealing().turns_up_other(name="xl-floor"))
    assert (len(t.s.slots), t.s.attacks) == (3, 2)


@rule("FS-20", "FS-26")
def test_devil_deal_asks_which() -> None:
    """Devil Deal: leave it, 2 loot for 1 damage, or a Guppy item for 2 damage."""
    t = revealing().turns_up_other(name="devil-deal")
    assert (t.step, len(t.asked.choices)) == ("choose_way", 3)
    before = numbers(t)
    t.do([c.event for c in t.asked.choices if isinstance(c.event, Told)][1])
    settled(t)
    after = numbers(t)
    after.subtract(before)
    assert {what: n for what, n in after.items() if n} == {"loot": 2, "life": -1}


@rule("FS-20")
@pytest.mark.parametrize("card", [card for card in cards("event") if card.lacks], ids=lambda card: card.id)
def test_an_event_that_the_rules_cannot_read_says_what_it_does(card: ItemCard) -> None:
    """The question shows what it does, and takes what the table says of it."""
    t = revealing().turns_up_other(name=card.id)
    assert t.step == "choose_way"
    stake = t.asked.stake
    assert stake is not None
    assert dict(stake.args)["effect"] == card.text
    t.tells(t.to("Ana", "cents", 1))
    before = t.player("Ana").cents
    settled(t)
    assert t.player("Ana").cents == before + 1


def suggested(t: FourSoulsTable) -> tuple[str, ...]:
    """The names that the question for the turned up card offers."""
    asked = prompt(t.s)
    assert asked is not None
    holes = (hole for choice in asked.choices for hole in choice.template.holes if isinstance(hole, TextLine))
    return next(holes).suggestions


@rule("FS-20", "FS-02")
def test_only_events_and_curses_of_the_sets_on_the_table_are_offered() -> None:
    """Ambush! and Curse of Pain are of the base game; Boss Rush! comes with Four Souls+, Pitfall! with Requiem."""
    off = dict.fromkeys(EVERY_SET, "off")
    base = suggested(revealing(**off))
    assert {"Ambush!", "Curse of Pain", "Maldición del dolor"} <= set(base)
    assert not {"Boss Rush!", "Pitfall!"} & set(base)
    assert "Boss Rush!" in suggested(revealing(**{**off, "cards__fsp2": "on"}))
    assert "Pitfall!" in suggested(revealing(**{**off, "cards__r": "on"}))


# --- curses ------------------------------------------------------------------------------------------------------


@rule("FS-21")
@pytest.mark.parametrize("card", cards("curse"), ids=lambda card: card.id)
def test_a_curse_asks_who_bears_it_and_lies_there_until_that_player_dies(card: ItemCard) -> None:
    """FS L75, L215: the active player chooses; it lies by that character, and is discarded as that player dies."""
    t = revealing().turns_up_other(name=card.id)
    assert (t.step, t.asked.seats) == ("aim", (0,))
    settled(t.do(Aimed(Target("seat", 1))))
    assert (t.player("Beto").curses, t.player("Ana").curses) == ((card.id,), ())
    settled(t.triggers("Ana", t.to("Beto", "kill")))
    assert t.player("Beto").curses == ()


# --- rooms -------------------------------------------------------------------------------------------------------


@rule("FS-104", "FS-105")
@pytest.mark.parametrize("card", cards("room"), ids=lambda card: card.id)
def test_a_room_says_what_it_does(card: ItemCard) -> None:
    """Turned up by its name in either language, it is noted with what it does, and its use says it too."""
    for name in (card.name.en, card.name.es):
        t = FourSoulsTable("Ana", "Beto", rooms="on", cards__r="on")
        assert {card.name.en, card.name.es} <= set(suggested(t))
        t.turns_up_room(name)
        assert any(dict(note.text.args).get("effect") == card.text for note in t.notes)
        while t.step == "read_off":
            t.do(t.asked.choices[0].event)
        t.chooses(Ana="isaac", Beto="maggy").saddest("Ana").turns_up("fly").turns_up("clotty")
        if t.s.forced or t.step != "priority":  # first an attack that must be made, or what the turn starts with
            continue
        uses = [c for c in t.asked.choices if getattr(c.event, "kind", "") == "room" and not c.event.cost]
        assert [dict(c.consequence.args)["effect"] for c in uses if c.consequence] == [card.text]
        assert [dict(c.label.args)["room"] for c in uses] == [Name(card.name.es, card.name.en)]


# --- cards that act where they lie -------------------------------------------------------------------------------


def cursed(curse: str, **rulings: Any) -> FourSoulsTable:
    """Ana's first action phase with plenty of everything; Beto bears that curse."""
    t = table("Ana", "Beto", monsters=("fatty", "clotty"), **{**EVERY_SET, **rulings})
    for name in t.s.seats:
        for what, value in (("cents", 10), ("loot", 5)):
            t.by_hand(name, what, value - getattr(t.player(name), what))
    t.s = set_player(t.s, 1, curses=(curse,))
    return t


def on_to(t: FourSoulsTable, name: str) -> FourSoulsTable:
    """Play on to that player's action phase, with nobody doing anything."""
    while t.s.seats[t.s.active] != name or t.s.phase != "action" or t.s.stack.items:
        t.nobody()
    return t


@rule("FS-21", "FS-42")
def test_curse_of_pain_hurts_as_the_turn_begins() -> None:
    """Curse of Pain: 1 damage at the start of its bearer's turn, and of nobody else's."""
    t = on_to(cursed("curse-of-pain"), "Beto")
    assert (t.player("Ana").life, t.player("Beto").life) == (2, 1)


@rule("FS-21", "FS-48")
@pytest.mark.parametrize(("curse", "cents", "loot"), [("curse-of-greed", -4, 1), ("curse-of-amnesia", 0, -1)])
def test_a_curse_takes_at_the_end_of_the_turn(curse: str, cents: int, loot: int) -> None:
    """Greed: −4¢; Amnesia: 2 loot cards fewer, after the one that the turn brought."""
    t = on_to(on_to(cursed(curse), "Beto"), "Ana")
    assert (t.player("Beto").cents, t.player("Beto").loot) == (10 + cents, 5 + loot)


@rule("FS-21", "FS-83")
def test_curse_of_loss_takes_a_soul_of_the_dead() -> None:
    """Curse of Loss: as its bearer dies a soul is destroyed; the curse itself is discarded."""
    t = cursed("curse-of-loss")
    t.s = set_player(t.s, 1, souls=(SoulCard("one"), SoulCard("two")))
    t.triggers("Ana", t.to("Beto", "kill"))
    while t.stack or t.step != "priority":
        t.nobody() if t.step == "priority" else t.do(t.asked.choices[0].event)
    assert (t.player("Beto").soul_count, t.player("Beto").curses) == (1, ())


@rule("FS-21", "FS-71")
@pytest.mark.parametrize(("curse", "evasion", "attack"), [("curse-of-the-blind", 3, 1), ("curse-of-the-hunted", 2, 2)])
def test_a_curse_raises_monsters_in_the_turn_of_its_bearer(curse: str, evasion: int, attack: int) -> None:
    """Fatty (evasion 2, attack 1) has 1 more in Beto's turn alone."""
    t = cursed(curse)
    assert (t.s.evasion_of(t.monster("fatty")), t.monster("fatty").attack) == (2, 1)
    on_to(t, "Beto")
    assert (t.s.evasion_of(t.monster("fatty")), t.monster("fatty").attack) == (evasion, attack)
    on_to(t, "Ana")
    assert (t.s.evasion_of(t.monster("fatty")), t.monster("fatty").attack) == (2, 1)


@rule("FS-105", "FS-42", "FS-48")
@pytest.mark.parametrize(
    ("room", "begins", "ends"), [("Blessing Of Greed", 3, 0), ("Bum-Bo Is Loose!", 0, -2), ("Restock Machine", 0, 0)]
)
def test_a_room_acts_on_whoever_has_the_turn(room: str, begins: int, ends: int) -> None:
    """Blessing of Greed: +3¢ as each turn begins; Bum-Bo Is Loose!: −2¢ as it ends; a told room does nothing itself."""
    t = FourSoulsTable("Ana", "Beto", rooms="on", cards__r="on").turns_up_room(room)
    t.chooses(Ana="isaac", Beto="maggy").saddest("Ana").turns_up("fatty").turns_up("clotty")
    on_to(t, "Ana")
    assert t.player("Ana").cents == 3 + begins
    on_to(t, "Beto")
    assert (t.player("Ana").cents, t.player("Beto").cents) == (max(0, 3 + begins + ends), 3 + begins)


@rule("FS-105", "FS-71")
@pytest.mark.parametrize(("room", "evasion", "attack"), [("Black Champions", 2, 2), ("White Champions", 3, 1)])
def test_a_room_raises_monsters_until_it_goes(room: str, evasion: int, attack: int) -> None:
    """Black Champions: +1 attack for monsters, White Champions: +1 evasion, in every turn until the room goes."""
    t = FourSoulsTable("Ana", "Beto", rooms="on", cards__r="on").turns_up_room(room)
    t.chooses(Ana="isaac", Beto="maggy").saddest("Ana").turns_up("fatty").turns_up("clotty")
    for name in ("Ana", "Beto"):
        on_to(t, name)
        assert (t.s.evasion_of(t.monster("fatty")), t.monster("fatty").attack) == (evasion, attack)
    t.do(RoomLeft(0)).passes_until("reveal_room")
    t.turns_up_room("Beggar")
    assert (t.s.evasion_of(t.monster("fatty")), t.monster("fatty").attack) == (2, 1)


@rule("FS-105", "FS-14")
def test_floor_spikes_hurt_whoever_rolls_a_one() -> None:
    """Floor Spikes: Beto, who rolls a 1 in Ana's turn, takes 1 damage, and Ana none."""
    t = FourSoulsTable("Ana", "Beto", rooms="on", cards__r="on").turns_up_room("Floor Spikes")
    t.chooses(Ana="isaac", Beto="maggy").saddest("Ana").turns_up("fatty").turns_up("clotty")
    on_to(t, "Ana").triggers("Beto", t.plain("roll")).nobody().rolls(1)
    while t.stack or t.step != "priority":
        t.nobody() if t.step == "priority" else t.tells()
    assert (t.player("Ana").life, t.player("Beto").life) == (2, 1)


@rule("FS-105", "FS-43")
def test_blessing_of_gluttony_brings_one_more_card() -> None:
    """Blessing Of Gluttony: whoever has the turn draws 2 loot cards in the loot step."""
    t = FourSoulsTable("Ana", "Beto", rooms="on", cards__r="on").turns_up_room("Blessing Of Gluttony")
    t.chooses(Ana="isaac", Beto="maggy").saddest("Ana").turns_up("fatty").turns_up("clotty")
    assert on_to(t, "Ana").player("Ana").loot == 5


# --- curses that count, recharge and turn sideways ---------------------------------------------------------------


@rule("FS-21", "FS-41")
def test_curse_of_fatigue_recharges_one_item_of_the_bearers_choice() -> None:
    """Beto's turn starts with two items sideways: his character and the one item that he chooses are upright."""
    t = cursed("curse-of-fatigue").names("Beto", "mr-boom").names("Beto", "jawbone")
    t.s = set_player(t.s, 1, ready=False)
    for item in ("mr-boom", "jawbone"):
        t.triggers("Ana", Effect("deactivate", Target("owned", t.item("Beto", item).id))).nobody()
    t.nobody()
    assert (t.step, t.asked.seats) == ("recharge_chosen", (1,))
    chosen = Target("owned", t.item("Beto", "jawbone").id)
    assert {choice.event.target for choice in t.asked.choices if isinstance(choice.event, Aimed)} == {
        chosen,
        Target("owned", t.item("Beto", "mr-boom").id),
        Target(),
    }
    on_to(t.do(Aimed(chosen)), "Beto")
    assert (t.item("Beto", "jawbone").ready, t.item("Beto", "mr-boom").ready, t.player("Beto").ready) == (
        True,
        False,
        True,
    )


@rule("FS-21", "FS-41")
def test_curse_of_fatigue_asks_nothing_with_one_item_sideways() -> None:
    """One named item sideways and none without a name: it is the one."""
    t = cursed("curse-of-fatigue")
    t.triggers("Ana", Effect("deactivate", Target("owned", t.player("Beto").items[0].id))).nobody()
    on_to(t, "Beto")
    assert t.player("Beto").items[0].ready


@rule("FS-21", "FS-48")
@pytest.mark.parametrize(("held", "left"), [(5, 2), (2, 2), (1, 1)])
def test_curse_of_tiny_hands_leaves_two_cards(held: int, left: int) -> None:
    """At the end of Beto's turn he discards down to 2; with fewer he keeps them and gains none."""
    t = on_to(cursed("curse-of-tiny-hands"), "Beto")
    t.by_hand("Beto", "loot", held - t.player("Beto").loot)
    assert on_to(t, "Ana").player("Beto").loot == left


@rule("FS-21", "FS-103")
def test_curse_of_tiny_hands_counts_the_cards_as_it_resolves() -> None:
    """Beto answers it by playing his cards: with one left he neither discards nor gains any."""
    t = on_to(cursed("curse-of-tiny-hands", stop__trigger="on"), "Beto")
    t.by_hand("Beto", "loot", 3 - t.player("Beto").loot).nobody()
    assert t.stack == ["triggered"]
    t.by_hand("Beto", "loot", -2)
    assert on_to(t, "Ana").player("Beto").loot == 1


@rule("FS-21", "FS-48")
def test_curse_of_impulse_turns_all_items_and_the_character_sideways() -> None:
    """As Beto's turn ends his eternal item, another one and his character lie sideways; Ana's stay upright."""
    t = on_to(on_to(cursed("curse-of-impulse").names("Beto", "mr-boom"), "Beto"), "Ana")
    assert not t.item("Beto", "mr-boom").ready
    assert not t.player("Beto").ready
    assert t.player("Ana").items[0].ready


@rule("FS-21", "FS-48")
@pytest.mark.parametrize(("souls", "left"), [(0, (5, 10)), (2, (3, 8)), (3, (2, 7))])
def test_curse_of_the_hollow_takes_a_card_and_a_cent_for_each_soul(souls: int, left: tuple[int, int]) -> None:
    """As many loot cards and ¢ as Beto has souls, as his turn ends."""
    t = on_to(cursed("curse-of-the-hollow"), "Beto")
    t.s = set_player(t.s, 1, souls=tuple(SoulCard(str(k)) for k in range(souls)))
    t.by_hand("Beto", "loot", 5 - t.player("Beto").loot)
    on_to(t, "Ana")
    assert (t.player("Beto").loot, t.player("Beto").cents) == left


# --- events that bring bosses, replace items, kill ----------------------------------------------------------------


@rule("FS-20", "FS-77", "FS-95")
def test_boss_rush_brings_two_bosses_of_which_one_must_be_attacked() -> None:
    """Boss Rush!: two bosses come into slots that are not attacked, another than the first; one must be attacked."""
    t = revealing().turns_up_other(name="boss-rush").passes_until("bring_boss")
    slots = [choice.event.slot for choice in t.asked.choices if isinstance(choice.event, Revealed)]
    assert slots == [0, 1]
    t.do(Revealed(0, (monsters()["gurdy"],)))
    assert t.step == "bring_boss"
    assert [choice.event.slot for choice in t.asked.choices if isinstance(choice.event, Revealed)] == [1]
    t.do(Revealed(1, (monsters()["monstro"],)))
    assert t.step == "force_one"
    assert "discard the other cards that were turned up" in [english(note.task) for note in t.notes if note.task]
    t.do(Aimed(Target("monster", t.monster("monstro").id)))
    settled(t)
    assert (t.s.forced, t.s.forced_on) == (1, (Target("monster", t.monster("monstro").id),))
    assert {monster.card.id for monster in t.s.monsters} == {"gurdy", "monstro"}


@rule("FS-20", "FS-77")
def test_boss_rush_with_one_boss_left_in_the_deck() -> None:
    """Only one boss was found: it must be attacked without a question; the slot of the event is filled."""
    t = revealing().turns_up_other(name="boss-rush").passes_until("bring_boss")
    t.do(Revealed(1, (monsters()["gurdy"],)))
    t.do(Placed(-1))
    assert t.s.forced_on == (Target("monster", t.monster("gurdy").id),)
    assert settled(t).there("dip")


@rule("FS-20", "FS-22")
def test_dressing_table_replaces_as_many_items_as_one_likes() -> None:
    """Dressing Table: the named item goes, then one without a name; the eternal one and what came new are not asked."""
    t = revealing().names("Ana", "mr-boom").turns_up_other(name="dressing-table").passes_until("reroll_some")
    had, mr_boom = t.player("Ana").treasures, Target("owned", t.item("Ana", "mr-boom").id)
    assert {choice.event.target for choice in t.asked.choices} == {mr_boom, Target("seat", 0), Target()}
    t.do(Aimed(mr_boom))
    assert not t.has("Ana", "mr-boom")
    for _ in range(had - 1):
        t.do(Aimed(Target("seat", 0)))
    assert {choice.event.target for choice in t.asked.choices} == {Target()}
    settled(t.do(Aimed(Target())))
    assert t.player("Ana").treasures == had


@rule("FS-20", "FS-26")
@pytest.mark.parametrize(("text", "dead"), [(1, {"Beto", "Cira"}), (2, {"Ana"})])
def test_mothers_shadow_asks_which_text_lies_there(text: int, dead: set[str]) -> None:
    """Mother's Shadow: the sources differ between souls and items; of those with the most, ties too, each dies."""
    t = revealing()
    for name, souls, items in (("Ana", 0, 5), ("Beto", 1, 4), ("Cira", 1, 3)):
        t.s = set_player(t.s, t.seat(name), souls=(SoulCard("one"),) * souls, treasures=items)
    t.turns_up_other(name="mothers-shadow").passes_until("read_off")
    assert len(t.asked.choices) == 2
    t.do(ReadOff(text))
    while all(t.player(name).life for name in t.s.seats):
        t.turns_up("dip") if t.step == "reveal" else t.nobody()
    assert {name for name in t.s.seats if not t.player(name).life} == dead
