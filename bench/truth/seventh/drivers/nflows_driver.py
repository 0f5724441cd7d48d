"""Normalizing flows: all transforms forward, inverse and trained, flows with and without context, distributions, networks, splines, images, saving."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("nflows")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from nflows import distributions as Di, flows as Fl, transforms as T, utils as U
from nflows.distributions.uniform import BoxUniform
from nflows.nn import nets as N
from nflows.nn.nde import MixtureOfGaussiansMADE
from nflows.nn.nde import made as NM
from nflows.transforms import made as TM, splines as S, nonlinearities as NL
from nflows.transforms.base import InputOutsideDomain, InverseNotAvailable

B, D, C = 32, 6, 4  # rows, features, context
x = lambda *s: torch.randn(*(s or (B, D)), device=DEV)
u = lambda *s: torch.rand(*(s or (B, D)), device=DEV) * 0.96 + 0.02
ctx = lambda n=B: torch.randn(n, C, device=DEV)
def work(name, f, **o): driver.work(name, f, **o)
def raises(f, *kinds):
    try: return f()
    except (kinds or (ValueError, TypeError, RuntimeError, AssertionError, NotImplementedError, AttributeError, Di.NoMeanException, InputOutsideDomain, InverseNotAvailable)) as error: return str(error)
def both(t, z, c=None):  # there and back
    t = t.to(DEV); y, l = t(z, c); w, m = t.inverse(y.detach(), c); return (w - z).abs().max().item(), (l + m).abs().max().item()
def trained(flow, z, c=None, steps=3, lr=1e-3, clip=None):
    flow = flow.to(DEV); opt = torch.optim.Adam(flow.parameters(), lr); seen = []
    for _ in range(steps):
        flow.train(); opt.zero_grad(); e = -flow.log_prob(inputs=z, context=c).mean(); e.backward()
        if clip: nn.utils.clip_grad_norm_(flow.parameters(), clip)
        opt.step(); seen.append(e.item())
    flow.eval()
    return seen
def used(flow, z, c=None, inverse=True):
    seen = trained(flow, z, c)
    with torch.no_grad():
        out = [flow.transform_to_noise(z, c), flow.log_prob(z, c)]
        if inverse: out += [flow.sample(5, None if c is None else c[:3]), flow.sample_and_log_prob(4, None if c is None else c[:3])]
        if inverse and c is None: out += [flow.sample(7, batch_size=3)]
    return seen, [o[0].mean().item() if isinstance(o, tuple) else o.mean().item() for o in out]
def there(f):  # what makes its tensors on the default device
    with torch.device(DEV): return f()
net = lambda i, o: N.ResidualNet(i, o, hidden_features=16, num_blocks=1)
net_c = lambda i, o: N.ResidualNet(i, o, hidden_features=16, context_features=C, num_blocks=2, dropout_probability=0.1, use_batch_norm=True)
conv = lambda i, o: N.ConvResidualNet(i, o, hidden_channels=8, num_blocks=1)
alternating, middle, random_mask = (lambda: U.create_alternating_binary_mask(D, even=False)), (lambda: U.create_mid_split_binary_mask(D)), (lambda: U.create_random_binary_mask(D))
# Couplings
couplings = {"affine": T.AffineCouplingTransform, "additive": T.AdditiveCouplingTransform, "linear": T.PiecewiseLinearCouplingTransform, "quadratic": T.PiecewiseQuadraticCouplingTransform, "cubic": T.PiecewiseCubicCouplingTransform, "rational": T.PiecewiseRationalQuadraticCouplingTransform}
for name, kind in couplings.items():
    z = u if name in ("linear", "quadratic", "cubic", "rational") else x
    work(f"coupling/{name}", lambda: both(kind(alternating(), net), z())); work(f"coupling/{name}/middle", lambda: both(kind(middle(), net), z())); work(f"coupling/{name}/random", lambda: both(kind(random_mask(), net), z())); work(f"coupling/{name}/context", lambda: both(kind(alternating(), net_c), z(), ctx()))
    work(f"coupling/{name}/images", lambda: both(kind(torch.tensor([1, 0, 1, 0]), conv), z(4, 4, 8, 8)))
    if z is u:
        work(f"coupling/{name}/tails", lambda: both(kind(alternating(), net, num_bins=5, tails="linear", tail_bound=2.0), x())); work(f"coupling/{name}/unconditional", lambda: both(kind(alternating(), net, apply_unconditional_transform=True, num_bins=4), u())); work(f"coupling/{name}/unconditional tails", lambda: both(kind(alternating(), net, tails="linear", apply_unconditional_transform=True, tail_bound=3.0), x()))
        work(f"coupling/{name}/unconditional images", lambda: both(kind(torch.tensor([1, 0, 1, 0]), conv, apply_unconditional_transform=True, img_shape=[8, 8], num_bins=4), u(4, 4, 8, 8)))
    work(f"flow/coupling/{name}", lambda: used(Fl.Flow(T.CompositeTransform([kind(m, net, **(dict(tails="linear", tail_bound=4.0) if z is u else {})) for m in (alternating(), middle())]), Di.StandardNormal([D])), x()), limit=30)
    work(f"flow/coupling/{name}/context", lambda: used(Fl.Flow(kind(alternating(), net_c, **(dict(tails="linear") if z is u else {})), Di.ConditionalDiagonalNormal([D], context_encoder=nn.Linear(C, 2 * D))), x(), ctx()), limit=30)
work("coupling/wrong", lambda: [raises(f) for f in (lambda: T.AffineCouplingTransform(torch.zeros(2, 2), net), lambda: T.AffineCouplingTransform([], net), lambda: both(T.AffineCouplingTransform(alternating(), net), x(4, 3)), lambda: both(T.AffineCouplingTransform(alternating(), net), x(4)))])
# Autoregressive ones
class BoxNormal(Di.Distribution):
    """The box as a flow's base."""
    def __init__(self): super().__init__(); self.register_buffer("a", torch.zeros(D))
    def _log_prob(self, inputs, context): return BoxUniform(self.a - 0.1, self.a + 1.1).log_prob(inputs)
    def _sample(self, n, context): return BoxUniform(self.a, self.a + 1).sample((n,))
