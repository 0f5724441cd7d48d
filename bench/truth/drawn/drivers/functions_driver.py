"""Calls the drawn functions with bare arguments: `functions_driver.py read` those of one half, `unread` those of the other.

Each file of SOURCES/functions_HALF has one piece of work here, named as the file is. What a file leaves undefined (its
repository's globals) is set before the call; packages that are seldom installed are stood in for.
"""
import collections, importlib.util, io, json, logging, os, random, sys, types
from pathlib import Path
from types import SimpleNamespace as NS
from unittest import mock
from driving import Driver, DEV, ROOT
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset, TensorDataset

package = "functions_" + sys.argv[1]
driver = Driver(package)
os.chdir(driver.folder.name)
dev = torch.device(DEV)
cpu = DEV == "cpu"
if cpu: torch.cuda.is_available = lambda: False

np.int = int  # the packages are of a time when NumPy had it
class Edit:
    @staticmethod
    def distance(a, b): return abs(len(a) - len(b))
class Table:
    def __init__(self, rows): self.table = str(rows)
def stand_in(name, **values):
    module = types.ModuleType(name); module.__dict__.update(values); sys.modules.setdefault(name, module)
stand_in("tensorboardX", SummaryWriter=mock.MagicMock)
stand_in("apex", amp=mock.MagicMock()); stand_in("apex.amp")
stand_in("torchsearchsorted", searchsorted=lambda a, v, side="left": torch.searchsorted(a, v, right=side == "right"))
stand_in("terminaltables", AsciiTable=Table)
stand_in("Levenshtein", distance=Edit.distance)
stand_in("atari_py")
stand_in("plotly", offline=mock.MagicMock())
stand_in("plotly.graph_objs", Scatter=mock.MagicMock())
stand_in("plotly.graph_objs.scatter", Line=mock.MagicMock())

class Writer:
    """What TensorBoard's writer does with a value: it makes it a number or an array."""
    def add_scalar(self, tag, value, step=None): self.value = float(value)
    def add_histogram(self, tag, value, step=None): self.value = value.detach().cpu().numpy()
    def add_scalars(self, tag, values, step=None): pass
    def close(self): pass
class Average:
    def __init__(self): self.reset()
    def reset(self): self.val = self.avg = self.sum = self.count = 0
    def update(self, val, n=1): self.val = val; self.sum += val * n; self.count += n; self.avg = self.sum / self.count
class Bar:
    elapsed_td = eta_td = 0
    def __init__(self, *_, **__): pass
    def next(self): pass
    def finish(self): pass
def accuracy(output, target, topk=(1,)):
    _, pred = output.topk(max(topk), 1, True, True)
    hit = pred.t().eq(target.view(1, -1))
    return [hit[:k].reshape(-1).float().sum(0, keepdim=True) / target.size(0) for k in topk]

def T(*shape): return torch.randn(*shape, device=dev)
def R(*shape): return torch.rand(*shape, device=dev)
def I(high, *shape): return torch.randint(high, shape, device=dev)
def mlp(i, o): return nn.Sequential(nn.Linear(i, 16), nn.ReLU(), nn.Linear(16, o)).to(dev)
def cnn(o=10): return nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.BatchNorm2d(8), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, o)).to(dev)
def loader(*tensors, size=4): return DataLoader(TensorDataset(*tensors), batch_size=size)
def images(n=12, o=10, side=16): return loader(torch.randn(n, 3, side, side), torch.randint(o, (n,)))
def sgd(model, **more): return torch.optim.SGD(model.parameters(), 0.01, momentum=0.9, **more)
class Apply(nn.Module):
    """A module around a function, with a parameter."""
    def __init__(self, function):
        super().__init__()
        self.function, self.scale = function, nn.Parameter(torch.ones(1))
        self.to(dev)
    def forward(self, *a, **k): return self.function(self.scale, *a, **k)

pieces = {}
def piece(function):
    pieces[function.__name__] = function
    return function

# --- BiDAF
class Words:
    vectors = None
    itos = ["w%d" % i for i in range(50)]
def bidaf(n=3):
    class Batches:
        epoch = 0
        def __iter__(self):
            for i in range(n):
                yield NS(id=["a", "b"], c_word=(I(50, 2, 9), None), s_idx=I(4, 2), e_idx=I(4, 2) + 4)
    class Reader(nn.Module):
        def __init__(self, *_): super().__init__(); self.e, self.l = nn.Embedding(50, 8), nn.Linear(8, 2)
        def forward(self, batch):
            p = self.l(self.e(batch.c_word[0]))
            return p[..., 0], p[..., 1]
    data = NS(WORD=NS(vocab=Words), train_iter=Batches(), dev_iter=Batches())
    return NS(gpu=0, prediction_file="p.json", exp_decay_rate=0.9, learning_rate=0.1, model_time="t", epoch=2, print_freq=2), data, Reader
judge = NS(main=lambda args: {"exact_match": 10.0, "f1": 20.0})
@piece
def bidaf_pytorch__run__test(s):
    args, data, Reader = bidaf(); s["evaluate"] = judge
    model = Reader().to(dev); ema = s["EMA"](0.9)
    for name, p in model.named_parameters(): ema.register(name, p.data)
    s["test"](model, ema, args, data)
@piece
def bidaf_pytorch__run__train(s):
    args, data, Reader = bidaf(); s["evaluate"] = judge; s["BiDAF"] = Reader
    s["train"](args, data)

# --- BigGAN
@piece
def biggan_pytorch__inception_utils__torch_cov(s): s["torch_cov"](T(20, 6)); s["torch_cov"](T(8), True)
@piece
def biggan_pytorch__inception_utils__sqrt_newton_schulz(s): a = T(1, 6, 6); s["sqrt_newton_schulz"](a.bmm(a.transpose(1, 2)), 10)
@piece
def biggan_pytorch__inception_utils__torch_calculate_frechet_distance(s):
    a, b = torch.cov(T(6, 40)), torch.cov(T(6, 40)); s["torch_calculate_frechet_distance"](T(6), a, T(6), b)
@piece
def biggan_pytorch__inception_utils__accumulate_inception_activations(s):
    l = mlp(12, 5)
    s["accumulate_inception_activations"](lambda: (T(4, 12), I(5, 4)), lambda x: (x, l(x)), 12)
@piece
def biggan_pytorch__layers__power_iteration(s): s["power_iteration"](T(8, 6), [T(1, 8), T(1, 8)])
@piece
def biggan_pytorch__layers__manual_bn(s):
    s["manual_bn"](T(4, 3, 5, 5), R(1, 3, 1, 1), R(1, 3, 1, 1), True); s["manual_bn"](T(4, 3, 5, 5))
class Latent(torch.Tensor):
    def sample_(self): self.normal_() if self.is_floating_point() else self.random_(0, 5)
