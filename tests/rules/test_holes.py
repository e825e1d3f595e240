"""Examples of holes, which tests and forecasts answer with."""

from __future__ import annotations

import pytest

from rules.engine import Number, TextLine


def test_a_line_has_an_example_when_the_usual_ones_are_taken() -> None:
    """A line that is typed always has an example that it admits, also after three players took the usual ones."""
    hole = TextLine("character", 3, taken=("", "ñññ", "1"))
    assert list(hole.examples()) == ["2"]
    assert all(map(hole.admits, hole.examples()))


def test_the_examples_of_a_line_are_free() -> None:
    """The empty line, the suggestions and the longest one are examples where nobody has taken them."""
    assert list(TextLine("name", 2, ("Isaac",), taken=("",)).examples()) == ["Isaac", "ññ"]


@pytest.mark.parametrize(("usual", "kept"), [(0, 1), (5, 5), (10, 9)])
def test_a_usual_number_lies_within_its_bounds(usual: int, kept: int) -> None:
    """A number set by hand may exceed what is asked for, as 10 life where 1 to 9 are admitted: the bound is usual."""
    hole = Number("life", 1, 9, usual)
    assert hole.default == kept
    assert all(map(hole.admits, hole.examples()))
