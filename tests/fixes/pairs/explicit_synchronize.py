#### a stream and an event
import torch


def step(side: torch.cuda.Stream, done: torch.cuda.Event):
    side.synchronize()  # all of it
    done.synchronize()
#### => suggestion
import torch


def step(side: torch.cuda.Stream, done: torch.cuda.Event):
    torch.cuda.current_stream().wait_stream(side)  # all of it
    torch.cuda.current_stream().wait_event(done)
