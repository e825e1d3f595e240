"""Four Souls, audit of the open points (FS-A1 … FS-A27): the default first, then the other choice."""

import pytest

from rules.engine import Rolled, Text
from rules.four_souls.game import GAME
from rules.four_souls.model.events import Attacked, Began, Bought, Passed, Played, Rebuilt, Revealed, RoomChanged, Told
from rules.four_souls.vocabulary.card_names import card_name
from tests.support.games.four_souls import FourSoulsTable, of, table

THREE = ("Ana", "Beto", "Cira")


@pytest.mark.rule("FS-A1", "FS-26")
def test_targets_are_declared_as_an_effect_is_played_or_by_choice_as_it_resolves() -> None:
    """FS-A1, L273 against L97: declared on playing; a table may choose them as effects leave the stack."""
    t = table(every=True)
    t.plays("Ana", t.to("Beto", "cents", -1), card="Firework")
    assert t.top.effects == (t.to("Beto", "cents", -1),)
    t.nobody()
    assert t.player("Beto").cents == 2
    t = table(every=True, FS_A1="resolve").plays("Ana", card="Firework")
    assert (t.stack, t.offers(Told)) == (["loot"], False)
    t.nobody()
    assert (t.who, t.offers(Told), t.decided) == ("Ana", True, {"FS-A1"})


@pytest.mark.rule("FS-A1", "FS-26")
def test_an_effect_that_is_told_as_it_leaves_the_stack_resolves_then() -> None:
    """FS-A1, L97: what the player chooses as the effect leaves the stack happens, without another wait."""
    t = table(every=True, FS_A1="resolve").plays("Ana", card="Firework").nobody()
    t.tells(t.to("Beto", "cents", -1))
    assert (t.stack, t.player("Beto").cents) == ([], 2)


@pytest.mark.rule("FS-A2", "FS-39")
def test_the_action_phase_ends_when_its_owner_says_so_or_literally_when_all_pass() -> None:
    """FS-A2, L133: the active player's pass means no more actions, then all others are asked."""
    t = table(*THREE, every=True)
    for name in THREE:
        t.passes(name)
    assert (t.s.phase, t.who, "FS-A2" in t.decided) == ("action", "Ana", True), "asked again"
    t.ends_turn()
    assert t.s.phase == "end"
    t = table(*THREE, every=True, FS_A2="literal")
    for name in THREE:
        assert t.s.phase == "action"
        t.passes(name)
    assert (t.s.phase, "FS-A2" in t.decided) == ("end", True)
    for choice in ("ask", "literal"):
        t = table(FS_A2=choice)
        assert "exit" in t.roles()
        t.ends_turn()
        assert (t.s.active, t.decided) == (1, set()), "one tap ends the turn either way"


@pytest.mark.rule("FS-A2", "FS-39")
def test_the_active_players_word_ends_the_actions_before_the_others_have_passed() -> None:
    """FS-A2, L133: nobody passes over the actions before their owner has ended them; then the others in any order."""
    t = table(*THREE, every=True)
    assert (t.asked.window, t.asked.awaited_seats) == ((), (0,))
    assert t.refuses(Passed((1,), 0)) == "FS-32"
    assert GAME.describe(t.s, Passed((0,), 0)) == Text("{who} ends the turn", who="Ana")
    t.do(Passed((0,), 0))
    assert t.asked.window == (1, 2)
    assert GAME.describe(t.s, Passed((2,), 0)) == Text("{who} passes", who="Cira")
    t.do(Passed((2,), 0)).do(Passed((1,), 0))
    assert (t.s.phase, t.decided) == ("end", set())


@pytest.mark.rule("FS-A2", "FS-39")
@pytest.mark.parametrize(("choice", "turn"), [("ask", "Ana"), ("literal", "Beto")])
def test_a_last_pass_by_a_stop_that_is_switched_off_counts_like_any_other(choice: str, turn: str) -> None:
    """FS-A2, L133: all have passed once Beto's own stop lets him pass: the owner is asked again, or the turn ends."""
    t = table(FS_A2=choice).settles_on("stop.empty@1", "on").passes("Ana")
    assert t.holder == "Beto"
    t.settles_on("stop.empty@1", "off")
    assert (t.s.seats[t.s.active], t.decided, t.offers(Attacked)) == (turn, {"FS-A2"}, True)


