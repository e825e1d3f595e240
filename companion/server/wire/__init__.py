"""Limits on connections, requests and messages, and the patches of Flet that enforce them."""
