"""Networks for tables: tokenizers, perceptrons, residual networks, transformers with their options, attention with compression, optimizers, training, category sizes."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("rtdl")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import copy, numpy as np, torch, torch.nn as nn, torch.nn.functional as F
import rtdl
from torch.utils.data import DataLoader, TensorDataset

rtdl.Transformer.WARNINGS.update(prenormalization=False, first_prenormalization=False)  # it would sleep
N, C, CARDS = 8, 4, [2, 3, 5]
def numbers(n=N): return torch.randn(n, C, device=DEV)
def categories(n=N): return torch.stack([torch.randint(k, (n,), device=DEV) for k in CARDS], 1)
def learn(m, *x, steps=2):
    m = m.to(DEV).train(); opt = m.make_default_optimizer() if hasattr(m, "make_default_optimizer") else torch.optim.AdamW(m.parameters(), 1e-3); seen = []
    for _ in range(steps): opt.zero_grad(); out = m(*x); loss = F.cross_entropy(out, torch.randint(out.shape[1], (len(out),), device=DEV)) if out.shape[1] > 1 else F.mse_loss(out.squeeze(1), torch.randn(len(out), device=DEV)); loss.backward(); opt.step(); seen.append(loss.item())
    m.eval()
    with torch.no_grad(): return m(*x).cpu().numpy(), seen
for d_out in (1, 3):
    for layers in ([], [8], [8, 16], [4, 8, 8, 4]): driver.work(f"mlp/{layers}/{d_out}", lambda: learn(rtdl.MLP.make_baseline(C, layers, 0.1, d_out), numbers()))
    for act in ("GELU", "SELU", nn.ELU, nn.Tanh): driver.work(f"mlp/{act}/{d_out}", lambda: learn(rtdl.MLP(d_in=C, d_layers=[8, 6], dropouts=[0.1, 0.0], activation=act, d_out=d_out), numbers()))
    for blocks in (1, 3): driver.work(f"resnet/{blocks}/{d_out}", lambda: learn(rtdl.ResNet.make_baseline(d_in=C, d_main=8, d_hidden=16, dropout_first=0.2, dropout_second=0.1, n_blocks=blocks, d_out=d_out), numbers()))
    for norm in ("BatchNorm1d", "LayerNorm", "Identity", nn.BatchNorm1d): driver.work(f"resnet/{norm}/{d_out}", lambda: learn(rtdl.ResNet(d_in=C, d_main=8, d_hidden=12, dropout_first=0.0, dropout_second=0.0, n_blocks=2, normalization=norm, activation="ReLU6", d_out=d_out), numbers()))
driver.work("mlp/block", lambda: rtdl.MLP.Block(d_in=C, d_out=6, bias=False, activation="ReLU", dropout=0.5).to(DEV)(numbers())); driver.work("resnet/head", lambda: rtdl.ResNet.Head(d_in=C, d_out=2, bias=True, normalization="LayerNorm", activation="ReLU").to(DEV)(numbers()))
for skip in (False, True): driver.work(f"resnet/block/{skip}", lambda: rtdl.ResNet.Block(d_main=C, d_hidden=8, bias_first=skip, bias_second=not skip, dropout_first=0.1, dropout_second=0.1, normalization="BatchNorm1d", activation="GELU", skip_connection=skip).to(DEV)(numbers()))
for init in ("uniform", "normal"):
    for bias in (False, True):
        driver.work(f"tokens/numbers/{init}/{bias}", lambda: (lambda t: (t(numbers()).sum().backward(), t.n_tokens, t.d_token))(rtdl.NumericalFeatureTokenizer(C, 6, bias, init).to(DEV)))
        driver.work(f"tokens/categories/{init}/{bias}", lambda: (lambda t: (t(categories()).sum().backward(), t.n_tokens, t.d_token))(rtdl.CategoricalFeatureTokenizer(CARDS, 6, bias, init).to(DEV)))
    driver.work(f"tokens/class/{init}", lambda: (lambda t: (t(torch.randn(N, 3, 6, device=DEV)), t.expand(), t.expand(2), t.expand(2, 3, 4)))(rtdl.CLSToken(6, init).to(DEV)))
for name, x in {"both": lambda: (numbers(), categories()), "numbers": lambda: (numbers(), None), "categories": lambda: (None, categories())}.items():
    def tokens(): a, b = x(); t = rtdl.FeatureTokenizer(0 if a is None else C, CARDS if b is not None else [], 6).to(DEV); return t(a, b), t.n_tokens, t.d_token
    driver.work("tokens/" + name, tokens); driver.work("ft/" + name, lambda: (lambda a, b: learn(rtdl.FTTransformer.make_default(n_num_features=0 if a is None else C, cat_cardinalities=CARDS if b is not None else None, n_blocks=1, d_out=2), a, b))(*x()))
def refused():
    seen = 0
    for f in (lambda: rtdl.FeatureTokenizer(C, CARDS, 6)(None, None), lambda: rtdl.FeatureTokenizer(C, [], 6)(None, torch.zeros(1, 1)), lambda: rtdl.CLSToken(3, "other"), lambda: rtdl.MLP.make_baseline(1, [1, 2, 3, 4], 0.0, 1), lambda: rtdl.MLP(d_in=1, d_layers=[2], dropouts=0.0, activation="Nothing", d_out=1),
              lambda: transformer(last_layer_query_idx=-1), lambda: rtdl.MultiheadAttention(d_token=5, n_heads=2, dropout=0.0, bias=True, initialization="kaiming"), lambda: transformer(n_tokens=3)):
        try: f()
        except (AssertionError, ValueError): seen += 1
    return seen
for blocks in range(1, 7): driver.work(f"ft/default/{blocks}", lambda: learn(rtdl.FTTransformer.make_default(n_num_features=C, cat_cardinalities=CARDS, n_blocks=blocks, d_out=3), numbers(), categories()), limit=30)
def baseline(**o): return rtdl.FTTransformer.make_baseline(**{"n_num_features": C, "cat_cardinalities": CARDS, "d_token": 16, "n_blocks": 2, "attention_dropout": 0.2, "ffn_d_hidden": 8, "ffn_dropout": 0.3, "residual_dropout": 0.1, "d_out": 2, **o})
for o in (dict(), dict(d_out=1), dict(last_layer_query_idx=[-1]), dict(last_layer_query_idx=slice(-1, None)), dict(last_layer_query_idx=[0, -1]), dict(attention_dropout=0.0), dict(cat_cardinalities=None), dict(n_blocks=1, last_layer_query_idx=[-1])): driver.work(f"ft/baseline/{o}", lambda: learn(baseline(**o), numbers(), categories() if o.get("cat_cardinalities", 1) else None))
for sharing in ("headwise", "key-value", "layerwise"):
    for idx in (None, [-1]): driver.work(f"ft/compressed/{sharing}/{idx}", lambda: learn(baseline(kv_compression_ratio=0.5, kv_compression_sharing=sharing, last_layer_query_idx=idx), numbers(), categories()))
    driver.work(f"ft/compressed default/{sharing}", lambda: learn(rtdl.FTTransformer.make_default(n_num_features=C, cat_cardinalities=CARDS, kv_compression_ratio=0.3, kv_compression_sharing=sharing, d_out=1), numbers(), categories()))
def transformer(**o):
    return rtdl.Transformer(**{"d_token": 8, "n_blocks": 2, "attention_n_heads": 2, "attention_dropout": 0.1, "attention_initialization": "kaiming", "attention_normalization": "LayerNorm", "ffn_d_hidden": 6, "ffn_dropout": 0.1, "ffn_activation": "ReGLU", "ffn_normalization": "LayerNorm",
        "residual_dropout": 0.1, "prenormalization": True, "first_prenormalization": False, "last_layer_query_idx": None, "n_tokens": None, "kv_compression_ratio": None, "kv_compression_sharing": None, "head_activation": "ReLU", "head_normalization": "LayerNorm", "d_out": 3, **o})
post = dict(prenormalization=False, first_prenormalization=False)
for o in (dict(), dict(ffn_activation="GEGLU"), dict(ffn_activation="GELU"), dict(ffn_activation="SELU", head_activation="PReLU"), dict(attention_n_heads=1, attention_initialization="xavier"), dict(attention_initialization="xavier"), dict(attention_dropout=0.0, ffn_dropout=0.0, residual_dropout=0.0), post, dict(post, attention_normalization="Identity", ffn_normalization="Identity"),
          dict(first_prenormalization=True), dict(last_layer_query_idx=[-1]), dict(last_layer_query_idx=slice(2, 5)), dict(last_layer_query_idx=[0, 2], n_blocks=1), dict(n_tokens=7, kv_compression_ratio=0.5, kv_compression_sharing="layerwise"), dict(head_normalization="Identity", n_blocks=3), dict(head_activation=nn.GELU)):
    driver.work(f"transformer/{list(o.items())[-2:]}", lambda: learn(transformer(**o), torch.randn(N, 7, 8, device=DEV)))
    if not o.get("first_prenormalization"): driver.work(f"ft/own/{list(o.items())[-2:]}", lambda: learn(rtdl.FTTransformer(rtdl.FeatureTokenizer(C, [2, 3], 8), transformer(**o)), numbers(), categories()[:, :2]))
for heads in (1, 4):
    for init in ("kaiming", "xavier"):
        for drop in (0.0, 0.5):
            def attended(): m = rtdl.MultiheadAttention(d_token=8, n_heads=heads, dropout=drop, bias=True, initialization=init).to(DEV); x = torch.randn(N, 5, 8, device=DEV); k = nn.Linear(5, 2, bias=False).to(DEV); a, stats = m(x, x, None, None); b, _ = m(x[:, :1], x, k, k); c, _ = m(x, x, k, nn.Linear(5, 2).to(DEV)); (a.sum() + b.sum() + c.sum()).backward(); return stats["attention_probs"]
            driver.work(f"attention/{heads}/{init}/{drop}", attended)
def no_bias(): m = rtdl.MultiheadAttention(d_token=8, n_heads=1, dropout=0.1, bias=False, initialization="kaiming").to(DEV); return m(torch.randn(2, 3, 8, device=DEV), torch.randn(2, 4, 8, device=DEV), None, None)
driver.work("attention/not biased", no_bias)
driver.work("transformer/parts", lambda: (rtdl.Transformer.FFN(d_token=8, d_hidden=6, bias_first=True, bias_second=False, dropout=0.1, activation="ReGLU").to(DEV)(torch.randn(2, 3, 8, device=DEV)), rtdl.Transformer.Head(d_in=8, bias=True, activation="ReLU", normalization="LayerNorm", d_out=2).to(DEV)(torch.randn(2, 3, 8, device=DEV))))
driver.work("activations", lambda: (rtdl.reglu(numbers()), rtdl.geglu(numbers()), rtdl.ReGLU()(numbers()), rtdl.GEGLU()(numbers())))
driver.work("refused", refused); driver.work("configurations", lambda: (rtdl.FTTransformer.get_baseline_transformer_subconfig(), [rtdl.FTTransformer.get_default_transformer_config(n_blocks=i) for i in range(1, 7)], len(baseline().optimization_param_groups())))
driver.work("category sizes", lambda: (rtdl.data.get_category_sizes(np.array([[0, 0, 0], [1, 0, 0], [2, 1, 0]])), rtdl.data.get_category_sizes(np.stack([np.arange(30) % k for k in CARDS], 1))))
driver.work("category sizes/from there", lambda: rtdl.data.get_category_sizes(torch.stack([torch.arange(30, device=DEV) % k for k in CARDS], 1).cpu().numpy()))
def example(make, task, there):
    """The example notebook of the package: a table, batches, an optimizer, early stopping."""
    x = torch.randn(48, C); c = torch.stack([torch.arange(48) % k for k in CARDS], 1); y = {"regression": torch.randn(48), "binclass": torch.randint(2, (48,)).float(), "multiclass": torch.randint(3, (48,))}[task]; m = make(3 if task == "multiclass" else 1).to(DEV)
    if there: x, c, y = x.to(DEV), c.to(DEV), y.to(DEV)
    opt = m.make_default_optimizer() if isinstance(m, rtdl.FTTransformer) else torch.optim.AdamW(m.parameters(), lr=1e-3, weight_decay=1e-5); loss_fn = {"regression": F.mse_loss, "binclass": F.binary_cross_entropy_with_logits, "multiclass": F.cross_entropy}[task]; best = (float("inf"), None)
    def apply(x, c): x, c = x.to(DEV), c.to(DEV); return m(x, c) if isinstance(m, rtdl.FTTransformer) else m(x)
    def out(x, c): o = apply(x, c); return o if task == "multiclass" else o.squeeze(1)
    for _ in range(2):
        m.train()
        for a, b, t in DataLoader(TensorDataset(x, c, y), 24, shuffle=not there): opt.zero_grad(); loss = loss_fn(out(a, b), t.to(DEV)); loss.backward(); opt.step()
        m.eval()
        with torch.no_grad(): p = torch.cat([out(a, b) for a, b, _ in DataLoader(TensorDataset(x, c, y), 24)]).cpu().numpy()
        score = float(((p - y.cpu().numpy().reshape(len(p), -1)[:, 0] if p.ndim == 1 else p) ** 2).mean()); best = (score, copy.deepcopy(m.state_dict())) if score < best[0] else best
    m.load_state_dict(best[1]); torch.save(m.state_dict(), "a.pt"); m.load_state_dict(torch.load("a.pt", map_location=DEV)); return best[0]
models = {"mlp": lambda d: rtdl.MLP.make_baseline(C, [8, 8], 0.1, d), "resnet": lambda d: rtdl.ResNet.make_baseline(d_in=C, d_main=8, d_hidden=16, dropout_first=0.2, dropout_second=0.0, n_blocks=2, d_out=d), "ft": lambda d: baseline(d_out=d, last_layer_query_idx=[-1])}
for name, make in models.items():
    for task in ("regression", "binclass", "multiclass"):
        for there in (False, True): driver.work(f"example/{name}/{task}/{there}", lambda: example(make, task, there), limit=30)
def hooked(): m = baseline().to(DEV); seen = []; m.transformer.blocks[0]["attention"].register_forward_hook(lambda a, b, o: seen.append(o[1]["attention_probs"])); m(numbers(), categories()); return seen[0].mean().item()
driver.work("hooked", hooked); driver.work("mixed precision", lambda: (lambda m: torch.autocast(DEV, dtype=torch.bfloat16)(lambda: m(numbers(), categories()))())(baseline().to(DEV)))
driver.finish()
