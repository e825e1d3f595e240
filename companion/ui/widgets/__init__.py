"""Generic widgets."""