@pytest.mark.rule("FS-A3", "FS-30")
def test_priority_after_a_response_is_the_responders_or_the_active_players() -> None:
    """FS-A3, L112: the player who adds an effect receives priority."""
    for choice, holder in (("responder", "Beto"), ("active", "Ana")):
        t = table(*THREE, every=True, FS_A3=choice).plays("Ana").passes("Ana").plays("Beto")
        assert (t.holder, "FS-A3" in t.decided) == (holder, True)
    assert table(every=True).plays("Ana").decided == set(), "the active player's own card decides nothing"


@pytest.mark.rule("FS-A5", "FS-70")
def test_a_card_that_is_no_monster_uses_up_the_attack_on_the_deck_or_not() -> None:
    """FS-A5, L190: revealing it counts as the player's attack of that turn."""
    for choice, again in (("used", False), ("kept", True)):
        t = table(every=True, FS_A5=choice).attacks_deck().nobody().turns_up_other()
        assert t.decided == {"FS-A5"}
        t.nobody()
        assert (t.stack, t.offers(Attacked)) == ([], again)


@pytest.mark.rule("FS-A5", "FS-78")
def test_an_extra_attack_on_the_deck_is_kept_as_one_on_the_deck() -> None:
    """FS-A5, L190, L206: an attack on the deck alone that found no monster is still one on the deck alone."""
    t = table(FS_A5="kept").triggers("Beto", table().plain("attack_deck")).nobody()
    t.attacks_deck().turns_up_other().nobody()
    assert (t.s.attacks, t.s.deck_attacks) == (1, 1)


@pytest.mark.rule("FS-A6", "FS-70")
def test_a_new_monster_covers_the_one_in_its_slot_or_pushes_it_out() -> None:
    """FS-A6, L189: the old monster is covered and out of play until it is uncovered."""
    t = table(every=True, FS_A6="covered").attacks_deck().nobody().turns_up("dip").places(0)
    assert (t.there("fly"), t.decided) == (False, {"FS-A6"})
    t.plays("Beto", t.to("dip", "kill")).all_pass()
    assert (t.there("fly"), t.offers(Revealed)) == (True, False), "it is active again, the slot is not empty"
    t = table(every=True).settles_on("FS-A6", "discarded")
    assert t.ruled == ["X-09"], "a table may decide in mid-game"
    t.attacks_deck().nobody().turns_up("dip").places(0)
    assert (any(t.s.covered), t.decided) == (False, {"FS-A6"})
    t.plays("Beto", t.to("dip", "kill")).all_pass()
    assert (t.there("fly"), t.offers(Revealed)) == (False, True)


@pytest.mark.rule("FS-A7", "FS-86")
def test_what_cannot_be_paid_for_dying_is_skipped_in_the_listed_or_the_official_order() -> None:
    """FS-A7, L222-225: loot, ¢, item, sideways; a part that cannot be paid is skipped."""
    t = table(every=True).by_hand("Beto", "loot", -3).by_hand("Beto", "cents", -3)
    t.triggers("Ana", t.to("Beto", "kill")).all_pass()
    assert (t.player("Beto").cents, t.player("Beto").loot, t.player("Beto").is_dead) == (0, 0, True)
    assert not t.item("Beto", "Yum Heart").ready
    for choice, paid in (("listed", True), ("official", False)):
        t = table(every=True, FS_A7=choice).names("Beto", "Cola").names("Beto", "Horn")
        t.triggers("Ana", t.to("Beto", "kill")).all_pass()
        assert t.asked.rule == "FS-86"
        assert (t.player("Beto").loot, t.player("Beto").cents) == ((2, 2) if paid else (3, 3))


