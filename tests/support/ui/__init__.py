"""Phones: without a browser (headless, app) and with a real Chromium (browser)."""
