"""Zones of the table screen: widgets of its model, from the bar to the answers."""
