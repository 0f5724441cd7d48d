"""The two transformers for tables: forward, training, evaluation and attention maps."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("tab_transformer_pytorch")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import torch, torch.nn as nn, torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset
from tab_transformer_pytorch import TabTransformer, FTTransformer
from tab_transformer_pytorch import tab_transformer_pytorch as T, ft_transformer as FT

CATEGORIES, NUMBERS = (5, 3, 4), 6
def rows(n=8, numbers=NUMBERS, special=False): c = torch.stack([torch.randint(k, (n,)) for k in CATEGORIES], 1); c[0, 0] = -1 if special else c[0, 0]; return c, torch.randn(n, numbers)
def gpu(*ts): return [t.to(DEV) for t in ts]
usual = dict(categories=CATEGORIES, num_continuous=NUMBERS, dim=16, depth=2, heads=2, dim_out=1)
def tab(**o): return TabTransformer(**{**usual, "mlp_act": nn.ReLU(), **o}).to(DEV)
def ft(**o): return FTTransformer(**{**usual, **o}).to(DEV)
def step(model, special=False):
    opt = torch.optim.AdamW(model.parameters(), 1e-3); c, x = gpu(*rows(special=special)); out = model(c, x); loss = out.square().mean(); loss.backward(); nn.utils.clip_grad_norm_(model.parameters(), 1.0); opt.step(); return loss.item()
def epoch(model, classes=1):
    c, x = rows(24); y = torch.randint(max(classes, 2), (24,)); opt = torch.optim.Adam(model.parameters(), 1e-3); total = 0.0
    for bc, bx, by in DataLoader(TensorDataset(c, x, y), 8, shuffle=True):
        bc, bx, by = gpu(bc, bx, by); out = model(bc, bx)
        loss = F.binary_cross_entropy_with_logits(out.squeeze(1), by.float()) if classes == 1 else F.cross_entropy(out, by)
        opt.zero_grad(); loss.backward(); opt.step(); total += loss.item()
    model.eval()
    with torch.no_grad(): return total, model(*gpu(*rows())).sigmoid().cpu()
options = {"plain": {}, "attn dropout": dict(attn_dropout=0.1), "ff dropout": dict(ff_dropout=0.2), "deep": dict(depth=4), "heads": dict(heads=4, dim_head=8), "one stream": dict(num_residual_streams=1), "two streams": dict(num_residual_streams=2), "many outputs": dict(dim_out=3), "no special": dict(num_special_tokens=1)}
for name, o in options.items():
    driver.work("tab/" + name, lambda: step(tab(**o)))
    driver.work("ft/" + name, lambda: step(ft(**o)))
for classes in (1, 3):
    driver.work("tab/epoch %d" % classes, lambda: epoch(tab(dim_out=classes), classes))
    driver.work("ft/epoch %d" % classes, lambda: epoch(ft(dim_out=classes), classes))
more = {"special": {}, "no shared": dict(use_shared_categ_embed=False), "divisor": dict(shared_categ_dim_divisor=4.0), "mlp": dict(mlp_hidden_mults=(2, 2, 1)), "activation": dict(mlp_act=nn.GELU()), "statistics": dict(continuous_mean_std=torch.rand(NUMBERS, 2) + 0.5)}
for name, o in more.items():
    driver.work("tab special/" + name, lambda: step(tab(**o), special=True))
driver.work("tab/attention", lambda: tab()(*gpu(*rows()), return_attn=True))
driver.work("ft/attention", lambda: ft()(*gpu(*rows()), return_attn=True))
def no_numbers(): m = tab(num_continuous=0); return m(*gpu(*rows(numbers=0)))
driver.work("tab/no numbers", no_numbers)
def no_categories(make): m = make(categories=()); return m(torch.empty(8, 0, dtype=torch.long, device=DEV), torch.randn(8, NUMBERS, device=DEV))
driver.work("ft/no categories", lambda: no_categories(ft))
driver.work("ft/no numbers", lambda: ft(num_continuous=0)(*gpu(*rows(numbers=0))))
def mixed(model):
    with torch.autocast(DEV, torch.bfloat16): out = model(*gpu(*rows()))
    out.float().mean().backward()
driver.work("tab/mixed", lambda: mixed(tab()))
driver.work("ft/mixed", lambda: mixed(ft()))
def saved(make): m = make(); torch.save(m.state_dict(), "m.pt"); n = make(); n.load_state_dict(torch.load("m.pt", map_location=DEV)); n.eval(); return n(*gpu(*rows()))
driver.work("tab/saved", lambda: saved(tab))
driver.work("ft/saved", lambda: saved(ft))
parts = {"feed forward": lambda: T.FeedForward(16), "feed forward ft": lambda: FT.FeedForward(16, dropout=0.1), "attention": lambda: T.Attention(16, heads=2), "attention ft": lambda: FT.Attention(16, heads=2, dim_head=8), "norm": lambda: T.PreNorm(16, nn.Linear(16, 16)), "transformer": lambda: T.Transformer(16, 2, 2, 8, 0.1, 0.1), "transformer ft": lambda: FT.Transformer(16, 2, 2, 8, 0.1, 0.1), "geglu": lambda: T.GEGLU(), "geglu ft": lambda: FT.GEGLU()}
def part(make): out = make().to(DEV)(torch.randn(4, 5, 16, device=DEV, requires_grad=True)); (out[0] if isinstance(out, tuple) else out).mean().backward()
for name, make in parts.items():
    driver.work("part/" + name, lambda: part(make))
driver.work("part/maps", lambda: [t.Transformer(16, 2, 2, 8, 0.0, 0.0).to(DEV)(torch.randn(4, 5, 16, device=DEV), return_attn=True) for t in (T, FT)])
driver.work("part/numbers", lambda: FT.NumericalEmbedder(16, NUMBERS).to(DEV)(torch.randn(4, NUMBERS, device=DEV)).mean().backward())
driver.finish()
