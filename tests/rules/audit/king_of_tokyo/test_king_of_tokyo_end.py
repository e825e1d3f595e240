"""King of Tokyo, audit of setup, turn and end (KT-01, KT-02, KT-27 … KT-29, KT-55, their open points)."""

import pytest

from rules.engine import Refused, Rolled, start
from rules.king_of_tokyo.game import GAME
from rules.king_of_tokyo.model.card_catalogue import catalogue_key, catalogues
from rules.king_of_tokyo.model.events import Began, Bought, DoneBuying, Kept, Stopped, Swept, Yielded
from tests.support.games.king_of_tokyo import NOTHING, KingOfTokyoTable, faces, three
from tests.support.games.king_of_tokyo_cards import CardTable

NAMES = ("Ana", "Beto", "Cira", "Dani", "Elsa", "Fran", "Gael")


@pytest.mark.rule("KT-01")
def test_twenty_points_win_and_nineteen_do_not() -> None:
    """KT-01, L20, L117: "primer Monstruo en conseguir 20 Puntos de Victoria"."""
    t = three().has("Ana", points=17).turn("222331")
    assert (t.points[0], t.winners) == (19, None)
    t = three().has("Ana", points=17).turn("333ee1")
    assert (t.points[0], t.winners) == (20, ("Ana",))
    assert t.refuses(Rolled(faces(NOTHING))) != "", "the game is over"


@pytest.mark.rule("KT-01")
def test_the_last_monster_standing_wins() -> None:
    """KT-01, L20, L117: "El último que quede en pie": with any number of points."""
    t = three().stand("Ana").has("Beto", hearts=2).has("Cira", hearts=1).throws("s11223")
    assert t.winners is None, "Beto stands"
    t = three().stand("Ana").has("Beto", hearts=1, points=19).has("Cira", hearts=1).throws("s11223")
    assert (t.winners, t.points[0]) == (("Ana",), 0)


@pytest.mark.rule("KT-02")
def test_a_turn_goes_through_its_five_steps_in_order() -> None:
    """KT-02, L24-28: roll, resolve, enter Tokyo, buy, end; nothing of a later step is allowed before."""
    t = three().has("Ana", energy=9)
    assert t.s.phase == "roll"
    assert t.refuses(Bought(0, -1, (), 3)) == "KT-22"
    assert t.refuses(Swept()) == "KT-24"
    t.throws("ss1123")
    assert (t.s.phase, t.asked.rule) == ("resolve", "KT-13")
    assert t.refuses(Bought(0, -1, (), 3)) == "KT-22"
    t.yields()
    assert (t.s.phase, t.city) == ("buy", "Ana")
    assert t.refuses(Rolled(faces(NOTHING))) == "KT-06"
    t.do(DoneBuying())
    assert (t.s.phase, t.who) == ("roll", "Beto")
    assert t.refuses(Bought(0, -1, (), 3)) == "KT-22"


@pytest.mark.rule("KT-02", "KT-22")
def test_buying_may_be_declined_altogether() -> None:
    """KT-02, L96: "Ahora puedes comprar": nobody has to."""
    t = three().has("Ana", energy=9).throws(NOTHING).do(DoneBuying())
    assert (t.who, t.energy) == ("Beto", (9, 0, 0))


@pytest.mark.rule("KT-27")
def test_effects_of_the_end_come_before_the_dice_go_to_the_left() -> None:
    """KT-27, L111-113: cards that act at the end of the turn, then the player to the left."""
    t = CardTable("energy_hoarder solar_powered", "energy_hoarder").has("A", energy=12).has("B", energy=6)
    t.throws("112233").do(DoneBuying())
    assert (t.points, t.energy, t.who) == ((7, 5, 5), (12, 6, 0), "B"), "2 points for 12 energy; not B's end"
    end = next(k for k, rule in enumerate(t.ruled) if "points" in t.note_texts[k] and "A" in t.note_texts[k])
    assert end < t.note_texts.index("B's turn")
    t = CardTable("solar_powered").throws("112233")
    assert (t.energy, t.who) == ((1, 0, 0), "B")