@pytest.mark.rule("FS-A7", "FS-86")
@pytest.mark.parametrize(
    ("choice", "lines"),
    [("listed", ["loot", "cents", "treasures"]), ("official", ["treasures", "loot", "cents"])],
)
def test_each_part_of_the_penalty_has_its_line_in_the_order_that_counts(choice: str, lines: list[str]) -> None:
    """FS-A7, L222-225: of two unnamed items nobody asks which; without an item the order decides nothing."""
    t = table(FS_A7=choice).by_hand("Ana", "treasures", 2).triggers("Beto", table().to("Ana", "kill")).nobody().nobody()
    paid = [note.change.key.rpartition(".")[2] for note in t.notes if note.rule == "FS-86" and note.change]
    assert (paid, t.player("Ana").treasures, "FS-A7" in t.decided) == (lines, 1, True)
    t = table(FS_A7=choice).triggers("Beto", table().to("Ana", "kill")).nobody().nobody()
    assert "FS-A7" not in t.decided


@pytest.mark.rule("FS-A8", "FS-49")
def test_healing_comes_before_the_discard_or_after_it() -> None:
    """FS-A8, L154-156: heal is step 2, the discard to ten step 4; a table may discard first."""
    for choice, order in (("heal_first", ["life", "loot"]), ("discard_first", ["loot", "life"])):
        t = table(every=True, FS_A8=choice).by_hand("Ana", "loot", 9)
        t.triggers("Ana", t.to("Beto", "damage", 1)).nobody().ends_turn().nobody()
        changed = [change.key.rpartition(".")[2] for note in t.notes for change in note.changes]
        assert ([what for what in changed if what in ("life", "loot")][:2], t.decided) == (order, {"FS-A8"})
    assert table().by_hand("Ana", "life", -1).ends_turn().decided == set(), "a small hand decides nothing"


@pytest.mark.rule("FS-A9", "FS-10")
def test_players_who_tie_for_the_lowest_roll_roll_again_or_the_table_decides() -> None:
    """FS-A9, L25: the lowest goes first; those who tie roll again."""
    t = FourSoulsTable(*THREE).chooses(Ana="isaac", Beto="maggy", Cira="judas").rolls(2, 5, 2)
    assert (t.offers(Rolled), t.offers(Revealed), t.decided) == (True, False, {"FS-A9"})
    assert (t.asked.dice is not None, t.offers(Began)) == (True, False)
    assert t.refuses(Rolled((3, 1, 4))) == "FS-54", "only two of them tie"
    assert t.rolls(6, 1).s.active == 2
    t = FourSoulsTable(*THREE, FS_A9="table").chooses(Ana="isaac", Beto="maggy", Cira="judas").rolls(2, 5, 2)
    assert t.refuses(Rolled((6, 1))) != "", "nobody rolls again"
    assert (t.asked.dice, t.decided) == (None, {"FS-A9"})
    assert {event.seat for event in t.events if isinstance(event, Began)} == {0, 2}
    assert t.saddest("Cira").s.active == 2
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="isaac", Beto="maggy").rolls(4, 2)
    assert (t.s.active, t.decided) == (1, set()), "no tie decides nothing"


@pytest.mark.rule("FS-A10", "FS-109")
def test_two_fourth_souls_from_one_effect_are_a_tie_or_go_by_turn_order() -> None:
    """FS-A10: both reach four by one effect: they tie; a table may let the first in turn order win."""
    for choice, winners in (("tie", ("Beto", "Cira")), ("turn_order", ("Beto",))):
        t = table(*THREE, every=True, FS_A10=choice)
        t.triggers("Ana", t.to("Beto", "soul", 3), t.to("Cira", "soul", 3)).nobody()
        one = t.copy().triggers("Ana", t.to("Cira", "soul", 1)).nobody()
        assert (one.winners, one.decided) == (("Cira",), set()), "one alone decides nothing"
        t.triggers("Ana", t.to("Cira", "soul", 1), t.to("Beto", "soul", 1)).nobody()
        assert (t.winners, "FS-A10" in t.decided) == (winners, True)


