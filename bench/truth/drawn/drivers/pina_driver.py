"""Operators, domains, models, losses and the trainer of pina on small problems."""
import logging, os, sys, warnings
from driving import Driver, DEV, ROOT
driver = Driver("pina")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
warnings.simplefilter("ignore")
logging.getLogger("lightning.pytorch").setLevel(logging.ERROR); logging.getLogger("pytorch_lightning").setLevel(logging.ERROR)
import torch, torch.nn as nn
from pina import Condition, Graph, LabelTensor, Trainer
import pina.adaptive_function as A, pina.domain as D, pina.equation as E, pina.loss as L, pina.model as M, pina.operator as O, pina.optim as OP, pina.solver as S, pina.weighting as W
from pina.callback import DataNormalizer, MetricTracker, R3Refinement, SwitchOptimizer, SwitchScheduler
from pina.graph import KNNGraph, RadiusGraph
from pina._src.core.graph import LabelBatch
from pina.model import block as B
import pina.problem.zoo as Z

def T(*s): return torch.randn(*s, device=DEV)
def U(*s): return torch.rand(*s, device=DEV)
def back(y):
    y = y.tensor if isinstance(y, LabelTensor) else y
    (y.abs() if y.is_complex() else y).square().mean().backward(); return y
def points(n=12, labels=("x", "y")): return LabelTensor(U(n, len(labels)), list(labels)).requires_grad_()
def outputs(p, labels=("u", "v")): x, y = p.extract(["x"]), p.extract(["y"]); return LabelTensor(torch.cat([x * x * y, x * y * y], 1).as_subclass(torch.Tensor), list(labels))
def labelled(): p = points(); x, y = p.extract(["x"]), p.extract(["y"]); u = x * x * y; u.labels = ["u"]; v = x * y * y; v.labels = ["v"]; return p, u.append(v)
for name, f in {"grad": lambda p, u: O.grad(u, p), "grad some": lambda p, u: O.grad(u, p, components=["u"], d=["x"]), "div": lambda p, u: O.div(u, p, components=["u", "v"], d=["x", "y"]), "laplacian": lambda p, u: O.laplacian(u, p), "laplacian div": lambda p, u: O.laplacian(u, p, components=["u"], d=["x", "y"], method="divgrad"), "advection": lambda p, u: O.advection(u, p, velocity_field=["u", "v"], components=["u", "v"], d=["x", "y"])}.items():
    driver.work("operator/" + name, lambda: f(*labelled()))
def tensors():
    t = LabelTensor(T(6, 3), ["a", "b", "c"]); u = LabelTensor(T(6, 1), ["d"]); t.extract(["a", "c"]), t.extract("b"), t.append(u), LabelTensor.cat([t, t]), LabelTensor.vstack([t, t]), LabelTensor.stack([t, t]), t[0], t[1:3], t[:, 1:], t["a"], t[torch.tensor([True, False] * 3, device=DEV)], t[torch.arange(3, device=DEV), :], t.clone(), t.to("cpu"), t.tensor, t + t, t.sum(), str(t), t.T, t.requires_grad_(), t.stored_labels, t.full_labels
driver.work("label tensor", tensors)
def summed(): t = LabelTensor(T(6, 3), ["a", "b", "c"]); u = LabelTensor.summation([t, t]) if hasattr(LabelTensor, "summation") else t; return u.detach(), t.squeeze(0)
driver.work("label tensor/sum", summed)
def domains():
    c = D.CartesianDomain({"x": [0, 1], "y": [0, 1]}); e = D.EllipsoidDomain({"x": [0, 1], "y": [0, 1]}); s = D.SimplexDomain([LabelTensor(torch.tensor([v], dtype=torch.float), ["x", "y"]) for v in ([0, 0], [1, 0], [0, 1])])
    for d in (c, e, s): d.sample(9, "random")
    for mode in ("grid", "lh", "chebyshev"): c.sample(4, mode)
    for cls in (D.Union, D.Intersection, D.Difference, D.Exclusion): cls([c, D.CartesianDomain({"x": [0.5, 2], "y": [0, 1]})]).sample(5, "random")
    c.is_inside(LabelTensor(T(1, 2), ["x", "y"]))