@piece
def biggan_pytorch__train_fns__GAN_training_function(s):
    G, D = mlp(8, 12), mlp(12, 1); G.optim, D.optim = sgd(G), sgd(D); G.__dict__["shared"] = nn.Linear(2, 2).to(dev)  # no child
    def GD(z, y, x=None, dy=None, train_G=False, split_D=False):
        fake = D(G(z.as_subclass(torch.Tensor)))
        return fake if x is None else (fake, D(x))
    def toggle(m, on):
        for p in m.parameters(): p.requires_grad = on
    def ortho(m, strength, blacklist=()):
        pass
    s["utils"] = NS(toggle_grad=toggle, ortho=ortho)
    s["losses"] = NS(discriminator_loss=lambda f, r: (F.relu(1 - r).mean(), F.relu(1 + f).mean()), generator_loss=lambda f: -f.mean())
    z, y = T(4, 8).as_subclass(Latent), I(5, 4).as_subclass(Latent)
    config = dict(batch_size=4, toggle_grads=True, num_D_steps=2, num_D_accumulations=1, split_D=False, D_ortho=0.1, G_ortho=0.1, num_G_accumulations=1, ema=True)
    train = s["GAN_training_function"](G, D, GD, z, y, NS(update=lambda i: None), {"itr": 1}, config)
    train(T(8, 12), I(5, 8)); train(T(8, 12), I(5, 8))
@piece
def biggan_pytorch__utils__default_ortho(s): m = mlp(5, 3); m(T(4, 5)).sum().backward(); s["default_ortho"](m, 1e-2, [])
@piece
def biggan_pytorch__utils__print_grad_norms(s): m = mlp(5, 3); m(T(4, 5)).sum().backward(); s["print_grad_norms"](m)
@piece
def biggan_pytorch__utils__accumulate_standing_stats(s):
    g = Apply(lambda w, z, y: z * w + y); g.shared = nn.Embedding(5, 8).to(dev)
    s["accumulate_standing_stats"](g, T(4, 8), I(5, 4), 5, 3)

# --- CenterNet
@piece
def centernet__decode__ctdet_decode(s):
    s["ctdet_decode"](R(2, 3, 16, 16), R(2, 2, 16, 16), R(2, 2, 16, 16), K=10); s["ctdet_decode"](R(2, 3, 16, 16), R(2, 6, 16, 16), None, True, K=10)
@piece
def centernet__decode__multi_pose_decode(s): s["multi_pose_decode"](R(2, 1, 16, 16), R(2, 2, 16, 16), T(2, 8, 16, 16), R(2, 2, 16, 16), R(2, 4, 16, 16), R(2, 2, 16, 16), K=6)
@piece
def centernet__decode__ddd_decode(s): s["ddd_decode"](R(2, 3, 16, 16), R(2, 8, 16, 16), R(2, 1, 16, 16), R(2, 3, 16, 16), R(2, 2, 16, 16), R(2, 2, 16, 16), 8)
def heat():
    p = R(2, 3, 8, 8).clamp(0.01, 0.99).requires_grad_(); g = R(2, 3, 8, 8); g[0, 0, 2, 2] = 1; g[1, 1, 3, 3] = 1
    return p, g
@piece
def centernet__losses__slow_neg_loss(s): s["_slow_neg_loss"](*heat()).backward()
@piece
def centernet__losses__neg_loss(s): s["_neg_loss"](*heat()).backward()
@piece
def centernet__losses__slow_reg_loss(s): s["_slow_reg_loss"](T(2, 5, 2).requires_grad_(), T(2, 5, 2), R(2, 5) > 0.4).backward()
@piece
def centernet__losses__compute_rot_loss(s): s["compute_rot_loss"](T(2, 5, 8).requires_grad_(), I(2, 2, 5, 2), T(2, 5, 2), torch.ones(2, 5, device=dev)).backward()
@piece
def centernet__utils__flip_lr(s): s["flip_lr"](T(1, 4, 6, 6), [(0, 1), (2, 3)])

# --- training loops of classifiers
cut = NS(beta=1.0, cutmix_prob=0.7, print_freq=1, verbose=True, epochs=2)
@piece
def cutmix_pytorch__train__train(s): s["args"] = cut; s["accuracy"] = accuracy; m = cnn(); s["train"](images(), m, nn.CrossEntropyLoss(), sgd(m), 0)
@piece
def cutmix_pytorch__train__validate(s):
    s["args"] = cut; s["accuracy"] = accuracy; m = cnn()
    s["validate"](loader(torch.randn(8, 3, 16, 16, device=dev), torch.randint(10, (8,))), m, nn.CrossEntropyLoss(), 0)
@piece
def dcrnn_pytorch__loss__masked_mae_loss(s): s["masked_mae_loss"](T(4, 6).requires_grad_(), F.relu(T(4, 6))).backward()
@piece
def deeplabv3plus_pytorch__main__validate(s):
    class Scores:
        def reset(self): self.n = 0
        def update(self, t, p): self.n += (t == p).sum()
        def get_results(self): return self.n
    class Scenes(Dataset):
        def __len__(self): return 4
        def __getitem__(self, i): return torch.randn(3, 8, 8), torch.randint(4, (8, 8))
        def decode_target(self, t): return np.stack([t] * 3, -1)
    s["utils"] = NS(Denormalize=lambda mean, std: lambda x: x)
    m = nn.Conv2d(3, 4, 1).to(dev)
    s["validate"](NS(save_val_results=False), m, DataLoader(Scenes(), 2), dev, Scores(), [0, 1])
    s["validate"](NS(save_val_results=True), m, DataLoader(Scenes(), 2), dev, Scores())
@piece
def enas_pytorch__trainer__check_abs_max_grad(s):
    s["logger"] = logging.getLogger("enas"); m = mlp(4, 2); m(T(3, 4)).sum().backward()
    big = s["_check_abs_max_grad"](0, m); s["_check_abs_max_grad"](big, m)
@piece
def enas_pytorch__shared_rnn__get_dropped_weights(s): s["_get_dropped_weights"](nn.Parameter(T(4, 4)), 0.5, True); s["_get_dropped_weights"](nn.Parameter(T(4, 4)), 0.0, False)
@piece
def enas_pytorch__utils__to_item(s): s["torch"] = NS(__version__="1.0"); s["to_item"](T(1)), s["to_item"](2.0), s["to_item"](T(3).sum())
@piece
def federated_learning_pytorch__update__test_inference(s):
    s["test_inference"](NS(gpu=not cpu), nn.Sequential(cnn(), nn.LogSoftmax(1)), TensorDataset(torch.randn(9, 3, 8, 8), torch.randint(10, (9,))))
@piece
def federated_learning_pytorch__utils__average_weights(s): s["average_weights"]([cnn().state_dict() for _ in range(3)])