@pytest.mark.rule("FS-A11", "FS-36")
def test_of_two_deaths_at_once_the_players_or_the_monsters_resolves_first() -> None:
    """FS-A11, L124-125, L93: the monster's death goes on first, so that the player's resolves first."""
    for choice, stack in (
        ("player_first", ["player_death", "monster_death"]),
        ("monster_first", ["monster_death", "player_death"]),
    ):
        t = table(every=True, FS_A11=choice)
        t.triggers("Beto", t.to("Ana", "kill"), t.to("fly", "kill")).nobody()
        assert (t.stack, t.decided) == (stack, {"FS-A11"})
        t = table(every=True, FS_A11=choice)
        assert t.triggers("Beto", t.to("fly", "kill")).nobody().decided == set(), "one death has no order"


@pytest.mark.rule("FS-A12", "FS-115")
def test_a_bonus_soul_arrives_at_once_or_through_the_stack() -> None:
    """FS-A12, L321: "el primer jugador en tener" it: at once, between two resolutions."""
    t = table(every=True, bonus_souls="on").plays("Ana", card="below")
    t.triggers("Beto", t.to("Beto", "cents", 22)).nobody()
    assert (t.player("Beto").soul_count, t.stack, t.decided) == (1, ["loot"], {"FS-A12"})
    t = table(every=True, bonus_souls="on", FS_A12="stack")
    t.triggers("Beto", t.to("Beto", "cents", 22)).nobody()
    assert (t.player("Beto").soul_count, t.stack, t.decided) == (0, ["bonus_soul"], {"FS-A12"})
    lost = t.copy()
    lost.plays("Ana", t.to("Beto", "cents", -1)).nobody().nobody()
    assert (lost.player("Beto").soul_count, "greed" in lost.s.bonus) == (0, True)
    assert lost.by_hand("Beto", "cents", 1).stack == ["bonus_soul"], "it can be won later"
    t.nobody()
    assert (t.stack, t.player("Beto").soul_count, t.s.bonus) == ([], 1, ("gluttony", "guppy"))


@pytest.mark.rule("FS-A13", "FS-122")
def test_a_fourth_soul_on_the_last_turn_wins_or_comes_too_late() -> None:
    """FS-A13, L341: four souls "antes de que el D8 llegue a cero": a soul that resolved before the tick wins."""
    for choice, winners in (("soul_first", ("Ana", "Beto")), ("timer_first", ())):
        t = FourSoulsTable("Ana", "Beto", mode="solo", FS_A13=choice).chooses(Ana="isaac", Beto="maggy")
        t.turns_up("fly").turns_up("clotty").settles_on("depth", "every").adjust("table.countdown", -7)
        t.goes_to("FS-52")
        t.triggers("Beto", t.to("Beto", "soul", 4)).nobody()
        while t.outcome is None and t.s.active == 1:
            t.nobody()
        assert t.winners == winners
        assert [note.switch for note in t.notes if note.rule == "FS-122"] == ["FS-A13"]


@pytest.mark.rule("FS-A14", "FS-106")
def test_the_room_is_changed_after_the_discard_or_before_healing() -> None:
    """FS-A14, L289: once, "al final de su turno": after step 4 and before the turn passes."""
    for choice, life in (("after_discard", 2), ("before_heal", 1)):
        t = FourSoulsTable("Ana", "Beto", rooms="on", FS_A14=choice).turns_up_room("Library")
        t.chooses(Ana="isaac", Beto="maggy").saddest("Ana").turns_up("fly").turns_up("clotty")
        t.settles_on("depth", "every").by_hand("Ana", "loot", 8)
        t.triggers("Ana", t.to("fly", "kill"), t.to("Beto", "damage", 1)).all_pass().turns_up("dip")
        t.ends_turn()
        while not t.offers(RoomChanged):
            t.nobody()
        assert (t.player("Beto").life, t.player("Ana").loot) == (life, 10 if life == 2 else 12)
        assert "FS-A14" in t.decided
        t.keeps_room().next_turn()
        assert not t.offers(RoomChanged)


@pytest.mark.rule("FS-A15")
def test_a_character_has_the_life_and_attack_of_its_card_and_the_table_corrects_them() -> None:
    """FS-A15: the text gives no numbers; the cards say 2 life and 1 attack, and a tap corrects them."""
    t = table()
    assert [(player.life, player.attack) for player in t.s.players] == [(2, 1), (2, 1)]
    t.by_hand("Ana", "attack", 1)
    assert t.player("Ana").attack == 2
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="Samael", Beto="maggy").measures("Ana", 1, 3)
    assert (t.player("Ana").life, t.player("Ana").attack) == (1, 3), "asked where no source says it"


