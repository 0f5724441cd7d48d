"""Few-shot classification: methods with their options on images and on features, backbones, episodic training, samplers, data sets, checkpoints, evaluation."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("easyfsl")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import functools, io, json, tqdm, matplotlib; matplotlib.use("Agg")
import matplotlib.pyplot as plt, numpy as np, pandas as pd, torch, torch.nn as nn
from collections import OrderedDict
from PIL import Image
from torch.utils.data import DataLoader, TensorDataset
tqdm.tqdm = functools.partial(tqdm.tqdm, file=io.StringIO())
torch.utils.data.Sampler.__init__ = lambda self, data_source=None: None  # newer PyTorch's takes no data set
from easyfsl import datasets as D, methods as M, modules as Mo, utils as U
from easyfsl.datasets import default_configs as Dc
from easyfsl.methods import utils as Mu
from easyfsl.modules import attention_modules as At, build_from_checkpoint as Bc, predesigned_modules as Pr
from easyfsl.samplers import TaskSampler

W, S, Q, F = 3, 2, 4, 16  # ways, shots, queries of a class, features
def labels(n): return torch.arange(W, device=DEV).repeat_interleave(n)
def episode(*shape, device=DEV): l, q = labels(S).to(device), labels(Q).to(device); c = torch.randn(W, *shape, device=device); return c[l] + 0.3 * torch.randn(len(l), *shape, device=device), l, c[q] + 0.3 * torch.randn(len(q), *shape, device=device), q
def flat(): return nn.Sequential(nn.Flatten(), nn.Linear(3 * 8 * 8, F)).to(DEV)
def maps(): return nn.Sequential(nn.Conv2d(3, F, 3, padding=1), nn.BatchNorm2d(F), nn.ReLU(), nn.MaxPool2d(2)).to(DEV)
def attention(heads=1, **o): return At.MultiHeadAttention(heads, F, F, F, **o).to(DEV)
makes = {
    "prototypical": lambda b=None, **o: M.PrototypicalNetworks(b, **o), "simple shot": lambda b=None, **o: M.SimpleShot(b, **o),
    "matching": lambda b=None, **o: M.MatchingNetworks(b, feature_dimension=F, **o), "feat": lambda b=None, **o: M.FEAT(b, attention_module=attention(), **o),
    "finetune": lambda b=None, **o: M.Finetune(b, **{"fine_tuning_steps": 3, **o}), "transductive": lambda b=None, **o: M.TransductiveFinetuning(b, **{"fine_tuning_steps": 3, **o}),
    "tim": lambda b=None, **o: M.TIM(b, **{"fine_tuning_steps": 3, **o}), "bd-cspn": lambda b=None, **o: M.BDCSPN(b, **o),
    "laplacian": lambda b=None, **o: M.LaplacianShot(b, **o), "pt-map": lambda b=None, **o: M.PTMAP(b, **{"fine_tuning_steps": 2, **o})}
def predicted(m, shape=(F,)):
    m = m.to(DEV).eval(); s, l, q, y = episode(*shape)
    with torch.no_grad(): m.process_support_set(s, l); p = m(q)
    return p.argmax(1).cpu().numpy(), m.is_transductive()
for name, make in makes.items():
    driver.work("features/" + name, lambda: predicted(make())); driver.work("images/" + name, lambda: predicted(make(flat()), (3, 8, 8)))
    driver.work("soft/" + name, lambda: predicted(make(use_softmax=True)))
    driver.work("normalized/" + name, lambda: predicted(make(feature_normalization=2.0, feature_centering=torch.randn(F, device=DEV))))
    driver.work("one task/" + name, lambda: U.evaluate_on_one_task(make().to(DEV), *episode(F)))
options = {"finetune": [dict(temperature=5.0, fine_tuning_lr=1e-2, use_softmax=True)], "transductive": [dict(temperature=2.0, use_softmax=True)], "tim": [dict(cross_entropy_weight=0.5, marginal_entropy_weight=2.0, conditional_entropy_weight=0.0, use_softmax=True)],
           "laplacian": [dict(inference_steps=3, knn=2, lambda_regularization=0.1), dict(inference_steps=40, knn=5)], "pt-map": [dict(power_factor=1.0, lambda_regularization=1.0), dict(fine_tuning_steps=5, fine_tuning_lr=0.5)],
           "matching": [dict(support_encoder=nn.LSTM(F, F, batch_first=True, bidirectional=True), query_encoder=nn.LSTMCell(2 * F, F))]}
for name, os_ in options.items():
    for o in os_: driver.work(f"options/{name}/{list(o)}", lambda: predicted(makes[name](**o)))
driver.work("feat/heads", lambda: predicted(M.FEAT(attention_module=attention(2, dropout=0.5)))); driver.work("feat/not normalized", lambda: predicted(M.FEAT(attention_module=attention(flag_norm=False))))
relation = nn.Sequential(nn.Conv2d(2 * F, 4, 3), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(4, 1))
driver.work("relation", lambda: predicted(M.RelationNetworks(maps(), feature_dimension=F), (3, 16, 16))); driver.work("relation/module", lambda: predicted(M.RelationNetworks(maps(), feature_dimension=F, relation_module=relation, use_softmax=True), (3, 16, 16)))
driver.work("relation/inner", lambda: Pr.default_relation_module(F, 4).to(DEV)(torch.randn(4, 2 * F, 6, 6, device=DEV)))
def refused(f):
    try: f()
    except (ValueError, TypeError, NotImplementedError): return True
driver.work("refused", lambda: [refused(f) for f in (lambda: predicted(M.PrototypicalNetworks(), (3, 8, 8)), lambda: predicted(M.RelationNetworks(feature_dimension=F)), lambda: predicted(M.RelationNetworks(maps(), feature_dimension=9), (3, 16, 16)), lambda: predicted(M.MatchingNetworks(feature_dimension=9)), lambda: M.FewShotClassifier()(1), M.FewShotClassifier.is_transductive)])
class Own(M.FewShotClassifier):
    """A method of the user's own."""
    def forward(self, x): z = self.compute_features(x); return self.softmax_if_specified(self.l2_distance_to_prototypes(z) + self.cosine_distance_to_prototypes(z), temperature=2.0)
    @staticmethod
    def is_transductive(): return False
