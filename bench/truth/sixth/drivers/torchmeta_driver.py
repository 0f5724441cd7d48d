"""Meta-learning: gradient-based, prototypical, matching and ridge-regression learners on few-shot tasks of images, tables and functions; data sets of small files."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("torchmeta")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import torchvision.datasets.utils as tvu
for name in ("_get_confirm_token", "_save_response_content"):  # names that newer torchvision lacks
    if not hasattr(tvu, name): setattr(tvu, name, None)
import io, itertools, json, h5py, numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from collections import OrderedDict
from PIL import Image
from torchvision.transforms import Compose, Resize, ToTensor
from torchmeta import datasets as TD, modules as M, toy as Toy, transforms as T
from torchmeta.datasets import helpers as H, helpers_tabular as HT
from torchmeta.toy import helpers as TH
from torchmeta.transforms import utils as TU
from torchmeta.utils import gradient_update_parameters, get_num_samples, get_prototypes, hardness_metric, matching_log_probas, matching_loss, matching_probas, pairwise_cosine_similarity, prototypical_loss, ridge_regression
from torchmeta.utils.data import BatchMetaDataLoader, ClassDataset, CombinationMetaDataset, CombinationRandomSampler, CombinationSequentialSampler, Dataset, MetaDataLoader, MetaDataset, NonEpisodicWrapper, SubsetTask
SubsetTask.__getitems__ = lambda self, indices: [self[i] for i in indices]  # newer torch asks for it

def raises(f, *kinds):
    try: return f()
    except (kinds or (ValueError, RuntimeError, AssertionError, TypeError, NotImplementedError)) as error: return str(error)
K, S, Q, B = 3, 2, 2, 2  # ways, shots, queries, tasks
def dev(*a): return [t.to(DEV) for t in a]
def tensors(d=8, n=S): return torch.randn(B, K * n, d, device=DEV), torch.arange(K, device=DEV).repeat(B, n)
# Layers with and without given parameters
def given(m, scale=1.1): return OrderedDict((k, p * scale) for k, p in m.meta_named_parameters())
def layer(make, *inputs, **o):
    m = make().to(DEV); a = m(*[i() for i in inputs], **o); b = m(*[i() for i in inputs], params=given(m), **o); first = lambda r: r[0] if isinstance(r, tuple) else r
    (first(a).sum() + first(b).sum() + torch.zeros((), device=DEV, requires_grad=True)).backward(); m.eval(); return m(*[i() for i in inputs], **o), list(m.meta_parameters())
def r(*shape): return lambda: torch.randn(*shape, device=DEV)
def ints(*shape): return lambda: torch.randint(9, shape, device=DEV)
layers = {"linear": (lambda: M.MetaLinear(6, 3), r(4, 6)), "linear without bias": (lambda: M.MetaLinear(6, 3, bias=False), r(4, 6)), "bilinear": (lambda: M.MetaBilinear(4, 5, 2), r(3, 4), r(3, 5)), "conv1": (lambda: M.MetaConv1d(2, 3, 3), r(2, 2, 9)), "conv2": (lambda: M.MetaConv2d(2, 3, 3, padding=1, bias=False), r(2, 2, 6, 6)), "conv2 circular": (lambda: M.MetaConv2d(2, 3, 3, padding=1, padding_mode="circular"), r(2, 2, 6, 6)), "conv3": (lambda: M.MetaConv3d(1, 2, 2), r(2, 1, 4, 4, 4)),
    "norm1": (lambda: M.MetaBatchNorm1d(5), r(6, 5)), "norm1 cumulative": (lambda: M.MetaBatchNorm1d(5, momentum=None), r(6, 5)), "norm1 plain": (lambda: M.MetaBatchNorm1d(5, affine=False), r(6, 5)), "norm2": (lambda: M.MetaBatchNorm2d(3, momentum=1.0, track_running_stats=False), r(4, 3, 5, 5)), "norm2 cumulative": (lambda: M.MetaBatchNorm2d(3, momentum=None), r(4, 3, 5, 5)), "norm3": (lambda: M.MetaBatchNorm3d(2), r(3, 2, 3, 3, 3)), "layer norm": (lambda: M.MetaLayerNorm(6), r(4, 6)), "layer norm plain": (lambda: M.MetaLayerNorm((3, 6), elementwise_affine=False), r(4, 3, 6)),
    "embedding": (lambda: M.MetaEmbedding(9, 4), ints(3, 5)), "embedding bounded": (lambda: M.MetaEmbedding(9, 4, padding_idx=0, max_norm=None, scale_grad_by_freq=True), ints(3, 5)), "bag": (lambda: M.MetaEmbeddingBag(9, 4), ints(3, 5)), "bag sum": (lambda: M.MetaEmbeddingBag(9, 4, mode="sum"), ints(10), lambda: torch.tensor([0, 4], device=DEV)), "bag max": (lambda: M.MetaEmbeddingBag(9, 4, mode="max"), ints(10), lambda: torch.tensor([0, 4, 7], device=DEV)),
    "attention": (lambda: M.MetaMultiheadAttention(8, 2), r(5, 2, 8), r(6, 2, 8), r(6, 2, 8)), "attention with biases": (lambda: M.MetaMultiheadAttention(8, 2, add_bias_kv=True, add_zero_attn=True), r(5, 2, 8), r(6, 2, 8), r(6, 2, 8)), "attention separate": (lambda: M.MetaMultiheadAttention(8, 2, kdim=4, vdim=6), r(5, 2, 8), r(6, 2, 4), r(6, 2, 6)), "attention batch first": (lambda: M.MetaMultiheadAttention(8, 2, batch_first=True), r(5, 2, 8), r(6, 2, 8), r(6, 2, 8)),
    "sequence": (lambda: M.MetaSequential(M.MetaLinear(6, 5), nn.ReLU(), M.MetaSequential(M.MetaLinear(5, 4), nn.Tanh()), M.MetaBatchNorm1d(4)), r(7, 6)), "sequence partial": (lambda: M.MetaSequential(OrderedDict(a=M.MetaLinear(6, 5), b=nn.Linear(5, 4))), r(7, 6))}
for name, (make, *inputs) in layers.items(): driver.work("layers/" + name, lambda: layer(make, *inputs))
driver.work("layers/attention masked", lambda: (lambda m, q: (m(q, q, q, key_padding_mask=torch.zeros(2, 5, dtype=torch.bool, device=DEV)), m(q, q, q, attn_mask=torch.triu(torch.ones(5, 5, dtype=torch.bool, device=DEV), 1), need_weights=False)))(M.MetaMultiheadAttention(8, 2).to(DEV), torch.randn(5, 2, 8, device=DEV)))
driver.work("layers/wrong", lambda: [raises(lambda a=a: a[0](a[1])) for a in ((M.MetaBatchNorm1d(3).to(DEV), r(3)()), (M.MetaBatchNorm2d(3).to(DEV), r(3, 3)()), (M.MetaBatchNorm3d(3).to(DEV), r(3, 3)()))])
def missing(): m = M.MetaSequential(M.MetaLinear(6, 5), M.MetaLinear(5, 2)).to(DEV); p = OrderedDict((k, v) for k, v in given(m).items() if k.startswith("0")); return m(r(3, 6)(), params=p), m.get_subdict(p, "0"), m.get_subdict(None)
driver.work("layers/missing parameters", missing)
def parallel(): m = M.DataParallel(M.MetaSequential(M.MetaLinear(6, 5), M.MetaLinear(5, 2)).to(DEV)); o = m(r(4, 6)()); return o, m(r(4, 6)(), params=given(m.module)), m(r(4, 6)(), params=OrderedDict(("module." + k, v) for k, v in given(m.module).items())), M.DataParallel(nn.Linear(6, 2).to(DEV))(r(4, 6)())
driver.work("layers/parallel", parallel)
# Models as in the examples
def conv3(c, k): return M.MetaSequential(M.MetaConv2d(c, k, 3, padding=1, bias=False), M.MetaBatchNorm2d(k, momentum=1.0, track_running_stats=False), nn.ReLU(), nn.MaxPool2d(2))
class ConvNet(M.MetaModule):
    def __init__(self, c=1, out=K, hidden=8): super().__init__(); self.features = M.MetaSequential(conv3(c, hidden), conv3(hidden, hidden), conv3(hidden, hidden)); self.classifier = M.MetaLinear(hidden * 9, out)
    def forward(self, x, params=None): return self.classifier(self.features(x, params=self.get_subdict(params, "features")).flatten(1), params=self.get_subdict(params, "classifier"))
def mlp(i, o): return M.MetaSequential(M.MetaLinear(i, 16), nn.ReLU(), M.MetaLinear(16, 16), nn.ReLU(), M.MetaLinear(16, o)).to(DEV)
def embedder(c=1, hidden=8): return nn.Sequential(*[nn.Sequential(nn.Conv2d(a, hidden, 3, padding=1), nn.BatchNorm2d(hidden), nn.ReLU(), nn.MaxPool2d(2)) for a in (c, hidden, hidden)], nn.Flatten()).to(DEV)
def embed(m, x): return m(x.reshape(-1, *x.shape[2:])).reshape(*x.shape[:2], -1)
def update(first_order=False, step=0.4, params=True): m = mlp(6, 3); loss = F.cross_entropy(m(r(5, 6)()), torch.randint(3, (5,), device=DEV)); p = gradient_update_parameters(m, loss, step_size={k: torch.tensor(0.1, device=DEV, requires_grad=True) for k, _ in m.meta_named_parameters()} if step is None else step, first_order=first_order); p = gradient_update_parameters(m, F.cross_entropy(m(r(5, 6)(), params=p), torch.randint(3, (5,), device=DEV)), params=p, step_size=0.1, first_order=first_order) if params else p; m(r(5, 6)(), params=p).sum().backward()
for f in (False, True):
    for s in (0.4, None): driver.work(f"update/{f}/{s}", lambda: update(f, s))
driver.work("update/wrong", lambda: raises(lambda: gradient_update_parameters(nn.Linear(2, 2), torch.zeros(1)))); driver.work("update/tensor step", lambda: update(step=torch.tensor(0.3, device=DEV), params=False))
# Losses and metrics
driver.work("prototypes", lambda: (lambda e, t: (get_num_samples(t, K), get_num_samples(t, K, dtype=torch.float32), get_prototypes(e, t, K), get_prototypes(e, t, K + 2), prototypical_loss(get_prototypes(e, t, K), e, t), prototypical_loss(get_prototypes(e, t, K), e, t, reduction="none")))(*tensors()))
driver.work("matching", lambda: (lambda e, t: (pairwise_cosine_similarity(e, e), pairwise_cosine_similarity(e, e[:, :2], eps=1e-4), matching_log_probas(e, t, e, K), matching_probas(e, t, e, K), matching_loss(e, t, e, t, K), matching_loss(e, t, e, t, K, reduction="sum")))(*tensors()))
for wood in (None, True, False):
    for scale in (True, False):
        for bias in (True, False): driver.work(f"ridge/{wood}/{scale}/{bias}", lambda: ridge_regression(torch.randn(9, 5, device=DEV), torch.randint(K, (9,), device=DEV), 0.1, K, wood, scale, bias))
driver.work("ridge/classes not given", lambda: ridge_regression(torch.randn(9, 5, device=DEV), torch.arange(9, device=DEV) % K, 0.1)); driver.work("ridge/values", lambda: ridge_regression(torch.randn(3, 5, device=DEV), torch.randn(3, 2, device=DEV), torch.tensor(0.1, device=DEV, requires_grad=True))); driver.work("ridge/wrong", lambda: raises(lambda: ridge_regression(torch.randn(3, 5, device=DEV), torch.randn(3, device=DEV), 0.1)))
def hardness(train="train", test="test", c=3):
    real = torch.hub.load; torch.hub.load = lambda *_, **__: nn.Sequential(nn.Conv2d(3, 4, 7, 8), nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(16, 10))  # in place of the weights that it fetches
    try: t = torch.arange(K, device=DEV).repeat(B, S); return hardness_metric({train: (torch.rand(B, K * S, c, 16, 16, device=DEV), t), test: (torch.rand(B, K * S, c, 16, 16, device=DEV), t)}, K)
    finally: torch.hub.load = real
driver.work("hardness", hardness); driver.work("hardness/support", lambda: hardness("support", "query")); driver.work("hardness/wrong", lambda: (raises(lambda: hardness("a")), raises(lambda: hardness(test="a")), raises(lambda: hardness(c=1))))
# Functions as tasks
toys = {"sinusoid": lambda **o: TH.sinusoid(5, **o), "noisy": lambda **o: TH.sinusoid(5, noise_std=0.1, num_tasks=20, test_shots=7, **o), "harmonic": lambda **o: TH.harmonic(5, num_tasks=20, **o), "harmonic noisy": lambda **o: TH.harmonic(5, noise_std=0.1, num_tasks=20, test_shots=8, **o), "lines": lambda **o: T.ClassSplitter(Toy.SinusoidAndLine(10, num_tasks=20, noise_std=0.1), num_train_per_class=5, num_test_per_class=5)}
def maml_loop(data, model, loss_of, batches=2, first_order=False, steps=1, classes=False, learned=False):
    step = {k: torch.full((), 0.1, device=DEV, requires_grad=True) for k, _ in model.meta_named_parameters()} if learned else 0.1
    opt = torch.optim.Adam([*model.parameters(), *(step.values() if learned else ())], 1e-3); out = []
    for batch in itertools.islice(data, batches):
        model.zero_grad(); (tx, ty), (qx, qy) = dev(*batch["train"]), dev(*batch["test"]); total = torch.zeros((), device=DEV); right = []
        for a, b, c, d in zip(tx, ty, qx, qy):
            p = None
            for _ in range(steps): p = gradient_update_parameters(model, loss_of(model(a, params=p), b), params=p, step_size=step, first_order=first_order)
            o = model(c, params=p); total = total + loss_of(o, d)
            if classes: right.append((o.argmax(1) == d).float().mean().item())
        total.div_(len(tx)).backward(); opt.step(); out.append((total.item(), right))
    return out
for name, make in toys.items():
    driver.work("functions/" + name, lambda: maml_loop(BatchMetaDataLoader(make(), batch_size=4), mlp(1, 1).double(), F.mse_loss, steps=2), limit=30)
driver.work("functions/first order", lambda: maml_loop(BatchMetaDataLoader(toys["sinusoid"](seed=1, shuffle=False), batch_size=4), mlp(1, 1).double(), F.mse_loss, first_order=True)); driver.work("functions/learned steps", lambda: maml_loop(BatchMetaDataLoader(toys["sinusoid"](), batch_size=4), mlp(1, 1).double(), F.mse_loss, learned=True))
def on_gpu(a): return torch.as_tensor(a, dtype=torch.float32, device=DEV)
driver.work("functions/moved by transforms", lambda: maml_loop(BatchMetaDataLoader(TH.sinusoid(5, num_tasks=20, transform=on_gpu, target_transform=on_gpu), batch_size=3), mlp(1, 1), F.mse_loss))
driver.work("functions/tasks", lambda: [(lambda d: (len(d), d[0][0], d.sample_task()[1], next(iter(d))[0]))(k(6, num_tasks=5, transform=on_gpu, target_transform=on_gpu)) for k in (Toy.Sinusoid, Toy.Harmonic, Toy.SinusoidAndLine)]); driver.work("functions/wrong", lambda: [raises(lambda f=f: f(5, num_samples_per_task=4, test_shots=5)) for f in (TH.sinusoid, TH.harmonic)] + [raises(lambda f=f: f(5, num_samples_per_task=12)) for f in (TH.sinusoid, TH.harmonic)])
# Classes held on the GPU
class Held(Dataset):
    def __init__(self, index, n=8, transform=None, target_transform=None): super().__init__(index, transform, target_transform); self.data = torch.randn(n, 6, device=DEV) + index
    def __len__(self): return len(self.data)
    def __getitem__(self, i): x = self.data[i]; x = x if self.transform is None else self.transform(x); return x, (self.index if self.target_transform is None else self.target_transform(self.index))
class HeldClasses(ClassDataset):
    def __init__(self, n=6, **o): self.n = n; super().__init__(**{"meta_train": True, **o})
    num_classes = property(lambda self: self.n)
    def __getitem__(self, i): return Held(i, 6 + i % 3, self.get_transform(i, None), self.get_target_transform(i))
class Scaled:
    def __init__(self, *a): self.a = a
    def __iter__(self): return iter([Scaled(a) for a in self.a])
    def __call__(self, x): return x * self.a[0]
    def __hash__(self): return hash(self.a)
    def __eq__(self, o): return self.a == o.a
def held(target=None, split=None, **o): return CombinationMetaDataset(HeldClasses(**o), K, target_transform=T.Categorical(K) if target is None else target, dataset_transform=split)
splits = {"class": lambda: T.ClassSplitter(num_train_per_class=S, num_test_per_class=Q), "support": lambda: T.ClassSplitter(num_support_per_class=S, num_query_per_class=Q, shuffle=False), "three": lambda: T.ClassSplitter(num_samples_per_class=OrderedDict(train=2, test=2, more=1)), "weighted": lambda: T.WeightedClassSplitter(train_weights=0.5, test_weights=0.4), "weighted support": lambda: T.WeightedClassSplitter(support_weights=0.5, query_weights=0.5, shuffle=False, force_equal_per_class=True), "weighted bounded": lambda: T.WeightedClassSplitter(weights=OrderedDict(train=0.5, test=0.5), min_num_samples={"train": 2, "test": 2}, max_num_samples=3), "weighted free": lambda: T.WeightedClassSplitter(train_weights=0.5, test_weights=0.5, min_num_samples=None, max_num_samples={"train": 3, "test": 2})}
for name, make in splits.items():
    def split(): d = held(split=make()); d.seed(3); t = d.sample_task(); u = d[(0, 2, 4)]; return [[p[i] for i in range(len(p))] for p in t.values()], len(d), hash(next(iter(u.values()))), len(make())
    driver.work("splits/" + name, split if "weighted" not in name else lambda: raises(split))
    driver.work("splits/of subsets " + name, lambda: raises(lambda: make()(T.ClassSplitter(num_samples_per_class={"train": 6})(held()[(0, 1, 2)])["train"])))
    driver.work("splits/of functions " + name, lambda: make()(Toy.Sinusoid(12, num_tasks=3)[0]))
driver.work("splits/wrong", lambda: [raises(f) for f in (lambda: T.ClassSplitter(num_train_per_class=99)(held()[(0, 1, 2)]), lambda: T.ClassSplitter(num_train_per_class=1)([1]), lambda: T.Splitter({"a": 1}, 0)(held()[(0, 1, 2)]), lambda: T.WeightedClassSplitter(train_weights=0.5, min_num_samples="a"), lambda: T.WeightedClassSplitter(train_weights=0.5, max_num_samples="a"), lambda: T.WeightedClassSplitter(train_weights=0.5, min_num_samples=50)(held()[(0, 1, 2)]), lambda: T.ClassSplitter(5, num_train_per_class=1))])
def held_loop(algorithm, d=None, shuffle=True, batches=2):
    m = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 8)).to(DEV); opt = torch.optim.Adam(m.parameters(), 1e-3); out = []
    for batch in itertools.islice(BatchMetaDataLoader(d or held(split=splits["class"]()), batch_size=B, shuffle=shuffle), batches):
        (tx, ty), (qx, qy) = dev(*batch["train"]), dev(*batch["test"]); a, b = m(tx), m(qx); opt.zero_grad()
        if algorithm == "prototypes": loss = prototypical_loss(get_prototypes(a, ty, K), b, qy)
        elif algorithm == "matching": loss = matching_loss(a, ty, b, qy, K)
        else: loss = sum(F.cross_entropy(s @ w.weight.t() + w.bias, q) for s, q, w in zip(b, qy, [ridge_regression(x, y, 0.1, K) for x, y in zip(a, ty)])) / B
        loss.backward(); opt.step(); out.append(loss.item())
    return out
for a in ("prototypes", "matching", "ridge"):
    for shuffle in (True, False): driver.work(f"held/{a}/{shuffle}", lambda: held_loop(a, shuffle=shuffle))
driver.work("held/gradient", lambda: maml_loop(BatchMetaDataLoader(held(split=splits["class"]()), batch_size=B), mlp(6, K), F.cross_entropy, classes=True)); driver.work("held/augmented", lambda: held_loop("prototypes", held(split=splits["class"](), class_augmentations=[Scaled(2.0, 3.0), Scaled(3.0)])))
driver.work("held/plain loader", lambda: [[len(t) for t in b] for b in itertools.islice(MetaDataLoader(held(), batch_size=2), 2)]); driver.work("held/samplers", lambda: (len(list(CombinationSequentialSampler(held()))), list(CombinationRandomSampler(held()))[:3], raises(lambda: CombinationRandomSampler([1])), raises(lambda: CombinationSequentialSampler([1])))); driver.work("held/default targets", lambda: (lambda d: [t[0] for t in (d[(0, 1, 7)], d.sample_task())])(CombinationMetaDataset(HeldClasses(class_augmentations=[Scaled(2.0)]), K)))
driver.work("held/targets", lambda: [(lambda t: (t("a"), t("b"), repr(t)))(k) for k in (T.Categorical(), T.Categorical(2))]); driver.work("held/classes inferred", lambda: held(target=T.Categorical())[(0, 1, 2)][0]); driver.work("held/composed", lambda: held(target=Compose([T.Categorical(K), lambda i: torch.tensor(i, device=DEV)]))[(1, 2, 3)][0])
driver.work("held/wrong", lambda: [raises(f) for f in (lambda: held()[0], lambda: HeldClasses(meta_train=False), lambda: HeldClasses(meta_train=False, meta_split="a"), lambda: HeldClasses(meta_val=True), lambda: HeldClasses(class_augmentations=1), lambda: CombinationMetaDataset(HeldClasses(), "a"), lambda: MetaDataset(), lambda: MetaDataset(meta_split="a"), lambda: MetaDataset(meta_train=True, meta_test=True), lambda: MetaDataset(meta_test=True).meta_split, lambda: MetaDataset(meta_val=True).meta_split, lambda: HeldClasses(meta_train=False, meta_val=True).meta_split, lambda: len(held(n=2000)), lambda: T.TargetTransform()(1), lambda: NonEpisodicWrapper([1]))])
driver.work("wrapped", lambda: (TU.apply_wrapper(splits["class"](), held())[(0, 1, 2)], TU.apply_wrapper(splits["class"](), held()[(0, 1, 2)]), T.ClassSplitter(held(split=lambda t: t), num_train_per_class=1, num_test_per_class=1)[(0, 1, 2)], raises(lambda: TU.apply_wrapper(splits["class"](), 3)), TU.wrap_transform(Compose([T.Categorical(2), abs]), lambda t: t, T.Categorical)))
# Data sets of small files
def png(size, n=1, mode="RGB"):
    b = io.BytesIO(); Image.fromarray(np.random.randint(0, 255, (size, size, 3), dtype=np.uint8)).convert(mode).save(b, "PNG"); return np.frombuffer(b.getvalue(), dtype=np.uint8)
names = [f"c{i}" for i in range(6)]
def write(folder, kind, split="train", size=28):
    os.makedirs(folder, exist_ok=True); json.dump(names, open(f"{folder}/{split}_labels.json", "w"))
    with h5py.File(f"{folder}/{split}_data.hdf5", "w") as f:
        g = f.create_group("datasets")
        for n in names:
            if kind == "arrays": g.create_dataset(n, data=np.random.randint(0, 255, (6, size, size, 3), dtype=np.uint8))
            elif kind == "tables": g.create_dataset(n, data=np.random.randn(6, 7).astype(np.float32))
            else:
                d = g.create_dataset(n, (6,), dtype=h5py.special_dtype(vlen=np.uint8))
                for i in range(6): d[i] = png(size)
                d.attrs["label_general"], d.attrs["label_specific"] = "general", n
def nested(folder, prefix, size, labels):
    os.makedirs(os.path.dirname(labels), exist_ok=True); pairs = [(*prefix, n) for n in names]; json.dump(pairs, open(labels, "w"))
    with h5py.File(f"{folder}/data.hdf5", "w") as f:
        for p in pairs: f.create_dataset("/".join(p), data=np.random.randint(0, 255, (6, *size), dtype=np.uint8))
for folder, kind in (("miniimagenet", "arrays"), ("tieredimagenet", "png"), ("cub", "png"), ("doublemnist", "png"), ("triplemnist", "png"), ("letter", "tables"), ("one_hundred_plants_shape", "tables"), ("one_hundred_plants_texture", "tables"), ("one_hundred_plants_margin", "tables"), ("bach", "tables")): write("d/" + folder, kind)
nested("d/omniglot", ("images_background", "a"), (28, 28), "d/omniglot/vinyals_train_labels.json"); json.dump([("images_background", "a", n) for n in names], open("d/omniglot/train_labels.json", "w")); json.dump([(4, i) for i in range(6)], open("d/bach/ignored.json", "w"))
for sub in ("cifar-fs", "fc100"): nested("d/cifar100", ("coarse",), (28, 28, 3), f"d/cifar100/{sub}/train_labels.json")
json.dump(names, open("d/cifar100/fine_names.json", "w")); json.dump({"min_num_data_per_class": 2 * S, "min_num_samples_per_class": 2 * S}, open("d/bach/meta_data.json", "w"))
small = dict(transform=Compose([Resize(28), ToTensor()]))
images = {"omniglot": (H.omniglot, 1, {}), "omniglot all": (H.omniglot, 1, {"use_vinyals_split": False, "class_augmentations": None}), "miniimagenet": (H.miniimagenet, 3, small), "tieredimagenet": (H.tieredimagenet, 3, small), "cub": (H.cub, 3, small), "doublemnist": (H.doublemnist, 3, small), "triplemnist": (H.triplemnist, 3, small), "cifar_fs": (H.cifar_fs, 3, {}), "fc100": (H.fc100, 3, {})}
def files(make, o): return BatchMetaDataLoader(make("d", shots=S, ways=K, meta_train=True, test_shots=Q, **o), batch_size=B)
def proto(loader, c):
    m = embedder(c); opt = torch.optim.Adam(m.parameters(), 1e-3); out = []
    for b in itertools.islice(loader, 1):
        (tx, ty), (qx, qy) = dev(*b["train"]), dev(*b["test"]); p = get_prototypes(embed(m, tx), ty, K); e = embed(m, qx); loss = prototypical_loss(p, e, qy); opt.zero_grad(); loss.backward(); opt.step()
        with torch.no_grad(): out.append((loss.item(), ((p.unsqueeze(2) - e.unsqueeze(1)).square().sum(-1).argmin(1) == qy).float().mean().item()))
    return out
for name, (make, c, o) in images.items(): driver.work("images/" + name, lambda: proto(files(make, o), c), limit=30)
driver.work("images/gradient", lambda: maml_loop(files(H.omniglot, {}), ConvNet().to(DEV), F.cross_entropy, batches=1, classes=True), limit=30); driver.work("images/gradient first order", lambda: maml_loop(files(H.omniglot, {}), ConvNet().to(DEV), F.cross_entropy, batches=1, steps=2, first_order=True), limit=30); driver.work("images/gradient colours", lambda: maml_loop(files(H.miniimagenet, small), ConvNet(3).to(DEV), F.cross_entropy, batches=1), limit=30)
def scenes():
    base = "d/pascal5i"; os.makedirs(f"{base}/VOCdevkit/VOC2012/JPEGImages", exist_ok=True); photos = [f"2007_00000{i}" for i in range(4)]; os.makedirs(f"{base}/Binary_map_aug/train", exist_ok=True)
    open(f"{base}/pascal-voc-classes.txt", "w").write("".join(f"class{i}\n" for i in range(21)))
    for n in photos: Image.fromarray(np.random.randint(0, 255, (20, 20, 3), dtype=np.uint8)).save(f"{base}/VOCdevkit/VOC2012/JPEGImages/{n}.jpg")
    for fold in (1, 2, 3):
        open(f"{base}/Binary_map_aug/train/split{fold}_train.txt", "w").write("".join(f"{n}__{k:02d}\n" for k in range(fold * 5 + 1, fold * 5 + 6) for n in photos))
        for k in range(fold * 5 + 1, fold * 5 + 6):
            os.makedirs(f"{base}/Binary_map_aug/train/{k}", exist_ok=True)
            for n in photos: Image.fromarray(np.random.randint(0, 2, (20, 20), dtype=np.uint8) * 255).save(f"{base}/Binary_map_aug/train/{k}/{n}.png")
scenes()
def segmented():
    m = nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 1, 1)).to(DEV); out = []
    for b in itertools.islice(BatchMetaDataLoader(H.pascal5i("d", shots=S, ways=K, test_shots=Q, meta_train=True), batch_size=1), 1):
        image, mask, target = [t.to(DEV) for t in b["train"]]; loss = F.binary_cross_entropy_with_logits(m(F.interpolate(image.flatten(0, 1), size=40)), F.interpolate(mask.flatten(0, 1), size=40)); loss.backward(); out.append((loss.item(), target.unique().numel()))
    return out
driver.work("images/segmented", segmented, limit=30)
tables = {"letter": HT.letter, "shape": HT.plants_shape, "texture": HT.plants_texture, "margin": HT.plants_margin, "bach": HT.bach}
for name, make in tables.items(): driver.work("tables/" + name, lambda: maml_loop(BatchMetaDataLoader(make("d", shots=S, ways=K, meta_train=True, seed=1), batch_size=B), mlp(7, K), F.cross_entropy, batches=1, classes=True))
def once(): d = TD.Omniglot("d", K, meta_train=True, transform=ToTensor(), class_augmentations=[T.Rotation([90, 180]), T.HorizontalFlip(), T.VerticalFlip()]); e = NonEpisodicWrapper(d, target_transform=lambda label: label[1]); r_ = [e[i] for i in (0, 7, 40)]; d.dataset.close(); return len(e), e.num_classes, [a.to(DEV).mean().item() for a, _ in r_], repr(d.dataset.class_augmentations)
driver.work("images/not episodic", once); driver.work("images/pairs", lambda: [t.to(DEV) for t in T.SegmentationPairTransform(16)(*[Image.fromarray(np.zeros((20, 20, 3), np.uint8))] * 2)]); driver.work("images/rotations", lambda: (T.Rotation(90) == T.Rotation(450), T.Rotation([0, 90]) == T.Rotation([0, 90]), hash(T.Rotation(90)), raises(lambda: T.Rotation([90])(None)), str(T.Rotation([90])), str(T.Rotation(90)), repr(T.HorizontalFlip()), repr(T.VerticalFlip()), T.Rotation(360)))
driver.work("images/absent", lambda: [raises(lambda k=k: k("none", K, meta_train=True)) for k in (TD.Omniglot, TD.MiniImagenet, TD.TieredImagenet, TD.CUB, TD.DoubleMNIST, TD.TripleMNIST, TD.CIFARFS, TD.FC100, TD.Letter, TD.PlantsShape)] + [raises(lambda: TD.Omniglot("d", K, meta_val=True, use_vinyals_split=False))])
def saved(): m = ConvNet().to(DEV); torch.save(m.state_dict(), "m.pt"); n = ConvNet().to(DEV); n.load_state_dict(torch.load("m.pt")); return n(torch.randn(4, 1, 28, 28, device=DEV)).detach().cpu().numpy(), repr(T.NumpyToTorch())
driver.work("saved", saved)
driver.finish()