# --- forecasting
@piece
def ltsf_linear__utils__train(s): m = mlp(6, 3); o = sgd(m); s["train"](m, loader(torch.randn(10, 6), torch.randn(10, 3)), o, 1, dev, 1, None, torch.optim.lr_scheduler.StepLR(o, 1))
@piece
def ltsf_linear__utils__test(s): s["test"](mlp(6, 3), loader(torch.randn(10, 6), torch.randn(10, 3)), dev, 1)
def series(n=9): return loader(*[torch.randn(n, a, b) for a, b in ((8, 3), (4, 3), (8, 2), (4, 2))], torch.randn(n, 1, 3), torch.rand(n, 1, 3), size=3)
class Long(nn.Module):
    def __init__(self): super().__init__(); self.l = nn.Linear(3, 3)
    def forward(self, x, mark, dec, y_mark, pre): y = self.l(x); return torch.cat([y, y[:, :4]], 1) if pre else y[:, :4]
class Scaled:
    def inverse_transform(self, o, y, mean, std): return o * std + mean, y * std + mean
def top_mse(topk): return lambda o, y: torch.topk(((o - y) ** 2).mean((1, 2)), topk)[0]
long = dict(device=dev, pretrain=True, inverse=True)
@piece
def ltsf_linear__long_range_main__train_epoch(s):
    s["TopkMSELoss"] = top_mse
    m = Long().to(dev)
    for kind, epoch, hard in (("attention", 0, True), ("attention", 1, False), ("FC", 2, True)):
        s["train_epoch"](m, Scaled(), series(), sgd(m), NS(decoder=kind, hard_sample_mining=hard, **long), epoch)
@piece
def ltsf_linear__long_range_main__eval_epoch(s):
    for kind in ("attention", "FC"): s["eval_epoch"](Long().to(dev), Scaled(), series(), NS(decoder=kind, **long), 0)
def single(ignore):
    def criterion(mu, sigma, y, topk=0):
        l, e = (torch.log(sigma) + (y - mu) ** 2 / sigma).flatten(), ((y - mu) ** 2).flatten()
        return (l.topk(topk)[0], e.topk(topk)[0]) if topk > 0 else (l, e)
    return criterion
class Single(nn.Module):
    def __init__(self): super().__init__(); self.l = nn.Linear(3, 2)
    def forward(self, x): y = self.l(x); return y[..., 0], F.softplus(y[..., 1]) + 0.1
    def test(self, x, v): mu, sigma = self(x); return mu[:, -1] * v, sigma[:, -1]
@piece
def ltsf_linear__single_step_main__train_epoch(s):
    s["LossFactory"] = single; m = Single().to(dev)
    data = loader(torch.randn(3, 64, 6, 3), torch.rand(3, 64), size=1)
    for epoch, hard in ((0, True), (1, True), (2, False)): s["train_epoch"](m, data, sgd(m), NS(device=dev, ignore_zero=True, pretrain=True, hard_sample_mining=hard, visualize_fre=2), epoch)
@piece
def ltsf_linear__single_step_main__eval_epoch(s):
    s["LossFactory"] = single
    s["eval_epoch"](Single().to(dev), loader(torch.randn(3, 64, 6, 3), torch.rand(3, 64), torch.rand(3, 64), size=1), NS(device=dev, ignore_zero=True))
@piece
def ltsf_linear__Layers__get_mask(s): s["get_mask"](16, [4, 2], 3, dev)
@piece
def ltsf_linear__Layers__get_q_k(s): s["get_q_k"](16, 3, 2, dev)
@piece
def ltsf_linear__Layers__get_k_q(s): s["get_k_q"](torch.tensor([[1, 0], [0, 1], [-1, -1]], device=dev))
@piece
def ltsf_linear__tools__AE_loss(s): s["AE_loss"](T(9), F.relu(T(9)), True), s["AE_loss"](T(9), T(9), False)
@piece
def learningtocompare_fsl__omniglot_train_few_shot__weights_init(s): cnn().cpu().apply(s["weights_init"])
@piece
def lightgcn_pytorch__Procedure__BPR_train_original(s):
    users, items = nn.Embedding(20, 4).to(dev), nn.Embedding(30, 4).to(dev)
    m = nn.ModuleList([users, items]); o = sgd(m)
    class Loss:
        def stageOne(self, u, p, n):
            loss = F.softplus((users(u) * (items(n) - items(p))).sum(1)).mean()
            o.zero_grad(); loss.backward(); o.step()
            return loss.cpu().item()
    def shuffle(*a): i = torch.randperm(len(a[0]), device=a[0].device); return tuple(x[i] for x in a)
    def minibatch(*a, batch_size): return zip(*[x.split(batch_size) for x in a])
    s["utils"] = NS(BPRLoss=Loss, UniformSample_original=lambda d: np.random.randint(0, 20, (40, 3)), shuffle=shuffle, minibatch=minibatch)
    s["world"] = NS(device=dev, config={"bpr_batch_size": 16}, tensorboard=True)
    s["BPR_train_original"](None, m, Loss(), 1, w=Writer())
@piece
def lightgcn_pytorch__Procedure__Test(s):
    users, items = nn.Embedding(40, 4).to(dev), nn.Embedding(30, 4).to(dev)
    m = nn.ModuleList([users, items]); m.getUsersRating = lambda u: torch.sigmoid(users(u) @ items.weight.t())
    def minibatch(a, batch_size): return [a[i:i + batch_size] for i in range(0, len(a), batch_size)]
    def label(truth, pred): return np.array([[x in t for x in p] for t, p in zip(truth, pred)]).astype("float")
    metric = lambda *a: 1.0
    s["utils"] = NS(BasicDataset=object, minibatch=minibatch, getLabel=label, RecallPrecision_ATk=lambda t, r, k: {"recall": 1.0, "precision": 1.0}, NDCGatK_r=metric)
    s["model"] = NS(LightGCN=object); s["world"] = NS(device=dev, config={"test_u_batch_size": 3}, tensorboard=True, topks=[5, 10])
    s["Test"](NS(testDict={u: [1, 2] for u in range(40)}, getUserPosItems=lambda u: [[3, 4] for _ in u]), m, 0, Writer())
class Traffic:
    def __init__(self): self.m, self.scale, self.rse, self.rae = 5, R(5), 1.0, 1.0
    def get_batches(self, X, Y, size, shuffle):
        for i in range(0, len(X), size): yield X[i:i + size], Y[i:i + size]
@piece
def mtgnn__train_single_step__evaluate(s):
    l = nn.Linear(6, 1).to(dev)
    s["evaluate"](Traffic(), T(8, 6, 5), T(8, 5), Apply(lambda w, x: w * l(x).squeeze(-1)), nn.MSELoss(reduction="sum"), nn.L1Loss(reduction="sum"), 3)
