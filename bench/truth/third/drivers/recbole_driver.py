"""RecBole's models through its own quick start (training, validation, test), its trainers' options, evaluators and utilities.

Arguments choose groups of pieces, to share the work among processes: general, sequential, pairs, context, knowledge, other.
"""
import os, sys
os.environ["TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD"] = "1"  # its checkpoints hold its configuration
from driving import Driver, DEV, ROOT
driver = Driver("recbole")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
chosen, sys.argv, everything = sys.argv[1:], sys.argv[:1], driver.work
def some(name, function, limit=15):
    group = name.partition("/")[0]
    if not chosen or (group if group in ("general", "sequential", "pairs", "context", "knowledge") else "other") in chosen: everything(name, function, limit)
driver.work = some
import types, warnings; warnings.filterwarnings("ignore")
ray = types.ModuleType("ray"); ray.tune = types.ModuleType("ray.tune"); sys.modules.setdefault("ray", ray)  # for searches of parameters only
import logging; logging.disable(logging.WARNING)
import numpy as np, torch, torch.nn as nn
for old, new in dict(float_=np.float64, complex_=np.complex128, unicode_=np.str_, string_=np.bytes_, object0=np.object_, bool8=np.bool_).items():
    if old not in np.__dict__: setattr(np, old, new)  # names that it reads and NumPy 2 no longer has
import scipy.sparse, pandas as pd
if not hasattr(scipy.sparse.dok_matrix, "_update"): scipy.sparse.dok_matrix._update = lambda self, entries: self._dict.update(entries)
aggregated = pd.Series.agg
def each(self, f=None, *more, **named): return np.concatenate(list(self)) if f is np.concatenate else self.map(len) if f is len else aggregated(self, f, *more, **named)
pd.Series.agg = each  # what it relies on, and pandas 3 no longer does
from recbole.quick_start.quick_start import run_recbole, load_data_and_model
from recbole.config import Config
from recbole.data import create_dataset, data_preparation
from recbole.data.interaction import Interaction, cat_interactions
from recbole.data.transform import construct_transform
from recbole.evaluator import Evaluator, Collector
from recbole.model import layers, loss as losses
from recbole.utils import get_model, get_trainer, init_seed, early_stopping, calculate_valid_score, get_gpu_usage
from recbole.utils.case_study import full_sort_topk, full_sort_scores

def write(path, head, rows): open(path, "w").write("\n".join(["\t".join(head)] + ["\t".join(map(str, r)) for r in rows]) + "\n")
def dataset(users=30, items=40, each=12):
    rng = np.random.default_rng(0); os.makedirs("data/toy", exist_ok=True); f = "data/toy/toy."
    write(f + "inter", ["user_id:token", "item_id:token", "rating:float", "timestamp:float"], [(u, i, rng.integers(1, 6), 1000 + k) for u in range(users) for k, i in enumerate(rng.choice(items, each, replace=False))])
    write(f + "user", ["user_id:token", "age:float", "gender:token"], [(u, rng.integers(18, 60), "MF"[u % 2]) for u in range(users)])
    write(f + "item", ["item_id:token", "year:float", "class:token_seq", "kind:token"], [(i, 1990 + i % 20, " ".join(map(str, rng.choice(6, 2, replace=False))), i % 4) for i in range(items)])
    write(f + "kg", ["head_id:token", "relation_id:token", "tail_id:token"], [(f"e{i}", f"r{k}", f"e{rng.integers(0, items + 20)}") for i in range(items) for k in range(3)])
    write(f + "link", ["item_id:token", "entity_id:token"], [(i, f"e{i}") for i in range(items)])
