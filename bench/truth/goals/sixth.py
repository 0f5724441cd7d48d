"""A sixth batch of functions, of packages that no earlier truth names; `functions.py` says what a key is.

Chosen before the program was asked about any of them, and before a GPU had answered.
"""

import importlib
import sys
from pathlib import Path

import torch
from torch import nn

sys.path.append(str(Path(__file__).resolve().parent))
from functions import classes, complexes, drives_in, images, mlp, of, tokens, trained  # noqa: E402

FUNCTIONS = {}
drives = drives_in(FUNCTIONS)


# Images: models.
@drives("torchsr.models.edsr:EDSR.forward")
def _(f, d):
    return of("torchsr.models.edsr", "EDSR")(2, 16, 2, 1.0).to(d), (images(d),)


@drives("torchsr.models.rdn:RDN.forward")
def _(f, d):
    return of("torchsr.models.rdn", "RDN")(2, 8, 2, 2, 8).to(d), (images(d),)


@drives("spandrel.architectures.PLKSR.__arch.PLKSR:PLKSR.forward")
def _(f, d):
    return of("spandrel.architectures.PLKSR.__arch.PLKSR", "PLKSR")(dim=16, n_blocks=2, upscaling_factor=2).to(d), (images(d),)


@drives("spandrel.architectures.SCUNet.__arch.SCUNet:SCUNet.forward")
def _(f, d):
    net = of("spandrel.architectures.SCUNet.__arch.SCUNet", "SCUNet")(config=[1] * 7, dim=64)
    return net.to(d).eval(), (images(d, 60, 1),)


@drives("pytorchcv.models.resnet:ResNet.forward")
def _(f, d):
    return of("pytorchcv.model_provider", "get_model")("resnet10", num_classes=5).to(d).eval(), (images(d, 224),)


@drives("pytorchcv.models.shufflenetv2:ShuffleNetV2.forward")
def _(f, d):
    return of("pytorchcv.model_provider", "get_model")("shufflenetv2_wd2", num_classes=5).to(d).eval(), (images(d, 224),)


@drives("pretrainedmodels.models.senet:SENet.forward")
def _(f, d):
    return of("pretrainedmodels", "se_resnet50")(num_classes=1000, pretrained=None).to(d).eval(), (images(d, 224),)


@drives("pytorch_fid.inception:FIDInceptionA.forward")
def _(f, d):
    return of("pytorch_fid.inception", "FIDInceptionA")(16, pool_features=8).to(d).eval(), (torch.rand(2, 16, 17, 17, device=d),)


@drives("dynamic_network_architectures.architectures.unet:PlainConvUNet.forward")
def _(f, d):
    net = of("dynamic_network_architectures.architectures.unet", "PlainConvUNet")(
        1, 3, (4, 8, 16), nn.Conv2d, 3, (1, 2, 2), 1, 2, 1, norm_op=nn.InstanceNorm2d, nonlin=nn.LeakyReLU, deep_supervision=True
    )
    return net.to(d), (torch.rand(2, 1, 32, 32, device=d),)


@drives("dynamic_network_architectures.architectures.unet:ResidualEncoderUNet.forward")
def _(f, d):
    net = of("dynamic_network_architectures.architectures.unet", "ResidualEncoderUNet")(
        1, 3, (4, 8, 16), nn.Conv3d, 3, (1, 2, 2), (1, 1, 1), 2, (1, 1), norm_op=nn.InstanceNorm3d, nonlin=nn.LeakyReLU
    )
    return net.to(d), (torch.rand(1, 1, 16, 16, 16, device=d),)


@drives("face_alignment.detection.sfd.net_s3fd:s3fd.forward")
def _(f, d):
    return of("face_alignment.detection.sfd.net_s3fd", "s3fd")().to(d), (images(d, 128, 1),)


@drives("face_alignment.detection.sfd.bbox:decode")
def _(f, d):
    return torch.randn(6, 4, device=d), torch.rand(6, 4, device=d), [0.1, 0.2]


