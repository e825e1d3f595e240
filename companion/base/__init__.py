"""Helpers that know nothing of matches: errors, observables, background work, dates."""
