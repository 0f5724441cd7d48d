"""The truth data of a real package: which lines a workload ran, and where the host waited."""
