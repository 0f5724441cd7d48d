"""A seventh batch of functions, of packages that no earlier truth names; `functions.py` says what a key is.

Chosen before the program was asked about any of them, and before a GPU had answered.
"""

import importlib
import sys
from pathlib import Path

import torch
from torch import nn

sys.path.append(str(Path(__file__).resolve().parent))
from functions import classes, drives_in, images, mlp, of  # noqa: E402

FUNCTIONS = {}
drives = drives_in(FUNCTIONS)


def tokens(device, length=16, most=20):
    return classes(2 * length, most, device).view(2, length)


def sequence(device, width=16, length=16):
    return torch.randn(2, length, width, device=device)


def trained(device):
    """Parameters that have gradients."""
    model = mlp(device)
    model(torch.randn(4, 8, device=device)).sum().backward()
    return list(model.parameters())


def sound(device, length=4096):
    return torch.rand(2, length, device=device) - 0.5


def volumes(device, channels=4, size=8):
    return torch.rand(1, channels, size, size, size, device=device)


# Losses.
@drives("torchbd.loss:BetaDivLoss.forward")
def _(f, d):
    return of("torchbd.loss", "BetaDivLoss")(beta=1), (torch.rand(6, 5, device=d) + 0.1, torch.rand(6, 5, device=d) + 0.1)


@drives("torchbd.loss:NMFBetaDivLoss.forward")
def _(f, d):
    return of("torchbd.loss", "NMFBetaDivLoss")(beta=0), (
        torch.rand(6, 5, device=d) + 0.1,
        torch.rand(6, 3, device=d),
        torch.rand(3, 5, device=d),
    )


@drives("bleu_torch.bleu_torch:DifferentiableBLEULoss.forward")
def _(f, d):
    module = of("bleu_torch.bleu_torch", "DifferentiableBLEUModule")(20, 2)
    return of("bleu_torch.bleu_torch", "DifferentiableBLEULoss")(module).to(d), (torch.randn(9, 20, device=d), [classes(8, 20, d), classes(7, 20, d)])


@drives("cbloss.loss:FocalLoss.forward")
def _(f, d):
    return of("cbloss.loss", "FocalLoss")(5), (torch.randn(8, 5, device=d), classes(8, 5, d))


@drives("cbloss.loss:ClassBalancedLoss.forward")
def _(f, d):
    balanced = of("cbloss.loss", "ClassBalancedLoss")([10, 5, 3, 8, 2], 0.99, 5, nn.CrossEntropyLoss(reduction="none"))
    return balanced, (torch.randn(8, 5, device=d), classes(8, 5, d))


@drives("focal_loss.focal_loss:FocalLoss.forward")
def _(f, d):
    return of("focal_loss.focal_loss", "FocalLoss")(gamma=0.7), (torch.randn(8, 5, device=d).softmax(-1), classes(8, 5, d))


@drives("seesawloss.seesawloss:SeesawLoss.forward")
def _(f, d):
    return of("seesawloss.seesawloss", "SeesawLoss")(num_classes=5).to(d), (torch.randn(8, 5, device=d), classes(8, 5, d))


@drives("deepordinal.torch:ordinal_loss")
def _(f, d):
    return torch.randn(8, 1, device=d), classes(8, 5, d), torch.linspace(-1, 1, 4, device=d)


@drives("deepordinal.torch:OrdinalOutput.forward")
def _(f, d):
    return of("deepordinal.torch", "OrdinalOutput")(6, 5).to(d), (torch.randn(8, 6, device=d),)


@drives("pyramid_loss.losses:PyramidLoss.forward")
def _(f, d):
    loss = of("pyramid_loss.losses", "PyramidLoss")(channels=3, device=torch.device(d))
    return loss.to(d), (images(d, 32), images(d, 32))


@drives("torchvf.metrics.iou:iou")
def _(f, d):
    return torch.rand(2, 1, 8, 8, device=d), classes(128, 2, d).view(2, 1, 8, 8).float()


@drives("torchvf.models.models:H1Model.forward")
def _(f, d):
    return of("torchvf.models.models", "H1Model")(1).to(d), (torch.rand(1, 1, 64, 64, device=d),)


