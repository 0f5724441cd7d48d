import math
import sys

import torch


def warmup_lr_scheduler(optimizer, warmup_iters, warmup_factor):
    def f(x):
        if x >= warmup_iters:
            return 1
        alpha = float(x) / warmup_iters
        return warmup_factor * (1 - alpha) + alpha

    return torch.optim.lr_scheduler.LambdaLR(optimizer, f)


def reduce_dict(loss_dict):
    names = sorted(loss_dict)
    values = torch.stack([loss_dict[k].detach() for k in names])
    return dict(zip(names, values))


def train_one_epoch(model, optimizer, data_loader, device, epoch, scaler=None):
    model.train()
    lr_scheduler = None
    if epoch == 0:
        lr_scheduler = warmup_lr_scheduler(optimizer, min(10, len(data_loader) - 1), 1.0 / 10)
    meters = {}
    for images, targets in data_loader:
        images = list(image.to(device) for image in images)
        targets = [{k: v.to(device) if isinstance(v, torch.Tensor) else v for k, v in t.items()} for t in targets]
        loss_dict = model(images, targets)
        losses = sum(loss for loss in loss_dict.values())
        loss_dict_reduced = reduce_dict(loss_dict)
        losses_reduced = sum(loss_dict_reduced.values())
        loss_value = losses_reduced.item()
        if not math.isfinite(loss_value):
            print(f"Loss is {loss_value}, stopping training")
            print(loss_dict_reduced)
            sys.exit(1)
        optimizer.zero_grad()
        losses.backward()
        optimizer.step()
        if lr_scheduler is not None:
            lr_scheduler.step()
        for k, v in loss_dict_reduced.items():
            meters.setdefault(k, []).append(v)
    return {k: torch.stack(v).mean().item() for k, v in meters.items()}


def convert_to_xywh(boxes):
    xmin, ymin, xmax, ymax = boxes.unbind(1)
    return torch.stack((xmin, ymin, xmax - xmin, ymax - ymin), dim=1)


def prepare_for_coco(predictions):
    results = []
    for original_id, prediction in predictions.items():
        if len(prediction) == 0:
            continue
        boxes = convert_to_xywh(prediction["boxes"]).tolist()
        scores = prediction["scores"].tolist()
        labels = prediction["labels"].tolist()
        results.extend(
            {"image_id": original_id, "category_id": labels[k], "bbox": box, "score": scores[k]}
            for k, box in enumerate(boxes)
        )
    return results


@torch.inference_mode()
def evaluate(model, data_loader, device):
    cpu_device = torch.device("cpu")
    model.eval()
    rows = []
    for images, targets in data_loader:
        images = list(img.to(device) for img in images)
        outputs = model(images)
        outputs = [{k: v.to(cpu_device) for k, v in t.items()} for t in outputs]
        res = {target["image_id"]: output for target, output in zip(targets, outputs)}
        rows += prepare_for_coco(res)
    return rows
