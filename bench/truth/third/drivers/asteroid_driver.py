"""Separation models, losses, signal processing, optimizers and the Lightning system of asteroid, on short made-up waveforms."""
import os, sys
os.environ["TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD"] = "1"  # its checkpoints hold its own classes
from driving import Driver, DEV, ROOT
driver = Driver("asteroid")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import types, warnings, logging; warnings.filterwarnings("ignore"); logging.getLogger("pytorch_lightning").setLevel(logging.ERROR)
import numpy as np, torch, torch.nn as nn
import pytorch_lightning as pl, torchmetrics
for name in ("soundfile", "librosa"): sys.modules.setdefault(name, types.ModuleType(name))  # for files only
from torch.utils.data import DataLoader
from asteroid import models as M, losses as L
from asteroid.losses import PITLossWrapper, MixITLossWrapper, SinkPITLossWrapper
from asteroid.losses.pit_wrapper import PITReorder
from asteroid.losses.soft_f1 import F1_loss
from asteroid.masknn import TDConvNet, DPRNN, DPTransformer, LSTMMasker, SuDORMRF, SuDORMRFImproved, norms, activations, recurrent, convolutional, tac
from asteroid.dsp import beamforming as B, overlap_add, consistency, deltas, spatial, vad, normalization
from asteroid.engine import schedulers
from asteroid.engine.system import System
from asteroid.utils import torch_utils, generic_utils, test_utils
from asteroid import complex_nn, separate as S, binarize
from asteroid.data.utils import online_mixing_collate

T = 2000
def wave(*s): return torch.randn(*s, device=DEV)
def pair(n=3, k=2, t=T): return wave(n, k, t).requires_grad_(), wave(n, k, t)
def back(x): (x[0] if isinstance(x, tuple) else x).mean().backward()
functions = {"sisdr": L.pairwise_neg_sisdr, "sdsdr": L.pairwise_neg_sdsdr, "snr": L.pairwise_neg_snr, "mse": L.pairwise_mse}
for name, f in functions.items():
    driver.work("pit/matrix " + name, lambda: back(PITLossWrapper(f, pit_from="pw_mtx")(*pair())))
    driver.work("pit/estimates " + name, lambda: PITLossWrapper(f, pit_from="pw_mtx")(*pair(), return_est=True))
for name, f in {"sisdr": L.singlesrc_neg_sisdr, "sdsdr": L.singlesrc_neg_sdsdr, "snr": L.singlesrc_neg_snr, "mse": L.singlesrc_mse}.items():
    driver.work("pit/points " + name, lambda: back(PITLossWrapper(f, pit_from="pw_pt")(*pair())))
    driver.work("single/" + name, lambda: back(f(wave(3, T).requires_grad_(), wave(3, T))))
for name, f in {"sisdr": L.multisrc_neg_sisdr, "sdsdr": L.multisrc_neg_sdsdr, "snr": L.multisrc_neg_snr, "mse": L.multisrc_mse}.items():
    driver.work("pit/permutations " + name, lambda: back(PITLossWrapper(f, pit_from="perm_avg")(*pair())))
    driver.work("mixit/" + name, lambda: back(MixITLossWrapper(f)(wave(3, 4, T).requires_grad_(), wave(3, 2, T))))