@pytest.mark.rule("FS-A16")
def test_the_dead_may_answer_but_make_no_attack_roll_or_sit_out() -> None:
    """FS-A16: the text is silent; they keep priority and may act, without attack rolls."""
    for choice, acts in (("may_act", True), ("may_not", False)):
        t = table(*THREE, every=True, FS_A16=choice)
        t.triggers("Ana", t.to("Beto", "kill")).all_pass().passes("Ana")
        assert (t.holder == "Beto") is acts
        kinds = {event.kind for event in t.events if isinstance(event, Played) and event.seat == 1}
        assert bool(kinds - {"triggered"}) is acts
        if acts:
            assert "FS-A16" in t.plays("Beto").decided
        t = table(*THREE, FS_A16=choice).triggers("Ana", table(*THREE).to("Beto", "kill")).nobody().nobody()
        assert ("FS-A16" in t.decided) is not acts, "named where the dead act, or where they are passed over"
    t = table(every=True).attacks("clotty").nobody()
    t.triggers("Beto", t.to("Ana", "kill")).nobody().all_pass()
    assert (t.offers(Rolled), t.s.combat) == (False, 0)


@pytest.mark.rule("FS-A16", "FS-49")
def test_the_healed_act_again() -> None:
    """FS-A16, L154: who sat out is asked again once healed."""
    t = table(*THREE, FS_A16="may_not")
    t.plays("Ana", t.to("Beto", "kill")).nobody().nobody().ends_turn()
    assert (t.s.active, t.holder, t.offers(Attacked)) == (1, "Beto", True)


@pytest.mark.rule("FS-A16", "FS-32", "FS-92")
def test_where_all_sit_out_the_stack_resolves_by_itself_and_tells_every_death() -> None:
    """FS-A16, L112: nobody is left who could answer; a monster that dies meanwhile is among the deaths."""
    t = table(FS_A16="may_not")
    t.plays("Ana", t.to("clotty", "kill"))
    t.plays("Beto", t.to("Ana", "kill"), t.to("Beto", "kill"), kind="activated").nobody().nobody()
    assert [player.is_dead for player in t.s.players].count(True) == 1
    before = t.s
    t.nobody()
    assert not t.there("clotty")
    (_, player), (_, monster) = t.game.deaths([before, t.s])
    assert (player.is_player, monster.name) == (True, card_name(before.monsters[1].card))
    while t.s.active == 0:
        t.usual() if t.step != "reveal" else t.turns_up("dip")
    assert (t.player("Ana").cents, t.player("Beto").cents) == (6, 2), "Ana has Clotty's 4¢ as well"


@pytest.mark.rule("FS-A17", "FS-45")
def test_loot_off_turn_costs_turning_the_character_in_one_item_or_two_or_nothing() -> None:
    """FS-A17, L118, L147: it needs the character; both go on the stack as one item."""
    t = of("isaac", "maggy").settles_on("depth", "every").goes_to("FS-52")
    t.is_turn_of("Ana").do(t.loot("Ana", "tap", card="Firework"))
    assert (t.stack, t.player("Ana").ready, "FS-A17" in t.decided) == (["loot"], False, True)
    t = table(every=True, FS_A17="separate").goes_to("FS-52").is_turn_of("Ana").do(Played(0, "tap", how="tap"))
    assert (t.stack, t.player("Ana").ready, "FS-A17" in t.decided) == (["tap"], False, True)
    t.refuses(t.loot("Ana", "given", card="Firework"))
    t.nobody().is_turn_of("Ana").do(t.loot("Ana", "given", card="Firework"))
    assert (t.top.name, t.play("Ana").how) == ("Firework", "free"), "one card"
    t = table(every=True, FS_A17="free").plays("Ana")
    t.plays("Beto", card="Firework")
    assert (t.top.name, t.player("Beto").ready) == ("Firework", False), "Beto could not have turned it"
    t = of("isaac", "maggy", FS_A17="free").ends_turn().is_turn_of("Ana").plays("Ana")
    assert (t.player("Ana").ready, "FS-A17" in t.decided) == (True, True)


