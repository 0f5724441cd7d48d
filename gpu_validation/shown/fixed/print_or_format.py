import logging

import torch

logger = logging.getLogger(__name__)


# fix: suggestion
# run: x=float[4,3] | x=half[5] | x=nan[40] | x=float[]
def a_message_for_a_check(x: torch.Tensor):
    torch._check(x.dim() < 9, lambda: f"sum {x.sum()}")
    return x * 2


# fix: suggestion
# run: x=float[4,3] | x=half[5] | x=nan[40] | x=float[]
def a_message_of_a_level(x: torch.Tensor):
    if logger.isEnabledFor(logging.DEBUG):
        logger.debug("sum {}".format(x.sum()))
    return x * 2


# fix: suggestion
# run: x=float[4,3] | x=half[5] | x=nan[40] | x=float[]
def a_message_of_the_root(x: torch.Tensor):
    if logging.getLogger().isEnabledFor(logging.INFO):
        logging.info(f"sum {x.sum()}")
    return x * 2