driver.work("domain", domains)
for name in ("CELU", "ELU", "Exp", "GELU", "Mish", "ReLU", "Sigmoid", "SiLU", "SIREN", "Softmax", "Softmin", "Tanh"):
    driver.work("adaptive/" + name, lambda: back(getattr(A, "Adaptive" + name)().to(DEV)(T(4, 3))))
driver.work("adaptive/fixed", lambda: (lambda a: (back(a(T(4, 3))), a.alpha, a.beta))(A.AdaptiveTanh(alpha=1.0, beta=2.0, fixed=["alpha"]).to(DEV)))
for name, make in {"lp": lambda: L.LpLoss(2), "lp inf": lambda: L.LpLoss("inf"), "lp relative": lambda: L.LpLoss(2, relative=True, reduction="sum"), "power": lambda: L.PowerLoss(3), "power relative": lambda: L.PowerLoss(2, relative=True, reduction="none"), "sinkhorn": lambda: L.SinkhornLoss(2, 0.1, 20)}.items():
    driver.work("loss/" + name, lambda: back(make()(T(5, 3).requires_grad_(), T(5, 3))))
models = {
    "feed": (lambda: M.FeedForward(2, 1), lambda: T(9, 2)), "feed layers": (lambda: M.FeedForward(2, 1, layers=[8, 8], func=[nn.Tanh, nn.ReLU, nn.Tanh][:2]), lambda: T(9, 2)), "residual": (lambda: M.ResidualFeedForward(2, 1, inner_size=8), lambda: T(9, 2)), "pirate": (lambda: M.PirateNet(2, 8, 1), lambda: T(9, 2)), "spline": (lambda: M.Spline(order=3, knots={"n": 10, "min": 0, "max": 1, "mode": "auto"}), lambda: U(9, 1)), "vectorized spline": (lambda: M.VectorizedSpline(order=3, knots={"n": 10, "min": 0, "max": 1, "mode": "auto", "n_splines": 1}), lambda: U(9, 1)), "kan": (lambda: M.KolmogorovArnoldNetwork([2, 4, 1]), lambda: U(9, 2)), "sindy": (lambda: M.SINDy([lambda x: x, lambda x: x**2], 2), lambda: T(9, 2)),
    "fno 1": (lambda: M.FNO(nn.Linear(1, 6), nn.Linear(6, 1), n_modes=4, dimensions=1, inner_size=6), lambda: T(2, 16, 1)), "fno 2": (lambda: M.FNO(nn.Linear(1, 6), nn.Linear(6, 1), n_modes=4, dimensions=2, inner_size=6), lambda: T(2, 16, 16, 1)), "fno 3": (lambda: M.FNO(nn.Linear(1, 4), nn.Linear(4, 1), n_modes=3, dimensions=3, inner_size=4), lambda: T(1, 8, 8, 8, 1)),
}
for name, (make, data) in models.items():
    driver.work("model/" + name, lambda: back(make().to(DEV)(data())))
