"""A third batch of functions, of packages that no earlier truth names; `functions.py` says what a key is.

Chosen and measured before the program was asked about any of them.
"""

import importlib
import sys
from pathlib import Path

import torch
from torch import nn

sys.path.append(str(Path(__file__).resolve().parent))
from functions import boxes, classes, drives_in, images, of  # noqa: E402

FUNCTIONS = {}
drives = drives_in(FUNCTIONS)


def sounds(device):
    return torch.rand(2, 1, 1000, device=device) - 0.5


# entmax.
@drives("entmax.activations:sparsemax")
def _(f, d):
    return torch.randn(4, 8, device=d), -1


@drives("entmax.activations:entmax15")
def _(f, d):
    return torch.randn(4, 8, device=d), -1, 4


@drives("entmax.root_finding:entmax_bisect")
def _(f, d):
    return torch.randn(4, 8, device=d), 1.5


@drives("entmax.losses:Entmax15Loss.forward")
def _(f, d):
    return of("entmax.losses", "Entmax15Loss")(k=5, ignore_index=0), (torch.randn(6, 8, device=d), classes(6, 8, d))


# lpips.
@drives("lpips.lpips:LPIPS.forward")
def _(f, d):
    metric = of("lpips.lpips", "LPIPS")(pretrained=False, net="squeeze", pnet_rand=True, verbose=False)
    return metric.to(d), (images(d, 64), images(d, 64))


@drives("lpips.lpips:BCERankingLoss.forward")
def _(f, d):
    one, two = torch.rand(2, 1, 1, 1, device=d), torch.rand(2, 1, 1, 1, device=d)
    return of("lpips.lpips", "BCERankingLoss")().to(d), (one, two, torch.rand(2, 1, 1, 1, device=d))


# torchsde.
class Drift(nn.Module):
    noise_type = "diagonal"
    sde_type = "ito"

    def f(self, t, y):
        return -y

    def g(self, t, y):
        return 0.1 * y


@drives("torchsde._core.sdeint:sdeint")
def _(f, d):
    return Drift(), torch.ones(3, 2, device=d), torch.linspace(0, 1, 3, device=d), None, "euler", 0.5


@drives("torchsde._brownian.brownian_interval:BrownianInterval.__call__")
def _(f, d):
    interval = of("torchsde", "BrownianInterval")(0.0, 1.0, size=(3, 2), device=d)
    return interval.__call__, (0.0, 0.5)


# pytorch-crf.
@drives("torchcrf:CRF.forward")
def _(f, d):
    emissions, tags = torch.randn(4, 3, 5, device=d), classes(12, 5, d).view(4, 3)
    return of("torchcrf", "CRF")(5).to(d), (emissions, tags, torch.ones(4, 3, dtype=torch.bool, device=d))


@drives("torchcrf:CRF.decode")
def _(f, d):
    return of("torchcrf", "CRF")(5).to(d).decode, (torch.randn(4, 3, 5, device=d),)


# vit-pytorch.
def vit(module, **more):
    return of(module, "ViT")(image_size=16, patch_size=4, num_classes=5, dim=16, depth=2, heads=2, mlp_dim=16, **more)


@drives("vit_pytorch.vit:ViT.forward")
def _(f, d):
    return vit("vit_pytorch.vit").to(d), (images(d),)


@drives("vit_pytorch.cait:CaiT.forward")
def _(f, d):
    cait = of("vit_pytorch.cait", "CaiT")
    net = cait(image_size=16, patch_size=4, num_classes=5, dim=16, depth=2, cls_depth=1, heads=2, mlp_dim=16, layer_dropout=0.05)
    return net.to(d), (images(d),)


@drives("vit_pytorch.mae:MAE.forward")
def _(f, d):
    return of("vit_pytorch.mae", "MAE")(encoder=vit("vit_pytorch.vit", pool="mean"), decoder_dim=16).to(d), (images(d),)


@drives("vit_pytorch.simple_vit:SimpleViT.forward")
def _(f, d):
    simple = of("vit_pytorch", "SimpleViT")
    return simple(image_size=16, patch_size=4, num_classes=5, dim=16, depth=2, heads=2, mlp_dim=16).to(d), (images(d),)


