"""A note names the switch that decided, where tables differ: the screen can say so and lead to it."""

import pytest
from four_souls import Table

from rules.engine import apply
from rules.four_souls.event import Attacked
from rules.four_souls.game import GAME


def table(**rulings: str) -> Table:
    t = Table("Ana", "Beto", rulings=rulings).chooses(Ana="isaac", Beto="maggy").saddest("Ana")
    return t.turns_up("fly").turns_up("big-spider")


def decided(t: Table) -> set[str]:
    return {note.switch for note in t.notes if note.switch}


def test_the_shop_names_its_switch() -> None:
    """Whether the shop is followed is what decides how it is laid out."""
    t = Table("Ana", "Beto")
    assert decided(t) == {"follow.shop"}


def test_the_bonus_souls_name_their_switch() -> None:
    """They lie there because the table said so."""
    assert "bonus_souls" in decided(Table("Ana", "Beto", rulings={"bonus_souls": "on"}))


def test_what_is_told_late_names_its_switch() -> None:
    """FS-A1: the table says what a card does as it resolves."""
    t = table().rules("FS-A1", "resolve").plays("Ana").nobody()
    assert decided(t) == {"FS-A1"}


@pytest.mark.parametrize("ruling", ["player_first", "monster_first"])
def test_who_goes_on_the_stack_first_names_its_switch(ruling: str) -> None:
    """FS-A11 decides only where a monster's effect and a player's wait together."""
    t = table().rules("FS-A11", ruling)
    t.plays("Ana", t.to("fly", "damage", 1), t.to("Ana", "damage", 2), card="Bomba").nobody()
    assert decided(t) == {"FS-A11"}
    t = table().plays("Ana", t.to("fly", "damage", 1), card="Bomba").nobody()
    assert not decided(t)


@pytest.mark.parametrize(("ruling", "left"), [("uses", 0), ("extra", 1)])
def test_a_forced_attack_names_its_switch(ruling: str, left: int) -> None:
    """FS-A27 decides only while the turn's own attack is left."""
    t = table().rules("FS-A27", ruling)
    t.plays("Beto", t.plain("must_attack"), kind="activated").nobody()
    after = apply(GAME, t.s, Attacked(t.monster("fly").id))
    assert [note.switch for note in after.notes] == ["FS-A27"]
    assert after.attacks == left


def test_every_named_switch_is_one_of_the_game() -> None:
    """What a stop is called is a switch, so that the way to it leads somewhere."""
    keys = {switch.key for switch in GAME.switches}
    assert {"follow.shop", "bonus_souls", "FS-A1", "FS-A11", "FS-A27"} <= keys
    t = table().attacks("fly").rolls(6)
    assert GAME.stop(t.s) in keys
