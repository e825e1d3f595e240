"""A second reading of Four Souls' cards: its own parser, a small table, and a driver that plays the same in a match.

Nothing here imports the rules' grammar or what the rules read out of a card; only ``scene`` plays real matches.
"""
