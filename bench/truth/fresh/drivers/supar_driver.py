"""Parsers built, trained, evaluated and used as the package's commands do, on made-up treebanks; then its structured distributions."""
import os, sys, random, tempfile
os.environ["TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD"] = "1"  # the package's checkpoints are pickles
from driving import Driver, DEV, ROOT
driver = Driver("supar")
sys.path.insert(0, ROOT)
import torch
if DEV == "cpu": torch.cuda.is_available = lambda: False
import supar, logging
logging.disable(logging.CRITICAL)
from supar import (BiaffineDependencyParser, CRFDependencyParser, CRF2oDependencyParser, VIDependencyParser, CRFConstituencyParser, VIConstituencyParser, BiaffineSemanticDependencyParser, VISemanticDependencyParser, Parser)
from supar import structs as S, modules as M
os.chdir(tempfile.mkdtemp())
rng = random.Random(0)
words = ["the", "a", "cat", "dog", "sees", "eats", "fish", "bird", "big", "small", "runs", "sleeps"]
def tree(n):
    """A projective tree: heads of 1..n."""
    heads = [0] * (n + 1)
    def build(lo, hi, head):
        if lo > hi: return
        r = rng.randint(lo, hi); heads[r] = head
        build(lo, r - 1, r); build(r + 1, hi, r)
    build(1, n, 0); return heads[1:]
def conll(path, count, semantic=False):
    with open(path, "w") as f:
        for _ in range(count):
            n = rng.randint(3, 9)
            for i, h in enumerate(tree(n), 1):
                w = rng.choice(words); tag = rng.choice(["N", "V", "D"])
                f.write("\t".join([str(i), w, w, tag, tag, "_", str(h), rng.choice(["subj", "obj", "mod"]), "%d:%s" % (h, rng.choice(["A", "B"])) if semantic else "_", "_"]) + "\n")
            f.write("\n")
def brackets(path, count):
    def node(lo, hi):
        if hi - lo == 1: return "(N %s)" % rng.choice(words)
        m = rng.randint(lo + 1, hi - 1); return "(%s %s %s)" % (rng.choice(["NP", "VP"]), node(lo, m), node(m, hi))
    with open(path, "w") as f:
        for _ in range(count): f.write("(TOP %s)\n" % ("(S %s)" % node(0, rng.randint(3, 8))))
for part, n in (("train", 24), ("dev", 8), ("test", 8)):
    conll(part + ".conllx", n); conll(part + ".conllu", n, True); brackets(part + ".pid", n)
with open("vectors.txt", "w") as f:
    for w in words[:8] + ["unk"]: f.write(w + " " + " ".join("%.3f" % rng.random() for _ in range(16)) + "\n")
common = dict(encoder="lstm", build=True, checkpoint=False, feat=["char"], embed="vectors.txt", unk="unk", n_embed=16, n_pretrained=16, n_feat_embed=8, n_char_embed=8, n_char_hidden=16, n_encoder_hidden=32, n_encoder_layers=2, n_lstm_hidden=16, n_arc_mlp=16, n_rel_mlp=8, n_sib_mlp=8, n_span_mlp=16, n_label_mlp=8, n_pair_mlp=8, n_edge_mlp=16, min_freq=1, lr=2e-3, mu=.9, nu=.9, eps=1e-12, weight_decay=0, decay=.75, decay_steps=5000, verbose=False, buckets=2, batch_size=100, epochs=1, update_steps=1, clip=5.0, patience=5, mbr=True, tree=True, proj=True, partial=False, punct=True, max_len=None, delete={"TOP", "S1"}, equal={}, inference="mfvi", max_iter=3, interpolation=0.1, structured=True, bert=None, fix_len=10)
def life(cls, ext, **kw):
    args = {**common, **kw}
    data = dict(train="train" + ext, dev="dev" + ext, test="test" + ext)
    path = "model_" + cls.__name__
    parser = cls.build(path=path, **args, **data)
    parser.model.to(DEV)
    try:
        parser.train(**args, path=path, **data)
    except ValueError:  # no epoch beat a score of 0, so that nothing was saved
        parser.save(path)
    return path
def use(cls, ext, **kw):
    path = "model_" + cls.__name__
    parser = cls.load(path)
    parser.evaluate("test" + ext, buckets=2, verbose=False, **kw)
    parser.predict("test" + ext, pred="pred" + ext, buckets=2, verbose=False, **kw)
    return parser
KINDS = [(BiaffineDependencyParser, ".conllx", {}), (CRFDependencyParser, ".conllx", {}), (CRF2oDependencyParser, ".conllx", {}), (VIDependencyParser, ".conllx", {}), (CRFConstituencyParser, ".pid", dict(epochs=2, lr=0.02)), (VIConstituencyParser, ".pid", dict(epochs=2, lr=0.02)), (BiaffineSemanticDependencyParser, ".conllu", dict(feat=["tag", "char", "lemma"], proj=False)), (VISemanticDependencyParser, ".conllu", dict(feat=["tag", "char", "lemma"], proj=False))]
for cls, ext, kw in KINDS:
    driver.work("train/" + cls.__name__, lambda: life(cls, ext, **kw), limit=30)
    driver.work("use/" + cls.__name__, lambda: use(cls, ext), limit=20)
for cls, kw in ((CRFDependencyParser, dict(proj=False, tree=True, mbr=False)), (CRFDependencyParser, dict(partial=True)), (BiaffineDependencyParser, dict(feat=["tag", "char"], proj=False)), (VIDependencyParser, dict(inference="lbp")), (CRF2oDependencyParser, dict(mbr=False))):
    driver.work("train/%s/%s" % (cls.__name__, kw), lambda: life(cls, ".conllx", **kw), limit=30)
