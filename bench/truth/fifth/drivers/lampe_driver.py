"""Simulation-based inference: estimators of posteriors and ratios with their losses, training, sampling, coverage, chains, data sets, masks, figures."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("lampe")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import matplotlib; matplotlib.use("Agg")
import matplotlib.pyplot as plt, numpy as np, torch, torch.nn as nn, zuko
from itertools import islice
from lampe import data as D, diagnostics as C, inference as I, masks as K, nn as N, plots as P, utils as U

A, X = 3, 4
lower, upper = -3 * torch.ones(A, device=DEV), 3 * torch.ones(A, device=DEV)
def prior(): return zuko.distributions.BoxUniform(lower, upper)
def cpu_prior(): return zuko.distributions.BoxUniform(lower.cpu(), upper.cpu())
def simulate(t): return torch.stack([t[..., 0] + t[..., 1], t[..., 0] * t[..., 1], t[..., 2], t.sum(-1)], -1) + 0.1 * torch.randn(*t.shape[:-1], X, device=t.device)
def pair(n=16): t = prior().sample((n,)); return t, simulate(t)
def npe(**o): return I.NPE(A, X, **{"transforms": 2, "hidden_features": (16, 16), **o}).to(DEV)
def nre(**o): return I.NRE(A, X, **{"hidden_features": (16, 16), **o}).to(DEV)
def amnre(**o): return I.AMNRE(A, X, hidden_features=(16, 16), **o).to(DEV)
def fmpe(**o): return I.FMPE(A, X, hidden_features=(16, 16), **o).to(DEV)
masks = lambda: K.BernoulliMask(torch.full((A,), 0.5, device=DEV))
builds = {"maf": zuko.flows.MAF, "nsf": zuko.flows.NSF, "naf": zuko.flows.NAF, "gmm": None, "ncsf": zuko.flows.NCSF}
losses = {"npe": lambda: I.NPELoss(npe()), "nre": lambda: I.NRELoss(nre()), "bnre": lambda: I.BNRELoss(nre()), "cnre": lambda: I.CNRELoss(nre(), 4), "cnre two": lambda: I.CNRELoss(nre(), 2, 0.5), "bcnre": lambda: I.BCNRELoss(nre(), 4), "amnre": lambda: I.AMNRELoss(amnre(), masks()), "fmpe": lambda: I.FMPELoss(fmpe())}
def batches(n=3, vectorized=True): return islice(D.JointLoader(cpu_prior(), simulate, batch_size=16, vectorized=vectorized), n)
def trained(make, steps=3, clip=1.0):
    loss = make().to(DEV); opt = torch.optim.Adam(loss.parameters(), 1e-3); step = U.GDStep(opt, clip=clip); seen = []
    for t, x in batches(steps): seen.append(step(loss(t.to(DEV), x.to(DEV))).item())
    return torch.tensor(seen).mean().item(), loss
for name, make in losses.items():
    driver.work("loss/" + name, lambda: make().to(DEV)(*pair()).backward())
    driver.work("train/" + name, lambda: trained(make)); driver.work("train/not clipped " + name, lambda: trained(make, clip=None))
    driver.work("train/double " + name, lambda: make().to(DEV)(*pair(32)))
for name, b in builds.items():
    if b is not None: driver.work("posterior/" + name, lambda: (lambda m: (m(*pair()), m.flow(pair()[1]).sample((5,)), m.flow(pair(1)[1][0]).log_prob(pair(7)[0])))(npe(build=b, **({"bins": 4} if name == "nsf" else {}))))
driver.work("posterior/shapes", lambda: (lambda m: (m(pair(6)[0], pair(1)[1][0]), m(pair(1)[0][0], pair(6)[1])))(npe())); driver.work("ratio/shapes", lambda: (lambda m: (m(pair(6)[0], pair(1)[1][0]), m(pair(1)[0][0], pair(6)[1])))(nre()))
for act in (nn.ELU, nn.ReLU, nn.SiLU): driver.work("ratio/" + act.__name__, lambda: nre(activation=act)(*pair())); driver.work("posterior/" + act.__name__, lambda: npe(activation=act)(*pair()))
driver.work("ratio/residual", lambda: nre(build=N.ResMLP)(*pair())); driver.work("flow matching", lambda: (lambda m: (m(*pair(), torch.rand(16, device=DEV)), m.flow(pair(4)[1]).sample((2,)), m.flow(pair(4)[1]).log_prob(pair(4)[0])))(fmpe(freqs=2)), limit=30); driver.work("ratio/masked", lambda: (lambda m: (m(*pair(), masks().sample((16,))), m(*pair(), torch.tensor([True, False, True], device=DEV))))(amnre()))
for o in (dict(), dict(normalize=True), dict(activation=nn.SiLU)): driver.work(f"net/{o}", lambda: (N.ResMLP(4, 2, (16, 16, 8), **o).to(DEV)(torch.randn(5, 4, device=DEV)).sum().backward(), N.MLP(4, 2, (16,), **o).to(DEV)(torch.randn(5, 4, device=DEV)).sum().backward()))
chains = {"density": lambda: dict(f=lambda t: (-t.square().sum(-1) / 2).exp()), "logarithm": lambda: dict(log_f=lambda t: -t.square().sum(-1) / 2), "narrow": lambda: dict(log_f=lambda t: -t.square().sum(-1), sigma=0.1), "tensor": lambda: dict(log_f=lambda t: -t.square().sum(-1), sigma=torch.tensor([0.1, 0.2, 0.3], device=DEV))}
for name, o in chains.items(): driver.work("chain/" + name, lambda: (lambda s: (torch.cat(list(s(30, burn=5, step=2))), s.symmetric))(I.MetropolisHastings(torch.randn(8, A, device=DEV), **o())))
def ratio_chain(): m = nre(); x = pair(1)[1][0]; p = prior(); return torch.cat(list(I.MetropolisHastings(p.sample((8,)), log_f=lambda t: m(t, x) + p.log_prob(t), sigma=0.5)(20, burn=5)))
driver.work("chain/ratio", lambda: torch.no_grad()(ratio_chain)())
def tests(n=4): t = cpu_prior().sample((n,)); return list(zip(t, simulate(t)))
driver.work("coverage/sampled", lambda: C.expected_coverage_mc(npe().flow, tests(), n=64, device=DEV)); driver.work("coverage/sampled there", lambda: C.expected_coverage_mc(npe().flow, [(a.to(DEV), b.to(DEV)) for a, b in tests()], n=64))
driver.work("coverage/integrated", lambda: (lambda m, p: C.expected_coverage_ni(lambda t, x: m(t, x) + p.log_prob(t), tests(), (lower.cpu(), upper.cpu()), device=DEV, bins=8))(nre(), prior())); driver.work("coverage/integrated there", lambda: (lambda m: C.expected_coverage_ni(m, [(a.to(DEV), b.to(DEV)) for a, b in tests()], (lower, upper), bins=8, batch_size=100))(nre()))
driver.work("coverage/figure", lambda: P.coverage_plot(*C.expected_coverage_mc(npe().flow, tests(), n=32, device=DEV), legend="a"))
driver.work("grid", lambda: (U.gridapply(lambda t: t.square().sum(-1), (lower, upper), bins=6), U.gridapply(lambda t: t.sum(-1), (lower, upper), bins=(4, 5, 6), batch_size=20), U.gridapply(lambda t: t.sum(-1), (lower[:1], upper[:1]), 10)))
def sets():
    D.H5Dataset.store(D.JointLoader(cpu_prior(), simulate, batch_size=8, vectorized=True), "a.h5", 32, overwrite=True); s = D.H5Dataset("a.h5", batch_size=8, shuffle=True, chunk_size=8, chunk_step=2); o = D.H5Dataset("a.h5"); m = o.to_memory()
    return len(s), [(t.to(DEV), x.to(DEV)) for t, x in s], o[0], o[2:5], len(list(o)), len(m), [t.to(DEV).mean().item() for t, x in D.JointDataset(*(z.clone() for z in (m.theta, m.x)), batch_size=8, shuffle=True)]
driver.work("data/file", sets)
driver.work("data/there", lambda: (lambda s: (len(s), s[0], s[:4], [t.sum() for t, _ in s]))(D.JointDataset(*pair(20), batch_size=8, shuffle=True))); driver.work("data/there each", lambda: [t.sum() for t, _ in D.JointDataset(*pair(5))]); driver.work("data/there in order", lambda: [t.sum() for t, _ in D.JointDataset(*pair(20), batch_size=8)])
driver.work("data/loader", lambda: [t.to(DEV) for t, _ in batches(2, False)]); driver.work("data/arrays", lambda: next(iter(D.JointLoader(cpu_prior(), lambda t: np.concatenate([t, t[..., :1]], -1), batch_size=8, vectorized=True, numpy=True)))); driver.work("data/gpu loader", lambda: list(islice(D.IterableJointDataset(prior(), simulate, (8,)), 2)))
def epochs():
    m = npe(); loss = I.NPELoss(m); opt = torch.optim.Adam(m.parameters(), 1e-3); step = U.GDStep(opt, 1.0); s = D.JointDataset(*pair(48), batch_size=16, shuffle=True); v = D.JointDataset(*pair(16), batch_size=16); best = []
    for _ in range(2):
        m.train(); l = torch.stack([step(loss(t, x)) for t, x in s]).cpu().numpy(); m.eval()
        with torch.no_grad(): best.append(min(loss(t, x).item() for t, x in v))
    return l.mean(), best
driver.work("epochs", epochs); driver.work("epochs/lost", lambda: (lambda m: [U.GDStep(torch.optim.SGD(m.parameters(), 0.1), c)(m(torch.randn(2, 4, device=DEV)).sum() * float("nan")) for c in (None, 1.0)])(nn.Linear(4, 1).to(DEV)))
driver.work("masks", lambda: (lambda m, b: (m.sample((5,)), m.log_prob(b), K.mask2str(b[0]), K.str2mask("101"), K.SelectionMask(b).sample((3,)), K.SelectionMask(b).log_prob(b[1])))(masks(), masks().sample((4,))))
def hold(f): r = f(); plt.close("all"); return r
driver.work("figures/corner", lambda: hold(lambda: P.mark_point(P.corner(npe().flow(pair(1)[1][0]).sample((200,)).detach().cpu(), domain=(lower.cpu(), upper.cpu()), bins=8, smooth=1, labels=["a", "b", "c"], legend="d"), pair(1)[0][0].cpu(), legend="e")), limit=30); driver.work("figures/weights", lambda: hold(lambda: P.corner(torch.randn(100, 2), weights=torch.rand(100), bins=6)))
driver.work("figures/levels", lambda: (P.credible_levels(np.random.rand(8, 8), np.array([0.5, 0.9])), P.gaussian_blur(np.random.rand(8, 8)), P.nice_rc()))
driver.finish()