@pytest.mark.rule("KT-27")
def test_the_dice_go_round_to_the_left() -> None:
    """KT-27, L113: "pasa los dados al jugador de tu izquierda", round and round, over the eliminated."""
    t = three()
    for name in ("Ana", "Beto", "Cira", "Ana"):
        assert t.who == name
        assert t.refuses(Kept(0)) != ""
        t.turn(NOTHING)
    t.has("Beto", hearts=1).stand("Ana")
    t.until("Ana").throws("s11223").on()
    assert (t.monster("Beto").out, t.who) == (True, "Cira")


@pytest.mark.rule("KT-28", "KT-A4")
@pytest.mark.parametrize("wins", ["end", "instant"])
def test_twenty_points_and_no_heart_by_a_card_is_an_elimination(wins: str) -> None:
    """KT-28, L121: "Si alcanzas 20 puntos y llegas a 0 de corazón en el mismo turno ... estás eliminado".

    KT-A4: also where points win on the spot.
    """
    t = CardTable(KT_A4=wins).has("A", energy=5, hearts=4, points=15).throws("112233").buys("jet_fighters").on()
    assert (t.monster("A").out, t.winners, t.who) == (True, None, "B")
    t = CardTable(KT_A4=wins).has("A", energy=5, hearts=5, points=15).throws("112233").buys("jet_fighters").on()
    assert (t.monster("A").hearts, t.winners) == (1, ("A",))


@pytest.mark.rule("KT-28")
def test_twenty_points_of_the_dice_are_lost_with_the_last_heart_at_the_end_of_the_turn() -> None:
    """KT-28, L121: "Debes sobrevivir a tu turno para ganar": poison at the end of the turn kills first."""
    t = three().has("Ana", points=19, hearts=1, poison=1).throws("111223").on()
    assert (t.monster("Ana").out, t.winners) == (True, None)


@pytest.mark.rule("KT-29")
def test_if_all_fall_at_once_everybody_loses() -> None:
    """KT-29, L121: "Si todos los Monstruos son eliminados al mismo tiempo... ¡todos pierden!"."""
    t = CardTable().has("A", energy=4, hearts=3, points=20).has("B", hearts=3).has("C", hearts=2)
    t.throws("112233").buys("high_altitude_bombing")
    assert (t.hearts, t.winners) == ((0, 0, 0), ())
    t = CardTable().has("A", energy=4, hearts=3).has("B", hearts=3).has("C", hearts=4)
    t.throws("112233").buys("high_altitude_bombing")
    assert (t.hearts, t.winners) == ((0, 0, 1), ("C",)), "one is left: it wins"


@pytest.mark.rule("KT-55")
@pytest.mark.parametrize("count", [0, 1, 7])
def test_fewer_than_two_or_more_than_six_do_not_play(count: int) -> None:
    """KT-55, L80, L146: a variant for two, a Bay for "5 a 6 jugadores"; no other number is spoken of."""
    with pytest.raises(Refused) as refusal:
        KingOfTokyoTable(*NAMES[:count], begins=None)
    assert refusal.value.rule == "KT-55"


@pytest.mark.rule("KT-55", "KT-19")
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_two_to_six_play_and_the_bay_is_for_five_and_six(count: int) -> None:
    """KT-55, KT-19, L76-84: one place up to four; the Bay for five and six, after the City; no place for a third."""
    t = KingOfTokyoTable(*NAMES[:count])
    for bay in ("", "Beto", "Beto"):
        t.throws(NOTHING)
        assert (t.city, t.bay) == ("Ana", bay if count >= 5 else "")
    assert t.points[2:] == (0,) * (count - 2)


