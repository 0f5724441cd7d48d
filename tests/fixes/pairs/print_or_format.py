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
#### a message, and numbers
import torch


def step(x: torch.Tensor):
    if x.shape[0] > 3:
        raise ValueError(f"wrong {x} between {x.min()} and {x.max():.2f}, {[x.sum(), 3]}")
    print(x)
    return str(x)
#### => nothing
#### a message for a check of the project
from typing import Callable

import torch


def check(holds: bool, message: str | Callable[[], str]) -> None:
    if not holds:
        raise ValueError(message() if callable(message) else message)


def told(holds: bool, message: str) -> None:
    if not holds:
        raise ValueError(message)


def step(x: torch.Tensor):
    x = x.cuda()
    check(x.numel() > 3, f"too few: {x.sum()}")
    told(x.numel() > 3, f"too few: {x.sum()}")
#### => suggestion
from typing import Callable

import torch


def check(holds: bool, message: str | Callable[[], str]) -> None:
    if not holds:
        raise ValueError(message() if callable(message) else message)


def told(holds: bool, message: str) -> None:
    if not holds:
        raise ValueError(message)


def step(x: torch.Tensor):
    x = x.cuda()
    check(x.numel() > 3, lambda: f"too few: {x.sum()}")
    told(x.numel() > 3, f"too few: {x.sum()}")
#### the root logger
import logging

import torch


def step(x: torch.Tensor):
    logging.info(f"largest {x.max()}")
#### => suggestion
import logging

import torch


def step(x: torch.Tensor):
    if logging.getLogger().isEnabledFor(logging.INFO):
        logging.info(f"largest {x.max()}")
#### what seldom runs need not ask for the level
import logging

import torch

logger = logging.getLogger(__name__)


def train(model, loader, optimizer):
    for iter_num, batch in enumerate(loader):
        loss = model(batch).mean()
        loss.backward()
        optimizer.step()
        if iter_num % 100 == 0:
            logger.info(f"loss {loss}")
#### => nothing
#### a logger of loguru has no `isEnabledFor`
import torch
from loguru import logger


def step(x: torch.Tensor):
    logger.debug(f"largest {x.max()}")
#### => nothing
#### another module has the name that the guard needs
import torch
import other.logging as logging

logger = logging.get_logger(__name__)


def step(x: torch.Tensor):
    x = x.cuda()
    logger.debug("the values: {}".format(x))
    return x
#### => nothing
