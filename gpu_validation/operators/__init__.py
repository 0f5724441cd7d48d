"""The operator sweep: torch's own test samples, forward and backward, against a busy GPU."""