@drives("vit_pytorch.ats_vit:ViT.forward")
def _(f, d):
    return vit("vit_pytorch.ats_vit", max_tokens_per_depth=(8, 4)).to(d), (images(d),)


@drives("vit_pytorch.vit_with_patch_dropout:ViT.forward")
def _(f, d):
    return vit("vit_pytorch.vit_with_patch_dropout", patch_dropout=0.25).to(d), (images(d),)


# torch-audiomentations.
@drives("torch_audiomentations.augmentations.gain:Gain.forward")
def _(f, d):
    return of("torch_audiomentations", "Gain")(p=1.0, output_type="dict"), (sounds(d), 8000)


@drives("torch_audiomentations.augmentations.polarity_inversion:PolarityInversion.forward")
def _(f, d):
    return of("torch_audiomentations", "PolarityInversion")(p=1.0, mode="per_batch", output_type="dict"), (sounds(d), 8000)


@drives("torch_audiomentations.augmentations.shift:Shift.forward")
def _(f, d):
    return of("torch_audiomentations", "Shift")(p=1.0, output_type="dict"), (sounds(d), 8000)


@drives("torch_audiomentations.augmentations.peak_normalization:PeakNormalization.forward")
def _(f, d):
    return of("torch_audiomentations", "PeakNormalization")(p=1.0, output_type="dict"), (sounds(d), 8000)


# pytorch-tabnet.
@drives("pytorch_tabnet.tab_network:TabNet.forward")
def _(f, d):
    groups = torch.eye(6, device=d)
    net = of("pytorch_tabnet.tab_network", "TabNet")(6, 3, n_steps=2, cat_idxs=[0], cat_dims=[4], cat_emb_dim=[1], group_attention_matrix=groups)
    return net.to(d), (torch.cat([classes(8, 4, d)[:, None].float(), torch.randn(8, 5, device=d)], 1),)


@drives("pytorch_tabnet.tab_network:TabNetPretraining.forward")
def _(f, d):
    groups = torch.eye(6, device=d)
    net = of("pytorch_tabnet.tab_network", "TabNetPretraining")(6, n_steps=2, group_attention_matrix=groups)
    return net.to(d), (torch.randn(8, 6, device=d),)


@drives("pytorch_tabnet.sparsemax:Sparsemax.forward")
def _(f, d):
    return of("pytorch_tabnet.sparsemax", "Sparsemax")(-1), (torch.randn(4, 8, device=d),)


@drives("pytorch_tabnet.metrics:UnsupervisedLoss")
def _(f, d):
    return torch.randn(4, 6, device=d), torch.randn(4, 6, device=d), torch.rand(4, 6, device=d).round()


# pyro-ppl.
@drives("pyro.ops.stats:hpdi")
def _(f, d):
    return torch.randn(20, 3, device=d), 0.9


@drives("pyro.ops.stats:waic")
def _(f, d):
    return (torch.randn(20, 3, device=d),)


@drives("pyro.ops.stats:effective_sample_size")
def _(f, d):
    return (torch.randn(2, 20, 3, device=d),)


@drives("pyro.ops.stats:crps_empirical")
def _(f, d):
    return torch.randn(6, 3, device=d), torch.randn(3, device=d)


@drives("pyro.ops.stats:fit_generalized_pareto")
def _(f, d):
    return (torch.rand(20, device=d),)


@drives("pyro.ops.tensor_utils:periodic_repeat")
def _(f, d):
    return torch.randn(3, 4, device=d), 10, -1


@drives("pyro.ops.tensor_utils:convolve")
def _(f, d):
    return torch.randn(2, 12, device=d), torch.randn(2, 3, device=d), "same"


@drives("pyro.ops.tensor_utils:safe_cholesky")
def _(f, d):
    return (torch.eye(4, device=d) * 2,)


@drives("pyro.ops.special:log_beta")
def _(f, d):
    return torch.rand(5, device=d) + 1, torch.rand(5, device=d) + 1, 0.1


@drives("pyro.ops.welford:WelfordCovariance.update")
def _(f, d):
    return of("pyro.ops.welford", "WelfordCovariance")(diagonal=False).update, (torch.randn(4, device=d),)


