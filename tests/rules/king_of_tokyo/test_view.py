"""View of a King of Tokyo state: places, cards, dice, and the trackers."""

from rules.engine import Name
from rules.king_of_tokyo.effects.card_names import VARIANT_NAMES, effect_key_name, effect_name
from rules.king_of_tokyo.effects.registry import TokyoEffect
from rules.king_of_tokyo.game import GAME
from rules.king_of_tokyo.turn.view import view
from tests.support.games.king_of_tokyo import NOTHING, KingOfTokyoTable, five, three


def test_everybody_has_a_place() -> None:
    """Each monster's place is City, Bay, outside or out; the Bay is open only with five or more."""
    t = five().has("Beto", out=True, hearts=0)
    assert [line.place for line in view(t.s).players] == ["outside", "out", "outside", "city", "bay"]
    assert view(five().s).bay_open
    assert not view(three().s).bay_open
    assert [line.active for line in view(t.s).players] == [True, False, False, False, False]


def test_what_a_monster_has_is_shown() -> None:
    """A monster's line shows its numbers, cards, tiles, tokens, tower levels, scarab and form."""
    t = three(variant__tower="on").has("Ana", points=3, energy=2, poison=1, beast=True)
    card, tile = t.holds("Ana", "alien_origin"), t.owns("Ana", "full_regeneration")
    t.s = t.s.__class__(**{**vars(t.s), "tower": (0, -1, -1), "scarab": 0})
    line = view(t.s).players[0]
    assert (line.hearts, line.max_hearts, line.points, line.energy) == (8, 12, 3, 2)
    assert ([c.id for c in line.cards], [c.id for c in line.tiles]) == ([card], [tile])
    assert all(isinstance(c.name, Name) and c.effect is not None for c in (*line.cards, *line.tiles))
    assert (line.poison, line.beast, line.levels, line.scarab) == (1, True, (1,), True)
    assert view(t.s).tower == (0, -1, -1)
    assert view(three().s).tower == ()


def test_the_dice_are_shown_while_they_are_thrown() -> None:
    """The throw shows the number of dice, the kept ones and the throws left.

    No throws are left once the dice count.
    """
    t = three()
    assert (view(t.s).throw.count, view(t.s).throw.left) == (6, 3)
    t.by_throws().throws(NOTHING).keeps(1)
    throw = view(t.s).throw
    assert (throw.faces, throw.kept, throw.left) == ((1, 1, 2, 2, 3, 3), {1}, 2)
    assert view(three().has("Ana", energy=3).throws(NOTHING).s).throw.left == 0


def test_a_curse_says_what_it_does() -> None:
    """A curse shows its permanent, ankh and snake effects; without a curse there is none."""
    curse = view(three().is_cursed("set_s_storm").s).curse
    assert curse is not None
    assert len({curse.always, curse.ankh, curse.snake}) == 3
    assert view(three().s).curse is None


def test_only_numbers_in_use_are_trackers() -> None:
    """Trackers are hearts, points and energy, and tokens and tracks only while they are in use."""

    def shown(t: KingOfTokyoTable) -> set[str]:
        return {tracker.key.rpartition(".")[2] for tracker in GAME.trackers(t.s)}

    assert shown(three()) == {"hearts", "points", "energy"}
    assert shown(three().has("Ana", shrink=1)) == {"hearts", "points", "energy", "shrink"}
    assert shown(three(variant__cultists="on", variant__wickedness="both")) >= {"cultists", "wickedness"}
    hearts = GAME.trackers(three().s)[0]
    assert (hearts.value, hearts.maximum, hearts.seat) == (8, 10, 0)


def test_every_effect_has_a_name() -> None:
    """Every effect has a name, and a card without a name a plain text.

    Variants, tiles, curses and cards.
    """
    assert all(effect_key_name(f"variant.{key}") == name for key, name in VARIANT_NAMES.items())
    assert isinstance(effect_name(TokyoEffect("tile", "tile.barbs", 0)), Name)
    assert isinstance(effect_name(TokyoEffect("curse", "curse.set_s_storm", -1)), Name)
    assert isinstance(effect_key_name("card.alien_origin"), Name)
    assert not isinstance(effect_key_name("card."), Name)