def deeponet(): p = LabelTensor(T(9, 2), ["x", "y"]); m = M.DeepONet(M.FeedForward(1, 4), M.FeedForward(1, 4), ["x"], ["y"]).to(DEV); back(m(p)); back(M.MIONet({M.FeedForward(1, 4): ["x"], M.FeedForward(1, 4): ["y"]}).to(DEV)(p))
driver.work("model/deeponet", deeponet)
def averaging(): p = LabelTensor(T(2, 9, 3), ["u", "x", "y"]); back(M.AveragingNeuralOperator(nn.Linear(3, 8), nn.Linear(10, 1), ["u"], ["x", "y"]).to(DEV)(p))
driver.work("model/averaging", averaging)
def low_rank(): p = LabelTensor(T(2, 9, 3), ["u", "x", "y"]); back(M.LowRankNeuralOperator(nn.Linear(3, 8), nn.Linear(10, 1), ["u"], ["x", "y"], n_kernel_layers=2, rank=3).to(DEV)(p))
driver.work("model/low rank", low_rank)
def graph(n=8): return RadiusGraph(pos=U(n, 2), radius=0.6, x=T(n, 3), edge_attr=True)
driver.work("graph/radius", lambda: graph())
driver.work("domain/host", lambda: [d.is_inside(LabelTensor(torch.rand(1, 2), ["x", "y"])) for d in (D.EllipsoidDomain({"x": [0, 1], "y": [0, 1]}), D.SimplexDomain([LabelTensor(torch.tensor([v], dtype=torch.float), ["x", "y"]) for v in ([0, 0], [1, 0], [0, 1])]))])
driver.work("graph/nearest", lambda: KNNGraph(pos=torch.rand(8, 2), neighbours=3, x=torch.randn(8, 3), edge_attr=True).to(DEV))
driver.work("graph/plain", lambda: Graph(x=T(4, 2), edge_index=torch.tensor([[0, 1, 2], [1, 2, 3]], device=DEV), pos=U(4, 2), undirected=True))
driver.work("graph/batch", lambda: LabelBatch.from_data_list([graph(), graph()]))
def graph_operator(): g = graph(); back(M.GraphNeuralOperator(nn.Linear(3, 6), nn.Linear(6, 1), edge_features=g.edge_attr.shape[1], n_layers=2, internal_n_layers=1, inner_size=8).to(DEV)(g))
driver.work("model/graph", graph_operator)
def equivariant():
    g = graph(); g.vel = T(8, 2); out = M.EquivariantGraphNeuralOperator(n_egno_layers=2, node_feature_dim=3, edge_feature_dim=g.edge_attr.shape[1], pos_dim=2, modes=2, time_steps=3, hidden_dim=8, time_emb_dim=4, max_time_idx=9).to(DEV)(g); back(out[0] if isinstance(out, tuple) else out.x)
driver.work("model/equivariant", equivariant)
blocks = {
    "residual": (lambda: B.ResidualBlock(4, 3, 8, spectral_norm=True), lambda: T(5, 4)), "enhanced": (lambda: B.EnhancedLinear(nn.Linear(4, 3), nn.Tanh(), 0.1), lambda: T(5, 4)), "spectral 1": (lambda: B.SpectralConvBlock1D(3, 4, 4), lambda: T(2, 3, 16)), "spectral 2": (lambda: B.SpectralConvBlock2D(3, 4, [4, 4]), lambda: T(2, 3, 16, 16)), "spectral 3": (lambda: B.SpectralConvBlock3D(2, 2, [3, 3, 3]), lambda: T(1, 2, 8, 8, 8)), "fourier 1": (lambda: B.FourierBlock1D(3, 4, 4), lambda: T(2, 3, 16)), "fourier 2": (lambda: B.FourierBlock2D(3, 4, [4, 4]), lambda: T(2, 3, 16, 16)),
    "orthogonal": (lambda: B.OrthogonalBlock(dim=-1), lambda: T(8, 4)), "periodic": (lambda: B.PeriodicBoundaryEmbedding(1, 2.0, 3), lambda: T(5, 1)), "fourier features": (lambda: B.FourierFeatureEmbedding(2, 8, 1.0), lambda: T(5, 2)), "averaging": (lambda: B.AVNOBlock(8), lambda: T(2, 5, 8)), "pirate": (lambda: B.PirateNetBlock(6, nn.Tanh), None), "kan": (lambda: B.KANBlock(2, 3), lambda: U(5, 2)),
}
for name, (make, data) in blocks.items():
    if data: driver.work("block/" + name, lambda: back(make().to(DEV)(data().requires_grad_())))