@pytest.mark.rule("FS-A17", "FS-100")
def test_a_character_that_is_turned_on_its_own_can_be_cancelled_or_wasted() -> None:
    """FS-A17, L271: a cancelled turn of the character allows no card, and one that is not used ends with the turn."""
    t = of("isaac", "maggy", "judas", FS_A17="separate").ends_turn().ends_turn().plays("Beto", kind="tap")
    cancelled = t.copy().plays("Cira", t.on_top("cancel"), kind="activated").nobody()
    assert (cancelled.stack, cancelled.player("Beto").ready, cancelled.play("Beto").how) == ([], False, "free")
    assert t.nobody().play("Beto").how == "given"
    assert t.ends_turn().play("Beto").how == "free"


@pytest.mark.rule("FS-A18", "FS-88")
def test_the_dead_heal_in_the_healing_step_or_as_the_end_phase_opens() -> None:
    """FS-A18, L154 against L228: with everybody in step 2 of the end phase."""
    for choice, life in (("heal_step", 0), ("phase_start", 2)):
        t = table(every=True, FS_A18=choice)
        t.triggers("Ana", t.to("Beto", "kill")).all_pass().ends_turn()
        assert (t.s.phase, t.player("Beto").life, t.decided) == ("end", life, {"FS-A18"})


@pytest.mark.rule("FS-A18", "FS-88")
def test_who_healed_early_does_not_die_again_this_turn() -> None:
    """FS-A18, L228: once a turn; who healed as the end phase opened heals with the others too, and dies no more."""
    t = table(*THREE, every=True, FS_A18="phase_start")
    t.triggers("Ana", t.to("Beto", "kill")).all_pass().ends_turn()
    assert t.copy().by_hand("Beto", "life", -2).stack == []
    assert t.copy().triggers("Ana", t.to("Cira", "damage", 2)).nobody().stack == ["player_death"]
    t.triggers("Ana", t.to("Cira", "damage", 1), t.plain("end_turn")).nobody().nobody()
    assert [player.life for player in t.s.players] == [2, 2, 2]


@pytest.mark.rule("FS-A19", "FS-58")
def test_a_modifier_counts_for_the_rerolled_result_or_is_spent() -> None:
    """FS-A19, L165, L168: modifiers belong to the roll; a reroll does not use them up."""
    for choice, result in (("kept", 3), ("spent", 2)):
        t = table(every=True, FS_A19=choice).attacks("clotty").nobody().nobody().rolls(5)
        t.plays("Beto", t.on_top("modify", 1)).nobody()
        assert t.s.roll_result(t.top) == 6
        t.plays("Ana", t.on_top("reroll")).nobody().rolls(2)
        assert (t.s.roll_result(t.top), t.decided) == (result, {"FS-A19"})
    t = table(every=True).attacks("clotty").nobody().nobody().rolls(5)
    assert t.plays("Ana", t.on_top("reroll")).nobody().rolls(2).decided == set(), "nothing had been added"


@pytest.mark.rule("FS-A20", "FS-54")
def test_the_cap_holds_after_each_change_or_for_their_sum() -> None:
    """FS-A20, L161: "en ningún momento" above 6: 6 +1 −1 is 5."""
    for choice, result in (("each", 5), ("sum", 6)):
        t = table(every=True, FS_A20=choice).attacks("clotty").nobody().nobody().rolls(6)
        for by in (1, -1):
            t.triggers("Beto", t.on_top("modify", by)).nobody()
        assert (t.s.roll_result(t.top), "FS-A20" in t.decided) == (result, True)
    for by, result in ((5, 6), (-5, 1)):
        t = table(every=True, FS_A20="sum").attacks("clotty").nobody().nobody().rolls(3)
        assert t.triggers("Beto", t.on_top("modify", by)).nobody().s.roll_result(t.top) == result
    t = table(every=True).attacks("clotty").nobody().nobody().rolls(3)
    for by in (1, -1):
        t.triggers("Beto", t.on_top("modify", by)).nobody()
    assert t.decided == set(), "3 +1 −1 is 3 either way"