auto = {"affine": (T.MaskedAffineAutoregressiveTransform, x, {}), "linear": (T.MaskedPiecewiseLinearAutoregressiveTransform, u, {"num_bins": 5}), "quadratic": (T.MaskedPiecewiseQuadraticAutoregressiveTransform, u, {"num_bins": 5}), "quadratic tails": (T.MaskedPiecewiseQuadraticAutoregressiveTransform, x, {"num_bins": 5, "tails": "linear", "tail_bound": 2.0}), "cubic": (T.MaskedPiecewiseCubicAutoregressiveTransform, u, {"num_bins": 5}), "rational": (T.MaskedPiecewiseRationalQuadraticAutoregressiveTransform, u, {"num_bins": 5}), "rational tails": (T.MaskedPiecewiseRationalQuadraticAutoregressiveTransform, x, {"num_bins": 5, "tails": "linear", "tail_bound": 3.0})}
for name, (kind, z, o) in auto.items():
    make = lambda **p: kind(features=D, hidden_features=16, **{**o, **p})
    work(f"auto/{name}", lambda: both(make(), z())); work(f"auto/{name}/blocks", lambda: both(make(num_blocks=1, use_residual_blocks=False, activation=torch.tanh), z())); work(f"auto/{name}/random mask", lambda: both(make(use_residual_blocks=False, random_mask=True), z())); work(f"auto/{name}/context", lambda: both(make(context_features=C), z(), ctx()))
    work(f"auto/{name}/norm", lambda: (lambda t, v: t(v)[0].sum().backward())(make(use_batch_norm=True, dropout_probability=0.2).to(DEV), z()))
    work(f"flow/auto/{name}", lambda: used(Fl.Flow(make(), Di.StandardNormal([D]) if z is x else BoxNormal()), z(), inverse=True), limit=30)
    if z is x: work(f"flow/auto/{name}/context", lambda: used(Fl.Flow(T.CompositeTransform([make(context_features=C), T.ReversePermutation(D), make(context_features=C)]), Di.StandardNormal([D]), nn.Linear(C, C)), x(), ctx()), limit=30)
    work(f"flow/inverse auto/{name}", lambda: trained(Fl.Flow(T.InverseTransform(make()), Di.StandardNormal([D])), z(), steps=1))
