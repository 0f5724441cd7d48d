import torch


def run(script, toys):
    torch.manual_seed(3)

    def model(images):
        return torch.rand(len(images), 20, 8, device=images.device) * torch.tensor([9.0, 9, 6, 6, 1, 1, 1, 1]).cuda()

    images = torch.randint(255, (2, 3, 8, 8), dtype=torch.uint8)
    script["detect"](model, images, ["a", "b"], ["cat", "dog", "bird"], torch.device("cuda"))