@piece
def mtgnn__train_single_step__train(s):
    l = nn.Linear(6, 1).to(dev); m = Apply(lambda w, x, idx=None: w * l(x).squeeze(-1))
    s["args"] = NS(step_size=2, num_nodes=5, num_split=2); s["device"] = dev
    class Optim:
        def step(self): torch.nn.utils.clip_grad_norm_(m.parameters(), 1.0)
    s["train"](Traffic(), T(8, 6, 5), T(8, 5), m, nn.L1Loss(reduction="sum"), Optim(), 4)
@piece
def mtgnn__util__masked_mape(s): s["masked_mape"](T(5, 4), T(5, 4)), s["masked_mape"](T(5, 4), R(5, 4).round(), 0.0)
class Steps:
    """A loader whose iterator has the `next` of old."""
    def __init__(self, batches): self.batches = batches
    def __iter__(self):
        inner = iter(self.batches)
        class Iterator:
            def __iter__(self): return self
            def next(self): return next(inner)
            __next__ = next
        return Iterator()
@piece
def mixmatch_pytorch__train__train(s):
    s["args"] = NS(train_iteration=3, T=0.5, alpha=0.75); s["AverageMeter"], s["Bar"] = Average, Bar
    m = cnn(); o = sgd(m)
    def criterion(x, tx, u, tu, epoch): return -(F.log_softmax(x, 1) * tx).sum(1).mean(), ((u.softmax(1) - tu) ** 2).mean(), 75.0 * epoch
    labeled = Steps([(torch.randn(4, 3, 8, 8), torch.randint(10, (4,))) for _ in range(2)])
    unlabeled = Steps([((torch.randn(4, 3, 8, 8), torch.randn(4, 3, 8, 8)), None) for _ in range(2)])
    s["train"](labeled, unlabeled, m, o, NS(step=lambda: None), criterion, 1, True)
@piece
def mixmatch_pytorch__train__validate(s):
    s["AverageMeter"], s["Bar"], s["accuracy"] = Average, Bar, accuracy
    s["validate"](images(), cnn(), nn.CrossEntropyLoss(), 0, True, "Valid")

# --- sequence labelling
class Alphabet:
    def get_instance(self, i): return "tag%d" % i
tags, mask = lambda: I(5, 3, 6), lambda: R(3, 6) > 0.2
@piece
def ncrfpp__main__predict_check(s): s["predict_check"](tags(), tags(), mask()), s["predict_check"](I(3, 5), I(3, 5), mask(), True)
@piece
def ncrfpp__main__recover_label(s):
    order = torch.tensor([2, 0, 1], device=dev)
    s["recover_label"](tags(), tags(), mask(), Alphabet(), order), s["recover_label"](I(3, 3), I(3, 3), mask(), Alphabet(), order, True)
@piece
def ncrfpp__main__recover_nbest_label(s): s["recover_nbest_label"](I(5, 3, 6, 2), mask(), Alphabet(), torch.tensor([2, 0, 1], device=dev))
@piece
def ncrfpp__main__batchify_sequence_labeling_with_label(s):
    sentences = [[[1] * n, [[2]] * n, [[3, 4]] * n, [1] * n] for n in (3, 5, 2)]
    s["batchify_sequence_labeling_with_label"](sentences, True, False)
@piece
def ncrfpp__crf__log_sum_exp(s): s["log_sum_exp"](T(3, 4, 4), 4)

# --- detection
def yolo(n=2): return torch.cat([R(n, 40, 2) * 50, R(n, 40, 2) * 20 + 4, R(n, 40, 1), R(n, 40, 3)], 2)
@piece
def pytorch_yolov3__detect__detect(s): s["detect"](Apply(lambda w, x: yolo(len(x))), [(["a", "b"], torch.rand(2, 3, 8, 8))] * 2, "out", 0.3, 0.5)
@piece
def pytorch_yolov3__test__evaluate(s):
    def batch(): return None, torch.rand(2, 3, 8, 8), torch.cat([torch.tensor([[0.0, 1], [0, 2], [1, 0]]), torch.rand(3, 4) / 2 + 0.2], 1)
    s["_evaluate"](Apply(lambda w, x: yolo(len(x))), [batch(), batch()], ["a", "b", "c"], 64, 0.1, 0.1, 0.5, True)
@piece
def pytorch_yolov3__loss__compute_loss(s):
    s["to_cpu"] = lambda t: t.detach().cpu()
    layer = lambda stride: NS(anchors=torch.tensor([[8.0, 8], [16, 16], [24, 12]], device=dev), stride=stride, no=8)
    m = mlp(2, 2); m.yolo_layers = [layer(8), layer(16)]
    predictions = [T(2, 3, 8, 8, 8).requires_grad_(), T(2, 3, 4, 4, 8).requires_grad_()]
    targets = torch.cat([torch.tensor([[0.0, 1], [1, 2], [1, 0]], device=dev), R(3, 2) * 0.6 + 0.2, R(3, 2) * 0.2 + 0.1], 1)
    s["compute_loss"](predictions, targets, m)[0].backward()
@piece
def pytorch_yolov3__utils__get_batch_statistics(s):
    boxes = torch.cat([R(6, 2) * 20, R(6, 2) * 20 + 20, R(6, 1), I(2, 6, 1).float()], 1)
    targets = torch.cat([I(2, 5, 1).float(), I(2, 5, 1).float(), R(5, 2) * 20, R(5, 2) * 20 + 20], 1)
    s["get_batch_statistics"]([boxes, boxes], targets, 0.3)
@piece
def pytorch_yolov3__utils__non_max_suppression(s): s["non_max_suppression"](yolo(), 0.3, 0.5), s["non_max_suppression"](yolo(), 0.3, 0.5, [0, 1]), s["non_max_suppression"](yolo()[..., :6], 0.3)
@piece
def rainbow__test__test(s):
    class Env:
        def __init__(self, args): self.n = 0
        def eval(self): pass
        def reset(self): self.n = 0; return T(4, 8, 8)
        def step(self, action): self.n += 1; return T(4, 8, 8), 1.0, self.n > 3
        def render(self): pass
        def close(self): pass
    l = mlp(256, 3)
    dqn = NS(act_e_greedy=lambda state: l(state.flatten()).argmax().item(), evaluate_q=lambda state: l(state.flatten()).max().item(), save=lambda path: None)
    s["Env"] = Env
    s["test"](NS(evaluation_episodes=2, render=True), 1, dqn, [T(4, 8, 8) for _ in range(3)], {"steps": [], "rewards": [], "Qs": [], "best_avg_reward": -9.0}, ".")

# --- distillation
class Features(nn.Module):
    def __init__(self):
        super().__init__(); self.a, self.b, self.c, self.out = nn.Conv2d(3, 4, 3, 2, 1), nn.Conv2d(4, 4, 3, 1, 1), nn.Conv2d(4, 4, 3, 1, 1), nn.Linear(4, 10)
    def forward(self, x, is_feat=False, preact=False):
        a = self.a(x).relu(); b = self.b(a).relu(); c = self.c(b).relu(); p = c.mean((2, 3)); y = self.out(p)
        return ([a, b, c, p], y) if is_feat else y
