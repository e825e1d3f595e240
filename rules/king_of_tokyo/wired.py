"""Every card that does something, known to the mechanism of effects once this is imported."""

from . import afterlife, copying, guards, healing, natures, parting, privileges, redice, throwing

__all__ = ["afterlife", "copying", "guards", "healing", "natures", "parting", "privileges", "redice", "throwing"]