# Linear ones, with and without their caches
linears = {"naive": T.NaiveLinear, "naive plain": lambda f, **o: T.NaiveLinear(f, orthogonal_initialization=False, **o), "lu": T.LULinear, "lu random": lambda f, **o: T.LULinear(f, identity_init=False, **o), "qr": lambda f, **o: T.QRLinear(f, 3, **o), "qr even": lambda f, **o: T.QRLinear(f, 4, **o), "svd": lambda f, **o: T.SVDLinear(f, 4, **o), "svd random": lambda f, **o: T.SVDLinear(f, 2, identity_init=False, **o)}
def cached(make):
    t = make(D, using_cache=True).to(DEV).eval(); y, _ = t(x()); r = [raises(lambda: t.inverse(y)), raises(lambda: t(x()))]; t.train(); t.eval(); t.use_cache(True); r += [raises(lambda: t.inverse(y)), t(y), raises(lambda: t.use_cache(1))]; t.cache.invalidate(); return len(r)
for name, make in linears.items():
    work(f"linear/{name}/forward", lambda: make(D).to(DEV)(x())[1].mean().item()); work(f"linear/{name}", lambda: raises(lambda: both(make(D), x()))); work(f"linear/{name}/cached", lambda: cached(make)); work(f"linear/{name}/cached there", lambda: there(lambda: cached(make)))
    work(f"linear/{name}/weights", lambda: there(lambda: (lambda t: [raises(f) for f in (t.weight, t.logabsdet, t.weight_inverse, t.weight_and_logabsdet, t.weight_inverse_and_logabsdet)])(make(D).to(DEV)))); work(f"linear/{name}/parts", lambda: (lambda t: [raises(f) for f in (t.weight, t.logabsdet, t.weight_and_logabsdet)])(make(D).to(DEV)))
    work(f"flow/linear/{name}", lambda: trained(Fl.Flow(T.CompositeTransform([T.RandomPermutation(D), make(D), T.MaskedAffineAutoregressiveTransform(D, 16)]), Di.StandardNormal([D])), x(), clip=1.0))