@drives("face_alignment.utils:flip")
def _(f, d):
    return torch.rand(1, 68, 16, 16, device=d), True


@drives("clip.model:CLIP.forward")
def _(f, d):
    net = of("clip.model", "CLIP")(16, 32, 2, 64, 8, 16, 20, 32, 2, 2)
    return net.to(d), (images(d, 32), tokens(d))


@drives("x_clip.x_clip:CLIP.forward")
def _(f, d):
    net = of("x_clip", "CLIP")(
        dim_text=16, dim_image=16, dim_latent=8, num_text_tokens=20, text_enc_depth=1, text_seq_len=16, text_heads=2, text_dim_head=8,
        visual_enc_depth=1, visual_heads=2, visual_dim_head=8, visual_image_size=32, visual_patch_size=8,
    )  # fmt: skip
    return net.to(d), (tokens(d), images(d, 32), True)


@drives("lambda_networks.lambda_networks:LambdaLayer.forward")
def _(f, d):
    return of("lambda_networks", "LambdaLayer")(16, dim_k=8, r=5, heads=2).to(d), (torch.randn(2, 16, 8, 8, device=d),)


@drives("axial_attention.axial_attention:AxialAttention.forward")
def _(f, d):
    return of("axial_attention", "AxialAttention")(16, num_dimensions=2, heads=2, dim_index=1).to(d), (torch.randn(2, 16, 6, 6, device=d),)


@drives("deformable_attention.deformable_attention_2d:DeformableAttention2D.forward")
def _(f, d):
    attention = of("deformable_attention.deformable_attention_2d", "DeformableAttention2D")(dim=16, dim_head=8, heads=2)
    return attention.to(d), (torch.randn(1, 16, 16, 16, device=d),)


@drives("torchgan.layers.selfattention:SelfAttention2d.forward")
def _(f, d):
    return of("torchgan.layers", "SelfAttention2d")(16).to(d), (torch.randn(2, 16, 8, 8, device=d),)


@drives("torchgan.layers.virtualbatchnorm:VirtualBatchNorm.forward")
def _(f, d):
    return of("torchgan.layers", "VirtualBatchNorm")(4).to(d), (torch.randn(2, 4, 8, 8, device=d),)


@drives("torchgan.losses.functional:auxiliary_classification_loss")
def _(f, d):
    return torch.randn(8, 5, device=d), classes(8, 5, d)


@drives("torchgan.losses.functional:wasserstein_gradient_penalty")
def _(f, d):
    interpolate = torch.randn(4, 8, device=d, requires_grad=True)
    return interpolate, mlp(d, 8, 1)(interpolate)


# Images: losses, transforms, compression.
@drives("compressai.entropy_models.entropy_models:EntropyBottleneck.forward")
def _(f, d):
    return of("compressai.entropy_models", "EntropyBottleneck")(4).to(d), (torch.randn(2, 4, 8, 8, device=d),)


@drives("compressai.entropy_models.entropy_models:GaussianConditional.forward")
def _(f, d):
    conditional = of("compressai.entropy_models", "GaussianConditional")(None)
    return conditional.to(d), (torch.randn(2, 4, 8, 8, device=d), torch.rand(2, 4, 8, 8, device=d))


@drives("compressai.models.google:JointAutoregressiveHierarchicalPriors.forward")
def _(f, d):
    return of("compressai.models", "JointAutoregressiveHierarchicalPriors")(8, 12).to(d), (images(d, 64),)


@drives("batchgeneratorsv2.transforms.noise.gaussian_blur:blur_dimension")
def _(f, d):
    return torch.rand(2, 16, 16, device=d), 1.0, 0


@drives("deepinv.loss.metric.distortion:PSNR.forward")
def _(f, d):
    return of("deepinv.loss.metric", "PSNR")(), (images(d), images(d))


@drives("deepinv.loss.metric.functional:cal_psnr")
def _(f, d):
    return images(d), images(d)


@drives("deepinv.loss.tv:TVLoss.forward")
def _(f, d):
    return of("deepinv.loss", "TVLoss")(0.1), (images(d),)