driver.work("pit/many", lambda: PITLossWrapper(L.pairwise_neg_sisdr)(*pair(2, 6), return_est=True))
driver.work("pit/reduce", lambda: PITLossWrapper(L.pairwise_neg_sisdr, perm_reduce=lambda x, src: (x * src).mean(-1))(*pair(), reduce_kwargs={"src": 1.0}))
driver.work("pit/reorder", lambda: PITReorder(L.pairwise_neg_sisdr)(*pair()))
driver.work("pit/sinkhorn", lambda: back(SinkPITLossWrapper(L.pairwise_neg_sisdr, n_iter=20)(*pair(3, 4))))
driver.work("pit/sinkhorn estimates", lambda: SinkPITLossWrapper(L.pairwise_neg_sisdr, n_iter=20)(*pair(3, 4), return_est=True))
driver.work("mixit/general", lambda: MixITLossWrapper(L.multisrc_neg_sisdr, generalized=True)(wave(3, 4, T), wave(3, 2, T), return_est=True))
driver.work("mixit/uneven", lambda: MixITLossWrapper(L.multisrc_neg_sisdr, generalized=False)(wave(3, 4, T), wave(3, 2, T), return_est=True))
driver.work("loss/clustering", lambda: back(L.deep_clustering_loss(torch.randn(3, 40, 5, device=DEV, requires_grad=True), torch.randint(2, (3, 8, 5), device=DEV))))
driver.work("loss/clustering mask", lambda: L.deep_clustering_loss(torch.randn(3, 40, 5, device=DEV), torch.randint(2, (3, 8, 5), device=DEV), torch.rand(3, 8, 5, device=DEV) < 0.7))
driver.work("loss/spectral", lambda: back(L.SingleSrcMultiScaleSpectral(n_filters=[512, 256], windows_size=[512, 256], hops_size=[128, 64]).to(DEV)(wave(2, T).requires_grad_(), wave(2, T))))
driver.work("loss/pmsqe", lambda: back(L.SingleSrcPMSQE(sample_rate=16000).to(DEV)(torch.rand(2, 30, 257, device=DEV, requires_grad=True), torch.rand(2, 30, 257, device=DEV))))
driver.work("loss/pmsqe mask", lambda: L.SingleSrcPMSQE(sample_rate=8000, bark_eq=False).to(DEV)(torch.rand(2, 30, 129, device=DEV), torch.rand(2, 30, 129, device=DEV), torch.ones(2, 30, 1, device=DEV)))
driver.work("loss/stoi", lambda: back(L.SingleSrcNegSTOI(sample_rate=10000).to(DEV)(wave(2, 12000).requires_grad_(), wave(2, 12000))), limit=20)
driver.work("loss/f1", lambda: back(F1_loss()(torch.rand(8, device=DEV, requires_grad=True), torch.randint(2, (8,), device=DEV))))
SMALL = dict(n_filters=16, kernel_size=16, stride=8)
made = {
    "conv": lambda: M.ConvTasNet(2, n_blocks=2, n_repeats=1, bn_chan=8, hid_chan=16, skip_chan=8, **SMALL), "conv causal": lambda: M.ConvTasNet(2, n_blocks=2, n_repeats=1, bn_chan=8, hid_chan=16, skip_chan=8, causal=True, norm_type="cLN", **SMALL), "conv stft": lambda: M.ConvTasNet(2, n_blocks=2, n_repeats=1, bn_chan=8, hid_chan=16, skip_chan=0, fb_name="stft", n_filters=32, kernel_size=32, stride=16), "conv analytic": lambda: M.ConvTasNet(2, n_blocks=2, n_repeats=1, bn_chan=8, hid_chan=16, skip_chan=8, fb_name="analytic_free", **SMALL), "conv sinc": lambda: M.ConvTasNet(2, n_blocks=1, n_repeats=1, bn_chan=8, hid_chan=16, skip_chan=8, fb_name="param_sinc", n_filters=16, kernel_size=17, stride=8),
    "dprnn": lambda: M.DPRNNTasNet(2, bn_chan=8, hid_size=8, chunk_size=20, n_repeats=2, **SMALL), "dprnn gru": lambda: M.DPRNNTasNet(2, bn_chan=8, hid_size=8, chunk_size=20, n_repeats=2, rnn_type="GRU", use_mulcat=True, num_layers=1, bidirectional=False, **SMALL), "dpt": lambda: M.DPTNet(2, n_heads=4, ff_hid=16, chunk_size=20, n_repeats=2, **SMALL), "sudo": lambda: M.SuDORMRFNet(2, bn_chan=8, num_blocks=2, upsampling_depth=2, kernel_size=21, n_filters=16), "sudo improved": lambda: M.SuDORMRFImprovedNet(2, bn_chan=8, num_blocks=2, upsampling_depth=2, kernel_size=21, n_filters=16),
    "lstm": lambda: M.LSTMTasNet(2, n_layers=1, hid_size=16, **SMALL), "demask": lambda: M.DeMask(hidden_dims=(16,), n_filters=64, kernel_size=64, stride=32), "demask complex": lambda: M.DeMask(input_type="cat", output_type="reim", hidden_dims=(16,), n_filters=64, kernel_size=64, stride=32), "dcunet": lambda: M.DCUNet("DCUNet-10", stft_n_filters=256, stft_kernel_size=256, stft_stride=64, fix_length_mode="pad"),
}
def step(m, x, target=None):
    m = m.to(DEV); opt = torch.optim.Adam(m.parameters(), 1e-3); out = m(x); loss = out.square().mean() if target is None else PITLossWrapper(L.pairwise_neg_sisdr)(out, target); opt.zero_grad(); loss.backward(); nn.utils.clip_grad_norm_(m.parameters(), 5.0); opt.step(); return loss.item()
