import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("tltorch")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import torch, torch.nn as nn, torch.nn.functional as F
import tensorly as tl
tl.set_backend("pytorch")
import tltorch
from tltorch import (FactorizedLinear, FactorizedConv, FactorizedEmbedding, FactorizedTensor, TensorizedTensor, TRL, TCL, tensor_dropout, remove_tensor_dropout, tensor_lasso, remove_tensor_lasso, tensor_init)
from tltorch.functional.factorized_tensordot import tensor_dot_tucker, tensor_dot_cp
from tltorch.functional.tensor_regression import tucker_trl
from tltorch.utils import get_tensorized_shape

def back(out): (out.abs() if out.is_complex() else out).square().mean().backward(); return out
KINDS = ("CP", "Tucker", "TT", "Dense")
for kind in KINDS + tuple("Complex" + k for k in KINDS):
    def tensor():
        t = FactorizedTensor.new((4, 5, 6), rank=3 if kind != "Complex" else 2, factorization=kind, device=DEV) if "Dense" in kind else FactorizedTensor.new((4, 5, 6), rank="same", factorization=kind, device=DEV)
        t.normal_(0, 0.1); back(t.to_tensor()); t.decomposition, t.name, t.tensor_shape, t.ndim, t.numel(), t.size(), repr(t)
        t[0], t[1:3], t[:, 2], t[0, 1, 2]; t()
        tensor_init(t, 0.05)
    driver.work("tensor/" + kind, tensor)
for kind in KINDS:
    def decompose():
        x = torch.randn(4, 5, 6, device=DEV); t = FactorizedTensor.from_tensor(x, rank=0.6 if kind != "CP" else 4, factorization=kind); t.init_from_tensor(x); (t.to_tensor() - x).norm().item()
    driver.work("decompose/" + kind, decompose)
for kind in ("CP", "Tucker", "BlockTT", "Dense"):
    def matrix():
        t = TensorizedTensor.new(((2, 3), (4, 2)), rank="same", factorization=kind, device=DEV); t.normal_(0, 0.1); back(t.to_matrix()); t.to_tensor(); t.init_from_matrix(torch.randn(6, 8, device=DEV)) if kind != "Dense" else None; tensor_init(t, 0.1)
    driver.work("tensorized/" + kind, matrix)
    driver.work("from matrix/" + kind, lambda: (lambda m: (TensorizedTensor.from_matrix(m, (2, 3), (4, 2), rank="same", factorization=kind).to_matrix() - m).norm().item())(torch.randn(6, 8, device=DEV)))
    def batch_matrix(): t = TensorizedTensor.new((3, (2, 3), (4, 2)), rank="same", factorization=kind, device=DEV); t.normal_(0, 0.1); t.to_matrix(); t[1]
    driver.work("batched/" + kind, batch_matrix)
for kind in ("CP", "Tucker", "BlockTT"):
    for how in ("factorized", "reconstructed"):
        def linear():
            l = FactorizedLinear((2, 4), (3, 2), factorization=kind, implementation=how, rank=0.5).to(DEV); opt = torch.optim.Adam(l.parameters(), 1e-2)
            for _ in range(3): opt.zero_grad(); loss = F.mse_loss(l(torch.randn(5, 8, device=DEV)), torch.zeros(5, 6, device=DEV)); loss.backward(); opt.step()
            return loss.item(), repr(l)
        driver.work(f"linear/{kind}/{how}", linear)
    driver.work("from linear/" + kind, lambda: back(FactorizedLinear.from_linear(nn.Linear(16, 16).to(DEV), rank=0.5, factorization=kind, n_tensorized_modes=2, implementation="reconstructed")(torch.randn(4, 16, device=DEV))))
    def several():
        l = FactorizedLinear((2, 4), (3, 2), factorization=kind, n_layers=2, rank="same").to(DEV); a, b = l.get_linear(0), l[1]; back(a(torch.randn(5, 8, device=DEV)) + b(torch.randn(5, 8, device=DEV)))
    driver.work("linears/" + kind, several)
    def from_list(): l = FactorizedLinear.from_linear_list([nn.Linear(8, 6).to(DEV) for _ in range(2)], (2, 4), (3, 2), rank="same", factorization=kind); l[0](torch.randn(2, 8, device=DEV))
    driver.work("linear list/" + kind, from_list)
    driver.work("checkpointed/" + kind, lambda: back(FactorizedLinear((2, 4), (3, 2), factorization=kind, rank="same", checkpointing=True).to(DEV)(torch.randn(5, 8, device=DEV, requires_grad=True))))
for kind in ("CP", "Tucker", "TT"):
    for how in ("factorized", "reconstructed") + (("mobilenet",) if kind == "CP" else ()):
        for order in (1, 2, 3):
            def conv():
                c = FactorizedConv(4, 6, 3, order=order, padding=1, bias=True, factorization=kind, implementation=how, rank=0.5).to(DEV); c.reset_parameters(); back(c(torch.randn(2, 4, *[6] * order, device=DEV))); repr(c)
            driver.work(f"conv/{kind}/{how}/{order}", conv)
    driver.work("from conv/" + kind, lambda: back(FactorizedConv.from_conv(nn.Conv2d(4, 6, 3, padding=1).to(DEV), rank=0.5, factorization=kind, decompose_weights=True)(torch.randn(2, 4, 6, 6, device=DEV))))
    def convs():
        c = FactorizedConv.from_conv_list([nn.Conv2d(4, 4, 3, padding=1, bias=True).to(DEV) for _ in range(2)], rank=0.5, factorization=kind).to(DEV); back(c[0](torch.randn(2, 4, 6, 6, device=DEV)) + c.get_conv(1)(torch.randn(2, 4, 6, 6, device=DEV)))
    driver.work("conv list/" + kind, convs)
    driver.work("from factorization/" + kind, lambda: FactorizedConv.from_factorization(FactorizedConv(4, 6, 3, order=2, factorization=kind, rank=0.5).to(DEV).weight, implementation="reconstructed")(torch.randn(2, 4, 6, 6, device=DEV)))