@drives("torch_log_wmse.metric:LogWMSE.forward")
def _(f, d):
    return of("torch_log_wmse.metric", "LogWMSE")().to(d), (sound(d)[:, None], sound(d)[:, None, None], sound(d)[:, None, None])


@drives("open_clip.loss:ClipLoss.forward")
def _(f, d):
    return of("open_clip.loss", "ClipLoss")(), (torch.randn(4, 8, device=d), torch.randn(4, 8, device=d), torch.tensor(10.0, device=d))


@drives("open_clip.loss:SigLipLoss.forward")
def _(f, d):
    return of("open_clip.loss", "SigLipLoss")(), (
        torch.randn(4, 8, device=d),
        torch.randn(4, 8, device=d),
        torch.tensor(10.0, device=d),
        torch.tensor(-10.0, device=d),
    )


@drives("deel.torchlip.modules.loss:HKRMulticlassLoss.forward")
def _(f, d):
    return of("deel.torchlip.modules.loss", "HKRMulticlassLoss")(alpha=10), (torch.randn(8, 5, device=d), nn.functional.one_hot(classes(8, 5, d), 5))


@drives("deel.torchlip.modules.loss:SoftHKRMulticlassLoss.forward")
def _(f, d):
    loss = of("deel.torchlip.modules.loss", "SoftHKRMulticlassLoss")().to(d)
    return loss, (torch.randn(8, 5, device=d), nn.functional.one_hot(classes(8, 5, d), 5))


@drives("deel.torchlip.functional:group_sort")
def _(f, d):
    return torch.randn(4, 8, device=d), 4


@drives("deel.torchlip.modules.linear:SpectralLinear.forward")
def _(f, d):
    return of("deel.torchlip", "SpectralLinear")(8, 4).to(d), (torch.randn(4, 8, device=d),)


@drives("torchpm.loss:FOCEObjectiveFunction.__call__")
def _(f, d):
    return of("torchpm.loss", "FOCEObjectiveFunction")(), (
        torch.rand(6, device=d),
        torch.rand(6, device=d),
        torch.rand(6, 2, device=d),
        torch.rand(6, 1, device=d),
        torch.rand(2, device=d),
        torch.eye(2, device=d),
        torch.eye(1, device=d),
    )


@drives("torchpm.misc:lower_triangular_vector_to_covariance_matrix")
def _(f, d):
    return torch.rand(6, device=d), False


@drives("speechbrain.nnet.losses:mse_loss")
def _(f, d):
    return sequence(d), sequence(d), torch.tensor([1.0, 0.5], device=d)


@drives("speechbrain.nnet.losses:nll_loss")
def _(f, d):
    return sequence(d, 20).log_softmax(-1), tokens(d), torch.tensor([1.0, 0.5], device=d)


@drives("speechbrain.nnet.loss.si_snr_loss:si_snr_loss")
def _(f, d):
    return sound(d), sound(d), torch.ones(2, device=d)


@drives("speechbrain.nnet.loss.guidedattn_loss:GuidedAttentionLoss.forward")
def _(f, d):
    loss = of("speechbrain.nnet.loss.guidedattn_loss", "GuidedAttentionLoss")()
    return loss, (torch.rand(2, 8, 6, device=d), torch.tensor([6, 4], device=d), torch.tensor([8, 5], device=d))


# Sound.
@drives("speechbrain.processing.features:STFT.forward")
def _(f, d):
    return of("speechbrain.processing.features", "STFT")(16000).to(d), (sound(d),)


@drives("speechbrain.processing.features:Filterbank.forward")
def _(f, d):
    return of("speechbrain.processing.features", "Filterbank")(n_mels=20).to(d), (torch.rand(2, 12, 201, device=d),)


@drives("speechbrain.processing.features:InputNormalization.forward")
def _(f, d):
    return of("speechbrain.processing.features", "InputNormalization")().to(d), (sequence(d), torch.tensor([1.0, 0.5], device=d))