dataset()
BASE = dict(data_path="data", use_gpu=DEV == "cuda", gpu_id=os.environ.get("CUDA_VISIBLE_DEVICES", "0"), epochs=1, train_batch_size=64, eval_batch_size=128, show_progress=False, checkpoint_dir="saved", topk=[5, 10], valid_metric="MRR@10", eval_step=1, embedding_size=16, hidden_size=16, inner_size=16, n_layers=1, n_heads=2, state="ERROR", reproducibility=False)
LOAD = {"load_col": {"inter": ["user_id", "item_id", "rating", "timestamp"], "user": ["user_id", "age", "gender"], "item": ["item_id", "year", "class", "kind"]}}
GENERAL = {"eval_args": {"mode": "full"}}
LABELED = dict(LOAD, threshold={"rating": 3}, eval_args={"mode": "labeled", "split": {"RS": [0.8, 0.1, 0.1]}}, metrics=["AUC", "LogLoss", "MAE", "RMSE"], valid_metric="AUC", train_neg_sample_args=None, mlp_hidden_size=[16, 16], normalize_all=False)
ORDERED = dict(LOAD, MAX_ITEM_LIST_LENGTH=8, train_neg_sample_args=None, eval_args={"split": {"LS": "valid_and_test"}, "order": "TO", "mode": "full"})
GRAPH = {"load_col": {"inter": ["user_id", "item_id", "rating", "timestamp"], "kg": ["head_id", "relation_id", "tail_id"], "link": ["item_id", "entity_id"]}}
WHOLE = dict(train_neg_sample_args=None)
def run(model, *more, saved=False, **o): c = dict(BASE); [c.update(m) for m in more]; c.update(o); return run_recbole(model=model, dataset="toy", config_dict=c, saved=saved)
general = {"Pop": {}, "Random": {}, "ItemKNN": {}, "AsymKNN": {}, "BPR": {}, "NeuMF": dict(mlp_hidden_size=[16, 8]), "DMF": dict(user_embedding_size=16, item_embedding_size=16, user_hidden_size_list=[16], item_hidden_size_list=[16]), "NAIS": {}, "FISM": {}, "SpectralCF": {}, "GCMC": dict(gcn_output_dim=16), "NGCF": dict(hidden_size_list=[16, 16]), "LightGCN": {}, "DGCF": dict(n_factors=4, n_iterations=1), "ConvNCF": dict(embedding_size=64), "CDAE": WHOLE, "MultiVAE": WHOLE, "MultiDAE": WHOLE, "MacridVAE": WHOLE, "LINE": {}, "EASE": {}, "RecVAE": WHOLE, "SLIMElastic": {}, "SGL": {}, "ADMMSLIM": {}, "SimpleX": {}, "ENMF": WHOLE, "NNCF": dict(num_conv_kernel=4), "RaCT": dict(WHOLE, train_stage="actor_pretrain", pretrain_epochs=1, save_step=1), "DiffRec": dict(WHOLE, steps=5, dims_dae=[16]), "LDiffRec": dict(WHOLE, steps=5, dims_dae=[16], n_cate=1, in_dims=[16], out_dims=[]), "NCEPLRec": dict(rank=8)}
for name, o in general.items():
    driver.work("general/" + name, lambda: run(name, GENERAL, o), limit=20)
ordered = {"GRU4Rec": {}, "NARM": {}, "SASRec": {}, "SASRecF": dict(selected_features=["class"]), "SRGNN": {}, "GCSAN": {}, "STAMP": {}, "Caser": {}, "NextItNet": dict(block_num=1), "TransRec": dict(train_neg_sample_args={"distribution": "uniform", "sample_num": 1}), "FPMC": dict(train_neg_sample_args={"distribution": "uniform", "sample_num": 1}), "BERT4Rec": {}, "RepeatNet": {}, "HRM": {}, "NPE": {}, "SHAN": {}, "HGN": {}, "FOSSIL": {}, "FDSA": dict(selected_features=["class"]), "GRU4RecF": dict(selected_features=["class"]), "SINE": {}, "LightSANs": {}, "CORE": {}, "FEARec": dict(n_layers=2), "S3Rec": dict(train_stage="pretrain", save_step=1, item_attribute="class", pretrain_epochs=1)}
for name, o in ordered.items():
    driver.work("sequential/" + name, lambda: run(name, ORDERED, o), limit=20)
for name in ("GRU4Rec", "SASRec", "NARM", "STAMP", "BERT4Rec", "Caser", "SHAN", "HGN", "LightSANs"):
    driver.work("pairs/" + name, lambda: run(name, ORDERED, loss_type="BPR", train_neg_sample_args={"distribution": "uniform", "sample_num": 1}), limit=20)
