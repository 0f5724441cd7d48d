import sys
from driving import Driver, DEV, ROOT
driver = Driver("FrEIA")
sys.path.insert(0, ROOT)
import numpy as np, torch, torch.nn as nn
import FrEIA.framework as Ff
import FrEIA.modules as Fm

def fc(cin, cout): return nn.Sequential(nn.Linear(cin, 32), nn.ReLU(), nn.Linear(32, cout))
def conv(cin, cout): return nn.Sequential(nn.Conv2d(cin, 16, 3, padding=1), nn.ReLU(), nn.Conv2d(16, cout, 3, padding=1))

def train(inn, batch, cond=None, steps=2, inputs_grad=False):
    """The training loop of the README's quick start, on the GPU."""
    optimizer = torch.optim.Adam(inn.parameters(), lr=0.001)
    for _ in range(steps):
        optimizer.zero_grad()
        x = batch().to(DEV)
        x.requires_grad_(inputs_grad)  # the residual layers differentiate by their input
        kw = {} if cond is None else {"c": cond(len(x))}
        z, log_jac_det = inn(x, **kw)
        loss = (0.5 * torch.sum(z.flatten(1) ** 2, 1) - log_jac_det).mean() / x[0].numel()
        loss.backward()
        nn.utils.clip_grad_norm_(inn.parameters(), 10.0)
        optimizer.step()
    with torch.set_grad_enabled(inputs_grad):
        z = torch.randn_like(z, requires_grad=inputs_grad)
        samples, _ = inn(z, rev=True, **kw)
    return samples

D = 8
def quick_start():
    inn = Ff.SequenceINN(D)
    for k in range(4):
        inn.append(Fm.AllInOneBlock, subnet_constructor=fc, permute_soft=True)
    inn.to(DEV)
    return train(inn, lambda: torch.randn(64, D))

vec_blocks = {
    "AllInOneBlock": (Fm.AllInOneBlock, dict(subnet_constructor=fc)),
    "AllInOneBlock gin": (Fm.AllInOneBlock, dict(subnet_constructor=fc, gin_block=True, global_affine_type="SIGMOID")),
    "AllInOneBlock exp": (Fm.AllInOneBlock, dict(subnet_constructor=fc, global_affine_type="EXP", reverse_permutation=True)),
    "AllInOneBlock householder": (Fm.AllInOneBlock, dict(subnet_constructor=fc, learned_householder_permutation=2)),
    "NICE": (Fm.NICECouplingBlock, dict(subnet_constructor=fc)),
    "RNVP": (Fm.RNVPCouplingBlock, dict(subnet_constructor=fc, clamp_activation="TANH")),
    "GLOW": (Fm.GLOWCouplingBlock, dict(subnet_constructor=fc, clamp_activation="SIGMOID")),
    "GIN": (Fm.GINCouplingBlock, dict(subnet_constructor=fc)),
    "AffineOneSided": (Fm.AffineCouplingOneSided, dict(subnet_constructor=fc)),
    "ActNorm": (Fm.ActNorm, {}),
    "ActNorm data": (Fm.ActNorm, dict(init_data=torch.randn(64, D))),
    "IResNetLayer": (Fm.IResNetLayer, dict(internal_size=16, n_internal_layers=1)),
    "InvAutoAct": (Fm.InvAutoAct, {}),
    "InvAutoActFixed": (Fm.InvAutoActFixed, {}),
    "InvAutoActTwoSided": (Fm.InvAutoActTwoSided, {}),
    "InvAutoFC": (Fm.InvAutoFC, {}),
    "LearnedElementwiseScaling": (Fm.LearnedElementwiseScaling, {}),
    "PermuteRandom": (Fm.PermuteRandom, dict(seed=1)),
    "FixedLinearTransform": (Fm.FixedLinearTransform, dict(M=torch.linalg.qr(torch.randn(D, D))[0], b=torch.randn(D))),
    "InvertibleSigmoid": (Fm.InvertibleSigmoid, {}),
    "OrthogonalTransform": (Fm.OrthogonalTransform, {}),
    "HouseholderPerm": (Fm.HouseholderPerm, dict(n_reflections=2)),
    "HouseholderPerm fixed": (Fm.HouseholderPerm, dict(n_reflections=1, fixed=True)),
}
img_blocks = {
    "AllInOneBlock": (Fm.AllInOneBlock, dict(subnet_constructor=conv)),
    "GLOW": (Fm.GLOWCouplingBlock, dict(subnet_constructor=conv)),
    "NICE": (Fm.NICECouplingBlock, dict(subnet_constructor=conv)),
    "RNVP": (Fm.RNVPCouplingBlock, dict(subnet_constructor=conv)),
    "GIN": (Fm.GINCouplingBlock, dict(subnet_constructor=conv)),
    "ActNorm": (Fm.ActNorm, {}),
    "IResNetLayer": (Fm.IResNetLayer, dict(internal_size=8)),
    "InvAutoConv2D": (Fm.InvAutoConv2D, {}),
    "InvAutoAct": (Fm.InvAutoAct, {}),
    "Fixed1x1Conv": (Fm.Fixed1x1Conv, dict(M=torch.linalg.qr(torch.randn(4, 4))[0])),
    "IRevNetDownsampling": (Fm.IRevNetDownsampling, {}),
    "IRevNetUpsampling": (Fm.IRevNetUpsampling, {}),
    "HaarDownsampling": (Fm.HaarDownsampling, {}),
    "HaarDownsampling order": (Fm.HaarDownsampling, dict(order_by_wavelet=True, rebalance=0.5)),
    "HaarUpsampling": (Fm.HaarUpsampling, {}),
    "Flatten": (Fm.Flatten, {}),
    "Reshape": (Fm.Reshape, dict(output_dims=(16, 4, 4))),
    "PermuteRandom": (Fm.PermuteRandom, {}),
    "OrthogonalTransform": (Fm.OrthogonalTransform, {}),
    "HouseholderPerm": (Fm.HouseholderPerm, dict(n_reflections=2)),
}
driver.work("quick start", quick_start)
def single(dims, module, kw, batch):
    inn = Ff.SequenceINN(*dims)
    inn.append(Fm.AllInOneBlock, subnet_constructor=fc if len(dims) == 1 else conv)
    inn.append(module, **kw)
    inn.to(DEV)
    return train(inn, batch, inputs_grad=module is Fm.IResNetLayer)