@drives("pyro.ops.gaussian:Gaussian.log_density")
def _(f, d):
    made = of("pyro.ops.gaussian", "Gaussian")(torch.zeros(3, device=d), torch.randn(3, 2, device=d), torch.eye(2, device=d).expand(3, 2, 2))
    return made.log_density, (torch.randn(3, 2, device=d),)


# torchcde.
@drives("torchcde.interpolation_cubic:natural_cubic_coeffs")
def _(f, d):
    return (torch.randn(2, 5, 3, device=d),)


@drives("torchcde.interpolation_linear:linear_interpolation_coeffs")
def _(f, d):
    return (torch.randn(2, 5, 3, device=d),)


@drives("torchcde.interpolation_linear:LinearInterpolation.evaluate")
def _(f, d):
    made = of("torchcde", "LinearInterpolation")(torch.randn(2, 5, 3, device=d))
    return made.to(d).evaluate, (torch.tensor(1.5, device=d),)


@drives("torchcde.interpolation_hermite_cubic_bdiff:hermite_cubic_coefficients_with_backward_differences")
def _(f, d):
    return torch.randn(2, 5, 3, device=d), torch.linspace(0, 1, 5, device=d)


# loralib.
@drives("loralib.layers:Linear.forward")
def _(f, d):
    return of("loralib", "Linear")(8, 8, r=2).to(d), (torch.randn(4, 8, device=d),)


@drives("loralib.layers:MergedLinear.forward")
def _(f, d):
    return of("loralib", "MergedLinear")(8, 12, r=2, enable_lora=[True, False, True]).to(d), (torch.randn(4, 8, device=d),)


@drives("loralib.layers:Embedding.forward")
def _(f, d):
    return of("loralib", "Embedding")(10, 8, r=2).to(d), (classes(4, 10, d),)


@drives("loralib.layers:ConvLoRA.forward")
def _(f, d):
    return of("loralib", "Conv2d")(3, 4, 3, r=2).to(d), (images(d),)


# facenet-pytorch.
@drives("facenet_pytorch.models.inception_resnet_v1:InceptionResnetV1.forward")
def _(f, d):
    net = of("facenet_pytorch.models.inception_resnet_v1", "InceptionResnetV1")(classify=False)
    return net.to(d).eval(), (images(d, 96, 2),)


@drives("facenet_pytorch.models.utils.detect_face:generateBoundingBox")
def _(f, d):
    return torch.randn(2, 4, 5, 5, device=d), torch.rand(2, 5, 5, device=d), 0.6, 0.5


@drives("facenet_pytorch.models.utils.detect_face:bbreg")
def _(f, d):
    return boxes(5, d), torch.randn(5, 4, device=d)


@drives("facenet_pytorch.models.utils.detect_face:pad")
def _(f, d):
    return boxes(5, d), 64, 64


@drives("facenet_pytorch.models.utils.detect_face:rerec")
def _(f, d):
    return (boxes(5, d),)


# pytorch-minimize.
@drives("torchmin.minimize:minimize")
def _(f, d):
    return of("torchmin.benchmarks", "rosen"), torch.full((3,), 0.8, device=d), "bfgs", 3


@drives("torchmin.benchmarks:rosen_hess")
def _(f, d):
    return (torch.full((4,), 0.8, device=d),)


@drives("torchmin.optim.minimizer:Minimizer.step")
def _(f, d):
    parameter = nn.Parameter(torch.full((3,), 0.8, device=d))
    minimizer = of("torchmin.optim.minimizer", "Minimizer")([parameter], method="bfgs", max_iter=2)
    return minimizer.step, (lambda: of("torchmin.benchmarks", "rosen")(parameter),)


# denoising-diffusion-pytorch.
def unet(d):
    return of("denoising_diffusion_pytorch", "Unet")(8, dim_mults=(1, 2), attn_dim_head=4, attn_heads=2).to(d)


def diffusion(d, **more):
    return of("denoising_diffusion_pytorch", "GaussianDiffusion")(unet(d), image_size=8, timesteps=10, **more).to(d)