def transduct():
    c = FactorizedConv(4, 4, 3, order=2, padding=1, factorization="cp", implementation="factorized", rank=3).to(DEV); c = c.transduct(3, mode=0, padding=1) or c; c.to(DEV); back(c(torch.randn(1, 4, 4, 6, 6, device=DEV)))
driver.work("transduct", transduct)
for kind in ("CP", "Tucker", "blocktt"):
    driver.work("embedding/" + kind, lambda: back(FactorizedEmbedding(16, 8, factorization=kind, rank=4).to(DEV)(torch.randint(16, (3, 5), device=DEV))))
    driver.work("from embedding/" + kind, lambda: back(FactorizedEmbedding.from_embedding(nn.Embedding(16, 8).to(DEV), rank=4, factorization=kind)(torch.randint(16, (3, 5), device=DEV))))
    def embeddings(): e = FactorizedEmbedding.from_embedding_list([nn.Embedding(16, 8).to(DEV) for _ in range(2)], rank=4, factorization=kind); e(torch.randint(16, (3,), device=DEV), 0), e.get_embedding(1)(torch.randint(16, (3,), device=DEV))
    driver.work("embedding list/" + kind, embeddings)
for kind in ("CP", "Tucker", "TT"):
    def regression():
        t = TRL((4, 5), (3,), bias=True, factorization=kind, rank=3 if kind == "CP" else "same").to(DEV); t.init_from_random(); back(t(torch.randn(6, 4, 5, device=DEV)))
    driver.work("trl/" + kind, regression)
    driver.work("trl random/" + kind, lambda: TRL((4, 5), (3,), factorization=kind, rank="same").to(DEV).init_from_random(decompose_full_weight=True))
    driver.work("trl linear/" + kind, lambda: TRL((4, 5), (3,), bias=True, factorization=kind, rank="same").to(DEV).init_from_linear(nn.Linear(20, 3).to(DEV)))
driver.work("tcl", lambda: back(TCL((4, 5), (2, 3)).to(DEV)(torch.randn(6, 4, 5, device=DEV))))
driver.work("tucker trl", lambda: [back(tucker_trl(torch.randn(6, 4, 5, device=DEV), FactorizedTensor.new((4, 5, 3), "same", "Tucker", device=DEV).normal_(0, 0.1), project_input=p)) for p in (False, True)])
for kind in ("CP", "Tucker", "TT"):
    def dropout():
        t = FactorizedTensor.new((4, 5, 6), rank=4, factorization=kind, device=DEV).normal_(0, 0.1); t = tensor_dropout(t, p=0.5, min_dim=1); back(t().to_tensor()); t.eval(); t(); remove_tensor_dropout(t)
    driver.work("dropout/" + kind, dropout)
    def lasso():
        t = FactorizedTensor.new((4, 5, 6), rank=4, factorization=kind, device=DEV).normal_(0, 0.1); l = tensor_lasso(kind, penalty=0.1); l.apply(t); out = t().to_tensor(); (out.square().mean() + l.loss).backward(); l.reset(); l.set_weights(t, 1.0); l.remove(t)
    driver.work("lasso/" + kind, lasso)
def lasso_layer():
    c = FactorizedConv(4, 6, 3, order=2, padding=1, factorization="cp", rank=4).to(DEV); l = tensor_lasso("CP", clamp_weights=True, threshold=1e-3); l.apply(c.weight); back(c(torch.randn(2, 4, 6, 6, device=DEV)) + l.loss); remove_tensor_lasso(c.weight)
driver.work("lasso layer", lasso_layer)
def dot(): x = torch.randn(6, 4, 5, device=DEV); t = FactorizedTensor.new((4, 5, 3), "same", "Tucker", device=DEV).normal_(0, 0.1); c = FactorizedTensor.new((4, 5, 3), 3, "CP", device=DEV).normal_(0, 0.1); tensor_dot_tucker(x, t, ([1, 2], [0, 1])), tensor_dot_cp(x, c, ([1, 2], [0, 1]))
driver.work("dot", dot)
driver.work("functions", lambda: tltorch.functional.convolution.convNd(torch.randn(2, 4, 6, 6, device=DEV), FactorizedConv(4, 6, 3, order=2, factorization="tucker", rank=0.5).to(DEV).weight, implementation="factorized"))
driver.work("torch functions", lambda: (lambda t: (torch.mean(t.to_tensor()), torch.add(t, 1)))(FactorizedTensor.new((4, 5), 2, "CP", device=DEV).normal_(0, 0.1)))
driver.work("state", lambda: (lambda a, b: b.load_state_dict(a.state_dict()))(*[FactorizedConv(4, 6, 3, order=2, factorization="tucker", rank=0.5).to(DEV) for _ in range(2)]))
driver.work("shapes", lambda: (get_tensorized_shape(64, 48, 3), get_tensorized_shape(17, 32)))
driver.finish()
