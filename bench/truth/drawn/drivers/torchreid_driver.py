"""Models, losses, metrics, optimizers and the engines of torchreid, over a made-up data manager."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("torchreid")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import types; sys.modules.setdefault("gdown", types.ModuleType("gdown"))  # for downloads only
import numpy as np, torch, torch.nn as nn
from torch.utils.data import DataLoader, Dataset
import torchreid
from torchreid.reid import losses, metrics, models, optim, utils, engine
from torchreid.reid.losses import CrossEntropyLoss, TripletLoss, DeepSupervision
from torchreid.reid.utils import torchtools as TT
from torchreid.reid.optim import radam
from torchreid.reid.engine.image.softmax import ImageSoftmaxEngine
from torchreid.reid.engine.image.triplet import ImageTripletEngine
from torchreid.reid.engine.video.softmax import VideoSoftmaxEngine
from torchreid.reid.engine.video.triplet import VideoTripletEngine

gpu = DEV == "cuda"
N = 4
def x(n=4, h=128, w=64): return torch.randn(n, 3, h, w, device=DEV)
pids = (torch.arange(4) // 2).to(DEV)
def build(name, loss="softmax"): return models.build_model(name, N, loss=loss, pretrained=False, use_gpu=gpu).to(DEV)
def criterion(out, loss):
    if loss == "softmax": return CrossEntropyLoss(N, use_gpu=gpu)(out, pids) if torch.is_tensor(out) else DeepSupervision(CrossEntropyLoss(N, use_gpu=gpu), out, pids)
    y, f = out
    y, f = (y, f) if torch.is_tensor(y) else (y[0], f[0] if isinstance(f, (list, tuple)) else f)
    return CrossEntropyLoss(N, use_gpu=gpu)(y, pids) + TripletLoss()(f, pids)
SIZES = {"hacnn": (160, 64), "mudeep": (256, 128), "pcb_p6": (192, 64), "pcb_p4": (128, 64), "inceptionresnetv2": (160, 160), "inceptionv4": (160, 160), "xception": (160, 160), "nasnsetmobile": (160, 160), "shufflenet": (224, 224)}
def run(name, loss):
    m = build(name, loss); image = x(4, *SIZES.get(name, (128, 64)))
    out = criterion(m(image), loss); out.backward(); m.eval()
    with torch.no_grad(): return m(image)
driver.work("loss/cross", lambda: [CrossEntropyLoss(N, use_gpu=gpu, label_smooth=s)(torch.randn(4, N, device=DEV, requires_grad=True), pids).backward() for s in (True, False)])
driver.work("loss/triplet", lambda: TripletLoss(0.5)(torch.randn(8, 6, device=DEV, requires_grad=True), (torch.arange(8) // 2).to(DEV)).backward())
driver.work("loss/deep", lambda: DeepSupervision(CrossEntropyLoss(N, use_gpu=gpu), [torch.randn(4, N, device=DEV, requires_grad=True)] * 2, pids).backward())
driver.work("metric/accuracy", lambda: metrics.accuracy(torch.randn(8, 6, device=DEV), torch.randint(6, (8,), device=DEV)))
driver.work("metric/accuracy tuple", lambda: metrics.accuracy((torch.randn(8, 6, device=DEV), None), torch.randint(6, (8,), device=DEV)))
for name in ("euclidean", "cosine"):
    driver.work("metric/distance " + name, lambda: metrics.compute_distance_matrix(torch.randn(8, 6, device=DEV), torch.randn(5, 6, device=DEV), name))
ids = np.arange(12) % 4; cams = np.arange(12) % 3
for cuhk in (False, True):
    driver.work("metric/rank %s" % cuhk, lambda: metrics.evaluate_rank(metrics.compute_distance_matrix(torch.randn(12, 6, device=DEV), torch.randn(12, 6, device=DEV)).cpu().numpy(), ids, ids, cams, np.roll(cams, 1), max_rank=5, use_metric_cuhk03=cuhk, use_cython=False))
def rerank(): d = lambda a, b: metrics.compute_distance_matrix(a, b).cpu().numpy(); q, g = torch.randn(6, 5, device=DEV), torch.randn(9, 5, device=DEV); return utils.re_ranking(d(q, g), d(q, q), d(g, g), k1=4, k2=2)
driver.work("metric/rerank", rerank)
class Net(nn.Module):
    def __init__(self, loss="softmax"): super().__init__(); self.loss, self.features, self.bn, self.classifier = loss, nn.Conv2d(3, 8, 3, 4), nn.BatchNorm2d(8), nn.Linear(8, N)
    def forward(self, x):
        f = self.bn(self.features(x)).mean((2, 3))
        if not self.training: return f
        return self.classifier(f) if self.loss == "softmax" else (self.classifier(f), f)
def net(loss="softmax"): return Net(loss).to(DEV)
def steps(opt, m, n=3):
    for _ in range(n): opt.zero_grad(); loss = CrossEntropyLoss(N, use_gpu=gpu)(m(x(4, 32, 16)), pids); loss.backward(); opt.step()
    return loss.item()
for name in ("adam", "amsgrad", "sgd", "rmsprop", "radam"):
    driver.work("optim/" + name, lambda: (lambda m: steps(optim.build_optimizer(m, name, lr=0.01), m))(net()))
    driver.work("optim staged/" + name, lambda: (lambda m: steps(optim.build_optimizer(m, name, lr=0.01, staged_lr=True, new_layers="classifier", base_lr_mult=0.1), m))(net()))
for cls in (radam.RAdam, radam.PlainRAdam, radam.AdamW):
    driver.work("optim class/" + cls.__name__, lambda: (lambda m: steps(cls(m.parameters(), lr=0.01, weight_decay=1e-3), m, 8))(net()))
for name, step in (("single_step", 2), ("multi_step", [1, 2]), ("cosine", 1)):
    driver.work("schedule/" + name, lambda: (lambda m, o: (lambda s: [(steps(o, m, 1), s.step()) for _ in range(3)])(optim.build_lr_scheduler(o, name, stepsize=step, max_epoch=5)))(*(lambda m: (m, optim.build_optimizer(m, "sgd")))(net())))
class People(Dataset):
    def __init__(self, video=False): self.video = video
    def __len__(self): return 12
    def __getitem__(self, i): shape = (5, 3, 32, 16) if self.video else (3, 32, 16); return {"img": torch.randn(shape) + i % N, "pid": i % N, "camid": i // N, "impath": "p%d" % i, "dsetid": 0}
class Manager:
    def __init__(self, video=False):
        self.num_train_pids, self.num_train_cams, self.data_type, self.height, self.width, self.sources, self.targets = N, 3, "video" if video else "image", 32, 16, ["made"], ["made"]
        self.train_loader = DataLoader(People(video), 4, shuffle=False)
        self.test_loader = {"made": {"query": DataLoader(People(video), 4), "gallery": DataLoader(People(video), 4)}}
def engines(cls, loss, video=False, **more):
    m = net(loss); o = optim.build_optimizer(m, "sgd", lr=0.01); s = optim.build_lr_scheduler(o, "single_step", stepsize=1)
    return cls(Manager(video), m, o, scheduler=s, use_gpu=gpu, **more)
from torchreid.reid.engine import engine as engine_module
plain_rank = metrics.evaluate_rank
engine_module.metrics.evaluate_rank = lambda *a, **k: plain_rank(*a, **{**k, "max_rank": 5, "use_cython": False})
def trained(e, **more): e.run(save_dir="log", max_epoch=2, print_freq=1, eval_freq=1, ranks=[1, 3], **more)
driver.work("engine/softmax", lambda: trained(engines(ImageSoftmaxEngine, "softmax")), limit=30)
driver.work("engine/softmax plain", lambda: trained(engines(ImageSoftmaxEngine, "softmax", label_smooth=False), dist_metric="cosine", normalize_feature=True), limit=30)
driver.work("engine/softmax fixed", lambda: trained(engines(ImageSoftmaxEngine, "softmax"), fixbase_epoch=1, open_layers="classifier"), limit=30)
driver.work("engine/triplet", lambda: trained(engines(ImageTripletEngine, "triplet", margin=0.3)), limit=30)
driver.work("engine/triplet weights", lambda: trained(engines(ImageTripletEngine, "triplet", weight_t=0.5, weight_x=0)), limit=30)
for pooling in ("avg", "max"):
    driver.work("engine/video " + pooling, lambda: trained(engines(VideoSoftmaxEngine, "softmax", True, pooling_method=pooling)), limit=30)
driver.work("engine/video triplet", lambda: trained(engines(VideoTripletEngine, "triplet", True)), limit=30)
driver.work("engine/test", lambda: engines(ImageSoftmaxEngine, "softmax").run(test_only=True, ranks=[1], rerank=True), limit=30)
def deep():
    class Two(Net):
        def forward(self, x): y = super().forward(x); return [y, y] if self.training else y
    m = Two().to(DEV); ImageSoftmaxEngine(Manager(), m, optim.build_optimizer(m, "sgd"), scheduler=optim.build_lr_scheduler(optim.build_optimizer(m, "sgd")), use_gpu=gpu).run(max_epoch=1, print_freq=1, ranks=[1])
driver.work("engine/deep", deep, limit=30)
def saved():
    m = net(); o = optim.build_optimizer(m, "adam"); s = optim.build_lr_scheduler(o); steps(o, m); TT.save_checkpoint({"state_dict": m.state_dict(), "epoch": 3, "rank1": 0.5, "optimizer": o.state_dict(), "scheduler": s.state_dict()}, "saved", is_best=True)
    TT.load_pretrained_weights(net(), "saved/model.pth.tar-3"), TT.resume_from_checkpoint("saved/model.pth.tar-3", m, o, s), TT.load_checkpoint("saved/model.pth.tar-3")
driver.work("tools/checkpoints", saved)
def layers(): m = net(); TT.open_specified_layers(m, "classifier"), TT.open_all_layers(m), m.apply(TT.set_bn_to_eval), TT.count_num_param(m), TT.adjust_learning_rate(optim.build_optimizer(m, "sgd"), 0.1, 3, linear_decay=True, final_lr=0.01, max_epoch=9)
driver.work("tools/layers", layers)
def meters():
    a = utils.AverageMeter(); b = utils.MetricMeter(); l = torch.rand(3, device=DEV)
    for v in l: a.update(v.item()); b.update({"loss": v, "acc": v.item()})
    return str(b), a.avg
driver.work("tools/meters", meters)
driver.work("tools/complexity", lambda: utils.compute_model_complexity(net(), (1, 3, 32, 16)))
driver.work("tools/complexity all", lambda: utils.compute_model_complexity(build("osnet_x0_25"), (1, 3, 64, 32), verbose=True, only_conv_linear=False))
def extractor():
    torch.save({"state_dict": models.build_model("osnet_x0_25", 1, pretrained=False).state_dict()}, "weights.pt"); e = utils.FeatureExtractor("osnet_x0_25", "weights.pt", image_size=(64, 32), device=DEV, verbose=False); e(torch.rand(2, 3, 64, 32, device=DEV)), e(torch.rand(3, 64, 32)), e((np.random.rand(80, 40, 3) * 255).astype("uint8")), e([(np.random.rand(80, 40, 3) * 255).astype("uint8")] * 2)
driver.work("tools/extractor", extractor)
driver.work("tools/seed", lambda: (utils.set_random_seed(3), utils.RankLogger(["made"], ["made"]).write("made", 1, 0.5)))
for name in ("resnet18", "resnet50_fc512", "se_resnet50_fc512", "densenet121_fc512", "resnet50_ibn_a", "resnet50_ibn_b", "mobilenetv2_x1_0", "shufflenet", "squeezenet1_0", "squeezenet1_0_fc512", "shufflenet_v2_x0_5", "resnet50mid", "hacnn", "mudeep", "pcb_p6", "pcb_p4", "mlfn", "osnet_x0_25", "osnet_ibn_x1_0", "osnet_ain_x0_25", "inceptionv4", "xception", "nasnsetmobile", "inceptionresnetv2"):
    driver.work("model/" + name, lambda: run(name, "softmax"), limit=30)
for name in ("resnet18", "osnet_x0_25", "osnet_ain_x0_25", "mobilenetv2_x1_0", "mlfn", "resnet50mid", "densenet121_fc512", "shufflenet_v2_x0_5", "hacnn"):
    driver.work("triplet/" + name, lambda: run(name, "triplet"), limit=30)
driver.finish()
