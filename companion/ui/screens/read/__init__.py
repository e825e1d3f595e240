"""History, rules, statistics and situations."""