@drives("denoising_diffusion_pytorch.denoising_diffusion_pytorch:Unet.forward")
def _(f, d):
    return unet(d), (images(d, 8), torch.tensor([3, 5], device=d))


@drives("denoising_diffusion_pytorch.denoising_diffusion_pytorch:GaussianDiffusion.forward")
def _(f, d):
    return diffusion(d), (images(d, 8),)


@drives("denoising_diffusion_pytorch.denoising_diffusion_pytorch:GaussianDiffusion.p_sample")
def _(f, d):
    return diffusion(d).p_sample, (images(d, 8), 5)


@drives("denoising_diffusion_pytorch.denoising_diffusion_pytorch:GaussianDiffusion.ddim_sample")
def _(f, d):
    return diffusion(d, sampling_timesteps=3).ddim_sample, ((2, 3, 8, 8),)


# Attention, experts and convolutions.
@drives("nystrom_attention.nystrom_attention:NystromAttention.forward")
def _(f, d):
    attention = of("nystrom_attention", "NystromAttention")(16, dim_head=8, heads=2, num_landmarks=4)
    return attention.to(d), (torch.randn(2, 10, 16, device=d), torch.ones(2, 10, dtype=torch.bool, device=d))


@drives("soft_moe_pytorch.soft_moe:SoftMoE.forward")
def _(f, d):
    return of("soft_moe_pytorch", "SoftMoE")(16, seq_len=8, num_experts=2).to(d), (torch.randn(2, 8, 16, device=d),)


@drives("conformer.conformer:ConformerBlock.forward")
def _(f, d):
    return of("conformer", "ConformerBlock")(dim=16, dim_head=8, heads=2).to(d), (torch.randn(2, 10, 16, device=d),)


@drives("torchscale.component.relative_position_bias:RelativePositionBias.forward")
def _(f, d):
    return of("torchscale.component.relative_position_bias", "RelativePositionBias")(n_heads=2).to(d), (2, 6, 6)


@drives("alias_free_torch.act:Activation1d.forward")
def _(f, d):
    return of("alias_free_torch", "Activation1d")(nn.ReLU()).to(d), (torch.randn(2, 4, 16, device=d),)


# Losses.
@drives("focal_frequency_loss.focal_frequency_loss:FocalFrequencyLoss.forward")
def _(f, d):
    return of("focal_frequency_loss", "FocalFrequencyLoss")(), (images(d), images(d))


@drives("fvcore.nn.giou_loss:giou_loss")
def _(f, d):
    return boxes(5, d), boxes(5, d), "mean"


@drives("fvcore.nn.focal_loss:sigmoid_focal_loss")
def _(f, d):
    return torch.randn(4, 5, device=d), torch.rand(4, 5, device=d).round(), 0.25, 2.0, "sum"


@drives("geomloss._legacy.samples_loss:SamplesLoss.forward")
def _(f, d):
    return of("geomloss", "SamplesLoss")("sinkhorn", blur=0.5, backend="tensorized"), (torch.rand(6, 2, device=d), torch.rand(5, 2, device=d))


# normflows.
def flow(d, *, normalized=False):
    nf = importlib.import_module("normflows")
    flows = [nf.flows.AffineCouplingBlock(nf.nets.MLP([1, 8, 2])), nf.flows.Permute(2, mode="swap")]
    if normalized:
        flows.append(nf.flows.ActNorm(2))
    return nf.NormalizingFlow(nf.distributions.base.DiagGaussian(2), flows).to(d)


@drives("normflows.core:NormalizingFlow.log_prob")
def _(f, d):
    return flow(d).log_prob, (torch.randn(4, 2, device=d),)


@drives("normflows.core:NormalizingFlow.forward_kld")
def _(f, d):
    return flow(d, normalized=True).forward_kld, (torch.randn(4, 2, device=d),)


@drives("normflows.flows.planar:Planar.forward")
def _(f, d):
    return of("normflows.flows", "Planar")((2,)).to(d), (torch.randn(4, 2, device=d),)


@drives("normflows.flows.mixing:Invertible1x1Conv.forward")
def _(f, d):
    return of("normflows.flows", "Invertible1x1Conv")(4, use_lu=True).to(d), (torch.randn(2, 4, 3, 3, device=d),)
