"""Triggered abilities and their targets."""
