"""The lightweight GAN: generator, discriminator, attention, augmentation, its losses, and its trainer's steps, evaluation and saved models."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("lightweight_gan")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import numpy as np, torch, torch.nn as nn
asked = torch.cuda.is_available
torch.cuda.is_available = lambda: True  # it asks when it is imported
from PIL import Image
import lightweight_gan.lightweight_gan as L, lightweight_gan.diff_augment as A
from lightweight_gan import Generator, Discriminator, Trainer, LightweightGAN
torch.cuda.is_available = asked
if DEV == "cpu":
    class Named:
        def __getattr__(self, name): return (lambda *_: DEV) if name == "device" else getattr(torch, name)
    L.torch = Named()  # its trainer names the first GPU
BLUR = L.Blur
S = 32
os.makedirs("images")
for i in range(12): Image.fromarray(np.random.randint(0, 255, (48, 40, 3), dtype=np.uint8)).save(f"images/{i}.png")
def im(n=2, c=3, s=S): return torch.rand(n, c, s, s, device=DEV, requires_grad=True)
def back(out): sum(o.sum() for o in (out if isinstance(out, (tuple, list)) else (out,)) if torch.is_tensor(o) and o.requires_grad).backward(); return out
def z(n=2, d=16): return torch.randn(n, d, device=DEV)
generators = {"plain": {}, "attention": dict(attn_res_layers=[16]), "frequencies": dict(freq_chan_attn=True), "transparent": dict(transparent=True), "grey": dict(greyscale=True), "narrow": dict(fmap_max=16), "larger": dict(image_size=64), "much larger": dict(image_size=256, fmap_max=16)}
for name, o in generators.items():
    driver.work("generator/" + name, lambda: back(Generator(**{"image_size": S, "latent_dim": 16, "fmap_max": 32, **o}).to(DEV)(z())), limit=25)
for name, o in {"plain": {}, "attention": dict(attn_res_layers=[16]), "one output": dict(disc_output_size=1), "transparent": dict(transparent=True), "grey": dict(greyscale=True), "larger": dict(image_size=64), "much larger": dict(image_size=512, fmap_max=8)}.items():
    c = 4 if "transparent" in o else 1 if "greyscale" in o else 3; s = o.get("image_size", S)
    def judge(aux): return back(Discriminator(**{"image_size": S, "fmap_max": 32, "disc_output_size": 5, **o}).to(DEV)(im(c=c, s=s), calc_aux_loss=aux))
    driver.work("discriminator/" + name, lambda: judge(False), limit=25); driver.work("discriminator/auxiliary " + name, lambda: judge(True), limit=25)
def gan(**o): L.Blur = BLUR; return LightweightGAN(**{"latent_dim": 16, "image_size": S, "fmap_max": 32, **o})
def by_hand(steps=2, **o):
    m = gan(**o)
    for _ in range(steps):
        m.D_opt.zero_grad(); fake = m.G(z(4)).detach(); a, b, _ = m.D_aug(fake, prob=1.0, types=["translation", "cutout", "color"]); r, s, aux = m.D_aug(im(4).detach(), calc_aux_loss=True, prob=0.5, types=["offset"]); loss = L.hinge_loss(r, a) + L.hinge_loss(s, b) + aux; loss.backward(); m.D_opt.step()
        m.G_opt.zero_grad(); a, b, _ = m.D_aug(m.G(z(4))); g = L.gen_hinge_loss(a, r.detach()) + b.mean(); g.backward(); m.G_opt.step(); m.EMA()
    return loss.item(), g.item()
for name, o in {"plain": {}, "adabelief": dict(optimizer="adabelief"), "attention": dict(attn_res_layers=[16]), "one output": dict(disc_output_size=1), "frequencies": dict(freq_chan_attn=True)}.items():
    driver.work("by hand/" + name, lambda: by_hand(**o), limit=30)
driver.work("reset averages", lambda: (lambda m: (m.EMA(), m.reset_parameter_averaging()))(gan()))
for kind in A.AUGMENT_FNS:
    driver.work("augment/" + kind, lambda: back(A.DiffAugment(im(4), [kind])))
driver.work("augment/wrapped", lambda: (lambda m: [back(m.D_aug(im(4), prob=p, types=["translation", "cutout"], detach=d, return_discr_input=r)) for p in (0.0, 1.0) for d in (False,) for r in (False, True)])(gan()))
driver.work("augment/gradients", lambda: gan().D_aug(im(2).detach(), detach=True, input_requires_grad=True, return_discr_input=True, prob=1.0, types=["color"]))
driver.work("loss/hinge", lambda: (L.hinge_loss(im(), im()).backward(), L.gen_hinge_loss(im(), im()).backward()))
driver.work("loss/dual", lambda: L.dual_contrastive_loss(torch.randn(6, 1, device=DEV, requires_grad=True), torch.randn(6, 1, device=DEV, requires_grad=True)).backward())
def not_a_number():
    try: L.raise_if_nan(torch.tensor(float("nan"), device=DEV))
    except L.NanException: return
driver.work("helpers", lambda: (L.raise_if_nan(torch.zeros((), device=DEV)), not_a_number(), L.slerp(0.3, z(), z()), L.interpolate_between(z(), z(), num_samples=4, dim=0), L.evaluate_in_chunks(2, nn.Identity(), z(5)), L.evaluate_in_chunks(8, nn.Identity(), z(5)), L.det_randn(3, 4), L.safe_div(1.0, 0.0), L.random_hflip(im(), 0.5), L.EMA(0.9).update_average(None, z()), L.is_power_of_two(64), L.set_requires_grad(nn.Linear(2, 2), False)))
layers = {"norm": lambda: L.PreNorm(8, nn.Conv2d(8, 8, 1)), "residual": lambda: L.Residual(L.ChanNorm(8)), "sum": lambda: L.SumBranches([nn.Conv2d(8, 8, 1), nn.Identity()]), "blur": lambda: BLUR(), "noise": lambda: L.Noise(), "same": lambda: L.Conv2dSame(8, 8, 4), "attention": lambda: L.LinearAttention(8, 4, 2), "depthwise": lambda: L.DepthWiseConv2d(8, 8, 3, padding=1), "shuffle": lambda: L.PixelShuffleUpsample(8), "down": lambda: L.SPConvDownsample(8), "context": lambda: L.GlobalContext(chan_in=8, chan_out=8), "frequencies": lambda: L.FCANet(chan_in=8, chan_out=8, width=16), "decoder": lambda: L.SimpleDecoder(chan_in=8), "perhaps": lambda: L.RandomApply(0.5, nn.Identity())}
for name, make in layers.items():
    driver.work("layer/" + name, lambda: back(make().to(DEV)(im(2, 8, 16))))
driver.work("data", lambda: (lambda d: (len(d), d[0], d[1]))(L.ImageDataset("images", S, aug_prob=0.5)))
driver.work("data/kinds", lambda: (L.ImageDataset("images", S, transparent=True)[0], L.ImageDataset("images", S, greyscale=True)[0]))
number = [0]
def trainer(load=True, **o):
    L.Blur = BLUR; number[0] += 1; t = Trainer(**{"name": f"t{number[0]}", "latent_dim": 16, "image_size": S, "fmap_max": 32, "batch_size": 4, "num_workers": 0, "use_aim": False, "save_every": 4, "evaluate_every": 4, "num_image_tiles": 3, **o}); t.set_data_src("images"); return t
def steps(n=6, **o):
    t = trainer(**o); [t.train() for _ in range(n)]; t.print_log(); return t
trainers = {"plain": {}, "accumulated": dict(gradient_accumulate_every=2), "dual": dict(dual_contrast_loss=True, disc_output_size=1), "attention": dict(attn_res_layers=[16]), "antialias": dict(antialias=True), "grey": dict(greyscale=True), "transparent": dict(transparent=True), "adabelief": dict(optimizer="adabelief"), "amp": dict(amp=True), "augmented": dict(aug_prob=1.0, aug_types=["translation", "cutout", "color", "offset"]), "frequencies": dict(freq_chan_attn=True), "often": dict(save_every=1, evaluate_every=1)}
for name, o in trainers.items():
    driver.work("trainer/" + name, lambda: steps(**o), limit=40)
def generated(): t = steps(2); t.save(0); t.generate(num_image_tiles=2, checkpoint=0); t.evaluate(1, 3); t.load(0); t.load(-1); return t.get_checkpoints()
driver.work("trainer/generated", generated, limit=40)
driver.work("trainer/interpolated", lambda: steps(2).generate_interpolation(0, 2, 4, True), limit=40)
driver.work("trainer/progress", lambda: (lambda t: (t.save(0), t.save(1), t.show_progress(2)))(steps(2)), limit=40)
driver.work("trainer/cleared", lambda: (lambda t: (t.clear(), t.config()))(steps(1)), limit=40)
driver.finish()