@drives("speechbrain.nnet.pooling:StatisticsPooling.forward")
def _(f, d):
    return of("speechbrain.nnet.pooling", "StatisticsPooling")().to(d), (sequence(d), torch.tensor([1.0, 0.5], device=d))


@drives("speechbrain.lobes.models.ECAPA_TDNN:ECAPA_TDNN.forward")
def _(f, d):
    net = of("speechbrain.lobes.models.ECAPA_TDNN", "ECAPA_TDNN")(
        16, device=d, lin_neurons=8, channels=[16] * 5, attention_channels=8, res2net_scale=4, se_channels=8
    )
    return net.to(d).eval(), (sequence(d), torch.tensor([1.0, 0.5], device=d))


@drives("speechbrain.nnet.attention:LocationAwareAttention.forward")
def _(f, d):
    attention = of("speechbrain.nnet.attention", "LocationAwareAttention")(16, 8, 8, 6, 4, 3).to(d)
    attention.reset()
    return attention, (sequence(d), torch.tensor([16, 9], device=d), torch.randn(2, 8, device=d))


@drives("speechbrain.augment.time_domain:DropChunk.forward")
def _(f, d):
    return of("speechbrain.augment.time_domain", "DropChunk")(100, 200), (sound(d), torch.tensor([1.0, 0.5], device=d))


@drives("speechbrain.augment.freq_domain:SpectrogramDrop.forward")
def _(f, d):
    return of("speechbrain.augment.freq_domain", "SpectrogramDrop")(2, 4), (sequence(d),)


@drives("kazane.decimate:Decimate.forward")
def _(f, d):
    return of("kazane", "Decimate")(2).to(d), (sound(d),)


@drives("kazane.upsample:Upsample.forward")
def _(f, d):
    return of("kazane", "Upsample")(2).to(d), (sound(d),)


@drives("df0.dyin:dYIN.forward")
def _(f, d):
    return of("df0.dyin", "dYIN")().to(d), (sound(d, 8000),)


@drives("df0.dswipe:dSWIPE.forward")
def _(f, d):
    return of("df0.dswipe", "dSWIPE")().to(d), (sound(d, 8000),)


@drives("diffFx_pytorch.processors.core.phase:unwrap_phase")
def _(f, d):
    return (torch.randn(2, 64, device=d) * 4,)


@drives("diffFx_pytorch.processors.core.fir:FIRConvolution.forward")
def _(f, d):
    return of("diffFx_pytorch.processors.core.fir", "FIRConvolution")().to(d), (torch.rand(2, 1, 256, device=d), torch.rand(2, 1, 32, device=d))


@drives("dstft._core:unfold_floor_frac")
def _(f, d):
    unfold = of("dstft._core", "unfold_floor_frac")
    by_name = lambda x, frame_positions, n_fft: unfold(x=x, frame_positions=frame_positions, n_fft=n_fft)  # noqa: E731
    return by_name, (torch.rand(2, 64, device=d), torch.linspace(0, 40, 6, device=d), 16)


@drives("audio_encoders_pytorch.modules:AutoEncoder1d.forward")
def _(f, d):
    net = of("audio_encoders_pytorch", "AutoEncoder1d")(2, 16, [1, 2], [2], [1], resnet_groups=8)
    return net.to(d), (torch.rand(1, 2, 64, device=d),)


@drives("audio_diffusion_pytorch.diffusion:VDiffusion.forward")
def _(f, d):
    class Net(nn.Module):
        def forward(self, x, time):
            return x * time[:, None, None]

    return of("audio_diffusion_pytorch", "VDiffusion")(Net()), (torch.rand(2, 1, 64, device=d),)


@drives("audio_diffusion_pytorch.diffusion:VSampler.forward")
def _(f, d):
    class Net(nn.Module):
        def forward(self, x, time):
            return x * time[:, None, None]

    return of("audio_diffusion_pytorch", "VSampler")(Net()), (torch.rand(2, 1, 64, device=d), 3)


@drives("audio_diffusion_pytorch.diffusion:clip")
def _(f, d):
    return torch.randn(2, 1, 64, device=d), 0.95


