"""Bootstrap your own latent: the learner with its options, its parts, training by hand and its trainer."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("byol_pytorch")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import torch, torch.nn as nn
from accelerate.state import AcceleratorState
from torchvision import models, transforms as T
import byol_pytorch.byol_pytorch as P
from byol_pytorch import BYOL, SEM, BYOLTrainer, MockDataset

S = 32
class Net(nn.Module):
    def __init__(self): super().__init__(); self.body = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.ReLU(), nn.Conv2d(8, 16, 3, 2, 1), nn.ReLU()); self.pool = nn.AdaptiveAvgPool2d(1); self.head = nn.Linear(16, 10)
    def forward(self, x): return self.head(self.pool(self.body(x)).flatten(1))
def net(): return Net().to(DEV)
def images(n=4, s=S): return torch.rand(n, 3, s, s, device=DEV)
SMALL = dict(image_size=S, projection_size=16, projection_hidden_size=32)
def learner(**o): return BYOL(net(), **{**SMALL, "hidden_layer": "pool", **o})
def stepped(steps=3, **o):
    m = learner(**o); opt = torch.optim.Adam(m.parameters(), 3e-4)
    for _ in range(steps):
        loss = m(images()); opt.zero_grad(); loss.backward(); opt.step()
        if m.use_momentum: m.update_moving_average()
    return loss.item()
options = {"plain": {}, "by number": dict(hidden_layer=-2), "last": dict(hidden_layer=-1), "no momentum": dict(use_momentum=False), "no simplices": dict(use_simplicial_embeddings=False), "simsiam": dict(use_momentum=False, use_simplicial_embeddings=False), "few simplices": dict(sem_num_simplices=4, sem_simplex_dim=4, sem_temperature=0.5), "slow": dict(moving_average_decay=0.999), "no sync": dict(sync_batchnorm=False), "augmented": dict(augment_fn=nn.Sequential(T.RandomHorizontalFlip()), augment_fn2=nn.Sequential(T.RandomGrayscale(0.5))), "one augmentation": dict(augment_fn=nn.Sequential(P.RandomApply(T.GaussianBlur((3, 3), (1.0, 2.0)), 0.5))), "jitter": dict(augment_fn=nn.Sequential(P.RandomApply(T.ColorJitter(0.8, 0.8, 0.8, 0.2), 1.0))), "crop": dict(augment_fn=nn.Sequential(T.RandomResizedCrop((S, S)))), "normalized": dict(augment_fn=nn.Sequential(T.Normalize(mean=torch.tensor([0.485, 0.456, 0.406]), std=torch.tensor([0.229, 0.224, 0.225]))))}
for name, o in options.items():
    driver.work("step/" + name, lambda: stepped(**o))
    driver.work("loss/" + name, lambda: learner(**o)(images(8)).backward())
for name, o in {"plain": {}, "last": dict(hidden_layer=-1), "simsiam": dict(use_momentum=False)}.items():
    driver.work(f"embedding/{name}", lambda: learner(**o)(images(), return_embedding=True))
    driver.work(f"embedding/{name}/representation", lambda: learner(**o)(images(), return_embedding=True, return_projection=False))
    driver.work(f"embedding/{name}/evaluation", lambda: torch.no_grad()(learner(**o).eval())(images(1), return_embedding=True))
def resnet(name, layer): m = BYOL(getattr(models, name)(weights=None).to(DEV), image_size=64, hidden_layer=layer, projection_size=16, projection_hidden_size=32); loss = m(images(4, 64)); loss.backward(); m.update_moving_average(); return loss.item()
driver.work("resnet/18", lambda: resnet("resnet18", "avgpool"), limit=30); driver.work("resnet/50", lambda: resnet("resnet50", "avgpool"), limit=30); driver.work("mobile", lambda: resnet("mobilenet_v3_small", "avgpool"), limit=30)
def reset(): m = learner(); m(images()).backward(); m.reset_moving_average(); return m(images())
driver.work("reset", reset)
def trained(steps=3, every=2, **o):
    AcceleratorState._reset_state(True); t = BYOLTrainer(net(), dataset=MockDataset(S, 16), hidden_layer="pool", learning_rate=3e-4, num_train_steps=steps, batch_size=4, image_size=S, checkpoint_every=every, byol_kwargs=dict(projection_size=16, projection_hidden_size=32), accelerator_kwargs=dict(cpu=DEV == "cpu", **o.pop("accelerator", {})), **o); return t()
trainers = {"plain": {}, "each step": dict(every=1), "more": dict(steps=6, every=100), "sgd": dict(optimizer_klass=torch.optim.SGD, optimizer_kwargs=dict(momentum=0.9)), "half": dict(accelerator=dict(mixed_precision="bf16"))}
for name, o in trainers.items():
    driver.work("trainer/" + name, lambda: trained(**dict(o)), limit=30)
def loop(amp):
    m = learner(); opt = torch.optim.SGD(m.parameters(), 0.01); total = 0.0
    for batch in torch.utils.data.DataLoader(MockDataset(S, 12), batch_size=4, drop_last=True):
        with torch.autocast(DEV, torch.bfloat16, enabled=amp): loss = m(batch.to(DEV))
        opt.zero_grad(); loss.backward(); opt.step(); m.update_moving_average(); total += loss.item()
    return total
driver.work("loop/plain", lambda: loop(False)); driver.work("loop/amp", lambda: loop(True))
def g(*s): return torch.randn(*s, device=DEV, requires_grad=True)
driver.work("parts/simplices", lambda: SEM(32)(g(4, 32)).sum().backward()); driver.work("parts/simplices more", lambda: SEM(32, temperature=1.0, dim_simplex=4)(g(4, 5, 32)).sum().backward())
driver.work("parts/losses", lambda: (P.cosine_loss_fn(g(4, 8), g(4, 8)).mean().backward(), P.kl_loss_fn(g(4, 8).softmax(-1), g(4, 8).softmax(-1)).backward(), P.l2norm(g(4, 8)), P.flatten(g(2, 3, 4))))
driver.work("parts/average", lambda: (P.EMA(0.9).update_average(None, g(3)), P.EMA(0.9).update_average(g(3), g(3)), P.update_moving_average(P.EMA(0.9), net(), net()), P.set_requires_grad(net(), False), P.get_module_device(net())))
driver.work("parts/mlp", lambda: (P.MLP(8, 4, 16).to(DEV)(g(4, 8)).sum().backward(), P.SimSiamMLP(8, 4, 16).to(DEV)(g(4, 8)).sum().backward()))
for name, o in {"plain": {}, "simsiam": dict(use_simsiam_mlp=True), "simplices": dict(use_simplicial_embeddings=True, sem_num_simplices=4, sem_simplex_dim=4)}.items():
    driver.work("parts/wrapper/" + name, lambda: P.NetWrapper(net(), 8, 16, "pool", **o).to(DEV)(images())[0].sum().backward())
def refused(f):
    try: f()
    except AssertionError: return
driver.work("checks", lambda: (refused(lambda: learner()(images(1))), refused(lambda: learner(hidden_layer="no such")), refused(lambda: learner(use_momentum=False).update_moving_average())))
driver.finish()