def indexed(): return loader(torch.randn(8, 3, 8, 8), torch.randint(10, (8,)), torch.arange(8))
def divergence(a, b): return F.kl_div(F.log_softmax(a, 1), F.softmax(b, 1), reduction="batchmean")
@piece
def repdistiller__loops__train_vanilla(s): m = cnn(); s["train_vanilla"](1, images(), m, nn.CrossEntropyLoss(), sgd(m), NS(print_freq=2))
@piece
def repdistiller__loops__validate(s): s["validate"](images(), cnn(), nn.CrossEntropyLoss(), NS(print_freq=2))
@piece
def repdistiller__loops__train_distill(s):
    pairs = lambda g, h: [F.mse_loss(x, y) for x, y in zip(g, h)]
    kinds = {"kd": None, "hint": F.mse_loss, "attention": pairs, "nst": pairs, "similarity": pairs, "rkd": F.mse_loss, "pkt": F.mse_loss, "kdsvd": pairs, "correlation": F.mse_loss, "abound": None, "fsp": None, "vid": [F.mse_loss] * 2, "factor": F.mse_loss}
    for kind, loss in kinds.items():
        a, b = Features().to(dev), Features().to(dev)
        extra = [nn.Linear(4, 4), nn.Linear(4, 4)] if kind == "correlation" else [Apply(lambda w, x, is_factor=False: w * x) for _ in range(2)]
        s["train_distill"](1, indexed(), nn.ModuleList([a, *extra, b]).to(dev), [nn.CrossEntropyLoss(), divergence, loss], sgd(a), NS(distill=kind, hint_layer=2, gamma=1.0, alpha=0.5, beta=0.5, print_freq=1))
@piece
def repdistiller__pretrain__init(s):
    log = NS(log_value=lambda name, value, step: float(value))
    pairs = lambda g, h: [F.mse_loss(x, y) for x, y in zip(g, h)]
    for kind, loss, extra in (("abound", pairs, Apply(lambda w, g: [w * x for x in g])), ("factor", F.mse_loss, Apply(lambda w, x: (None, w * x)))):
        s["init"](Features().to(dev), Features().to(dev), nn.ModuleList([extra]), loss, indexed(), log, NS(model_s="resnet8", distill=kind, learning_rate=0.1, momentum=0.9, weight_decay=0.0, init_epochs=2))
@piece
def sasrec_pytorch__utils__evaluate(s):
    e = nn.Embedding(200, 4).to(dev); n = 8
    lists = {u: [1 + u, 2 + u, 3 + u] for u in range(1, n + 1)}
    def predict(u, seqs, items): return (e(torch.LongTensor(seqs).to(dev)).mean(1, keepdim=True) * e(torch.LongTensor(items).to(dev))).sum(-1)
    s["evaluate"](NS(predict=predict), [lists, {u: [20] for u in lists}, {u: [30] for u in lists}, n, 150], NS(maxlen=5))
@piece
def srgan__init__ssim(s): s["ssim"](R(2, 3, 16, 16), R(2, 3, 16, 16)), s["ssim"](R(2, 3, 16, 16), R(2, 3, 16, 16), 7, False)
class Views(Dataset):
    targets = [i % 3 for i in range(8)]
    def __len__(self): return 8
    def __getitem__(self, i): return torch.randn(3, 8, 8), torch.randn(3, 8, 8), self.targets[i]
def two_headed(): m = cnn(8); return Apply(lambda w, x: (F.normalize(m(x) * w, dim=-1),) * 2)
@piece
def simclr__linear__train_val(s):
    s["epoch"], s["epochs"], s["loss_criterion"] = 1, 2, nn.CrossEntropyLoss(); m = cnn()
    s["train_val"](m, images(), sgd(m)), s["train_val"](m, images(), None)
@piece
def simclr__main__train(s): s.update(batch_size=4, epoch=1, epochs=2, temperature=0.5); m = two_headed(); s["train"](m, DataLoader(Views(), 4), sgd(m))
@piece
def simclr__main__test(s): s.update(c=3, k=4, epoch=1, epochs=2, temperature=0.5); s["test"](two_headed(), DataLoader(Views(), 4), DataLoader(Views(), 4))
@piece
def arcface_pytorch__test__get_featurs(s):
    if cpu: s["torch"] = here()
    s["load_image"] = lambda path: np.random.rand(2, 1, 8, 8).astype("float32")
    s["get_featurs"](nn.Sequential(nn.Flatten(), nn.Linear(64, 8)).to(dev), ["a", "b", "c"], 2)
def here():
    """torch, with the CPU for the GPU: in a dry run."""
    module = types.ModuleType("torch"); module.__dict__.update(vars(torch)); module.device = lambda *_: torch.device("cpu"); return module

# --- adversarial attacks
@piece
def auto_attack__autopgd_base__L1_projection(s): s["L1_projection"](R(4, 12), T(4, 12), 1.5)
@piece
def auto_attack__checks__check_randomized(s):
    m = nn.Sequential(mlp(6, 4), nn.Dropout()); s["check_randomized"](m, T(8, 6), I(4, 8)), s["check_randomized"](mlp(6, 4), T(8, 6), I(4, 8), logger=NS(log=print))
@piece
def auto_attack__checks__check_range_output(s): s["check_range_output"](nn.Sequential(mlp(6, 4), nn.Softmax(1)), T(8, 6)), s["check_range_output"](mlp(6, 4), T(8, 6), logger=NS(log=print))
@piece
def auto_attack__checks__check_zero_gradients(s): g = T(5, 3, 4, 4); s["check_zero_gradients"](g, NS(log=print)); g[2] = 0; s["check_zero_gradients"](g, NS(log=print)); s["check_zero_gradients"](g)
def plane(): return R(6, 12), T(6, 12), T(6) * 0.5
@piece
def auto_attack__fab_projections__projection_linf(s): s["projection_linf"](*plane())
@piece
def auto_attack__fab_projections__projection_l2(s): s["projection_l2"](*plane())
@piece
def auto_attack__fab_projections__projection_l1(s): s["projection_l1"](*plane())
@piece
def auto_attack__other_utils__check_imgs(s):
    for norm in ("Linf", "L2", "L1"): s["check_imgs"](R(3, 3, 4, 4), R(3, 3, 4, 4), norm)

# --- speech
@piece
def deepspeech_pytorch__utils__check_loss(s): l = T(1).abs().sum(); s["check_loss"](l, l.item()), s["check_loss"](l / 0, float("inf")), s["check_loss"](l, -1.0)
@piece
def deepspeech_pytorch__validation__run_evaluation(s):
    labels = "_'ab "; l = nn.Linear(6, 5).to(dev)
    model = Apply(lambda w, x, sizes: (l(x.squeeze(1).transpose(1, 2)).softmax(-1) * w, sizes, None))
    def batch(): return torch.randn(2, 1, 6, 10), torch.randint(1, 5, (7,)), torch.tensor([1.0, 0.8]), torch.tensor([4, 3])
    s["run_evaluation"]([batch(), batch()], model, s["GreedyDecoder"](labels), dev, s["GreedyDecoder"](labels), 32)
