"""Measurements, run by hand or by the smoke pass of CI."""
