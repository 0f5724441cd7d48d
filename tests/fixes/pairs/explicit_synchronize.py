#### a stream and an event
import torch


def step(side: torch.cuda.Stream, done: torch.cuda.Event):
    side.synchronize()  # all of it
    done.synchronize()
#### => nothing
