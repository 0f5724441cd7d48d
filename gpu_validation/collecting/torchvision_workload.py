"""What is run of torchvision: models, detection with losses and without, segmentation, transforms, operators, drawing.

`pieces()` names the pieces without making them; each is a function that makes what it needs at its first call and is
called twice, so that only the second call counts. Needs torch, torchvision and a GPU.
"""

import functools

import torch
import torchvision
import torchvision.models as models
import torchvision.ops as ops
import torchvision.transforms.v2 as transforms
from torchvision import tv_tensors, utils

DEVICE = "cuda"

_CLASSIFIERS = (
    "resnet18",
    "mobilenet_v3_small",
    "vit_b_16",
    "swin_t",
    "convnext_tiny",
    "googlenet",
    "inception_v3",
    "efficientnet_b0",
    "densenet121",
    "maxvit_t",
    "regnet_y_400mf",
)


@functools.cache
def _detector(name):
    return models.get_model(name, weights=None, weights_backbone=None).to(DEVICE)


def _classify(name):
    model = models.get_model(name, weights=None).to(DEVICE)  # made each time: its construction is watched as well
    size = 299 if name == "inception_v3" else 224
    model.train()
    out = model(torch.randn(2, 3, size, size, device=DEVICE))
    (out if isinstance(out, torch.Tensor) else out[0]).sum().backward()
    model.eval()
    model(torch.randn(2, 3, 224, 224, device=DEVICE))


def _target():
    return {
        "boxes": torch.tensor([[10.0, 10, 60, 60], [20, 30, 90, 100]], device=DEVICE),
        "labels": torch.tensor([1, 2], device=DEVICE),
        "masks": torch.ones(2, 128, 128, dtype=torch.uint8, device=DEVICE),
        "keypoints": torch.ones(2, 17, 3, device=DEVICE) * 20,
    }


def _detect(name):
    model = _detector(name)
    model.train()
    images = [torch.rand(3, 128, 128, device=DEVICE) for _ in range(2)]
    losses = model(images, [_target(), _target()])
    sum(losses.values()).backward()
    model.eval()
    with torch.no_grad():
        model([torch.rand(3, 128, 128, device=DEVICE)])


def _segment(name):
    model = models.get_model(name, weights=None, weights_backbone=None).to(DEVICE).eval()
    model(torch.randn(2, 3, 224, 224, device=DEVICE))["out"].sum().backward()


def _flow(name):
    model = models.get_model(name, weights=None).to(DEVICE).eval()
    model(torch.rand(1, 3, 128, 128, device=DEVICE), torch.rand(1, 3, 128, 128, device=DEVICE))


@functools.cache
def _image():
    return tv_tensors.Image((torch.rand(3, 96, 96, device=DEVICE) * 255).to(torch.uint8))


@functools.cache
def _boxes():
    corners = torch.tensor([[5.0, 5, 40, 40], [10, 10, 60, 70]], device=DEVICE)
    return tv_tensors.BoundingBoxes(corners, format="XYXY", canvas_size=(96, 96))


@functools.cache
def _masks():
    return tv_tensors.Mask(torch.ones(2, 96, 96, dtype=torch.uint8, device=DEVICE))


def _sample():
    return {"image": _image(), "boxes": _boxes(), "masks": _masks(), "labels": torch.tensor([1, 2], device=DEVICE)}


# Made when the piece first runs: some hold tensors.
_TRANSFORMS = {
    "RandomHorizontalFlip": lambda: transforms.RandomHorizontalFlip(1),
    "RandomResizedCrop": lambda: transforms.RandomResizedCrop(48),
    "RandomIoUCrop": lambda: transforms.RandomIoUCrop(),
    "RandomZoomOut": lambda: transforms.RandomZoomOut(p=1),
    "RandomPhotometricDistort": lambda: transforms.RandomPhotometricDistort(p=1),
    "ColorJitter": lambda: transforms.ColorJitter(0.4, 0.4, 0.4, 0.2),
    "RandomAffine": lambda: transforms.RandomAffine(20, (0.1, 0.1), (0.8, 1.2), 5),
    "RandomPerspective": lambda: transforms.RandomPerspective(p=1),
    "RandomRotation": lambda: transforms.RandomRotation(30),
    "ElasticTransform": lambda: transforms.ElasticTransform(),
    "GaussianBlur": lambda: transforms.GaussianBlur(3),
    "RandomErasing": lambda: transforms.RandomErasing(p=1),
    "AutoAugment": lambda: transforms.AutoAugment(),
    "RandAugment": lambda: transforms.RandAugment(),
    "TrivialAugmentWide": lambda: transforms.TrivialAugmentWide(),
    "AugMix": lambda: transforms.AugMix(),
    "SanitizeBoundingBoxes": lambda: transforms.SanitizeBoundingBoxes(),
    "Normalize": lambda: transforms.Normalize([0.5] * 3, [0.5] * 3),
    "RandomEqualize": lambda: transforms.RandomEqualize(1),
    "RandomAutocontrast": lambda: transforms.RandomAutocontrast(1),
    "RandomPosterize": lambda: transforms.RandomPosterize(4, 1),
    "RandomSolarize": lambda: transforms.RandomSolarize(128, 1),
    "RandomAdjustSharpness": lambda: transforms.RandomAdjustSharpness(2, 1),
    "Resize": lambda: transforms.Resize(50),
    "ScaleJitter": lambda: transforms.ScaleJitter((64, 64)),
    "FiveCrop": lambda: transforms.FiveCrop(32),
    "Pad": lambda: transforms.Pad(4),
    "JPEG": lambda: transforms.JPEG(50),
    "ToDtype": lambda: transforms.ToDtype(torch.float32, scale=True),
    "ClampBoundingBoxes": lambda: transforms.ClampBoundingBoxes(),
    "ConvertBoundingBoxFormat": lambda: transforms.ConvertBoundingBoxFormat("CXCYWH"),
}