@drives("deepinv.physics.inpainting:Inpainting.forward")
def _(f, d):
    return of("deepinv.physics", "Inpainting")((3, 16, 16), mask=0.5, device=d), (images(d),)


@drives("deepinv.models.unet:UNet.forward")
def _(f, d):
    return of("deepinv.models", "UNet")(3, 3, scales=2).to(d), (images(d),)


@drives("fastmri.fftc:fft2c_new")
def _(f, d):
    return (torch.randn(2, 8, 8, 2, device=d),)


@drives("fastmri.losses:SSIMLoss.forward")
def _(f, d):
    return of("fastmri", "SSIMLoss")().to(d), (torch.rand(2, 1, 16, 16, device=d), torch.rand(2, 1, 16, 16, device=d), torch.ones(2, device=d))


@drives("fastmri.models.varnet:VarNet.forward")
def _(f, d):
    mask = (torch.arange(32, device=d) % 2 == 0).view(1, 1, 1, 32, 1) | (torch.arange(32, device=d) // 4 == 4).view(1, 1, 1, 32, 1)
    net = of("fastmri.models", "VarNet")(num_cascades=2, sens_chans=2, sens_pools=2, chans=2, pools=2)
    return net.to(d), (torch.randn(1, 3, 32, 32, 2, device=d), mask)


@drives("tomesd.merge:bipartite_soft_matching_random2d")
def _(f, d):
    return torch.randn(2, 64, 8, device=d), 8, 8, 2, 2, 20, False, torch.Generator(device=d)


@drives("torch_tps.thin_plate_spline:ThinPlateSpline.fit")
def _(f, d):
    return of("torch_tps", "ThinPlateSpline")(0.5, device=d).fit, (torch.rand(9, 2, device=d), torch.rand(9, 2, device=d))


@drives("torch_tps.thin_plate_spline:ThinPlateSpline.transform")
def _(f, d):
    spline = of("torch_tps", "ThinPlateSpline")(0.5, device=d)
    spline.fit(torch.rand(9, 2, device=d), torch.rand(9, 2, device=d))
    return spline.transform, (torch.rand(20, 2, device=d),)


# Rays and light.
@drives("nerfacc.volrend:render_weight_from_density")
def _(f, d):
    starts = torch.linspace(0, 1, 8, device=d).repeat(5, 1)
    return starts, starts + 0.1, torch.rand(5, 8, device=d)


@drives("nerfacc.volrend:accumulate_along_rays")
def _(f, d):
    return torch.rand(12, device=d), torch.rand(12, 3, device=d), classes(12, 4, d).sort().values, 4


@drives("torchoptics.fields:Field.propagate_to_z")
def _(f, d):
    field = of("torchoptics", "Field")(complexes(16, 16, device=d), wavelength=700e-9, spacing=10e-6).to(d)
    return field.propagate_to_z, (0.1,)


@drives("torchoptics.fields:Field.normalize")
def _(f, d):
    field = of("torchoptics", "Field")(complexes(16, 16, device=d), wavelength=700e-9, spacing=10e-6).to(d)
    return field.normalize, ()


# Sound.
def speech(d, length=4096):
    return torch.rand(2, length, device=d) - 0.5


@drives("noisereduce.torchgate.torchgate:TorchGate.forward")
def _(f, d):
    return of("noisereduce.torchgate", "TorchGate")(sr=8000, n_fft=256).to(d), (speech(d),)


@drives("vocos.models:VocosBackbone.forward")
def _(f, d):
    return of("vocos.models", "VocosBackbone")(8, 16, 32, 2).to(d), (torch.randn(2, 8, 12, device=d),)


@drives("vocos.heads:ISTFTHead.forward")
def _(f, d):
    return of("vocos.heads", "ISTFTHead")(16, 64, 16, "same").to(d), (torch.randn(2, 12, 16, device=d),)


@drives("vocos.loss:MelSpecReconstructionLoss.forward")
def _(f, d):
    return of("vocos.loss", "MelSpecReconstructionLoss")(n_mels=40).to(d), (speech(d), speech(d))


@drives("audioseal.models:MsgProcessor.forward")
def _(f, d):
    return of("audioseal.models", "MsgProcessor")(8, 16).to(d), (torch.randn(2, 16, 12, device=d), tokens(d, 8, 2))


@drives("torch_time_stretch.main:time_stretch")
def _(f, d):
    return speech(d)[:, None], 1.25, 16000


@drives("pytorch_wpe:wpe")
def _(f, d):
    return of("torch_complex", "ComplexTensor")(torch.randn(5, 2, 40, device=d), torch.randn(5, 2, 40, device=d)), 3, 2, 2


@drives("dctorch.functional:dct")
def _(f, d):
    return (torch.randn(4, 16, device=d),)


@drives("dctorch.functional:idct2")
def _(f, d):
    return (torch.randn(2, 3, 8, 8, device=d),)


# Text and attention.
def heads(d, count, length=16):
    return tuple(torch.randn(2, length, 2, 8, device=d) for _ in range(count))


@drives("fla.ops.gla.naive:naive_recurrent_gla")
def _(f, d):
    return *heads(d, 3), -torch.rand(2, 16, 2, 8, device=d)


@drives("fla.ops.gated_delta_rule.naive:naive_chunk_gated_delta_rule")
def _(f, d):
    return *heads(d, 3), -torch.rand(2, 16, 2, device=d), torch.rand(2, 16, 2, device=d), 8


@drives("fla.ops.retention.naive:naive_retention")
def _(f, d):
    return tuple(torch.randn(2, 2, 16, 8, device=d) for _ in range(3))


@drives("gateloop_transformer.gateloop_transformer:Transformer.forward")
def _(f, d):
    net = of("gateloop_transformer", "Transformer")(16, num_tokens=20, depth=2, dim_head=8, heads=2, checkpoint_gate_looped_attn=False)
    return net.to(d), (tokens(d),)


@drives("gateloop_transformer.simplified_gate_loop:SimpleGateLoopLayer.forward")
def _(f, d):
    return of("gateloop_transformer", "SimpleGateLoopLayer")(16).to(d), (torch.randn(2, 16, 16, device=d),)


@drives("g_mlp_pytorch.g_mlp_pytorch:gMLP.forward")
def _(f, d):
    return of("g_mlp_pytorch", "gMLP")(num_tokens=20, dim=16, depth=2, seq_len=16, causal=True).to(d), (tokens(d),)


@drives("recurrent_memory_transformer_pytorch.recurrent_memory_transformer:RecurrentMemoryTransformer.forward")
def _(f, d):
    net = of("recurrent_memory_transformer_pytorch", "RecurrentMemoryTransformer")(
        16, num_tokens=20, depth=2, num_memory_tokens=4, seq_len=16, dim_head=8, heads=2
    )
    return net.to(d), (tokens(d),)


@drives("fairscale.nn.moe.top2gate:top2gating")
def _(f, d):
    return (torch.randn(8, 4, device=d),)


# Proteins and molecules.
@drives("pydssp.pydssp_torch:get_hbond_map")
def _(f, d):
    return (torch.randn(1, 20, 4, 3, device=d) * 5,)


@drives("pydssp.pydssp_torch:assign")
def _(f, d):
    return (torch.randn(1, 20, 4, 3, device=d) * 5,)


@drives("en_transformer.en_transformer:EnTransformer.forward")
def _(f, d):
    net = of("en_transformer", "EnTransformer")(dim=16, depth=2, dim_head=32, heads=2, neighbors=4)
    return net.to(d), (torch.randn(1, 10, 16, device=d), torch.randn(1, 10, 3, device=d))


# Series.
@drives("iTransformer.iTransformer:iTransformer.forward")
def _(f, d):
    net = of("iTransformer", "iTransformer")(num_variates=5, lookback_len=24, dim=16, depth=2, heads=2, dim_head=8, pred_length=(6, 12))
    return net.to(d), (torch.randn(2, 24, 5, device=d),)


@drives("gluonts.torch.scaler:MeanScaler.__call__")
def _(f, d):
    return of("gluonts.torch.scaler", "MeanScaler")(dim=1, keepdim=True).__call__, (torch.rand(3, 12, device=d), torch.ones(3, 12, device=d))


@drives("gluonts.torch.model.deepar.module:DeepARModel.forward")
def _(f, d):
    net = of("gluonts.torch.model.deepar.module", "DeepARModel")("D", 12, 4, lags_seq=[1, 2], hidden_size=8, num_parallel_samples=3)
    past = 12 + 2
    return net.to(d), (
        torch.zeros(2, 1, dtype=torch.long, device=d),
        torch.zeros(2, 1, device=d),
        torch.rand(2, past, 1, device=d),
        torch.rand(2, past, device=d),
        torch.ones(2, past, device=d),
        torch.rand(2, 4, 1, device=d),
    )


@drives("gluonts.torch.distributions.piecewise_linear:PiecewiseLinear.crps")
def _(f, d):
    linear = of("gluonts.torch.distributions", "PiecewiseLinear")
    slopes, spacings = torch.rand(3, 5, device=d), torch.rand(3, 5, device=d).softmax(-1)
    return linear(torch.zeros(3, device=d), slopes, spacings).crps, (torch.rand(3, device=d),)


@drives("tslearn.metrics.soft_dtw_loss_pytorch:SoftDTWLossPyTorch.forward")
def _(f, d):
    return of("tslearn.metrics", "SoftDTWLossPyTorch")(gamma=0.1), (torch.rand(2, 8, 3, device=d), torch.rand(2, 9, 3, device=d))


@drives("pysdtw.distance:pairwise_l2_squared")
def _(f, d):
    return torch.rand(2, 8, 3, device=d), torch.rand(2, 9, 3, device=d)


@drives("torchinterp1d.interp1d:interp1d")
def _(f, d):
    return torch.linspace(0, 1, 8, device=d).repeat(3, 1), torch.rand(3, 8, device=d), torch.rand(3, 5, device=d)


# Tables, choices and finance.
@drives("rtdl_num_embeddings:PeriodicEmbeddings.forward")
def _(f, d):
    return of("rtdl_num_embeddings", "PeriodicEmbeddings")(5, 8, lite=False).to(d), (torch.randn(4, 5, device=d),)


@drives("rtdl_num_embeddings:PiecewiseLinearEmbeddings.forward")
def _(f, d):
    bins = of("rtdl_num_embeddings", "compute_bins")(torch.randn(40, 5), n_bins=6)
    return of("rtdl_num_embeddings", "PiecewiseLinearEmbeddings")(bins, 8, activation=False, version="B").to(d), (torch.randn(4, 5, device=d),)


@drives("rtdl_revisiting_models:FTTransformer.forward")
def _(f, d):
    transformer = of("rtdl_revisiting_models", "FTTransformer")
    net = transformer(n_cont_features=5, cat_cardinalities=[3, 4], d_out=2, **{**transformer.get_default_kwargs(1), "d_block": 16})
    return net.to(d), (torch.randn(4, 5, device=d), torch.stack([classes(4, 3, d), classes(4, 4, d)], 1))


@drives("tabm:TabM.forward")
def _(f, d):
    net = of("tabm", "TabM").make(n_num_features=5, cat_cardinalities=[3, 4], d_out=2, n_blocks=2, d_block=16, k=4)
    return net.to(d), (torch.randn(4, 5, device=d), torch.stack([classes(4, 3, d), classes(4, 4, d)], 1))


@drives("torch_choice.model.coefficient:Coefficient.forward")
def _(f, d):
    coefficient = of("torch_choice.model", "Coefficient")("user", 3, num_items=4, num_users=5)
    return coefficient.to(d), (torch.randn(6, 4, 3, device=d), classes(6, 5, d))


@drives("torch_choice.model.conditional_logit_model:ConditionalLogitModel.negative_log_likelihood")
def _(f, d):
    dataset = of("torch_choice.data", "ChoiceDataset")(
        item_index=classes(12, 4, d), num_items=4, user_index=classes(12, 3, d), num_users=3, item_cost=torch.rand(4, 2, device=d)
    )
    net = of("torch_choice.model", "ConditionalLogitModel")(
        coef_variation_dict={"item_cost": "user"}, num_param_dict={"item_cost": 2}, num_items=4, num_users=3
    )
    return net.to(d).negative_log_likelihood, (dataset, classes(12, 4, d))


@drives("pfhedge.nn.functional:expected_shortfall")
def _(f, d):
    return torch.randn(100, 2, device=d), 0.1, 0


@drives("pfhedge.nn.functional:european_payoff")
def _(f, d):
    return (torch.rand(20, 10, device=d) + 0.5,)


@drives("pfhedge.nn.modules.bs.european:BSEuropeanOption.forward")
def _(f, d):
    return of("pfhedge.nn", "BSEuropeanOption")(), (torch.rand(10, 3, device=d),)


@drives("pfhedge.stochastic.heston:generate_heston")
def _(f, d):
    return 4, 10, None, 1.0, 0.04, 0.2, -0.7, 1 / 250, torch.float32, torch.device(d)


@drives("torchensemble.fusion:FusionClassifier.forward")
def _(f, d):
    net = of("torchensemble", "FusionClassifier")(mlp, 3, {"device": d})
    net.estimators_ = nn.ModuleList(mlp(d, 8, 4) for _ in range(3))
    return net, (torch.randn(4, 8, device=d),)


# Algebra, transport, graphs.
@drives("ot.bregman._sinkhorn:sinkhorn")
def _(f, d):
    return torch.full((6,), 1 / 6, device=d), torch.full((5,), 1 / 5, device=d), torch.rand(6, 5, device=d), 0.5


@drives("ot.sliced:sliced_wasserstein_distance")
def _(f, d):
    return torch.randn(10, 3, device=d), torch.randn(12, 3, device=d), None, None, 20


@drives("ot.gaussian:bures_wasserstein_distance")
def _(f, d):
    return torch.zeros(3, device=d), torch.ones(3, device=d), torch.eye(3, device=d), torch.eye(3, device=d) * 2


@drives("geotorch.so:SO.forward")
def _(f, d):
    return of("geotorch", "SO")(size=(5, 5)).to(d), (torch.randn(5, 5, device=d),)


@drives("geotorch.sphere:Sphere.forward")
def _(f, d):
    return of("geotorch", "Sphere")(size=(5,)).to(d), (torch.randn(5, device=d),)


@drives("geotorch.pssd:PSSD.forward")
def _(f, d):
    return of("geotorch", "PSSD")(size=(5, 5)).to(d), (torch.randn(5, 5, device=d),)


@drives("torch_pca.pca_main:PCA.fit")
def _(f, d):
    return of("torch_pca", "PCA")(n_components=2, svd_solver="full").fit, (torch.randn(20, 5, device=d),)


@drives("torch_pca.pca_main:PCA.transform")
def _(f, d):
    return of("torch_pca", "PCA")(n_components=2).fit(torch.randn(20, 5, device=d)).transform, (torch.randn(7, 5, device=d),)


@drives("dagma.nonlinear:DagmaMLP.h_func")
def _(f, d):
    return of("dagma.nonlinear", "DagmaMLP")(dims=[5, 4, 1], dtype=torch.float32).to(d).h_func, ()


@drives("batchtensor.tensor.indexing:index_select_along_batch")
def _(f, d):
    return torch.randn(6, 3, device=d), classes(4, 6, d)


@drives("batchtensor.tensor.permutation:shuffle_along_batch")
def _(f, d):
    return (torch.randn(6, 3, device=d),)


# Quantisation.
@drives("compressed_tensors.quantization.lifecycle.forward:fake_quantize")
def _(f, d):
    arguments = of("compressed_tensors.quantization", "QuantizationArgs")(num_bits=8, symmetric=True, strategy="channel")
    return torch.randn(8, 16, device=d), torch.rand(8, 1, device=d) / 50, torch.zeros(8, 1, device=d, dtype=torch.int8), arguments


@drives("compressed_tensors.quantization.utils.helpers:calculate_qparams")
def _(f, d):
    arguments = of("compressed_tensors.quantization", "QuantizationArgs")(num_bits=4, symmetric=False, strategy="channel")
    return -torch.rand(8, 1, device=d), torch.rand(8, 1, device=d), arguments


@drives("compressed_tensors.compressors.pack_quantized.helpers:pack_to_int32")
def _(f, d):
    return torch.randint(-8, 8, (8, 16), dtype=torch.int8, device=d), 4


@drives("optimum.quanto.nn.qlinear:QLinear.forward")
def _(f, d):
    quanto = importlib.import_module("optimum.quanto")
    model = nn.Sequential(nn.Linear(64, 64)).to(d)
    quanto.quantize(model, weights=quanto.qint8)
    quanto.freeze(model)
    return model[0], (torch.randn(4, 64, device=d),)


# Optimizers and training.
@drives("schedulefree.adamw_schedulefree:AdamWScheduleFree.step")
def _(f, d):
    optimizer = of("schedulefree", "AdamWScheduleFree")(trained(d), lr=1e-3, warmup_steps=10, foreach=False)
    optimizer.train()
    return optimizer.step, ()


@drives("schedulefree.radam_schedulefree:RAdamScheduleFree.step")
def _(f, d):
    optimizer = of("schedulefree", "RAdamScheduleFree")(trained(d), lr=1e-3)
    optimizer.train()
    return optimizer.step, ()


@drives("adan_pytorch.adan:Adan.step")
def _(f, d):
    return of("adan_pytorch", "Adan")(trained(d), lr=1e-3, betas=(0.02, 0.08, 0.01), weight_decay=0.02).step, ()


@drives("grokfast_pytorch.grokfast:GrokFastAdamW.step")
def _(f, d):
    return of("grokfast_pytorch", "GrokFastAdamW")(trained(d), lr=1e-4, weight_decay=1e-2).step, ()


@drives("fairscale.optim.adascale:AdaScale.step")
def _(f, d):
    model = mlp(d)
    optimizer = of("fairscale.optim", "AdaScale")(torch.optim.SGD(model.parameters(), lr=0.1), num_gradients_to_accumulate=2)
    for _ in range(2):
        model(torch.randn(4, 8, device=d)).sum().backward()
    return optimizer.step, ()


@drives("fastai.losses:FocalLoss.forward")
def _(f, d):
    return of("fastai.losses", "FocalLoss")(gamma=2.0), (torch.randn(8, 5, device=d), classes(8, 5, d))


@drives("fastai.losses:DiceLoss.__call__")
def _(f, d):
    return of("fastai.losses", "DiceLoss")().__call__, (torch.randn(2, 3, 8, 8, device=d), classes(128, 3, d).view(2, 8, 8))


@drives("fastai.metrics:accuracy")
def _(f, d):
    return torch.randn(8, 5, device=d), classes(8, 5, d)


@drives("fastai.layers:SelfAttention.forward")
def _(f, d):
    return of("fastai.layers", "SelfAttention")(16).to(d), (torch.randn(2, 16, 6, 6, device=d),)


@drives("fastai.optimizer:Optimizer.step")
def _(f, d):
    return of("fastai.optimizer", "Adam")(trained(d), lr=1e-3).step, ()


@drives("pytorch_accelerated.utils:ModelEma.update")
def _(f, d):
    return of("pytorch_accelerated.utils", "ModelEma")(mlp(d), decay=0.99).update, (mlp(d),)


@drives("pytorch_accelerated.utils:remove_padding")
def _(f, d):
    return torch.tensor([3, 1, 4, 0, 0], device=d), 0