for name in ("LR", "FM", "NFM", "DeepFM", "xDeepFM", "AFM", "FFM", "FwFM", "FNN", "PNN", "DSSM", "WideDeep", "DCN", "DCNV2", "AutoInt", "FiGNN", "EulerNet", "KD_DAGFM"):
    driver.work("context/" + name, lambda: run(name, LABELED, {} if name != "FFM" else dict(fields=None)), limit=20)
knowledge = {"CKE": dict(kg_embedding_size=16), "CFKG": {}, "KTUP": dict(train_rec_step=1, train_kg_step=1, epochs=2), "KGAT": dict(kg_embedding_size=16, layers=[16]), "KGIN": dict(n_factors=2), "RippleNet": dict(n_memory=4), "MKR": dict(kg_embedding_size=16), "KGCN": dict(neighbor_sample_size=2), "KGNNLS": dict(neighbor_sample_size=2), "MCCLK": {}}
for name, o in knowledge.items():
    driver.work("knowledge/" + name, lambda: run(name, GRAPH, o), limit=20)
options = {"clip": dict(clip_grad_norm={"max_norm": 5, "norm_type": 2}), "amp": dict(enable_amp=DEV == "cuda", enable_scaler=DEV == "cuda"), "sgd": dict(learner="sgd"), "adagrad": dict(learner="adagrad"), "rmsprop": dict(learner="rmsprop"), "decay": dict(weight_decay=1e-4, require_pow=True), "sampled": dict(eval_args={"mode": "uni20"}), "popular": dict(eval_args={"mode": "pop20"}), "popularity": dict(train_neg_sample_args={"distribution": "popularity", "sample_num": 2, "alpha": 0.5}), "metrics": dict(metrics=["Recall", "MRR", "NDCG", "Hit", "Precision", "MAP", "GAUC"]), "popularity metrics": dict(metrics=["AveragePopularity", "TailPercentage"], valid_metric="TailPercentage@10"), "coverage": dict(metrics=["MRR", "ShannonEntropy"]), "stop": dict(epochs=4, stopping_step=1), "progress": dict(show_progress=True), "no evaluation": dict(eval_step=0), "per interaction": dict(LOAD, eval_args={"group_by": "none", "split": {"RS": [0.8, 0.1, 0.1]}, "order": "TO", "mode": "full"})}
for name, o in options.items():
    driver.work("options/" + name, lambda: run("BPR", GENERAL, o), limit=20)
driver.work("options/saved", lambda: run("BPR", GENERAL, saved=True), limit=20)
driver.work("options/saved sequential", lambda: run("GRU4Rec", ORDERED, saved=True), limit=20)
for transform in ("mask_itemseq", "inverse_itemseq", "crop_itemseq", "reorder_itemseq"):
    driver.work("options/" + transform, lambda: run("SASRec", ORDERED, transform=transform, mask_ratio=0.3, ft_ratio=0.5, crop_eta=0.6, reorder_beta=0.4), limit=20)
def parts(model="BPR", more=GENERAL, **o):
    c = Config(model=model, dataset="toy", config_dict={**BASE, **more, **o}); init_seed(c["seed"], False); d = create_dataset(c); train, valid, test = data_preparation(c, d); return c, d, train, valid, test, get_model(c["model"])(c, train._dataset).to(c["device"])
def step(model="BPR", more=GENERAL, **o):
    c, d, train, valid, test, m = parts(model, more, **o); opt = torch.optim.Adam(m.parameters(), 1e-3)
    for batch in train: loss = m.calculate_loss(batch.to(c["device"])); loss = sum(loss) if isinstance(loss, tuple) else loss; opt.zero_grad(); loss.backward(); opt.step()
    return loss.item()
