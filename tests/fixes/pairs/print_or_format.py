#### a level, and a check that takes a function
import logging

import torch

logger = logging.getLogger(__name__)


def step(x: torch.Tensor):
    logger.info(f"largest {x.max():.3f}")  # now and then
    torch._check(x.numel() > 0, f"sum {x.sum()}")
#### => suggestion
import logging

import torch

logger = logging.getLogger(__name__)


def step(x: torch.Tensor):
    if logger.isEnabledFor(logging.INFO):
        logger.info(f"largest {x.max():.3f}")  # now and then
    torch._check(x.numel() > 0, lambda: f"sum {x.sum()}")
