"""What a wait costs a training step: the usual ways to read a loss, and a loop that the data decide."""
