"""A fifth batch of functions, of packages that no earlier truth names; `functions.py` says what a key is.

Chosen before the program was asked about any of them, and before a GPU had answered.
"""

import importlib
import sys
from pathlib import Path

import torch
from torch import nn

sys.path.append(str(Path(__file__).resolve().parent))
from functions import classes, complexes, drives_in, images, of, tokens, trained  # noqa: E402

FUNCTIONS = {}
drives = drives_in(FUNCTIONS)


def classifier(device):
    return nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 5)).to(device)


# monai.
def masks(device, size=16):
    return torch.rand(2, 3, size, size, device=device).round()


@drives("monai.losses.dice:DiceLoss.forward")
def _(f, d):
    loss = of("monai.losses", "DiceLoss")(to_onehot_y=True, softmax=True)
    return loss, (torch.randn(2, 3, 16, 16, device=d), classes(512, 3, d).view(2, 1, 16, 16))


@drives("monai.losses.dice:DiceCELoss.forward")
def _(f, d):
    loss = of("monai.losses", "DiceCELoss")(include_background=False, to_onehot_y=True, softmax=True, squared_pred=True)
    return loss, (torch.randn(2, 3, 16, 16, device=d), classes(512, 3, d).view(2, 1, 16, 16))


@drives("monai.losses.hausdorff_loss:HausdorffDTLoss.forward")
def _(f, d):
    return of("monai.losses", "HausdorffDTLoss")(sigmoid=True), (torch.randn(2, 3, 16, 16, device=d), masks(d))


@drives("monai.losses.cldice:SoftDiceclDiceLoss.forward")
def _(f, d):
    return of("monai.losses", "SoftDiceclDiceLoss")(iter_=2), (torch.rand(2, 3, 16, 16, device=d), masks(d))


@drives("monai.losses.image_dissimilarity:GlobalMutualInformationLoss.forward")
def _(f, d):
    return of("monai.losses", "GlobalMutualInformationLoss")(num_bins=8).to(d), (images(d), images(d))


@drives("monai.metrics.meandice:compute_dice")
def _(f, d):
    return masks(d), masks(d), False


@drives("monai.metrics.regression:compute_ssim_and_cs")
def _(f, d):
    return images(d), images(d), 2, (5, 5), (1.5, 1.5), 1.0


@drives("monai.metrics.hausdorff_distance:compute_hausdorff_distance")
def _(f, d):
    return masks(d), masks(d)


@drives("monai.inferers.utils:sliding_window_inference")
def _(f, d):
    return images(d, 32), (16, 16), 4, nn.Conv2d(3, 2, 3, padding=1).to(d), 0.25, "gaussian"


@drives("monai.networks.nets.unet:UNet.forward")
def _(f, d):
    net = of("monai.networks.nets", "UNet")(spatial_dims=2, in_channels=3, out_channels=2, channels=(4, 8, 16), strides=(2, 2), num_res_units=1)
    return net.to(d), (images(d, 32),)


@drives("monai.networks.nets.swin_unetr:SwinUNETR.forward")
def _(f, d):
    net = of("monai.networks.nets", "SwinUNETR")(
        in_channels=3, out_channels=2, feature_size=12, spatial_dims=2, depths=(1, 1, 1, 1), num_heads=(1, 2, 2, 4)
    )
    return net.to(d), (images(d, 64),)


@drives("monai.networks.blocks.warp:DVF2DDF.forward")
def _(f, d):
    return of("monai.networks.blocks", "DVF2DDF")(num_steps=3).to(d), (torch.randn(2, 2, 16, 16, device=d),)


# pytorchltr.
def ranked(d):
    return torch.randn(4, 6, device=d), classes(24, 3, d).view(4, 6), torch.tensor([6, 4, 3, 6], device=d)


@drives("pytorchltr.loss.pairwise_additive:PairwiseHingeLoss.forward")
def _(f, d):
    return of("pytorchltr.loss", "PairwiseHingeLoss")(), ranked(d)


@drives("pytorchltr.loss.pairwise_lambda:LambdaNDCGLoss2.forward")
def _(f, d):
    return of("pytorchltr.loss", "LambdaNDCGLoss2")(), ranked(d)


@drives("pytorchltr.evaluation.dcg:ndcg")
def _(f, d):
    return *ranked(d), 5