@drives("whisper.model:Whisper.forward")
def _(f, d):
    sizes = of("whisper.model", "ModelDimensions")(8, 16, 16, 2, 1, 30, 12, 16, 2, 1)
    return of("whisper.model", "Whisper")(sizes).to(d), (torch.rand(2, 8, 32, device=d), tokens(d, 10))


@drives("whisper.audio:log_mel_spectrogram")
def _(f, d):
    return sound(d), 80, 0, d


@drives("whisper.decoding:GreedyDecoder.update")
def _(f, d):
    decoder = of("whisper.decoding", "GreedyDecoder")(0.7, 19)
    return decoder.update, (tokens(d), torch.randn(2, 20, device=d), torch.zeros(2, device=d))


# Images and volumes.
@drives("channel_attention.channel_attention:ChannelAttention.forward")
def _(f, d):
    return of("channel_attention", "ChannelAttention")(2, 8).to(d), (torch.rand(2, 8, 8, 8, device=d),)


@drives("channel_attention.local_attention:LocalAttention.forward")
def _(f, d):
    return of("channel_attention", "LocalAttention")(2, 8, 16).to(d), (torch.rand(2, 8, 16, 16, device=d),)


@drives("contextual_conv.contextual_conv:ContextualConv2d.forward")
def _(f, d):
    conv = of("contextual_conv.contextual_conv", "ContextualConv2d")(3, 8, 3, context_dim=4)
    return conv.to(d), (images(d), torch.rand(2, 4, device=d))


@drives("dwt.multilevel.dwt2:dwt2")
def _(f, d):
    return torch.rand(1, 16, 16, 1, device=d), 2


@drives("dwt.layout:DWTNDlayout.forward")
def _(f, d):
    return of("dwt", "DWT2D")().to(d), (torch.rand(1, 16, 16, 2, device=d),)


@drives("mlp_mixer_pytorch.permutator:ParallelSum.forward")
def _(f, d):
    return of("mlp_mixer_pytorch.permutator", "ParallelSum")(nn.Linear(8, 8), nn.Linear(8, 8)).to(d), (torch.rand(2, 8, device=d),)


@drives("super_image.models.edsr.modeling_edsr:EdsrModel.forward")
def _(f, d):
    module = importlib.import_module("super_image")
    return module.EdsrModel(module.EdsrConfig(scale=2, n_resblocks=2, n_feats=16)).to(d), (images(d, 8, 1),)


@drives("super_image.utils.metrics:calc_psnr")
def _(f, d):
    return images(d), images(d), 1.0


@drives("super_image.models.smsr.modeling_smsr:gumbel_softmax")
def _(f, d):
    return torch.randn(2, 4, device=d), 1, 1.0


@drives("segmentation_models_pytorch_3d.base.model:SegmentationModel.forward")
def _(f, d):
    net = of("segmentation_models_pytorch_3d", "Unet")("resnet18", encoder_weights=None, in_channels=1, classes=2)
    return net.to(d).eval(), (volumes(d, 1, 32),)


@drives("segmentation_models_pytorch_3d.losses.dice:DiceLoss.forward")
def _(f, d):
    loss = of("segmentation_models_pytorch_3d.losses", "DiceLoss")("multiclass")
    return loss, (torch.randn(1, 3, 4, 4, 4, device=d), classes(64, 3, d).view(1, 4, 4, 4))


@drives("segmentation_models_pytorch_3d.losses.lovasz:LovaszLoss.forward")
def _(f, d):
    loss = of("segmentation_models_pytorch_3d.losses", "LovaszLoss")("multiclass")
    return loss, (torch.randn(1, 3, 8, 8, device=d), classes(64, 3, d).view(1, 8, 8))


@drives("segmentation_models_pytorch_3d.metrics.functional:get_stats")
def _(f, d):
    return classes(64, 3, d).view(1, 8, 8), classes(64, 3, d).view(1, 8, 8), "multiclass", None, None, 3


@drives("pytorchvideo.layers.attention:MultiScaleAttention.forward")
def _(f, d):
    return of("pytorchvideo.layers.attention", "MultiScaleAttention")(16, num_heads=2).to(d), (torch.rand(1, 17, 16, device=d), [1, 4, 4])


