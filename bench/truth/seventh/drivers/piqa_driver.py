"""Image quality: all criteria as modules and functions, as losses that train, on images, channels, sizes and types, and the filters, colours and checks below them."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("piqa")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import torch, torch.nn as nn, torchvision
for name in ("alexnet", "squeezenet1_1", "vgg16"): setattr(torchvision.models, name, lambda weights=None, make=getattr(torchvision.models, name): make(weights=None))  # random weights: nothing is downloaded
inception = torchvision.models.inception_v3; torchvision.models.inception_v3 = lambda weights=None: inception(weights=None, init_weights=False)
channels = {"alex": [64, 192, 384, 256, 256], "squeeze": [64, 128, 256, 384, 384, 512, 512], "vgg": [64, 128, 256, 512, 512]}
torch.hub.load_state_dict_from_url = lambda url, **o: {f"lin{i}.model.1.weight": torch.rand(1, c, 1, 1) for i, c in enumerate(channels[url.rsplit("/", 1)[1][:-4]])}
import piqa
from piqa import FID, FSIM, GMSD, HaarPSI, LPIPS, MDSI, MS_GMSD, MS_SSIM, PSNR, SSIM, TV, VSI
from piqa import fid as Fi, fsim as Fs, gmsd as G, haarpsi as H, lpips as L, mdsi as Md, psnr as P, ssim as S, tv as Tv, utils as U, vsi as V
from piqa.utils import color as C, functional as Fn

img = lambda n=2, c=3, h=64, w=64: torch.rand(n, c, h, w, device=DEV)
def work(name, f, **o): driver.work(name, f, **o)
def raises(f, *kinds):
    try: return f()
    except (kinds or (ValueError, TypeError, RuntimeError, AssertionError, KeyError)) as error: return str(error)[:60]
criteria = {"ssim": (SSIM, 3, 64), "ms_ssim": (MS_SSIM, 3, 192), "gmsd": (GMSD, 3, 64), "ms_gmsd": (MS_GMSD, 3, 64), "mdsi": (MDSI, 3, 64), "haarpsi": (HaarPSI, 3, 64), "vsi": (VSI, 3, 64), "fsim": (FSIM, 3, 64), "psnr": (PSNR, 3, 64), "lpips": (LPIPS, 3, 64)}
better = {"ssim", "ms_ssim", "haarpsi", "vsi", "fsim", "psnr"}
def value(make, n=2, ch=3, s=64, **o): m = make(**o).to(DEV); return m(img(n, ch, s, s), img(n, ch, s, s))
def gradient(make, s=64, **o): m = make(**o).to(DEV); x = img(2, 3, s, s).requires_grad_(); l = m(x, img(2, 3, s, s)); l.backward(); return l.item(), x.grad.norm().item()
def optimized(name, make, s, steps=3):  # an image that approaches another
    m = make().to(DEV); y = img(1, 3, s, s); x = nn.Parameter(img(1, 3, s, s)); opt = torch.optim.Adam([x], 1e-2); seen = []
    for _ in range(steps):
        opt.zero_grad(); v = m(x.clamp(0, 1), y); (1 - v if name in better else v).backward(); opt.step(); seen.append(v.item())
    return seen
def network(name, make, s):  # a network trained with it
    net = nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 3, 3, padding=1), nn.Sigmoid()).to(DEV); m = make().to(DEV); opt = torch.optim.SGD(net.parameters(), 1e-2); seen = 0.0
    for _ in range(2): x = img(2, 3, s, s); opt.zero_grad(); v = m(net(x), x); l = 1 - v if name in better else v; l.backward(); opt.step(); seen += l.item()
    return seen / 2
class OwnLoss(nn.Module):
    """A loss of several criteria, as users write it."""
    def __init__(self): super().__init__(); self.ssim, self.tv, self.psnr = SSIM(), TV(), PSNR()
    def forward(self, x, y): return 1 - self.ssim(x, y) + 0.1 * self.tv(x) - 0.01 * self.psnr(x, y)
for name, (make, c, s) in criteria.items():
    work(f"{name}/value", lambda: value(make, s=s).item(), limit=30); work(f"{name}/identical", lambda: (lambda m, x: m(x, x).item())(make().to(DEV), img(2, 3, s, s))); work(f"{name}/gradient", lambda: gradient(make, s), limit=30)
    for r in ("none", "sum"): work(f"{name}/{r}", lambda: value(make, s=s, reduction=r).cpu().tolist())
    work(f"{name}/trained", lambda: optimized(name, make, s), limit=30); work(f"{name}/network", lambda: network(name, make, s), limit=30)
    work(f"{name}/no gradient", lambda: torch.no_grad()(lambda: value(make, s=s, n=3))()); work(f"{name}/broadcast", lambda: (lambda m: m(img(3, 3, s, s), img(1, 3, s, s)))(make(reduction="none").to(DEV)).mean().item()); work(f"{name}/double", lambda: raises(lambda: make().to(DEV).double()(img(2, 3, s, s).double(), img(2, 3, s, s).double()).item())); work(f"{name}/half", lambda: raises(lambda: make().to(DEV).bfloat16()(img(2, 3, s, s).bfloat16(), img(2, 3, s, s).bfloat16())))
    work(f"{name}/odd size", lambda: raises(lambda: (lambda m: m(img(1, 3, s + 5, s + 10), img(1, 3, s + 5, s + 10)))(make().to(DEV)))); work(f"{name}/autocast", lambda: raises(lambda: (lambda m: torch.autocast(DEV, dtype=torch.bfloat16)(lambda: m(img(1, 3, s, s), img(1, 3, s, s)))())(make().to(DEV))))
    work(f"{name}/wrong", lambda: (lambda m: [raises(f) for f in (lambda: m(img(2, 3, s, s) + 1, img(2, 3, s, s)), lambda: m(img(2, 3, s, s) - 1, img(2, 3, s, s)), lambda: m(img(2, 1, s, s), img(2, 3, s, s)), lambda: m(img(2, 3, s, s)[0], img(2, 3, s, s)), lambda: m(img(2, 3, s, s), img(3, 3, s, s)))])(make().to(DEV)))
    def unchecked(): 
        U.set_debug(False)
        try: return value(make, s=s).item()
        finally: U.set_debug(True)
    work(f"{name}/unchecked", unchecked); work(f"{name}/state", lambda: (lambda a, b: (torch.save(a.state_dict(), "a.pt"), b.load_state_dict(torch.load("a.pt", map_location=DEV)), b(img(1, 3, s, s), img(1, 3, s, s)).item()))(make().to(DEV), make().to(DEV)))
# Options
for o in (dict(window_size=7), dict(sigma=0.8), dict(n_channels=1), dict(n_channels=5, window_size=5), dict(padding=True), dict(value_range=2.0), dict(k1=0.02, k2=0.05)): work(f"ssim/{list(o)}", lambda: value(SSIM, ch=o.get("n_channels", 3), **o).item())
for o in (dict(window_size=7), dict(n_channels=1), dict(padding=True), dict(weights=torch.tensor([0.3, 0.7])), dict(weights=torch.ones(3), window_size=5, reduction="none"), dict(value_range=2.0)): work(f"ms_ssim/{list(o)}", lambda: value(MS_SSIM, ch=o.get("n_channels", 3), s=192, **o).mean().item())
for o in (dict(downsample=False), dict(kernel=Fn.gradient_kernel(Fn.sobel_kernel())), dict(kernel=Fn.gradient_kernel(Fn.scharr_kernel())), dict(value_range=2.0), dict(c=0.01), dict(alpha=0.5)): work(f"gmsd/{list(o)}", lambda: value(GMSD, **o).item())
for o in (dict(weights=torch.tensor([0.5, 0.5])), dict(kernel=Fn.gradient_kernel(Fn.sobel_kernel())), dict(value_range=2.0), dict(alpha=0.2, c=0.01), dict(weights=torch.ones(3), reduction="none")): work(f"ms_gmsd/{list(o)}", lambda: value(MS_GMSD, **o).mean().item())
for o in (dict(downsample=False), dict(combination="prod"), dict(combination="prod", beta=0.3, gamma=0.1), dict(combination="sum", alpha=0.3), dict(kernel=Fn.gradient_kernel(Fn.sobel_kernel())), dict(rho=0.5, q=0.5, o=0.5), dict(c1=0.1, c2=0.1, c3=0.1), dict(value_range=2.0)): work(f"mdsi/{list(o)}", lambda: value(MDSI, **o).item()); work(f"mdsi/gradient {list(o)}", lambda: gradient(MDSI, **o))
for o in (dict(chromatic=False), dict(downsample=False), dict(n_kernels=2), dict(c=0.1, alpha=3.0), dict(value_range=2.0), dict(chromatic=False, n_kernels=4)): work(f"haarpsi/{list(o)}", lambda: value(HaarPSI, **o).item())
for o in (dict(chromatic=False), dict(downsample=False), dict(kernel=Fn.gradient_kernel(Fn.sobel_kernel())), dict(value_range=2.0), dict(c1=1.0, c2=0.01, c3=0.01, alpha=0.3, beta=0.05)): work(f"vsi/{list(o)}", lambda: value(VSI, **o).item())
for o in (dict(chromatic=False), dict(downsample=False), dict(kernel=Fn.gradient_kernel(Fn.sobel_kernel())), dict(value_range=2.0), dict(t1=0.9, t2=0.1, t3=0.1, t4=0.1, lmbda=0.05)): work(f"fsim/{list(o)}", lambda: value(FSIM, **o).item())
for name, make in {"vsi": VSI, "fsim": FSIM, "haarpsi": HaarPSI, "mdsi": MDSI, "gmsd": GMSD}.items(): work(f"{name}/large", lambda: value(make, s=300, n=1).item(), limit=30); work(f"{name}/changing sizes", lambda: (lambda m: [m(img(1, 3, s, s), img(1, 3, s, s)).item() for s in (48, 64, 48)])(make().to(DEV)))
for o in (dict(epsilon=1e-4), dict(value_range=2.0)): work(f"psnr/{list(o)}", lambda: value(PSNR, **o).item()); 
work("psnr/shapes", lambda: (PSNR()(torch.rand(5, device=DEV), torch.rand(5, device=DEV)), PSNR()(torch.rand(5, 3, 2, 4, 4, device=DEV), torch.rand(5, 3, 2, 4, 4, device=DEV)))); work("psnr/infinite", lambda: P.psnr(img(), img(), epsilon=0.0))
for n in ("L1", "L2", "L2_squared"): work(f"tv/{n}", lambda: TV(norm=n).to(DEV)(img()).item()); work(f"tv/{n}/none", lambda: TV(norm=n, reduction="none").to(DEV)(img(3, 5))); work(f"tv/{n}/gradient", lambda: (lambda x: (TV(norm=n)(x).backward(), x.grad.norm().item()))(img().requires_grad_()))
work("tv/denoised", lambda: (lambda x, y: [(lambda o: (o.zero_grad(), (l := TV()(x) * 1e-4 + (x - y).square().mean()).backward(), o.step(), l.item()))(torch.optim.SGD([x], 1.0))[-1] for _ in range(3)])(nn.Parameter(img(1)), img(1))); work("tv/wrong", lambda: raises(lambda: TV(norm="L3")(img())))
for n in ("alex", "squeeze", "vgg"): work(f"lpips/{n}", lambda: value(LPIPS, network=n).item(), limit=40); work(f"lpips/{n}/none", lambda: value(LPIPS, network=n, reduction="none", epsilon=1e-6).tolist(), limit=40)
work("lpips/gradient vgg", lambda: gradient(LPIPS, network="vgg"), limit=40); work("lpips/wrong", lambda: raises(lambda: LPIPS(network="none"))); work("lpips/weights", lambda: [L.get_weights(n, v) for n in ("alex", "vgg") for v in ("v0.0", "v0.1")]); work("lpips/features", lambda: L.Perceptual([nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Conv2d(4, 4, 3)], [1, 2]).to(DEV)(img()))
def features(n=4, **o): m = FID().to(DEV); a, b = m.features(img(n, 3, 96, 96), **o), m.features(img(n, 3, 96, 96), **o); return m, a, b
feat = lambda n=40, d=8: torch.randn(n, d, device=DEV)
work("fid/features", lambda: (lambda m, a, b: (a.shape, (a - b).norm().item()))(*features()), limit=60); work("fid/features gradient", lambda: features(2, no_grad=False)[1].shape, limit=60)
for name, m in {"distance": lambda: FID().to(DEV)}.items():
    work("fid/distance", lambda: m()(feat(), feat()).item(), limit=30); work("fid/same", lambda: (lambda x: m()(x, x).item())(feat()), limit=30); work("fid/gradient", lambda: (lambda x: (m()(x, feat()).backward(), x.grad.norm().item()))(feat().requires_grad_()), limit=30)
work("fid/batches", lambda: (lambda f: f(torch.cat([f.features(img(2, 3, 80, 80)) for _ in range(2)])[:, :16], torch.cat([f.features(img(2, 3, 80, 80)) for _ in range(2)])[:, :16]).item())(FID().to(DEV)), limit=60); work("fid/wrong", lambda: (lambda f: (raises(lambda: f(feat(4, 3), feat(4, 5))), raises(lambda: f.features(img(2, 1))), raises(lambda: f.features(img() + 1))))(FID().to(DEV)), limit=60); work("fid/inception", lambda: Fi.InceptionV3(logits=True).to(DEV).eval()(img(2, 3, 80, 80)).shape, limit=30)
def cov(d=6): x = feat(40, d); return x.mean(0), x.T.cov() if False else torch.cov(x.T)
work("fid/sqrtm", lambda: Fi.sqrtm(cov()[1])); work("fid/frechet", lambda: Fi.frechet_distance(*cov(), *cov()).item()); work("fid/frechet double", lambda: Fi.frechet_distance(*(t.double() for t in (*cov(), *cov()))).item())
# Functions
kernel = lambda: Fn.gaussian_kernel(7, 1.5).repeat(3, 1, 1).to(DEV); gradient_k = lambda: Fn.gradient_kernel(Fn.prewitt_kernel()).to(DEV)
work("ssim/function", lambda: S.ssim(img(), img(), kernel())); work("ssim/function maps", lambda: S.ssim(img(), img(), kernel(), channel_avg=False, padding=True)); work("ms_ssim/function", lambda: S.ms_ssim(img(), img(), kernel(), torch.tensor([0.4, 0.6], device=DEV), padding=True)); work("ssim/volume", lambda: S.ssim(torch.rand(2, 3, 12, 12, 12, device=DEV), torch.rand(2, 3, 12, 12, 12, device=DEV), kernel()))
work("gmsd/function", lambda: (G.gmsd(img(2, 1), img(2, 1), gradient_k()), G.gmsd(img(2, 1), img(2, 1), gradient_k(), alpha=0.5))); work("ms_gmsd/function", lambda: G.ms_gmsd(img(2, 1), img(2, 1), gradient_k(), torch.tensor([0.4, 0.6], device=DEV))); work("mdsi/function", lambda: [Md.mdsi(img(), img(), gradient_k(), combination=c) for c in ("sum", "prod")]); work("haarpsi/function", lambda: (H.haarpsi(img(), img()), H.haarpsi(img(2, 1), img(2, 1), n_kernels=2))); work("psnr/function", lambda: (P.mse(img(), img()), P.psnr(img(), img())))
work("vsi/function", lambda: (lambda x, f: V.vsi(x, x.flip(0), V.sdsp(x, f), V.sdsp(x.flip(0), f), gradient_k()))(img(), V.sdsp_filter(img()))); work("vsi/saliency", lambda: V.sdsp(img(), V.sdsp_filter(img(), sigma_f=1.0), sigma_c=0.002)); work("fsim/function", lambda: (lambda x, f: Fs.fsim(x, x.flip(0), Fs.phase_congruency(x[:, :1], f), Fs.phase_congruency(x.flip(0)[:, :1], f), gradient_k()))(img(), Fs.pc_filters(img()))); work("fsim/phase", lambda: Fs.phase_congruency(img(2, 1), Fs.pc_filters(img(2, 1), scales=3, orientations=2), k=1.0, rescale=1.5)); work("tv/function", lambda: [Tv.tv(img(), n) for n in ("L1", "L2", "L2_squared")])
work("functional/convolutions", lambda: (Fn.channel_conv(img(), torch.rand(3, 1, 3, 3, device=DEV)), Fn.channel_conv(img(), torch.rand(3, 1, 3, 1, device=DEV), padding=(1, 0)), Fn.channel_convs(img(), Fn.kernel_views(kernel())), Fn.channel_convs(img(), Fn.kernel_views(kernel()), padding=3), Fn.channel_conv(img(2, 3, 4, 5)[..., 0], torch.rand(3, 1, 3, device=DEV)), Fn.channel_conv(torch.rand(1, 2, 4, 4, 4, device=DEV), torch.rand(2, 1, 3, 3, 3, device=DEV)), Fn.channel_conv(img(), torch.rand(1, 1, device=DEV)[0, 0])))
work("functional/kernels", lambda: [k.to(DEV).sum() for k in (Fn.gaussian_kernel(5), Fn.haar_kernel(2), Fn.haar_kernel(4), Fn.prewitt_kernel(), Fn.sobel_kernel(), Fn.scharr_kernel(), Fn.gradient_kernel(Fn.sobel_kernel()))]); work("functional/views", lambda: (Fn.kernel_views(kernel(), 1), Fn.kernel_views(kernel(), 3))); work("functional/frequencies", lambda: (lambda g: (Fn.log_gabor(g[0], 0.1, 0.5)))(Fn.filter_grid(img()))); work("functional/norms", lambda: (Fn.l2_norm(img(), dim=[1]), Fn.l2_norm(img(), dim=[2, 3], keepdim=True)))
for s in (64, 300, 600): work(f"functional/downsample {s}", lambda: Fn.downsample(img(1, 3, s, s)).shape)
for r in ("mean", "sum", "none"): work(f"functional/reduce {r}", lambda: Fn.reduce_tensor(img(), r))
for k in ("YIQ", "Y", "LHM", "LMN", "L", "none"): work(f"color/{k}", lambda: raises(lambda: C.ColorConv("RGB", k).to(DEV)(img())))
work("color/function", lambda: C.color_conv(img(), torch.rand(2, 3, device=DEV))); work("color/lab", lambda: C.xyz_to_lab(C.rgb_to_xyz(img()))); work("color/xyz", lambda: (C.rgb_to_xyz(img(), value_range=255.0), raises(lambda: C.rgb_to_xyz(img(), 255)))); work("color/normalized", lambda: C.ImageNetNorm().to(DEV)(img()))
work("utils/checks", lambda: [raises(f) for f in (lambda: U.assert_type(img(), img(), device=img().device, dim_range=(4, 4), n_channels=3, value_range=(0.0, 1.0)), lambda: U.assert_type(img(), dim_range=(5, 5)), lambda: U.assert_type(img(), dim_range=(2, 3)), lambda: U.assert_type(img(), dim_range=(5, -1)), lambda: U.assert_type(img(), dim_range=(2, -1)), lambda: U.assert_type(img(), dim_range=(2, 5)), lambda: U.assert_type(img() + 2, value_range=(0.0, 1.0)), lambda: U.assert_type(img() - 2, value_range=(0.0, 1.0)), lambda: U.assert_type(img(), torch.rand(5, 1)), lambda: U.assert_type(img(2), img(3)))]); work("utils/broadcast", lambda: (U.broadcastable((3, 2, 1), (1, 2, 3)), U.broadcastable((1, 2, 3), (2, 2, 2))))
def own(): l = OwnLoss().to(DEV); x, y = nn.Parameter(img(1)), img(1); o = torch.optim.Adam([x], 0.01); return [(o.zero_grad(), (v := l(x.clamp(0, 1), y)).backward(), o.step(), v.item())[-1] for _ in range(3)]
work("own loss", own); work("evaluated", lambda: (lambda ms: [{n: m(a, b).item() for n, m in ms.items()} for a, b in ((img(), img()) for _ in range(2))])({n: criteria[n][0]().to(DEV) for n in ("ssim", "psnr", "gmsd", "mdsi", "haarpsi", "vsi", "fsim")})); work("traced", lambda: torch.jit.trace(SSIM().to(DEV), (img(), img()), check_trace=False)(img(), img())); work("representation", lambda: [repr(m()) for m in (SSIM, GMSD, MDSI, HaarPSI, VSI, FSIM, PSNR, TV)] + [repr(C.ImageNetNorm())])
work("video frames", lambda: [SSIM().to(DEV)(a, b).item() for a, b in zip(img(4).split(1), img(4).split(1))]); work("dataset of images", lambda: sum(PSNR(reduction="sum").to(DEV)(a.to(DEV), b.to(DEV)).item() for a, b in torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.rand(6, 3, 16, 16), torch.rand(6, 3, 16, 16)), 2)) / 6)
driver.finish()