work("linear/convolution", lambda: raises(lambda: both(T.OneByOneConvolution(4, using_cache=False), x(2, 4, 6, 6)))); work("linear/convolution forward", lambda: T.OneByOneConvolution(4, identity_init=False).to(DEV)(x(2, 4, 6, 6))[1]); work("linear/convolution wrong", lambda: (raises(lambda: T.OneByOneConvolution(4).to(DEV)(x(2, 4))), raises(lambda: T.OneByOneConvolution(4).to(DEV).inverse(x(2, 4)))))
for n in (2, 3, 6): work(f"linear/householder {n}", lambda: (both(T.HouseholderSequence(D, n), x()), there(lambda: T.HouseholderSequence(D, n).to(DEV).matrix())))
work("linear/wrong", lambda: [raises(f) for f in (lambda: T.NaiveLinear(0), lambda: T.HouseholderSequence(0, 1), lambda: T.HouseholderSequence(2, 0), lambda: T.SVDLinear(D, 3))])
# Elementwise ones
fixed = {"tanh": (T.Tanh, lambda: x().clamp(-2, 2)), "log tanh": (T.LogTanh, lambda: 2 * x()), "log tanh 2": (lambda: T.LogTanh(2), lambda: 4 * x()), "leaky": (lambda: T.LeakyReLU(0.1), x), "sigmoid learned": (lambda: T.Sigmoid(temperature=2.0, learn_temperature=True), x), "sigmoid": (T.Sigmoid, x), "logit": (T.Logit, u), "cauchy": (NL.CauchyCDF, x), "cauchy inverse": (NL.CauchyCDFInverse, u), "identity": (T.IdentityTransform, x), "affine": (lambda: T.PointwiseAffineTransform(1.0, 2.0), x), "affine tensors": (lambda: T.PointwiseAffineTransform(torch.randn(D, device=DEV), torch.rand(D, device=DEV) + 0.5), x), "old affine": (lambda: T.AffineTransform(None, None), x), "old scalar": (lambda: T.AffineScalarTransform(2.0, 3.0), x), "permutation": (lambda: T.Permutation(torch.randperm(D, device=DEV)), x), "random permutation": (lambda: T.RandomPermutation(D), x), "reverse": (lambda: T.ReversePermutation(D), x), "channels": (lambda: T.ReversePermutation(4), lambda: x(2, 4, 3, 3)), "squeeze": (T.SqueezeTransform, lambda: x(2, 3, 8, 8)), "squeeze 4": (lambda: T.SqueezeTransform(4), lambda: x(2, 1, 8, 8)), "actnorm": (lambda: T.ActNorm(D), x), "actnorm images": (lambda: T.ActNorm(3), lambda: 2 + 3 * x(4, 3, 5, 5))}
for name, (make, z) in fixed.items(): work(f"fixed/{name}", lambda: both(make(), z())); work(f"fixed/{name}/gradient", lambda: (lambda v, t: (lambda o: (o[0].sum() + o[1].sum()).backward() if o[0].requires_grad else None)(t(v)))(z().requires_grad_(), make().to(DEV)))
work("fixed/gate", lambda: (lambda t, c: (t(x(B, 1), c), t.inverse(x(B, 1), c)))(T.GatedLinearUnit(), x(B, 1))); work("fixed/outside", lambda: [raises(lambda t=t: t.to(DEV).inverse(3 * x())) for t in (T.Tanh(), T.Sigmoid(learn_temperature=True), NL.CauchyCDF())])
def norm(**o):
    t = T.BatchNorm(D, **o).to(DEV); t(x()); t(x() + 1); r = raises(lambda: t.inverse(x()), InverseNotAvailable); t.eval(); return both(t, x()), r, raises(lambda: t(x(2, D, 3))), raises(lambda: t.inverse(x(2, D, 3)))
work("fixed/batch norm", norm); work("fixed/batch norm momentum", lambda: norm(momentum=0.5, eps=1e-3)); work("fixed/wrong", lambda: [raises(f) for f in (lambda: T.BatchNorm(0), lambda: T.ActNorm(0), lambda: T.ActNorm(D).to(DEV)(x(2, D, 3)), lambda: T.ActNorm(D).to(DEV).inverse(x(2, D, 3)), lambda: T.LogTanh(0), lambda: T.LeakyReLU(0), lambda: T.PointwiseAffineTransform(1.0, torch.tensor([-1.0, 2.0], device=DEV)), lambda: T.SqueezeTransform(1), lambda: T.SqueezeTransform()(x(2, 3)), lambda: T.SqueezeTransform().inverse(x(2, 3, 4, 4)), lambda: T.SqueezeTransform()(x(2, 3, 5, 5)), lambda: T.Permutation(torch.zeros(2, 2)), lambda: T.Permutation(torch.arange(3), 0), lambda: T.Permutation(torch.arange(3, device=DEV))(x()), lambda: T.Permutation(torch.arange(3, device=DEV), 2)(x()), lambda: T.RandomPermutation(0), lambda: T.ReversePermutation(0), lambda: T.Transform()(x()), lambda: T.Transform().inverse(x()))])
cdfs = {"linear": T.PiecewiseLinearCDF, "quadratic": T.PiecewiseQuadraticCDF, "cubic": T.PiecewiseCubicCDF, "rational": T.PiecewiseRationalQuadraticCDF}
for name, kind in cdfs.items():
    work(f"cdf/{name}", lambda: both(kind([D], num_bins=6), u())); work(f"cdf/{name}/tails", lambda: both(kind([D], num_bins=6, tails="linear", tail_bound=2.0), 2 * x())); work(f"cdf/{name}/images", lambda: both(kind([2, 4, 4]), u(3, 2, 4, 4)))
    work(f"cdf/{name}/squashed", lambda: both(T.CompositeCDFTransform(T.Sigmoid(learn_temperature=True), kind([D])), x())); work(f"cdf/{name}/flow", lambda: used(Fl.Flow(T.CompositeTransform([kind([D], tails="linear", tail_bound=3.0), T.PointwiseAffineTransform(0.0, 2.0)]), Di.StandardNormal([D])), x()))