@drives("open_clip.model:CLIP.forward")
def _(f, d):
    net = of("open_clip.model", "CLIP")(
        8,
        {"image_size": 32, "layers": 1, "width": 64, "patch_size": 16},
        {"context_length": 12, "vocab_size": 20, "width": 16, "heads": 2, "layers": 1},
    )
    return net.to(d), (images(d, 32), tokens(d, 12))


@drives("kale.embed.image_cnn:SmallCNNFeature.forward")
def _(f, d):
    return of("kale.embed.image_cnn", "SmallCNNFeature")().to(d).eval(), (images(d, 32),)


@drives("kale.embed.attention:BANLayer.forward")
def _(f, d):
    layer = of("kale.embed.attention", "BANLayer")(8, 8, 8, 2)
    return layer.to(d).eval(), (torch.rand(2, 5, 8, device=d), torch.rand(2, 6, 8, device=d))


@drives("kale.embed.multimodal_fusion:ProductOfExperts.forward")
def _(f, d):
    return of("kale.embed.multimodal_fusion", "ProductOfExperts")(), (torch.rand(3, 2, 4, device=d), torch.rand(3, 2, 4, device=d))


# Attention and text.
@drives("bidirectional_cross_attention.bidirectional_cross_attention:BidirectionalCrossAttention.forward")
def _(f, d):
    attention = of("bidirectional_cross_attention", "BidirectionalCrossAttention")(dim=16, heads=2, dim_head=8)
    return attention.to(d), (sequence(d), sequence(d, 16, 12), torch.ones(2, 16, dtype=torch.bool, device=d))


@drives("gaussian_adaptive_attention.GaussianBlock:GaussianAdaptiveAttention.forward")
def _(f, d):
    attention = of("gaussian_adaptive_attention.GaussianBlock", "GaussianAdaptiveAttention")(1, 2, 3, None)
    return attention.to(d), (sequence(d),)


@drives("isab_pytorch.isab_pytorch:ISAB.forward")
def _(f, d):
    return of("isab_pytorch", "ISAB")(dim=16, heads=2, num_latents=4).to(d), (sequence(d),)


@drives("h_transformer_1d.h_transformer_1d:HTransformer1D.forward")
def _(f, d):
    net = of("h_transformer_1d", "HTransformer1D")(num_tokens=20, dim=16, depth=1, max_seq_len=32, heads=2, dim_head=8, block_size=8, causal=False)
    return net.to(d), (tokens(d, 32), torch.ones(2, 32, dtype=torch.bool, device=d))


@drives("minGRU_pytorch.minGRU:minGRU.forward")
def _(f, d):
    return of("minGRU_pytorch", "minGRU")(16).to(d), (sequence(d),)


@drives("minGRU_pytorch.minLM:minLM.forward")
def _(f, d):
    return of("minGRU_pytorch.minLM", "minLM")(num_tokens=20, dim=16, depth=2).to(d), (tokens(d), True)


@drives("PEER_pytorch.PEER:PEER.forward")
def _(f, d):
    return of("PEER_pytorch", "PEER")(16, heads=2, num_experts=64, num_experts_per_head=4, dim_key=8).to(d), (sequence(d),)


@drives("native_sparse_attention_pytorch.transformer:top_k")
def _(f, d):
    return torch.randn(2, 20, device=d), 0.9


@drives("sinkhorn_transformer.sinkhorn_transformer:SinkhornTransformerLM.forward")
def _(f, d):
    net = of("sinkhorn_transformer", "SinkhornTransformerLM")(num_tokens=20, dim=16, depth=1, max_seq_len=32, heads=2, bucket_size=8)
    return net.to(d), (tokens(d, 32),)


@drives("sinkhorn_transformer.sinkhorn_transformer:gumbel_sinkhorn")
def _(f, d):
    return (torch.rand(2, 4, 4, device=d),)


@drives("litgpt.model:GPT.forward")
def _(f, d):
    module = importlib.import_module("litgpt.model")
    config = module.Config(block_size=16, n_layer=1, n_embd=16, n_head=2, padded_vocab_size=20)
    return module.GPT(config).to(d), (tokens(d),)