for name, make in made.items():
    driver.work("model/" + name, lambda: step(make(), wave(2, 4000)), limit=30)
    driver.work("one wave/" + name, lambda: [make().to(DEV).eval()(x) for x in (wave(4000), wave(2, 1, 4000))], limit=30)
    driver.work("saved/" + name, lambda: (lambda m: (torch.save(m.serialize(), "m.pth"), type(m).from_pretrained("m.pth")))(make()), limit=30)
    driver.work("separate/" + name, lambda: (S.torch_separate(make().to(DEV).eval(), wave(1, 1, 4000)), S.numpy_separate(make().to(DEV).eval(), np.random.randn(1, 1, 4000).astype("float32")), make().to(DEV).eval().separate(wave(1, 4000))), limit=30)
driver.work("model/trained", lambda: [step(made["conv"](), wave(2, 4000), wave(2, 2, 4000)) for _ in range(2)])
def traced(): m = made["conv"]().to(DEV).eval(); t = torch.jit.trace(m, wave(1, 4000)); return t(wave(1, 4000))
driver.work("model/traced", traced, limit=30)
driver.work("model/fasnet", lambda: step(M.FasNetTAC(2, enc_dim=8, feature_dim=8, hidden_dim=8, n_layers=1, tac_hidden_dim=16, chunk_size=10, hop_size=5, sample_rate=8000), wave(2, 3, 4000)), limit=30)
driver.work("model/fasnet mics", lambda: M.FasNetTAC(2, enc_dim=8, feature_dim=8, hidden_dim=8, n_layers=1, tac_hidden_dim=16, chunk_size=10, hop_size=5, sample_rate=8000, use_tac=True).to(DEV)(wave(2, 3, 4000), torch.tensor([3, 2], device=DEV)), limit=30)
driver.work("model/vad", lambda: (lambda m: m(wave(2, 4000)))(__import__("asteroid.models.conv_tasnet", fromlist=["VADNet"]).VADNet(1, n_blocks=1, n_repeats=1, bn_chan=8, hid_chan=16, skip_chan=8, **SMALL).to(DEV)))
for name in ("gLN", "cLN", "cgLN", "bN", "fgLN"):
    driver.work("norm/" + name, lambda: back(norms.get(name)(8).to(DEV)(wave(2, 8, 30).requires_grad_())))
masks = {"tdconv": lambda: TDConvNet(16, 2, n_blocks=2, n_repeats=1, bn_chan=8, hid_chan=16, skip_chan=8), "tdconv++": lambda: convolutional.TDConvNetpp(16, 2, n_blocks=2, n_repeats=2, bn_chan=8, hid_chan=16, skip_chan=8), "dprnn": lambda: DPRNN(16, 2, bn_chan=8, hid_size=8, chunk_size=10, n_repeats=1), "transformer": lambda: DPTransformer(16, 2, n_heads=4, ff_hid=16, chunk_size=10, n_repeats=1), "lstm": lambda: LSTMMasker(16, 2, n_layers=1, hid_size=8), "sudo": lambda: SuDORMRF(16, 2, bn_chan=8, num_blocks=1, upsampling_depth=2), "sudo improved": lambda: SuDORMRFImproved(16, 2, bn_chan=8, num_blocks=1, upsampling_depth=2), "residual": lambda: recurrent.StackedResidualRNN("LSTM", 16, n_layers=2), "residual bi": lambda: recurrent.StackedResidualBiRNN("GRU", 16, n_layers=2)}
for name, make in masks.items():
    driver.work("mask/" + name, lambda: back(make().to(DEV)(wave(2, 16, 40).requires_grad_() if not name.startswith("residual") else wave(2, 40, 16).requires_grad_())))
