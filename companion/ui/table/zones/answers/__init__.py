"""The answers to the prompt, by where they stand."""