for name, (module, kw) in vec_blocks.items():
    driver.work("vector/" + name, lambda: single((D,), module, kw, lambda: torch.randn(64, D)))
for name, (module, kw) in img_blocks.items():
    driver.work("image/" + name, lambda: single((4, 8, 8), module, kw, lambda: torch.randn(16, 4, 8, 8)))

def conditional(module=Fm.GLOWCouplingBlock, **kw):
    cond = Ff.ConditionNode(10, name="condition")
    nodes = [Ff.InputNode(D, name="input")]
    for k in range(3):
        nodes.append(Ff.Node(nodes[-1], module, dict(subnet_constructor=fc, **kw), conditions=cond, name=f"coupling_{k}"))
        nodes.append(Ff.Node(nodes[-1], Fm.PermuteRandom, {"seed": k}, name=f"permute_{k}"))
    nodes.append(Ff.OutputNode(nodes[-1], name="output"))
    inn = Ff.GraphINN(nodes + [cond], verbose=False).to(DEV)
    def c(n):
        labels = torch.randint(0, 10, (n,), device=DEV)
        one_hot = torch.zeros(n, 10, device=DEV)
        return one_hot.scatter_(1, labels.view(-1, 1), 1.0)
    return train(inn, lambda: torch.randn(64, D), c)
for module in (Fm.GLOWCouplingBlock, Fm.RNVPCouplingBlock, Fm.NICECouplingBlock, Fm.AffineCouplingOneSided, Fm.AllInOneBlock, Fm.ConditionalAffineTransform):
    driver.work("conditional/" + module.__name__, lambda: conditional(module))

def sequence_conditional():
    inn = Ff.SequenceINN(D)
    for k in range(3):
        inn.append(Fm.AllInOneBlock, cond=0, cond_shape=(10,), subnet_constructor=fc)
    inn.to(DEV)
    return train(inn, lambda: torch.randn(64, D), lambda n: [torch.rand(n, 10, device=DEV)])
driver.work("sequence conditional", sequence_conditional)

