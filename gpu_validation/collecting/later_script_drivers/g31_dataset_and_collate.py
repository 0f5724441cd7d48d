import numpy as np
import torch


def run(script, toys):
    texts = ["the cat sat", "a dog ran far away", "birds sing", "the dog sat down"]
    pairs = [(t, t[::-1]) for t in texts]
    vocab = script["Vocab"]([w for p in pairs for w in p])
    images = np.random.randint(0, 255, (4, 6, 6, 3))
    images[2] = 7
    dataset = script["PairDataset"](pairs, vocab, images)
    for pin in (True, False):
        loader = torch.utils.data.DataLoader(dataset, batch_size=2, collate_fn=script["Collator"](), pin_memory=pin)
        script["inspect"](loader, vocab, torch.device("cuda"), torch.nn.Embedding(len(vocab.itos), 4).cuda())
    script["to_device"]([torch.ones(2), (torch.ones(1), "name")], torch.device("cuda"))
    script["seed_worker"](0)
    script["class_weights"](np.array([0, 1, 1]), 3).to("cuda")