@drives("litgpt.generate.base:sample")
def _(f, d):
    return torch.randn(1, 4, 20, device=d), 0.8, 5, 0.9


@drives("litgpt.utils:chunked_cross_entropy")
def _(f, d):
    return torch.randn(2, 16, 20, device=d), tokens(d), 8


@drives("joeynmt.attention:BahdanauAttention.forward")
def _(f, d):
    attention = of("joeynmt.attention", "BahdanauAttention")(16, 16, 16).to(d)
    attention.compute_proj_keys(sequence(d))
    return attention, (
        torch.randn(2, 1, 16, device=d),
        torch.ones(2, 1, 16, dtype=torch.bool, device=d),
        sequence(d),
    )


@drives("joeynmt.encoders:RecurrentEncoder.forward")
def _(f, d):
    encoder = of("joeynmt.encoders", "RecurrentEncoder")(hidden_size=16, emb_size=16)
    return encoder.to(d), (sequence(d), torch.tensor([16, 9]), torch.ones(2, 1, 16, dtype=torch.bool, device=d))


@drives("joeynmt.encoders:TransformerEncoder.forward")
def _(f, d):
    encoder = of("joeynmt.encoders", "TransformerEncoder")(hidden_size=16, ff_size=32, num_layers=1, num_heads=2)
    return encoder.to(d), (sequence(d), torch.tensor([16, 9], device=d), torch.ones(2, 1, 16, dtype=torch.bool, device=d))


@drives("bert_score.utils:greedy_cos_idf")
def _(f, d):
    return (
        sequence(d),
        torch.ones(2, 16, device=d),
        torch.ones(2, 16, device=d),
        sequence(d, 16, 12),
        torch.ones(2, 12, device=d),
        torch.ones(2, 12, device=d),
    )


@drives("gliner.modeling.layers:LstmSeq2SeqEncoder.forward")
def _(f, d):
    encoder = of("gliner.modeling.layers", "LstmSeq2SeqEncoder")(type("Config", (), {"hidden_size": 16, "dropout": 0.0})())
    return encoder.to(d), (sequence(d), torch.ones(2, 16, dtype=torch.long, device=d))


@drives("gliner.modeling.loss_functions:focal_loss_with_logits")
def _(f, d):
    return torch.randn(4, 5, device=d), classes(20, 2, d).view(4, 5).float()


@drives("gliner.modeling.utils:extract_word_embeddings")
def _(f, d):
    mask = torch.tensor([[0, 1, 2, 2, 3], [0, 1, 0, 2, 0]], device=d)
    return torch.randn(2, 5, 8, device=d), mask, torch.ones(2, 5, dtype=torch.long, device=d), 2, 3, 8, torch.tensor([[3], [2]], device=d)


# Series.
@drives("chronos.chronos_bolt:InstanceNorm.forward")
def _(f, d):
    return of("chronos.chronos_bolt", "InstanceNorm")(), (torch.rand(2, 24, device=d),)


@drives("chronos.chronos_bolt:Patch.forward")
def _(f, d):
    return of("chronos.chronos_bolt", "Patch")(8, 8), (torch.rand(2, 21, device=d),)


@drives("chronos.utils:left_pad_and_stack_1D")
def _(f, d):
    return ([torch.rand(5, device=d), torch.rand(8, device=d)],)


@drives("chronos.utils:interpolate_quantiles")
def _(f, d):
    return torch.tensor([0.2, 0.5]), torch.tensor([0.1, 0.5, 0.9]), torch.rand(2, 3, device=d)


@drives("uni2ts.module.packed_scaler:PackedStdScaler._get_loc_scale")
def _(f, d):
    scaler = of("uni2ts.module.packed_scaler", "PackedStdScaler")()
    return scaler._get_loc_scale, (
        torch.rand(2, 8, 4, device=d),
        torch.ones(2, 8, 4, dtype=torch.bool, device=d),
        torch.zeros(2, 8, dtype=torch.long, device=d),
        torch.zeros(2, 8, dtype=torch.long, device=d),
    )