driver.work("by hand/BPR", step); driver.work("by hand/SASRec", lambda: step("SASRec", ORDERED))
def trained(): c, d, train, valid, test, m = parts(); t = get_trainer(c["MODEL_TYPE"], c["model"])(c, m); best = t.fit(train, valid, saved=True, show_progress=False); t.save_path = 0; t.resume_checkpoint(t.saved_model_file); return t.evaluate(test, load_best_model=True, model_file=t.saved_model_file), load_data_and_model(t.saved_model_file)[1]
driver.work("trainer/resume", trained, limit=20)
def topk(): c, d, train, valid, test, m = parts(); ids = np.array([1, 2, 3]); return full_sort_topk(ids, m, test, 5, c["device"]), full_sort_scores(ids, m, test, c["device"])
driver.work("case study", topk)
def predicted(model, more): c, d, train, valid, test, m = parts(model, more); b = next(iter(train)).to(c["device"]); return m.predict(b), m.full_sort_predict(b)
driver.work("predict/BPR", lambda: predicted("BPR", GENERAL)); driver.work("predict/SASRec", lambda: predicted("SASRec", ORDERED)); driver.work("predict/LightGCN", lambda: predicted("LightGCN", GENERAL))
def interactions():
    a = Interaction({"x": torch.arange(6, device=DEV), "y": torch.randn(6, 3, device=DEV)}); b = Interaction({"x": torch.arange(6)}).to(DEV); a.sort("x"), a.shuffle(), a.repeat(2), a.repeat_interleave(2)
    return cat_interactions([b, b]), a[:3], a["y"], a.cpu().numpy(), len(a), str(a), list(a), a[torch.tensor([0, 2], device=DEV)], b.add_prefix("p_")
driver.work("data/interaction", interactions)
pairs = {"bpr": lambda: losses.BPRLoss()(g(8), g(8)), "reg": lambda: losses.RegLoss()([g(4, 3)]), "embedding": lambda: losses.EmbLoss()(g(4, 3), g(4, 3)), "embedding power": lambda: losses.EmbLoss()(g(4, 3), g(4, 3), require_pow=True), "marginal": lambda: losses.EmbMarginLoss()(g(4, 3), g(4, 3))}
def g(*s): return torch.randn(*s, device=DEV, requires_grad=True)
for name, f in pairs.items():
    driver.work("loss/" + name, lambda: f().sum().backward())
blocks = {"mlp": (lambda: layers.MLPLayers([8, 6, 4], 0.1, "relu", bn=True), (5, 8)), "fm": (lambda: layers.BaseFactorizationMachine(), (5, 3, 4)), "gnn": (lambda: layers.BiGNNLayer(4, 4), None), "transformer": (lambda: layers.TransformerEncoder(1, 2, 8, 16), None), "senet": (lambda: layers.SENETLayer(3, 2) if hasattr(layers, "SENETLayer") else nn.Identity(), (5, 3, 4)), "dice": (lambda: layers.Dice(4), (5, 4))}
for name, (make, shape) in blocks.items():
    if shape: driver.work("layer/" + name, lambda: make().to(DEV)(g(*shape)).sum().backward())
driver.work("layer/sequence attention", lambda: layers.SequenceAttLayer(torch.arange(5, device=DEV).view(1, -1), [32, 8]).to(DEV)(g(3, 8), g(3, 5, 8), torch.tensor([2, 3, 5], device=DEV)))
driver.work("layer/attention", lambda: (layers.MultiHeadAttention(2, 8, 0.1, 0.1, 1e-12).to(DEV)(g(2, 5, 8), torch.zeros(2, 1, 5, 5, device=DEV)), layers.VanillaAttention(8, 4).to(DEV)(g(3, 5, 8))))
def evaluated():
    c, d, train, valid, test, m = parts(metrics=["Recall", "NDCG", "MAP"]); col = Collector(c); col.data_collect(train); scores = torch.rand(8, d.item_num, device=c["device"]); users = torch.arange(8, device=c["device"]); col.eval_batch_collect(scores, Interaction({"user_id": users}).to(c["device"]), users, torch.arange(1, 9, device=c["device"])); s = col.get_data_struct(); return Evaluator(c).evaluate(s)
driver.work("evaluator", evaluated)
driver.work("utils", lambda: (early_stopping(0.5, 0.4, 0, 3), calculate_valid_score({"mrr@10": 0.3}, "mrr@10"), get_gpu_usage(torch.device(DEV)) if DEV == "cuda" else None))
driver.finish()