@pytest.mark.rule("KT-A1", "KT-16")
def test_everybody_starts_with_ten_hearts_and_nothing_else() -> None:
    """KT-A1, L56: 10 hearts, no points, no energy, outside Tokyo; the table may correct each by hand."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira")
    assert (t.hearts, t.points, t.energy, t.city) == ((10,) * 3, (0,) * 3, (0,) * 3, "")
    assert [note.rule for note in start(GAME, ("Ana", "Beto")).notes] == ["KT-16"]
    assert all(m.cards == () and m.poison == 0 and m.shrink == 0 and not m.out for m in t.s.monsters)
    t.by_hand("Beto", "hearts", -2).by_hand("Beto", "points", 1).by_hand("Beto", "energy", 3)
    assert (t.hearts[1], t.points[1], t.energy[1]) == (8, 1, 3)


@pytest.mark.rule("KT-A2")
def test_the_table_names_the_first_player() -> None:
    """KT-A2: the table says who begins, before anything is thrown."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", begins=None)
    assert [event for event in t.events if isinstance(event, Began)] == [Began(0), Began(1), Began(2), Began(-1)]
    assert t.refuses(Rolled(faces(NOTHING))) != ""
    t.refuses(Began(3))
    t.do(Began(1))
    assert (t.who, t.s.phase) == ("Beto", "roll")
    t.turn(NOTHING)
    assert t.who == "Cira", "round to the left from there"
    assert t.refuses(Began(0)) == "KT-16"


@pytest.mark.rule("KT-A2")
def test_most_smashes_begin_and_ties_throw_again() -> None:
    """KT-A2: the official way: each throws six dice, most smashes begin, those who tie throw again."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", begins=None).do(Began(-1))
    t.throws("s11223").throws("ss1123").throws("ss1123")
    assert t.who == "Beto", "Ana is out of it"
    t.throws("sss112")
    assert (t.who, t.s.phase) == ("Cira", "setup")
    t.throws("ss1123")
    assert (t.who, t.s.phase, t.s.first) == ("Beto", "roll", 1)
    assert (t.hearts, t.points, t.energy, t.city) == ((10,) * 3, (0,) * 3, (0,) * 3, ""), "those dice did nothing else"


@pytest.mark.rule("KT-A4")
def test_twenty_points_win_at_the_end_of_the_turn() -> None:
    """KT-A4, L121: by default one must still live when the turn ends; a loss of points on the way takes it back."""
    t = three().has("Ana", points=18, energy=3).throws("222331")
    assert (t.points[0], t.winners, t.s.phase) == (20, None, "buy")
    lost = t.copy().by_hand("Ana", "points", -1)
    while lost.outcome is None and lost.asked.dice is None:
        if isinstance(lost.events[0], DoneBuying):
            lost.do(DoneBuying())
        else:
            lost.usual()
    assert lost.winners is None
    assert t.do(DoneBuying()).winners == ("Ana",)


@pytest.mark.rule("KT-A4")
def test_a_table_may_let_twenty_points_win_on_the_spot() -> None:
    """KT-A4, L117: "el monstruo que primero alcance los 20 puntos": the other choice, before buying or poison."""
    t = three(KT_A4="instant").has("Ana", points=18, energy=3, hearts=1, poison=1).throws("222331")
    assert (t.points[0], t.winners) == (20, ("Ana",))


@pytest.mark.rule("KT-A5", "KT-A4")
def test_points_on_anothers_turn_wait_for_its_end() -> None:
    """KT-A5: who reaches twenty on another's turn wins only as that turn ends, alive."""
    t = CardTable("", "eater_of_the_dead").stand("A").has("B", points=17).has("C", hearts=1).has("A", energy=2)
    t.throws("s11223")
    assert (t.points[1], t.winners, t.s.phase) == (20, None, "buy")
    assert t.copy().do(DoneBuying()).winners == ("B",)
    dead = t.copy().has("B", hearts=1).loses(B=1)
    assert dead.winners == ("A",), "the last one standing"


@pytest.mark.rule("KT-A5")
def test_of_several_with_twenty_the_first_to_reach_it_wins_or_the_highest() -> None:
    """KT-A5, L117: the one who reached it first; a table may take the highest instead, shared if tied."""
    for choice, winners in (("first", ("A",)), ("most", ("B",))):
        t = CardTable("", "", "", KT_A5=choice, KT_A13="free").has("A", points=19, energy=2).throws("111223")
        t.by_hand("B", "points", 17)
        while t.outcome is None:
            t.in_play(True) if t.step == "ask_played" else t.do(DoneBuying()) if t.offers(DoneBuying) else t.usual()
        assert (t.points[:2], t.winners) == ((20, 22), winners)