@drives("uni2ts.module.ts_embed:MultiInSizeLinear.forward")
def _(f, d):
    layer = of("uni2ts.module.ts_embed", "MultiInSizeLinear")((4, 8), 6)
    return layer.to(d), (torch.rand(2, 5, 8, device=d), torch.tensor([[4, 8, 4, 8, 8]] * 2, device=d))


@drives("momentfm.models.layers.revin:RevIN.forward")
def _(f, d):
    return of("momentfm.models.layers.revin", "RevIN")(3).to(d), (torch.rand(2, 3, 24, device=d), "norm", torch.ones(2, 24, device=d))


@drives("continual.conv:_ConvCoNd.forward_step")
def _(f, d):
    conv = of("continual", "Conv1d")(4, 4, 3).to(d)
    return conv.forward_step, (torch.rand(2, 4, device=d),)


@drives("ddtw.ddtw_variants:SDTW.forward")
def _(f, d):
    return of("ddtw", "SDTW")(backend="torch"), (torch.rand(2, 6, 3, device=d), torch.rand(2, 5, 3, device=d))


@drives("torchlaplace.transformations:complex_to_spherical_riemann")
def _(f, d):
    return torch.randn(6, device=d), torch.randn(6, device=d)


# Flows, geometry and physics.
@drives("torchdyn.core.neuralde:NeuralODE.trajectory")
def _(f, d):
    net = of("torchdyn.core", "NeuralODE")(mlp(d, 4, 4), solver="rk4", sensitivity="autograd").to(d)
    return net.trajectory, (torch.randn(3, 4, device=d), torch.linspace(0, 1, 4, device=d))


@drives("torchdyn.numerics.odeint:odeint")
def _(f, d):
    net = mlp(d, 4, 4)
    return lambda t, x: net(x), torch.randn(3, 4, device=d), torch.linspace(0, 1, 4, device=d), "dopri5"


@drives("torchdyn.numerics.utils:hairer_norm")
def _(f, d):
    return (torch.randn(4, 3, device=d),)


@drives("hypll.manifolds.poincare_ball.math.diffgeom:expmap")
def _(f, d):
    return torch.rand(4, 3, device=d) * 0.1, torch.rand(4, 3, device=d) * 0.1, torch.tensor(1.0, device=d)


@drives("hypll.manifolds.poincare_ball.math.stats:midpoint")
def _(f, d):
    return torch.rand(4, 3, device=d) * 0.1, torch.tensor(1.0, device=d)


@drives("hypll.manifolds.poincare_ball.math.stats:frechet_mean")
def _(f, d):
    return torch.rand(4, 3, device=d) * 0.1, torch.tensor(1.0, device=d)


@drives("hypll.nn.modules.linear:HLinear.forward")
def _(f, d):
    ball = of("hypll.manifolds.poincare_ball", "PoincareBall")(of("hypll.manifolds.poincare_ball", "Curvature")(1.0)).to(d)
    tensor = of("hypll.tensors", "ManifoldTensor")(torch.rand(4, 3, device=d) * 0.1, ball)
    return of("hypll.nn", "HLinear")(3, 5, ball).to(d), (tensor,)


@drives("stribor.flows.affine:AffineLU.forward")
def _(f, d):
    return of("stribor", "AffineLU")(4).to(d), (torch.randn(5, 4, device=d),)


@drives("stribor.flows.coupling:Coupling.forward")
def _(f, d):
    st = importlib.import_module("stribor")
    coupling = st.Coupling(st.Affine(4, latent_net=st.net.MLP(4, [8], 8)), mask="ordered_0")
    return coupling.to(d), (torch.randn(5, 4, device=d),)


@drives("stribor.flows.spline:Spline.forward")
def _(f, d):
    return of("stribor", "Spline")(4, n_bins=5, spline_type="quadratic").to(d), (torch.rand(5, 4, device=d),)


@drives("stribor.net.attention:SelfAttention.forward")
def _(f, d):
    return of("stribor.net.attention", "SelfAttention")(16, [16], 8, n_heads=2).to(d), (sequence(d),)


@drives("ezgatr.nn.functional.linear:geometric_product")
def _(f, d):
    return torch.randn(2, 4, 16, device=d), torch.randn(2, 4, 16, device=d)


