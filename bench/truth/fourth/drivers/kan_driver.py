"""Kolmogorov-Arnold networks: training with its options, grids, pruning, symbolic formulas, attribution, splines, hypotheses and helpers."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("kan")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import matplotlib; matplotlib.use("Agg")
import numpy as np, sympy, torch, torch.nn as nn
from kan import KAN
from kan.MultKAN import MultKAN
from kan.KANLayer import KANLayer
from kan.Symbolic_KANLayer import Symbolic_KANLayer
from kan import utils as U, spline as SP, hypothesis as HY, compiler as CO, experiment as EX
from kan.LBFGS import LBFGS
from kan.MLP import MLP

os.makedirs("model"); open("model/history.txt", "w").close()
def f(x): return torch.exp(torch.sin(torch.pi * x[:, [0]]) + x[:, [1]] ** 2)
def data(n=60, **o): return U.create_dataset(f, n_var=2, train_num=n, test_num=n, device=DEV, **o)
def model(width=(2, 3, 1), grid=3, k=3, **o): return KAN(width=list(width), grid=grid, k=k, seed=0, device=DEV, auto_save=False, **o)
def x(n=20, d=2): return torch.rand(n, d, device=DEV) * 2 - 1
def trained(steps=4, opt="LBFGS", width=(2, 3, 1), made={}, **o): m = model(width, **made); d = data(); r = m.fit(d, opt=opt, steps=steps, **o); return m, d, r
fits = {"plain": {}, "adam": dict(opt="Adam", lr=0.01), "sparse": dict(lamb=0.01), "sparse coefficients": dict(lamb=0.01, lamb_coef=0.1, lamb_coefdiff=0.1), "still grid": dict(update_grid=False), "batches": dict(opt="Adam", batch=16, lr=0.01), "batches lbfgs": dict(batch=16), "own loss": dict(loss_fn=nn.L1Loss()), "avoiding": dict(singularity_avoiding=True, y_th=100.0), "regularized forward": dict(lamb=0.01, reg_metric="edge_forward_sum"), "regularized nodes": dict(lamb=0.01, reg_metric="node_backward"), "regularized edges": dict(lamb=0.01, reg_metric="edge_backward"), "forward spline": dict(lamb=0.01, reg_metric="edge_forward_spline_n"), "late grid": dict(steps=12, grid_update_num=3, start_grid_update_step=2), "rare log": dict(log=3)}
for name, o in fits.items():
    driver.work("fit/" + name, lambda: trained(**o), limit=30)
def measured():
    m = model(); d = data(); train = lambda: torch.mean((m(d["train_input"]) - d["train_label"]) ** 2); return m.fit(d, steps=3, metrics=(train,))
driver.work("fit/metrics", measured, limit=30)
made = {"plain": {}, "fixed base": dict(sb_trainable=False, sp_trainable=False), "identity": dict(base_fun="identity"), "zero": dict(base_fun="zero"), "sparse start": dict(sparse_init=True), "no symbols": dict(symbolic_enabled=False), "affine": dict(affine_trainable=True), "uniform grid": dict(grid_eps=1.0), "no activations": dict(save_act=False), "finer": dict(grid=8, k=2)}
for name, o in made.items():
    driver.work("made/" + name, lambda: trained(made=o, lamb=0.0), limit=30)
for name, w in {"deep": (2, 3, 3, 1), "products": (2, [2, 1], 1), "products deep": (2, [2, 1], [2, 1], 1), "wide": (2, 8, 1)}.items():
    driver.work("width/" + name, lambda: trained(width=w, lamb=0.001), limit=30)
driver.work("width/three factors", lambda: MultKAN(width=[2, [1, 1], 1], mult_arity=3, device=DEV, auto_save=False)(x()))
driver.work("by hand", lambda: (lambda m, opt: [(opt.zero_grad(), (m(x()) - 1).square().mean().backward(), opt.step()) for _ in range(3)])(*(lambda m: (m, torch.optim.Adam(m.parameters(), 1e-2)))(model())))
def on(g, **o): m, d, r = trained(lamb=0.01, **o); return g(m, d)
after = {
    "refine": lambda m, d: m.refine(6)(x()), "prune": lambda m, d: m.prune()(x()), "prune nodes": lambda m, d: m.prune_node(0.05)(x()), "prune named": lambda m, d: m.prune_node(mode="manual", active_neurons_id=[[0, 1]])(x()), "prune edges": lambda m, d: (m.attribute(), m.prune_edge(0.05)), "prune inputs": lambda m, d: m.prune_input(0.0)(x()), "remove": lambda m, d: (m.remove_edge(0, 0, 0), m.remove_node(1, 1), m(x())), "attribute": lambda m, d: (m.attribute(), m.attribute(0, 0, plot=False), m.feature_score, m.node_attribute()), "interactions": lambda m, d: m.feature_interaction(1), "update grid": lambda m, d: (m.update_grid_from_samples(x(50)), m.update_grid(x(50))), "from another": lambda m, d: model(grid=6).initialize_from_another_model(m, x(50)), "grid from another": lambda m, d: model().initialize_grid_from_another_model(m, x(50)), "saved": lambda m, d: (m.saveckpt("m")), "range": lambda m, d: m.get_range(0, 0, 0, verbose=False), "activation": lambda m, d: (m.get_act(d), m.get_act(x()), m.get_fun(0, 0, 0)), "plot": lambda m, d: m.plot(folder="figures"), "evaluate": lambda m, d: m.evaluate(d), "symbol": lambda m, d: (m.fix_symbolic(0, 0, 0, "sin", verbose=False), m(x()), m.unfix_symbolic(0, 0, 0)), "symbol without fit": lambda m, d: (m.fix_symbolic(0, 0, 0, "x^2", fit_params_bool=False, random=True), m(x())), "suggest": lambda m, d: m.suggest_symbolic(0, 0, 0, verbose=False, lib=["x", "x^2", "sin"]), "formula": lambda m, d: (m.auto_symbolic(lib=["x", "x^2"], verbose=0), m.symbolic_formula(), m.fit(d, steps=2)), "expand width": lambda m, d: (m.expand_width(1, 1), m(x())), "perturb": lambda m, d: (m.perturb(0.1), m(x())), "perturb more": lambda m, d: (m.perturb(0.1, mode="all"), m(x())), "tree": lambda m, d: m.tree(x(30)), "swap": lambda m, d: (m.swap(1, 0, 1), m.connection_cost, m(x())), "edges": lambda m, d: (m.n_edge, m.width_in, m.width_out, m.n_sum, m.n_mult), "copy": lambda m, d: m.copy()(x()), "regularization": lambda m, d: (m(x()), m.attribute(), m.node_attribute()) and [m.get_reg(r, 1.0, 2.0, 0.1, 0.1) for r in ("edge_forward_spline_n", "edge_forward_spline_u", "edge_forward_sum", "edge_backward", "node_backward")], "speed": lambda m, d: m.speed()(x())}
for name, g in after.items():
    driver.work("after/" + name, lambda: on(g), limit=30)
def kept(): m = KAN(width=[2, 2, 1], grid=3, k=3, seed=0, device=DEV, ckpt_path="./kept"); m.fit(data(), steps=2); m.prune(); return m.history("all"), m.rewind("0.0")
driver.work("kept", kept, limit=30)
driver.work("layer", lambda: (lambda l: (l(x(20, 3))[0].sum().backward(), l.update_grid_from_samples(x(50, 3)), l.get_subset([0, 1], [1]), l.swap(0, 1), KANLayer(3, 2, num=8, device=DEV).initialize_grid_from_parent(l, x(50, 3))))(KANLayer(3, 2, num=5, k=3, device=DEV)))
driver.work("layer/symbolic", lambda: (lambda l: (l.fix_symbolic(0, 0, "sin"), l.fix_symbolic(1, 0, "x^2", x(30, 1)[:, 0], x(30, 1)[:, 0] ** 2, verbose=False), l(x(20, 3)), l(x(20, 3), singularity_avoiding=True), l.get_subset([0], [0]), l.swap(0, 1)))(Symbolic_KANLayer(3, 2, device=DEV)))
grid = lambda: SP.extend_grid(torch.linspace(-1, 1, 6, device=DEV).repeat(2, 1), 3)
driver.work("spline", lambda: (SP.B_batch(x(), grid(), 3), SP.coef2curve(x(), grid(), torch.randn(2, 4, 8, device=DEV), 3), SP.curve2coef(x(40), torch.randn(40, 2, 4, device=DEV), grid(), 3)))
for name, o in {"values": {}, "normalized": dict(normalize_input=True, normalize_label=True), "rows": dict(f_mode="col")}.items(): driver.work("data/" + name, lambda: data(**o))
driver.work("data/made", lambda: U.create_dataset_from_data(x(), x(20, 1), device=DEV))
driver.work("helpers/fit", lambda: U.fit_params(x(50, 1)[:, 0], torch.sin(x(50, 1)[:, 0]), torch.sin, verbose=False, device=DEV)); driver.work("helpers/derivatives", lambda: (U.batch_jacobian(model(), x()), U.batch_jacobian(model(), x(), create_graph=True), U.batch_hessian(model(), x()))); driver.work("helpers/others", lambda: (U.sparse_mask(3, 4), U.model2param(model()), U.augment_input(sympy.symbols("a b"), [sympy.Symbol("a") * 2], x())))
for kind in ("hessian", "jacobian"): driver.work("helpers/derivative " + kind, lambda: U.get_derivative(model((2, 2, 1)), x(), x(20, 1), derivative=kind), limit=30)
exact = lambda x: x[:, [0]] ** 2 + x[:, [1]] * x[:, [2]]
driver.work("hypothesis/separability", lambda: (HY.detect_separability(exact, x(40, 3)), HY.detect_separability(exact, x(40, 3), mode="mul"), HY.test_separability(exact, x(40, 3), [[0], [1, 2]]), HY.test_general_separability(exact, x(40, 3), [[0], [1, 2]])), limit=30); driver.work("hypothesis/symmetry", lambda: (HY.test_symmetry(exact, x(40, 3), [1, 2]), HY.get_dependence(exact, x(40, 3), [1, 2]), HY.batch_grad_normgrad(exact, x(40, 3), [0, 1])), limit=30); driver.work("hypothesis/molecule", lambda: HY.get_molecule(exact, x(40, 3), verbose=False), limit=30); driver.work("hypothesis/tree", lambda: HY.plot_tree(exact, x(40, 3)), limit=30)
a, b = sympy.symbols("a b"); driver.work("compiled", lambda: CO.expr2kan([a, b], a ** 2 + sympy.sin(b)) if DEV == "cpu" else CO.expr2kan([a, b], a ** 2 + sympy.sin(b)).to(DEV))
def second_order(search): m = nn.Linear(3, 1).to(DEV); opt = LBFGS(m.parameters(), lr=0.5, line_search_fn=search, history_size=5); d = x(20, 3); [opt.step(lambda: (opt.zero_grad(), loss := (m(d) - 1).square().mean(), loss.backward())[1]) for _ in range(3)]
driver.work("optimizer", lambda: second_order(None)); driver.work("optimizer/search", lambda: second_order("strong_wolfe"))
driver.work("perceptron", lambda: (lambda m: (m.fit(data(), steps=3), m(x()), m.attribute(), m.w))(MLP([2, 4, 1], device=DEV, save_act=True)), limit=30); driver.work("perceptron/adam", lambda: MLP([2, 4, 1], device=DEV).fit(data(), opt="Adam", steps=3, lamb=0.01), limit=30)
driver.work("experiment", lambda: EX.pareto_frontier(np.random.rand(10), np.random.rand(10)))
driver.finish()
