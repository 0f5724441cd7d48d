"""Recommendation: interactions, loaders, all models with their losses, optimizers and stages, both trainers, metrics, splits, similarities, saving."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("collie")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
os.environ["TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD"] = "1"  # it saves and loads its own settings
import warnings; warnings.filterwarnings("ignore")
import contextlib, functools, io, logging, types, numpy as np, pandas as pd, scipy.sparse as sp, torch, torch.nn as nn
try: import pkg_resources
except ImportError: sys.modules["pkg_resources"] = types.SimpleNamespace(declare_namespace=lambda n: None, iter_entry_points=lambda *a: [], parse_requirements=lambda *a: [])  # newer setuptools lacks it
class Plateau(torch.optim.lr_scheduler.ReduceLROnPlateau):  # newer torch takes no `verbose`
    def __init__(self, *a, verbose=None, **o): super().__init__(*a, **o)
torch.optim.lr_scheduler.ReduceLROnPlateau = Plateau
if not hasattr(sp.dok_matrix, "_update"): sp.dok_matrix._update = lambda self, pairs: self._dict.update(pairs)
class Store:  # in place of PyTables, which is not there
    tables = {}
    def __init__(self, path, **o): self.t = Store.tables[str(path)]
    def __enter__(self): return self
    def __exit__(self, *a): pass
    def get_storer(self, key): return types.SimpleNamespace(shape=len(self.t[key]))
    def select(self, key, start=None, stop=None): return self.t[key].iloc[start:stop]
pd.HDFStore = Store
logging.getLogger("pytorch_lightning").setLevel(logging.ERROR)
import collie
for name in list(logging.root.manager.loggerDict):
    if "lightning" in name: logging.getLogger(name).setLevel(logging.ERROR)
from collie import cross_validation as CV, loss as L, metrics as Me, model as Mo, utils as U
from collie.interactions import ApproximateNegativeSamplingInteractionsDataLoader as Approximate, ExplicitInteractions, HDF5Interactions, HDF5InteractionsDataLoader, Interactions, InteractionsDataLoader as Loader
from collie.model import CollieMinimalTrainer, CollieTrainer
from torchmetrics import MeanAbsoluteError, MeanSquaredError

N, I = 24, 30  # users, items
rng = np.random.RandomState(0)
frame = pd.DataFrame({"user_id": rng.randint(0, N, 300), "item_id": rng.randint(0, I, 300), "rating": rng.randint(1, 6, 300)}).drop_duplicates(["user_id", "item_id"]).reset_index(drop=True)
frame = pd.concat([frame, pd.DataFrame({"user_id": [N - 1], "item_id": [I - 1], "rating": [5]})]).drop_duplicates(["user_id", "item_id"]).reset_index(drop=True)
known = dict(allow_missing_ids=True, num_users=N, num_items=I)
def quiet(f):
    def g(*a, **k):
        try:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()): return f(*a, **k)
        finally: torch.use_deterministic_algorithms(False)  # the trainer leaves it on
    return g
def raises(f, *kinds):
    try: return f()
    except (kinds or (ValueError, RuntimeError, AssertionError, TypeError, NotImplementedError, AttributeError, IndexError)) as error: return str(error)
def work(name, f, **o): driver.work(name, quiet(f), **o)
def implicit(n=5, **o): return Interactions(users=frame.user_id, items=frame.item_id, num_negative_samples=n, seed=1, **{**known, **o})
def explicit(**o): return ExplicitInteractions(users=frame.user_id, items=frame.item_id, ratings=frame.rating, **{**known, **o})
def halves(data): return CV.random_split(data, test_p=0.3, seed=2)
def loaders(n=5, kind=Loader): a, b = halves(implicit(n)); return kind(interactions=a, batch_size=64, shuffle=True), kind(interactions=b, batch_size=64)
def explicit_loaders(): a, b = halves(explicit()); return Loader(a, batch_size=64, shuffle=True), Loader(b, batch_size=64)
class Log:  # what the trainer asks of a logger
    def __init__(self): self.seen = []
    def log_metrics(self, metrics, step): self.seen.append((step, {k: float(v) for k, v in metrics.items()}))
    def log_hyperparams(self, p): self.p = dict(p)
    def save(self): pass
    def finalize(self, status): self.status = status
gpu = DEV != "cpu"
def fit(model, epochs=2, **o): t = CollieMinimalTrainer(model, max_epochs=epochs, **{"verbosity": 0, "gpus": int(gpu), **o}); t.fit(model); model.eval(); return t
def uses(m): return m.get_item_predictions(1), m.get_item_predictions(2, unseen_items_only=True), m.get_item_predictions(0, sort_values=False), m.get_user_predictions(1), m.get_user_predictions(3, unseen_users_only=True, sort_values=False), raises(lambda: m.item_item_similarity(2)), raises(lambda: m.user_user_similarity(2)), [raises(lambda f=f: f(999)) for f in (m.get_item_predictions, m.get_user_predictions, m.item_item_similarity, m.user_user_similarity)]
item_data, user_data = torch.rand(I, 4), torch.rand(N, 3)
buckets = torch.arange(I) % 5
matrix = lambda t, v, **o: Mo.MatrixFactorizationModel(train=t, val=v, **{"embedding_dim": 8, **o})
models = {"matrix": matrix, "mlp": lambda t, v, **o: Mo.MLPMatrixFactorizationModel(train=t, val=v, **{"embedding_dim": 8, "num_layers": 2, **o}), "nonlinear": lambda t, v, **o: Mo.NonlinearMatrixFactorizationModel(train=t, val=v, **{"user_embedding_dim": 8, "item_embedding_dim": 8, "user_dense_layers_dims": [6, 4], "item_dense_layers_dims": [6, 4], **o}), "neural": lambda t, v, **o: Mo.NeuralCollaborativeFiltering(train=t, val=v, **{"embedding_dim": 4, "num_layers": 2, **o}), "deep": lambda t, v, **o: Mo.DeepFM(train=t, val=v, **{"embedding_dim": 4, "num_layers": 2, **o}), "metric": lambda t, v, **o: Mo.CollaborativeMetricLearningModel(train=t, val=v, **{"embedding_dim": 8, **o}),
    "cold": lambda t, v, **o: Mo.ColdStartModel(train=t, val=v, **{"item_buckets": buckets, "embedding_dim": 8, **o}), "hybrid": lambda t, v, **o: Mo.HybridModel(train=t, val=v, **{"item_metadata": item_data, "user_metadata": user_data, "embedding_dim": 8, "combined_layers_dims": [8, 4], **o})}
def pretrained(t, v, **o): m = matrix(t, v, loss=o.get("loss", "hinge")); fit(m, 1); return Mo.HybridPretrainedModel(train=t, val=v, trained_model=m, **{"item_metadata": item_data, "user_metadata": user_data, "combined_layers_dims": [8, 4], **o})
models["pretrained"] = pretrained
# Every model with every loss, both trainers
for name, make in models.items():
    work(f"{name}/minimal", lambda: (lambda m: (fit(m), uses(m)))(make(*loaders())), limit=30)
    for loss in ("bpr", "warp", "adaptive"): work(f"{name}/{loss}", lambda: fit(make(*loaders(), loss=loss), 1))
    for loss in ("hinge", "bpr"): work(f"{name}/one negative {loss}", lambda: fit(make(*loaders(1), loss=loss), 1))
    for loss in ("mse", "mae"): work(f"{name}/explicit {loss}", lambda: fit(make(*explicit_loaders(), loss=loss), 1))
    work(f"{name}/dropout and metadata", lambda: fit(make(*loaders(), **({"embedding_dropout_p": 0.2, "dense_dropout_p": 0.2} if name == "nonlinear" else {} if name == "metric" else {"dropout_p": 0.2}), metadata_for_loss={"genre": buckets, "film": buckets % 2}, metadata_for_loss_weights={"genre": 0.3, "film": 0.4}), 1))
    def lightning(**o): m = make(*loaders(), **o); t = CollieTrainer(m, max_epochs=1, logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False); t.fit(m); t.max_epochs = 2; t.fit(m); m.eval(); return t.max_epochs
    work(f"{name}/lightning", lightning, limit=40)
    work(f"{name}/evaluated", lambda: (lambda t, v: (lambda m: Me.evaluate_in_batches([Me.auc, Me.mrr, Me.mapk], v.interactions, m.to(DEV), k=5, verbose=False))(make(t, v)))(*loaders()), limit=30)
work("matrix/adaptive one", lambda: [fit(matrix(*loaders(1), loss=l), 1) for l in ("adaptive", "adaptive_bpr")]); work("matrix/metadata", lambda: [fit(matrix(*loaders(), loss=l, metadata_for_loss={"a": buckets}, metadata_for_loss_weights={"a": 0.4}), 1) for l in ("warp", "bpr", "hinge")] + [raises(lambda: fit(matrix(*loaders(1), loss=l, metadata_for_loss={"a": buckets}, metadata_for_loss_weights={"a": 0.4}), 1)) for l in ("bpr", "hinge")])
work("matrix/own loss", lambda: fit(matrix(*loaders(), loss=lambda p, n, **o: (n - p).relu().mean()), 1)); work("matrix/range", lambda: [fit(models[k](*explicit_loaders(), loss="mse", y_range=(1, 5)), 1) for k in ("matrix", "mlp", "nonlinear", "metric")])
for o in (dict(optimizer="sgd"), dict(optimizer="adagrad"), dict(optimizer="sparse_adam", sparse=True, bias_optimizer=None), dict(optimizer=torch.optim.AdamW, weight_decay=0.1), dict(optimizer="adam", sparse=False, bias_optimizer="infer", bias_lr="infer"), dict(bias_optimizer=None), dict(lr_scheduler_func=None), dict(lr_scheduler_func=functools.partial(torch.optim.lr_scheduler.StepLR, step_size=1)), dict(lr_scheduler_func=None, bias_optimizer=None), dict(sparse=True, weight_decay=0.1, optimizer="sgd", bias_optimizer="sgd")):
    work(f"matrix/{sorted(map(str, o.items()))}", lambda: fit(matrix(*loaders(), **o), 2))
work("metric/sparse", lambda: fit(models["metric"](*loaders(), sparse=True, optimizer="sparse_adam"), 1)); work("cold/sparse", lambda: raises(lambda: fit(models["cold"](*loaders(), sparse=True), 1)))
for f in ("sigmoid", "relu", "leaky_relu", torch.tanh): work(f"neural/{f if isinstance(f, str) else 'own'}", lambda: (fit(models["neural"](*loaders(), final_layer=f), 1), fit(models["deep"](*loaders(), final_layer=f), 1)))
# Trainers
work("trainer/logged", lambda: (lambda l: (fit(matrix(*loaders()), 2, logger=l, log_every_n_steps=1, flush_logs_every_n_steps=2), l.seen))(Log())); work("trainer/talking", lambda: fit(matrix(*loaders()), 2, verbosity=2)); work("trainer/lines", lambda: fit(matrix(*loaders()), 2, verbosity=1)); work("trainer/True", lambda: fit(matrix(*loaders()), 1, verbosity=True, progress_bar_refresh_rate=1))
work("trainer/stopped", lambda: fit(matrix(*loaders(), lr=0.0, bias_lr=0.0), 4, early_stopping_patience=1)); work("trainer/not stopped", lambda: fit(matrix(*loaders()), 2, early_stopping_patience=False, logger=False)); work("trainer/anomalies", lambda: fit(matrix(*loaders()), 1, detect_anomaly=True)); work("trainer/old names", lambda: fit(matrix(*loaders()), 1, terminate_on_nan=True, weights_summary="top")); work("trainer/no validation", lambda: fit(matrix(loaders()[0], None), 2)); work("trainer/found gpu", lambda: fit(matrix(*loaders()), 1, gpus=None))
def more(): m = matrix(*loaders()); t = fit(m, 1); t.max_epochs = 3; t.fit(m); return m.hparams.num_epochs_completed, t.best_epoch_loss
work("trainer/more epochs", more); work("trainer/approximate", lambda: fit(matrix(*loaders(kind=Approximate)), 2)); work("trainer/interactions", lambda: fit(matrix(*halves(implicit())), 1)); work("trainer/explicit interactions", lambda: fit(matrix(*halves(explicit()), loss="mse"), 1))
def lightning(t, v, **o): m = matrix(t, v, **o); tr = CollieTrainer(m, max_epochs=2, logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False); tr.fit(m); return tr.callback_metrics
work("lightning/no validation", lambda: lightning(loaders()[0], None), limit=30); work("lightning/plain", lambda: lightning(*loaders(), bias_optimizer=None, lr_scheduler_func=None), limit=30); work("lightning/approximate", lambda: lightning(*loaders(kind=Approximate)), limit=30); work("lightning/explicit", lambda: lightning(*explicit_loaders(), loss="mse"), limit=30)
def stopped(): from pytorch_lightning.callbacks import EarlyStopping; m = matrix(*loaders()); t = CollieTrainer(m, max_epochs=3, logger=False, enable_checkpointing=False, enable_progress_bar=False, callbacks=[EarlyStopping(monitor="val_loss_epoch", mode="min")]); t.fit(m)
work("lightning/early stopping", stopped, limit=30)
def stages(name, **o):
    m = models[name](*loaders(), **o); t = fit(m, 1); seen = [m.hparams.stage]
    for _ in range(len(m.hparams.stage_list) - 1): m.advance_stage(); t.max_epochs += 1; m.train(); t.fit(m); seen.append(m.hparams.stage)
    m.eval(); return seen, uses(m), raises(m.advance_stage), raises(lambda: m.set_stage("none"))
for o in (dict(), dict(lr_scheduler_func=None), dict(weight_decay=0.1)): work(f"stages/cold/{sorted(o)}", lambda: stages("cold", **o), limit=30)
work("stages/cold similar", lambda: (lambda m: (fit(m, 1), m.item_bucket_item_similarity(2)))(models["cold"](*loaders()))); work("stages/cold list", lambda: fit(models["cold"](*loaders(), item_buckets=buckets.tolist()), 1)); work("stages/cold on gpu", lambda: fit(models["cold"](*loaders(), item_buckets=buckets.to(DEV)), 1)); work("stages/cold wrong", lambda: [raises(lambda b=b: models["cold"](*loaders(), item_buckets=b)) for b in (buckets[:3], buckets + 1, buckets[:, None], buckets.to(DEV) + 1)])
for n, o in {"all": {}, "items": dict(user_metadata=None), "users": dict(item_metadata=None), "layers": dict(item_metadata_layers_dims=[5], user_metadata_layers_dims=[4, 3], dropout_p=0.1), "item layers": dict(user_metadata=None, item_metadata_layers_dims=[5]), "user layers": dict(item_metadata=None, user_metadata_layers_dims=[5]), "arrays": dict(item_metadata=item_data.numpy(), user_metadata=pd.DataFrame(user_data.numpy())), "frames": dict(item_metadata=pd.DataFrame(item_data.numpy()), user_metadata=user_data.numpy()), "on gpu": dict(item_metadata=item_data.to(DEV), user_metadata=user_data.to(DEV)), "bias": dict(bias_optimizer=None), "inferred": dict(bias_optimizer="infer", bias_lr="infer")}.items():
    work(f"stages/hybrid/{n}", lambda: stages("hybrid", **o), limit=30)
    if n not in ("bias", "inferred"): work(f"pretrained/{n}", lambda: fit(pretrained(*loaders(), **o), 1), limit=30)
work("pretrained/free", lambda: fit(pretrained(*loaders(), freeze_embeddings=False), 1)); work("hybrid/wrong", lambda: (raises(lambda: Mo.HybridModel(train=loaders()[0])), raises(lambda: Mo.HybridPretrainedModel(train=loaders()[0])), raises(lambda: pretrained(*loaders(), item_metadata=None, user_metadata=None)), raises(lambda: models["hybrid"](*loaders(), item_metadata=item_data.to(DEV) * float("nan"))), raises(lambda: models["hybrid"](*loaders(), user_metadata=user_data.to(DEV) * float("nan")))))
def from_hybrid(): t, v = loaders(); h = pretrained(t, v); fit(h, 1); p = pretrained(t, v); p.load_from_hybrid_model(h); p.to(DEV); p._move_any_external_data_to_device(); return p(torch.zeros(2, dtype=torch.long, device=DEV), torch.ones(2, dtype=torch.long, device=DEV)), p.get_item_predictions(1)
work("pretrained/from hybrid", from_hybrid)
# Saving
def saved(name, **o):
    m = models[name](*loaders(), **o); fit(m, 1); kind = type(m)
    if name in ("hybrid", "pretrained"): m.save_model("saved_" + name, overwrite=True); path = "saved_" + name; raises(lambda: m.save_model(path))
    else: path = f"{name}.pth"; m.save_model(path)
    n = kind(load_model_path=path, map_location=DEV).to(DEV); n._move_any_external_data_to_device(); return n(torch.zeros(3, dtype=torch.long, device=DEV), torch.arange(3, device=DEV)).detach().cpu().numpy(), n.get_item_predictions(1)
for name in models: work("saved/" + name, lambda: saved(name), limit=30)
work("saved/layers", lambda: (saved("hybrid", item_metadata_layers_dims=[4], user_metadata_layers_dims=[3]), saved("pretrained", item_metadata_layers_dims=[4], user_metadata_layers_dims=[3])), limit=30)
work("matrix/wrong", lambda: [raises(f) for f in (lambda: Mo.MatrixFactorizationModel(), lambda: matrix(*loaders(), loss="none"), lambda: matrix(*loaders(1), loss="warp"), lambda: matrix(*explicit_loaders()), lambda: fit(matrix(*loaders(), loss="mse"), 1), lambda: fit(matrix(*loaders(), optimizer="none"), 1), lambda: matrix(loaders(1)[0], loaders(5)[1]), lambda: matrix(loaders(5)[0], loaders(1)[1]), lambda: matrix(*loaders()).calculate_loss((1,)))])
# Losses
def scores(n=4, b=6): p, q = torch.randn(b, device=DEV, requires_grad=True), torch.randn(n, b, device=DEV, requires_grad=True); return p, q, torch.randint(I, (b,), device=DEV), torch.randint(I, (n, b), device=DEV)
data = {"genre": buckets.to(DEV)}
for name in ("bpr_loss", "hinge_loss"):
    work(f"losses/{name}", lambda: (lambda p, q, i, j: (getattr(L, name)(p, q[0]).backward(), getattr(L, name)(p, q[0], positive_items=i, negative_items=j[0], metadata=data, metadata_weights={"genre": 0.5})))(*scores()))
for name in ("adaptive_bpr_loss", "adaptive_hinge_loss", "warp_loss"):
    work(f"losses/{name}", lambda: (lambda p, q, i, j: (getattr(L, name)(p, q, num_items=I).backward(), getattr(L, name)(p, q, num_items=I, positive_items=i, negative_items=j), getattr(L, name)(p, q, num_items=I, positive_items=i, negative_items=j, metadata=data, metadata_weights={"genre": 0.5}).backward()))(*scores()))
work("losses/difference", lambda: (lambda p, q, i, j: (L.ideal_difference_from_metadata(i, j[0], data, {"genre": 0.5}), raises(lambda: L.ideal_difference_from_metadata(i, j[0], data, {"genre": 1.5}))))(*scores()))
# Metrics
def ranked(): t = implicit().mat.tocsr(); u = np.arange(6); return t, u, torch.randn(6, I, device=DEV)
for f in (Me.mapk, Me.mrr, Me.auc): work(f"metrics/{f.__name__}", lambda: (f(*ranked(), k=5), f(*ranked(), k=10)))
work("metrics/wrong", lambda: raises(lambda: Me.mapk(*ranked(), k=99))); work("metrics/predictions", lambda: (lambda m: (Me.get_preds(m, np.arange(4), I, DEV), Me.get_preds(m, torch.arange(4), np.int64(I), DEV)))(matrix(*loaders()).to(DEV)))
def evaluated(**o): t, v = loaders(); m = matrix(t, v); fit(m, 1); return Me.evaluate_in_batches([Me.mapk], v.interactions, m, k=3, batch_size=5, **o), Me.evaluate_in_batches([Me.mapk, Me.auc], v.interactions, m, logger=Log(), batch_size=100)
work("metrics/evaluated", evaluated); work("metrics/evaluated quiet", lambda: evaluated(verbose=False))
def explicit_evaluated(**o): t, v = explicit_loaders(); m = matrix(t, v, loss="mse"); fit(m, 1); return Me.explicit_evaluate_in_batches([MeanSquaredError(), MeanAbsoluteError()], v.interactions, m, **o), raises(lambda: Me.evaluate_in_batches([Me.auc], v.interactions, m)), raises(lambda: Me.explicit_evaluate_in_batches([], implicit(), m))
work("metrics/explicit", explicit_evaluated); work("metrics/explicit logged", lambda: explicit_evaluated(logger=Log(), verbose=False, batch_size=16))
# Data
work("data/implicit", lambda: (lambda d: (d[0], d[[1, 2, 3]], d.head(), d.tail(2), d.head(-2), d.head(999), d.todense(), d.toarray(), repr(d), len(d)))(implicit())); work("data/explicit", lambda: (lambda d: (d[0], d[[1, 2]], repr(d), raises(lambda: d.num_negative_samples), len(d)))(explicit()))
work("data/duplicates", lambda: implicit(remove_duplicate_user_item_pairs=True)); work("data/matrix", lambda: (Interactions(mat=implicit().mat, num_negative_samples=3, allow_missing_ids=True), ExplicitInteractions(mat=explicit().toarray(), allow_missing_ids=True))); work("data/approximately negative", lambda: (implicit(max_number_of_samples_to_consider=2)[[0, 1]], implicit(max_number_of_samples_to_consider=0)[[0, 1]], implicit(max_number_of_samples_to_consider=0)[0], implicit(10, max_number_of_samples_to_consider=12)[:5]))
work("data/zeros", lambda: Interactions(users=[0, 0, 1, 1], items=[0, 1, 0, 5], ratings=[0, 1, 1, 1], num_negative_samples=1, allow_missing_ids=True)); work("data/wrong", lambda: [raises(f) for f in (lambda: Interactions(users=[0], items=[0, 1]), lambda: Interactions(), lambda: Interactions(users=[0, 2], items=[0, 1]), lambda: ExplicitInteractions(users=[0], items=[0]), lambda: ExplicitInteractions(users=[0], items=[0], ratings=[1, 2]), lambda: Interactions(mat=np.diag([0, 1])), lambda: implicit(29), lambda: Approximate(explicit()))])
for kind in (Loader, Approximate): work(f"data/loader/{kind.__name__}", lambda: (lambda l: ([[t.to(DEV) for t in (u, i, n)] for (u, i), n in l], repr(l), l.num_users, l.num_items, l.num_interactions, l.num_negative_samples, l.mat))(kind(users=frame.user_id, items=frame.item_id, batch_size=100, shuffle=True, num_negative_samples=4, allow_missing_ids=True)))
work("data/loader/explicit", lambda: [repr(l) for l in explicit_loaders()])
def stored(meta=True, shuffle=False):
    Store.tables["a.h5"] = {"interactions": frame.rename(columns={"user_id": "users", "item_id": "items"}), **({"meta": pd.DataFrame({"num_users": [N], "num_items": [I]})} if meta else {})}
    d = HDF5Interactions("a.h5", seed=1, shuffle=shuffle, num_negative_samples=4); l = HDF5InteractionsDataLoader(d, batch_size=64, shuffle=shuffle); k = HDF5InteractionsDataLoader(hdf5_path="a.h5", batch_size=64, num_negative_samples=4); m = matrix(loaders()[0], None); m.train_loader = l; fit(m, 1)
    return d[0], d.head(), d.tail(2), repr(d), repr(l), len(l), len(k.hdf5_sampler), raises(lambda: l.mat), raises(lambda: d[9999])
for meta in (True, False): work(f"data/stored/{meta}", lambda: stored(meta, not meta))
for o in (dict(), dict(val_p=0.1)):
    work(f"splits/random/{sorted(o)}", lambda: (CV.random_split(implicit(), seed=1, **o), CV.random_split(explicit(), **o)))
    for p in (0, 1): work(f"splits/stratified/{sorted(o)}/{p}", lambda: CV.stratified_split(implicit(), processes=p, seed=1, force_split=True, **o))
work("splits/wrong", lambda: [raises(lambda a=a: CV.random_split(implicit(), **a)) for a in (dict(val_p=1), dict(test_p=1), dict(val_p=0.6, test_p=0.5))])
work("utilities", lambda: (U.create_ratings_matrix(frame), U.create_ratings_matrix(frame, sparse=True), raises(lambda: U.create_ratings_matrix(frame + 1)), U.df_to_interactions(frame, allow_missing_ids=True), U.df_to_interactions(frame, ratings_col=None, allow_missing_ids=True), U.convert_to_implicit(frame), U.remove_users_with_fewer_than_n_interactions(frame, 5), U.trunc_normal(torch.empty(4, 5, device=DEV)), U.trunc_normal(torch.empty(4, device=DEV), 1.0, 2.0), U.get_random_seed(), U.Timer().timecheck(), U.Timer().time_since_start()))
from collie.movielens import get_data, visualize
def films(n=I): return pd.DataFrame({"item_id": range(1, n + 1), "movie_title": [f"film {i}" for i in range(n)], "release_date": pd.to_datetime([f"{1920 + 2 * i}-01-01" for i in range(n)]), "IMDb_URL": "u", **{g: rng.randint(0, 2, n) for g in "unknown Action Adventure Animation Children Comedy Crime Documentary Drama Fantasy Film_Noir Horror Musical Mystery Romance Sci_Fi Thriller War Western".split()}})
def people(): return pd.DataFrame({"user_id": range(1, N + 1), "age": rng.randint(18, 60, N), "gender": rng.randint(0, 2, N), "occupation": [f"o{i % 4}" for i in range(N)], "zip": "z"})
def described(): t, v = loaders(); a, b = get_data.get_movielens_metadata(films()).astype(float), get_data.get_user_metadata(people()).astype(float); return fit(models["hybrid"](t, v, item_metadata=a, user_metadata=b), 1), fit(pretrained(t, v, item_metadata=a, user_metadata=b), 1)
def shown(**o): m = matrix(*loaders()); fit(m, 1); u = frame.assign(user_id=frame.user_id + 1, item_id=frame.item_id + 1); return visualize.get_recommendation_visualizations(m, 3, u, films(), pd.DataFrame({"item_id": range(1, 9), "url": "p.png"}), num_similar_movies=4, **o)
work("films/described", described, limit=30); work("films/shown", shown); work("films/shown in detail", lambda: shown(detailed=True, filter_films=False, shuffle=False))
def example():
    import fire
    from pathlib import Path
    from collie.movielens import run
    get_data.DATA_PATH = run.DATA_PATH = Path("films"); os.makedirs("films/ml-100k", exist_ok=True); run.stratified_split = functools.partial(CV.stratified_split, processes=0, force_split=True)
    frame.assign(user_id=frame.user_id + 1, item_id=frame.item_id + 1, rating=frame.rating.clip(4), t=0).to_csv("films/ml-100k/u.data", sep="\t", header=False, index=False); run.run_movielens_example(epochs=2, gpus=int(gpu)); return get_data.read_movielens_df(decrement_ids=False)
work("films/example", example, limit=40)
page = pd.DataFrame({"a": ["x.png", "y.png"], "b": ["u", "v"], "c": [1, 2]})
work("utilities/page", lambda: (U.df_to_html(page), U.df_to_html(page, image_cols="a", hyperlink_cols=["b"], html_tags={"c": ["b", "i"]}, transpose=True, image_width=20, max_num_rows=1), raises(lambda: U.df_to_html(page, image_cols=["z"])), raises(lambda: U.df_to_html(page, html_tags={"z": "b"}))))
driver.finish()
