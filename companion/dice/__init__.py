"""Rolls and flips, kinds of dice, custom sets, captures and reader corrections.

What is flipped goes the way of what is rolled: a card is read as a die whose faces are the cards of its deck.
"""