@pytest.mark.rule("FS-A21", "FS-93")
def test_rewards_go_through_the_stack_or_are_taken_on_the_spot() -> None:
    """FS-A21, L241: card and rewards go on the stack, so that they can be answered."""
    t = table(every=True)
    t.triggers("Ana", t.to("clotty", "kill")).nobody().nobody()
    assert (t.stack, t.player("Ana").cents) == (["rewards", "monster_card"], 3)
    assert t.decided == {"FS-A21"}
    t = table(every=True, monsters=("boom-fly", "monstro"), FS_A21="direct")
    dying = t.copy().triggers("Ana", t.to("boom-fly", "kill")).nobody().nobody()
    assert ("triggered" in dying.stack, dying.player("Ana").cents) == (True, 7), "what it does as it dies waits"
    t.triggers("Ana", t.to("monstro", "kill")).nobody().nobody()
    assert (t.player("Ana").soul_count, {"rewards", "monster_card"} & set(t.stack)) == (1, set())
    assert t.decided == {"FS-A21"}


@pytest.mark.rule("FS-A22", "FS-97")
def test_an_empty_deck_is_rebuilt_at_once_or_through_the_stack() -> None:
    """FS-A22, L181, L257 against L104: "inmediatamente", without the stack."""
    for choice, stack in (("at_once", []), ("stack", ["rebuild"])):
        t = table(every=True, FS_A22=choice).do(Rebuilt("loot"))
        assert (t.stack, t.decided) == (stack, {"FS-A22"})
    assert (t.nobody().stack, t.decided) == ([], {"FS-A22"})


@pytest.mark.rule("FS-A23", "FS-53")
def test_refills_of_a_turn_cut_short_resolve_before_the_end_phase_or_as_it_opens() -> None:
    """FS-A23, L135 against L234: those on the stack resolve before; what is still empty, as the end begins."""
    for choice, phase in (("before", "action"), ("phase_start", "end")):
        t = table(every=True, FS_A23=choice)
        t.triggers("Ana", t.to("fly", "kill"))
        while t.stack != ["refill"]:
            t.nobody()
        t.plays("Beto", t.plain("end_turn")).nobody()
        assert "FS-A23" in t.decided
        while not t.offers(Revealed):
            t.nobody()
        assert (t.s.phase, t.s.active) == (phase, 0)
    t = table(every=True, FS_A23="phase_start").by_hand("Ana", "cents", 9).do(Bought("shop")).nobody()
    assert t.stack == ["shop_refill"]
    t.triggers("Beto", t.plain("end_turn")).nobody()
    assert (t.stack, t.s.phase) == (["shop_refill"], "end"), "a treasure for the shop waits as well"
    assert "FS-65" in t.nobody().ruled


@pytest.mark.rule("FS-A24", "FS-35")
def test_the_others_play_effects_on_an_empty_stack_or_not_at_all() -> None:
    """FS-A24, L110, L133 against L118: effects yes, but never a purchase or an attack."""
    t = table(every=True, FS_A24="yes").by_hand("Beto", "cents", 20).passes("Ana")
    assert (t.holder, t.offers(Played), t.offers(Bought), t.offers(Attacked)) == ("Beto", True, False, False)
    assert t.uses("Beto", "Yum Heart").stack == ["activated"]
    assert "FS-A24" in t.decided
    t = table(every=True, FS_A24="no")
    assert t.refuses(t.use("Beto", "Yum Heart")) == "FS-28"
    assert {c.event.kind for c in t.asked.choices if isinstance(c.event, Played) and c.seat == 1} == {"triggered"}
    assert [c.event for c in t.asked.choices if isinstance(c.event, Passed)] == [Passed((0,), 0)]
    ended = t.copy().passes("Ana")
    assert (ended.s.phase, ended.decided) == ("end", {"FS-A24"})
    t.plays("Ana").uses("Beto", "Yum Heart")
    assert t.stack == ["activated", "loot"], "an answer is another matter"
    t = table(*THREE, every=True).passes("Ana")
    assert t.holder == "Beto"
    t.settles_on("FS-A24", "no")
    assert (t.s.active, t.s.phase) == (0, "end"), "it counts at once"