# Splines as functions
bins = lambda k=5: torch.randn(B, D, k, device=DEV)
for inverse in (False, True):
    work(f"spline/linear/{inverse}", lambda: (S.linear_spline(u(), bins(), inverse=inverse), S.linear_spline(2 * u(), bins(), inverse=inverse, left=0.0, right=2.0, bottom=0.0, top=2.0), S.unconstrained_linear_spline(3 * x(), bins(), inverse=inverse, tail_bound=2.0))); work(f"spline/quadratic/{inverse}", lambda: (S.quadratic_spline(u(), bins(), bins(6), inverse=inverse), S.quadratic_spline(u(), bins(), bins(4), inverse=inverse), S.unconstrained_quadratic_spline(3 * x(), bins(), bins(4), inverse=inverse, tail_bound=2.0)))
    work(f"spline/cubic/{inverse}", lambda: (S.cubic_spline(u(), bins(), bins(), bins(1), bins(1), inverse=inverse), S.unconstrained_cubic_spline(3 * x(), bins(), bins(), bins(1), bins(1), inverse=inverse, tail_bound=2.0))); work(f"spline/rational/{inverse}", lambda: (S.rational_quadratic_spline(u(), bins(), bins(), bins(6), inverse=inverse), S.unconstrained_rational_quadratic_spline(3 * x(), bins(), bins(), bins(4), inverse=inverse, tail_bound=2.0)))
work("spline/outside", lambda: [raises(f) for f in (lambda: S.linear_spline(x(), bins()), lambda: S.quadratic_spline(x(), bins(), bins(6)), lambda: S.cubic_spline(x(), bins(), bins(), bins(1), bins(1)), lambda: S.rational_quadratic_spline(x(), bins(), bins(), bins(6)), lambda: S.rational_quadratic_spline(u(), bins(), bins(), bins(6), min_bin_width=1.0), lambda: S.rational_quadratic_spline(u(), bins(), bins(), bins(6), min_bin_height=1.0), lambda: S.quadratic_spline(u(), bins(), bins(6), min_bin_width=1.0), lambda: S.cubic_spline(u(), bins(), bins(), bins(1), bins(1), min_bin_height=1.0), lambda: S.unconstrained_linear_spline(x(), bins(), tails="none"), lambda: S.unconstrained_quadratic_spline(x(), bins(), bins(4), tails="none"), lambda: S.unconstrained_cubic_spline(x(), bins(), bins(), bins(1), bins(1), tails="none"), lambda: S.unconstrained_rational_quadratic_spline(x(), bins(), bins(), bins(4), tails="none"))])
# Flows as they come
for o in (dict(), dict(use_residual_blocks=False), dict(use_residual_blocks=False, use_random_masks=True), dict(use_random_permutations=True), dict(batch_norm_within_layers=True), dict(batch_norm_between_layers=True), dict(activation=torch.tanh, dropout_probability=0.2)): work(f"flow/masked/{list(o)}", lambda: used(Fl.MaskedAutoregressiveFlow(D, 16, 2, 2, **o), x()), limit=30)
for o in (dict(), dict(use_volume_preserving=True), dict(batch_norm_within_layers=True), dict(batch_norm_between_layers=True), dict(activation=torch.tanh, dropout_probability=0.2)): work(f"flow/realnvp/{list(o)}", lambda: used(Fl.SimpleRealNVP(D, 16, 3, 1, **o), x()), limit=30)
def glow(steps=2, levels=2):
    shape = (4, 8, 8); t = T.MultiscaleCompositeTransform(levels); c, h, w = shape
    for l in range(levels):
        squeeze = T.SqueezeTransform(); c, h, w = squeeze.get_output_shape(c, h, w)
        layer = T.CompositeTransform([squeeze] + [s for _ in range(steps) for s in (T.ActNorm(c), T.OneByOneConvolution(c), T.AffineCouplingTransform(U.create_mid_split_binary_mask(c), conv))])
        hidden = t.add_transform(layer, (c, h, w)); c = hidden[0] if hidden else c
    return Fl.Flow(t, Di.StandardNormal([256]))
