"""FS-17, FS-26, FS-34: every loot card and treasure of the lists, by name, against the lists themselves.

The lists lie beside the repository; a second, small reading of their notation says what a card must change.
"""

import csv
import re
from collections import Counter

import pytest

from rules.card_grammar import parse_abilities
from rules.four_souls.model.events import Aimed, Played, Told
from rules.four_souls.model.item_abilities import UnknownWordError, compile_item
from rules.four_souls.model.item_catalogue import item_cards, names_of
from rules.four_souls.model.state import set_player
from rules.four_souls.vocabulary.card_sets import loot_names, treasure_names
from rules.four_souls.vocabulary.card_text import card_text
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table
from tests.support.paths import SHARED

rule = pytest.mark.rule
LISTS = SHARED / "rulebook" / "cards"
COUNTED = {"cents": "cents", "loot": "loot", "treasure": "treasures", "soul": "souls"}
"""Verbs of the lists that change a number, and the number."""
SETS = {"b2": "base V2", "g2": "Gold Box V2", "r": "Requiem"}


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a list; none where the lists do not lie beside the repository."""
    path = LISTS / name
    return list(csv.DictReader(path.open(encoding="utf-8"), delimiter=";")) if path.exists() else []


LOOT, TREASURES = rows("fs_loot.csv"), rows("fs_treasure.csv")
BY_NAME = {card.name.en.casefold(): card for card in item_cards().values() if card.kind in ("loot", "treasure")}


# --- the second reading ------------------------------------------------------------------------------------------


def face_of(effect: str, face: int) -> str:
    """What the list says for that number of the die, or all of it where no die is rolled."""
    found = re.search(r"roll\{(.*)\}", effect)
    if not found:
        return effect
    for part in found[1].split(" / "):
        numbers, _, does = part.partition(">")
        first, _, last = numbers.partition("-")
        if int(first) <= face <= int(last or first):
            return does
    return ""


def changes(effect: str, face: int) -> Counter[tuple[str, str]]:
    """What a card changes in the numbers of Ana, who plays it, and Beto, at whom she aims."""
    found: Counter[tuple[str, str]] = Counter()
    first_way = face_of(effect, face).partition(" | ")[0]
    for verb, amount, whom in re.findall(r"(\w+):(-?\d+)@(\w+)", first_way):
        seats = {"me": ("Ana",), "everyone": ("Ana", "Beto")}.get(whom, ("Beto",))
        for who in seats:
            if verb in COUNTED:
                found[who, COUNTED[verb]] += int(amount)
            elif verb == "damage":
                found[who, "life"] -= int(amount)
            elif verb == "health":
                found[who, "life"] += int(amount)
            elif verb == "attack":
                found[who, "attack"] += int(amount)
            elif verb == "steal_loot":
                found[who, "loot"] -= int(amount)
                found["Ana", "loot"] += int(amount)
    return found


def numbers(t: FourSoulsTable) -> Counter[tuple[str, str]]:
    """The numbers of both players."""
    return Counter(
        {
            (who, what): getattr(t.player(who), "soul_count" if what == "souls" else what)
            for who in ("Ana", "Beto")
            for what in ("cents", "loot", "treasures", "souls", "life", "attack")
        }
    )


def rich_table() -> FourSoulsTable:
    """A table at which both players have cards, ¢, a soul for Beto and much life."""
    t = table()
    for who in ("Ana", "Beto"):
        for what, n in (("cents", 20), ("loot", 9)):
            t.by_hand(who, what, n - getattr(t.player(who), what))
        t.s = set_player(t.s, t.seat(who), life=9, full=9)
    return t


def settle(t: FourSoulsTable, face: int) -> FourSoulsTable:
    """Answer everything that a card asks: Beto is aimed at, the die shows the face, everybody passes."""
    for _ in range(40):
        if t.step in ("aim", "choose_way", "tell", "say"):
            offered = [c.event for c in t.asked.choices if not c.template.holes]
            at_beto = [event for event in offered if _is_aimed_at_beto(event)]
            t.do((at_beto or offered)[0])
        elif t.step in ("roll_die", "reroll"):
            t.rolls(face)
        elif t.stack:
            t.nobody()
        else:
            return t
    raise AssertionError(f"it does not end: {t.step}, {t.stack}")


def _is_aimed_at_beto(event: object) -> bool:
    targets = [event.target] if isinstance(event, Aimed) else [e.target for e in getattr(event, "effects", ())]
    return Target("seat", 1) in targets


# --- the lists ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", [*LOOT, *TREASURES], ids=lambda row: row["name"])
def test_every_card_of_the_lists_is_known(row: dict[str, str]) -> None:
    """Each card is in the catalogue with the set, the name and the marks of the list, and a text of what it does."""
    card = BY_NAME[row["name"].casefold()]
    assert (card.set_key, card.name.es.casefold()) == (row["set"], row["name_es"].lstrip("~").casefold())
    tags = row["tags"].split()
    assert (card.owned.guppy, card.is_for_three) == ("guppy" in tags, "3p" in tags)
    assert card.owned.eternal == (row.get("eternal") == "y" or "eternal" in tags)
    assert bool(card.lacks) == (row["fits"] in ("part", "none")) or card.id in CORRECTED or knows_more(row)
    does = card.does
    acts = any(map(any, (does.activations, does.triggered))) or does.payments or does.by_die or does.passive
    assert bool(card_text(card)) == bool(acts) or row["effect"].startswith("trinket:")


def knows_more(row: dict[str, str]) -> bool:
    """Whether all words that the list misses for the card have been learnt."""
    return set(row["needs"].replace(",", " ").split()) <= NEW_WORDS


CORRECTED = {
    "sticky-nickel", "pills-big", "dead-bird", "moms-razor", "tarot-cloth", "goat-head", "monstros-tooth",
    "monster-manual", "the-chest",
}  # fmt: skip
"""Cards of which the list says that the words of its time suffice and they do not, or the other way round."""
NEW_WORDS = {"always", "if", "moment:loot_step", "set_roll", "loot_play"}
"""Words that the list names as missing and that the rules have since learnt, as far as its cards need no other."""


def test_a_card_that_lacks_a_word_cannot_be_read_and_any_other_can() -> None:
    """The column ``lacks`` is true: what it marks is refused, so that it must go as soon as the word is known."""
    from rules.four_souls.model.catalogue import read_rows

    for file in ("loot.csv", "treasures.csv"):
        for row in read_rows(file):
            if row["lacks"]:
                with pytest.raises(UnknownWordError):
                    compile_item(parse_abilities(row["does"]))


def test_table_of_cards_by_set(capsys: pytest.CaptureFixture[str]) -> None:
    """Print how many cards of each set act by themselves or ask, and the names of those that the table tells."""
    with capsys.disabled():
        for kind, least in (("loot", 0.78), ("treasure", 0.35)):
            for key, title in SETS.items():
                cards = [card for card in item_cards().values() if (card.kind, card.set_key) == (kind, key)]
                told = [card.name.en for card in cards if card.lacks]
                print(f"\n  {title}, {kind}: {len(cards) - len(told)} of {len(cards)} act; told: {', '.join(told)}")
            base = [card for card in item_cards().values() if (card.kind, card.set_key) == (kind, "b2")]
            assert sum(not card.lacks for card in base) >= least * len(base)


@rule("FS-34")
@pytest.mark.parametrize(
    "row", [row for row in LOOT if not BY_NAME[row["name"].casefold()].lacks], ids=lambda r: r["name"]
)
def test_a_loot_card_does_what_the_list_says(row: dict[str, str]) -> None:
    """Played by its name alone, it changes the numbers that a second reading of the list says, for every face."""
    card = BY_NAME[row["name"].casefold()]
    if "cancel" in row["effect"] or "@roll" in row["effect"] or "most souls" in row["targets"]:
        pytest.skip("it needs something on the stack, or souls: see below")
    for face in range(1, 7) if "roll{" in row["effect"] else (1,):
        t = rich_table()
        before = numbers(t)
        t.plays("Ana", card=card.id)
        settle(t, face)
        after = numbers(t)
        after["Ana", "loot"] += 1  # the card itself
        after.subtract(before)
        expected = changes(row["effect"], face)
        if row["effect"].startswith("trinket:"):
            expected = Counter({("Ana", "treasures"): 1})
        elif "kill@" in row["effect"] or "@monsters" in face_of(row["effect"], face):
            continue  # deaths, with what they bring
        assert {k: n for k, n in after.items() if n} == {k: n for k, n in expected.items() if n}, f"{card.id}, {face}"


@rule("FS-34")
@pytest.mark.parametrize(
    "row",
    [
        row
        for row in TREASURES
        if not BY_NAME[row["name"].casefold()].lacks and re.match(r"(tap|pay \d+c) -> ", row["effect"])
    ],
    ids=lambda r: r["name"],
)
def test_a_treasure_does_what_the_list_says_as_it_is_used(row: dict[str, str]) -> None:
    """Turned sideways or paid, in its first way, it changes the numbers that a second reading of the list says."""
    card, effect = BY_NAME[row["name"].casefold()], row["effect"].partition(" && ")[0]
    if re.search(
        r"cancel|@roll|peek:\d+@(?!loot_deck)|destroy@item|leave|must_attack|steal@|recharge@|@monsters?\b", effect
    ):
        pytest.skip("it acts on other things than numbers")
    for face in range(1, 7) if "roll{" in effect else (1,):
        t = rich_table().names("Ana", card.id)
        price = re.match(r"pay (\d+)c", effect)
        uses = [c for c in t.asked.choices if isinstance(c.event, Played) and c.event.item and not c.template.holes]
        (use,) = [c for c in uses if c.event.item == t.item("Ana", card.id).id][:1] or [None]
        before = numbers(t)
        if use is None:  # nothing of it is counted
            t.uses("Ana", card.id)
        else:
            t.do(use.event)
        settle(t, face)
        after = numbers(t)
        after.subtract(before)
        expected = changes(effect, face)
        if price:
            expected["Ana", "cents"] -= int(price[1])
        if "destroy@this" in effect:
            expected["Ana", "treasures"] -= 1
        if card.id == "jawbone":  # the list says two changes, the card one theft
            expected = Counter({("Ana", "cents"): 3, ("Beto", "cents"): -3})
        if "soul:" in effect or "become_soul" in face_of(effect, face) or "kill@" in effect:
            continue
        assert {k: n for k, n in after.items() if n} == {k: n for k, n in expected.items() if n}, f"{card.id}, {face}"


# --- in play -----------------------------------------------------------------------------------------------------


@rule("FS-26")
def test_a_bomb_asks_for_its_target_and_hits_it() -> None:
    """Bomb! is a name and a target: a monster or a player takes 1 damage."""
    t = table().plays("Ana", card="bomb")
    assert (t.step, {c.event.target.kind for c in t.asked.choices}) == ("aim", {"seat", "monster"})
    t.do(Aimed(Target("monster", t.monster("fly").id))).nobody()
    assert not t.there("fly") or t.stack == ["monster_death"]


@rule("FS-26")
def test_a_card_without_any_target_does_nothing_and_says_so() -> None:
    """Butter Bean! cancels what lies on the stack: with nothing there it is played for nothing, which is noted."""
    t = table().plays("Ana", card="butter-bean")
    assert (t.stack, t.top.effects, "FS-26" in t.ruled) == (["loot"], (), True)
    t.nobody()
    assert (t.stack, t.player("Ana").loot) == ([], 3)


@rule("FS-100")
def test_butter_bean_cancels_a_loot_card_and_no_trigger() -> None:
    """Only effects of items and loot are offered to Butter Bean!, and one alone is taken without a question."""
    t = table().plays("Ana", card="a-nickel").plays("Beto", card="butter-bean")
    assert (t.step, t.top.effects[0].target.kind) == ("priority", "item")
    t.nobody()
    assert (t.stack, t.player("Ana").cents) == ([], 3)


@rule("FS-34")
def test_temperance_asks_which_way() -> None:
    """XIV. Temperance: 1 damage and 4¢, or 2 damage and 8¢, as its player says while it is played."""
    t = table().plays("Ana", card="xiv-temperance")
    assert (t.step, len(t.asked.choices)) == ("choose_way", 2)
    t.do([c.event for c in t.asked.choices if isinstance(c.event, Told)][1]).nobody()
    assert (t.player("Ana").cents, t.player("Ana").life) == (11, 0)


@rule("FS-26")
def test_one_target_counts_for_both_effects_of_the_empress() -> None:
    """III. The Empress: the same player gets +1 attack and +1 to rolls."""
    t = table().plays("Ana", card="iii-the-empress")
    t.do(Aimed(Target("seat", 1))).nobody()
    assert (t.player("Beto").attack, t.player("Beto").rolls, t.player("Ana").rolls) == (2, 1, 0)


@rule("FS-17")
def test_a_trinket_played_by_its_name_lies_there_and_acts() -> None:
    """Swallowed Penny becomes an item, and from then on its owner gains 1¢ as they are hurt."""
    t = table().plays("Ana", card="swallowed-penny").nobody()
    assert t.has("Ana", "swallowed-penny")
    before = t.player("Ana").cents
    t.plays("Beto", t.to("Ana", "damage", 1), kind="activated").nobody()
    while t.stack:
        t.nobody()
    assert t.player("Ana").cents == before + 1


@rule("FS-12")
def test_an_item_with_an_open_target_asks_for_it_as_it_is_used() -> None:
    """Mr. Boom is turned sideways, then its owner says which monster takes 1 damage."""
    t = table().names("Ana", "mr-boom")
    use = next(c for c in t.asked.choices if isinstance(c.event, Played) and c.event.effects)
    t.do(use.event)
    assert (t.step, t.item("Ana", "mr-boom").ready, len(t.asked.choices)) == ("aim", False, 2)
    t.do(Aimed(Target("monster", t.monster("clotty").id))).nobody()
    assert t.monster("clotty").life == t.monster("clotty").card.hp - 1


@rule("FS-34")
def test_jawbone_takes_no_more_than_there_is() -> None:
    """Jawbone takes 3¢ of a player; of one with 1¢ it takes 1¢."""
    t = table().names("Ana", "jawbone").by_hand("Beto", "cents", -2)
    use = next(c for c in t.asked.choices if isinstance(c.event, Played) and c.event.effects)
    settle(t.do(use.event), 1)
    assert (t.player("Ana").cents, t.player("Beto").cents) == (4, 0)


@rule("FS-02")
def test_only_the_cards_of_the_chosen_sets_are_offered() -> None:
    """The base game's cards are offered at first; each other set after its switch; the 3+ cards from three players."""
    t, sets = table(), frozenset({"b2"})
    assert loot_names(t.s) == names_of("loot", sets, 2)
    assert "A Sack" not in loot_names(t.s)
    assert "A Sack" in loot_names(t.settles_on("cards.g2", "on").s)
    assert "Mega Bomb!" not in loot_names(t.s)
    assert "Mega Bomb!" in loot_names(t.settles_on("cards.r", "on").s)
    assert "Brimstone" not in treasure_names(t.s)
    assert "Brimstone" in treasure_names(table("Ana", "Beto", "Cira").s)