@drives("pytorchltr.utils.tensor_operations:rank_by_plackettluce")
def _(f, d):
    scores, _, lengths = ranked(d)
    return scores, lengths


# pytorch-partial-crf.
@drives("pytorch_partial_crf.crf:CRF.forward")
def _(f, d):
    return of("pytorch_partial_crf", "CRF")(4).to(d), (torch.randn(2, 6, 4, device=d), tokens(d, 6, 4))


@drives("pytorch_partial_crf.partial_crf:PartialCRF.forward")
def _(f, d):
    tags = tokens(d, 6, 4).clone()
    tags[:, 3] = -1
    return of("pytorch_partial_crf", "PartialCRF")(4).to(d), (torch.randn(2, 6, 4, device=d), tags)


@drives("pytorch_partial_crf.crf:CRF.viterbi_decode")
def _(f, d):
    return of("pytorch_partial_crf", "CRF")(4).to(d).viterbi_decode, (torch.randn(2, 6, 4, device=d),)


# dasp-pytorch.
def audio(d, channels=2):
    return torch.rand(2, channels, 2048, device=d) - 0.5


def knobs(d, low, high):
    return torch.full((2,), low, device=d) + torch.rand(2, device=d) * (high - low)


@drives("dasp_pytorch.functional:compressor")
def _(f, d):
    bounds = ((-40, -20), (2, 8), (5, 20), (50, 100), (3, 6), (0, 3))
    return audio(d, 1), 16000, *[knobs(d, float(low), float(high)) for low, high in bounds]


@drives("dasp_pytorch.functional:parametric_eq")
def _(f, d):
    bands = [knobs(d, low, high) for _ in range(6) for low, high in ((-6.0, 6.0), (200.0, 4000.0), (0.5, 2.0))]
    return audio(d, 1), 16000, *bands


@drives("dasp_pytorch.functional:stereo_panner")
def _(f, d):
    return audio(d, 1), 16000, torch.rand(2, 1, device=d)


@drives("dasp_pytorch.signal:lfilter_via_fsm")
def _(f, d):
    return audio(d, 1), torch.rand(2, 3, device=d), torch.tensor([[1.0, -0.5, 0.1]], device=d).repeat(2, 1)


# fft-conv-pytorch.
@drives("fft_conv_pytorch.fft_conv:fft_conv")
def _(f, d):
    return images(d), torch.randn(4, 3, 5, 5, device=d), torch.zeros(4, device=d), 2


# torchkbnufft.
def trajectory(d, length=40):
    return (torch.rand(2, length, device=d) - 0.5) * 6.28


@drives("torchkbnufft.modules.kbnufft:KbNufft.forward")
def _(f, d):
    return of("torchkbnufft", "KbNufft")(im_size=(8, 8)).to(d), (complexes(1, 1, 8, 8, device=d), trajectory(d))


@drives("torchkbnufft.modules.kbnufft:KbNufftAdjoint.forward")
def _(f, d):
    return of("torchkbnufft", "KbNufftAdjoint")(im_size=(8, 8)).to(d), (complexes(1, 1, 40, device=d), trajectory(d))


@drives("torchkbnufft._nufft.dcomp:calc_density_compensation_function")
def _(f, d):
    return trajectory(d), (8, 8), 3


# torch-interpol.
@drives("interpol.api:grid_pull")
def _(f, d):
    grid = of("interpol.api", "identity_grid")((8, 8), device=d)
    return torch.rand(1, 2, 8, 8, device=d), grid[None] + 0.3, "linear", "dct2"


@drives("interpol.api:spline_coeff_nd")
def _(f, d):
    return torch.rand(1, 2, 8, 8, device=d), 3, "dct2", 2


# torchstain, torchrbf, ttach.
def slides(d):
    return torch.randint(20, 250, (3, 16, 16), device=d).float()


@drives("torchstain.torch.normalizers.macenko:TorchMacenkoNormalizer.normalize")
def _(f, d):
    normalizer = of("torchstain.torch.normalizers", "TorchMacenkoNormalizer")()
    normalizer.HERef, normalizer.maxCRef = normalizer.HERef.to(d), normalizer.maxCRef.to(d)
    return normalizer.normalize, (slides(d),)


