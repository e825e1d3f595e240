"""Advice to the players: stakes, automatic passes, odds and causes of death."""