@pytest.mark.rule("FS-A25", "FS-73")
def test_between_two_attack_rolls_effects_may_be_played_or_the_die_rolls_on() -> None:
    """FS-A25, L112, L195: a window for effects; no purchase, no other attack, no leaving the phase."""
    t = table(every=True, FS_A25="window").by_hand("Ana", "cents", 20).attacks("clotty")
    t.nobody().nobody().rolls(3).nobody().nobody()
    assert (t.stack, t.offers(Rolled), t.offers(Played)) == ([], False, True)
    assert t.refuses(Bought("deck")) == "FS-62"
    assert t.refuses(Attacked(t.monster("fly").id)) == "FS-68"
    assert t.refuses(Passed((0,), 0, more=True)) != ""
    assert t.roles() & {"default", "exit"} == {"default"}
    assert "FS-A25" in t.copy().plays("Ana").decided
    t.nobody()
    assert (t.offers(Rolled), t.s.phase) == (True, "action")
    t = table(every=True, FS_A25="straight").attacks("clotty").nobody()
    assert t.decided == {"FS-A25"}
    t.rolls(3).nobody().nobody()
    assert (t.stack, t.offers(Rolled)) == ([], True)
    assert t.rolls(3).nobody().nobody().stack == ["monster_death"], "no roll while a death waits"


@pytest.mark.rule("FS-A26", "FS-69")
def test_a_prevented_death_lets_the_fight_go_on_or_does_not() -> None:
    """FS-A26, L187, L195, L232: no roll while a death waits; the fight ends as that death resolves."""
    for choice, goes_on in (("resolved", True), ("zero", False)):
        t = table(every=True, monsters=("red-host", "fly"), FS_A26=choice)
        t.attacks("red-host").nobody().nobody().rolls(1).nobody().nobody()
        assert (t.stack, t.offers(Rolled)) == (["player_death"], False)
        assert ("FS-A26" in t.decided) is not goes_on, "named where it ended the fight"
        t.plays("Beto", t.on_top("prevent")).nobody()
        assert (t.stack, t.player("Ana").life, t.s.combat != 0) == ([], 2, goes_on)
        assert ("FS-A26" in t.decided) is goes_on, "or where it lets the fight go on"


@pytest.mark.rule("FS-A26", "FS-69", "FS-90")
@pytest.mark.parametrize(("choice", "step"), [("resolved", "roll_die"), ("zero", "priority")])
def test_the_prevented_death_of_a_monster_does_the_same_and_the_attack_stays_used(choice: str, step: str) -> None:
    """FS-A26, L187, L232: the monster has back its last life; a roll of a player at 0 life is void all the same."""
    t = table(FS_A26=choice).attacks("clotty").rolls(5).nobody().rolls(5).nobody()
    t.plays("Beto", t.on_top("prevent"), kind="activated").nobody()
    assert (t.step, t.monster("clotty").life, t.offers(Attacked)) == (step, 1, False)
    t = table(FS_A26="zero").attacks("clotty").rolls(5)
    t.plays("Beto", t.to("Ana", "damage", 2), kind="activated").nobody()
    assert t.stack == ["player_death"]
    t.plays("Ana", t.on_top("prevent"), kind="activated").nobody()
    assert (t.stack, t.monster("clotty").life, t.player("Ana").life) == ([], 2, 2)


@pytest.mark.rule("FS-A27", "FS-77")
def test_a_forced_attack_uses_the_attack_that_is_left_or_is_an_extra_one() -> None:
    """FS-A27, L205: additional only where the attack was made before."""
    for choice, again in (("uses", False), ("extra", True)):
        t = table(every=True, FS_A27=choice)
        t.triggers("Beto", t.plain("must_attack")).nobody().attacks("clotty")
        assert t.decided == {"FS-A27"}
        t.nobody()
        t.triggers("Ana", t.plain("leave")).nobody()
        assert (t.s.combat, t.stack) == (0, [])
        assert t.offers(Attacked) is again