@piece
def deepspeech_pytorch__data_loader__collate_fn(s): s["_collate_fn"]([(T(5, n), [1, 2, 3]) for n in (4, 7, 6)])
@piece
def deepspeech_pytorch__sparse_image_warp__sparse_image_warp(s):
    s["sparse_image_warp"](torch.rand(1, 6, 8), torch.tensor([[[3.0, 2.0]]]), torch.tensor([[[3.0, 4.0]]]))
@piece
def dgcnn__model__get_graph_feature(s):
    if cpu: s["torch"] = here()
    s["get_graph_feature"](T(2, 3, 16), 4)
@piece
def dgcnn__util__cal_loss(s): s["cal_loss"](T(6, 4).requires_grad_(), I(4, 6)).backward(), s["cal_loss"](T(6, 4), I(4, 6), False)

# --- recommendation
@piece
def dlrm__data_loader_terabyte__transform_features(s):
    s["_transform_features"](I(9, 4, 13), I(50, 4, 26), I(2, 4), 40, True), s["_transform_features"](np.ones((4, 13)), np.ones((4, 26), dtype=int), np.ones(4), 0)
@piece
def dlrm__dlrm_data_pytorch__generate_uniform_input_batch(s):
    for fixed in (True, False):
        for length in (True, False): s["generate_uniform_input_batch"](4, [10, 20], 5, 3, fixed, length)
@piece
def dlrm__dlrm_data_pytorch__offset_to_length_converter(s): s["offset_to_length_converter"](torch.tensor([[0, 2, 3]] * 2), [torch.arange(5), torch.arange(4)])
@piece
def dlrm__dlrm_s_pytorch__dlrm_wrap(s):
    s["dlrm"] = lambda x, o, i: x.sum() + i[0].sum()
    s["dlrm_wrap"](torch.randn(3, 4), [torch.arange(3)], [torch.arange(5)], True, dev), s["dlrm_wrap"](torch.randn(3, 4), torch.arange(3), torch.arange(5), True, dev)
@piece
def dlrm__dlrm_s_pytorch__loss_fn_wrap(s):
    s["dlrm"] = NS(loss_fn=nn.BCELoss(reduction="none"), loss_ws=torch.tensor([1.0, 2.0]))
    for kind in ("bce", "wbce"): s["args"] = NS(loss_function=kind); s["loss_fn_wrap"](R(4, 1), torch.randint(2, (4, 1)).float(), True, dev)

# --- robust training
@piece
def fast_adversarial__utils__evaluate_pgd(s):
    s["std"] = torch.full((3, 1, 1), 0.25, device=dev)
    for name in ("upper_limit", "lower_limit"): s[name] = torch.full((3, 1, 1), 1.0 if name[0] == "u" else -1.0, device=dev)
    s["evaluate_pgd"](images(), cnn(), 3, 2)
@piece
def fast_adversarial__utils__evaluate_standard(s): s["evaluate_standard"](images(), cnn())
@piece
def fast_adversarial__evaluate_mnist__attack_pgd(s): s["attack_pgd"](cnn(3), R(9, 3, 8, 8), I(3, 9), 0.3, 0.1, 3, 2)
conf = NS(TRAIN=NS(mean=[0.5] * 3, std=[0.2] * 3, random_init=1, print_freq=1), DATA=NS(crop_size=16), ADV=NS(clip_eps=0.1, fgsm_step=0.1, n_repeats=2), restarts=2)
@piece
def fast_adversarial__main_fast__train(s):
    s["configs"] = conf; s["accuracy"] = accuracy; s["logger"] = NS(info=print); s["global_noise_data"] = torch.zeros(4, 3, 16, 16, device=dev); m = cnn()
    s["train"](images(), m, nn.CrossEntropyLoss(), sgd(m), 0, lambda t: 0.1)
@piece
def fast_adversarial__validation__validate_pgd(s): s["accuracy"] = accuracy; s["validate_pgd"](images(), cnn(), nn.CrossEntropyLoss(), 2, 0.1, conf, NS(info=print))
@piece
def glow_pytorch__thops__onehot(s): s["onehot"](I(4, 6), 4), s["onehot"](I(4, 6, 1), 4)
@piece
def glow_pytorch__modules__squeeze2d(s): s["squeeze2d"](T(2, 3, 8, 8)), s["squeeze2d"](T(2, 3, 8, 8), 1)

# --- reinforcement learning
@piece
def minimalrl__a2c__compute_target(s): s["gamma"] = 0.98; s["compute_target"](T(3, 1).cpu().numpy(), [np.ones(3)] * 4, [np.ones(3)] * 4)
class Memory:
    def __init__(self, *makers): self.makers = makers
    def sample(self, n): return tuple(m() for m in self.makers)
@piece
def minimalrl__acer__train(s):
    s.update(gamma=0.98, c=1.0); q, p = mlp(4, 2), mlp(4, 2)
    class Model(nn.Module):
        def __init__(self): super().__init__(); self.a, self.b = q, p
        def q(self, x): return self.a(x)
        def pi(self, x, softmax_dim=0): return F.softmax(self.b(x), softmax_dim)
    m = Model()
    first = [True, False, False, True, False, False]
    memory = Memory(lambda: T(6, 4), lambda: I(2, 6, 1), lambda: R(6, 1), lambda: R(6, 2) + 0.1, lambda: torch.ones(6, 1, device=dev), lambda: first)
    with torch.device(dev): s["train"](m, torch.optim.Adam(m.parameters()), memory, True)
@piece
def minimalrl__ddpg__train(s):
    s.update(gamma=0.99, batch_size=6)
    def critic(): l = mlp(5, 1); return Apply(lambda w, x, a: w * l(torch.cat([x, a], 1)))
    mu, q = mlp(4, 1), critic()
    memory = Memory(lambda: T(6, 4), lambda: T(6, 1), lambda: R(6, 1), lambda: T(6, 4), lambda: torch.ones(6, 1, device=dev))
    s["train"](mu, mlp(4, 1), q, critic(), memory, torch.optim.Adam(q.parameters()), torch.optim.Adam(mu.parameters()))
@piece
def minimalrl__dqn__train(s):
    s.update(gamma=0.98, batch_size=6); q = mlp(4, 2)
    s["train"](q, mlp(4, 2), Memory(lambda: T(6, 4), lambda: I(2, 6, 1), lambda: R(6, 1), lambda: T(6, 4), lambda: torch.ones(6, 1, device=dev)), torch.optim.Adam(q.parameters()))
