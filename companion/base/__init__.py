"""Helpers without any knowledge of matches: errors, observables, background work, dates, files."""
