"""What replaces the network while a script runs: names of libraries, set for its time and then put back."""

import contextlib
import importlib.machinery
import sys
import types
from unittest import mock

from collecting.user_scripts import data


@contextlib.contextmanager
def _sentences():
    """nltk splits sentences by data that it downloads."""
    nltk = types.ModuleType("nltk")
    nltk.__spec__ = importlib.machinery.ModuleSpec("nltk", None)
    nltk.data = types.SimpleNamespace(find=lambda name: name)
    nltk.sent_tokenize = lambda text: text.split(" . ")
    sys.modules["nltk"] = nltk
    yield
    del sys.modules["nltk"]


def _forget_accelerate():
    from accelerate.state import AcceleratorState, GradientState, PartialState

    for state in (AcceleratorState, GradientState, PartialState):
        state._reset_state()


def _torchvision_weights(weights, *_, **__):
    """The state of a model with random weights, in place of the one that is downloaded."""
    import torchvision

    name = type(weights).__name__.removesuffix("_Weights").lower()
    return torchvision.models.get_model(name, weights=None).state_dict()


def _without_weights(create):
    def create_model(name, pretrained=False, **options):
        return create(name, pretrained=False, **options)

    return create_model


def _fabric_launcher():
    import torch

    accelerator = "cuda" if torch.cuda.is_available() else "cpu"
    return mock.patch.dict("os.environ", {"LT_ACCELERATOR": accelerator, "LT_DEVICES": "1"})


@contextlib.contextmanager
def installed():
    import accelerate
    import datasets
    import evaluate
    import lightning.pytorch.demos.mnist_datamodule as mnist
    import lightning.pytorch.demos.transformer as demos
    import timm
    import torchvision
    from torchvision.models._api import WeightsEnum

    grey, colour = data.picture_set(60000, 28, True), data.picture_set(64, 32, False)
    change = mock.patch.object
    with contextlib.ExitStack() as changes:
        for one in (
            change(datasets, "load_dataset", data.load_dataset),
            change(evaluate, "load", data.load_metric),
            change(mnist, "MNIST", grey),
            change(torchvision.datasets, "MNIST", grey),
            change(torchvision.datasets, "CIFAR10", colour),
            change(torchvision.datasets, "CelebA", colour),
            change(torchvision.datasets.utils, "download_and_extract_archive", lambda **_: None),
            change(demos.WikiText2, "download", staticmethod(_wikitext)),
            change(WeightsEnum, "get_state_dict", _torchvision_weights),
            change(timm, "create_model", _without_weights(timm.create_model)),
            change(timm.models, "create_model", _without_weights(timm.create_model)),
            _sentences(),
            change(accelerate.DistributedType, "TPU", "TPU", create=True),  # what XLA was called
            _fabric_launcher(),
        ):
            changes.enter_context(one)
        try:
            yield
        finally:
            _forget_accelerate()


def _wikitext(destination):
    from collecting.user_scripts.models import texts

    destination.parent.mkdir(parents=True, exist_ok=True)
    destination.write_text("\n".join(texts(12500)))
