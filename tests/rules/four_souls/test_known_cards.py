"""FS-17, FS-26, FS-34: every loot card and treasure of the lists, by name, against the lists themselves.

The lists lie beside the repository; what each card must do in play is compared in ``test_card_readings.py``.
"""

import csv

import pytest

from rules.card_grammar import parse_abilities
from rules.four_souls.model.events import Aimed, Played, Told
from rules.four_souls.model.item_abilities import compile_item
from rules.four_souls.model.item_catalogue import FILES, item_cards, names_of
from rules.four_souls.model.item_effects import UnknownWordError
from rules.four_souls.vocabulary.card_sets import loot_names, treasure_names
from rules.four_souls.vocabulary.card_text import card_text
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table
from tests.support.paths import SHARED

rule = pytest.mark.rule
LISTS = SHARED / "rulebook" / "cards"
SETS = {"b2": "base V2", "g2": "Gold Box V2", "r": "Requiem"}


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a list; none where the lists do not lie beside the repository."""
    path = LISTS / name
    return list(csv.DictReader(path.open(encoding="utf-8"), delimiter=";")) if path.exists() else []


LOOT, TREASURES = rows("fs_loot.csv"), rows("fs_treasure.csv")
BY_NAME = {card.name.en.casefold(): card for card in item_cards().values() if card.kind in ("loot", "treasure")}


# --- answering ---------------------------------------------------------------------------------------------------


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
    assert card_text(card) is not None


def knows_more(row: dict[str, str]) -> bool:
    """Whether all words that the list misses for the card have been learnt."""
    return set(row["needs"].replace(",", " ").split()) <= NEW_WORDS


CORRECTED = {
    "sticky-nickel", "pills-big", "dead-bird", "moms-razor", "tarot-cloth", "goat-head", "monstros-tooth",
    "monster-manual", "the-chest", "skeleton-key", "holy-card", "two-of-clubs",
}  # fmt: skip
"""Cards of which the list says that the words of its time suffice and they do not, or the other way round."""
NEW_WORDS = {
    "always", "if", "moment:loot_step", "set_roll", "loot_play", "reroll_item", "purchase_again", "two_moments",
    "moment:attack_roll", "roller", "extra_turn", "steal_shop", "flush_monster", "flush_shop", "fill_slot", "price",
    "double_rewards", "recharge_character", "pass_hands", "forbid", "no_recharge", "cost:destroy",
    "cost:give", "cost:loot", "cost:hp", "cost:tap_and_counters",
    "amount", "moment:deals", "moment:enters", "moment:destroyed", "moment:purchase",
    "shield_once", "cap_damage", "immune", "unhurt", "give", "moment:would_gain", "moment:would_die",
    "moment:would_hurt", "moment:would_be_destroyed", "destroy_curse", "moment:penalty_of_others",
    "until", "copy", "moment:same_roll", "change_number", "eternal",
    "change_character", "capture", "attackable", "attack_player",
    "moment:kills_player", "must_attack_that",
}  # fmt: skip
"""Words that the list names as missing and that the rules have since learnt, as far as its cards need no other."""


def test_a_card_that_lacks_a_word_cannot_be_read_and_any_other_can() -> None:
    """The column ``lacks`` is true: what it marks is refused, so that it must go as soon as the word is known."""
    from rules.four_souls.model.catalogue import read_rows

    for file in FILES:
        for row in read_rows(file):
            if row["lacks"] and row["does"]:
                with pytest.raises(UnknownWordError):
                    compile_item(parse_abilities(row["does"]))


def test_table_of_cards_by_set(capsys: pytest.CaptureFixture[str]) -> None:
    """Print how many cards of each set act by themselves or ask, and the names of those that the table tells."""
    with capsys.disabled():
        for kind, least in (("loot", 1.0), ("treasure", 1.0)):
            for key, title in SETS.items():
                cards = [card for card in item_cards().values() if (card.kind, card.set_key) == (kind, key)]
                told = [card.name.en for card in cards if card.lacks]
                print(f"\n  {title}, {kind}: {len(cards) - len(told)} of {len(cards)} act; told: {', '.join(told)}")
            base = [card for card in item_cards().values() if (card.kind, card.set_key) == (kind, "b2")]
            assert sum(not card.lacks for card in base) >= least * len(base)


# --- in play -----------------------------------------------------------------------------------------------------


@rule("FS-26")
def test_a_bomb_asks_for_its_target_and_hits_it() -> None:
    """Bomb! is a name and a target: a monster or a player takes 1 damage."""
    t = table().plays("Ana", card="bomb")
    assert (t.step, {c.event.target.kind for c in t.asked.choices}) == ("aim", {"seat", "monster"})
    t.do(Aimed(Target("monster", t.monster("fly").id))).nobody()
    assert not t.there("fly") or t.stack == ["monster_death"]


@rule("FS-26")
def test_a_card_without_any_target_is_refused() -> None:
    """L273: Butter Bean! cancels what lies on the stack: with nothing there it cannot be played, by any name."""
    t = table()
    for name in ("butter-bean", "Butter Bean!", "¡Alubia de Mantequilla!"):
        assert t.refuses(t.play("Ana", card=name)) == "FS-26"
    assert (t.stack, t.player("Ana").loot) == ([], 4)
    assert table(**{"FS-A1": "resolve"}).plays("Ana", card="butter-bean").stack == ["loot"]


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
    t.plays("Beto", t.to("Ana", "damage", 1), kind="activated").nobody().all_pass()
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
    t.ends_turn().all_pass()
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
