"""Domain adaptation: adapters' training steps and inference, hooks, layers and losses, validators, weighters and data sets."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("pytorch_adapt")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import logging, copy, numpy as np, torch, torch.nn as nn
logging.disable(logging.WARNING)
loads = torch.load
torch.load = lambda *a, **o: loads(*a, **{**o, "weights_only": False})  # checkpoints hold arrays
from pytorch_adapt import adapters as A, hooks as H, layers as L, validators as V, weighters as W, inference as I, datasets as D
from pytorch_adapt.containers import Models, Optimizers, Misc, LRSchedulers
from pytorch_adapt.models import Classifier, Discriminator, MNISTFeatures
from pytorch_adapt.utils import common_functions as c_f

F, K, B = 16, 4, 8
def g(*s): return torch.randn(*s, device=DEV, requires_grad=True)
def labels(n=B, k=K): return torch.randint(k, (n,), device=DEV)
class Body(nn.Module):
    def __init__(self): super().__init__(); self.net = nn.Sequential(nn.Flatten(), nn.Linear(75, F), nn.ReLU())
    def forward(self, x): return self.net(x)
def body(): return Body().to(DEV)
def head(k=K): return Classifier(k, F, 16).to(DEV)
def judge(n=F): return Discriminator(n, 16).to(DEV)
def batch(i=0): return dict(src_imgs=torch.randn(B, 3, 5, 5, device=DEV), target_imgs=torch.randn(B, 3, 5, 5, device=DEV), src_labels=labels(), target_labels=labels(), src_domain=torch.zeros(B, device=DEV), target_domain=torch.ones(B, device=DEV), src_sample_idx=torch.arange(B, device=DEV), target_sample_idx=torch.arange(B, device=DEV))
def models(*more, two=False, **given): return Models({"G": body(), "C": L.MultipleModels(head(), head()).to(DEV) if two else head(), **({"D": judge()} if "D" in more else {}), **given})
def where(d): return torch.full((B,), d, device=DEV)
def plain(adapter, steps=2):
    for i in range(steps): losses = adapter.training_step(batch(i))
    return losses, adapter.inference(torch.randn(B, 3, 5, 5, device=DEV), domain=where(0)), adapter.inference(torch.randn(B, 3, 5, 5, device=DEV), domain=where(1))
def combiner(): return Misc({"feature_combiner": L.RandomizedDotProduct([F, K], F).to(DEV)})
makes = {
    "classifier": lambda: A.Classifier(models=models()), "finetuner": lambda: A.Finetuner(models=models()), "dann": lambda: A.DANN(models=models("D")), "danne": lambda: A.DANNE(models=models("D")), "cdanne": lambda: A.CDANNE(models=models("D"), misc=combiner()), "gan": lambda: A.GAN(models=models("D")), "gane": lambda: A.GANE(models=models("D")), "cdan": lambda: A.CDAN(models=models("D"), misc=combiner()), "cdane": lambda: A.CDANE(models=models("D"), misc=combiner()), "vada": lambda: A.VADA(models=models("D")), "confusion": lambda: A.DomainConfusion(models=models(D=Discriminator2())), "adda": lambda: A.ADDA(models=models("D")), "aligner": lambda: A.Aligner(models=models()), "rtn": lambda: A.RTN(models=models(residual_model=L.PlusResidual(nn.Linear(K, K)).to(DEV)), misc=Misc({"feature_combiner": L.RandomizedDotProduct([F, K], F).to(DEV)})), "mcd": lambda: A.MCD(models=models(two=True)), "symnets": lambda: A.SymNets(models=models(two=True)), "gvb": lambda: A.GVB(models=models("D", D=judge(K))), "gvbe": lambda: A.GVBE(models=models("D", D=judge(K))),
}
class Discriminator2(nn.Module):
    def __init__(self): super().__init__(); self.net = nn.Linear(F, 2, device=DEV)
    def forward(self, x): return self.net(x)
for name, make in makes.items():
    driver.work("adapter/" + name, lambda: plain(make()), limit=25)
def many_labels(cls): a = cls(models=models()); b = batch(); b["src_labels"] = torch.randint(2, (B, K), device=DEV).float(); return a.training_step(b)
driver.work("adapter/multilabel", lambda: (many_labels(A.MultiLabelClassifier), many_labels(A.MultiLabelFinetuner)))
def adabn():
    a = A.AdaBN(models=Models({"G": L.AdaBNModel(nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.Flatten(), nn.Linear(36, F))).to(DEV), "C": L.AdaBNModel(nn.Sequential(nn.Linear(F, K))).to(DEV)})); b = {**batch(), "src_domain": where(0), "target_domain": where(1)}; losses = a.training_step(b); a.models["G"].eval(); a.models["C"].eval(); return losses, a.inference(torch.randn(B, 3, 5, 5, device=DEV), domain=where(1))
driver.work("adapter/adabn", adabn)
with_hooks = {"entropy": lambda: [H.TargetEntropyHook()], "diversity": lambda: [H.TargetDiversityHook()], "mcc": lambda: [H.MCCHook()], "bnm": lambda: [H.BNMHook()], "bsp": lambda: [H.BSPHook()], "afn": lambda: [H.AFNHook()], "ist": lambda: [H.ISTLossHook()], "atdoc": lambda: [H.ATDOCHook(B, F, K)], "aligner": lambda: [H.AlignerHook()], "joint": lambda: [H.JointAlignerHook()], "logits aligner": lambda: [H.FeaturesLogitsAlignerHook()]}
for name, make in with_hooks.items():
    driver.work("hook/classifier " + name, lambda: plain(A.Classifier(models=models(), hook_kwargs={"post": make()})))
    driver.work("hook/dann " + name, lambda: plain(A.DANN(models=models("D"), hook_kwargs={"post_g": make()})))
for loss in (L.MMDLoss(), L.CORALLoss(), L.MMDLoss(kernel_scales=c_f.get_kernel_scales(-2, 2, 5) if hasattr(c_f, "get_kernel_scales") else 1.0)):
    driver.work(f"aligner/{type(loss).__name__}", lambda: plain(A.Aligner(models=models(), hook_kwargs={"loss_fn": loss})))
driver.work("aligner/softmax", lambda: plain(A.Aligner(models=models(), hook_kwargs={"softmax": False})))
driver.work("mcd/repeated", lambda: plain(A.MCD(models=models(two=True), hook_kwargs={"repeat": 3})))
driver.work("dann/weights", lambda: plain(A.DANN(models=models("D"), hook_kwargs={"weighter": W.MeanWeighter(weights={"src_domain_loss": 0.5})}))); driver.work("dann/weak", lambda: plain(A.DANN(models=models("D"), hook_kwargs={"gradient_reversal_weight": 0.1})))
def scheduled():
    a = A.DANN(models=models("D"), optimizers=Optimizers((torch.optim.SGD, {"lr": 0.01, "momentum": 0.9}))); return plain(a)
driver.work("dann/sgd", scheduled)
driver.work("hook/strong d", lambda: H.StrongDHook()({**{f"{d}_{x}": v for d in ("src", "target") for x, v in (("imgs_features_dlogits", g(B)), ("imgs_features", g(B, F)))}, "D": judge(), "G": body(), **batch()}))
driver.work("hook/reducers", lambda: (H.MeanReducer()({"src_imgs_features_logits": g(B, K), "target_imgs_features_logits": g(B, K)}, {"a": g(B)}), ))
driver.work("hook/features", lambda: (H.FeaturesAndLogitsHook()({**batch(), "G": body(), "C": head()}), H.FeaturesHook(detach=True)({**batch(), "G": body()})))
losses = {
    "abs": lambda: L.AbsLoss()(g(B)), "feature norm": lambda: L.AdaptiveFeatureNorm()(g(B, F)), "preserved": lambda: L.L2PreservedDropout()(g(B, F)).sum(), "spectral": lambda: L.BatchSpectralLoss(2)(g(B, F)), "bnm": lambda: L.BNMLoss()(g(B, K)), "softmax": lambda: L.ConcatSoftmax()(g(B, K), g(B, K)).sum(), "confidence": lambda: L.ConfidenceWeights()(g(B, K).softmax(1)).sum(), "coral": lambda: L.CORALLoss()(g(B, F), g(B, F)), "diversity": lambda: L.DiversityLoss()(g(B, K)), "diversity after": lambda: L.DiversityLoss(True)(g(B, K).softmax(1)), "entropy": lambda: L.EntropyLoss()(g(B, K)), "entropy each": lambda: L.EntropyLoss(return_mean=False)(g(B, K)).sum(), "entropy weights": lambda: L.EntropyWeights()(g(B, K)).sum(), "entropy weights max": lambda: L.EntropyWeights(normalizer=L.MaxNormalizer())(g(B, K)).sum(), "reversal": lambda: L.GradientReversal(0.5)(g(B)).sum(), "ist": lambda: L.ISTLoss()(g(B, F), labels(k=2)), "mcc": lambda: L.MCCLoss()(g(B, K)), "mcc weights": lambda: L.MCCLoss(T=2, entropy_weighter=L.EntropyWeights(after_softmax=True))(g(B, K)), "mcd": lambda: L.MCDLoss()(g(B, K), g(B, K)), "mcd wasserstein": lambda: L.MCDLoss(L.SlicedWasserstein(8))(g(B, K), g(B, K)), "mean distance": lambda: L.MeanDistLoss()(g(B, F), g(B, F)), "mmd": lambda: L.MMDLoss()(g(B, F), g(B, F)), "mmd scales": lambda: L.MMDLoss(kernel_scales=torch.tensor([0.5, 1.0, 2.0], device=DEV))(g(B, F), g(B, F)), "mmd quadratic": lambda: L.MMDLoss(mmd_type="quadratic")(g(B, F), g(B, F)), "mmd lists": lambda: L.MMDLoss()([g(B, F), g(B, K)], [g(B, F), g(B, K)]), "mmd batches": lambda: L.MMDBatchedLoss(batch_size=4, mmd_type="quadratic")(g(B, F), g(B, F)), "bridge": lambda: sum(x.sum() for x in L.ModelWithBridge(head())(g(B, F), return_bridge=True)), "nll": lambda: L.NLLLoss()(g(B, K).softmax(1), labels()), "residual": lambda: L.PlusResidual(nn.Linear(F, F).to(DEV))(g(B, F)).sum(), "dot": lambda: L.RandomizedDotProduct([F, K], 8).to(DEV)(g(B, F), g(B, K)).sum(), "stochastic": lambda: L.StochasticLinear(F, K).to(DEV)(g(B, F)).sum(), "stochastic evaluated": lambda: L.StochasticLinear(F, K).to(DEV).eval()(g(B, F)).sum(), "symnets category": lambda: L.SymNetsCategoryLoss()(g(B, K), g(B, K), labels()).mean(), "symnets domain": lambda: L.SymNetsDomainLoss(0)(g(B, K), g(B, K)).mean(), "symnets entropy": lambda: L.SymNetsEntropyLoss()(g(B, K), g(B, K)), "uniform": lambda: L.UniformDistributionLoss()(g(B, K)).mean(), "vat": lambda: L.VATLoss()(g(B, F), g(B, K), head())
}
for name, f in losses.items():
    driver.work("layer/" + name, lambda: f().sum().backward())
driver.work("layer/normalizers", lambda: [n(torch.rand(B, device=DEV)) for n in (L.MaxNormalizer(), L.MinMaxNormalizer(), L.NoNormalizer(), L.SumNormalizer(), L.SumNormalizer(detach=True, scale_by_batch_size=True), L.MaxNormalizer(detach=True))])
driver.work("layer/silhouette", lambda: L.SilhouetteScore()(g(B, F), labels(k=2))); driver.work("layer/sufficient", lambda: (L.SufficientAccuracy(0.5)(g(B), labels(k=2)), L.SufficientAccuracy(0.0)(g(B), labels(k=2))))
driver.work("layer/neighbours", lambda: L.NeighborhoodAggregation(20, F, K, k=3).to(DEV)(g(B, F), g(B, K), update=True, idx=torch.arange(B, device=DEV)))
driver.work("layer/population norm", lambda: (lambda n: (n(g(B, 3, 4, 4)), n.eval()(g(B, 3, 4, 4))))(L.PopulationBatchNorm2d(3).to(DEV)))
driver.work("models", lambda: (MNISTFeatures().to(DEV)(g(2, 3, 32, 32)).sum().backward(), head()(g(B, F)).sum().backward(), judge()(g(B, F)).sum().backward()))
def outputs(n=40, domain=0, k=K): logits = torch.randn(n, k, device=DEV); return {"features": torch.randn(n, F, device=DEV), "logits": logits, "preds": logits.softmax(1), "domain": torch.full((n,), domain, device=DEV), "labels": torch.arange(n, device=DEV) % k}
from pytorch_metric_learning.utils.inference import CustomKNN
from pytorch_metric_learning.distances import CosineSimilarity
import tempfile
def fresh(): return tempfile.mkdtemp(dir=driver.folder.name)
def near(): return CustomKNN(CosineSimilarity())
validators = {"accuracy": lambda: V.AccuracyValidator(), "accuracy classes": lambda: V.AccuracyValidator(torchmetric_kwargs={"average": "macro", "num_classes": K}), "average precision": lambda: V.APValidator(torchmetric_kwargs={"num_classes": K}), "bnm": lambda: V.BNMValidator(), "clusters": lambda: V.ClassClusterValidator(), "clusters with source": lambda: V.ClassClusterValidator(with_src=True, src_for_pca=True, pca_size=4), "clusters silhouette": lambda: V.ClassClusterValidator(score_fn=__import__("sklearn.metrics").metrics.silhouette_score, score_fn_type="features"), "clusters centroids": lambda: V.ClassClusterValidator(centroid_init="label_centers"), "embedded": lambda: V.DeepEmbeddedValidator(fresh()), "diversity": lambda: V.DiversityValidator(), "entropy": lambda: V.EntropyValidator(), "error": lambda: V.ErrorValidator(), "information": lambda: V.IMValidator(), "ist": lambda: V.ISTValidator(), "knn": lambda: V.KNNValidator(knn_func=near()), "target knn": lambda: V.TargetKNNValidator(knn_func=near()), "target in reference": lambda: V.TargetKNNValidator(knn_func=near(), add_target_to_ref=True), "mmd": lambda: V.MMDValidator(mmd_kwargs={"mmd_type": "quadratic"}), "mmd quadratic": lambda: V.MMDValidator(mmd_kwargs={"mmd_type": "quadratic"}), "nearest": lambda: V.NearestSourceValidator(), "nearest weighted": lambda: V.NearestSourceValidator(weighted=True), "nearest l2": lambda: V.NearestSourceL2Validator(), "by class": lambda: V.PerClassValidator(V.SNDValidator()), "by class accuracy": lambda: V.PerClassValidator(V.MMDValidator(mmd_kwargs={"mmd_type": "quadratic"})), "snd": lambda: V.SNDValidator(), "snd batches": lambda: V.SNDValidator(batch_size=8), "several": lambda: V.MultipleValidators([V.EntropyValidator(), V.DiversityValidator()], weights=[1.0, 0.5]), "several returned": lambda: V.MultipleValidators({"a": V.EntropyValidator(), "b": V.SNDValidator()}, return_sub_scores=True)}
def scored(v): return v(**{name: outputs(domain=int(name.startswith("target"))) for name in v.required_data})
for name, make in validators.items():
    driver.work("validator/" + name, lambda: scored(make()), limit=25)
driver.work("validator/history", lambda: (lambda h: ([h(epoch=i, src_val=outputs()) for i in range(3)], h.best_score, h.best_epoch, h.latest_score, repr(h)))(V.ScoreHistory(V.AccuracyValidator())))
driver.work("validator/histories", lambda: (lambda h: ([h(epoch=i, target_train=outputs()) for i in range(2)], h.best_score))(V.ScoreHistories(V.MultipleValidators([V.EntropyValidator(), V.DiversityValidator()]))))
driver.work("weighters", lambda: [w({"a": g(1).sum(), "b": g(1).sum()})[0].backward() for w in (W.MeanWeighter(), W.SumWeighter(weights={"a": 2.0}), W.MeanWeighter(scale=0.5))])
class Toy(torch.utils.data.Dataset):
    def __len__(self): return 24
    def __getitem__(self, i): return torch.randn(3, 5, 5), i % K
def loop():
    data = D.CombinedSourceAndTargetDataset(D.SourceDataset(Toy()), D.TargetDataset(Toy())); loaders = D.DataloaderCreator(batch_size=B, num_workers=0)(train=data, src_val=D.SourceDataset(Toy())); a = A.DANN(models=models("D"))
    for b in loaders["train"]: losses = a.training_step(c_f.batch_to_device(b, DEV))
    found = {"logits": [], "preds": [], "labels": []}
    for b in loaders["src_val"]: b = c_f.batch_to_device(b, DEV); o = a.inference(b["src_imgs"], domain=0); found["logits"].append(o["logits"].detach()); found["preds"].append(o["logits"].detach().softmax(1)); found["labels"].append(b["src_labels"])
    return losses, V.AccuracyValidator()(src_val={k: torch.cat(v) for k, v in found.items()})
driver.work("loop", loop); driver.work("datasets", lambda: (D.PseudoLabeledDataset(Toy(), [0] * 24)[0], D.TargetDataset(Toy(), supervised=True)[0], D.ConcatDataset([Toy(), Toy()])[0], repr(D.SourceDataset(Toy()))))
def inferred(f, m, **o): return f(x=torch.randn(B, 3, 5, 5, device=DEV), models=m, **o)
driver.work("inference", lambda: (inferred(I.default_fn, models()), inferred(I.adda_fn, {**models(), "T": body()}, domain=where(1), get_all=True), inferred(I.rtn_fn, {**models(), "residual_model": nn.Linear(K, K, device=DEV)}, domain=where(0), get_all=True), inferred(I.mcd_fn, models(two=True), get_all=True), inferred(I.symnets_fn, models(two=True), domain=where(1)) if hasattr(I, "symnets_fn") else None))
driver.work("utils", lambda: (c_f.count_parameters(body()) if hasattr(c_f, "count_parameters") else None, c_f.batch_to_device({"a": torch.ones(2)}, DEV)))
driver.finish()