driver.work("mask/tac", lambda: back(tac.TAC(8, 16).to(DEV)(wave(2, 3, 8, 10, 5).requires_grad_(), None)))
driver.work("mask/tac mics", lambda: tac.TAC(8, 16).to(DEV)(wave(2, 3, 8, 10, 5), torch.tensor([3, 2], device=DEV)))
driver.work("mask/activations", lambda: [activations.get(n)()(wave(3, 4)) for n in ("linear", "relu", "leaky_relu", "sigmoid", "tanh", "gelu", "swish")])
def complex_wave(*s): return torch.randn(*s, dtype=torch.cfloat, device=DEV)
driver.work("complex", lambda: (complex_nn.ComplexSingleRNN("LSTM", 8, 4).to(DEV)(complex_wave(2, 10, 8)), complex_nn.ComplexConv2d(2, 3, 3).to(DEV)(complex_wave(1, 2, 8, 8)), complex_nn.bound_complex_mask(complex_wave(2, 4, 5)), complex_nn.BoundComplexMask("sigmoid")(complex_wave(2, 4, 5)), complex_nn.BoundComplexMask("tanh")(complex_wave(2, 4, 5)), complex_nn.OnReIm(nn.ReLU)(complex_wave(3)), complex_nn.torch_complex_from_magphase(torch.rand(3, device=DEV), torch.rand(3, device=DEV))))
def spectra(): mix = complex_wave(2, 3, 9, 20); s = B.SCM().to(DEV); mask = torch.rand(2, 9, 20, device=DEV); return mix, s(mix, mask), s(mix, 1 - mask)
for name in ("RTFMVDRBeamformer", "SoudenMVDRBeamformer", "SDWMWFBeamformer", "GEVBeamformer"):
    driver.work("beam/" + name, lambda: getattr(B, name)().to(DEV)(*spectra()))
driver.work("beam/reference", lambda: [B.SoudenMVDRBeamformer().to(DEV)(*spectra(), ref_mic=r) for r in (0, 1, torch.tensor([0, 1], device=DEV), None)])
driver.work("beam/souden reference", lambda: B.SDWMWFBeamformer(mu=0.5).to(DEV)(*spectra(), ref_mic=None))
driver.work("beam/tools", lambda: (B.condition_scm(spectra()[1].permute(0, 3, 1, 2)), B.batch_trace(spectra()[1].permute(0, 3, 1, 2)), B.stable_solve(complex_wave(2, 3, 1), torch.eye(3, dtype=torch.cfloat, device=DEV).expand(2, 3, 3)), B.stable_cholesky(B.condition_scm(spectra()[1].permute(0, 3, 1, 2)))))
driver.work("beam/decomposition", lambda: B.generalized_eigenvalue_decomposition(*(B.condition_scm(s.permute(0, 3, 1, 2)) if s.shape[1] == 3 else B.condition_scm(s) for s in spectra()[1:])))
class Pass(nn.Module):
    def forward(self, x): return torch.cat([x, -x], 1) if x.ndim == 3 else torch.stack([x, -x], 1)
for window in ("hann", None):
    driver.work("overlap/%s" % window, lambda: overlap_add.LambdaOverlapAdd(Pass(), 2, 400, window=window).to(DEV)(wave(2, 1, T)))
