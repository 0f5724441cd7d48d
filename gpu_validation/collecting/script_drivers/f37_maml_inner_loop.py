import torch


def run(script, toys):
    shapes = (16, 8), (16,), (4, 16), (4,)
    theta = [torch.randn(*s, device="cuda", requires_grad=True) for s in shapes]

    def task():
        return torch.randn(2, 5, 8), torch.randint(4, (2, 5)), torch.randn(2, 6, 8), torch.randint(4, (2, 6))

    script["meta_train"](theta, torch.optim.Adam(theta), [task(), task()], torch.device("cuda"))
