"""Laplace approximations of all kinds: fitting, tuning, predictions, samples, marginal likelihoods, backends and helpers."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("laplace")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import torch, torch.nn as nn, torchmetrics
from torch.utils.data import DataLoader, TensorDataset
import laplace as L
from laplace import Laplace, marglik_training
from laplace.curvature import AsdlEF, AsdlGGN, AsdlHessian, BackPackEF, BackPackGGN, CurvlinopsEF, CurvlinopsGGN
import laplace.utils as U
from laplace.utils.feature_extractor import FeatureExtractor

N, D, K = 40, 4, 3
def net(out=K): m = bare(out); m.output_size = out; return m
def bare(out): return nn.Sequential(nn.Linear(D, 8), nn.Tanh(), nn.Linear(8, out)).to(DEV)
def x(n=10): return torch.randn(n, D, device=DEV)
def loader(kind="classification", n=N, size=20, gpu=True):
    a = torch.randn(n, D); b = torch.randint(K, (n,)) if kind == "classification" else a[:, :1].sin()
    return DataLoader(TensorDataset(*((a.to(DEV), b.to(DEV)) if gpu else (a, b))), batch_size=size)
def fitted(kind="classification", weights="all", structure="kron", gpu=True, **o):
    if structure == "full": o.setdefault("backend", AsdlGGN)  # the default one mixes devices
    la = Laplace(net(K if kind == "classification" else 1), kind, weights, structure, **o); la.fit(loader(kind, gpu=gpu)); return la
structures = [("all", s) for s in ("full", "kron", "diag")] + [("last_layer", s) for s in ("full", "kron", "diag")]
links = ("probit", "mc", "bridge", "bridge_norm")
for kind in ("classification", "regression"):
    for weights, structure in structures:
        name = f"{kind}/{weights}/{structure}"
        def predicted(la): return [la(x(), pred_type="glm", link_approx=l) for l in (links if kind == "classification" else ("probit",))], la(x(), pred_type="nn", link_approx="mc", n_samples=5)
        driver.work(f"fit/{name}", lambda: fitted(kind, weights, structure, gpu=False), limit=25)
        driver.work(f"predict/{name}", lambda: predicted(fitted(kind, weights, structure)), limit=25)
        driver.work(f"marginal likelihood/{name}", lambda: (lambda la: la.log_marginal_likelihood(torch.tensor(2.0, device=DEV), *([torch.tensor(0.5, device=DEV)] if kind == "regression" else [])))(fitted(kind, weights, structure)), limit=25)
        driver.work(f"tune/{name}", lambda: fitted(kind, weights, structure).optimize_prior_precision(pred_type="glm", n_steps=5), limit=25)
        driver.work(f"samples/{name}", lambda: (lambda la: (la.sample(5), la.functional_samples(x(), n_samples=5), la.predictive_samples(x(), n_samples=5), *((la.functional_samples(x(), pred_type="nn", n_samples=5), la.predictive_samples(x(), pred_type="nn", n_samples=5)) if weights == "all" else ())))(fitted(kind, weights, structure)), limit=25)
    driver.work(f"grid/{kind}", lambda: fitted(kind).optimize_prior_precision(pred_type="glm", method="gridsearch", val_loader=loader(kind), grid_size=5), limit=25)
    driver.work(f"grid/{kind}/running", lambda: fitted(kind).optimize_prior_precision(pred_type="glm", method="gridsearch", val_loader=loader(kind), grid_size=5, loss=torchmetrics.MeanSquaredError().to(DEV) if kind == "regression" else U.RunningNLLMetric().to(DEV)), limit=25)
    driver.work(f"joint/{kind}", lambda: fitted(kind, structure="full")(x(), joint=True) if kind == "regression" else fitted(kind, structure="full")(x(), diagonal_output=True, link_approx="mc"), limit=25)
    driver.work(f"functional/{kind}", lambda: (lambda la: (la.fit(loader(kind)), la(x()), la.log_marginal_likelihood(), la.optimize_prior_precision(pred_type="gp", n_steps=3), la.functional_samples(x(), n_samples=4)))(L.FunctionalLaplace(net(K if kind == "classification" else 1), kind, n_subset=20)), limit=25)
    driver.work(f"functional last layer/{kind}", lambda: (lambda la: (la.fit(loader(kind)), la(x()), la.log_marginal_likelihood()))(L.FunctionalLLLaplace(net(K if kind == "classification" else 1), kind, n_subset=20)), limit=25)
    driver.work(f"functional independent/{kind}", lambda: (lambda la: (la.fit(loader(kind)), la(x())))(L.FunctionalLaplace(net(K if kind == "classification" else 1), kind, n_subset=20, independent_outputs=True)), limit=25)
    def ella(**o): la = L.ELLA(net(K if kind == "classification" else 1), kind, subsample_size=16, n_eigenvalues=4, **o); return la
    driver.work(f"ella/{kind}", lambda: (lambda la: (la.fit(loader(kind)), la(x()), la.functional_samples(x(), n_samples=4), la.predictive_samples(x(), n_samples=4)))(ella()), limit=25)
    driver.work(f"ella/{kind}/validated", lambda: (lambda la: (la.fit(loader(kind), val_loader=loader(kind), val_steps=20), la(x(), joint=kind == "regression")))(ella()), limit=25)
    for choice in ("random", "kmeans"):
        driver.work(f"valla/{kind}/{choice}", lambda: (lambda la: (la.fit(loader(kind), iterations=4), la(x()), la.functional_samples(x(), n_samples=4)))(L.VaLLA(net(K if kind == "classification" else 1), kind, choice, num_inducing=6)), limit=25)
    driver.work(f"valla/{kind}/validated", lambda: (lambda la: la.fit(loader(kind), iterations=4, val_loader=loader(kind), val_steps=2))(L.VaLLA(net(K if kind == "classification" else 1), kind, x(6))), limit=25)
    for structure in ("diag", "kron", "full"):
        for prior in ("scalar", "layerwise", "diag") if structure != "kron" else ("scalar", "layerwise"):
            driver.work(f"training/{kind}/{structure}/{prior}", lambda: marglik_training(net(K if kind == "classification" else 1), loader(kind), kind, structure, n_epochs=2, n_hypersteps=2, prior_structure=prior, **({} if structure != "full" else {"backend": AsdlGGN})), limit=25)
driver.work("valla/alpha", lambda: L.VaLLA(net(), "classification", "random", num_inducing=5, alpha=0.5, mc_softmax_samples=3).fit(loader(), iterations=3), limit=25)
for backend in (AsdlEF, AsdlGGN, BackPackEF, BackPackGGN, CurvlinopsEF, CurvlinopsGGN):
    for structure in (("diag", "kron", "full") if backend in (AsdlEF, AsdlGGN, BackPackGGN) else ("diag", "full") if backend is BackPackEF else ("diag", "kron")):
        driver.work(f"backend/{backend.__name__}/{structure}", lambda: fitted(structure=structure, backend=backend)(x()), limit=25)
    driver.work(f"backend/{backend.__name__}/interface", lambda: (lambda b: (b.jacobians(x()), *(() if "BackPack" in backend.__name__ else (b.gradients(x(), torch.randint(K, (10,), device=DEV)), b.diag(x(), torch.randint(K, (10,), device=DEV), N=40)))))(backend(net(), "classification")), limit=25)
for backend in (AsdlHessian,):
    driver.work(f"backend/{backend.__name__}", lambda: backend(net(), "classification").full(x(), torch.randint(K, (10,), device=DEV)), limit=25)
for backend in (AsdlGGN, BackPackGGN): driver.work("backend/stochastic " + backend.__name__, lambda: fitted(structure="full", backend=backend, backend_kwargs={"stochastic": True}), limit=25)
for structure in ("diag", "kron", "full"):
    for prior in ("scalar", "layerwise", "diag") if structure != "kron" else ("scalar", "layerwise"):
        driver.work(f"tune/prior/{structure}/{prior}", lambda: fitted(structure=structure).optimize_prior_precision(pred_type="glm", n_steps=4, prior_structure=prior), limit=25)
def subnet(make, structure="full", kind="classification"):
    m = net(K if kind == "classification" else 1); mask = make(m); mask.select(loader(kind)); la = Laplace(m, kind, "subnetwork", structure, subnetwork_indices=mask.indices.cpu(), backend=AsdlGGN); la.fit(loader(kind)); return la(x()), la.sample(3), la.log_marginal_likelihood()
masks = {"random": lambda m: U.RandomSubnetMask(m, 10), "magnitude": lambda m: U.LargestMagnitudeSubnetMask(m, 10), "diagonal": lambda m: U.LargestVarianceDiagLaplaceSubnetMask(m, 10, L.DiagLaplace(m, "classification")), "swag": lambda m: U.LargestVarianceSWAGSubnetMask(m, 10, swag_n_snapshots=3), "names": lambda m: U.ParamNameSubnetMask(m, ["0.weight"]), "modules": lambda m: U.ModuleNameSubnetMask(m, ["2"]), "last": lambda m: U.LastLayerSubnetMask(m)}
for name, make in masks.items():
    for structure in ("full", "diag"):
        driver.work(f"subnetwork/{name}/{structure}", lambda: subnet(make, structure), limit=25)
def saved(structure): la = fitted(structure=structure); state = la.state_dict(); torch.save(state, "la.pt"); other = Laplace(la.model, "classification", "all", structure, **({"backend": AsdlGGN} if structure == "full" else {})); other.load_state_dict(torch.load("la.pt", weights_only=False)); return other(x())
for structure in ("full", "kron", "diag"): driver.work(f"saved/{structure}", lambda: saved(structure), limit=25)
def properties(structure): la = fitted(structure=structure); la.prior_precision = torch.ones(len(list(la.model.parameters())), device=DEV); return la.scatter, la.log_det_prior_precision, la.log_det_posterior_precision, la.log_det_ratio, la.square_norm(torch.randn_like(la.mean)), la.log_prob(torch.randn_like(la.mean)), la.log_prob(torch.randn_like(la.mean), normalized=False), la.prior_precision_diag, la.log_likelihood
for structure in ("full", "kron", "diag"): driver.work(f"properties/{structure}", lambda: properties(structure), limit=25)
driver.work("update", lambda: (lambda la: la.fit(loader(), override=False))(fitted()), limit=25); driver.work("through", lambda: fitted(enable_backprop=True)(x().requires_grad_()).sum().backward(), limit=25)
driver.work("last layer/reduced", lambda: fitted(weights="last_layer", last_layer_name="2")(x()), limit=25); driver.work("noise", lambda: fitted("regression", sigma_noise=0.5, temperature=0.7)(x()), limit=25)
driver.work("damping", lambda: fitted(damping=True)(x()), limit=25)
def kronecker(): k = fitted().H_facs; d = k.decompose(); return d.logdet(), (d * 2.0).to_matrix(), (d + torch.tensor([1.0], device=DEV)).diag(), k.diag(), k.to_matrix(), (k + k).to_matrix(), d.bmm(torch.randn(2, d.to_matrix().shape[0], device=DEV)), d.inv_square_form(torch.randn(2, 3, d.to_matrix().shape[0], device=DEV))
driver.work("kronecker", kronecker, limit=25)
def spd(n=5): a = torch.randn(n, n, device=DEV); return a @ a.T + torch.eye(n, device=DEV)
driver.work("helpers", lambda: (U.invsqrt_precision(spd()), U.kron(spd(), spd()), U.symeig(spd()), U.block_diag([spd(), spd(3)]), U.normal_samples(torch.zeros(4, 3, device=DEV), torch.ones(4, 3, device=DEV), 5), U.normal_samples(torch.zeros(4, 5, device=DEV), spd().repeat(4, 1, 1), 5), U.parameters_per_layer(net()), U.expand_prior_precision(torch.ones(4, device=DEV), net()), U.expand_prior_precision(torch.ones(1, device=DEV), net()), U.fix_prior_prec_structure(1.0, "layerwise", 4, 67, torch.device(DEV), torch.float32), U.get_nll(torch.rand(5, 3, device=DEV).softmax(-1), torch.randint(3, (5,), device=DEV)), list(U.SoDSampler(10, 4))))
driver.work("helpers/gaussian", lambda: (U.draw_gaussian(torch.zeros(4, 5, device=DEV), spd().repeat(4, 1, 1), 3, None), U.draw_gaussian(torch.zeros(4, 5, device=DEV), torch.zeros(4, 5, 5, device=DEV), 3, None)))
driver.work("helpers/swag", lambda: U.fit_diagonal_swag_var(net(), loader(gpu=True), nn.CrossEntropyLoss(), n_snapshots_total=3), limit=25)
driver.work("helpers/validate", lambda: (U.validate(fitted(), loader(), U.get_nll), U.validate(fitted(), loader(), U.RunningNLLMetric().to(DEV))), limit=25)
driver.work("helpers/features", lambda: (lambda f: (f(x()), f.forward_with_features(x())))(FeatureExtractor(net())))
driver.finish()