_OF_ONE_IMAGE = {"ElasticTransform", "AugMix", "AutoAugment", "RandAugment", "TrivialAugmentWide", "FiveCrop", "JPEG"}


@functools.cache
def _transform_of(name):
    return _TRANSFORMS[name]()


def _transform(name):
    if name == "Normalize":
        given = _image().to(torch.float32)
    else:
        given = _image() if name in _OF_ONE_IMAGE else _sample()
    _transform_of(name)(given)


def _mix(name):
    mix = getattr(transforms, name)(num_classes=5)
    mix(torch.rand(4, 3, 32, 32, device=DEVICE), torch.tensor([0, 1, 2, 3], device=DEVICE))


@functools.cache
def _corners():
    boxes = torch.rand(50, 4, device=DEVICE)
    boxes[:, 2:] += boxes[:, :2]
    return boxes


@functools.cache
def _scores():
    return torch.rand(50, device=DEVICE)


@functools.cache
def _logits():
    return torch.randn(8, 3, device=DEVICE, requires_grad=True)


def _rand(*sizes):
    return torch.rand(*sizes, device=DEVICE)


def _picture():
    return (_rand(3, 96, 96) * 255).to(torch.uint8)


_OPERATORS = {
    "nms": lambda: ops.nms(_corners(), _scores(), 0.5),
    "batched_nms": lambda: ops.batched_nms(
        _corners(), _scores(), torch.zeros(50, device=DEVICE, dtype=torch.long), 0.5
    ),
    "remove_small_boxes": lambda: ops.remove_small_boxes(_corners(), 0.01),
    "clip_boxes_to_image": lambda: ops.clip_boxes_to_image(_corners(), (10, 10)),
    "box_iou": lambda: ops.box_iou(_corners(), _corners()),
    "generalized_box_iou": lambda: ops.generalized_box_iou(_corners(), _corners()),
    "complete_box_iou": lambda: ops.complete_box_iou(_corners(), _corners()),
    "generalized_box_iou_loss": lambda: ops.generalized_box_iou_loss(_corners(), _corners(), reduction="mean"),
    "roi_align": lambda: ops.roi_align(_rand(1, 3, 32, 32), [_corners()], 7),
    "sigmoid_focal_loss": lambda: ops.sigmoid_focal_loss(_logits(), _rand(8, 3)),
    "masks_to_boxes": lambda: ops.masks_to_boxes(torch.ones(2, 32, 32, device=DEVICE)),
    "drop_block2d": lambda: ops.drop_block2d(_rand(1, 3, 32, 32), 0.3, 3),
    "stochastic_depth": lambda: ops.stochastic_depth(_rand(4, 3), 0.3, "row"),
    "deform_conv2d": lambda: ops.deform_conv2d(_rand(1, 3, 8, 8), _rand(1, 18, 6, 6), _rand(4, 3, 3, 3)),
    "make_grid": lambda: utils.make_grid(_rand(4, 3, 16, 16), normalize=True, scale_each=True),
    "draw_bounding_boxes": lambda: utils.draw_bounding_boxes(_picture(), _boxes(), labels=["a", "b"]),
    "draw_segmentation_masks": lambda: utils.draw_segmentation_masks(_picture(), _masks().bool()),
    "draw_keypoints": lambda: utils.draw_keypoints(_picture(), _rand(2, 5, 2) * 90),
    "flow_to_image": lambda: utils.flow_to_image(_rand(2, 32, 32)),
}


def pieces():
    """{name: function}."""
    found = {f"classify {name}": functools.partial(_classify, name) for name in _CLASSIFIERS}
    for name in models.list_models(module=models.detection):
        found[f"detect {name}"] = functools.partial(_detect, name)
    for name in models.list_models(module=models.segmentation):
        found[f"segment {name}"] = functools.partial(_segment, name)
    found["flow raft_small"] = functools.partial(_flow, "raft_small")
    for name in _TRANSFORMS:
        found[f"transform {name}"] = functools.partial(_transform, name)
    for name in ("MixUp", "CutMix"):
        found[f"transform {name}"] = functools.partial(_mix, name)
    for name, work in _OPERATORS.items():
        found[f"operator {name}"] = work
    return found


def packages():
    """{name: folder}."""
    return {"torchvision": torchvision.__path__[0]}
