"""Prediction of clicks: all models, one and several tasks, their options, optimizers, losses, metrics, callbacks, saving, and the layers alone."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("deepctr_torch")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import contextlib, io, threading, numpy as np, torch, torch.nn as nn, torch.nn.functional as F
start = threading.Thread.start; threading.Thread.start = lambda self: None  # it asks PyPI for a newer version
import deepctr_torch
threading.Thread.start = start
from deepctr_torch import inputs as I, layers as L
from deepctr_torch.callbacks import Callback, CallbackList, EarlyStopping, History, ModelCheckpoint
from deepctr_torch.inputs import DenseFeat, SparseFeat, VarLenSparseFeat, get_feature_names
from deepctr_torch.layers.activation import Dice, Identity, activation_layer
from deepctr_torch.layers.core import Conv2dSame, DNN, LocalActivationUnit, PredictionLayer
from deepctr_torch.layers.sequence import AGRUCell, AUGRUCell, AttentionSequencePoolingLayer, DynamicGRU, KMaxPooling, SequencePoolingLayer
from deepctr_torch.layers.utils import concat_fun, slice_arrays
from deepctr_torch.models import *
from deepctr_torch.models import basemodel

N = 96
rng = np.random.RandomState(0)
def quiet(f):
    def g(*a, **k):
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()): return f(*a, **k)
    return g
def raises(f, *kinds):
    try: return f()
    except (kinds or (ValueError, RuntimeError, AssertionError, TypeError, NotImplementedError, AttributeError, IndexError)) as error: return str(error)
def work(name, f, **o): driver.work(name, quiet(f), **o)
def t(*s): return torch.randn(*s, device=DEV)
def columns(sparse=3, dense=2, sequences=True, group=False, dim=4):
    c = [SparseFeat(f"s{k}", 5 + k, embedding_dim=dim, **({"group_name": f"g{k % 2}"} if group else {})) for k in range(sparse)] + [DenseFeat(f"d{k}", 1) for k in range(dense)]
    if sequences: c += [VarLenSparseFeat(SparseFeat(f"v_{m}", 6, embedding_dim=dim), maxlen=4, combiner=m) for m in ("sum", "mean", "max")] if sequences is True else sequences
    return c
def table(c, n=N, task="binary"):
    x = {}
    for f in c:
        if isinstance(f, SparseFeat): x[f.name] = rng.randint(0, f.vocabulary_size, n)
        elif isinstance(f, DenseFeat): x[f.name] = rng.rand(n, f.dimension).astype("float32") if f.dimension > 1 else rng.rand(n).astype("float32")
        else:
            length = rng.randint(1, f.maxlen + 1, n); v = rng.randint(1, f.vocabulary_size, (n, f.maxlen)); v[np.arange(f.maxlen)[None] >= length[:, None]] = 0; x[f.name] = v
            if f.length_name: x.setdefault(f.length_name, length)
    return x, (rng.randint(0, 2, n) if task == "binary" else rng.rand(n).astype("float32"))
def trained(model, c, task="binary", loss=None, metrics=None, optimizer="adam", y=None, **o):
    x, label = table(c, task=task)
    model.compile(optimizer(model) if callable(optimizer) else optimizer, loss or ("binary_crossentropy" if task == "binary" else "mse"), metrics=metrics if metrics is not None else (["binary_crossentropy"] if task == "binary" else ["mse"]))
    h = model.fit(x, label if y is None else y, **{"batch_size": 64, "epochs": 1, "verbose": 0, **o}); return h.history
def fitted(kind, c=None, linear=True, fit=(), task="binary", **o):
    c = columns() if c is None else c() if callable(c) else c
    m = kind(c, c, task=task, device=DEV, **o) if linear else kind(c, task=task, device=DEV, **o)
    trained(m, c, task, **dict(fit)); x, y = table(c, 40, task); return m.predict(x, 32), m.evaluate(x, y, 32)
flat = lambda: columns(sequences=False)
lengths = lambda: columns(sequences=[VarLenSparseFeat(SparseFeat("v", 6, embedding_dim=4), maxlen=4, combiner="mean", length_name="n"), VarLenSparseFeat(SparseFeat("w", 6, embedding_dim=4), maxlen=4, combiner="mean", length_name="n"), VarLenSparseFeat(SparseFeat("u", 6, embedding_dim=4, embedding_name="v"), maxlen=4, combiner="sum", length_name="n")])
groups = lambda: columns(sequences=False, group=True)
sparse_only = lambda: columns(dense=0, sequences=False)
models = {
    "DeepFM": (DeepFM, {}), "DeepFM/no fm": (DeepFM, dict(use_fm=False)), "DeepFM/normal": (DeepFM, dict(dnn_use_bn=True, dnn_dropout=0.3, l2_reg_dnn=1e-4)), "DeepFM/dice": (DeepFM, dict(dnn_dropout=0.5, c=flat, dnn_hidden_units=(8,), seed=1)), "DeepFM/no deep": (DeepFM, dict(dnn_hidden_units=())), "DeepFM/regression": (DeepFM, dict(task="regression")), "DeepFM/lengths": (DeepFM, dict(c=lengths)), "DeepFM/sparse": (DeepFM, dict(c=sparse_only)), "DeepFM/sigmoid": (DeepFM, dict(dnn_activation="sigmoid", init_std=0.1, seed=3)), "DeepFM/prelu": (DeepFM, dict(dnn_activation="prelu")), "DeepFM/linear": (DeepFM, dict(dnn_activation="linear")), "DeepFM/module": (DeepFM, dict(dnn_activation=nn.ELU)),
    "WDL": (WDL, {}), "WDL/options": (WDL, dict(dnn_use_bn=True, dnn_dropout=0.2, l2_reg_dnn=1e-5, dnn_hidden_units=(32, 32))), "WDL/wide": (WDL, dict(dnn_hidden_units=())), "WDL/regression": (WDL, dict(task="regression", c=lengths)), "DCN": (DCN, {}), "DCN/matrix": (DCN, dict(cross_parameterization="matrix", cross_num=3)), "DCN/cross": (DCN, dict(dnn_hidden_units=(8,), l2_reg_cross=1e-3)), "DCN/deep": (DCN, dict(cross_num=0)), "DCN/options": (DCN, dict(dnn_use_bn=True, dnn_dropout=0.1, l2_reg_dnn=1e-5, task="regression")), "DCNMix": (DCNMix, dict(low_rank=4, num_experts=2)), "DCNMix/cross": (DCNMix, dict(dnn_hidden_units=(8,), cross_num=1)), "DCNMix/deep": (DCNMix, dict(cross_num=0, dnn_use_bn=True)),
    "NFM": (NFM, {}), "NFM/options": (NFM, dict(bi_dropout=0.3, dnn_dropout=0.1, dnn_activation="sigmoid")), "NFM/regression": (NFM, dict(task="regression", c=lengths)), "AFM": (AFM, dict(c=sparse_only)), "AFM/plain": (AFM, dict(c=sparse_only, use_attention=False)), "AFM/options": (AFM, dict(c=sparse_only, attention_factor=3, afm_dropout=0.2, task="regression")), "AFN": (AFN, dict(ltl_hidden_size=8, afn_dnn_hidden_units=(16, 8))), "AFN/options": (AFN, dict(ltl_hidden_size=8, afn_dnn_hidden_units=(8,), dnn_dropout=0.2, c=flat, task="regression")),
    "AutoInt": (AutoInt, {}), "AutoInt/options": (AutoInt, dict(att_layer_num=1, att_head_num=1, att_res=False, dnn_use_bn=True, dnn_dropout=0.1)), "AutoInt/attention": (AutoInt, dict(dnn_hidden_units=())), "AutoInt/deep": (AutoInt, dict(att_layer_num=0)), "CCPM": (CCPM, dict(c=lambda: columns(sparse=5, dense=0, sequences=False), conv_kernel_width=(3, 2), conv_filters=(2, 1), dnn_hidden_units=(16,))), "CCPM/options": (CCPM, dict(c=lambda: columns(sparse=4, dense=0, sequences=False), conv_kernel_width=(2,), conv_filters=(3,), dnn_hidden_units=(8,), dnn_use_bn=True, dnn_dropout=0.1, task="regression")),
    "FiBiNET": (FiBiNET, {}), "FiBiNET/all": (FiBiNET, dict(bilinear_type="all")), "FiBiNET/each": (FiBiNET, dict(bilinear_type="each", reduction_ratio=2)), "FiBiNET/regression": (FiBiNET, dict(c=flat, task="regression", dnn_hidden_units=(8,))), "xDeepFM": (xDeepFM, dict(cin_layer_size=(8, 6))), "xDeepFM/whole": (xDeepFM, dict(cin_layer_size=(8,), cin_split_half=False, l2_reg_cin=1e-4)), "xDeepFM/deep": (xDeepFM, dict(cin_layer_size=())), "xDeepFM/cin": (xDeepFM, dict(cin_layer_size=(4,), dnn_hidden_units=(), cin_activation="linear")), "xDeepFM/regression": (xDeepFM, dict(cin_layer_size=(8, 8), task="regression", dnn_use_bn=True)),
    "IFM": (IFM, dict(dnn_hidden_units=(16,))), "IFM/options": (IFM, dict(c=lengths, dnn_use_bn=True, dnn_dropout=0.2, task="regression")), "DIFM": (DIFM, dict(dnn_hidden_units=(16,), att_head_num=2)), "DIFM/options": (DIFM, dict(att_head_num=1, att_res=False, dnn_use_bn=True, c=flat)), "ONN": (ONN, dict(c=flat)), "ONN/options": (ONN, dict(c=flat, dnn_use_bn=True, dnn_dropout=0.1)), "ONN/regression": (ONN, dict(c=lambda: columns(sparse=4, dense=0, sequences=False), task="regression")),
}
for name, (kind, o) in models.items(): work("model/" + name, lambda: fitted(kind, **o))
for name, o in {"inner": {}, "outer": dict(use_inner=False, use_outter=True), "both": dict(use_inner=True, use_outter=True), "vec": dict(use_outter=True, kernel_type="vec"), "num": dict(use_outter=True, kernel_type="num", dnn_dropout=0.1), "neither": dict(use_inner=False)}.items(): work("model/PNN/" + name, lambda: fitted(PNN, linear=False, dnn_hidden_units=(16, 8), **o))
def regions(**o):
    a = columns(sequences=False); m = MLR(a, device=DEV, **o)
    return trained(m, a, o.get("task", "binary")), m.predict(table(a, 20)[0])
work("model/MLR", regions); work("model/MLR/two", lambda: regions(region_num=2, task="regression"))
def regions_more(): a = columns(sequences=False); m = MLR(a, [DenseFeat("d0", 1), SparseFeat("s1", 6)], bias_feature_columns=[SparseFeat("s2", 7)], region_num=3, device=DEV); return trained(m, a), m.predict(table(a, 20)[0])
work("model/MLR/base and bias", regions_more)
def history(negative=False, dense=True):
    c = [SparseFeat("user", 5, embedding_dim=4), SparseFeat("item", 7, embedding_dim=4), SparseFeat("kind", 4, embedding_dim=4)] + ([DenseFeat("score", 1)] if dense else [])
    h = [VarLenSparseFeat(SparseFeat("hist_item", 7, embedding_dim=4, embedding_name="item"), 4, length_name="n"), VarLenSparseFeat(SparseFeat("hist_kind", 4, embedding_dim=4, embedding_name="kind"), 4, length_name="n")]
    if negative: h += [VarLenSparseFeat(SparseFeat("neg_hist_item", 7, embedding_dim=4, embedding_name="item"), 4, length_name="n"), VarLenSparseFeat(SparseFeat("neg_hist_kind", 4, embedding_dim=4, embedding_name="kind"), 4, length_name="n")]
    return c + h
def behaved(kind, negative=False, fit=(), **o): c = history(negative); m = kind(c, ["item", "kind"], device=DEV, **o); trained(m, c, **dict(fit)); x, y = table(c, 40); return m.predict(x, 32), m.evaluate(x, y, 32)
for name, o in {"plain": {}, "normal": dict(dnn_use_bn=True, att_weight_normalization=True), "relu": dict(att_activation="relu", att_hidden_size=(8,), dnn_dropout=0.2, l2_reg_dnn=1e-4), "sigmoid": dict(att_activation="sigmoid", dnn_activation="sigmoid"), "small": dict(dnn_hidden_units=(8,), init_std=0.1)}.items(): work("model/DIN/" + name, lambda: behaved(DIN, **o))
for gru in ("GRU", "AIGRU", "AGRU", "AUGRU"):
    for negative in (False, True): work(f"model/DIEN/{gru}/{negative}", lambda: behaved(DIEN, negative, gru_type=gru, use_negsampling=negative, dnn_hidden_units=(16, 8)))
work("model/DIEN/options", lambda: behaved(DIEN, True, use_negsampling=True, alpha=0.5, use_bn=True, att_activation="sigmoid", att_weight_normalization=False, dnn_dropout=0.2)); work("model/DIEN/wrong", lambda: raises(lambda: behaved(DIEN, gru_type="LSTM")))
def no_behaviour(**o):  # someone without a history
    c = history(o.get("use_negsampling", False)); m = DIEN(c, ["item", "kind"], device=DEV, **o); x, y = table(c); x["n"] = x["n"] * (np.arange(N) % 3 > 0); m.compile("adam", "binary_crossentropy"); m.fit(x, y, batch_size=32, verbose=0); x["n"] = x["n"] * (np.arange(N) < 3); return m.predict(dict(x))
for gru in ("GRU", "AUGRU"): work(f"model/DIEN/no history/{gru}", lambda: no_behaviour(gru_type=gru, use_negsampling=True))
def several(kind, task_types=("binary", "binary"), fit=(), **o):
    c = columns(sequences=False); m = kind(c, task_types=task_types, task_names=["ctr", "ctcvr"], device=DEV, **o); y = np.stack([rng.randint(0, 2, N) if k == "binary" else rng.rand(N) for k in task_types], 1).astype("float32")
    trained(m, c, loss=[{"binary": "binary_crossentropy", "regression": "mse"}[k] for k in task_types], metrics=["mse"], y=y, **dict(fit)); x, _ = table(c, 40); return m.predict(x), m.evaluate(x, y[:40])
small = dict(tower_dnn_hidden_units=(8,))
for name, (kind, o) in {"SharedBottom": (SharedBottom, {}), "SharedBottom/small": (SharedBottom, dict(bottom_dnn_hidden_units=(8,), dnn_use_bn=True, dnn_dropout=0.1)), "SharedBottom/mixed": (SharedBottom, dict(task_types=("binary", "regression"))), "SharedBottom/heads": (SharedBottom, dict(tower_dnn_hidden_units=())), "ESMM": (ESMM, {}), "ESMM/small": (ESMM, dict(tower_dnn_hidden_units=(8,), dnn_use_bn=True)), "MMOE": (MMOE, {}), "MMOE/small": (MMOE, dict(num_experts=2, expert_dnn_hidden_units=(8,), gate_dnn_hidden_units=(), tower_dnn_hidden_units=())), "MMOE/mixed": (MMOE, dict(task_types=("regression", "binary"), dnn_dropout=0.1)), "PLE": (PLE, {}), "PLE/small": (PLE, dict(shared_expert_num=2, specific_expert_num=2, num_levels=1, gate_dnn_hidden_units=(), tower_dnn_hidden_units=())), "PLE/deep": (PLE, dict(num_levels=3, expert_dnn_hidden_units=(8,), dnn_use_bn=True)), "PLE/mixed": (PLE, dict(task_types=("regression", "regression")))}.items(): work("tasks/" + name, lambda: several(kind, **o))
work("tasks/wrong", lambda: [raises(lambda k=k, o=o: k(columns(sequences=False), device=DEV, **o)) for k, o in ((ESMM, dict(task_names=("a",))), (ESMM, dict(task_types=("binary", "regression"))), (MMOE, dict(num_experts=1)), (MMOE, dict(task_names=("a",))), (PLE, dict(task_types=("binary",))), (SharedBottom, dict(task_types=("x", "y"))))])
work("tasks/verbose", lambda: several(SharedBottom, fit=dict(verbose=2, validation_split=0.25)))
for name in ("sgd", "adam", "adagrad", "rmsprop"): work("optimizer/" + name, lambda: fitted(WDL, fit=dict(optimizer=name)))
for name, f in {"AdamW": lambda m: torch.optim.AdamW(m.parameters(), 1e-3), "momentum": lambda m: torch.optim.SGD(m.parameters(), 0.1, momentum=0.9)}.items(): work("optimizer/" + name, lambda: fitted(DeepFM, fit=dict(optimizer=f)))
work("optimizer/wrong", lambda: (raises(lambda: fitted(WDL, fit=dict(optimizer="lion"))), raises(lambda: fitted(WDL, fit=dict(loss="hinge")))))
for name, task in (("mse", "regression"), ("mae", "regression"), ("binary_crossentropy", "binary")): work("loss/" + name, lambda: fitted(DeepFM, task=task, fit=dict(loss=name)))
work("loss/own", lambda: fitted(DeepFM, fit=dict(loss=lambda p, y, reduction: F.smooth_l1_loss(p, y, reduction=reduction))))
every = ["binary_crossentropy", "logloss", "auc", "mse", "accuracy", "acc"]
for verbose in (0, 1, 2): work(f"fit/verbose/{verbose}", lambda: fitted(DeepFM, fit=dict(metrics=every, verbose=verbose, validation_split=0.3, batch_size=40)))
for name, o in {"epochs": dict(epochs=3, initial_epoch=1), "not shuffled": dict(shuffle=False), "whole": dict(batch_size=None), "tiny batches": dict(batch_size=10, verbose=2, metrics=["mse"])}.items(): work("fit/" + name, lambda: fitted(WDL, fit=o))
def validated(how):
    c = flat(); m = DeepFM(c, c, device=DEV); x, y = table(c, 30); d = (x, y) if how == "two" else (x, y, np.ones(30)); d = (x,) if how == "wrong" else d; return raises(lambda: trained(m, c, validation_data=d, metrics=["auc", "logloss"], verbose=2, epochs=2))
for how in ("two", "three", "wrong"): work("fit/validation/" + how, lambda: validated(how))
def lists(): c = flat(); m = WDL(c, c, device=DEV); x, y = table(c); m.compile("adam", "binary_crossentropy", ["acc"]); v = [x[f] for f in get_feature_names(c)]; m.fit(list(v), y[:, None], batch_size=50, verbose=2, validation_split=0.2); return m.predict(list(v), 50), m.evaluate(list(v), y)
work("fit/lists", lists)
class Stop(Callback):
    def on_epoch_end(self, epoch, logs=None): self.model.stop_training = True
def called(*callbacks, epochs=3, **o): c = flat(); m = DeepFM(c, c, device=DEV, dnn_hidden_units=(8,)); return trained(m, c, epochs=epochs, callbacks=[k() for k in callbacks], metrics=["auc", "logloss"], verbose=2, validation_split=0.3, batch_size=40, **o)
for name, k in {"early": lambda: EarlyStopping("val_logloss", patience=0, mode="min", verbose=1), "early best": lambda: EarlyStopping("val_auc", patience=1, min_delta=0.5, mode="auto", restore_best_weights=True, verbose=1), "early max": lambda: EarlyStopping("auc", mode="max", baseline=2.0), "early nothing": lambda: EarlyStopping("val_f"), "checkpoint": lambda: ModelCheckpoint("m-{epoch}.ckpt", verbose=1), "checkpoint best": lambda: ModelCheckpoint("d/best.ckpt", "val_auc", verbose=1, save_best_only=True), "checkpoint weights": lambda: ModelCheckpoint("w.ckpt", "val_logloss", mode="min", save_best_only=True, save_weights_only=True, verbose=1), "checkpoint max": lambda: ModelCheckpoint("x.ckpt", "val_auc", mode="max", save_weights_only=True, period=2), "checkpoint nothing": lambda: ModelCheckpoint("y.ckpt", "val_f", save_best_only=True, verbose=1), "stop": Stop, "history": History}.items(): work("callbacks/" + name, lambda: called(k))
work("callbacks/wrong", lambda: (raises(lambda: EarlyStopping(mode="x")), raises(lambda: ModelCheckpoint("a", mode="x")))); work("callbacks/list", lambda: (lambda l: (l.append(Stop()), l.set_params({"a": 1}), l.set_model(nn.Linear(2, 2).to(DEV)), l.on_train_begin(), l.on_epoch_begin(0), l.on_epoch_end(0, {"loss": 1.0}), l.on_train_end()))(CallbackList([History()])))
def saved(weights):
    c = flat(); m = DeepFM(c, c, device=DEV); trained(m, c); x, _ = table(c, 20); a = m.predict(dict(x))
    if weights: torch.save(m.state_dict(), "a.pt"); n = DeepFM(c, c, device=DEV); n.load_state_dict(torch.load("a.pt", map_location=DEV))
    else: torch.save(m, "b.pt"); n = torch.load("b.pt", weights_only=False)
    return np.abs(a - n.predict(dict(x))).max()
work("saving/weights", lambda: saved(True)); work("saving/model", lambda: saved(False))
def stepped(kind=DeepFM, **o):  # a user's own loop
    c = flat(); m = kind(c, c, device=DEV, **o); x, y = table(c); X = torch.tensor(np.stack([x[f] for f in get_feature_names(c)], 1), dtype=torch.float32, device=DEV); Y = torch.tensor(y, dtype=torch.float32, device=DEV); opt = torch.optim.Adam(m.parameters(), 1e-2); seen = []
    for i in range(0, N, 32): loss = F.binary_cross_entropy(m(X[i:i + 32]).squeeze(1), Y[i:i + 32]) + m.get_regularization_loss(); opt.zero_grad(); loss.backward(); nn.utils.clip_grad_norm_(m.parameters(), 1.0); opt.step(); seen.append(loss.item())
    return seen
for kind in (DeepFM, DCN, xDeepFM, AutoInt): work("loop/" + kind.__name__, lambda: stepped(kind, **(dict(cin_layer_size=(4, 4)) if kind is xDeepFM else {})))
def regular(): c = flat(); m = WDL(c, c, device=DEV, l2_reg_linear=0, l2_reg_embedding=0); m.add_regularization_weight(m.dnn_linear.weight, l1=1e-3, l2=1e-3); m.add_regularization_weight(m.dnn.named_parameters(), l1=1e-4); m.add_auxiliary_loss(torch.ones(1, device=DEV), 0.1); return trained(m, c)
work("regularization", regular)
work("models/wrong", lambda: [raises(f) for f in (lambda: IFM(flat(), flat(), dnn_hidden_units=(), device=DEV), lambda: DIFM(flat(), flat(), dnn_hidden_units=(), device=DEV), lambda: PNN(flat(), kernel_type="x", device=DEV), lambda: MLR(flat(), region_num=1, device=DEV), lambda: DeepFM(flat(), flat(), device=DEV, gpus=[7]), lambda: DeepFM(flat(), flat(), task="x", device=DEV), lambda: AutoInt(flat(), flat(), att_layer_num=0, dnn_hidden_units=(), device=DEV), lambda: FiBiNET(flat(), flat(), bilinear_type="x", device=DEV), lambda: DCN(flat(), flat(), cross_parameterization="x", device=DEV), lambda: NFM(columns() + [SparseFeat("z", 3, 9)], columns() + [SparseFeat("z", 3, 9)], device=DEV))])
work("columns", lambda: (get_feature_names(lengths()), SparseFeat("a", 100, "auto"), SparseFeat("a", 3, use_hash=True), len({SparseFeat("a", 3), DenseFeat("b"), VarLenSparseFeat(SparseFeat("c", 3), 3)}), [(f.name, f.embedding_name, f.group_name, f.dtype, f.use_hash, f.vocabulary_size) for f in lengths()[-2:]], raises(lambda: I.build_input_features([1])), raises(lambda: I.combined_dnn_input([], [])), raises(lambda: I.maxlen_lookup(t(2, 2), {}, []))))
def looked_up(sparse=False):
    c = lengths(); e = I.create_embedding_matrix(c, sparse=sparse, device=DEV); index = I.build_input_features(c); x, _ = table(c, 9); X = torch.tensor(np.concatenate([np.reshape(x[f], (9, -1)) for f in index], 1), dtype=torch.float32, device=DEV); s = [f for f in c if isinstance(f, SparseFeat)]; v = [f for f in c if isinstance(f, VarLenSparseFeat)]
    a = I.embedding_lookup(X, e, index, s, to_list=True); b = I.get_varlen_pooling_list(I.varlen_embedding_lookup(X, e, index, v), X, index, v, DEV); d = I.get_dense_input(X, index, c); out = I.combined_dnn_input(a + b, d); out.sum().backward(); return out.shape, I.combined_dnn_input([], d).shape, I.combined_dnn_input(a, []).shape, I.maxlen_lookup(X, index, ["n"])
work("lookup", looked_up); work("lookup/sparse", lambda: looked_up(True)); work("slices", lambda: (slice_arrays([t(4), t(4)], 1, 3), slice_arrays(t(4), 1), slice_arrays([t(4), t(4)], [0, 2]), slice_arrays(t(4), [1, 2]), concat_fun([t(2, 3)]), concat_fun([t(2, 3), t(2, 1)]), raises(lambda: slice_arrays(t(2), [1], 2))))
def grown(m, *x): out = m.to(DEV)(*x); (out if torch.is_tensor(out) else torch.cat([o.flatten() for o in out])).sum().backward(); return m
E3 = lambda f=4, e=6: t(8, f, e).requires_grad_()
many = lambda f=4: [t(8, 1, 6).requires_grad_() for _ in range(f)]
layer = {"FM": lambda: (L.FM(), E3()), "pooling": lambda: (L.BiInteractionPooling(), E3()), "SENET": lambda: (L.SENETLayer(4, 2, device=DEV), E3()), **{f"bilinear {k}": (lambda k=k: (L.BilinearInteraction(4, 6, k, device=DEV), E3())) for k in ("all", "each", "interaction")}, "CIN": lambda: (L.CIN(4, (6, 4), device=DEV), E3()), "CIN whole": lambda: (L.CIN(4, (6, 3), split_half=False, activation="sigmoid", device=DEV), E3()), "AFM": lambda: (L.AFMLayer(6, 3, 1e-3, 0.1, device=DEV), many()), "interacting": lambda: (L.InteractingLayer(6, 2, scaling=True, device=DEV), E3()), "interacting plain": lambda: (L.InteractingLayer(6, 1, use_res=False, device=DEV), E3()), "cross": lambda: (L.CrossNet(6, 3, device=DEV), t(8, 6).requires_grad_()), "cross matrix": lambda: (L.CrossNet(6, 3, "matrix", device=DEV), t(8, 6).requires_grad_()), "cross mix": lambda: (L.CrossNetMix(6, 3, 2, 2, device=DEV), t(8, 6).requires_grad_()), "inner": lambda: (L.InnerProductLayer(device=DEV), many()), "inner whole": lambda: (L.InnerProductLayer(False, device=DEV), many()), **{f"outer {k}": (lambda k=k: (L.OutterProductLayer(4, 6, k, device=DEV), many())) for k in ("mat", "vec", "num")}, "conv": lambda: (L.ConvLayer(6, [3, 2], [2, 3], device=DEV), t(8, 1, 6, 4).requires_grad_()), "log": lambda: (L.LogTransformLayer(4, 6, 5), E3()), "dnn": lambda: (DNN(6, (8, 4), "dice", use_bn=True, dropout_rate=0.1, dice_dim=2, device=DEV), t(8, 6)), "dnn 3": lambda: (DNN(6, (8,), "dice", dice_dim=3, device=DEV), t(8, 3, 6)), "unit": lambda: (LocalActivationUnit((8, 4), 6, "dice"), t(8, 1, 6), t(8, 5, 6)), "predict": lambda: (PredictionLayer("binary"), t(8, 1)), "predict multi": lambda: (PredictionLayer("multiclass", use_bias=True), t(8, 3)), "conv same": lambda: (Conv2dSame(2, 3, (3, 2), (2, 1)), t(2, 2, 7, 5)), "dice": lambda: (Dice(6), t(8, 6)), "dice 3": lambda: (Dice(6, 3), t(8, 4, 6)), "k max": lambda: (KMaxPooling(2, 1), t(3, 5, 2).requires_grad_()), "attention": lambda: (AttentionSequencePoolingLayer((8, 4), "sigmoid", True, embedding_dim=6), t(8, 1, 6), t(8, 5, 6), torch.randint(1, 6, (8, 1), device=DEV)), "attention scores": lambda: (AttentionSequencePoolingLayer((8,), return_score=True, embedding_dim=6), t(8, 1, 6), t(8, 5, 6), torch.randint(1, 6, (8, 1), device=DEV)), "attention masked": lambda: (AttentionSequencePoolingLayer((8,), supports_masking=True, embedding_dim=6), t(8, 1, 6), t(8, 5, 6), None, torch.rand(8, 5, device=DEV) > 0.4)}
for name, make in layer.items(): work("layer/" + name, lambda: (lambda p: grown(*p))(make()))
def gru(kind, n=8): x = nn.utils.rnn.pack_padded_sequence(t(n, 5, 4), torch.randint(1, 6, (n,)), batch_first=True, enforce_sorted=False); s = nn.utils.rnn.PackedSequence(torch.rand(x.data.shape[0], device=DEV), *x[1:]); m = DynamicGRU(4, 4, gru_type=kind).to(DEV); [nn.init.normal_(p) for p in m.parameters()]; out = m(x, s); out.data.sum().backward(); return nn.utils.rnn.pad_packed_sequence(out, batch_first=True), raises(lambda: m(t(2, 3, 4)))
for kind in ("AGRU", "AUGRU"): work("layer/gru " + kind, lambda: gru(kind))
for mode in ("sum", "mean", "max"): work("layer/pool " + mode, lambda: (SequencePoolingLayer(mode, True, DEV)([t(8, 5, 4), torch.rand(8, 5, device=DEV) > 0.5]), raises(lambda: SequencePoolingLayer(mode, False, DEV)([t(8, 5, 4), torch.randint(1, 6, (8, 1), device=DEV)])), SequencePoolingLayer(mode, device=DEV)._sequence_mask(torch.randint(1, 6, (8, 1), device=DEV))))
work("layer/wrong", lambda: [raises(f) for f in (lambda: KMaxPooling(9, 1)(t(2, 3)), lambda: KMaxPooling(1, 4)(t(2, 3)), lambda: SequencePoolingLayer("x"), lambda: DNN(3, ()), lambda: L.CIN(4, ()), lambda: L.SENETLayer(4)(t(2, 2)), lambda: L.CIN(4)(t(2, 2)), lambda: L.CrossNet(4, 1, "x"), lambda: L.InteractingLayer(5, 2), lambda: L.BilinearInteraction(3, 4, "x"), lambda: activation_layer(3), lambda: AttentionSequencePoolingLayer(supports_masking=True)(t(2, 1, 4), t(2, 3, 4), None))])
driver.finish()
