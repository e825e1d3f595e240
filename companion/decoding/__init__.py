"""Decoding of untrusted files in worker processes."""