@piece
def minimalrl__sac__calc_target(s):
    s["gamma"] = 0.98; l = mlp(4, 2)
    pi = Apply(lambda w, x: (torch.tanh(l(x)[:, :1]), l(x)[:, 1:])); pi.log_alpha = torch.zeros((), device=dev)
    s["calc_target"](pi, lambda x, a: x[:, :1] + a, lambda x, a: x[:, 1:2] - a, (T(6, 4), T(6, 1), R(6, 1), T(6, 4), torch.ones(6, 1, device=dev)))

# --- score models
def score(): c = nn.Conv2d(3, 3, 3, 1, 1).to(dev); return lambda x, y: c(x)
sigmas = np.exp(np.linspace(0, -2, 3))
def levels(): return torch.tensor(sigmas, device=dev).float()
@piece
def ncsnv2__nearest_neighbor__get_activations(s): s["get_activations"](lambda x: [x[:, :, ::2]], T(2, 8, 6, 6))
@piece
def ncsnv2__dsm__anneal_dsm_score_estimation(s):
    s["anneal_dsm_score_estimation"](score(), R(4, 3, 8, 8), levels()).backward(), s["anneal_dsm_score_estimation"](score(), R(4, 3, 8, 8), levels(), I(3, 4), hook=lambda l, y: None)
@piece
def ncsnv2__init__anneal_Langevin_dynamics(s):
    s["anneal_Langevin_dynamics"](R(2, 3, 8, 8), score(), sigmas, 2, 1e-5, verbose=True), s["anneal_Langevin_dynamics"](R(2, 3, 8, 8), score(), sigmas, 2, 1e-5, final_only=True)
@piece
def ncsnv2__init__anneal_Langevin_dynamics_inpainting(s): s["anneal_Langevin_dynamics_inpainting"](R(2, 3, 3, 8, 8), R(2, 3, 8, 8), score(), sigmas, 8, 2)
@piece
def ncsnv2__init__anneal_Langevin_dynamics_interpolation(s):
    s["anneal_Langevin_dynamics_interpolation"](R(2, 3, 8, 8), score(), sigmas, 3, 2, verbose=True), s["anneal_Langevin_dynamics_interpolation"](R(2, 3, 8, 8), score(), sigmas, 3, 2, final_only=True)

# --- radiance fields
def field():
    l, d = nn.Linear(6, 4).to(dev), nn.Linear(3, 1).to(dev)
    return lambda x, sigma_only=False: d(x[:, :3]) if sigma_only else l(x)
def rays(n=6): return torch.cat([T(n, 3), F.normalize(T(n, 3), dim=1), torch.full((n, 1), 1.0, device=dev), torch.full((n, 1), 3.0, device=dev)], 1)
same = [lambda x: x] * 2
@piece
def nerf_pl__eval__batched_inference(s): s["dataset"] = NS(white_back=True); s["batched_inference"]([field(), field()], same, rays(), 8, 4, False, 32, True)
@piece
def nerf_pl__rendering__render_rays(s):
    for disp, perturb, test in ((False, 0, False), (True, 1.0, False), (False, 0, True)): s["render_rays"]([field(), field()], same, rays(), 8, disp, perturb, 1, 4, 32, True, test)
@piece
def nerf_pl__rendering__sample_pdf(s): s["sample_pdf"](torch.linspace(0, 1, 8, device=dev).expand(4, 8), R(4, 7), 5), s["sample_pdf"](torch.linspace(0, 1, 8, device=dev).expand(4, 8), R(4, 7), 5, True)
@piece
def nerf_pl__ray_utils__get_ndc_rays(s): s["get_ndc_rays"](8, 8, 5.0, 1.0, T(6, 3), T(6, 3))
@piece
def nerf_pl__visualization__visualize_depth(s): s["visualize_depth"](R(8, 8))
@piece
def nlp_tutorial__Transformer_Greedy_decoder__greedy_decoder(s):
    e, p = nn.Embedding(9, 8).to(dev), nn.Linear(8, 9).to(dev)
    s["greedy_decoder"](NS(encoder=lambda x: (e(x), None), decoder=lambda d, x, o: (e(d) + o.mean(1, keepdim=True), None, None), projection=p), I(9, 1, 5), 1)

# --- graphs
def graphs(n=20): return [NS(label=i % 2, x=T(5, 4)) for i in range(n)]
def readout(): l = nn.Linear(4, 2).to(dev); return Apply(lambda w, batch: w * torch.stack([l(g.x).sum(0) for g in batch]))
@piece
def powerful_gnns__main__train(s): s["criterion"] = nn.CrossEntropyLoss(); m = readout(); s["train"](NS(iters_per_epoch=3, batch_size=4), m, dev, graphs(), sgd(m), 1)
@piece
def powerful_gnns__main__pass_data_iteratively(s): s["pass_data_iteratively"](readout(), graphs(), 8)
@piece
def powerful_gnns__main__test(s): s["test"](None, readout(), dev, graphs(), graphs(6), 1)

# --- architecture search
def darts(s):
    s["utils"] = NS(AverageMeter=Average, accuracy=accuracy); s["logger"] = logging.getLogger("darts"); s["writer"] = Writer(); s["device"] = dev
    s["config"] = NS(aux_weight=0.4, grad_clip=5.0, w_grad_clip=5.0, print_freq=1, epochs=2)
def auxiliary(): m = cnn(); return Apply(lambda w, x: (m(x) * w, m(x)))
@piece
def pt_darts__augment__train(s): darts(s); m = auxiliary(); s["train"](images(), m, sgd(m), nn.CrossEntropyLoss(), 0)
@piece
def pt_darts__augment__validate(s): darts(s); s["validate"](images(), auxiliary(), nn.CrossEntropyLoss(), 0, 0)
@piece
def pt_darts__search__train(s):
    darts(s); m = cnn(); m.__dict__["criterion"] = nn.CrossEntropyLoss(); m.weights = m.parameters; alpha = [nn.Parameter(T(3))]
    def unrolled(*a): alpha[0].grad = torch.ones_like(alpha[0])
    s["train"](images(), images(), m, NS(unrolled_backward=unrolled), sgd(m), torch.optim.Adam(alpha), 0.1, 0)