work("flow/glow", lambda: trained(glow(), x(4, 4, 8, 8)), limit=30); work("flow/glow back", lambda: raises(lambda: (lambda f: (f.log_prob(x(4, 4, 8, 8)), f.sample(2)))(glow().to(DEV))), limit=30)
def multiscale(n=2, dim=1): t = T.MultiscaleCompositeTransform(n, dim); s = (4, 4); [exec("pass") for _ in ()]; a = t.add_transform(T.IdentityTransform(), s); b = t.add_transform(T.PointwiseAffineTransform(1.0, 2.0), a); return t
for dim in (1, 2): work(f"flow/multiscale {dim}", lambda: both(multiscale(2, dim), x(3, 4, 4)))
work("flow/multiscale wrong", lambda: [raises(f) for f in (lambda: T.MultiscaleCompositeTransform(2, 0), lambda: multiscale(1), lambda: multiscale(2)(x(3)), lambda: multiscale(3)(x(3, 4, 4)), lambda: multiscale(2).inverse(x(3, 4, 4)), lambda: multiscale(3).inverse(x(3, 16)), lambda: T.MultiscaleCompositeTransform(2, 3).add_transform(T.IdentityTransform(), (4, 4)), lambda: T.MultiscaleCompositeTransform(2).add_transform(T.IdentityTransform(), (1, 4)))])
def moons(context=False):  # as in the examples
    rng = np.random.RandomState(0); a = rng.rand(128) * np.pi; y = rng.randint(0, 2, 128); p = np.stack([np.cos(a) + y, np.sin(a) * (1 - 2 * y) + 0.5 * y], 1) + 0.1 * rng.randn(128, 2)
    p = torch.tensor(p, dtype=torch.float32).to(DEV); y = torch.tensor(y, dtype=torch.float32).to(DEV).view(-1, 1)
    base = Di.ConditionalDiagonalNormal([2], context_encoder=nn.Linear(1, 4)) if context else Di.StandardNormal([2])
    flow = Fl.Flow(T.CompositeTransform([t for _ in range(3) for t in (T.ReversePermutation(2), T.MaskedAffineAutoregressiveTransform(2, 4, **({"context_features": 1} if context else {})))]), base).to(DEV); seen = trained(flow, p, y if context else None, 5)
    grid = torch.stack(torch.meshgrid(torch.linspace(-2, 2, 8), torch.linspace(-2, 2, 8), indexing="ij"), -1).reshape(-1, 2).to(DEV)
    with torch.no_grad(): z = flow.log_prob(grid, torch.zeros(64, 1, device=DEV) if context else None).exp().cpu().numpy()
    return seen, z.sum()