@drives("torchstain.torch.normalizers.reinhard:TorchReinhardNormalizer.normalize")
def _(f, d):
    normalizer = of("torchstain.torch.normalizers", "TorchReinhardNormalizer")()
    normalizer.fit(slides(d))
    return normalizer.normalize, (slides(d),)


@drives("torchstain.torch.utils.percentile:percentile")
def _(f, d):
    return torch.rand(50, device=d), 99


@drives("torchrbf.RBFInterpolator:RBFInterpolator.forward")
def _(f, d):
    points, values = torch.rand(20, 2, device=d), torch.rand(20, 1, device=d)
    return of("torchrbf.RBFInterpolator", "RBFInterpolator")(points, values, device=d), (torch.rand(7, 2, device=d),)


@drives("ttach.wrappers:ClassificationTTAWrapper.forward")
def _(f, d):
    tta = importlib.import_module("ttach")
    chain = tta.Compose([tta.HorizontalFlip(), tta.Rotate90(angles=[0, 90]), tta.Multiply(factors=[0.9, 1.1])])
    return tta.ClassificationTTAWrapper(classifier(d), chain), (images(d),)


@drives("ttach.functional:keypoints_rot90")
def _(f, d):
    return torch.rand(2, 8, device=d), 1


# torchimize.
def misfit(p):
    return (p[0] * torch.linspace(0, 1, 8, device=p.device) + p[1] - 1) ** 2


@drives("torchimize.functions.single.lma_fun_single:lsq_lma")
def _(f, d):
    return torch.tensor([0.5, 0.2], device=d), misfit, None, (), 1e-8, 1e-8, 1e-8, 1e-3, "lev", 0.25, 0.75, 2, 3, 4


@drives("torchimize.functions.single.gna_fun_single:lsq_gna")
def _(f, d):
    return torch.tensor([0.5, 0.2], device=d), misfit, None, (), 1e-8, 1e-8, 1e-8, 0.1, 4


# torchcam.
@drives("torchcam.methods.activation:CAM.__call__")
def _(f, d):
    model = classifier(d)
    extractor = of("torchcam.methods", "CAM")(model, target_layer="1", fc_layer="4")
    model(images(d))
    return extractor.__call__, (2,)


# mambapy.
def mamba(d):
    return of("mambapy.mamba", "Mamba")(of("mambapy.mamba", "MambaConfig")(d_model=16, n_layers=2)).to(d)


@drives("mambapy.mamba:Mamba.forward")
def _(f, d):
    return mamba(d), (torch.randn(2, 12, 16, device=d),)


@drives("mambapy.mamba:Mamba.step")
def _(f, d):
    caches = [(None, torch.zeros(2, 32, 3, device=d)) for _ in range(2)]
    return mamba(d).step, (torch.randn(2, 16, device=d), caches)


# Attention, experts, memories and points.
@drives("flash_pytorch.flash_pytorch:GAU.forward")
def _(f, d):
    gau = of("flash_pytorch", "GAU")(dim=16, query_key_dim=8, causal=True, rel_pos_bias=True)
    return gau.to(d), (torch.randn(2, 12, 16, device=d),)


@drives("flash_pytorch.flash_pytorch:FLASHTransformer.forward")
def _(f, d):
    return of("flash_pytorch", "FLASHTransformer")(num_tokens=20, dim=16, depth=2, group_size=8, query_key_dim=8).to(d), (tokens(d),)


@drives("halonet_pytorch.halonet_pytorch:HaloAttention.forward")
def _(f, d):
    attention = of("halonet_pytorch", "HaloAttention")(dim=16, block_size=4, halo_size=2, dim_head=8, heads=2)
    return attention.to(d), (torch.randn(1, 16, 8, 8, device=d),)


@drives("memory_efficient_attention_pytorch.memory_efficient_attention:Attention.forward")
def _(f, d):
    attention = of("memory_efficient_attention_pytorch", "Attention")(
        dim=16, dim_head=8, heads=2, memory_efficient=True, q_bucket_size=4, k_bucket_size=8
    )
    return attention.to(d), (torch.randn(2, 16, 16, device=d),)


