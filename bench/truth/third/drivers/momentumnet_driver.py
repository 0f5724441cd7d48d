"""Momentum residual networks with and without stored activations, the models, and the two trainers over made-up images."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("momentumnet")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F, torchvision
from torchvision.datasets import VisionDataset
from PIL import Image
from momentumnet import MomentumNet, transform_to_momentumnet, models, toy_datasets, trainer_CIFAR_10, trainer_imagenet
from momentumnet.exact_rep_pytorch import TorchExactRep, BitStore

def block(d=10): return nn.Sequential(nn.Linear(d, 8), nn.Tanh(), nn.Linear(8, d))
def trained(m, x=None, *more, steps=3):
    m = m.to(DEV); opt = torch.optim.SGD(m.parameters(), 0.05, momentum=0.9); x = torch.randn(6, 10, device=DEV) if x is None else x; total = 0.0
    for _ in range(steps): opt.zero_grad(); loss = m(x, *more).square().mean(); loss.backward(); opt.step(); total += loss.item()
    m.eval()
    with torch.no_grad(): return total, m(x, *more)
for backprop in (True, False):
    for gamma in (0.5, 0.9, 0.99):
        driver.work(f"net/{backprop}/{gamma}", lambda: trained(MomentumNet([block() for _ in range(4)], gamma, use_backprop=backprop)))
    driver.work(f"net/{backprop}/shared", lambda: trained(MomentumNet([block()] * 5, 0.9, use_backprop=backprop)))
    driver.work(f"net/{backprop}/not residual", lambda: trained(MomentumNet([block() for _ in range(3)], 0.9, use_backprop=backprop, is_residual=False)))
    driver.work(f"net/{backprop}/speed", lambda: trained(MomentumNet([block() for _ in range(3)], 0.9, init_speed=True, init_function=block(), use_backprop=backprop)))
    driver.work(f"net/{backprop}/sequential", lambda: trained(MomentumNet(nn.Sequential(*[block() for _ in range(3)]), 0.9, use_backprop=backprop)))
    class Two(nn.Module):
        def __init__(self): super().__init__(); self.a, self.b = nn.Linear(10, 10), nn.Linear(10, 10)
        def forward(self, x, y): return torch.tanh(self.a(x) + self.b(y))
    driver.work(f"net/{backprop}/arguments", lambda: trained(MomentumNet([Two() for _ in range(3)], 0.9, use_backprop=backprop), None, torch.randn(6, 10, device=DEV, requires_grad=True)))
    driver.work(f"net/{backprop}/long", lambda: trained(MomentumNet([block()] * 30, 0.95, use_backprop=backprop), steps=1))
    driver.work(f"net/{backprop}/frozen", lambda: trained(MomentumNet([block().requires_grad_(i > 0) for i in range(3)], 0.9, use_backprop=backprop)))
    def gradients(): m = MomentumNet([block() for _ in range(3)], 0.9, use_backprop=backprop).to(DEV); x = torch.randn(4, 10, device=DEV, requires_grad=True); m(x).sum().backward(); return x.grad, m.functions
    driver.work(f"net/{backprop}/gradients", gradients)
def classify(m, x, y, steps=2):
    m = m.to(DEV); opt = torch.optim.SGD(m.parameters(), 0.01, momentum=0.9); right = 0
    for _ in range(steps): opt.zero_grad(); out = m(x); loss = F.cross_entropy(out, y); loss.backward(); opt.step(); right += out.argmax(1).eq(y).sum().item()
    return right, loss.item()
def images(size=32, n=4): return torch.randn(n, 3, size, size, device=DEV), torch.randint(10, (n,), device=DEV)
for name in ("ResNet18", "ResNet34", "ResNet101"):
    driver.work("model/" + name, lambda: classify(getattr(models, name)(num_classes=10), *images()), limit=30)
for name in ("mResNet18", "mResNet34", "mResNet101"):
    for backprop in (True, False):
        driver.work(f"model/{name}/{backprop}", lambda: classify(getattr(models, name)(num_classes=10, use_backprop=backprop), *images()), limit=30)
driver.work("model/speed", lambda: classify(models.mResNet18(num_classes=10, init_speed=1, use_backprop=True), *images()))
driver.work("model/speed without", lambda: classify(models.mResNet18(num_classes=10, init_speed=1), *images()))
driver.work("model/no norm", lambda: classify(models.mResNet18(num_classes=10, bn=False), *images()))
driver.work("model/no norm plain", lambda: classify(models.ResNet18(num_classes=10, bn=False), *images()))
driver.work("model/large", lambda: models.mResNet18().to(DEV)(images(64)[0]))
for backprop in (True, False):
    for first in (True, False):
        for residual in (True, False):
            def changed(): m = torchvision.models.resnet18(num_classes=10); return classify(transform_to_momentumnet(m, ["layer1"] if not first else ["layer1", "layer2"], keep_first_layer=first, gamma=0.9, use_backprop=backprop, is_residual=residual), *images())
            driver.work(f"transform/{backprop}/{first}/{residual}", changed)
    def language():
        t = nn.Transformer(16, 2, 2, 2, 32, dropout=0.0, batch_first=True); m = transform_to_momentumnet(t, ["encoder.layers"], keep_first_layer=False, use_backprop=backprop)
        enc = nn.Sequential(m.encoder.layers).to(DEV); return enc(torch.randn(2, 5, 16, device=DEV)).mean().backward()
    driver.work(f"transform/{backprop}/encoder", language)
def exact():
    v = TorchExactRep(torch.randn(4, 3, device=DEV)); v *= 0.9; v += torch.ones(4, 3, device=DEV); v -= 0.5; v /= 0.9; w = v.copy(); w.reset(); return v.val, repr(v), v.n_max_iter(0.9), repr(BitStore((2, 2), DEV))
driver.work("exact", exact)
driver.work("exact/shapes", lambda: (TorchExactRep(None, shape=(3, 2), device=DEV).val, TorchExactRep(torch.ones(3, dtype=torch.long, device=DEV), from_intrep=True).val))
def rings():
    x, y = toy_datasets.make_data(40, 2); m = nn.Sequential(MomentumNet([block(2) for _ in range(4)], 0.9, use_backprop=False), nn.Linear(2, 2)); return classify(m, x.to(DEV), y.to(DEV), 5), toy_datasets.random_points_1D(5)
driver.work("toy", rings)
class Made(VisionDataset):
    def __init__(self, root=None, train=True, download=False, transform=None): self.transform = transform
    def __len__(self): return 200
    def __getitem__(self, i): return self.transform(Image.fromarray(np.random.randint(0, 255, (32, 32, 3), dtype=np.uint8))), i % 10
trainer_CIFAR_10.n_workers = 0
def cifar(**o):
    torchvision.datasets.CIFAR10, torchvision.datasets.CIFAR100, old = Made, Made, (torchvision.datasets.CIFAR10, torchvision.datasets.CIFAR100)
    try: return trainer_CIFAR_10.train_resnet([0.01], **o)
    finally: torchvision.datasets.CIFAR10, torchvision.datasets.CIFAR100 = old
for name in ("resnet18", "mresnet18", "mresnet34"):
    driver.work("cifar/" + name, lambda: cifar(model=name, save=False), limit=40)
driver.work("cifar/backprop", lambda: cifar(model="mresnet18", use_backprop=True, init_speed=1, save=False), limit=40)
driver.work("cifar/hundred saved", lambda: cifar(model="mresnet18", cifar100=True, save_adr="accuracy"), limit=40)
def imagenet(arch):
    for part in ("train", "val"):
        for k in range(2):
            os.makedirs(f"data/{part}/{k}", exist_ok=True); [Image.fromarray(np.random.randint(0, 255, (80, 90, 3), dtype=np.uint8)).save(f"data/{part}/{k}/{i}.png") for i in range(4)]
    for folder in ("models/made", "results/made"): os.makedirs(folder, exist_ok=True)
    return trainer_imagenet.main("data", arch, "made", arch, 0, 1, 4, 0.01, print_freq=1)
for arch in ("resnet18", "mresnet18"):
    driver.work("imagenet/" + arch, lambda: imagenet(arch), limit=60)
driver.work("imagenet/again", lambda: imagenet("resnet18"), limit=60)
driver.work("imagenet/accuracy", lambda: (trainer_imagenet.accuracy(torch.randn(8, 10, device=DEV), torch.randint(10, (8,), device=DEV), (1, 5)), (lambda m: (m.update(torch.ones((), device=DEV), 4), str(m)))(trainer_imagenet.AverageMeter("loss"))))
driver.finish()