work("flow/moons", moons); work("flow/conditional moons", lambda: moons(True))
def saved(): f = Fl.MaskedAutoregressiveFlow(D, 16, 2, 1).to(DEV); torch.save(f.state_dict(), "flow.pt"); g = Fl.MaskedAutoregressiveFlow(D, 16, 2, 1); g.load_state_dict(torch.load("flow.pt", map_location=DEV)); g.to(DEV); v = x(); return torch.allclose(f.log_prob(v), g.log_prob(v))
work("flow/saved", saved); work("flow/copied", lambda: (lambda t: (t(x()), t.cpu() if DEV == "cpu" else t))(T.CompositeTransform([T.LULinear(D), T.ActNorm(D)]).to(DEV))); work("flow/wrong", lambda: [raises(f) for f in (lambda: Fl.Flow(T.IdentityTransform(), Di.StandardNormal([D]), embedding_net=3), lambda: Fl.Flow(T.IdentityTransform(), Di.StandardNormal([D]))(x()), lambda: Fl.Flow(T.IdentityTransform(), Di.StandardNormal([D])).to(DEV).log_prob(x(), ctx(3)), lambda: Fl.Flow(T.IdentityTransform(), Di.StandardNormal([D])).to(DEV).sample(0), lambda: Fl.Flow(T.IdentityTransform(), Di.StandardNormal([D])).to(DEV).sample(4, batch_size=0))])
work("flow/embedded", lambda: used(Fl.Flow(T.MaskedAffineAutoregressiveTransform(D, 16, context_features=3), Di.ConditionalDiagonalNormal([D], nn.Linear(3, 2 * D)), nn.Sequential(nn.Linear(C, 8), nn.ReLU(), nn.Linear(8, 3))), x(), ctx()))
# Distributions
def dist(d, z, c=None): d = d.to(DEV); return [raises(f) for f in (lambda: d.log_prob(z, c).sum().item(), lambda: d.sample(5, c), lambda: d.sample_and_log_prob(5, c), lambda: d.mean(c), lambda: d.sample(5, c, batch_size=2), lambda: d(z), lambda: d.log_prob(z[:, :1], c))]
bits = lambda: (x() > 0).float()
for name, (d, z, c) in {"normal": (lambda: Di.StandardNormal([D]), x, None), "normal context": (lambda: Di.StandardNormal([D]), x, ctx), "normal images": (lambda: Di.StandardNormal([2, 3]), lambda: x(B, 2, 3), None), "diagonal": (lambda: Di.DiagonalNormal([D]), x, None), "conditional": (lambda: Di.ConditionalDiagonalNormal([2]), lambda: x(B, 2), ctx), "conditional net": (lambda: Di.ConditionalDiagonalNormal([D], nn.Linear(C, 2 * D)), x, ctx), "bernoulli": (lambda: Di.ConditionalIndependentBernoulli([C]), lambda: bits()[:, :C], ctx), "bernoulli net": (lambda: Di.ConditionalIndependentBernoulli([D], nn.Linear(C, D)), bits, ctx), "mixture": (lambda: Di.MADEMoG(D, 16, C), x, ctx), "mixture plain": (lambda: Di.MADEMoG(D, 16, None, num_mixture_components=3, custom_initialization=True), x, None)}.items(): work(f"distribution/{name}", lambda: dist(d(), z(), c() if c else None))
for o in (dict(), dict(num_blocks=1, use_residual_blocks=False), dict(use_residual_blocks=False, random_mask=True), dict(use_batch_norm=True, dropout_probability=0.1), dict(custom_initialization=True, epsilon=1e-3), dict(context_features=C)):
    def mog(): m = MixtureOfGaussiansMADE(D, 16, num_mixture_components=4, **o).to(DEV); c = ctx() if "context_features" in o else None; e = -m.log_prob(x(), c).mean(); e.backward(); m.eval(); return e.item(), raises(lambda: m.sample(6, c))
    work(f"mixture/{list(o)}", mog)
