"""Data sets in memory, under the names that the scripts ask for, and metrics that need no network."""

import os
import pathlib
import random

from collecting.user_scripts.models import WORDS, sentence

COUNTS = {"train": 48, "validation": 24, "test": 24}


def _pairs(rng, number):
    return {"sentence1": sentence(rng), "sentence2": sentence(rng), "label": rng.randrange(2), "idx": number}


def _squad(rng, number):
    context = sentence(rng, 40)
    start = rng.randrange(10)
    words = context.split(" ")
    place = len(" ".join(words[:start])) + bool(start)
    answers = {"text": [words[start]], "answer_start": [place]}
    return {"id": str(number), "title": "t", "context": context, "question": sentence(rng, 6), "answers": answers}


def _entities(rng, number):
    return {"tokens": sentence(rng).split(), "ner_tags": [rng.randrange(5) for _ in range(12)]}


def _text(rng, number):
    return {"text": sentence(rng, 60)}


def _swag(rng, number):
    endings = {f"ending{n}": sentence(rng, 5) for n in range(4)}
    return {"sent1": sentence(rng, 6), "sent2": sentence(rng, 2), "label": rng.randrange(4), **endings}


def _summaries(rng, number):
    return {"article": sentence(rng, 40), "highlights": sentence(rng, 8)}


def _picture(rng, size=80):
    import numpy
    from PIL import Image

    values = numpy.random.RandomState(rng.randrange(1 << 30)).randint(0, 255, (size, size, 3))
    return Image.fromarray(values.astype("uint8"))


def _images(rng, number):
    return {"img": _picture(rng), "label": number % 4}


def _captions(rng, number):
    return {"image": _picture(rng), "conditioning_image": _picture(rng), "text": sentence(rng, 6)}


def _captioned_files(rng, number):
    path = os.path.abspath(f"picture-{number}.jpg")
    _picture(rng).save(path)
    return {"image_path": path, "caption": sentence(rng, 6)}


ROWS = {
    "nyu-mll/glue": _pairs, "squad": _squad, "conll": _entities, "words": _text, "swag": _swag, "news": _summaries,
    "images": _images, "captions": _captions, "coco": _captioned_files, "Salesforce/wikitext": _text,
}


def _features(name):
    import datasets as d

    if name == "nyu-mll/glue":
        text = {"sentence1": d.Value("string"), "sentence2": d.Value("string")}
        return d.Features({**text, "label": d.ClassLabel(names=["no", "yes"]), "idx": d.Value("int32")})
    if name == "conll":
        tags = d.Sequence(d.ClassLabel(names=["O", "B-PER", "I-PER", "B-LOC", "I-LOC"]))
        return d.Features({"tokens": d.Sequence(d.Value("string")), "ner_tags": tags})
    if name == "swag":
        texts = {key: d.Value("string") for key in ("sent1", "sent2", *(f"ending{n}" for n in range(4)))}
        return d.Features({**texts, "label": d.ClassLabel(names=["0", "1", "2", "3"])})
    if name == "images":
        return d.Features({"img": d.Image(), "label": d.ClassLabel(names=list("abcd"))})
    if name == "captions":
        return d.Features({"image": d.Image(), "conditioning_image": d.Image(), "text": d.Value("string")})
    return None


def load_dataset(path, name=None, *, split=None, **_):
    """What `datasets.load_dataset` would give, of random rows."""
    import datasets as d

    def one(part):
        rng = random.Random(part)
        part, _, share = part.partition("[")
        count = COUNTS[part] // 2 if share else COUNTS[part]
        return d.Dataset.from_list([ROWS[path](rng, number) for number in range(count)], features=_features(path))

    if split is not None:
        return [one(part) for part in split] if isinstance(split, list) else one(split)
    parts = ("train",) if path == "captions" else COUNTS
    return d.DatasetDict({part: one(part) for part in parts})


def load_metric(path, config_name=None, **_):
    """A metric with evaluate's own buffers, so that what these do with tensors is what happens."""
    import datasets as d
    import evaluate

    words = d.Sequence(d.Value("string"))
    answer = d.Features({"text": d.Sequence(d.Value("string")), "answer_start": d.Sequence(d.Value("int32"))})
    features = {
        "squad": {"predictions": {"id": d.Value("string"), "prediction_text": d.Value("string")},
                  "references": {"id": d.Value("string"), "answers": answer}},
        "seqeval": {"predictions": words, "references": words},
        "rouge": {"predictions": d.Value("string"), "references": d.Value("string")},
    }.get(path, {"predictions": d.Value("int64"), "references": d.Value("int64")})

    class Metric(evaluate.Metric):
        def _info(self):
            return evaluate.MetricInfo(description="", citation="", features=d.Features(features))

        def _compute(self, predictions, references, **_):
            same = sum(a == b for a, b in zip(predictions, references, strict=True)) / max(1, len(predictions))
            names = {"seqeval": ("overall_precision", "overall_recall", "overall_f1", "overall_accuracy"),
                     "rouge": ("rouge1", "rougeL"), "squad": ("exact_match", "f1")}.get(path, ("accuracy", "f1"))
            return dict.fromkeys(names, same)

    return Metric(config_name=config_name or "default", experiment_id=f"{path}-{os.getpid()}")


def pictures(folder, count=20, names=lambda number: f"breed{number % 4}_{number}.jpg"):
    """A folder of picture files."""
    rng = random.Random(0)
    for number in range(count):
        path = pathlib.Path(folder, names(number))
        path.parent.mkdir(parents=True, exist_ok=True)
        _picture(rng).save(path)


def picture_set(count, size, grey):
    """A class that stands for MNIST and its like."""
    import torch

    class Pictures(torch.utils.data.Dataset):
        def __init__(self, root=None, train=True, transform=None, **_):
            self.transform = transform
            self.count = count if train else min(count, 1000)

        def __len__(self):
            return self.count

        def __getitem__(self, number):
            if number >= self.count:
                raise IndexError(number)
            picture = _picture(random.Random(int(number)), size)
            picture = picture.convert("L") if grey else picture
            return (self.transform(picture) if self.transform else picture), int(number) % 10

    return Pictures


__all__ = ["COUNTS", "ROWS", "WORDS", "load_dataset", "load_metric", "picture_set", "pictures"]
