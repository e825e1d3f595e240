"""The stack: playing, priority and resolving."""