work("distribution/box", lambda: (lambda d: (d.log_prob(u()), d.sample((4,)), d.mean))(BoxUniform(torch.zeros(D, device=DEV), torch.ones(D, device=DEV)))); work("distribution/mg1", lambda: there(lambda: (lambda d: (d.sample((4,)), d.log_prob(torch.tensor([[1.0, 2.0, 0.2]]))))(Di.MG1Uniform(torch.zeros(3), torch.tensor([10.0, 10.0, 1 / 3]), validate_args=False)))); work("distribution/oscillating", lambda: there(lambda: (lambda d: (raises(lambda: d.sample((40,))), d.log_prob(-torch.ones(4))))(Di.LotkaVolterraOscillating()))); work("distribution/wrong", lambda: [raises(f) for f in (lambda: Di.Distribution().log_prob(x()), lambda: Di.Distribution().sample(3), lambda: Di.Distribution().mean(), lambda: Di.ConditionalDiagonalNormal([D]).log_prob(x()), lambda: Di.ConditionalDiagonalNormal([D], nn.Linear(C, 3).to(DEV)).log_prob(x(), ctx()), lambda: Di.ConditionalIndependentBernoulli([D]).log_prob(x()))])
# Networks
work("net/mlp", lambda: N.MLP([D], [3], [16, 8]).to(DEV)(x())); work("net/mlp shapes", lambda: N.MLP([2, 3], [2, 2], [8], activation=torch.tanh, activate_output=True).to(DEV)(x(B, 2, 3))); work("net/mlp wrong", lambda: (raises(lambda: N.MLP([2], [2], [])), raises(lambda: N.MLP([2], [2], [3]).to(DEV)(x()))))
for o in (dict(), dict(context_features=C), dict(use_batch_norm=True, dropout_probability=0.2), dict(activation=torch.tanh, num_blocks=3)): work(f"net/residual/{list(o)}", lambda: N.ResidualNet(D, 3, 16, **o).to(DEV)(x(), ctx() if "context_features" in o else None).sum().backward()); work(f"net/convolutional/{list(o)}", lambda: N.ConvResidualNet(3, 2, 8, **({"context_channels": C} if "context_features" in o else o)).to(DEV)(x(2, 3, 6, 6), x(2, C, 6, 6) if "context_features" in o else None).sum().backward())
for m, name in ((NM, "nde"), (TM, "transforms")):
    for o in (dict(), dict(use_residual_blocks=False, random_mask=True), dict(context_features=C, output_multiplier=2), dict(use_batch_norm=True)): work(f"made/{name}/{list(o)}", lambda: m.MADE(D, 16, **o).to(DEV)(x(), ctx() if "context_features" in o else None).sum().backward())
    work(f"made/{name}/wrong", lambda: raises(lambda: m.MADE(D, 16, random_mask=True)))
# Functions
work("utils/rows", lambda: (U.tile(x(3), 2), U.sum_except_batch(x()), U.sum_except_batch(x(2, 3, 4), 2), U.split_leading_dim(x(6, 2), [2, 3]), U.merge_leading_dims(x(2, 3, 4), 2), U.repeat_rows(x(), 3), U.tensor2numpy(x()))); work("utils/matrices", lambda: (U.logabsdet(x(4, 4)), U.random_orthogonal(5), U.cbrt(x()), U.get_num_parameters(net(3, 4)), U.searchsorted(torch.linspace(0, 1, 6, device=DEV), u(20)))); work("utils/temperature", lambda: (U.get_temperature(10.0), U.get_temperature(0.1))); work("utils/density", lambda: there(lambda: U.gaussian_kde_log_eval(x(20, 2), x(1, 2))))
work("utils/masks", lambda: [f(n) for f in (U.create_alternating_binary_mask, U.create_mid_split_binary_mask, U.create_random_binary_mask) for n in (4, 5)]); work("utils/kinds", lambda: [f(v) for f in (U.is_bool, U.is_int, U.is_positive_int, U.is_nonnegative_int, U.is_power_of_two) for v in (True, 4, 3, -1, 0.5)]); work("utils/wrong", lambda: [raises(f) for f in (lambda: U.tile(x(), 0), lambda: U.sum_except_batch(x(), -1), lambda: U.merge_leading_dims(x(), 0), lambda: U.merge_leading_dims(x(), 5), lambda: U.repeat_rows(x(), 0))])
driver.finish()
