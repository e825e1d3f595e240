"""Sentences of Four Souls that name who does what: headlines, names on the stack, answers in the log, kills."""

from __future__ import annotations

import pytest

from companion.i18n import translator
from rules.engine import Choice, Event, apply, examples, prompt
from rules.engine.record import replace
from rules.four_souls.game import GAME
from rules.four_souls.model.events import Passed, Played, Told
from rules.four_souls.model.item_catalogue import item_cards
from rules.four_souls.model.stack_item import REST, Item
from rules.four_souls.vocabulary.card_names import item_name
from rules.four_souls.vocabulary.card_text import card_text
from rules.four_souls.vocabulary.consequence_text import LOOK_TEXTS
from tests.support.games.four_souls import FourSoulsTable, table
from tests.support.games.table import english
from tests.support.random_play import Seeded, move, sit_down

ES = translator("es")
rule = pytest.mark.rule
WALKS, STEPS = 12, 60
"""Random matches of the law about answers, and moves of each."""


def title(t: FourSoulsTable) -> str:
    return ES(t.asked.title)


# --- headlines -----------------------------------------------------------------------------------------------------


@rule("FS-32")
def test_the_question_for_responses_says_who_plays_what() -> None:
    """L112: people ask "Ana plays a bomb, anybody?"; of a card without a name they say what it does."""
    t = table()
    assert title(t.copy().plays("Ana", t.to("Ana", "cents", 5))) == "Ana juega +5¢. ¿Alguien responde?"
    assert title(t.copy().plays("Ana", card="bomb").usual()) == "Ana juega Bomba. ¿Alguien responde?"
    assert title(t.triggers("Ana", t.to("Ana", "cents", 1), card="the-compass")) == "¿Alguien responde a La Brújula?"


@rule("FS-15", "FS-08")
def test_a_character_that_lies_sideways_from_the_start_is_not_called_used() -> None:
    """L23: every character starts sideways, so in turn 1 a player has used neither it nor a loot play."""
    t = table()
    follows = {c.seat: ES(c.consequence) for c in t.asked.choices if c.kind == "loot" and c.consequence}
    assert follows[1] == "Solo por otro efecto: el personaje está girado"
    t.plays("Ana", t.to("Ana", "cents", 1)).nobody().plays("Ana", t.to("Ana", "cents", 1)).nobody()
    follows = {c.seat: ES(c.consequence) for c in t.asked.choices if c.kind == "loot" and c.consequence}
    assert follows[0].endswith("el botín del turno ya se ha jugado y el personaje está girado")


@rule("FS-77")
def test_two_forced_attacks_are_counted_and_their_button_is_the_main_one() -> None:
    """Ambush!: the active player must attack the monster deck twice; L205: as soon as possible, before all else."""
    t = table().attacks_deck().passes_until("reveal")
    t.turns_up_other(name="ambush").all_pass()
    told = [ES(note.text) for note in t.notes if note.rule == "FS-77"]
    assert told == ["Ana debe atacar 2 veces el mazo de monstruos"]
    (deck,) = [c for c in t.asked.choices if english(c.label) == "Attack the monster deck"]
    assert (deck.role, ES(deck.consequence)) == ("default", "Tienes que atacar ahora (quedan 2)")
    assert ES(t.asked.allowed_actions) == "queda: 2 ataques obligados"


# --- names ---------------------------------------------------------------------------------------------------------


@rule("FS-14")
def test_what_blank_card_does_is_called_a_copy() -> None:
    """Blank Card: it copies a loot card on the stack; the log and the stack call it that."""
    t = table().names("Ana", "blank-card")
    id = t.item("Ana", "blank-card").id
    t.do(next(e for e in t.offered if isinstance(e, Played) and e.item == id)).nobody().plays("Ana", card="bomb")
    t.usual()
    assert t.note_texts == ["Blank Card copies Bomb!"]
    assert english(t.asked.title) == "the copy of Bomb!: which target?"