# --- scripts with globals
@piece
def pytorch_cifar__main__train(s): m = cnn(); s.update(net=m, trainloader=images(), device=dev, optimizer=sgd(m), criterion=nn.CrossEntropyLoss(), term_width=80, last_time=0, begin_time=0); s["train"](0)
@piece
def pytorch_cifar__main__test(s): s.update(net=cnn(), testloader=images(), device=dev, criterion=nn.CrossEntropyLoss(), best_acc=-1, term_width=80, last_time=0, begin_time=0); s["test"](0)
def cifar100(s): m = cnn(); s.update(net=m, cifar100_training_loader=images(), cifar100_test_loader=images(), loss_function=nn.CrossEntropyLoss(), optimizer=sgd(m), writer=Writer(), args=NS(gpu=not cpu, b=4, warm=1), warmup_scheduler=NS(step=lambda: None))
@piece
def pytorch_cifar100__train__train(s): cifar100(s); s["train"](1)
@piece
def pytorch_cifar100__train__eval_training(s): cifar100(s); s["eval_training"](1)
def fields(): return loader(torch.randint(20, (12, 3)), torch.arange(12) % 2)
def factor(): e = nn.Embedding(20, 4).to(dev); return Apply(lambda w, x: torch.sigmoid(w * e(x).sum((1, 2))))
@piece
def pytorch_fm__main__train(s): m = factor(); s["train"](m, sgd(m), fields(), nn.BCELoss(), dev, 2)
@piece
def pytorch_fm__main__test(s): s["test"](factor(), fields(), dev)
@piece
def pytorch_seq2seq__TopKDecoder__inflate(s): s["_inflate"](T(2, 3), 4, 0)
def corners(n): c = R(n, 2) * 0.5; return torch.cat([c, c + R(n, 2) * 0.4 + 0.1], 1)
@piece
def ssd_pytorch__box_utils__match(s):
    loc, conf = torch.zeros(2, 20, 4, device=dev), torch.zeros(2, 20, dtype=torch.long, device=dev)
    s["match"](0.5, corners(3), torch.cat([R(20, 2), R(20, 2) * 0.3 + 0.1], 1), [0.1, 0.2], I(4, 3), loc, conf, 1)
@piece
def ssd_pytorch__box_utils__decode(s): s["decode"](T(9, 4), R(9, 4), [0.1, 0.2])
@piece
def ssd_pytorch__box_utils__nms(s): s["nms"](corners(20), R(20), 0.3, 10)
@piece
def ssd_pytorch__box_utils__log_sum_exp(s): s["log_sum_exp"](T(5, 4))

# --- weight averaging
def pair(model, x, y): out = model(x); return F.cross_entropy(out, y), out
def regress(model, x, y): out = model(x); return F.mse_loss(out, y), out
@piece
def swa_gaussian__grad_cov_utils__compute_opt_lr(s):
    one = lambda n: {"num_models": n, "sum": T(5), "sq_sum": R(5) * 9}
    s["compute_opt_lr"]([one(3), one(3)], 0.1, 40), s["compute_opt_lr"]([one(1)], 0.1, 40)
@piece
def swa_gaussian__grad_cov_utils__train_epoch(s):
    m = cnn(); grads = [{"num_models": 0, "mean": torch.zeros_like(p), "sum": torch.zeros_like(p), "sq_mean": torch.zeros_like(p), "sq_sum": torch.zeros_like(p)} for p in m.parameters()]
    s["train_epoch"](images(), m, pair, sgd(m), grads, verbose=False), s["train_epoch"](images(), m, pair, sgd(m), None)
@piece
def swa_gaussian__temp_scaling__optimal_temp_scale(s): s["optimal_temp_scale"](np.random.dirichlet(np.ones(4), 20), np.random.randint(4, size=20))
def segments(): return loader(torch.randn(4, 3, 8, 8), torch.randint(12, (4, 8, 8)), size=2)
def segment(model, x, y): out = model(x); return {"loss": F.cross_entropy(out, y, ignore_index=11), "output": out, "scale": out.abs()}
def painter(): return nn.Conv2d(3, 11, 1).to(dev)
@piece
def swa_gaussian__training__train(s): m = painter(); s["train"](m, segments(), sgd(m), segment)
@piece
def swa_gaussian__training__test(s): s["test"](painter(), segments(), segment, 11, True, True), s["test"](painter(), segments(), segment)
@piece
def swa_gaussian__training__predict(s):
    s["Variable"] = lambda x, volatile=False: x
    class Batches(list): pass
    s["predict"](painter(), Batches(segments()))
@piece
def swa_gaussian__losses__adversarial_cross_entropy(s): s["adversarial_cross_entropy"](mlp(6, 4), R(5, 6), I(4, 5))[0].backward()
@piece
def swa_gaussian__losses__masked_loss(s): s["masked_loss"](T(2, 12, 4, 4).requires_grad_(), I(12, 2, 4, 4).float().long(), 11).backward()
@piece
def swa_gaussian__losses__seg_ale_cross_entropy(s): c = nn.Conv2d(3, 24, 1).to(dev); s["seg_ale_cross_entropy"](lambda x: c(x).view(2, 2, 12, 4, 4), T(2, 3, 4, 4), I(12, 2, 4, 4), 3)["loss"].backward()
@piece
def swa_gaussian__utils__train_epoch(s):
    m = cnn(); s["train_epoch"](images(), m, pair, sgd(m), verbose=True); n = mlp(6, 2); s["train_epoch"](loader(torch.randn(8, 6), torch.randn(8, 2)), n, regress, sgd(n), regression=True)
@piece
def swa_gaussian__utils__eval(s): s["eval"](images(), cnn(), pair, verbose=True), s["eval"](loader(torch.randn(8, 6), torch.randn(8, 2)), mlp(6, 2), regress, regression=True)
@piece
def swa_gaussian__utils__bn_update(s): s["bn_update"](images(), cnn(), verbose=True), s["bn_update"](images(), mlp(3, 2))
@piece
def swa_gaussian__utils__predictions(s): s["predictions"](images(), cnn(), 1), s["predictions"](images(), cnn(), regression=True)
@piece
def swa_gaussian__laplace__jacobian(s): x = T(3).requires_grad_(); s["jacobian"](x ** 2, x)

# --- vocoder
@piece
def waveglow__train__save_checkpoint(s): s["WaveGlow"], s["waveglow_config"] = (lambda i, o: mlp(i, o)), {"i": 4, "o": 2}; m = mlp(4, 2); s["save_checkpoint"](m, sgd(m), 0.1, 3, "w.pt")
@piece
def waveglow__train__load_checkpoint(s):
    m = mlp(4, 2); o = sgd(m); torch.save({"iteration": 3, "optimizer": o.state_dict(), "model": mlp(4, 2)}, "l.pt"); torch.serialization.add_safe_globals([nn.Sequential, nn.Linear, nn.ReLU, set])
    s["load_checkpoint"]("l.pt", m, o)
@piece
def waveglow__distributed__flatten_dense_tensors(s): s["_flatten_dense_tensors"]([T(2, 3), T(4)]), s["_flatten_dense_tensors"]([T(2, 3)])
@piece
def waveglow__glow__fused_add_tanh_sigmoid_multiply(s): s["fused_add_tanh_sigmoid_multiply"](T(2, 8, 5), T(2, 8, 5), torch.IntTensor([4]))


def call(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    pieces[path.stem](vars(module))

for path in sorted(Path(ROOT, package).glob("*.py")):
    if path.stem in pieces:
        driver.work(path.stem, lambda: call(path))
    else:
        print("no piece:", path.stem)
driver.finish()
