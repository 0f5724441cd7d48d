import torch


def xywh2xyxy(x):
    y = x.clone()
    y[..., 0] = x[..., 0] - x[..., 2] / 2
    y[..., 1] = x[..., 1] - x[..., 3] / 2
    y[..., 2] = x[..., 0] + x[..., 2] / 2
    y[..., 3] = x[..., 1] + x[..., 3] / 2
    return y


def box_iou(a, b):
    lt = torch.max(a[:, None, :2], b[None, :, :2])
    rb = torch.min(a[:, None, 2:], b[None, :, 2:])
    wh = (rb - lt).clamp(min=0)
    inter = wh[..., 0] * wh[..., 1]
    area = lambda t: (t[:, 2] - t[:, 0]) * (t[:, 3] - t[:, 1])
    return inter / (area(a)[:, None] + area(b)[None] - inter + 1e-7)


def nms(boxes, scores, thr):
    order = scores.argsort(descending=True)
    keep = []
    while order.numel() > 0:
        i = order[0]
        keep.append(i.item())
        if order.numel() == 1:
            break
        iou = box_iou(boxes[i][None], boxes[order[1:]])[0]
        order = order[1:][iou <= thr]
    return keep


def postprocess(prediction, conf_thres=0.3, iou_thres=0.5, max_det=10, classes=None):
    output = [None] * prediction.shape[0]
    for xi, x in enumerate(prediction):
        x = x[x[:, 4] > conf_thres]
        if not x.shape[0]:
            continue
        x[:, 5:] *= x[:, 4:5]
        box = xywh2xyxy(x[:, :4])
        conf, j = x[:, 5:].max(1, keepdim=True)
        x = torch.cat((box, conf, j.float()), 1)
        if classes is not None:
            x = x[(x[:, 5:6] == torch.tensor(classes, device=x.device)).any(1)]
        if len(x) == 0:
            continue
        keep = nms(x[:, :4], x[:, 4], iou_thres)[:max_det]
        output[xi] = x[keep]
    return output


def to_records(outputs, image_ids, names):
    records = []
    for image_id, det in zip(image_ids, outputs):
        if det is None:
            continue
        for *xyxy, conf, cls in det.tolist():
            records.append({"image": image_id, "box": [round(v, 1) for v in xyxy], "score": conf, "label": names[int(cls)]})
    return sorted(records, key=lambda r: -r["score"])


def detect(model, images, image_ids, names, device):
    with torch.no_grad():
        preds = model(images.to(device).float() / 255)
    return to_records(postprocess(preds, classes=[0, 1]), image_ids, names)