driver.work("overlap/in order", lambda: overlap_add.LambdaOverlapAdd(Pass(), 2, 400, reorder_chunks=False, enable_grad=True).to(DEV)(wave(2, 1, T)))
driver.work("overlap/model", lambda: overlap_add.LambdaOverlapAdd(made["conv"](), 2, 800).to(DEV)(wave(1, 1, 4000)))
def dual(): d = overlap_add.DualPathProcessing(10, 5); x = d.unfold(wave(2, 8, 40)); return d.fold(d.inter_process(d.intra_process(x, nn.Identity()), nn.Identity()))
driver.work("overlap/dual path", dual)
driver.work("dsp", lambda: (consistency.mixture_consistency(wave(2, T), wave(2, 3, T)), consistency.mixture_consistency(wave(2, T), wave(2, 3, T), src_weights=torch.softmax(wave(2, 3, 1), 1)), deltas.compute_delta(wave(2, 4, 30)), deltas.concat_deltas(wave(2, 4, 30), order=2, dim=1), spatial.xcorr(wave(2, 3, T), wave(2, 3, T // 2)), vad.ebased_vad(wave(2, 20, 30).abs())))
driver.work("dsp/normalize", lambda: normalization.normalize_estimates(wave(2, T).cpu().numpy(), wave(1, T).cpu().numpy()))
from asteroid.engine import optimizers
def optimized(name): m = nn.Linear(4, 2).to(DEV); opt = optimizers.make_optimizer(m.parameters(), name, lr=1e-3); [(opt.zero_grad(), m(wave(3, 4)).mean().backward(), opt.step()) for _ in range(2)]
for name in ("adam", "sgd", "radam", "ranger", "yogi", "adabound", "lamb", "qhadam", "novograd", "sgdw", "adamw", "rmsprop", "diffgrad"):
    driver.work("optimizer/" + name, lambda: optimized(name))
def scheduled(): m = nn.Linear(2, 2).to(DEV); o = torch.optim.Adam(m.parameters()); s = [schedulers.NoamScheduler(o, 8, 4), schedulers.DPTNetScheduler(o, 3, 8, 4)]; [x.step() for _ in range(8) for x in s]; return [x.as_tensor() for x in s]
driver.work("schedulers", scheduled)
class Waves(torch.utils.data.Dataset):
    def __len__(self): return 6
    def __getitem__(self, i): s = torch.randn(2, T); return s.sum(0), s
def system(loss=None, callbacks=(), **o):
    m = made["conv"](); opt = optimizers.make_optimizer(m.parameters(), "adam", lr=1e-3); loader = DataLoader(Waves(), 2); s = System(m, opt, loss or PITLossWrapper(L.pairwise_neg_sisdr), loader, DataLoader(Waves(), 2), scheduler=o.pop("scheduler", lambda opt: None)(opt), config={"a": {"b": 1}})
    pl.Trainer(max_epochs=2, accelerator="gpu" if DEV == "cuda" else "cpu", devices=1, enable_progress_bar=False, enable_model_summary=False, callbacks=list(callbacks), default_root_dir=".", log_every_n_steps=1, gradient_clip_val=5.0, **o).fit(s)
driver.work("system/plain", system, limit=40)
driver.work("system/plateau", lambda: system(scheduler=lambda o: torch.optim.lr_scheduler.ReduceLROnPlateau(o)), limit=40)
driver.work("system/steps", lambda: system(scheduler=lambda o: [{"interval": "batch", "scheduler": schedulers.DPTNetScheduler(o, 3, 8, 4)}]), limit=40)
driver.work("system/sinkhorn", lambda: system(SinkPITLossWrapper(L.pairwise_neg_sisdr, n_iter=5), [schedulers.SinkPITBetaScheduler()]), limit=40)
driver.work("system/mixit", lambda: system(lambda e, t: MixITLossWrapper(L.multisrc_neg_sisdr)(e, t)), limit=40)
driver.work("utils", lambda: (torch_utils.tensors_to_device({"a": torch.ones(2), "b": [torch.ones(3)]}, DEV), torch_utils.get_device(wave(2)), torch_utils.pad_x_to_y(wave(2, 5), wave(2, 8)), torch_utils.are_models_equal(made["conv"]().to(DEV), made["conv"]().to(DEV)), torch_utils.load_state_dict_in({"weight": torch.ones(2, 2), "bias": torch.ones(2)}, nn.Linear(2, 2).to(DEV)), generic_utils.average_arrays_in_dic({"a": np.ones(3)})))
driver.work("utils/cuda", lambda: torch_utils.to_cuda([torch.ones(2), {"a": torch.ones(2)}]) if DEV == "cuda" else None)
driver.work("data", lambda: [t.to(DEV) for t in online_mixing_collate([Waves()[i] for i in range(4)])])
driver.work("binarize", lambda: binarize.Binarize(0.5, 0.01, 8000)(torch.rand(2, 1, T, device=DEV)))
driver.finish()
