"""Tests by tier: rules, companion, ui and vision are the fast one; laws, robustness, e2e and meta come with --full."""
