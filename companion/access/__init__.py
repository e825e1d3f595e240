"""Guests, invitations, permissions, connections and uploads."""