# --- items that act as long as they lie there -------------------------------------------------------------------


@rule("FS-14")
def test_breakfast_adds_life_while_it_is_in_play() -> None:
    """Breakfast: its owner has 3 life instead of 2, and 2 again once it is destroyed; both are noted with FS-14."""
    t = table().names("Ana", "breakfast")
    assert (t.player("Ana").full, t.player("Ana").life, "FS-14" in t.ruled) == (3, 3, True)
    t.plays("Ana", Effect("destroy", Target("owned", t.item("Ana", "breakfast").id))).nobody()
    assert (t.player("Ana").full, t.player("Ana").life) == (2, 2)


@rule("FS-14")
def test_meat_adds_one_to_attack_rolls_and_to_no_other() -> None:
    """Meat!: an attack roll of 1 counts as 2 and hits Fly; the roll for a pill stays as it fell."""
    t = table().names("Ana", "meat").attacks("fly").rolls(1)
    assert t.s.roll_result(t.top) == 2
    t.nobody()
    assert t.stack != ["roll"]
    t = table().names("Ana", "meat").plays("Ana", card="pills-red").nobody().rolls(1)
    assert t.s.roll_result(t.top) == 1


@rule("FS-14")
@pytest.mark.parametrize(
    ("item", "loot", "cents", "gained"),
    [
        ("the-polaroid", 0, 3, (2, 0)),
        ("the-polaroid", 1, 3, (0, 0)),
        ("edens-blessing", 3, 0, (0, 6)),
        ("edens-blessing", 3, 1, (0, 0)),
        ("starter-deck", 8, 3, (2, 0)),
        ("starter-deck", 7, 3, (0, 0)),
    ],
)
def test_an_item_with_a_condition_acts_only_if_it_holds(
    item: str, loot: int, cents: int, gained: tuple[int, int]
) -> None:
    """The Polaroid with an empty hand, Eden's Blessing without ¢, Starter Deck with 8 cards or more, as a turn ends."""
    t = table().names("Ana", item)
    t.by_hand("Ana", "loot", loot - t.player("Ana").loot).by_hand("Ana", "cents", cents - t.player("Ana").cents)
    t.ends_turn()
    while t.stack:
        t.nobody()
    assert (t.player("Ana").loot - loot, t.player("Ana").cents - cents) == gained


@rule("FS-43")
def test_moms_purse_draws_one_more_in_the_loot_step() -> None:
    """Mom's Purse: as its owner's turn begins, 2 loot cards come instead of 1."""
    t = table().names("Beto", "moms-purse")
    before = t.player("Beto").loot
    t.ends_turn()
    while t.step != "priority" or t.stack:
        t.nobody()
    assert (t.s.active, t.player("Beto").loot) == (1, before + 2)


@rule("FS-57")
def test_the_magician_turns_a_roll_to_the_number_said() -> None:
    """I. The Magician: the die on the stack becomes the number that its player says."""
    t = table().attacks("fly").rolls(1).plays("Ana", card="i-the-magician")
    assert (t.step, len(t.asked.choices)) == ("choose_way", 6)
    t.do([c.event for c in t.asked.choices if isinstance(c.event, Told)][5]).nobody()
    assert t.s.roll_result(t.top) == 6