driver.work("block/pirate", lambda: back(B.PirateNetBlock(6, nn.Tanh).to(DEV)(T(4, 6).requires_grad_(), T(4, 6), T(4, 6))))
def pod(scale): b = B.PODBlock(3, scale_coefficients=scale); x = T(12, 6); b.fit(x); b.to(DEV); b(x), b.expand(b.reduce(x)); b.rank = 2; b(x)
driver.work("block/pod", lambda: pod(True)); driver.work("block/pod plain", lambda: pod(False))
for kernel in ("linear", "thin_plate_spline", "cubic", "gaussian", "multiquadric"):
    driver.work("block/rbf " + kernel, lambda: (lambda b: (b.fit(U(12, 2), U(12, 1)), b(U(5, 2))))(B.RBFBlock(kernel=kernel, epsilon=1.0, smoothing=1e-3)))
driver.work("block/rbf neighbours", lambda: (lambda b: (b.fit(U(12, 2), U(12, 1)), b(U(5, 2))))(B.RBFBlock(degree=1)))
def continuous(optimize):
    c = B.ContinuousConvBlock(1, 2, [0.25, 0.25], {"domain": [1, 1], "start": [0, 0], "jump": [0.25, 0.25], "direction": [1, 1]}, optimize=optimize).to(DEV); x = torch.rand(2, 1, 20, 3, device=DEV); back(c(x))
driver.work("block/continuous", lambda: continuous(False)); driver.work("block/continuous optimized", lambda: continuous(True))
def spline_surface(): m = M.SplineSurface([3, 3], {"n": 6, "min": 0, "max": 1, "mode": "auto"}, {"n": 6, "min": 0, "max": 1, "mode": "auto"}).to(DEV); back(m(LabelTensor(U(9, 2), ["x", "y"])))
driver.work("model/spline surface", spline_surface)
driver.work("model/spline derivative", lambda: M.Spline(order=3, knots={"n": 10, "min": 0, "max": 1, "mode": "auto"}).to(DEV).derivative(U(9, 1), 1))

accelerator = "gpu" if DEV == "cuda" else "cpu"
def fit(solver, epochs=2, callbacks=(), test=False, **more):
    t = Trainer(solver, max_epochs=epochs, accelerator=accelerator, devices=1, enable_progress_bar=False, enable_model_summary=False, logger=False, enable_checkpointing=False, callbacks=list(callbacks), **more); t.train()
    if test: t.test()
    return t
def problem(cls=None, n=10, **more): p = (cls or Z.Poisson2DSquareProblem)(**more); [p.discretise_domain(n, "random", domains=[d]) for d in p.domains]; return p
def net(p, **more): return M.FeedForward(len(p.input_variables), len(p.output_variables), 8, 2, **more)
for name in ("Poisson2DSquareProblem", "HelmholtzProblem", "AllenCahnProblem", "AdvectionProblem", "DiffusionReactionProblem", "BurgersProblem", "AcousticWaveProblem"):
    driver.work("problem/" + name, lambda: (lambda p: fit(S.PhysicsInformedSingleModelSolver(p, net(p))))(problem(getattr(Z, name))), limit=30)
solvers = {"pinn": lambda p: S.PhysicsInformedSingleModelSolver(p, net(p)), "gradient": lambda p: S.GradientPhysicsInformedSingleModelSolver(p, net(p)), "rba": lambda p: S.RBAPhysicsInformedSingleModelSolver(p, net(p)), "competitive": lambda p: S.CompetitivePhysicsInformedSolver(p, net(p)), "self adaptive": lambda p: S.SelfAdaptivePhysicsInformedSolver(p, net(p)), "ensemble": lambda p: S.PhysicsInformedEnsembleSolver(p, [net(p), net(p)]),
           "scheduled": lambda p: S.PhysicsInformedSingleModelSolver(p, net(p), optimizer=OP.TorchOptimizer(torch.optim.Adam, lr=0.01), scheduler=OP.TorchScheduler(torch.optim.lr_scheduler.StepLR, step_size=1), loss=L.LpLoss(2)), "scalar": lambda p: S.PhysicsInformedSingleModelSolver(p, net(p), weighting=W.ScalarWeighting({"boundary": 2.0, "D": 1.0})), "ntk": lambda p: S.PhysicsInformedSingleModelSolver(p, net(p), weighting=W.NeuralTangentKernelWeighting(1, 0.5)), "adaptive weights": lambda p: S.PhysicsInformedSingleModelSolver(p, net(p), weighting=W.SelfAdaptiveWeighting(1)), "linear weights": lambda p: S.PhysicsInformedSingleModelSolver(p, net(p), weighting=W.LinearWeighting({"boundary": 1.0, "D": 1.0}, {"boundary": 2.0, "D": 3.0}, 2)), "lbfgs": lambda p: S.PhysicsInformedSingleModelSolver(p, net(p), optimizer=OP.TorchOptimizer(torch.optim.LBFGS, max_iter=3))}
