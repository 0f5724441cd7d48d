"""Measures of generated images: scores, distances, precision and recall, path lengths; inputs, extractors, similarities, noise, caches, own parts."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("torch_fidelity")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import contextlib, io, numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from PIL import Image
from torch.utils.data import DataLoader, Dataset
import torch_fidelity as T
from torch_fidelity import feature_extractor_clip as C, feature_extractor_dinov2 as D2, feature_extractor_inceptionv3 as I3, feature_extractor_vgg16 as V, fidelity, helpers, metric_fid, metric_isc, metric_kid, metric_ppl, metric_prc, noise as No, utils as U, utils_torch
from torch_fidelity import sample_similarity_lpips as SL
from torch_fidelity.datasets import ImagesPathDataset, RandomlyGeneratedDataset, TransformPILtoRGBTensor
from torch_fidelity.interpolate_compat_tensorflow import interpolate_bilinear_2d_like_tensorflow1x as like_tf

gpu = DEV != "cpu"
percentile = np.percentile; np.percentile = lambda a, q, *r, interpolation=None, **o: percentile(a, q, *r, **({"method": interpolation} if interpolation else {}), **o)  # newer NumPy lacks `interpolation`
def quiet(f):
    def g(*a, **k):
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()): return f(*a, **k)
    return g
def raises(f, *kinds):
    try: return f()
    except (kinds or (ValueError, RuntimeError, AssertionError, TypeError, NotImplementedError, AttributeError, IndexError, KeyError)) as error: return str(error)
def work(name, f, **o): driver.work(name, quiet(f), **o)
def images(n=40, size=16, seed=1): return RandomlyGeneratedDataset(n, 3, size, size, seed=seed)
def bytes_(n=4, size=32): return torch.randint(0, 256, (n, 3, size, size), dtype=torch.uint8, device=DEV)
class Small(T.FeatureExtractorBase):  # a user's own
    def __init__(self, name, features_list, **o):
        super().__init__(name, features_list); torch.manual_seed(3); self.a, self.b, self.c = nn.Conv2d(3, 8, 3, 2), nn.Conv2d(8, 16, 3, 2), nn.Linear(16, 10)
    @staticmethod
    def get_provided_features_list(): return "8", "16", "logits"
    @staticmethod
    def get_default_feature_layer_for_metric(metric): return {"isc": "logits", "fid": "16", "kid": "16", "prc": "16"}[metric]
    @staticmethod
    def can_be_compiled(): return True
    @staticmethod
    def get_dummy_input_for_compile(): return (torch.rand(1, 3, 16, 16) * 255).to(torch.uint8)
    def forward(self, x):
        a = F.relu(self.a(x.float() / 127.5 - 1)); b = F.relu(self.b(a)).mean((2, 3)); out = {"8": a.mean((2, 3)), "16": b, "logits": self.c(b)}; return tuple(out[k] for k in self.features_list)
T.register_feature_extractor("small", Small)
class Near(T.SampleSimilarityBase):
    def __init__(self, name, sample_similarity_resize=None, sample_similarity_dtype=None, **o): super().__init__(name); self.size = sample_similarity_resize
    def forward(self, a, b): a, b = a.float(), b.float(); return (a - b).square().flatten(1).mean(1)
T.register_sample_similarity("near", Near)
T.register_dataset("dots", lambda root, download: images(30, seed=9)); T.register_noise_source("coins", lambda rng, shape: torch.from_numpy(rng.randint(0, 2, shape)).float()); T.register_interpolation("cosine", lambda a, b, t: a + (b - a) * (1 - np.cos(t * np.pi) if not torch.is_tensor(t) else (1 - (t * np.pi).cos()) / 2))
class Generator(nn.Module):
    def __init__(self, z=6, classes=0): super().__init__(); torch.manual_seed(5); self.l, self.e = nn.Linear(z, 3 * 16 * 16), nn.Embedding(max(classes, 1), z)
    def forward(self, z, y=None): z = z if y is None else z + self.e(y); return ((self.l(z).view(-1, 3, 16, 16).tanh() + 1) * 127.5).to(torch.uint8)
class Model(T.GenerativeModelBase):
    def __init__(self, z_type="normal", classes=0): super().__init__(); self.g, self.t, self.k = Generator(classes=classes), z_type, classes
    @property
    def z_size(self): return 6
    @property
    def z_type(self): return self.t
    @property
    def num_classes(self): return self.k
    def forward(self, *a): return self.g(*a)
def wrapped(z_type="normal", **o): return T.GenerativeModelModuleWrapper(Generator(), 6, z_type, 0, **o)
def measured(one=None, two=None, **o): return T.calculate_metrics(**{**dict(input1=images() if one is None else one, input2=images(36, seed=2) if two is None else two, cuda=gpu, verbose=False, cache=False, save_cpu_ram=True, batch_size=16, feature_extractor="small", kid_subset_size=20, kid_subsets=3, isc_splits=2), **o})
every = dict(isc=True, fid=True, kid=True, prc=True)
for k in ("isc", "fid", "kid", "prc"):
    work("one/" + k, lambda: measured(**{k: True})); work("one/layer " + k, lambda: measured(**{k: True, "feature_layer_" + k: "8"})); work("one/verbose " + k, lambda: measured(**{k: True}, verbose=True))
    work("one/generator " + k, lambda: measured(Model(), input1_model_num_samples=30, **{k: True})); work("one/workers " + k, lambda: measured(**{k: True}, save_cpu_ram=False), limit=30)
for name, o in {"all": {}, "pairs": dict(isc=False), "layers": dict(feature_layer_fid="8", feature_layer_kid="logits", feature_layer_prc="8"), "batch": dict(batch_size=7), "whole": dict(batch_size=100), "seeded": dict(rng_seed=7), "not shuffled": dict(samples_shuffle=False), "splits": dict(isc_splits=5), "poly": dict(kid_kernel_poly_degree=2, kid_kernel_poly_gamma=0.5, kid_kernel_poly_coef0=0.0), "rbf": dict(kid_kernel="rbf", kid_kernel_rbf_sigma=2.0), "neighbours": dict(prc_neighborhood=2, prc_batch_size=9), "cached": dict(cache=True, cache_root="c1", input1_cache_name="a", input2_cache_name="b"), "not on": dict(cuda=False), "float": dict(feature_extractor_internal_dtype="float32")}.items(): work("all/" + name, lambda: measured(**{**every, **o}))
work("cache/again", lambda: [measured(fid=True, kid=True, cache=True, cache_root="c2", input1_cache_name="a", input2_cache_name="b") for _ in range(2)]); work("cache/fid", lambda: [measured(fid=True, cache=True, cache_root="c3", input1_cache_name="a", input2_cache_name="b", verbose=True) for _ in range(2)]); work("cache/default", lambda: measured("dots", fid=True, cache=True))
os.environ["TORCH_HOME"] = os.path.join(driver.folder.name, "home")
for a, b in (("dots", "dots"), ("dots", None), (None, "dots")): work(f"inputs/registered/{a}/{b}", lambda: measured(a, b, **every, datasets_root="sets", datasets_download=False))
def drawn_folder():
    os.makedirs("pictures/deep", exist_ok=True); rng = np.random.RandomState(0)
    for k in range(12): Image.fromarray(rng.randint(0, 255, (20 + k % 2 * 4, 24, 3), dtype=np.uint8)).save(f"pictures/{'deep/' if k % 3 == 0 else ''}{k}.{'jpg' if k % 4 == 0 else 'png'}")
    return "pictures"
folder = drawn_folder()
for name, o in {"plain": dict(samples_resize_and_crop=16), "deep": dict(samples_find_deep=True, samples_resize_and_crop=16), "png": dict(samples_find_ext="png", samples_resize_and_crop=16, verbose=True), "lossy": dict(samples_find_deep=True, samples_ext_lossy="jpg", samples_resize_and_crop=20, verbose=True), "one by one": dict(batch_size=1)}.items(): work("inputs/folder/" + name, lambda: measured(folder, fid=True, kid=True, kid_subset_size=5, **o))
work("inputs/nothing found", lambda: raises(lambda: measured(folder, fid=True, samples_find_ext="gif"))); work("inputs/paths", lambda: (lambda d: (len(d), d[0].shape, U.get_featuresdict_from_dataset(d, Small("small", ["16", "8"]).to(DEV), 1, gpu, True, False)))(ImagesPathDataset(U.glob_samples_paths(folder, True, "png,jpg", "jpg", False))))
for z in ("normal", "unit", "uniform_0_1", "coins"): work("inputs/model/" + z, lambda: measured(Model(z), input1_model_num_samples=33, **every))
work("inputs/models", lambda: measured(Model(), wrapped(), input1_model_num_samples=20, input2_model_num_samples=25, **every))
for name, o in {"plain": {}, "copy": dict(make_copy=True), "training": dict(make_eval=False), "moved": dict(cuda=gpu), "unit": dict(z_type="unit")}.items(): work("inputs/wrapper/" + name, lambda: measured(wrapped(**o), input1_model_num_samples=30, fid=True, isc=True))
def traced():
    torch.jit.trace(Generator(), torch.randn(2, 6)).save("g.pth"); return measured("g.pth", input1_model_z_size=6, input1_model_z_type="normal", input1_model_num_samples=30, **every)
work("inputs/traced", traced); work("inputs/wrong", lambda: [raises(lambda o=o: measured(**o)) for o in (dict(input1="nowhere", fid=True), dict(input1=3, fid=True), dict(), dict(fid=True, input2=None, input1=None), dict(fid=True, feature_extractor="x"), dict(fid=True, feature_layer_fid="x"), dict(kid=True, kid_subset_size=500), dict(kid=True, kid_kernel="x"))])
work("inputs/wrapper wrong", lambda: [raises(lambda a=a: T.GenerativeModelModuleWrapper(*a)) for a in ((3, 6, "normal", 0), (Generator(), 0, "normal", 0), (Generator(), 6, "x", 0), (Generator(), 6, "unit", -1))])
paths = dict(isc=False, ppl=True, ppl_sample_similarity="near", ppl_sample_similarity_resize=None, input1_model_num_samples=24)
for name, o in {"plain": {}, "none": dict(ppl_reduction="none"), "slerp any": dict(ppl_z_interp_mode="slerp_any"), "slerp unit": dict(ppl_z_interp_mode="slerp_unit"), "own": dict(ppl_z_interp_mode="cosine"), "kept": dict(ppl_discard_percentile_lower=None, ppl_discard_percentile_higher=None), "lower": dict(ppl_discard_percentile_lower=5, ppl_discard_percentile_higher=90), "step": dict(ppl_epsilon=1e-2, batch_size=10), "verbose": dict(verbose=True), "seed": dict(rng_seed=3), "lossless": dict(save_cpu_ram=False), "any type": dict(ppl_sample_similarity_dtype=None)}.items(): work("paths/" + name, lambda: measured(Model(), **{**paths, **o}))
work("paths/unit", lambda: measured(Model("unit"), **paths)); work("paths/classes", lambda: measured(Model(classes=3), **paths)); work("paths/wrapped", lambda: measured(wrapped(), **paths)); work("paths/and others", lambda: measured(Model(), **{**paths, **every})); work("paths/wrong", lambda: [raises(lambda o=o: measured(**{**paths, **o})) for o in (dict(input1=images()), dict(input1=Model(), ppl_reduction="x"), dict(input1=Model(), ppl_epsilon=0), dict(input1=Model(), input1_model_num_samples=None), dict(input1=Model(), ppl_sample_similarity="x"))])
work("functions/isc", lambda: metric_isc.calculate_isc(1, input1=images(), cuda=gpu, verbose=False, cache=False, save_cpu_ram=True, feature_extractor="small", isc_splits=2)); common = dict(cuda=gpu, verbose=False, cache=False, save_cpu_ram=True, feature_extractor="small")
for name, f in {"fid": metric_fid.calculate_fid, "kid": metric_kid.calculate_kid, "prc": metric_prc.calculate_prc}.items(): work("functions/" + name, lambda: f(input1=images(), input2=images(seed=4), kid_subset_size=20, kid_subsets=2, **common))
work("functions/ppl", lambda: metric_ppl.calculate_ppl(1, input1=Model(), input1_model_num_samples=20, ppl_sample_similarity="near", **common))
def features(n=40, d=16, k=0): return torch.randn(n, d, generator=torch.Generator(DEV).manual_seed(k), device=DEV)
# features where a user's own loop left them
work("features/fid", lambda: metric_fid.fid_statistics_to_metric(metric_fid.fid_features_to_statistics(features().cpu()), metric_fid.fid_features_to_statistics(features(k=1).cpu()), True)); work("features/fid on device", lambda: raises(lambda: metric_fid.fid_features_to_statistics(features())))
for shuffle in (False, True): work(f"features/isc/{shuffle}", lambda: metric_isc.isc_features_to_metric(features(d=10).cpu(), 3, shuffle, 5)); work(f"features/isc on device/{shuffle}", lambda: raises(lambda: metric_isc.isc_features_to_metric(features(d=10), 4, shuffle)))
for kernel in ("poly", "rbf"): work("features/kid/" + kernel, lambda: metric_kid.kid_features_to_metric(features().cpu(), features(k=1).cpu(), kid_subsets=3, kid_subset_size=15, kid_kernel=kernel, verbose=True))
for cpu in (True, False):
    for batch in (7, 100): work(f"features/prc/{cpu}/{batch}", lambda: metric_prc.prc_features_to_metric(features(), features(44, k=1), save_cpu_ram=cpu, prc_batch_size=batch, prc_neighborhood=3, verbose=True))
work("features/prc on cpu", lambda: metric_prc.prc_features_to_metric(features().cpu(), features(44, k=1).cpu(), verbose=False)); work("features/prc wrong", lambda: raises(lambda: metric_prc.prc_features_to_metric(features()[0], features(), verbose=False)))
# the extractors that it brings, with random weights
I3.load_state_dict_from_url = lambda *a, **k: weights()
def weights():
    class Same(I3.FeatureExtractorInceptionV3):
        def load_state_dict(self, state, *a, **k): return None
    state.setdefault("inception", None)
    if state["inception"] is None:
        old = I3.load_state_dict_from_url; I3.load_state_dict_from_url = lambda *a, **k: None; torch.manual_seed(0); state["inception"] = {k: v.clone() for k, v in Same("inception-v3-compat", ["2048"], verbose=False).state_dict().items()}; I3.load_state_dict_from_url = old
    return state["inception"]
state = {}
torch.manual_seed(0)
def inception(layers, **o): return U.create_feature_extractor("inception-v3-compat", layers, cuda=gpu, **{**dict(verbose=False, feature_extractor_weights_path=saved_inception()), **o})
def saved_inception():
    if not os.path.exists("i3.pth"): torch.save(weights(), "i3.pth")
    return "i3.pth"
for k in ("64", "2048", "logits"): work("inception/" + k, lambda: (lambda m: m.convert_features_tuple_to_dict(m(bytes_(2, 40))))(inception([k])))
work("inception/many", lambda: (lambda m: [v.cpu().numpy().shape for v in m(bytes_(2, 299))])(inception(["64", "192", "768", "2048", "logits_unbiased", "logits"])), limit=30); work("inception/wrong", lambda: [raises(f) for f in (lambda: inception(["x"]), lambda: inception([]), lambda: inception(["64", "64"]), lambda: inception(["64"])(torch.rand(2, 3, 9, 9, device=DEV)), lambda: inception(["64"])(bytes_(2)[0]), lambda: Small("a", "b"))])
work("inception/dtype", lambda: [inception(["2048"], feature_extractor_internal_dtype=k)(bytes_(2, 40))[0].dtype for k in ("float32",)]); work("inception/metrics", lambda: measured(images(6, 20), images(5, 20, 3), isc=True, fid=True, kid=True, kid_subset_size=4, isc_splits=2, feature_layer_fid="64", feature_layer_kid="192", feature_extractor=None, feature_extractor_weights_path=saved_inception()), limit=40)
import torchvision
vggs = []
def small_vgg(**o):
    if not vggs: torch.manual_seed(0); vggs.append(torchvision.models.vgg16(weights=None, init_weights=False))
    return vggs[0]
def whole_vgg(**o): import copy; return copy.deepcopy(small_vgg())
V.torchvision_load_pretrained_vgg16, SL.torchvision_load_pretrained_vgg16 = whole_vgg, small_vgg
vgg_ok = lambda *layers, **o: U.create_feature_extractor("vgg16", list(layers), cuda=gpu, verbose=False, **o)
work("vgg/fc2", lambda: vgg_ok("fc2")(bytes_(2, 40)), limit=40); work("vgg/metrics", lambda: measured(images(6, 20), images(5, 20, 3), prc=True, feature_extractor=None), limit=60)
work("vgg/wrong", lambda: raises(lambda: vgg_ok("x")))
sizes = {"clip": (16, 32, 2, 64, 8), "resnet": (16, 64, (1, 1, 1, 1), 32, None)}
class Clip(nn.Module):  # a file as CLIP's, but small
    def __init__(self, k): super().__init__(); torch.manual_seed(0); self.visual = C.CLIPVisual(*sizes[k]).visual; self.text_projection = nn.Parameter(torch.randn(8, 16)); self.r = sizes[k][1]
    def forward(self, x): return self.visual(x) @ self.text_projection.t()
for name in sizes:
    def image(n=2): return torch.randn(n, 3, sizes[name][1], sizes[name][1], device=DEV)
    work(f"clip/{name}", lambda: Clip(name).to(DEV).eval()(image())); work(f"clip/{name}/training", lambda: (lambda m: (m(image()).square().mean().backward(), [p.grad.norm().item() for p in m.parameters() if p.grad is not None][:2]))(Clip(name).to(DEV)))
    work(f"clip/{name}/built", lambda: C.build_model(Clip(name).state_dict(), torch.float32).to(DEV).visual(image())); work(f"clip/{name}/converted", lambda: C.convert_weights(Clip(name).to(DEV)))
def clip_file(k="clip"):
    if not os.path.exists(k + ".pt"): torch.jit.trace(Clip(k).eval(), torch.randn(1, 3, sizes[k][1], sizes[k][1])).save(k + ".pt")
    return k + ".pt"
work("clip/resnet extractor", lambda: U.create_feature_extractor("clip-rn50", ["clip"], cuda=gpu, verbose=False, feature_extractor_weights_path=clip_file("resnet"))(bytes_(2, 70)))
class Dino(nn.Module):
    def __init__(self): super().__init__(); torch.manual_seed(0); self.c = nn.Conv2d(3, 8, 14, 14)
    def forward(self, x, **o): return self.c(x).mean((2, 3))
    def forward_features(self, x): return {"x_norm_clstoken": self(x), "x_norm_patchtokens": self.c(x).flatten(2).mT}
torch.hub.load = lambda *a, **k: Dino()
work("dino", lambda: U.create_feature_extractor("dinov2-vit-s-14", ["dinov2"], cuda=gpu, verbose=False)(bytes_(2, 40))); work("dino/metrics", lambda: measured(images(20, 32), images(18, 32, 3), fid=True, kid=True, prc=True, kid_subset_size=8, feature_extractor="dinov2-vit-b-14"))
def clip_extractor(name="clip-vit-b-32", **o): return U.create_feature_extractor(name, ["clip"], cuda=gpu, verbose=False, feature_extractor_weights_path=clip_file(), **o)
work("clip/extractor", lambda: clip_extractor()(bytes_(2, 40))); work("clip/extractor float", lambda: clip_extractor(feature_extractor_internal_dtype="float32")(bytes_(2, 32))); work("clip/metrics", lambda: measured(images(20, 32), images(18, 32, 3), fid=True, kid=True, prc=True, kid_subset_size=8, feature_extractor="clip-vit-b-32", feature_extractor_weights_path=clip_file()), limit=30)
def lpips(**o):
    real = SL.load_state_dict_from_url
    class Same(SL.SampleSimilarityLPIPS):
        def load_state_dict(self, *a, **k): return None
    SL.load_state_dict_from_url = lambda *a, **k: None
    try: return Same("lpips-vgg16", **{**dict(sample_similarity_resize=32, sample_similarity_dtype="uint8", verbose=False), **o}).to(DEV).eval()
    finally: SL.load_state_dict_from_url = real
work("lpips/bytes", lambda: lpips()(bytes_(2, 40), bytes_(2, 40)), limit=30); work("lpips/floats", lambda: lpips(sample_similarity_dtype="float32", sample_similarity_resize=None)(torch.rand(2, 3, 40, 40, device=DEV) * 255, torch.rand(2, 3, 40, 40, device=DEV) * 255), limit=30); work("lpips/small", lambda: lpips(sample_similarity_resize=48)(bytes_(2, 16), bytes_(2, 16)), limit=30)
work("lpips/wrong", lambda: (lambda m: [raises(lambda a=a: m(*a)) for a in ((bytes_(2, 40), bytes_(3, 40)), (bytes_(2).float(), bytes_(2)), (bytes_(2)[:, :2], bytes_(2)[:, :2]), (3, 4))])(lpips()), limit=30)
for z in ("normal", "unit", "uniform_0_1"): work("noise/" + z, lambda: U.sample_random(np.random.RandomState(0), (5, 6), z).to(DEV))
for k in ("lerp", "slerp_any", "slerp_unit", "cosine"):
    work("noise/between/" + k, lambda: U.batch_interp(features(7, 6), features(7, 6, 1), torch.rand(7, 1, device=DEV), k)); work("noise/between same/" + k, lambda: U.batch_interp(features(7, 6), features(7, 6), 0.3 * torch.ones(7, 1, device=DEV), k))
work("noise/normal", lambda: No.batch_normalize_last_dim(features(3, 4))); work("noise/wrong", lambda: (raises(lambda: U.sample_random(np.random.RandomState(0), (2, 2), "x")), raises(lambda: U.batch_interp(features(2, 2), features(2, 2), 0.5, "x")), raises(lambda: No.batch_slerp_any(features(2)[0], features(2)[0], 0.5))))
for size in ((20, 20), (7, 9)):
    for o in (dict(align_corners=False), dict(align_corners=True)): work(f"resize/{size}/{o}", lambda: like_tf(bytes_(2, 13).float(), size=size, **o).mean().item())
work("resize/factor", lambda: raises(lambda: like_tf(bytes_(2, 12).float(), scale_factor=2.0, align_corners=False))); work("resize/wrong", lambda: [raises(f) for f in (lambda: like_tf(bytes_(2, 12)[0].float(), size=(3, 3)), lambda: like_tf(bytes_(2, 12).float()), lambda: like_tf(bytes_(2, 12).float(), size=3, scale_factor=2))])
work("small/loop", lambda: (lambda m: [m.convert_features_tuple_to_dict(m(x.to(DEV)))["16"].norm().item() for x in DataLoader(images(), 10)])(U.create_feature_extractor("small", ["16"], cuda=gpu, verbose=True)))
work("small/dataset", lambda: U.get_featuresdict_from_dataset(images(), U.create_feature_extractor("small", ["16", "logits"], cuda=gpu), 7, gpu, True, True)); work("small/model", lambda: U.get_featuresdict_from_generative_model(Model("unit"), U.create_feature_extractor("small", ["8"], cuda=gpu), 25, 10, gpu, 3, True))
work("similarity", lambda: U.create_sample_similarity("near", cuda=gpu, verbose=False)(bytes_(), bytes_())); work("extracted", lambda: U.extract_featuresdict_from_input_id(1, U.create_feature_extractor("small", ["8"], cuda=gpu), **{**common, "input1": images()}))
work("registered twice", lambda: [raises(f) for f in (lambda: T.register_dataset("dots", 1), lambda: T.register_feature_extractor("small", Small), lambda: T.register_sample_similarity("near", Near), lambda: T.register_noise_source("coins", 1), lambda: T.register_interpolation("lerp", 1), lambda: T.register_feature_extractor("z", nn.Linear))])
work("small things", lambda: (helpers.json_decode_string('{"a": 1}'), raises(lambda: helpers.json_decode_string("{")), helpers.text_to_dtype("uint8"), helpers.text_to_dtype("x", "float32"), helpers.get_kwarg("fid", {}), raises(lambda: helpers.vassert(False, "no")), TransformPILtoRGBTensor()(Image.new("RGB", (4, 4))).shape, raises(lambda: images(3).__class__(3, 3, dtype=torch.float32)), raises(lambda: T.SampleSimilarityBase("a")(1)), U.resolve_feature_extractor(fid=True), U.resolve_feature_layer_for_metric("kid", kid=True), raises(lambda: U.resolve_feature_extractor()), U.get_cacheable_input_name("dots"), raises(lambda: U.prepare_input_from_id(3)), U.make_input_descriptor_from_str("dots")))
def command(*a):
    old = sys.argv; sys.argv = ["fidelity", *a]
    try: return fidelity.main()
    except SystemExit as e: return e.code
    finally: sys.argv = old
on = ["--gpu", "0"] if gpu else ["--cpu"]
for name, a in {"fid": ["--fid"], "all": ["--isc", "--fid", "--kid", "--prc", "--kid-subset-size", "5", "--kid-subsets", "2", "--isc-splits", "2"], "json": ["--fid", "--json", "--silent"]}.items(): work("command/" + name, lambda: raises(lambda: command("--input1", folder, "--input2", folder, "--feature-extractor", "small", "--samples-find-deep", "--samples-resize-and-crop", "16", "--no-cache", "--save-cpu-ram", *a, *on), Exception))
driver.finish()