@drives("point_transformer_pytorch.point_transformer_pytorch:PointTransformerLayer.forward")
def _(f, d):
    layer = of("point_transformer_pytorch", "PointTransformerLayer")(dim=16, pos_mlp_hidden_dim=8, num_neighbors=4)
    mask = torch.ones(1, 10, dtype=torch.bool, device=d)
    return layer.to(d), (torch.randn(1, 10, 16, device=d), torch.randn(1, 10, 3, device=d), mask)


@drives("slot_attention.slot_attention:SlotAttention.forward")
def _(f, d):
    return of("slot_attention", "SlotAttention")(num_slots=4, dim=16).to(d), (torch.randn(2, 12, 16, device=d),)


@drives("slot_attention.adaptive_slot_wrapper:AdaptiveSlotWrapper.forward")
def _(f, d):
    slots = of("slot_attention", "MultiHeadSlotAttention")(num_slots=4, dim=16, heads=2, dim_head=8)
    return of("slot_attention", "AdaptiveSlotWrapper")(slots).to(d), (torch.randn(2, 12, 16, device=d),)


@drives("st_moe_pytorch.st_moe_pytorch:TopNGating.forward")
def _(f, d):
    return of("st_moe_pytorch.st_moe_pytorch", "TopNGating")(16, 4).to(d), (torch.randn(2, 8, 16, device=d), True)


@drives("st_moe_pytorch.st_moe_pytorch:MoE.forward")
def _(f, d):
    return of("st_moe_pytorch", "MoE")(16, num_experts=4, expert_hidden_mult=2).to(d), (torch.randn(2, 8, 16, device=d),)


@drives("linear_attention_transformer.linear_attention_transformer:LinearAttentionTransformerLM.forward")
def _(f, d):
    transformer = of("linear_attention_transformer", "LinearAttentionTransformerLM")
    net = transformer(num_tokens=20, dim=16, depth=2, max_seq_len=16, heads=2, dim_head=8, causal=True, blindspot_size=2)
    return net.to(d), (tokens(d),)


@drives("linear_attention_transformer.linear_attention_transformer:causal_linear_attn")
def _(f, d):
    return *[torch.randn(2, 2, 16, 8, device=d) for _ in range(3)], None, 4


@drives("routing_transformer.routing_transformer:KmeansAttention.forward")
def _(f, d):
    attention = of("routing_transformer.routing_transformer", "KmeansAttention")(4, 4, 2, 8)
    return attention.to(d), tuple(torch.randn(2, 2, 16, 8, device=d) for _ in range(3))


@drives("routing_transformer.routing_transformer:RoutingTransformerLM.forward")
def _(f, d):
    transformer = of("routing_transformer", "RoutingTransformerLM")
    net = transformer(num_tokens=20, dim=16, depth=2, max_seq_len=16, heads=2, window_size=4, n_local_attn_heads=0, causal=True)
    return net.to(d), (tokens(d),)


# Optimizers.
@drives("came_pytorch.CAME:CAME.step")
def _(f, d):
    return of("came_pytorch", "CAME")(trained(d), lr=2e-4, weight_decay=1e-2, betas=(0.9, 0.999, 0.9999), eps=(1e-30, 1e-16)).step, ()


@drives("adam_atan2_pytorch.adam_atan2:AdamAtan2.step")
def _(f, d):
    return of("adam_atan2_pytorch", "AdamAtan2")(trained(d), lr=1e-4, weight_decay=1e-2).step, ()


@drives("adam_atan2_pytorch.muon_adam_atan2:MuonAdamAtan2.step")
def _(f, d):
    parameters = trained(d)
    return of("adam_atan2_pytorch", "MuonAdamAtan2")([p for p in parameters if p.ndim == 2], parameters, lr=1e-4).step, ()


# Complex numbers.
@drives("complexPyTorch.complexLayers:ComplexBatchNorm2d.forward")
def _(f, d):
    return of("complexPyTorch.complexLayers", "ComplexBatchNorm2d")(3).to(d), (complexes(2, 3, 8, 8, device=d),)


@drives("complexPyTorch.complexFunctions:complex_max_pool2d")
def _(f, d):
    return complexes(2, 3, 8, 8, device=d), 2


@drives("cplxmodule.nn.modules.linear:CplxLinear.forward")
def _(f, d):
    given = of("cplxmodule", "Cplx")(torch.randn(4, 8, device=d), torch.randn(4, 8, device=d))
    return of("cplxmodule.nn", "CplxLinear")(8, 6).to(d), (given,)


