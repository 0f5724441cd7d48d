"""Metric learning: losses with all miners and banks, samplers, retrieval and its metrics, re-ranking, extractors, training and validation, PCA, registries, data sets."""
import os, sys, types
from driving import Driver, DEV, ROOT
driver = Driver("oml")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import importlib.machinery
class Stand(types.ModuleType):  # in place of modules for downloads, configurations and augmentations, which are not there
    def __getattr__(self, name):
        if name.startswith("__"): raise AttributeError(name)
        value = type(name, (), {"__init__": lambda s, *a, value=None, **o: None}); setattr(self, name, value); return value
for name in ("omegaconf", "albumentations", "albumentations.pytorch", "albumentations.augmentations", "albumentations.augmentations.functional", "albumentations.augmentations.geometric", "albumentations.augmentations.geometric.functional", "cv2", "validators", "gdown", "requests"): m = Stand(name); m.__path__ = []; m.__spec__ = importlib.machinery.ModuleSpec(name, None); sys.modules[name] = m
sys.modules["omegaconf"].DictConfig = type("DictConfig", (dict,), {}); sys.modules["omegaconf"].OmegaConf = types.SimpleNamespace(to_container=lambda c, resolve=True: dict(c))
for name in ("INTER_LINEAR", "INTER_AREA", "INTER_CUBIC", "BORDER_CONSTANT", "INTER_NEAREST", "BORDER_REFLECT_101"): setattr(sys.modules["cv2"], name, 1)
for name in ("rectangle", "copyMakeBorder", "resize"): setattr(sys.modules["cv2"], name, lambda image, *a, **o: image)
sys.modules["albumentations.augmentations.functional"].pad = lambda image, *a, **o: image
import contextlib, io, random, numpy as np, pandas as pd, torch, torch.nn as nn, torch.nn.functional as F
import matplotlib; matplotlib.use("Agg")
import matplotlib.pyplot as plt
from PIL import Image
from torch.utils.data import DataLoader
from torchvision import transforms as Tv
from oml import registry as Rg
from oml.datasets import ImageBaseDataset, ImageLabeledDataset, ImageQueryGalleryDataset, ImageQueryGalleryLabeledDataset, PairDataset, TextBaseDataset, TextLabeledDataset, TextQueryGalleryLabeledDataset
from oml.datasets.dataframe import DFLabeledDataset, DFQueryGalleryDataset, DFQueryGalleryLabeledDataset
from oml.ddp import patching as Pa, utils as Du
from oml.functional import knn as Kn, label_smoothing as Ls, losses as Fl, metrics as Fm
from oml.inference.abstract import inference, inference_cached, pairwise_inference
from oml.interfaces.datasets import IBaseDataset, IVisualizableDataset
from oml.interfaces.models import IExtractor
from oml.losses.arcface import ArcFaceLoss, ArcFaceLossWithMLP
from oml.losses.surrogate_precision import SurrogatePrecision
from oml.losses.triplet import TripletLoss, TripletLossPlain, TripletLossWithMiner
from oml.metrics.accumulation import Accumulator
from oml.metrics.embeddings import EmbeddingMetrics, calc_fnmr_at_fmr_rr, calc_retrieval_metrics_rr
from oml.miners import AllTripletsMiner, HardClusterMiner, HardTripletsMiner, MinerWithBank, NHardTripletsMiner, PairsMiner, TripletMinerWithMemory, inbatch_all_tri as Ia
from oml.models.meta.projection import ExtractorWithMLP
from oml.models.meta.siamese import ConcatSiamese, LinearTrivialDistanceSiamese, TrivialDistanceSiamese
from oml.models.resnet.extractor import ResnetExtractor
from oml.models.vit_clip.extractor import ViTCLIPExtractor
from oml.models.vit_dino.extractor import ViTExtractor
from oml.models.vit_unicom.extractor import ViTUnicomExtractor
from oml.models import utils as Mu
from oml.retrieval.postprocessors.algo import AdaptiveThresholding, ConstantThresholding
from oml.retrieval.postprocessors.pairwise import PairwiseReranker
from oml.retrieval.retrieval_results import RetrievalResults
from oml.samplers.balance import BalanceSampler
from oml.samplers.category_balance import CategoryBalanceSampler
from oml.samplers.distinct_category_balance import DistinctCategoryBalanceSampler
from oml.utils import dataframe_format as Df, io as Io, misc as Mi, misc_torch as Mt

D, P, K = 8, 4, 3  # features, labels in a batch, items of each
def work(name, f, **o):
    def g():
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()): return f()
    driver.work(name, g, **o)
def raises(f, *kinds):
    try: return f()
    except (kinds or (ValueError, TypeError, RuntimeError, AssertionError, NotImplementedError, KeyError, AttributeError, IndexError, OSError)) as error: return str(error)[:80]
features = lambda n=P * K, d=D: torch.randn(n, d, device=DEV)
labels = lambda p=P, k=K: torch.arange(p, device=DEV).repeat_interleave(k)
# Losses, triplets by themselves and with all miners
for margin in (None, 0.2):
    for r in ("mean", "sum", "none"):
        for logs in (False, True): work(f"triplet/{margin}/{r}/{logs}", lambda: (lambda l: (l(features(6), features(6), features(6)), l.last_logs))(TripletLoss(margin, r, need_logs=logs))); work(f"triplet plain/{margin}/{r}/{logs}", lambda: (lambda l: (l(features(6)), l.last_logs))(TripletLossPlain(margin, r, need_logs=logs)))