@pytest.mark.rule("KT-A5")
def test_two_effects_of_one_death_count_one_after_the_other() -> None:
    """KT-A5, L117: a tie needs one and the same effect; two cards are two, the active monster's first."""
    for choice, winners in (("first", ("A",)), ("most", ("A", "B"))):
        t = CardTable("eater_of_the_dead", "eater_of_the_dead", KT_A5=choice).stand("A").has("C", hearts=1)
        t.has("A", points=17).has("B", points=17).throws("s11223").on()
        assert (t.points[:2], t.winners) == ((20, 20), winners)


@pytest.mark.rule("KT-A13")
def test_no_number_goes_below_zero() -> None:
    """KT-A13: points, energy and hearts stop at zero."""
    t = CardTable().has("A", energy=7).has("B", points=3).has("C", points=9).throws("112233").buys("evacuation_orders")
    assert (t.points, t.energy) == ((5, 0, 4), (0, 0, 0))
    t = CardTable().has("A", energy=6).has("B", energy=1).has("C", energy=5).throws("112233").buys("vast_storm")
    assert (t.points[0], t.energy) == (7, (0, 1, 3))


@pytest.mark.rule("KT-A13")
def test_points_stay_at_twenty_or_pass_it() -> None:
    """KT-A13: by default capped at twenty; a table may let them pass it."""
    for choice, points in (("capped", 20), ("free", 24)):
        t = three(KT_A13=choice).has("Ana", points=19, energy=2).throws("333331")
        assert (t.points[0], t.s.phase) == (points, "buy")


@pytest.mark.rule("KT-A15")
def test_every_card_is_found_by_its_spanish_and_its_english_name() -> None:
    """KT-A15: names differ by translation: both are shown, for every card of every edition."""
    for edition in ("base", "dark", "origins"):
        cards = catalogues()[catalogue_key(edition, True)]
        assert all(card.name.es and card.name.en for card in cards)
    by_english = {card.name.en: card.name.es for card in catalogues()[catalogue_key("base")]}
    names = ("Fire Breathing", "Mimic", "Opportunist", "Metamorph", "Shrink Ray", "Poison Spit")
    assert all(by_english[name] not in ("", name) for name in names)
    t = CardTable("fire_breathing")
    assert t.s.monsters[0].cards[0].card == "fire_breathing"


@pytest.mark.rule("KT-A17")
def test_what_the_text_leaves_out_is_no_switch() -> None:
    """KT-A17: evolutions and Mindbug are in no variant; of the editions come the power cards alone."""
    assert {s.key for s in GAME.switches if s.key.startswith("variant.")} == {
        f"variant.{name}"
        for name in ("costumes", "cultists", "tower", "curses", "berserk", "transformation", "wickedness")
    }
    assert next([choice for choice, _ in s.choices] for s in GAME.switches if s.key == "edition") == [
        "base",
        "dark",
        "origins",
    ]


@pytest.mark.rule("KT-02")
def test_only_the_active_monster_throws_and_yields_are_the_hit_monsters() -> None:
    """KT-02, L32, L66: the dice are the active player's; the question of yielding is its owner's."""
    t = three()
    assert t.asked.seats == (0,)
    assert t.refuses(Stopped()) == "KT-04"
    assert t.refuses(Yielded(False)) == "KT-13"
    t.throws("s11223")
    assert t.asked.seats == (2,)


@pytest.mark.rule("KT-02")
def test_a_turn_with_a_yield_and_no_purchase_takes_nine_taps() -> None:
    """A turn with a yield and no purchase takes at most nine taps.

    Six faces and their confirmation, the yield, and nothing bought: three prompts.
    """
    t = three().has("Ana", energy=3)
    t.taps = 0
    t.throws("1122ss").yields().on()
    assert (t.active, t.city, t.taps) == ("Beto", "Ana", 3)
    assert t.taps - 1 + 7 <= 9


@pytest.mark.rule("KT-28")
def test_who_falls_in_their_own_turn_does_not_finish_it() -> None:
    """A monster eliminated in its own turn neither buys nor enters Tokyo; the next turn starts."""
    t = three().has("Ana", energy=9).loses(Ana=8)
    assert (t.monster("Ana").out, t.active, t.s.city) == (True, "Beto", 2)
