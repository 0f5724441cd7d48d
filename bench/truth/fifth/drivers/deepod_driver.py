"""Detectors of anomalies in tables and in series: fitting, scores, labels with confidence, their networks with options, metrics, choosing a model."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("deepod")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import contextlib, importlib, io, numpy as np, torch
np.NAN = np.nan  # gone from NumPy
from deepod import metrics as Me, models as M
from deepod.core import base_networks as N, base_transformer_network as TN, base_transformer_network_dev as TD
from deepod.core.networks import ts_network_dilated_conv as DC
from deepod.core.transformer import embed as Em, selfattention_family as At
from deepod.model_selection.fmms import FMMS
from deepod.models.time_series import COUTA, TcnED
from deepod.utils.data import generate_data
from deepod.utils.utility import get_sub_seqs, get_sub_seqs_label

def quiet(f):
    def g(*a, **k):
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()): return f(*a, **k)
    return g
rng = np.random.RandomState(0)
X = rng.randn(160, 6); Y = np.zeros(160, int); X[:12] += 3; Y[:12] = 1; Z = rng.randn(60, 6)
XS = np.cumsum(rng.randn(260, 4) * 0.1, 0); YS = np.zeros(260, int); XS[100:120] += 4; YS[100:120] = 1; ZS = np.cumsum(rng.randn(120, 4) * 0.1, 0)
supervised = ("DeepSAD", "DevNet", "PReNet", "FeaWAD", "RoSAS", "DeepSADTS", "DevNetTS", "PReNetTS")
def fitted(cls, x, y, z, more=False, **o):
    m = cls(**{"epochs": 2, "device": DEV, "verbose": 2, "prt_steps": 1, **o})
    m.fit(x, y if cls.__name__ in supervised else None); out = [m.decision_function(z), m.predict(z)]
    if more: out += [m.predict(z, return_confidence=True), m.decision_function(z, return_rep=True) if cls.__name__ not in ("USAD", "COUTA", "DeepIsolationForest", "DeepIsolationForestTS") else None]
    return out
extra = {"ICL": dict(n_ensemble=2, max_negatives=20), "NeuTraL": dict(n_trans=4), "GOAD": dict(n_trans=8, trans_dim=4), "SLAD": dict(n_slad_ensemble=4, subspace_pool_size=8, distribution_size=4, n_unified_features=16), "DeepIsolationForest": dict(n_ensemble=3, n_estimators=3, max_samples=32), "RCA": dict(), "RDP": dict()}
tables = ["DeepSVDD", "RCA", "DeepSAD", "NeuTraL", "DeepIsolationForest", "SLAD", "RDP", "FeaWAD", "DevNet", "PReNet", "GOAD", "ICL", "RoSAS"]
for name in tables:
    cls = getattr(M, name); o = {"batch_size": 32, **extra.get(name, {})}
    driver.work("table/" + name, quiet(lambda: fitted(cls, X, Y, Z, True, **o)), limit=40)
    driver.work(f"table/{name}/silent", quiet(lambda: fitted(cls, X, Y, Z, **{**o, "verbose": 0, "epoch_steps": 2})), limit=40)
    if name not in ("DeepIsolationForest", "GOAD", "SLAD"): driver.work(f"table/{name}/small", quiet(lambda: fitted(cls, X, Y, Z, **{**o, "hidden_dims": "16,8", "rep_dim": 8, "act": "Tanh", "bias": True})), limit=40)
for name in ("DeepSVDD", "DeepSAD", "DevNet", "PReNet"):
    cls = getattr(importlib.import_module({"DeepSVDD": "deepod.models.dsvdd", "DeepSAD": "deepod.models.dsad", "DevNet": "deepod.models.devnet", "PReNet": "deepod.models.prenet"}[name]), name)
    driver.work(f"older/{name}", quiet(lambda: fitted(cls, X, Y, Z, batch_size=32)), limit=40)
    for net in ("TCN", "GRU", "LSTM"):
        driver.work(f"series/{name}/{net}", quiet(lambda: fitted(cls, XS, YS, ZS, data_type="ts", network=net, seq_len=20, stride=4, hidden_dims="16", rep_dim=8, d_model=16, n_heads=2, batch_size=16, epoch_steps=3)), limit=40)
for name in ("DeepSVDDTS", "DeepSADTS", "DevNetTS", "PReNetTS"):
    cls = getattr(M, name)
    for net in ("TCN", "GRU", "LSTM"):
        driver.work(f"series/{name}/{net}", quiet(lambda: fitted(cls, XS, YS, ZS, True, network=net, seq_len=20, stride=4, hidden_dims="16", rep_dim=8, d_model=16, n_heads=2, batch_size=16, epoch_steps=3)), limit=40)
series = {"TimesNet": dict(d_model=8, d_ff=8, top_k=2, num_kernels=2), "AnomalyTransformer": dict(epoch_steps=2), "COUTA": dict(hidden_dims=8, rep_dim=8), "USAD": dict(hidden_dims=16), "TcnED": dict(), "DeepIsolationForestTS": dict(n_ensemble=2, n_estimators=3, max_samples=32, hidden_dims="16", rep_dim=8)}
for name, o in series.items():
    cls = getattr(M, name)
    driver.work("series/" + name, quiet(lambda: fitted(cls, XS, YS, ZS, True, **{"seq_len": 20, "stride": 4, "batch_size": 16, **o})), limit=60)
    driver.work(f"series/{name}/silent", quiet(lambda: fitted(cls, XS, YS, ZS, **{"seq_len": 20, "stride": 4, "batch_size": 16, "verbose": 0, **o})), limit=60)
for o in (dict(train_val_pc=0.3), dict(neg_batch_ratio=0.4)): driver.work(f"series/COUTA/{o}", quiet(lambda: fitted(COUTA, XS, YS, ZS, seq_len=20, stride=4, batch_size=16, hidden_dims=8, rep_dim=8, **o)), limit=40)
for net in ("TCN", "GRU", "LSTM"): driver.work(f"series/forest/{net}", quiet(lambda: fitted(importlib.import_module("deepod.models.dif").DeepIsolationForest, XS, YS, ZS, data_type="ts", network=net, seq_len=20, stride=4, n_ensemble=2, n_estimators=3, max_samples=32, hidden_dims="16", rep_dim=8, batch_size=16)), limit=40)
def g(*s): return torch.randn(*s, device=DEV, requires_grad=True)
def back(o): (o[0] if isinstance(o, (tuple, list)) else o).sum().backward(); return o
nets = {"mlp": lambda: (N.MLPnet(6, "16,8", 4), g(8, 6)), "mlp rich": lambda: (N.MLPnet(6, "16,8", 4, activation="LeakyReLU", bias=True, batch_norm=True, dropout=0.1), g(8, 6)), "mlp concatenated": lambda: (N.MLPnet(6, "16,8", 4, skip_connection="concat"), g(8, 6)), "autoencoder": lambda: (N.MlpAE(6, "16,8", 4), g(8, 6)), "tcn": lambda: (N.TCNnet(4, "8,8", 4), g(3, 20, 4)), "tcn autoencoder": lambda: (N.TcnAE(4, "8,8", 4), g(3, 20, 4)), "gru": lambda: (N.GRUNet(4, "8", 4), g(3, 20, 4)), "lstm": lambda: (N.LSTMNet(4, "8", 4), g(3, 20, 4)), "convolutions": lambda: (N.ConvNet(4), g(3, 4, 20)), "sequences": lambda: (N.ConvSeqEncoder(4, "8", 8, 2, 20), g(3, 20, 4)), "dilated": lambda: (DC.DilatedConvEncoder(4, "8,8", 4), g(3, 20, 4))}
for name, make in nets.items(): driver.work("net/" + name, lambda: (lambda m, z: back(m.to(DEV)(z)))(*make()))
for o in (TN, TD): driver.work("transformer/" + o.__name__, lambda: (back(o.TransformerEncoderLayer(16, 2, 16, activation="ReLU").to(DEV)(g(20, 3, 16))), back(o.TransformerBatchNormEncoderLayer(16, 2, 16, activation="ReLU").to(DEV)(g(20, 3, 16))), o.TokenEmbedding(4, 16).to(DEV)(g(3, 20, 4)), o.FixedPositionalEncoding(16).to(DEV)(g(20, 3, 16))))
for cls in (At.FullAttention, At.ProbAttention, At.DSAttention):
    for masked in (False, True): driver.work(f"attention/{cls.__name__}/{masked}", lambda: back(At.AttentionLayer(cls(masked, output_attention=True), 16, 2).to(DEV)(g(2, 12, 16), g(2, 12, 16), g(2, 12, 16), None)))
driver.work("attention/two stages", lambda: back(At.TwoStageAttentionLayer(4, 2, 16, 2).to(DEV)(g(2, 3, 4, 16))))
driver.work("embedding", lambda: (Em.DataEmbedding(4, 16).to(DEV)(g(2, 12, 4), None), Em.DataEmbedding_wo_pos(4, 16).to(DEV)(g(2, 12, 4), None), Em.PatchEmbedding(16, 4, 2, 2, 0.1).to(DEV)(g(2, 4, 12)), Em.TokenEmbedding(4, 16).to(DEV)(g(2, 12, 4)), Em.PositionalEmbedding(16).to(DEV)(g(2, 12, 16))))
driver.work("embedding/times", lambda: (Em.DataEmbedding(4, 16).to(DEV)(g(2, 12, 4), torch.randint(0, 7, (2, 12, 4), device=DEV)), Em.DataEmbedding(4, 16, "timeF").to(DEV)(g(2, 12, 4), g(2, 12, 4)), Em.DataEmbedding_wo_pos(4, 16).to(DEV)(g(2, 12, 4), torch.randint(0, 7, (2, 12, 4), device=DEV))))
from deepod.models.tabular import devnet, dsad, dsvdd, goad, prenet, repen, rosas, icl, neutral, slad
driver.work("losses", lambda: (back(devnet.DevLoss()(torch.randint(2, (8,), device=DEV), g(8, 1))), [back(dsad.DSADLoss(torch.zeros(4, device=DEV), reduction=r)(g(8, 4), torch.randint(-1, 2, (8,), device=DEV)).sum()) for r in ("mean", "sum", "none")], [back(dsvdd.DSVDDLoss(torch.zeros(4, device=DEV), reduction=r)(g(8, 4)).sum()) for r in ("mean", "sum", "none")]))
driver.work("losses/center", lambda: back(dsad.DSADLoss(torch.zeros(4, device=DEV))(g(8, 4))))
driver.work("metrics", lambda: (Me.tabular_metrics(Y, rng.rand(160)), Me.point_adjustment(YS, rng.rand(260))))
driver.work("choosing", quiet(lambda: (lambda f: (f.fit(rng.rand(12, 5).astype("float32"), rng.rand(12, 4).astype("float32")), f.predict(f=rng.rand(1, 5).astype("float32"), topn=2)))(FMMS(epoch=4, prt_steps=1))))
driver.work("data", lambda: (generate_data(50, 20, 4, random_state=0), get_sub_seqs(XS, 20, 4), get_sub_seqs_label(YS, 20, 4)))
driver.finish()