miners = {"all": AllTripletsMiner, "some": lambda: AllTripletsMiner(max_output_triplets=10), "all there": lambda: AllTripletsMiner(device=DEV), "hard": HardTripletsMiner, "n hard": lambda: NHardTripletsMiner(n_positive=2, n_negative=3), "n hard ranges": lambda: NHardTripletsMiner(n_positive=(1, 2), n_negative=[2, 4]), "cluster": HardClusterMiner, "memory": lambda: TripletMinerWithMemory(2, 3), "memory of one": lambda: TripletMinerWithMemory(3, 1), "bank": lambda: MinerWithBank(2, NHardTripletsMiner(2, 2)), "quiet bank": lambda: MinerWithBank(3, NHardTripletsMiner(1, (1, 3)), need_logs=False)}
for name, make in miners.items():
    work(f"miner/{name}", lambda: (lambda m: [m.sample(features(), labels()) for _ in range(4)])(make())); work(f"miner/{name}/list", lambda: (lambda m: [raises(lambda: m.sample(features(), labels().tolist())) for _ in range(3)])(make()))
    def trained(margin, **o):
        net = nn.Linear(5, D).to(DEV); l = TripletLossWithMiner(margin, make(), **o); opt = torch.optim.Adam(net.parameters(), 1e-2); seen = []
        for _ in range(4): opt.zero_grad(); e = l(net(features(d=5)), labels()); e.mean().backward(); opt.step(); seen.append(e.mean().item())
        return seen, l.last_logs
    for margin in (None, 0.3): work(f"miner/{name}/trained {margin}", lambda: trained(margin, need_logs=True)); 
    work(f"miner/{name}/sum", lambda: trained(0.1, reduction="sum"))
work("miner/triplets", lambda: (Ia.get_available_triplets(labels().tolist()), Ia.get_available_triplets(labels()), Ia.get_available_triplets(labels(), max_out_triplets=5, device=DEV), Ia.get_available_triplets_naive(labels().tolist(), 7))); work("miner/pairs", lambda: [PairsMiner(h).sample(features(), labels().tolist()) for h in (True, False)]); work("miner/cluster wrong", lambda: raises(lambda: HardClusterMiner().sample(features(5), torch.tensor([0, 0, 1, 1, 1], device=DEV)))); work("miner/wrong", lambda: [raises(f) for f in (lambda: NHardTripletsMiner(0), lambda: NHardTripletsMiner((3, 2)), lambda: MinerWithBank(0, NHardTripletsMiner()), lambda: MinerWithBank(2, HardTripletsMiner()), lambda: TripletMinerWithMemory(1, 0), lambda: HardTripletsMiner().sample(features(3), labels()), lambda: AllTripletsMiner().sample(features(3), torch.zeros(3, device=DEV)), lambda: AllTripletsMiner(-1))])
def arc(make, **o): l = make(D, 4, **o).to(DEV); opt = torch.optim.SGD(l.parameters(), 1e-2); return [(opt.zero_grad(), (e := l(features(), labels())).mean().backward(), opt.step(), e.mean().item())[-1] for _ in range(3)]
categories = {0: "a", 1: "a", 2: "b", 3: "b"}
for o in (dict(), dict(m=0.3, s=16), dict(smoothing_epsilon=0.1), dict(smoothing_epsilon=0.2, label2category=categories), dict(reduction="sum"), dict(reduction="none")): work(f"arcface/{list(o)}", lambda: arc(ArcFaceLoss, **o)); work(f"arcface mlp/{list(o)}", lambda: arc(lambda *a, **k: ArcFaceLossWithMLP(a[0], a[1], [6, 5], **k), **o))
work("arcface/wrong", lambda: (raises(lambda: ArcFaceLoss(D, 4, smoothing_epsilon=2)), raises(lambda: ArcFaceLoss(D, 4, m=-9)), raises(lambda: ArcFaceLoss(D, 4).to(DEV)(features(), labels() + 9) if DEV == "cpu" else None, Exception)))
for o in (dict(), dict(temperature1=0.5, temperature2=0.1), dict(reduction="sum"), dict(reduction="none")):
    for k in (1, 3): work(f"precision/{k}/{list(o)}", lambda: (lambda x: (lambda e: (e.mean().backward(), e.mean().item()))(SurrogatePrecision(k, **o)(x, labels())))(features().requires_grad_()))
work("losses/functions", lambda: ([Fl.get_reduced(features(), r) for r in ("mean", "sum", "none")], raises(lambda: Fl.get_reduced(features(), "x")), Fl.surrogate_precision(torch.rand(4, 6, device=DEV), torch.rand(4, 6, device=DEV) > 0.5, 2, 1.0, 0.1))); work("losses/smoothed labels", lambda: (Ls.label_smoothing(labels(), 4), Ls.label_smoothing(labels(), 4, 0.1, torch.tensor([0, 0, 1, 1], device=DEV))))
# Data
class Tensors(IBaseDataset, IVisualizableDataset):
    """Vectors as items, as users wrap what they have."""
    def __init__(self, n=24, d=5, shift=None): self.x = torch.randn(n, d) + (torch.arange(n) % 4)[:, None] * 2.0; self.input_tensors_key, self.index_key, self.extra_data = "input_tensors", "idx", {}
    def __getitem__(self, i): return {self.input_tensors_key: self.x[i], self.index_key: i}
    def __len__(self): return len(self.x)
    def visualize(self, item, color): return np.full((6, 6, 3), 99, dtype=np.uint8)