@drives("cplxmodule.nn.modules.batchnorm:cplx_batch_norm")
def _(f, d):
    given = of("cplxmodule", "Cplx")(torch.randn(16, 4, device=d), torch.randn(16, 4, device=d))
    return given, torch.zeros(2, 4, device=d), torch.eye(2, device=d)[:, :, None].repeat(1, 1, 4)


@drives("torch_complex.functional:matmul")
def _(f, d):
    made = [of("torch_complex", "ComplexTensor")(torch.randn(3, 4, 4, device=d), torch.randn(3, 4, 4, device=d)) for _ in range(2)]
    return tuple(made)


# cleverhans, pytorch-revgrad, antialiased-cnns, memcnn.
@drives("cleverhans.torch.attacks.fast_gradient_method:fast_gradient_method")
def _(f, d):
    return classifier(d), images(d), 0.5, 2, 0.0, 1.0


@drives("cleverhans.torch.attacks.projected_gradient_descent:projected_gradient_descent")
def _(f, d):
    return classifier(d), images(d), 0.5, 0.1, 3, 2


@drives("cleverhans.torch.attacks.carlini_wagner_l2:carlini_wagner_l2")
def _(f, d):
    return classifier(d), images(d), 5, None, False, 5e-3, 0, 0, 1, 1e-2, 2, 4


@drives("pytorch_revgrad.module:RevGrad.forward")
def _(f, d):
    return of("pytorch_revgrad", "RevGrad")(alpha=0.5).to(d), (torch.randn(4, 8, device=d, requires_grad=True),)


@drives("antialiased_cnns.blurpool:BlurPool.forward")
def _(f, d):
    return of("antialiased_cnns", "BlurPool")(3, stride=2).to(d), (images(d),)


@drives("antialiased_cnns.resnet:ResNet.forward")
def _(f, d):
    return of("antialiased_cnns", "resnet18")(pretrained=False, num_classes=5).to(d), (images(d, 64),)


@drives("memcnn.models.additive:AdditiveCoupling.forward")
def _(f, d):
    coupling = of("memcnn", "AdditiveCoupling")(nn.Conv2d(2, 2, 3, padding=1), nn.Conv2d(2, 2, 3, padding=1))
    return coupling.to(d), (torch.randn(2, 4, 8, 8, device=d),)


# smplx, torch-pme, torch-cubic-spline-grids.
@drives("smplx.lbs:batch_rodrigues")
def _(f, d):
    return (torch.randn(6, 3, device=d),)


@drives("smplx.lbs:lbs")
def _(f, d):
    weights = torch.rand(20, 4, device=d).softmax(-1)
    shapes, poses, joints = torch.randn(20, 3, 10, device=d), torch.randn(27, 60, device=d), torch.rand(4, 20, device=d).softmax(-1)
    parents = torch.tensor([-1, 0, 1, 1], device=d)
    return torch.randn(2, 10, device=d), torch.randn(2, 12, device=d), torch.randn(2, 20, 3, device=d), shapes, poses, joints, parents, weights


@drives("torchpme.calculators.ewald:EwaldCalculator.forward")
def _(f, d):
    calculator = of("torchpme", "EwaldCalculator")(of("torchpme", "CoulombPotential")(smearing=0.5), lr_wavelength=0.5)
    return calculator.to(d), crystal(d)


def crystal(d):
    positions = torch.tensor([[0.0, 0.0, 0.0], [0.5, 0.5, 0.5]], device=d)
    neighbors = torch.tensor([[0, 1]], device=d)
    return torch.tensor([[1.0], [-1.0]], device=d), torch.eye(3, device=d), positions, neighbors, torch.tensor([0.866], device=d)


@drives("torch_cubic_spline_grids.b_spline_grids:CubicBSplineGrid2d.forward")
def _(f, d):
    return of("torch_cubic_spline_grids", "CubicBSplineGrid2d")(resolution=(5, 5), n_channels=2).to(d), (torch.rand(9, 2, device=d),)


# bayesian-torch, snntorch, spikingjelly.
@drives("bayesian_torch.layers.variational_layers.linear_variational:LinearReparameterization.forward")
def _(f, d):
    return of("bayesian_torch.layers", "LinearReparameterization")(8, 4).to(d), (torch.randn(5, 8, device=d),)