def multiscale():
    nodes = [Ff.InputNode(3, 16, 16, name="input")]
    nodes.append(Ff.Node(nodes[-1], Fm.HaarDownsampling, {}, name="down"))
    for k in range(2):
        nodes.append(Ff.Node(nodes[-1], Fm.GLOWCouplingBlock, dict(subnet_constructor=conv, clamp=1.2), name=f"conv_{k}"))
        nodes.append(Ff.Node(nodes[-1], Fm.PermuteRandom, {"seed": k}, name=f"perm_{k}"))
    split = Ff.Node(nodes[-1], Fm.Split, {"section_sizes": (6, 6), "dim": 0}, name="split")
    flat = Ff.Node(split.out1, Fm.Flatten, {}, name="flat1")
    nodes.append(split)
    nodes.append(Ff.Node(split.out0, Fm.Flatten, {}, name="flat0"))
    for k in range(2):
        nodes.append(Ff.Node(nodes[-1], Fm.GLOWCouplingBlock, dict(subnet_constructor=fc), name=f"fc_{k}"))
    nodes += [flat, Ff.Node([nodes[-1].out0, flat.out0], Fm.Concat, {"dim": 0}, name="concat")]
    nodes.append(Ff.OutputNode(nodes[-1], name="output"))
    inn = Ff.GraphINN(nodes).to(DEV)
    repr(inn)
    torch.save(inn.state_dict(), driver.folder.name + "/freia.pt")
    inn.load_state_dict(torch.load(driver.folder.name + "/freia.pt"))
    return train(inn, lambda: torch.rand(16, 3, 16, 16))
driver.work("multi-scale", multiscale)

def intermediate():
    inn = Ff.GraphINN([a := Ff.InputNode(D, name="in"), b := Ff.Node(a, Fm.RNVPCouplingBlock, dict(subnet_constructor=fc), name="b"), c := Ff.Node(b, Fm.ActNorm, {}, name="c"), Ff.OutputNode(c, name="out")]).to(DEV)
    inn(torch.randn(8, D, device=DEV), intermediate_outputs=True)
    inn.get_node_by_name("b"), inn.get_module_by_name("c")
    return inn.log_jacobian_numerical(torch.randn(8, D, device=DEV))
driver.work("intermediate outputs", intermediate)

def mixture():
    K = 3
    gmm = Fm.GaussianMixtureModel([(D,)], [(K,), (K, D), (K, D * (D + 1) // 2), (1,)]).to(DEV)
    x = torch.randn(16, D, device=DEV)
    w = torch.rand(16, K, device=DEV, requires_grad=True); mu = torch.randn(16, K, D, device=DEV, requires_grad=True); U = torch.randn(16, K, D * (D + 1) // 2, device=DEV)
    i = Fm.GaussianMixtureModel.pick_mixture_component(Fm.GaussianMixtureModel.normalize_weights(w) if hasattr(Fm.GaussianMixtureModel, "normalize_weights") else torch.softmax(w, 1))
    (z,), j = gmm([x], [torch.softmax(w, 1), mu, U, None])
    loss = Fm.GaussianMixtureModel.nll_loss(torch.softmax(w, 1), z, j)
    loss.mean().backward()
    Fm.GaussianMixtureModel.nll_upper_bound(torch.softmax(w, 1), z, j)
    return gmm([z], [torch.softmax(w, 1), mu, U, None], rev=True)
def mixture_component():
    K = 3
    gmm = Fm.GaussianMixtureModel([(D,)], [(K,), (K, D), (K, D * (D + 1) // 2), (1,)]).to(DEV)
    x = torch.randn(16, D, device=DEV); w = torch.softmax(torch.rand(16, K, device=DEV), 1); mu = torch.randn(16, K, D, device=DEV); U = torch.randn(16, K, D * (D + 1) // 2, device=DEV)
    i = gmm.pick_mixture_component(w, seed=1)
    z, j = gmm([x], [w, mu, U, i])
    return gmm([z[0]], [w, mu, U, 3], rev=True)
driver.work("mixture", mixture)
driver.work("mixture component", mixture_component)
def lipschitz():
    inn = Ff.SequenceINN(D)
    inn.append(Fm.AllInOneBlock, subnet_constructor=fc)
    inn.append(Fm.IResNetLayer, internal_size=16)
    inn.append(Fm.IResNetLayer, internal_size=16, jacobian_iterations=5, hutchinson_samples=2)
    inn.to(DEV)
    for m in inn.modules():
        if isinstance(m, Fm.IResNetLayer): m.lipschitz_correction()
    return train(inn, lambda: torch.randn(16, D), inputs_grad=True)
driver.work("iresnet", lipschitz)
def orthogonal_correction():
    inn = Ff.SequenceINN(D)
    inn.append(Fm.OrthogonalTransform, correction_interval=1, clamp=5.0)
    inn.to(DEV)
    return train(inn, lambda: torch.randn(16, D))
driver.work("orthogonal", orthogonal_correction)
driver.finish()