def frame(n=24, sequences=False, split="validation", categories=True):
    f = pd.DataFrame({"label": np.arange(n) % 4, "split": split, "is_query": None if split == "train" else np.arange(n) < n // 2, "is_gallery": None if split == "train" else np.arange(n) >= n // 4, "path": [f"im{i}.png" for i in range(n)]})
    if categories: f["category"] = ["a" if l < 2 else "b" for l in f.label]
    if sequences: f["sequence"] = [f"s{i % 7}" for i in range(n)]
    return f
def labeled(n=24): return DFLabeledDataset(Tensors(n), frame(n))
def gallery(n=24, **o): return DFQueryGalleryLabeledDataset(Tensors(n), frame(n, **o))
rng = np.random.default_rng(0); [Image.fromarray(rng.integers(0, 255, (20, 20, 3), dtype=np.uint8)).save(f"im{i}.png") for i in range(24)]
tf = Tv.Compose([Tv.Resize((16, 16)), Tv.ToTensor()])
class Net(IExtractor):
    """A small extractor."""
    def __init__(self, i=5, o=D): super().__init__(); self.l = nn.Linear(i, o); self.o = o
    def forward(self, x): return self.l(x)
    @property
    def feat_dim(self): return self.o
work("data/sets", lambda: (lambda a, b, c: (len(a), a[1], a.get_labels(), a.get_label2category(), len(b), b[2], b.get_query_ids(), b.get_gallery_ids(), b.get_labels(), b.get_label2category(), c[1], len(c), c.get_query_ids(), c.get_gallery_ids()))(labeled(), gallery(), DFQueryGalleryDataset(Tensors(), frame()))); work("data/pairs", lambda: (lambda d: (len(d), d[1]))(PairDataset(Tensors(), [(0, 1), (2, 3)])))
for n, make in {"balance": lambda l, c: BalanceSampler(l, 3, 2), "all labels": lambda l, c: BalanceSampler(l, 4, 3), "category": lambda l, c: CategoryBalanceSampler(l, c, 2, 2, 2), "resampled category": lambda l, c: CategoryBalanceSampler(l, c, 1, 3, 2, resample_labels=True, weight_categories=False), "distinct": lambda l, c: DistinctCategoryBalanceSampler(l, c, 2, 2, 2, 5), "distinct one": lambda l, c: DistinctCategoryBalanceSampler(l, c, 1, 2, 3, 4)}.items():
    work(f"sampler/{n}", lambda: (lambda d: (lambda s: (len(s), s.batch_size, [(b["input_tensors"].to(DEV).sum().item(), b["labels"].to(DEV)) for b in DataLoader(d, batch_sampler=s)]))(make(d.get_labels(), d.get_label2category())))(labeled()))
work("sampler/wrong", lambda: [raises(f) for f in (lambda: BalanceSampler([0, 1], 9, 2), lambda: BalanceSampler([0, 0, 1], 2, 1), lambda: CategoryBalanceSampler([0, 1], {0: 0, 1: 1}, 0, 1, 1), lambda: CategoryBalanceSampler([0, 1], {0: 0}, 1, 1, 1), lambda: DistinctCategoryBalanceSampler([0, 1], {0: 0, 1: 1}, 3, 1, 1, 0), lambda: DistinctCategoryBalanceSampler([0, 1], {0: 0, 1: 1}, 1, 9, 2, 1))])
# Training and validation, as in the examples
def run(loss, sampler=True, epochs=2):
    train, val = labeled(), gallery(); net = Net().to(DEV).train(); crit = loss().to(DEV); opt = torch.optim.Adam([*net.parameters(), *crit.parameters()], 1e-2); loader = DataLoader(train, batch_sampler=BalanceSampler(train.get_labels(), 4, 3)) if sampler else DataLoader(train, 8, shuffle=True); seen = []
    for _ in range(epochs):
        for b in loader: e = crit(net(b["input_tensors"].to(DEV)), b["labels"].to(DEV)); e.backward(); opt.step(); opt.zero_grad(); seen.append({"loss": e.item(), **(crit.crit.last_logs if hasattr(crit, "crit") and hasattr(crit.crit, "last_logs") else {})})
    emb = inference(net.eval(), val, batch_size=8, num_workers=0, verbose=False); rr = RetrievalResults.from_embeddings(emb, val, n_items=5); return seen, calc_retrieval_metrics_rr(rr, map_top_k=(2,), cmc_top_k=(1,), verbose=False)
for n, l in {"all": lambda: TripletLossWithMiner(0.1, AllTripletsMiner()), "hard": lambda: TripletLossWithMiner(0.1, HardTripletsMiner(), need_logs=True), "bank": lambda: TripletLossWithMiner(None, MinerWithBank(2, NHardTripletsMiner(1, 2))), "arcface": lambda: ArcFaceLoss(D, 4), "mlp arcface": lambda: ArcFaceLossWithMLP(D, 4, [6]), "precision": lambda: SurrogatePrecision(2)}.items(): work(f"training/{n}", lambda: run(l), limit=30)
work("training/no sampler", lambda: run(lambda: ArcFaceLoss(D, 4, smoothing_epsilon=0.1), False), limit=30)
def paired(miner=True):
    train, net = labeled(), Net().to(DEV); model = LinearTrivialDistanceSiamese(D, identity_init=False).to(DEV); opt = torch.optim.SGD(model.parameters(), 1e-2); m = PairsMiner(hard_mining=miner); seen = []
    for b in DataLoader(train, batch_sampler=BalanceSampler(train.get_labels(), 4, 2)):
        with torch.no_grad(): f = net(b["input_tensors"].to(DEV))
        i, j, neg = m.sample(f, b["labels"].tolist()); e = F.binary_cross_entropy_with_logits(model(f[i], f[j]), neg.to(DEV).float()); e.backward(); opt.step(); opt.zero_grad(); seen.append(e.item())
    return seen
for h in (True, False): work(f"training/pairs {h}", lambda: paired(h))
for o in (dict(), dict(use_fp16=DEV != "cpu"), dict(accumulate_on_cpu=False), dict(verbose=True)): work(f"inference/{list(o)}", lambda: inference(Net().to(DEV), Tensors(), batch_size=5, **o))
work("inference/cached", lambda: (lambda n: (inference_cached(n, Tensors(), batch_size=5, cache_path="c.pth"), inference_cached(n, Tensors(), batch_size=5, cache_path="c.pth"), raises(lambda: inference_cached(n, Tensors(9), batch_size=5, cache_path="c.pth"))))(Net().to(DEV))); work("inference/pairs", lambda: [pairwise_inference(m.to(DEV), Tensors(), [(0, 1), (2, 3), (4, 5)], 0, 2, verbose=False) for m in (LinearTrivialDistanceSiamese(5, True, 0.1), TrivialDistanceSiamese(Net(), 0.5))])
# Retrieval
emb = lambda n=24, d=D: (torch.randn(n, d, device=DEV) + (torch.arange(n, device=DEV) % 4)[:, None])
for o in (dict(), dict(sequences=True), dict(categories=False)):
    for k in (1, 5, 100): work(f"retrieval/{list(o)}/{k}", lambda: (lambda r: (r.distances, r.retrieved_ids, r.gt_ids, r.n_retrieved_items, r.is_empty, str(r), r.deepcopy()))(RetrievalResults.from_embeddings(emb(), gallery(**o), n_items=k)))
rr = lambda n=6, **o: RetrievalResults.from_embeddings(emb(), gallery(**o), n_items=n)
work("retrieval/unlabeled", lambda: str(RetrievalResults.from_embeddings(emb(), DFQueryGalleryDataset(Tensors(), frame()), n_items=3))); work("retrieval/two sets", lambda: RetrievalResults.from_embeddings_qg(emb(8), emb(16), DFLabeledDataset(Tensors(8), frame(8)), DFLabeledDataset(Tensors(16), frame(16)), n_items=4)); work("retrieval/two unlabeled", lambda: RetrievalResults.from_embeddings_qg(emb(8), emb(16), Tensors(8), Tensors(16), n_items=4)); work("retrieval/shown", lambda: (lambda d: (rr().visualize([0, 1], d, 2, verbose=True), plt.close("all"), raises(lambda: rr().visualize_as_html([0], d)), raises(lambda: rr().visualize([0], gallery()))))(ImageQueryGalleryLabeledDataset(frame(), transform=tf))); work("retrieval/shown two", lambda: (RetrievalResults.from_embeddings_qg(emb(8), emb(16), Tensors(8), Tensors(16), n_items=4).visualize_qg([0], Tensors(8), Tensors(16), show=False), plt.close("all")))
work("retrieval/made", lambda: (lambda d, i: [raises(f) for f in (lambda: RetrievalResults(d, i), lambda: RetrievalResults(d, i, i), lambda: RetrievalResults(d, i[:1]), lambda: RetrievalResults([x.flip(0) for x in d], i), lambda: RetrievalResults(d, [x * 0 for x in i]), lambda: RetrievalResults(d[0], i[0]))])([torch.tensor([0.1, 0.2], device=DEV), torch.tensor([0.3], device=DEV)], [torch.tensor([0, 1], device=DEV), torch.tensor([2], device=DEV)]))
for n, p in {"constant": lambda: ConstantThresholding(3.0), "constant none": lambda: ConstantThresholding(0.0), "adaptive": lambda: AdaptiveThresholding(1.0), "adaptive wide": lambda: AdaptiveThresholding(0.1)}.items(): work(f"retrieval/{n}", lambda: (lambda r: (p().process(r), raises(lambda: calc_retrieval_metrics_rr(p().process(r), verbose=False)), str(p().process(r))))(rr())); work(f"retrieval/{n}/metrics", lambda: (lambda m: (m.setup(24), m.update(emb(), list(range(24))), m.compute_metrics()))(EmbeddingMetrics(gallery(), postprocessor=p(), verbose=False)))
for n, m in {"linear": lambda: LinearTrivialDistanceSiamese(5, True), "trivial": lambda: TrivialDistanceSiamese(Net())}.items():
    for top in (2, 4): work(f"reranked/{n}/{top}", lambda: (lambda p: (p.process(rr(), gallery()), p.top_n, p.process_neigh if hasattr(p, "process_neigh") else 0))(PairwiseReranker(top, m().to(DEV), 0, 8)))
work("reranked/metrics", lambda: (lambda m: (m.setup(24), m.update(emb(), torch.arange(24)), m.compute_metrics()))(EmbeddingMetrics(gallery(), postprocessor=PairwiseReranker(3, LinearTrivialDistanceSiamese(5, True).to(DEV), 0, 8), verbose=False))); work("reranked/wrong", lambda: raises(lambda: PairwiseReranker(1, LinearTrivialDistanceSiamese(5, True), 0, 8)))
for o in (dict(), dict(bs=3), dict(top_n=3)): work(f"knn/{list(o)}", lambda: (lambda e: (Kn.batched_knn(e, torch.arange(8, device=DEV), torch.arange(4, 24, device=DEV), **{"top_n": 5, **o}), Kn.batched_knn(e, torch.arange(8), torch.arange(4, 24), **{"top_n": 5, **o}, labels_gt=torch.arange(24) % 4, sequence_ids=torch.arange(24) % 5)))(emb())); work(f"knn/two/{list(o)}", lambda: (Kn.batched_knn_qg(emb(6), emb(12), **{"top_n": 5, **o}), Kn.batched_knn_qg(emb(6), emb(12), **{"top_n": 5, **o}, labels_query=torch.arange(6) % 4, labels_gallery=torch.arange(12) % 4), Kn.batched_knn_qg(emb(6), emb(12), **{"top_n": 4, **o}, ids_query=torch.arange(6), ids_gallery=torch.arange(12), sequence_ids_query=torch.arange(6) % 3, sequence_ids_gallery=torch.arange(12) % 3)))
# Metrics
def metrics(batches=3, **o):
    d = o.pop("data", None) or gallery(sequences=o.pop("sequences", False)); m = EmbeddingMetrics(d, **{"cmc_top_k": (1, 3), "precision_top_k": (2,), "map_top_k": (2, 4), "fmr_vals": (0.1, 0.5), "pcf_variance": (0.5, 0.9), "verbose": False, **o}); m.setup(24); e = emb()
    for i in torch.arange(24, device=DEV).chunk(batches): m.update(e[i], i)
    r = m.compute_metrics(); return r, m.ready_to_visualize(), raises(lambda: m.get_worst_queries_ids("OVERALL/map/2", 2)), m
for o in (dict(), dict(sequences=True), dict(fmr_vals=()), dict(pcf_variance=()), dict(cmc_top_k=(), precision_top_k=(), map_top_k=()), dict(visualize_only_overall_category=False), dict(metrics_to_exclude_from_visualization=["cmc"])): work(f"metrics/{list(o)}", lambda: metrics(**o)[:2])
work("metrics/shown", lambda: (lambda m: (m.get_plot_for_worst_queries("OVERALL/map/2", 1, 2), m.get_plot_for_queries([0], 2), plt.close("all")))(metrics(data=ImageQueryGalleryLabeledDataset(frame(), transform=tf))[3]), limit=30); work("metrics/wrong", lambda: (lambda m: [raises(f) for f in (lambda: m.compute_metrics(), lambda: EmbeddingMetrics(gallery(), cmc_top_k=(0,)), lambda: EmbeddingMetrics(gallery(), fmr_vals=(2.0,)))])(EmbeddingMetrics(gallery(), verbose=False)))
for reduce in (True, False): work(f"metrics/rr {reduce}", lambda: (calc_retrieval_metrics_rr(rr(), query_categories=torch.tensor([0, 1] * 6), cmc_top_k=(1, 2), precision_top_k=(1,), map_top_k=(2,), reduce=reduce, verbose=False), calc_fnmr_at_fmr_rr(rr(), (0.1, 0.3)))); work(f"metrics/ids {reduce}", lambda: Fm.calc_retrieval_metrics([torch.tensor(x, device=DEV) for x in ([0, 1, 2], [3, 4, 5])], [torch.tensor(x, device=DEV) for x in ([0, 2], [9, 3])], query_categories=np.array(["a", "b"]), cmc_top_k=(1,), precision_top_k=(2,), map_top_k=(3,), reduce=reduce, verbose=False))
tops = lambda: [torch.tensor(x, dtype=torch.bool, device=DEV) for x in ([1, 0, 1], [0, 0, 1], [0, 0, 0])]
work("metrics/functions", lambda: (Fm.calc_cmc(tops(), [2, 1, 3], (1, 3)), Fm.calc_precision(tops(), [2, 1, 3], (1, 3)), Fm.calc_map(tops(), [2, 1, 3], (1, 3)), Fm.calc_fnmr_at_fmr(np.random.rand(9), np.random.rand(9), (0.1, 0.5)), raises(lambda: Fm.calc_fnmr_at_fmr(np.random.rand(9), np.random.rand(9), (2,))), Fm.reduce_metrics({"a": torch.rand(3, device=DEV), "b": {"c": 1.0}}), Fm.take_unreduced_metrics_by_mask({"a": torch.rand(3, device=DEV), "b": {"c": torch.rand(3, device=DEV)}}, torch.tensor([True, False, True], device=DEV)))); work("metrics/components", lambda: (Fm.calc_pcf(emb(), (0.5, 1.0)), Fm.calc_topological_metrics(emb(), (0.5,), np.array(["a", "b"] * 12)), Fm.calc_topological_metrics(emb().cpu(), (0.2,), torch.arange(24) % 3)))
def accumulated(**o): a = Accumulator(("e", "n", "l")); a.refresh(12); [a.update_data({"e": features(4), "n": np.ones(4), "l": [1, 2, 3, 4]}, **({"indices": list(range(4 * i, 4 * i + 4))} if o else {})) for i in range(3)]; return a.storage["e"].shape, a.collected_samples, a.is_storage_full(), a.sync(), raises(lambda: a.update_data({"e": features(4), "n": np.ones(4), "l": [1] * 4})), raises(lambda: a.update_data({"x": 1}))
for o in (dict(), dict(indices=True)): work(f"accumulated/{list(o)}", lambda: accumulated(**o))
# Extractors
images = lambda n=2, s=32: torch.randn(n, 3, s, s, device=DEV)
def extract_mlp(m): m = m.to(DEV); y = m(features(4, 5)); y.sum().backward(); return y.shape, m.feat_dim
def extract(m, s=32): m = m.to(DEV); y = m(images(s=s)); y.sum().backward() if y.requires_grad else None; return y.shape, m.feat_dim, m.eval().extract(images(s=s)).norm(dim=1).mean().item()
for o in (dict(gem_p=None, remove_fc=True, normalise_features=False), dict(gem_p=3.0, remove_fc=True, normalise_features=True), dict(gem_p=1.0, remove_fc=False, normalise_features=True)): work(f"extractor/resnet/{len(str(o))}", lambda: extract(ResnetExtractor(None, "resnet18", **o)), limit=40); 
work("extractor/resnet50", lambda: extract(ResnetExtractor(None, "resnet50_projector", gem_p=None, remove_fc=False, normalise_features=True)), limit=40)
for a, s, o in (("vits16", 32, {}), ("vits16", 48, dict(use_multi_scale=True)), ("vits14", 28, {}), ("vits14_reg", 28, {})): work(f"extractor/dino/{a}{list(o)}", lambda: extract(ViTExtractor(None, a, normalise_features=True, **o), s), limit=40)
work("extractor/clip", lambda: extract(ViTCLIPExtractor(None, "vitb32_224"), 224), limit=60); work("extractor/unicom", lambda: raises(lambda: extract(ViTUnicomExtractor(None, "vitb32_unicom", True), 224)), limit=60); work("extractor/mlp", lambda: (lambda m: (extract_mlp(m), m.freeze(), m.unfreeze()))(ExtractorWithMLP(Net(), [6, 4], train_backbone=True)))
def saved(): m = ExtractorWithMLP(Net(), [6, 4]); torch.save({"state_dict": {"model." + k: v for k, v in m.state_dict().items()}}, "m.pt"); r = raises(lambda: ExtractorWithMLP(Net(), [6, 4], weights="m.pt")); n = ResnetExtractor(None, "resnet18", gem_p=None, remove_fc=True, normalise_features=False); torch.save({"state_dict": {"module." + k: v for k, v in n.state_dict().items()}}, "r.pt"); return r, ResnetExtractor("r.pt", "resnet18", gem_p=None, remove_fc=True, normalise_features=False).to(DEV)(images()).shape
work("extractor/saved", saved, limit=40); work("extractor/pretrained", lambda: [raises(lambda k=k: k.from_pretrained("none")) for k in (ResnetExtractor, ViTExtractor, ExtractorWithMLP)])
class Cat(Net):
    """For two images side by side."""
    def __init__(self): super().__init__(); self.c = nn.Conv2d(3, D, 3)
    def forward(self, x): return self.c(x).mean((2, 3))
for tta in (False, True): work(f"siamese/concat {tta}", lambda: (lambda m: (m(images(), images()).mean().backward(), m.eval().predict(images(), images()), m.freeze(), m.unfreeze()))(ConcatSiamese(Cat(), [6, 4], use_tta=tta).to(DEV)))
work("siamese/linear", lambda: [(lambda m: (m(features(), features()), m.predict(features(), features())))(LinearTrivialDistanceSiamese(D, i, 0.5).to(DEV)) for i in (True, False)]); work("siamese/trivial", lambda: (lambda m: (m(features(4, 5), features(4, 5)), m.predict(features(4, 5), features(4, 5))))(TrivialDistanceSiamese(Net()).to(DEV))); work("models/states", lambda: (Mu.remove_prefix_from_state_dict({"a.b.w": 1, "a.b.c": 2}, "w"), raises(lambda: Mu.remove_prefix_from_state_dict({"w": 1, "c": 2}, "z")), Mu.remove_criterion_in_state_dict({"criterion.w": 1, "a": 2}), Mu.filter_state_dict({"a": 1, "b": 2}, ["a"])))
work("models/traced", lambda: raises(lambda: Mu.patch_device_and_float(torch.jit.trace(nn.Linear(5, 3), torch.randn(2, 5)), DEV)))
class Hidden(nn.Module):
    """What a language model gives."""
    def __init__(self): super().__init__(); self.e = nn.Embedding(50, D)
    def forward(self, ids, attention_mask): return {"last_hidden_state": self.e(ids) * attention_mask[..., None]}
def worded(): from oml.models.texts.huggingface import HFWrapper; m = HFWrapper(Hidden(), D).to(DEV); x = {"input_ids": torch.randint(50, (3, 4), device=DEV), "attention_mask": torch.ones(3, 4, dtype=torch.long, device=DEV)}; return m(x).sum().item(), m.feat_dim, raises(lambda: m.extract(x))
work("extractor/text", worded)
def spoken(): from oml.models.audio.ecapa_tdnn.extractor import ECAPATDNNExtractor; m = ECAPATDNNExtractor(None, "ecapa_tdnn_taoruijie", normalise_features=True).to(DEV); return m(torch.randn(2, 1, 8000, device=DEV)).sum().backward(), m.feat_dim
work("extractor/audio", lambda: raises(spoken, Exception), limit=40)
# Images and texts on disk
work("images/sets", lambda: (lambda d: (d[0]["input_tensors"].to(DEV), d[1], len(d), d.visualize(0), d.visualize(1)))(ImageBaseDataset([f"im{i}.png" for i in range(6)], transform=tf, bboxes=[(1, 1, 9, 9)] + [None] * 5, cache_size=4))); work("images/labeled", lambda: (lambda d: [(b["input_tensors"].to(DEV).mean().item(), b["labels"].to(DEV)) for b in DataLoader(d, batch_sampler=BalanceSampler(d.get_labels(), 2, 2))])(ImageLabeledDataset(frame(), transform=tf))); work("images/validated", lambda: (lambda d, m: (lambda e: (calc_retrieval_metrics_rr(RetrievalResults.from_embeddings(e, d, 4), verbose=False), RetrievalResults.from_embeddings(e, d, 4).visualize([0], d, 2), plt.close("all")))(inference(m, d, batch_size=8)))(ImageQueryGalleryLabeledDataset(frame(), transform=tf), Cat().to(DEV)), limit=30); work("images/reranked", lambda: (lambda d: PairwiseReranker(3, ConcatSiamese(Cat(), [4]).to(DEV), 0, 8).process(RetrievalResults.from_embeddings(emb(), d, 4), d))(ImageQueryGalleryLabeledDataset(frame(), transform=tf))); work("images/unlabeled", lambda: ImageQueryGalleryDataset(frame(), transform=tf)[2]); work("images/frames", lambda: (Df.check_retrieval_dataframe_format(frame(), verbose=False), raises(lambda: Df.check_retrieval_dataframe_format(frame().drop(columns="label"))), raises(lambda: Df.check_retrieval_dataframe_format(frame(split="train").assign(is_query=None)))))
tokens = lambda text, **o: {"input_ids": torch.tensor([[ord(c) % 50 for c in text[:4].ljust(4)]]), "attention_mask": torch.ones(1, 4, dtype=torch.long)}
texts = lambda: frame().drop(columns="path").assign(text=[f"text {i}" for i in range(24)])
work("texts", lambda: raises(lambda: (lambda a, b: (a[1], a.visualize(1) if hasattr(a, "visualize") else 0, b[2], [t.to(DEV) for t in next(iter(DataLoader(b, 4)))["input_tensors"].values()], TextLabeledDataset(texts(), tokens)[0]))(TextBaseDataset(["ab", "cd"], tokens), TextQueryGalleryLabeledDataset(texts(), tokens))))
# Tools
work("tools/distances", lambda: (Mt.elementwise_dist(features(), features()), Mt.pairwise_dist(features(), features(5)), Mt.normalise(features()), raises(lambda: Mt.elementwise_dist(features(3), features(4))))); work("tools/indices", lambda: (Mt.take_2d(features(), torch.tensor([[0, 1]] * (P * K), device=DEV)), Mt.assign_2d(features(), torch.tensor([[0, 1]] * (P * K), device=DEV), features(d=2)))); work("tools/sorted", lambda: (Mt.cat_two_sorted_tensors_and_keep_it_sorted(features().sort(1).values, features().sort(1).values), Mt.cat_two_sorted_tensors_and_keep_it_sorted(features().sort(1).values, features().sort(1).values + 9), raises(lambda: Mt.cat_two_sorted_tensors_and_keep_it_sorted(features(), features())), Mt.is_sorted_tensor(torch.arange(4.0, device=DEV)), Mt.is_sorted_tensor(torch.tensor([2.0, 1.0], device=DEV)))); work("tools/unique", lambda: (Mt.unique_by_ids([1, 1, 2], features(3)), Mt.unique_by_ids([1, 1, 2], [3, 4, 5]))); work("tools/mode", lambda: [Mt.temporary_setting_model_mode(nn.Linear(2, 2).to(DEV), b).__enter__().training for b in (True, False)])
work("tools/online", lambda: (lambda a, s, d, e: (a.update(1.0), a.update([1, 2]), a.update(torch.rand(3, device=DEV)), a.update(np.ones(2)), a.result, repr(a), s.update(torch.tensor(2.0, device=DEV)), s.result, d.update({"a": 1, "b": torch.rand(3, device=DEV)}), d["a"], len(d), list(d), repr(d), d.get_dict_with_results(), e.update({"a": 2}), raises(lambda: d.update({3: "x"}))))(Mt.AvgOnline(), Mt.SumOnline(), Mt.OnlineAvgDict(), Mt.OnlineSumDict({"z": 1})))
for n, d in ((24, 5), (4, 8)): work(f"tools/pca {n}", lambda: (lambda p, x: (p.transform(x), p.transform(x, 2), p.inverse_transform(p.transform(x)), p.inverse_transform(p.transform(x, 2)), p.calc_principal_axes_number((0.5, 0.9, 1.0)), raises(lambda: p.transform(x, 99)), p.explained_variance, p.explained_variance_ratio, p.singular_values, p.components, p.mean))(Mt.PCA(emb(n, d)), emb(n, d)))
work("tools/misc", lambda: (Mi.find_value_ids([1, 2, 1], 1), Mi.set_global_seed(1), Mi.one_hot(1, 3), Mi.flatten_dict({"a": {"b": 1}}), Mi.dictconfig_to_dict({"a": 1}), Mi.smart_sample([1, 2], 4), Mi.smart_sample([1, 2, 3], 2), Mi.clip_max((1, 9), 5), Mi.remove_unused_kwargs({"a": 1, "nope": 2}, lambda a: a), raises(lambda: Mi.check_if_nonempty_positive_integers([], "x")), raises(lambda: Mi.check_if_nonempty_positive_integers([0], "x")), Mi.check_if_nonempty_positive_integers(3, "x"), Mi.compare_dicts_recursively({"a": {"b": 1}}, {"a": {"b": 1}}), Mi.pad_array_right(np.ones(2), 4, 0), raises(lambda: Mi.visualize_text("some text")), Mi.html_blocks_to_grid([["a"]]), Mi.adapt_argument_as_kwarg(lambda verbose: 0, ["verbose"], 1))); work("tools/files", lambda: (open("x.txt", "w").write("a"), Io.calc_hash("x.txt"), Io.calc_hash(b"a"), Io.check_exists_and_validate_md5("x.txt", "0"), Io.check_exists_and_validate_md5("none"), raises(lambda: Io.calc_folder_hash("."))))
work("ddp/one process", lambda: (Du.sync_dicts_ddp({"a": features()}, 1), Du.is_ddp(), Du.get_world_size_safe(), Du.is_main_process(), Du.merge_list_of_dicts([{"a": features(), "b": [1], "n": np.ones(2)}, {"a": features(), "b": [2], "n": np.ones(2)}], DEV), raises(lambda: Du.merge_list_of_dicts([{"a": 1}, {"a": 2}])), str(Du.WarningDDP("f")))); work("ddp/loaders", lambda: [raises(lambda l=l: (Pa.extract_loader_parameters(l), Pa.patch_dataloader_to_ddp(l), Pa.check_loaders_is_patched(l), Pa.check_loaders_is_patched([l]))) for l in (DataLoader(labeled(), 4), DataLoader(labeled(), 4, shuffle=True), DataLoader(labeled(), batch_sampler=BalanceSampler(labeled().get_labels(), 2, 2)))])
# Registries
from oml.registry import losses as Rl, miners as Rm, optimizers as Ro, postprocessors as Rp, samplers as Rs, schedulers as Rc
work("registry/losses", lambda: [Rl.get_criterion_by_cfg(c).to(DEV)(features(), labels()) for c in ({"name": "triplet_with_miner", "args": {"margin": 0.1, "need_logs": True, "miner": {"name": "hard_triplets", "args": {}}}}, {"name": "arcface", "args": {"in_features": D, "num_classes": 4}}, {"name": "surrogate_precision", "args": {"k": 2}})]); work("registry/miners", lambda: [Rm.get_miner_by_cfg({"name": n, "args": a}).sample(features(), labels()) for n, a in (("all_triplets", {}), ("hard_cluster", {}), ("n_hard_triplets", {"n_positive": 1, "n_negative": 2}), ("miner_with_bank", {"bank_size_in_batches": 2, "miner": {"name": "n_hard_triplets", "args": {}}}), ("triplets_with_memory", {"bank_size_in_batches": 2, "tri_expand_k": 2})) if n != "miner_with_bank"]); work("registry/bank", lambda: raises(lambda: Rm.get_miner_by_cfg({"name": "miner_with_bank", "args": {"bank_size_in_batches": 2, "miner": {"name": "n_hard_triplets", "args": {}}}})))
def optimized(name, sched=None, **o): net = Net().to(DEV); opt = Ro.get_optimizer_by_cfg({"name": name, "args": {"lr": 1e-2}}, params=net.parameters()); s = Rc.get_scheduler_by_cfg({"name": sched, "args": o}, optimizer=opt) if sched else None; return [(opt.zero_grad(), (l := net(features(4, 5)).square().mean()).backward(), opt.step(), s.step(*([l.item()] if sched == "reduce_on_plateau" else [])) if s else None, s.get_last_lr() if s else None, l.item())[-1] for _ in range(3)]
for n in ("adadelta", "adagrad", "adam", "adamw", "adamax", "asgd", "rmsprop", "rprop", "sgd"): work(f"registry/{n}", lambda: optimized(n))
for n, o in {"step": dict(step_size=1), "multi_step": dict(milestones=[1]), "exponential": dict(gamma=0.9), "cosine_annealing": dict(T_max=3), "reduce_on_plateau": dict(patience=1)}.items(): work(f"registry/{n}", lambda: optimized("sgd", n, **o))
work("registry/others", lambda: (Rp.get_postprocessor_by_cfg({"name": "constant_thresholding", "args": {"th": 1.0}}), Rp.get_postprocessor_by_cfg({"name": "pairwise_reranker", "args": {"top_n": 3, "num_workers": 0, "batch_size": 4, "pairwise_model": {"name": "linear_siamese", "args": {"feat_dim": D, "identity_init": True}}}}), [raises(lambda: Rs.get_sampler_by_cfg({"name": n, "args": a}, labels=labeled().get_labels(), label2category=labeled().get_label2category())) for n, a in (("balance", {"n_labels": 2, "n_instances": 2}), ("category_balance", {"n_categories": 1, "n_labels": 2, "n_instances": 2}))], raises(Rg.show_registry)))
driver.finish()