@drives("ezgatr.nn.functional.norm:equi_rms_norm")
def _(f, d):
    return (torch.randn(2, 4, 16, device=d),)


@drives("ezgatr.nets.mv_only_gatr:MVOnlyGATrModel.forward")
def _(f, d):
    gatr = importlib.import_module("ezgatr.nets.mv_only_gatr")
    config = gatr.MVOnlyGATrConfig(num_layers=1, size_context=8, size_channels_in=1, size_channels_out=1, size_channels_hidden=4)
    return gatr.MVOnlyGATrModel(config).to(d), (torch.randn(2, 8, 1, 16, device=d),)


@drives("survival_distributions.weibull:Weibull.log_prob")
def _(f, d):
    return of("survival_distributions", "Weibull")(torch.rand(4, device=d) + 0.1, torch.rand(4, device=d) + 0.1).log_prob, (torch.rand(4, device=d) + 0.1,)


@drives("difftmm.film_solver_isotropic:IsotropicFilmSolver.__call__")
def _(f, d):
    solver = of("difftmm", "IsotropicFilmSolver")(1.0, 1.5, [1.38, 2.1], thickness_ls=[0.1, 0.05], device=torch.device(d))
    return solver.__call__, (torch.linspace(0, 1, 4, device=d), torch.linspace(0.4, 0.7, 3, device=d))


@drives("torchbelief.combine:dempster")
def _(f, d):
    frame = of("torchbelief", "Frame")(3)
    return torch.rand(4, 8, device=d).softmax(-1), torch.rand(4, 8, device=d).softmax(-1), frame


@drives("torchbelief.decision:pignistic")
def _(f, d):
    return torch.rand(4, 8, device=d).softmax(-1), of("torchbelief", "Frame")(3)


@drives("tad_mctc.batch.packing:pack")
def _(f, d):
    return ([torch.rand(3, device=d), torch.rand(5, device=d)],)


@drives("tad_mctc.batch.mask.pairs:real_pairs")
def _(f, d):
    return (torch.tensor([[1, 6, 8, 0], [1, 1, 0, 0]], device=d),)


# Optimizers and quantisation.
@drives("optimi.adamw:AdamW.step")
def _(f, d):
    return of("optimi", "AdamW")(trained(d), lr=1e-3).step, ()


@drives("optimi.stableadamw:StableAdamW.step")
def _(f, d):
    return of("optimi", "StableAdamW")(trained(d), lr=1e-3, foreach=False).step, ()


@drives("optimi.ranger:Ranger.step")
def _(f, d):
    return of("optimi", "Ranger")(trained(d), lr=1e-3, foreach=False).step, ()


@drives("muon:SingleDeviceMuon.step")
def _(f, d):
    return of("muon", "SingleDeviceMuon")([p for p in trained(d) if p.ndim == 2]).step, ()


@drives("muon:zeropower_via_newtonschulz5")
def _(f, d):
    return torch.randn(8, 6, device=d), 5


@drives("pytorch_lamb.lamb:Lamb.step")
def _(f, d):
    return of("pytorch_lamb", "Lamb")(trained(d)).step, ()


@drives("ranger_adabelief.ranger_adabelief:RangerAdaBelief.step")
def _(f, d):
    return of("ranger_adabelief", "RangerAdaBelief")(trained(d)).step, ()


@drives("TorchSUL.Quant.QATop:QATFunc.apply")
def _(f, d):
    return of("TorchSUL.Quant.QATop", "QATFunc").apply, (torch.randn(4, 8, device=d), torch.tensor(0.1, device=d), torch.tensor(0.0, device=d), -128, 127)


@drives("TorchSUL.Modules.Extension:LSTMCell.forward")
def _(f, d):
    cell = of("TorchSUL.Modules.Extension", "LSTMCell")(8).to(d)
    state = (torch.rand(2, 8, device=d), torch.rand(2, 8, device=d), torch.rand(2, 8, device=d))
    cell(*(each.cpu() for each in state)) if d == "cpu" else cell(*state)
    return cell.to(d), state