for name, make in solvers.items():
    driver.work("solver/" + name, lambda: fit(make(problem())), limit=30)
    if name in ("pinn", "rba", "ensemble", "self adaptive"): driver.work("solver batches/" + name, lambda: fit(make(problem()), batch_size=4, train_size=0.7, val_size=0.2, test_size=0.1, test=True), limit=30)
driver.work("solver/causal", lambda: (lambda p: fit(S.CausalPhysicsInformedSingleModelSolver(p, net(p), n_steps=3, regularized_conditions=["D"])))(problem(Z.DiffusionReactionProblem)), limit=30)
def supervised(labels=False): x, y = torch.rand(20, 2), torch.rand(20, 1); return Z.SupervisedProblem(LabelTensor(x, ["x", "y"]), LabelTensor(y, ["u"]), ["x", "y"], ["u"]) if labels else Z.SupervisedProblem(x, y)
def plain(): return M.FeedForward(2, 1, 8, 2)
driver.work("supervised", lambda: fit(S.SupervisedSingleModelSolver(supervised(), plain(), use_lt=False), batch_size=5, train_size=0.7, val_size=0.2, test_size=0.1, test=True), limit=30)
driver.work("supervised/labels", lambda: fit(S.SupervisedSingleModelSolver(supervised(True), plain())), limit=30)
driver.work("supervised/ensemble", lambda: fit(S.SupervisedEnsembleSolver(supervised(), [plain(), plain()], use_lt=False), batch_size=5), limit=30)
driver.work("supervised/normalized", lambda: fit(S.SupervisedSingleModelSolver(supervised(), plain(), use_lt=False), callbacks=[DataNormalizer()], batch_size=5, train_size=0.8, val_size=0.2), limit=30)
for name, make in {"metrics": lambda: MetricTracker(), "switch": lambda: SwitchOptimizer(OP.TorchOptimizer(torch.optim.SGD, lr=0.01), 1), "scheduler": lambda: SwitchScheduler(OP.TorchScheduler(torch.optim.lr_scheduler.StepLR, step_size=1), 1), "refinement": lambda: R3Refinement(1)}.items():
    driver.work("callback/" + name, lambda: (lambda p: fit(S.PhysicsInformedSingleModelSolver(p, net(p)), epochs=3, callbacks=[make()], train_size=1.0))(problem()), limit=30)
def predicted(): p = problem(); s = S.PhysicsInformedSingleModelSolver(p, net(p)); fit(s); s.to(DEV); out = s(LabelTensor(U(5, 2), ["x", "y"])); return (out - p.solution(LabelTensor(U(5, 2), ["x", "y"]))).abs().max().item()
driver.work("predict", predicted, limit=30)
def equations():
    p, u = labelled(); u1 = u.extract(["u"]); E.FixedValue(0.0).residual(p, u1), E.FixedGradient(0.0).residual(p, u1), E.FixedFlux(0.0).residual(p, u), E.FixedLaplacian(1.0).residual(p, u1), E.Laplace().residual(p, u1), E.SystemEquation([E.FixedValue(0.0), E.Laplace()], reduction="mean").residual(p, u1), E.Equation(lambda i, o: o.extract(["u"]) - i.extract(["x"])).residual(p, u1)
driver.work("equations", equations)
driver.finish()
