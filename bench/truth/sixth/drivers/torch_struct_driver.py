"""Structured distributions: chains, segments, trees, grammars, alignments in all semirings, with lengths, samples, conversions, training, sequence models with beams."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("torch_struct")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import torch, torch.nn as nn
import torch_struct as T
import torch_struct as S  # its semirings
from torch_struct.deptree import convert, unconvert
from torch_struct.semirings import checkpoint as Cp, fast_semirings as Fa, sparse_max as Sm

class Gumbel(torch.distributions.Gumbel):
    """Noise on the device: the package draws it on the processor and adds it to numbers that are elsewhere."""
    def __init__(self, *_): super().__init__(torch.zeros((), device=DEV), torch.ones((), device=DEV), validate_args=False)
torch.distributions.Gumbel = Gumbel

B, N, C, K = 2, 4, 3, 3
def r(*s): return torch.randn(*s, device=DEV)
def lens(n=N): return torch.tensor([n - 1, n], device=DEV)
made = {"chain": (T.LinearChainCRF, lambda: r(B, N - 1, C, C)), "segments": (T.SemiMarkovCRF, lambda: r(B, N - 1, K, C, C)), "dependencies": (T.DependencyCRF, lambda: r(B, N, N).requires_grad_(True)), "labeled": (T.DependencyCRF, lambda: r(B, N, N, C).requires_grad_(True)),
        "single root": (lambda p, lengths=None: T.DependencyCRF(p, lengths, multiroot=False), lambda: r(B, N, N).requires_grad_(True)), "tree": (T.TreeCRF, lambda: r(B, N, N, C)), "grammar": (T.SentCFG, lambda: (r(B, N, C), r(B, 2, 2 + C, 2 + C), r(B, 2))),
        "hidden": (lambda p, lengths=None: T.HMM(*p, lengths=lengths), lambda: (r(C, C).log_softmax(0), r(9, C).log_softmax(0), r(C).log_softmax(0), torch.randint(9, (B, N), device=DEV)))}
def dist(name, lengths=None): return made[name][0](made[name][1](), lengths=lengths)
uses = {"partition": lambda d: d.partition, "max": lambda d: d.max, "argmax": lambda d: d.argmax, "marginals": lambda d: d.marginals, "mode": lambda d: d.mode, "entropy": lambda d: d.entropy, "count": lambda d: d.count, "kmax": lambda d: d.kmax(2), "topk": lambda d: d.topk(2),
        "sample": lambda d: d.sample((3,)), "samples": lambda d: d.sample((12,)), "gumbel": lambda d: d.gumbel_crf(0.5), "log_prob": lambda d: d.log_prob(d.argmax), "log_prob samples": lambda d: d.log_prob(d.sample((2,))), "kinds": lambda d: (d.batch_shape, d.event_shape)}
lacking = {("grammar", u) for u in ("entropy", "count", "log_prob samples", "samples", "sample", "gumbel", "log_prob", "kmax")} | {(n, "count") for n in ("dependencies", "labeled", "single root")}  # it has no such thing for tuples, or other arguments
for name in made:
    for use, f in uses.items():
        if (name, use) in lacking: continue
        driver.work(f"{name}/{use}", lambda: f(dist(name)))
        if use in ("partition", "argmax", "marginals", "sample", "kmax", "entropy"): driver.work(f"{name}/{use}/lengths", lambda: f(dist(name, lens())))
    if name in ("chain", "tree", "hidden"): driver.work(f"{name}/compared", lambda: (lambda a, b: (a.cross_entropy(b), a.kl(b)))(dist(name), dist(name)))
driver.work("grammar/samples", lambda: (lambda p: [m for m in T.CKY(S.MultiSampledSemiring).marginals(p)])(made["grammar"][1]())); driver.work("grammar/score", lambda: (lambda p: T.CKY().score(p, T.CKY(S.MaxSemiring).marginals(p)))(made["grammar"][1]())); driver.work("grammar/kmax", lambda: T.CKY(S.KMaxSemiring(2)).marginals(made["grammar"][1](), _raw=True))
for multiroot in (False, True):
    for l in (None, lens(), [N - 1, N]):
        driver.work(f"not projective/{multiroot}/{type(l).__name__}", lambda: (lambda d: (d.partition, d.marginals, d.argmax, d.entropy))(T.NonProjectiveDependencyCRF(r(B, N, N), l, multiroot=multiroot)))
        driver.work(f"not projective/functions/{multiroot}/{type(l).__name__}", lambda: (T.deptree_part(r(B, N, N), multiroot, l), T.deptree_nonproj(r(B, N, N), multiroot, l)))
structs = {"chain": T.LinearChain, "segments": T.SemiMarkov, "dependencies": T.DepTree, "tree": T.CKY_CRF}
rings = {"log": S.LogSemiring, "max": S.MaxSemiring, "std": S.StdSemiring, "sampled": S.SampledSemiring, "multi": S.MultiSampledSemiring, "entropy": S.EntropySemiring, "kmax": S.KMaxSemiring(3), "gumbel max": S.GumbelMaxSemiring(0.5), "gumbel": S.GumbelCRFSemiring(0.5), "sparse": S.SparseMaxSemiring,
         "checkpoint": S.CheckpointSemiring(S.LogSemiring, 1), "checkpoint small": S.CheckpointSemiring(S.LogSemiring, 10 ** 6), "shard": S.CheckpointShardSemiring(S.LogSemiring, 1), "shard large": S.CheckpointShardSemiring(S.LogSemiring, 10 ** 6), "shard max": S.CheckpointShardSemiring(S.MaxSemiring, 50, 10)}
for name, struct in structs.items():
    struct_of = made[name][1]
    for ring, s in rings.items():
        driver.work(f"struct/{name}/{ring}", lambda: struct(s).sum(struct_of()))
        if ring not in ("entropy", "std") and not (name in ("dependencies", "tree") and ring.startswith(("check", "shard"))): driver.work(f"struct/{name}/{ring}/marginals", lambda: struct(s).marginals(struct_of()))
driver.work("struct/chain/sparse/lengths", lambda: T.LinearChain(S.SparseMaxSemiring).marginals(r(B, 5, C, C), lens(6)).sum().backward()); driver.work("struct/chain/long", lambda: T.LinearChain().marginals(r(B, 33, C, C)))
driver.work("struct/score", lambda: (lambda p: T.LinearChain(S.MaxSemiring).score(p, T.LinearChain(S.MaxSemiring).marginals(p)))(r(B, 3, C, C)))
def wide(w): return T.SemiMarkov().marginals(r(B, 7, w, C, C), torch.tensor([5, 8], device=DEV))
for w in (2, 3, 5): driver.work(f"struct/segments/{w}", lambda: wide(w))
# between events and sequences
tags = lambda: torch.randint(C, (B, N))  # the conversions build their events on the processor
driver.work("parts/chain", lambda: (lambda e: (e, T.LinearChain.from_parts(e.to(DEV)), T.LinearChainCRF(r(B, N - 1, C, C)).log_prob(e.to(DEV))))(T.LinearChain.to_parts(tags(), C)))
driver.work("parts/chain/lengths", lambda: T.LinearChain.to_parts(tags(), C, lens())); driver.work("parts/chain/there", lambda: T.LinearChain.from_parts(dist("chain").argmax))
def segmented(): s = torch.tensor([[0, -1, 2, 1], [1, 0, -1, 2]], device=DEV); e = T.SemiMarkov.to_parts(s, (C, K)); return e, T.SemiMarkov.from_parts(e.to(DEV)), T.SemiMarkov.to_parts(s, (C, K), lens())
driver.work("parts/segments", segmented); driver.work("parts/segments/there", lambda: T.SemiMarkov.from_parts(dist("segments").argmax))
heads = lambda: torch.tensor([[0, 1, 2, 3], [2, 0, 2, 3]])
driver.work("parts/dependencies", lambda: (T.DepTree.to_parts(heads()), T.DepTree.to_parts(heads(), lengths=lens()), T.DepTree.from_parts(dist("dependencies").argmax))); driver.work("parts/roots", lambda: (convert(r(B, N, N)), unconvert(convert(r(B, N, N)))))
driver.work("parts/events", lambda: (lambda d: (d.to_event(tags(), C), d.from_event(d.argmax), d.from_event(d.sample((1,))[0])))(dist("chain"))); driver.work("parts/tree", lambda: (T.CKY_CRF.to_parts(dist("tree").argmax, None), dist("tree").from_event(dist("tree").argmax)))
def charted():  # spans of a right-branching tree, as the conversions take them
    s = torch.zeros(B, N, N, 2 + C, device=DEV)
    for i in range(N): s[:, i, i, 2 + i % C] = 1; s[:, i, N - 1, 0] = 1 if i < N - 1 else s[:, i, N - 1, 0]
    return s
driver.work("parts/grammar", lambda: T.CKY.to_parts(charted(), (2, C), torch.tensor([N, N], device=DEV))); driver.work("parts/grammar/cpu lengths", lambda: T.CKY.to_parts(charted(), (2, C), [N, N])); driver.work("parts/grammar/splits", lambda: T.CKY._intermediary(charted()))
driver.work("parts/grammar/network", lambda: T.CKY.to_networkx(charted().long())); driver.work("parts/grammar/chart", lambda: (lambda a: T.CKY.from_parts(a))((r(B, N, C), r(B, N, N, 2, 2 + C, 2 + C), r(B, 2))))
driver.work("hidden/potentials", lambda: T.LinearChain.hmm(*made["hidden"][1]()))
# alignments: merging needs a compiled package, one step does not
for local in (False, True):
    def aligned(use): p = torch.stack([-torch.rand(B, 1, 1, device=DEV), torch.rand(B, 1, 1, device=DEV), -torch.rand(B, 1, 1, device=DEV)], -1); d = T.AlignmentCRF(p, local=local, max_gap=2); return {"partition": lambda: d.partition, "max": lambda: d.max, "marginals": lambda: d.marginals, "argmax": lambda: d.argmax}[use]()
    for use in ("partition", "max", "marginals", "argmax"): driver.work(f"alignment/{local}/{use}", lambda: aligned(use))
# semirings
for name, s in {**rings, "fast log": Fa.FastLogSemiring, "fast max": Fa.FastMaxSemiring, "fast sample": Fa.FastSampleSemiring}.items():
    if name not in ("entropy",):
        def ringed(): k = s.size(); x = s.convert(r(B, C)) if k == 1 else s.convert(r(B, C)); return s.sum(x), s.times(x, x, x), s.prod(x), s.unconvert(x), s.zero_(x.clone()), s.one_(x.clone()), s.plus(x, x), s.zero_mask_(x.clone(), torch.zeros(B, C, dtype=torch.bool, device=DEV))
        driver.work(f"semiring/{name}", ringed)
for name in ("log", "max", "sampled", "gumbel max", "gumbel", "multi"):
    driver.work(f"semiring/{name}/other axis", lambda: (lambda x: rings[name].sum(x, dim=1).sum().backward())(r(1, C, C).requires_grad_(True)))
driver.work("semiring/matmul", lambda: [s.matmul(r(1, 2, 3), r(1, 3, 2)) for s in (S.LogSemiring, S.MaxSemiring, S.StdSemiring)]); driver.work("semiring/dot", lambda: [s.dot(r(1, 2, 3), r(1, 2, 3)) for s in (S.LogSemiring, S.MaxSemiring, S.StdSemiring)])
for name in ("entropy", "cross", "kl"):
    def measured(): s = {"entropy": S.EntropySemiring, "cross": S.CrossEntropySemiring, "kl": S.KLDivergenceSemiring}[name]; x = s.convert(r(B, C) if name == "entropy" else [r(B, C), r(B, C)]); return s.sum(x), s.sum(x, 2), s.times(x, x), s.prod(x), s.unconvert(x), s.zero_(x.clone()), s.one_(x.clone()), s.zero_mask_(x.clone(), torch.ones(B, C, dtype=torch.bool, device=DEV))
    driver.work(f"semiring/{name}/parts", measured)
driver.work("semiring/simplex", lambda: (Sm.project_simplex(r(B, 5), 1), Sm.sparsemax_grad(r(B, 5), Sm.project_simplex(r(B, 5), -1), -1))); driver.work("semiring/sizes", lambda: (Cp.broadcast_size(r(1, 2, 3), r(4, 3, 2)), Cp.matmul_size(r(1, 2, 3), r(4, 3, 2)), Fa.broadcast(r(1, 2, 3), r(4, 3, 2)), Cp.mind(Cp.ones(r(1, 2, 1)), [torch.ones(1, device=DEV)] * 2)))
for step in (1, 3, 10 ** 4): driver.work(f"semiring/accumulated/{step}", lambda: Cp.accumulate_(r(4, 2, 3), r(4, 3, 2), [4, 2, 2], torch.matmul, 3, step)); driver.work(f"semiring/spread/{step}", lambda: Cp.unaccumulate_(r(4, 2, 3).requires_grad_(True), r(4, 3, 2).requires_grad_(True), r(4, 2, 2), 3, torch.matmul, step))
driver.work("semiring/discrete", lambda: [S.MultiSampledSemiring.to_discrete(T.LinearChain(S.MultiSampledSemiring).marginals(r(B, 3, C, C)), j) for j in (1, 5, 9)])
# training
def tagger(steps=3, lengths=True):
    e, o = nn.Embedding(9, 8).to(DEV), nn.Linear(8, C * C).to(DEV); opt = torch.optim.Adam([*e.parameters(), *o.parameters()], 1e-2); seen = []
    for _ in range(steps):
        x, y = torch.randint(9, (B, N), device=DEV), tags(); d = T.LinearChainCRF(o(e(x))[:, 1:].view(B, N - 1, C, C), lens() if lengths else None); gold = T.LinearChain.to_parts(y, C, lens() if lengths else None).to(DEV); loss = -d.log_prob(gold).mean(); opt.zero_grad(); loss.backward(); opt.step(); seen.append(loss.item())
    return seen, T.LinearChain.from_parts(d.argmax)[0]
driver.work("training/tagger", tagger); driver.work("training/tagger/full", lambda: tagger(lengths=False))
def parser(steps=2, **o):
    w = nn.Bilinear(4, 4, 1).to(DEV); opt = torch.optim.SGD(w.parameters(), 0.1); seen = []
    for _ in range(steps): x = r(B, N, 4); d = T.DependencyCRF(w(x[:, :, None].expand(B, N, N, 4).contiguous(), x[:, None].expand(B, N, N, 4).contiguous()).squeeze(-1), lengths=lens(), **o); loss = -d.log_prob(T.DepTree.to_parts(heads(), lengths=lens()).to(DEV)).mean() + d.entropy.mean() * 0.1; opt.zero_grad(); loss.backward(); opt.step(); seen.append(loss.item())
    return seen
driver.work("training/parser", parser); driver.work("training/parser/single", lambda: parser(multiroot=False))
def grammar(steps=2):
    t, u, v = (nn.Parameter(r(*s)) for s in ((B, N, C), (B, 2, 2 + C, 2 + C), (B, 2))); opt = torch.optim.Adam([t, u, v], 0.1); seen = []
    for _ in range(steps): d = T.SentCFG((t.log_softmax(-1), u.view(B, 2, -1).log_softmax(-1).view_as(u), v.log_softmax(-1)), lengths=lens()); loss = -d.partition.mean(); opt.zero_grad(); loss.backward(); opt.step(); seen.append(loss.item())
    return seen
driver.work("training/grammar", grammar); driver.work("training/policy", lambda: (lambda d: (d.log_prob(d.sample((4,)).detach()) * r(4, B)).mean().backward())(T.LinearChainCRF(r(B, 3, C, C).requires_grad_(True))))
driver.work("training/attention", lambda: (lambda p: (T.LinearChainCRF(p).marginals.sum(-1)[..., None] * r(B, 3, C, 4)).sum().backward())(r(B, 3, C, C).requires_grad_(True)))
# sequence models
class Recurrent(T.AutoregressiveModel):
    def __init__(self): super().__init__(); self.e = nn.Embedding(C, 6); self.r = nn.RNN(6, 6, batch_first=True); self.o = nn.Linear(6, C)
    def forward(self, x, state=None): x = x.to(DEV); y, h = self.r(x @ self.e.weight if x.is_floating_point() else self.e(x), state[0].transpose(0, 1).contiguous() if state else None); return self.o(y), (h.transpose(0, 1).contiguous(),)
def sequences(**o): return T.Autoregressive(Recurrent().to(DEV), (r(B, 1, 6),), C, N, **o)
for norm in (False, True):
    driver.work(f"sequences/sample/{norm}", lambda: (lambda d: d.sample((3,)))(sequences(normalize=norm))); driver.work(f"sequences/sparse/{norm}", lambda: sequences(normalize=norm).log_prob(torch.randint(C, (2, B, N), device=DEV), sparse=True))
    for use, f in {"greedy": lambda d: d.greedy_max(), "beam": lambda d: d.beam_topk(2), "beam max": lambda d: d._beam_max(3), "log_prob": lambda d: d.log_prob(nn.functional.one_hot(torch.randint(C, (2, B, N), device=DEV), C)), "without replacement": lambda d: d.sample_without_replacement((2,)), "hot": lambda d: d.greedy_tempmax(2.0)}.items():
        def there():  # as these leave some of their tensors on the default device
            with torch.device(DEV if use in ("greedy", "log_prob", "hot") else "cpu"): return f(sequences(normalize=norm))
        driver.work(f"sequences/{use}/{norm}", there)
driver.finish()