driver.work("own", lambda: predicted(Own(flat(), use_softmax=True), (3, 8, 8)))
# data sets of images in folders
os.makedirs("data/CUB"); os.makedirs("data/tiered_imagenet"); os.makedirs("data/mini_imagenet"); rng = np.random.default_rng(0); rows = []
for c in range(4):
    os.makedirs(f"images/class{c}")
    for i in range(6): Image.fromarray(rng.integers(0, 255, (20, 20, 3), dtype=np.uint8)).save(f"images/class{c}/{i}.png"); rows.append((f"class{c}", f"{i}.png"))
specs = {"class_names": [f"class{c}" for c in range(4)], "class_roots": [f"images/class{c}" for c in range(4)]}
for f in ("data/CUB/train.json", "data/tiered_imagenet/train.json", "specs.json"): json.dump(specs, open(f, "w"))
pd.DataFrame(rows, columns=["class_name", "image_name"]).to_csv("data/mini_imagenet/train.csv", index=False)
pd.DataFrame([(f"{c}/{i}".replace(".png", ".JPG"), c) for c, i in rows], columns=["image_path", "scientific_name"]).to_csv("fungi.csv", index=False)
sets = {"easy": lambda: D.EasySet("specs.json", 16), "easy training": lambda: D.EasySet("specs.json", 16, training=True, supported_formats={".png"}), "cub": lambda: D.CUB("train", image_size=16), "tiered": lambda: D.TieredImageNet("train", image_size=16, training=True),
        "mini": lambda: D.MiniImageNet("images", "train", image_size=16), "mini loaded": lambda: D.MiniImageNet("images", specs_file="data/mini_imagenet/train.csv", image_size=16, load_on_ram=True), "mini training": lambda: D.MiniImageNet("images", "train", image_size=16, load_on_ram=True, training=True),
        "fungi": lambda: D.DanishFungi("images", "fungi.csv", 16, image_file_extension=".png"), "wrapped": lambda: D.WrapFewShotDataset(TensorDataset(torch.randn(24, 3, 16, 16), torch.arange(4).repeat_interleave(6))),
        "wrapped there": lambda: D.WrapFewShotDataset(TensorDataset(torch.arange(4).repeat_interleave(6), torch.randn(24, 3, 16, 16, device=DEV)), 1, 0)}