@drives("bayesian_torch.layers.flipout_layers.conv_flipout:Conv2dFlipout.forward")
def _(f, d):
    return of("bayesian_torch.layers", "Conv2dFlipout")(3, 4, 3).to(d), (images(d),)


@drives("snntorch._neurons.leaky:Leaky.forward")
def _(f, d):
    return of("snntorch", "Leaky")(beta=0.9, learn_beta=True).to(d), (torch.randn(2, 8, device=d), torch.zeros(2, 8, device=d))


@drives("snntorch.functional.loss:ce_rate_loss.__call__")
def _(f, d):
    return of("snntorch.functional", "ce_rate_loss")().__call__, (torch.rand(6, 4, 5, device=d).round(), classes(4, 5, d))


@drives("snntorch.functional.acc:accuracy_rate")
def _(f, d):
    return torch.rand(6, 4, 5, device=d).round(), classes(4, 5, d)


@drives("snntorch.spikegen:rate")
def _(f, d):
    return torch.rand(4, 8, device=d), 5


@drives("spikingjelly.activation_based.encoding:PoissonEncoder.forward")
def _(f, d):
    return of("spikingjelly.activation_based.encoding", "PoissonEncoder")(), (torch.rand(2, 8, device=d),)


# Samplers, flows and solvers.
@drives("azula.nn.dit:DiT.forward")
def _(f, d):
    return of("azula.nn.dit", "DiT")(8, 8, mod_features=4, hid_channels=16, hid_blocks=2, attention_heads=2).to(d), (
        torch.randn(2, 6, 8, device=d),
        torch.randn(2, 4, device=d),
    )


@drives("azula.sample:DDIMSampler.__call__")
def _(f, d):
    gaussian, isotropic = of("azula.denoise", "GaussianDenoiser"), of("azula.linalg.covariance", "IsotropicCovariance")
    denoiser = gaussian(torch.zeros(4, device=d), isotropic(torch.ones((), device=d)), of("azula.noise", "VPSchedule")())
    return of("azula.sample", "DDIMSampler")(denoiser, steps=4, silent=True, device=torch.device(d)).__call__, (torch.randn(3, 4, device=d),)


@drives("azula.noise:VPSchedule.__call__")
def _(f, d):
    return of("azula.noise", "VPSchedule")().__call__, (torch.rand(5, device=d),)


@drives("flow_matching.path.affine:CondOTProbPath.sample")
def _(f, d):
    path = of("flow_matching.path", "CondOTProbPath")()
    return path.sample, (torch.randn(4, 3, device=d), torch.randn(4, 3, device=d), torch.rand(4, device=d))


@drives("flow_matching.path.mixture:MixtureDiscreteProbPath.sample")
def _(f, d):
    path = of("flow_matching.path", "MixtureDiscreteProbPath")(of("flow_matching.path.scheduler", "PolynomialConvexScheduler")(n=2.0))
    return path.sample, (tokens(d, 6), tokens(d, 6).flip(0), torch.rand(2, device=d))


@drives("flow_matching.loss.generalized_loss:MixturePathGeneralizedKL.forward")
def _(f, d):
    path = of("flow_matching.path", "MixtureDiscreteProbPath")(of("flow_matching.path.scheduler", "PolynomialConvexScheduler")(n=2.0))
    loss = of("flow_matching.loss", "MixturePathGeneralizedKL")(path)
    return loss, (torch.randn(2, 6, 20, device=d), tokens(d, 6), tokens(d, 6).flip(0), torch.rand(2, device=d))


def decay(t, y):
    return -y


@drives("torchode.interface:solve_ivp")
def _(f, d):
    return decay, torch.ones(2, 3, device=d), torch.linspace(0, 1, 4, device=d).repeat(2, 1)


@drives("pytorch_mppi.mppi:MPPI.command")
def _(f, d):
    planner = of("pytorch_mppi", "MPPI")(shifted, distance, 2, torch.eye(2, device=d), num_samples=20, horizon=5, device=d)
    return planner.command, (torch.tensor([1.0, -1.0], device=d),)


def shifted(state, action):
    return state + 0.1 * action


def distance(state, action):
    return (state**2).sum(-1)
