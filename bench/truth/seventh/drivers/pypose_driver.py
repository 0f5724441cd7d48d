"""Lie groups on the GPU: all kinds with their operations, conversions, optimizers, filters, control, preintegration, point clouds, cameras, splines, errors of trajectories."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("pypose")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import contextlib, copy, io, math, torch, torch.nn as nn
import pypose as pp

def quiet(f):
    def g(*a, **k):
        with contextlib.redirect_stdout(io.StringIO()): return f(*a, **k)
    return g
def raises(f, *kinds):
    try: return f()
    except (kinds or (ValueError, RuntimeError, AssertionError, TypeError, NotImplementedError, AttributeError, IndexError)) as error: return str(error)
def work(name, f, **o): driver.work(name, quiet(f), **o)
def t(*s): return torch.randn(*s, device=DEV)
def I(n): return torch.eye(n, device=DEV)
groups, algebras = ("SO3", "SE3", "Sim3", "RxSO3"), ("so3", "se3", "sim3", "rxso3")
def some(kind, *s, **o): return getattr(pp, "randn_" + kind)(*(s or (4,)), device=DEV, **o)
def grads(out, *inputs): (out.tensor() if isinstance(out, pp.LieTensor) else out).square().sum().backward(); return [None if i.grad is None else i.grad.norm().item() for i in inputs]
spread = {"SO3": 0.5, "SE3": (1.0, 0.5), "Sim3": (1.0, 0.5, 0.2), "RxSO3": (0.5, 0.2)}
for g, a in zip(groups, algebras):
    def X(*s, **o): return some(g, *s, **o)
    def v(*s, **o): return some(a, *s, **o)
    work(f"{g}/made", lambda: (X(2, 3), X(2, sigma=spread[g]), v(2, sigma=spread[g]), v(3, requires_grad=True), getattr(pp, "identity_" + g)(3, device=DEV), getattr(pp, "identity_" + a)(2, 2, device=DEV), pp.identity_like(X(3)), pp.identity_like(X(2), device=DEV), pp.randn_like(X(3)), pp.randn_like(v(3), sigma=0.1), getattr(pp, g)(X().tensor()), getattr(pp, a)(v().tensor()), repr(X(2)), raises(lambda: getattr(pp, g)(t(2, 3)))))
    work(f"{g}/Exp Log", lambda: grads((lambda p: p.Exp().Log() if False else p.Exp())(q := v(4, requires_grad=True)), q)); work(f"{g}/Log", lambda: grads((q := X(4, requires_grad=True)).Log(), q)); work(f"{g}/Inv", lambda: (grads((q := X(4, requires_grad=True)).Inv(), q), v().Inv()))
    work(f"{g}/small", lambda: (pp.Exp(v() * 1e-8), pp.Log(getattr(pp, "identity_" + g)(3, device=DEV)), pp.Log(pp.Exp(v(sigma=1e-4)))))
    work(f"{g}/Mul", lambda: grads((p := X(4, requires_grad=True)) @ (q := X(4, requires_grad=True)), p, q)); work(f"{g}/Mul broadcast", lambda: (X(3, 1) @ X(2), X(1) * X(5), pp.Mul(X(), X()), v() * 2.0, v() * t(4, 1), pp.mul(v(), 0.5), raises(lambda: X() @ v())))
    work(f"{g}/Act", lambda: grads((p := X(4, requires_grad=True)).Act(q := t(4, 3).requires_grad_()), p, q)); work(f"{g}/Act 4", lambda: grads((p := X(4, requires_grad=True)) @ (q := t(4, 4).requires_grad_()), p, q)); work(f"{g}/Act many", lambda: (X(3, 1) @ t(5, 3), pp.Act(X(), t(4, 3)), X().unsqueeze(-2) @ t(4, 6, 3), raises(lambda: X().Act(t(4, 2)))))
    work(f"{g}/Adj", lambda: grads((p := X(4, requires_grad=True)).Adj(q := v(4, requires_grad=True)), p, q)); work(f"{g}/AdjT", lambda: grads((p := X(4, requires_grad=True)).AdjT(q := v(4, requires_grad=True)), p, q)); work(f"{g}/Adj more", lambda: (pp.Adj(X(), v()), pp.AdjT(X(), v()), pp.Adj(X(3, 1), v(2)), raises(lambda: X().Adj(X()))))
    work(f"{g}/Jinvp", lambda: (X().Jinvp(v()), pp.Jinvp(X(), v()), raises(lambda: grads((p := X(4, requires_grad=True)).Jinvp(q := v(4, requires_grad=True)), p, q)))); work(f"{g}/Jr", lambda: (raises(lambda: v().Jr()), raises(lambda: pp.Jr(X())))); work(f"{g}/Retr", lambda: grads(pp.Retr(p := X(4, requires_grad=True), q := v(4, requires_grad=True)), p, q))
    work(f"{g}/parts", lambda: (X().matrix(), v().matrix(), X().rotation(), X().translation() if g in ("SE3", "Sim3") else None, X().scale(), v().rotation(), pp.matrix(X()), pp.rotation(X()), pp.scale(X()), pp.translation(X()), pp.tensor(X()), X().euler(), pp.euler(X()), X().tensor())); work(f"{g}/parts gradients", lambda: (grads((p := X(4, requires_grad=True)).matrix(), p), grads((p := X(3, requires_grad=True)).euler(), p)))
    work(f"{g}/from matrix", lambda: (lambda m: (getattr(pp, "mat2" + g)(m), getattr(pp, "mat2" + g)(m, check=False), pp.from_matrix(m, getattr(pp, g + "_type")), raises(lambda: getattr(pp, "mat2" + g)(m * 3 + 1)), raises(lambda: getattr(pp, "mat2" + g)(t(2, 2))), getattr(pp, "mat2" + g)(m[..., :3, :], check=False) if g != "SO3" and False else None))(X().matrix()))
    work(f"{g}/add", lambda: (X() + v(), X().add(v(), 0.5), X().add_(v()), v() + v(), pp.add(X(), v()), pp.add_(X(), v().tensor()), v().add_(v()), raises(lambda: X() + t(4, 2))))
    work(f"{g}/cumulative", lambda: (X(6).cumprod(0), X(6, 2).cumprod(0, left=False), X(5).cummul(0), X(5).cummul(0, left=False), X(6).cumops(0, lambda p, q: p @ q), pp.cumprod(X(3, 4), dim=1), pp.cummul(X(4), 0))); work(f"{g}/cumulative in place", lambda: (X(6).cumprod_(0), X(6).cummul_(0, left=False), pp.cumprod_(X(4), 0), pp.cumops_(X(4), 0, lambda p, q: p @ q), X().identity_()))
    work(f"{g}/shapes", lambda: (lambda p: (p.lshape, p.lview(2, 2), p[0], p[1:3], torch.stack([p, p]), torch.cat([p, p]), p.view(2, 2, -1), p.clone(), p.detach().cpu(), p.to(torch.float64), p.double(), p.to(DEV), p.unsqueeze(0), p.repeat(2, 1), copy.deepcopy(p), p.new_empty((2, p.shape[-1])), torch.where(torch.rand(4, 1, device=DEV) > 0.5, p, p), p[torch.rand(4, device=DEV) > 0.3], p.allclose(p) if hasattr(p, "allclose") else None))(X()))
    work(f"{g}/parameter", lambda: (lambda p: (grads((p @ X()).Log(), p), torch.optim.SGD([p], 0.1).step(), repr(p), copy.deepcopy(p)))(pp.Parameter(X()))); work(f"{g}/parameter of algebra", lambda: (lambda p: (grads((p.Exp() @ X()).Log(), p), torch.optim.Adam([p], 0.1).step()))(pp.Parameter(v())))
    work(f"{g}/loss", lambda: [raises(lambda: pp.geodesic_loss(X(), X(), reduction=r)) for r in ("mean", "sum", "none", "x")]); work(f"{g}/saved", lambda: (torch.save(X(), "x.pt"), torch.load("x.pt", weights_only=False)))
    def fitted():
        p = pp.Parameter(v()); y = X(4, sigma=0.1); o = torch.optim.Adam([p], 0.1); seen = []
        for _ in range(3): o.zero_grad(); loss = (p.Exp() @ y.Inv()).Log().tensor().square().sum(); loss.backward(); o.step(); seen.append(loss.item())
        return seen
    work(f"{g}/fitted", fitted)
work("euler", lambda: (pp.euler2SO3(t(4, 3)), pp.euler2SO3(t(3)).euler(), pp.euler(pp.euler2SO3(torch.tensor([[0.0, math.pi / 2, 0.0]], device=DEV))), pp.quat2unit(some("SE3")), pp.quat2unit(some("SO3")), raises(lambda: pp.euler2SO3(t(2))), pp.vec2skew(t(4, 3)), raises(lambda: pp.vec2skew(t(4)))))
work("checks", lambda: (pp.is_lietensor(some("SE3")), pp.is_SE3(some("SE3")), pp.is_SE3(t(3)), pp.hasnan([[1, t(3)], [2.0, float("nan")]]), pp.hasnan([t(4), [t(2)]]), pp.pm(t(5)), pp.pm(torch.zeros(3, device=DEV)))); work("linear", lambda: (pp.bmv(t(4, 3, 2), t(4, 2)), pp.bvv(t(4, 3), t(4, 2)), pp.bvmv(t(4, 3), t(4, 3, 2), t(4, 2)), raises(lambda: pp.bmv(t(3), t(3)))))
def lie_type_kept():
    with pp.retain_ltype(): return torch.func.jacrev(lambda p: (p @ some("SE3", 1)).Log().tensor())(some("SE3", 1))
work("retained", lambda: raises(lie_type_kept)); work("jacrev", lambda: raises(lambda: pp.func.jacrev(lambda p: p.Log().tensor())(some("SE3", 2))))
# optimizers
class Inverse(nn.Module):
    def __init__(self, *s, algebra=False): super().__init__(); self.pose = pp.Parameter(pp.randn_se3(*s) if algebra else pp.randn_SE3(*s)); self.a = algebra
    def forward(self, x): return ((self.pose.Exp() if self.a else self.pose) @ x).Log().tensor()
class Two(nn.Module):
    def __init__(self): super().__init__(); self.p, self.q = pp.Parameter(pp.randn_SE3(2)), nn.Parameter(torch.randn(2, 6) * 0.1)
    def forward(self, x): return ((self.p @ x).Log().tensor() + self.q, self.q * 0.1)
class Curve(nn.Module):
    def __init__(self): super().__init__(); self.w = nn.Parameter(torch.randn(3) * 0.3)
    def forward(self, x): return self.w[0] * x + self.w[1] * x.square() + self.w[2]
P = pp.optim
def second(kind="LM", n=3, model=None, target=None, **o):
    m = (model or (lambda: Inverse(2, 2)))().to(DEV); x = some("SE3", 2, 2); opt = getattr(P, kind)(m, **o); seen = []
    for _ in range(n):
        loss = opt.step(x); seen.append(loss.item())
        if loss < 1e-5: break
    return seen
S, K, Co, St = P.solver, P.kernel, P.corrector, P.strategy
solvers = {"PINV": lambda: S.PINV(), "PINV tolerances": lambda: S.PINV(atol=1e-7, rtol=1e-7, hermitian=True), "LSTSQ": lambda: S.LSTSQ(), "LSTSQ gels": lambda: S.LSTSQ(driver="gels"), "Cholesky": lambda: S.Cholesky(), "Cholesky upper": lambda: S.Cholesky(upper=True), "CG": lambda: S.CG(maxiter=20)}
for name, s in solvers.items():
    for kind in ("GN", "LM"):
        if kind == "LM" or not name.startswith(("Chol", "CG")): work(f"optimizer/{kind}/{name}", lambda: second(kind, solver=s()))
    work("solver/" + name, lambda: (lambda A: (s()(A @ A.mT + I(4), t(3, 4, 1)), raises(lambda: s()(t(3, 4, 4) * float("nan"), t(3, 4, 1)))))(t(3, 4, 4)))
for name, s in {"constant": lambda: St.Constant(1e-4), "adaptive": lambda: St.Adaptive(damping=1e-4), "adaptive wide": lambda: St.Adaptive(damping=1e-2, high=0.9, low=0.5, up=3.0, down=0.3), "trust": lambda: St.TrustRegion(radius=1e4), "trust small": lambda: St.TrustRegion(radius=10, high=0.9, low=0.4)}.items(): work("optimizer/strategy/" + name, lambda: second(strategy=s(), n=5)); work("optimizer/strategy algebra/" + name, lambda: second(strategy=s(), model=lambda: Inverse(2, 2, algebra=True)))
for name in ("Huber", "PseudoHuber", "Cauchy", "SoftLOne", "Arctan", "Tolerant", "Scale"):
    k = getattr(K, name); work("kernel/" + name, lambda: (k().to(DEV)(t(9).square()), raises(lambda: k(-1.0)), raises(lambda: k()(t(9) - 5))))
    for c in ("FastTriggs", "Triggs"): work(f"kernel/{name}/{c}", lambda: second(n=2, kernel=k().to(DEV), corrector=getattr(Co, c)(k()).to(DEV)))
    work(f"kernel/{name}/GN", lambda: second("GN", n=2, kernel=k().to(DEV)))
def weighted(kind, at): m = Inverse(2, 2).to(DEV); w = I(6) * 2; opt = getattr(P, kind)(m, **({"weight": w} if at else {})); x = some("SE3", 2, 2); return [opt.step(x, weight=None if at else w).item() for _ in range(2)]
for kind in ("GN", "LM"):
    for at in (True, False): work(f"optimizer/weight/{kind}/{at}", lambda: weighted(kind, at))
    work(f"optimizer/loop/{kind}", lambda: second(kind, vectorize=False)); work(f"optimizer/algebra/{kind}", lambda: second(kind, model=lambda: Inverse(2, 2, algebra=True)))
    def target(): m = Curve().to(DEV); x = torch.linspace(-1, 1, 20, device=DEV)[:, None]; opt = getattr(P, kind)(m); return [opt.step(x, target=2 * x - x.square()).item() for _ in range(3)]
    work(f"optimizer/target/{kind}", target)
    def several(): m = Two().to(DEV); x = some("SE3", 2); opt = getattr(P, kind)(m, kernel=[K.Huber().to(DEV), K.Cauchy().to(DEV)], weight=[I(6), I(6)]); return [opt.step(x).item() for _ in range(2)]
    work(f"optimizer/several/{kind}", several)
work("optimizer/reject", lambda: second(reject=3, min=1e-4, max=1e8, strategy=St.Constant(1.0))); work("optimizer/sparse", lambda: raises(lambda: second(sparse=True, solver=S.PCG()), Exception))
def scheduled(how, **o):
    m = Inverse(2, 2).to(DEV); x = some("SE3", 2, 2); opt = P.LM(m, strategy=St.Constant(1e-4)); s = P.scheduler.StopOnPlateau(opt, **{**dict(steps=6, patience=2, decreasing=1e-3, verbose=True), **o})
    if how == "all": s.optimize(input=x)
    else:
        while s.continual(): s.step(opt.step(x))
    d = s.state_dict(); s.load_state_dict(d); return len(d)
for how in ("all", "steps"): work("scheduler/" + how, lambda: scheduled(how)); work("scheduler/patient " + how, lambda: scheduled(how, decreasing=10.0, patience=1))
def stepped(**o):
    s = pp.utils.ReduceToBason(**{**dict(steps=5, patience=2, verbose=True), **o}); e = torch.ones(2, device=DEV)
    while s.continual(): s.step(e); e = e * 0.5
    s.reset(); return s.continual()
for name, o in {"plain": {}, "patient": dict(decreasing=0.9, patience=1), "tolerance": dict(tol=10.0)}.items(): work("stepper/" + name, lambda: stepped(**o))
work("jacobian", lambda: [P.functional.modjac(Inverse(2).to(DEV), some("SE3", 2), vectorize=b, flatten=f) for b in (False, True) for f in (False, True)]); work("jacobian/rev", lambda: raises(lambda: P.functional.modjacrev(Curve().to(DEV), t(4, 1)))); work("jacobian/fwd", lambda: raises(lambda: P.functional.modjacfwd(Curve().to(DEV), t(4, 1))))
# systems, filters and control
M = pp.module
class Pendulum(M.NLS):
    def __init__(self): super().__init__()
    def state_transition(self, state, input, t=None): return state.cos() + input
    def observation(self, state, input, t=None): return state.sin() + input
class Cart(M.NLS):
    def __init__(self, dt=0.05): super().__init__(); self.dt = dt
    def state_transition(self, state, input, t=None):
        x, v, a, w = state.squeeze().moveaxis(-1, 0); f = input.squeeze(); n = f + 0.1 * a.sin() * w ** 2; acc = (9.81 * a.sin() - n * a.cos()) / (1.5 - a.cos() ** 2 * 0.1); return state.squeeze() + self.dt * torch.stack((v, n, w, acc), -1)
    def observation(self, state, input, t=None): return state
def filtered(kind, n=4, **o):
    m = Pendulum().to(DEV); N = 2; f = kind(m, **o).to(DEV); Q, R = I(N) * 0.01, I(N) * 0.01; x = t(N) * 0.1; e = t(N); P_ = I(N) * 1.0; seen = []
    for k in range(n): u = t(N) * 0.1; x, y = m(x, u); e, P_ = f(e, y, u, P_, Q, R, **({"t": torch.tensor(float(k), device=DEV)} if k % 2 else {})); seen.append((x - e).norm().item())
    return seen
for name, (kind, o) in {"EKF": (M.EKF, {}), "UKF": (M.UKF, {}), "UKF root": (M.UKF, dict(msqrt=lambda A: torch.linalg.cholesky(A, upper=False))), "PF": (M.PF, dict(particles=50)), "PF many": (M.PF, dict(particles=500))}.items(): work("filter/" + name, lambda: filtered(kind, **o))
for name, kind in {"EKF": M.EKF, "UKF": M.UKF, "PF": M.PF}.items(): work("filter/stored/" + name, lambda: (lambda f: (f.set_uncertainty(I(2), I(2)), f(t(2), t(2), t(2), I(2)), f.Q, f.R, raises(lambda: kind(Pendulum()).Q)))(kind(Pendulum().to(DEV), I(2) * 0.1, I(2) * 0.1).to(DEV)))
work("filter/UKF k", lambda: (lambda f: [f(t(2), t(2), t(2), I(2), k=k) for k in (1, 3)])(M.UKF(Pendulum().to(DEV), I(2) * 0.1, I(2) * 0.1).to(DEV)))
def lti(B=2, n=4, c=3): return M.LTI(I(n).repeat(B, 1, 1) + 0.2 * t(n, n), t(B, n, c), I(n).repeat(B, 1, 1), torch.zeros(B, n, c, device=DEV), t(B, n), torch.zeros(B, n, device=DEV)).to(DEV)
def costs(B=2, T=5, s=7): Q = t(B, T, s, s); return Q.mT @ Q + I(s), t(B, T, s)
work("system/LTI", lambda: (lambda m: (m(t(2, 4), t(2, 3)), m.reset(), m.set_refpoint(t(2, 4), t(2, 3), torch.tensor(1.0, device=DEV)), m.A, m.B, m.C, m.D, m.c1, m.c2, m.systime))(lti()))
work("system/NLS", lambda: (lambda m: (m(t(2), t(2)), m.set_refpoint(state=t(2), input=t(2), t=torch.tensor(0.5, device=DEV)), m.A, m.B, m.C, m.D, m.c1, m.c2, m.systime, m.reset(), m.set_refpoint()))(Pendulum().to(DEV)))
class Varying(M.LTV):
    @property
    def A(self): return self._A[..., self._t % 5, :, :]
    @property
    def B(self): return self._B[..., self._t % 5, :, :]
    @property
    def C(self): return self._C
    @property
    def D(self): return self._D
def varying(): return Varying(I(4).repeat(2, 5, 1, 1) + 0.1 * t(2, 5, 4, 4), t(2, 5, 4, 3), I(4).repeat(2, 1, 1), torch.zeros(2, 4, 3, device=DEV)).to(DEV)
work("system/LTV", lambda: raises(lambda: (lambda m: (m(t(2, 4), t(2, 3)), m.set_refpoint(t=2), m(t(2, 4), t(2, 3)), m.reset()))(varying())))
def controlled(kind="lti", **o):
    Q, p = costs(); m = lti() if kind == "lti" else varying(); x, u, c = M.LQR(m, Q, p, 5)(t(2, 4), 1, **o); return x.shape, u.shape, c.mean().item()
work("LQR", controlled); work("LQR/start", lambda: controlled(u_traj=t(2, 5, 3))); work("LQR/bounds", lambda: raises(lambda: controlled(u_lower=-torch.ones(2, 5, 3, device=DEV), u_upper=torch.ones(2, 5, 3, device=DEV), du=0.5))); work("LQR/LTV", lambda: raises(lambda: controlled("ltv")))
def lqr_grad(): Q, p = costs(); m = lti(); x0 = t(2, 4).requires_grad_(); c = M.LQR(m, Q, p.requires_grad_(), 5)(x0, 1)[2]; c.sum().backward(); return x0.grad.norm().item(), p.grad.norm().item()
work("LQR/gradients", lqr_grad)
def mpc(n=4, **o):
    T = 4; Q, p = I(5).repeat(1, T, 1, 1), t(1, T, 5) * 0.1; m = Cart().to(DEV); s = pp.utils.ReduceToBason(steps=n, verbose=True); return M.MPC(m, Q, p, T, stepper=s).to(DEV)(0.05, torch.tensor([[0.0, 0.0, math.pi, 0.0]], device=DEV), **o)[2].mean().item()
work("MPC", lambda: mpc(u_init=t(1, 4, 1) * 0.1)); work("MPC/plain", lambda: mpc(2)); work("MPC/LTI", lambda: (lambda c: M.MPC(lti(), *c, 5, stepper=pp.utils.ReduceToBason(steps=2)).to(DEV)(1, t(2, 4))[2])(costs()))
def imu(F=6, rot=False, cov=True, states=False, reset=False, init=True, prop=True, batch=2):
    m = M.IMUPreintegrator(torch.zeros(3), pp.identity_SO3(), torch.zeros(3), prop_cov=prop, reset=reset).to(DEV) if init else M.IMUPreintegrator(prop_cov=prop, reset=reset).to(DEV); dt = torch.full((batch, F, 1), 0.01, device=DEV); o = {}
    if rot: o["rot"] = some("SO3", batch, F)
    if not cov: o.update(gyro_cov=torch.full((batch, F, 3), 1e-4, device=DEV), acc_cov=torch.full((batch, F, 3), 1e-3, device=DEV))
    if states: o["init_state"] = {"pos": torch.zeros(batch, 1, 3, device=DEV), "rot": pp.identity_SO3(batch, 1, device=DEV), "vel": torch.zeros(batch, 1, 3, device=DEV)}
    for _ in range(2): out = m(dt, t(batch, F, 3) * 0.1, t(batch, F, 3), **o)
    return {k: None if q is None else q.shape for k, q in out.items()}
for name, o in {"plain": {}, "rotations": dict(rot=True), "covariances": dict(cov=False), "states": dict(states=True), "reset": dict(reset=True), "default": dict(init=False), "no covariance": dict(prop=False), "one": dict(batch=1, F=1)}.items(): work("IMU/" + name, lambda: raises(lambda: imu(**o)))
work("IMU/flat", lambda: M.IMUPreintegrator().to(DEV)(torch.tensor([0.01], device=DEV), t(3), t(3), pp.mat2SO3(I(3)))); work("IMU/gradients", lambda: (lambda g: (M.IMUPreintegrator(prop_cov=False).to(DEV)(torch.full((1, 4, 1), 0.01, device=DEV), g, t(1, 4, 3))["pos"].sum().backward(), g.grad.norm().item()))(t(1, 4, 3).requires_grad_()))
# points and cameras
def cloud(n=30): return torch.rand(n, 3, device=DEV) * 4
def icp(**o): s = cloud()[None]; return M.ICP(**{**dict(stepper=pp.utils.ReduceToBason(steps=4, verbose=True)), **({"init": o.pop("made")} if "made" in o else {})}).to(DEV)(s, pp.se3(torch.tensor([[0.1, 0.0, 0.1, 0.05, 0.0, 0.05]], device=DEV)).Exp().unsqueeze(-2) @ s, **o)
work("ICP", icp); work("ICP/start", lambda: icp(init=pp.identity_SE3(1, device=DEV))); work("ICP/made", lambda: icp(made=pp.identity_SE3(1, device=DEV))); work("ICP/norm", lambda: icp(ord=1))
K_ = torch.tensor([[200.0, 0, 64], [0, 200.0, 64], [0, 0, 1]]).to(DEV)
def camera(n=8): q = cloud(n) + torch.tensor([0.0, 0.0, 5.0], device=DEV); return q, pp.point2pixel(q, K_)
def pnp(refine, given=True, batch=None): q, px = camera(); pose = pp.randn_SE3(sigma=0.1, device=DEV); w = pose.Inv() @ q; w, px = (w[None], px[None]) if batch else (w, px); return (M.EPnP(K_, refine=refine).to(DEV)(w, px) if given else M.EPnP(refine=refine).to(DEV)(w, px, K_))
for refine in (True, False):
    for batch in (True, None): work(f"EPnP/{refine}/{batch}", lambda: pnp(refine, bool(batch), batch), limit=30)
work("camera", lambda: (lambda q, px: (pp.pixel2point(px, q[:, 2], K_), pp.point2pixel(q, K_, some("SE3", 1)), [pp.reprojerr(q, px, K_, reduction=r) for r in ("none", "norm")], pp.reprojerr(q, px, K_, some("SE3", 1)), raises(lambda: pp.reprojerr(q, px, K_, reduction="x")), pp.homo2cart(pp.cart2homo(q)), pp.homo2cart(t(4, 4) * 0)))(*camera()))
work("points/knn", lambda: (pp.knn(cloud(), cloud(20), k=3), pp.knn(cloud(), cloud(), k=2, ord=1, largest=True, sorted=False), raises(lambda: pp.knn(cloud(3), cloud(), k=9)))); work("points/svd", lambda: (pp.svdtf(cloud(), cloud()), pp.svdtf(cloud()[None], cloud()[None]), pp.svdstf(cloud(), cloud()), pp.svdstf(cloud(), cloud(), with_scale=False), raises(lambda: pp.svdtf(cloud(3), cloud()))))
for name, f in {"neighbours": lambda: (pp.nbr_filter(cloud(), 2, 1.0), pp.nbr_filter(cloud(), 2, 1.0, 2, 1, True)), "random": lambda: pp.random_filter(cloud(), 7), "voxels": lambda: (pp.voxel_filter(cloud(), [1.0, 1.0, 1.0]), pp.voxel_filter(cloud(), [0.5, 1.0, 2.0], random=True), raises(lambda: pp.voxel_filter(cloud(), [1.0])))}.items(): work("points/" + name, f)
work("spline/points", lambda: (pp.chspline(t(1, 5, 3), 0.25), pp.chspline(t(2, 4, 3)), grads(pp.chspline(p := t(1, 5, 3).requires_grad_(), 0.5), p))); work("spline/poses", lambda: (pp.bspline(some("SE3", 1, 6), 0.25), pp.bspline(some("SE3", 2, 5), 0.2, True), raises(lambda: pp.bspline(some("SE3", 1, 3)))))
# errors of trajectories
def path(n=12): return torch.arange(n, device=DEV, dtype=torch.float64) * 0.1, some("SE3", n, sigma=0.1).cumprod(0).double()
def errors(f, **o): s, p = path(); return f(s, p, s + 0.001, p @ some("SE3", len(p), sigma=0.01).double(), **o)
for e in ("translation", "rotation", "pose", "radian", "degree"):
    work("ape/" + e, lambda: errors(pp.metric.ape, etype=e)); work("rpe/" + e, lambda: errors(pp.metric.rpe, etype=e))
for o in ("All", "Max", "Min", "Mean", "Median", "RMSE", "SSE", "STD"): work("ape/otype/" + o, lambda: errors(pp.metric.ape, otype=o))
for name, o in {"align": dict(align=True), "scale": dict(align=True, scale=True), "only scale": dict(scale=True), "origin": dict(origin=True), "some": dict(align=True, nposes=5), "offset": dict(offset=0.001, diff=0.05)}.items(): work("ape/" + name, lambda: errors(pp.metric.ape, **o)); work("rpe/" + name, lambda: raises(lambda: errors(pp.metric.rpe, **{k: q for k, q in o.items()})))
for name, o in {"frames": dict(associate="frame", delta=2), "distance": dict(associate="distance", delta=0.2), "all": dict(associate="frame", delta=1, all=True), "all by distance": dict(associate="distance", delta=0.2, all=True, rtol=0.5)}.items(): work("rpe/" + name, lambda: raises(lambda: errors(pp.metric.rpe, **o)))
work("close", lambda: (pp.testing.assert_close(*(lambda p: (p, p.clone()))(some("SE3"))), raises(lambda: pp.testing.assert_close(some("SE3"), some("SE3")))))
def sparse(): a = (torch.rand(6, 6, device=DEV) > 0.5).float() * t(6, 6); return pp.bsr_bsc_matmul(a.to_sparse_bsr((2, 2)), a.to_sparse_bsc((2, 2)))
work("sparse", lambda: raises(lambda: sparse()))
def graph(n=5):  # a pose graph
    class Graph(nn.Module):
        def __init__(self): super().__init__(); self.nodes = pp.Parameter(some("SE3", n))
        def forward(self, e, z): return (z.Inv() @ self.nodes[e[:, 0]].Inv() @ self.nodes[e[:, 1]]).Log().tensor()
    e = torch.tensor([[k, (k + 1) % n] for k in range(n)], device=DEV); m = Graph().to(DEV); o = P.LM(m, solver=S.Cholesky(), strategy=St.TrustRegion(radius=1e4), min=1e-6); s = P.scheduler.StopOnPlateau(o, steps=4, patience=2, decreasing=1e-3); s.optimize(input=(e, some("SE3", n, sigma=0.3))); return s.steps
work("graph of poses", graph)
driver.finish()
