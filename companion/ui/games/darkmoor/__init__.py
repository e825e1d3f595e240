"""Retreat to Darkmoor's part of the table screen: hordes, hero, custom cards, scoring."""