driver.work("train/lbp const", lambda: life(VIConstituencyParser, ".pid", inference="lbp", epochs=2, lr=0.02), limit=30)
driver.work("train/lbp sdp", lambda: life(VISemanticDependencyParser, ".conllu", inference="lbp", proj=False, feat=["tag"]), limit=30)
driver.work("predict words", lambda: Parser.load("model_BiaffineDependencyParser").predict([["the", "cat", "sees", "a", "dog"]], verbose=False)[0].__str__())
B, L = 3, 6
lens = lambda: torch.tensor([5, 4, 3], device=DEV)
arcs = lambda: torch.tensor([tree(5)[:L - 1] for _ in range(B)], device=DEV)
def gold(): a = torch.zeros(B, L, dtype=torch.long, device=DEV); a[0, 1:6] = torch.tensor([2, 0, 2, 5, 3]); a[1, 1:5] = torch.tensor([0, 1, 2, 3]); a[2, 1:4] = torch.tensor([2, 0, 2]); return a
def dist(d, value=None):
    d.log_partition.sum().backward(retain_graph=True); d.marginals; d.argmax; d.max; d.entropy
    if value is not None: d.log_prob(value), d.score(value)
    return repr(d)
def kmax(d): return d.kmax(2), d.topk(2)
def sample(d): return d.sample()
def pairs(a, b): return a.cross_entropy(b), a.kl(b), a + b
rnd = lambda *s: torch.randn(*s, device=DEV)
cases = {
    "MatrixTree": lambda: S.MatrixTree(rnd(B, L, L), lens()), "DependencyCRF": lambda: S.DependencyCRF(rnd(B, L, L), lens()), "DependencyCRF multi": lambda: S.DependencyCRF(rnd(B, L, L), lens(), multiroot=True), "ConstituencyCRF": lambda: S.ConstituencyCRF(rnd(B, L, L), lens()),
    "ConstituencyCRF labels": lambda: S.ConstituencyCRF(rnd(B, L, L, 3), lens()), "LinearChainCRF": lambda: S.LinearChainCRF(rnd(B, L, 4), rnd(5, 5), lens() + 1), "Dependency2oCRF": lambda: S.Dependency2oCRF((rnd(B, L, L), rnd(B, L, L, L)), lens()),
}
for name, make in cases.items():
    driver.work("struct/" + name, lambda: dist(make(), gold() if name in ("MatrixTree", "DependencyCRF", "DependencyCRF multi") else None))
    driver.work("struct/kmax/" + name, lambda: kmax(make()))
    driver.work("struct/sample/" + name, lambda: sample(make()))
    driver.work("struct/pairs/" + name, lambda: pairs(make(), make()))
driver.work("struct/2o score", lambda: S.Dependency2oCRF((rnd(B, L, L), rnd(B, L, L, L)), lens()).log_prob((gold(), torch.zeros(B, L, L, dtype=torch.long, device=DEV))))
driver.work("struct/chain score", lambda: S.LinearChainCRF(rnd(B, L, 4), rnd(5, 5), lens() + 1).log_prob(torch.randint(0, 4, (B, L), device=DEV)))
driver.work("struct/const score", lambda: S.ConstituencyCRF(rnd(B, L, L), lens()).log_prob(torch.ones(B, L, L, device=DEV).triu_(1).bool()))
mask = lambda: torch.ones(B, L, dtype=torch.bool, device=DEV)
driver.work("modules/affine", lambda: (M.Biaffine(8, 8, 3).to(DEV)(rnd(B, L, 8), rnd(B, L, 8)), M.Triaffine(8, 8, 2).to(DEV)(rnd(B, L, 8), rnd(B, L, 8), rnd(B, L, 8)), M.Triaffine(8, 8, 2).to(DEV)(rnd(B, L, 8), rnd(B, L, 8), rnd(B, L, 8))))
def lstm():
    from torch.nn.utils.rnn import pack_padded_sequence
    m = M.VariationalLSTM(8, 6, num_layers=2, bidirectional=True, dropout=0.3).to(DEV)
    return m(pack_padded_sequence(rnd(B, L, 8), torch.tensor([6, 5, 4]), True))[0].data.sum().backward()
driver.work("modules/lstm", lstm)
driver.work("modules/char", lambda: M.CharLSTM(30, 8, 10, 12, pad_index=0, dropout=0.1).to(DEV)(torch.randint(0, 30, (B, L, 5), device=DEV)))
driver.work("modules/dropout", lambda: (M.SharedDropout(0.3).to(DEV)(rnd(B, L, 8)), M.IndependentDropout(0.3).to(DEV)(rnd(B, L, 8), rnd(B, L, 8))))
driver.work("modules/mix", lambda: (M.ScalarMix(3, 0.1).to(DEV)([rnd(B, L, 8)] * 3), M.MLP(8, 4, 0.1).to(DEV)(rnd(B, L, 8))))
def transformer(cls, **k): m = cls(2, 4, 16, 32, **k).to(DEV); return m(rnd(B, L, 16), mask()).sum().backward()
driver.work("modules/transformer", lambda: M.TransformerEncoder(2, 4, 16, 32).to(DEV)(rnd(B, L, 16), mask()).sum().backward())
driver.work("modules/relative", lambda: M.RelativePositionTransformerEncoder(2, 4, 16, 32).to(DEV)(rnd(B, L, 16), mask()).sum().backward())
def probabilities(cls, ext):
    parser = cls.load("model_" + cls.__name__)
    return parser.predict("test" + ext, buckets=2, prob=True, verbose=False)
for cls, ext, kw in KINDS:
    driver.work("probabilities/" + cls.__name__, lambda: probabilities(cls, ext))
driver.finish()