@rule("FS-26")
def test_an_effect_without_a_die_is_not_called_that_of_a_roll() -> None:
    """Joker: its second part asks for a target of its own, and nobody has rolled."""
    t = table().plays("Ana", card="joker")
    rest = Item(9, "effect", 0, "joker", why=REST)
    assert english(item_name(t.s, rest)) == "the effect of Joker"
    assert english(item_name(t.s, replace(rest, why="", value=3))) == "the effect of the roll"


@rule("FS-115", "FS-116", "FS-117")
def test_bonus_souls_are_named_in_the_language_of_the_table() -> None:
    """L321 to L323: three souls, in one language."""
    t = table(bonus_souls="on")
    assert [ES(name) for name in GAME.view(t.s).bonus] == ["Alma de la avaricia", "Alma de la gula", "Alma de Guppy"]


# --- kills ---------------------------------------------------------------------------------------------------------


@rule("FS-92")
@pytest.mark.parametrize(("by_event", "killer"), [(True, None), (False, 0)])
def test_what_an_event_kills_is_nobodys_kill(by_event: bool, killer: int | None) -> None:
    """L198: the active player gets the rewards; but whom an event kills nobody has killed."""
    t = table()
    damage = t.to("fly", "damage", 1)
    if by_event:
        t.attacks_deck().passes_until("reveal")
        t.turns_up_other(damage)
    else:
        t.plays("Ana", damage)
    states = [t.s]
    while not any(note.kind == "kill" for note in t.notes):
        t.do_alone(next(c.event for c in t.asked.choices if c.role == "default"))
        states.append(t.s)
    assert [note.killer for note in t.notes if note.kind == "kill"] == [killer]
    assert [death.killer_seat for _, death in GAME.deaths(states)] == [killer]


# --- looks of one way ----------------------------------------------------------------------------------------------


@rule("FS-34")
def test_the_looks_of_the_cards_have_words_and_fit_their_ways() -> None:
    """Each place has its own words, and each look of one of several ways has a way that it comes with."""
    looks = [(card, look) for card in item_cards().values() for look in card.looks]
    assert {look.place for _, look in looks} <= LOOK_TEXTS.keys()
    for card, look in looks:
        if look.is_alternative:
            ways = (*card.does.activations, *(paid.effects for paid in card.does.payments))
            assert any(tuple(effect.kind for effect in way) == look.beside for way in ways), card.id
    assert len(looks) > 30


# --- answers in the log --------------------------------------------------------------------------------------------

ALIKE = (Passed, Played, Told)
"""Answers of which two may read alike: passes, and plays that differ in what allows them or what nobody says."""


def answers(choice: Choice) -> list[Event]:
    """An answer of the choice."""
    return [next(iter(examples(choice.template)))]


@pytest.mark.landing
@rule("X-02")
def test_two_answers_to_one_question_never_read_alike() -> None:
    """An undo names what happened, not that something was answered: so no two answers have one name."""
    asked = set[str]()
    for seed in range(WALKS):
        chance = Seeded(seed)
        state = sit_down(chance, GAME)
        for _ in range(STEPS):
            question = prompt(state)
            if question is None:
                break
            events = [event for choice in question.choices for event in answers(choice)]
            told = {repr(event): ES(GAME.describe(state, event)) for event in events if not isinstance(event, ALIKE)}
            assert len(set(told.values())) == len(told), (question.title.key, told)
            asked |= {type(event).__name__ for event in events}
            state = apply(GAME, state, move(chance, GAME, state))
    assert {"Aimed", "Confirmed", "Placed", "Revealed"} <= asked


@rule("FS-31")
def test_a_card_that_goes_off_by_itself_says_when() -> None:
    """Swallowed Penny is no card that gives 1¢: it does so when its owner takes damage."""
    said = {id: card_text(item_cards()[id]) for id in ("swallowed-penny", "cains-eye", "tick", "sacred-heart")}
    assert {id: ES(text) for id, text in said.items() if text} == {
        "swallowed-penny": "cuando recibes daño: +1¢",
        "cains-eye": "al empezar tu turno: mira 1 carta del mazo de botín",
        "tick": "cuando matas a un monstruo, una vez por turno: cura 1, un ataque más",
        "sacred-heart": "con una tirada tuya de 1: +5 a la tirada",
    }