def ints(s):  # labels as the sampler wants them
    if isinstance(s.labels[0] if hasattr(s, "labels") else 0, torch.Tensor): s.labels = [int(x) for x in s.labels]
    if hasattr(s, "data"): s.data["label"] = s.data.label.astype(object)
    return s
def loader(s, tasks=2): t = TaskSampler(ints(s), W, S, 3, tasks); return DataLoader(s, batch_sampler=t, collate_fn=t.episodic_collate_fn)
for name, make in sets.items():
    driver.work("data/" + name, lambda: [[x.to(DEV) for x in b[:4]] for b in loader(make())])
    driver.work("evaluated/" + name, lambda: U.evaluate(M.PrototypicalNetworks(nn.Sequential(nn.Flatten(), nn.Linear(768, F))).to(DEV), loader(make()), device=DEV, use_tqdm=False), limit=30)
driver.work("data/refused", lambda: [refused(f) for f in (lambda: D.CUB("none"), lambda: D.TieredImageNet("none"), lambda: D.EasySet("a.txt"), lambda: D.MiniImageNet("images"), lambda: TaskSampler(ints(sets["easy"]()), 9, 1, 1, 1), lambda: TaskSampler(ints(sets["easy"]()), 2, 9, 1, 1), lambda: D.WrapFewShotDataset(TensorDataset(torch.ones(1), torch.ones(1)), 1, 1))])
driver.work("data/sizes", lambda: (len(sets["easy"]()), sets["easy"]().number_of_classes(), sets["fungi"]().get_labels(), sets["mini"]()[3], len(loader(sets["mini"]()).batch_sampler)))
driver.work("data/task there", lambda: TaskSampler(ints(sets["easy"]()), W, S, 3, 1).episodic_collate_fn([(torch.randn(3, 4, 4, device=DEV), torch.tensor(i // 5, device=DEV)) for i in range(15)]))
driver.work("data/task there ints", lambda: TaskSampler(ints(sets["easy"]()), W, S, 3, 1).episodic_collate_fn([(torch.randn(3, 4, 4, device=DEV), i // 5) for i in range(15)]))
for training in (False, True): driver.work(f"transforms/{training}", lambda: (Dc.default_transform(16, training)(Image.open("images/class0/0.png")), Dc.default_mini_imagenet_serving_transform(16, training)(torch.rand(3, 32, 32, device=DEV)), Dc.default_mini_imagenet_loading_transform(16)(Image.open("images/class0/0.png"))))
def folder(**o):
    s = D.SupportSetFolder("images", device=DEV, image_size=16, **o); m = M.SimpleShot(nn.Sequential(nn.Flatten(), nn.LazyLinear(F)).to(DEV)).eval()
    with torch.no_grad(): m.process_support_set(s.get_images(), s.get_labels()); p = m(torch.randn(5, 3, 16, 16, device=DEV)).argmax(dim=1)
    return [s.classes[i] for i in p]
driver.work("support folder", folder); driver.work("support folder/transform", lambda: folder(transform=Dc.default_transform(16, True)))
# features
def features(kind):
    x = torch.randn(24, F, device=DEV); n = [f"c{i // 6}" for i in range(24)]
    if kind == "frame": return D.FeaturesDataset.from_dataframe(pd.DataFrame({"embedding": list(x.cpu().numpy()), "class_name": n}))
    if kind == "dict": return D.FeaturesDataset.from_dict({f"c{i}": x[6 * i: 6 * i + 6] for i in range(4)})
    if kind == "arrays": return D.FeaturesDataset.from_dict({f"c{i}": x[6 * i: 6 * i + 6].cpu().numpy() for i in range(4)})
    if kind == "predicted": return D.FeaturesDataset.from_dataframe(U.predict_embeddings(DataLoader(D.EasySet("specs.json", 8), 5), flat(), DEV))
    return D.FeaturesDataset([i // 6 for i in range(24)], x, ["a", "b", "c", "d"])
for kind in ("frame", "dict", "arrays", "predicted", "tensors"):
    driver.work("feature set/" + kind, lambda: (lambda s: (len(s), s[2], s.get_labels(), s.number_of_classes()))(features(kind)))
    for method in ("bd-cspn", "tim", "pt-map", "laplacian"): driver.work(f"feature set/{kind}/{method}", lambda: U.evaluate(makes[method]().to(DEV), loader(features(kind)), DEV, tqdm_prefix="a"), limit=30)
driver.work("feature set/empty", lambda: D.FeaturesDataset.from_dataframe(pd.DataFrame({"embedding": [], "class_name": []})))
for there in (False, True):
    for names in (False, True):
        def batches(): return [(torch.randn(4, 3, 8, 8, device=DEV if there else "cpu"), ["a", "b", "c", "d"] if names else torch.arange(4, device=DEV if there else "cpu")) for _ in range(2)]
        driver.work(f"embeddings/{there}/{names}", lambda: U.predict_embeddings(batches(), flat(), None if there else DEV)); driver.work(f"average features/{there}/{names}", lambda: U.compute_average_features_from_images(batches(), flat(), None if there else DEV))
# training
def episodic(make, shape, loss=nn.CrossEntropyLoss(), one_hot=False, epochs=1):
    m = make().to(DEV); opt = torch.optim.SGD(m.parameters(), 1e-2, momentum=0.9, weight_decay=5e-4); sched = torch.optim.lr_scheduler.MultiStepLR(opt, [1], 0.1); t = loader(sets["easy"](), 3); best, state, seen = 0.0, None, []
    for _ in range(epochs):
        m.train()
        for s, l, q, y, _ids in t:
            opt.zero_grad(); m.process_support_set(s.to(DEV), l.to(DEV)); p = m(q.to(DEV)); y = y.to(DEV); e = loss(p, nn.functional.one_hot(y, W).float() if one_hot else y); e.backward(); opt.step(); seen.append(e.item())
        a = U.evaluate(m, t, device=DEV, use_tqdm=False)
        if a >= best: best, state = a, m.state_dict()
        sched.step()
    m.load_state_dict(state); return U.sliding_average(seen, 2)
def wide(): return nn.Sequential(nn.Flatten(), nn.Linear(768, F))
trained = {"prototypical": lambda: M.PrototypicalNetworks(wide()), "simple shot": lambda: M.SimpleShot(wide(), feature_normalization=2), "matching": lambda: M.MatchingNetworks(wide(), feature_dimension=F), "feat": lambda: M.FEAT(wide(), attention_module=attention()), "bd-cspn": lambda: M.BDCSPN(wide()), "relation": lambda: M.RelationNetworks(maps(), feature_dimension=F)}
for name, make in trained.items(): driver.work("episodic training/" + name, lambda: episodic(make, (3, 16, 16), nn.NLLLoss() if name == "matching" else nn.MSELoss() if name == "relation" else nn.CrossEntropyLoss(), name == "relation", 2), limit=30)
def classical():
    m = Mo.resnet10(num_classes=4, use_fc=True).to(DEV); opt = torch.optim.SGD(m.parameters(), 1e-2); seen = []
    for x, y in DataLoader(D.EasySet("specs.json", 16, training=True), 8): opt.zero_grad(); e = nn.functional.cross_entropy(m(x.to(DEV)), y.to(DEV)); e.backward(); opt.step(); seen.append(e.item())
    m.set_use_fc(False); return U.evaluate(M.PrototypicalNetworks(m), loader(D.EasySet("specs.json", 16)), DEV, use_tqdm=False)
driver.work("classical training", classical, limit=40)
# networks
for name in ("resnet10", "resnet12", "resnet18", "resnet34", "resnet50"): driver.work("network/" + name, lambda: getattr(Mo, name)().to(DEV)(torch.randn(2, 3, 16, 16, device=DEV)), limit=30)
for o in (dict(use_fc=True, num_classes=5), dict(use_pooling=False), dict(big_kernel=True), dict(zero_init_residual=True), dict(planes=[8, 8, 16, 16])): driver.work(f"network/{o}", lambda: Mo.resnet10(**o).to(DEV)(torch.randn(2, 3, 32, 32, device=DEV)).sum().backward(), limit=30)
driver.work("network/bottleneck", lambda: Mo.ResNet(Pr.Bottleneck, [1, 1, 1, 1], zero_init_residual=True).to(DEV)(torch.randn(2, 3, 16, 16, device=DEV)), limit=30); driver.work("network/refused", lambda: refused(lambda: Mo.resnet10(use_fc=True, use_pooling=False).to(DEV)(torch.randn(2, 3, 16, 16, device=DEV))))
driver.work("network/feat", lambda: Mo.feat_resnet12().to(DEV)(torch.randn(2, 3, 32, 32, device=DEV)), limit=30); driver.work("network/attention", lambda: attention(2)(*(torch.randn(2, 5, F, device=DEV) for _ in range(3))))
def checkpoint(): n = Mo.feat_resnet12(); a = At.MultiHeadAttention(1, 640, 640, 640); torch.save({"params": OrderedDict([("encoder." + k, v) for k, v in n.state_dict().items()] + [("slf_attn." + k, v) for k, v in a.state_dict().items()])}, "feat.pth")
if not os.path.exists("feat.pth"): checkpoint()
driver.work("checkpoint/network", lambda: Bc.feat_resnet12_from_checkpoint("feat.pth", DEV)(torch.randn(2, 3, 32, 32, device=DEV)), limit=40); driver.work("checkpoint/feat", lambda: predicted(M.FEAT.from_resnet12_checkpoint("feat.pth", DEV), (3, 32, 32)), limit=40)
driver.work("checkpoint/feat features", lambda: predicted(M.FEAT.from_resnet12_checkpoint("feat.pth", DEV, use_backbone=False, use_softmax=True), (640,)))
# functions
driver.work("functions", lambda: (Mu.entropy(torch.randn(4, 3, device=DEV)), Mu.k_nearest_neighbours(torch.randn(8, F, device=DEV), 3), Mu.k_nearest_neighbours(torch.randn(8, F, device=DEV), 3, 1), Mu.power_transform(torch.randn(4, F, device=DEV), 0.5), Mu.strip_prefix(OrderedDict(a=1, b=2), "a"), Mu.compute_prototypes(torch.randn(6, F, device=DEV), labels(S))))
driver.work("prototypes/maps", lambda: Mu.compute_prototypes(torch.randn(6, F, 4, 4, device=DEV), labels(S)))
def shown(x): U.plot_images(x, "a", 3); plt.close("all")
driver.work("shown", lambda: shown(torch.rand(6, 3, 8, 8, device=DEV).cpu())); driver.work("sliding", lambda: (U.sliding_average([1.0, 2.0, 3.0], 2), U.sliding_average([1.0], 0), refused(lambda: U.sliding_average([], 1))))
driver.work("laplacian/parts", lambda: (lambda m, x: (m.compute_pairwise_affinities(x), m.compute_upper_bound(torch.rand(8, W, device=DEV), torch.rand(8, W, device=DEV), torch.ones(8, 8, device=DEV)), m.bound_updates(torch.rand(8, W, device=DEV), torch.ones(8, 8, device=DEV))))(M.LaplacianShot(), torch.randn(8, F, device=DEV)))
for e in (1e-6, 1e-2, 1.0): driver.work(f"pt-map/transport/{e}", lambda: M.PTMAP().compute_optimal_transport(torch.rand(12, W, device=DEV), e))
driver.finish()
