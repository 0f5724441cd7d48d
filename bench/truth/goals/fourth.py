"""A fourth batch of functions, of packages that no earlier truth names; `functions.py` says what a key is.

Chosen and measured before the program was asked about any of them.
"""

import sys
from pathlib import Path

import torch
from torch import nn

sys.path.append(str(Path(__file__).resolve().parent))
from functions import classes, drives_in, images, of, tokens, trained  # noqa: E402

FUNCTIONS = {}
drives = drives_in(FUNCTIONS)


def sounds(device, length=4000):
    return torch.rand(2, 1, length, device=device) - 0.5


def rotations(device, count=5):
    return of("roma", "random_rotmat")(count, device=device)


def quaternions(device, count=5):
    return of("roma", "random_unitquat")(count, device=device)


# auraloss.
@drives("auraloss.freq:STFTLoss.forward")
def _(f, d):
    return of("auraloss.freq", "STFTLoss")(fft_size=256, hop_size=64, win_length=256), (sounds(d), sounds(d))


@drives("auraloss.freq:MultiResolutionSTFTLoss.forward")
def _(f, d):
    loss = of("auraloss.freq", "MultiResolutionSTFTLoss")([256, 512], [64, 128], [256, 512], w_lin_mag=1.0, w_phs=1.0)
    return loss, (sounds(d), sounds(d))


@drives("auraloss.freq:RandomResolutionSTFTLoss.forward")
def _(f, d):
    return of("auraloss.freq", "RandomResolutionSTFTLoss")(max_fft_size=1024), (sounds(d), sounds(d))


@drives("auraloss.time:SISDRLoss.forward")
def _(f, d):
    return of("auraloss.time", "SISDRLoss")(), (sounds(d), sounds(d))


# roma.
@drives("roma.mappings:special_procrustes")
def _(f, d):
    return (torch.randn(5, 3, 3, device=d),)


@drives("roma.mappings:rotmat_to_unitquat")
def _(f, d):
    return (rotations(d),)


@drives("roma.mappings:unitquat_to_rotvec")
def _(f, d):
    return (quaternions(d),)


@drives("roma.euler:unitquat_to_euler")
def _(f, d):
    return "xyz", quaternions(d), False, True


@drives("roma.utils:unitquat_slerp")
def _(f, d):
    return quaternions(d), quaternions(d), torch.linspace(0, 1, 4, device=d)


@drives("roma.utils:rigid_points_registration")
def _(f, d):
    return torch.randn(10, 3, device=d), torch.randn(10, 3, device=d), torch.rand(10, device=d), True


# torch-struct.
def chain(device):
    return of("torch_struct", "LinearChainCRF")(torch.randn(2, 5, 3, 3, device=device), lengths=torch.tensor([6, 4], device=device))


@drives("torch_struct.linearchain:LinearChain.logpartition")
def _(f, d):
    algorithm = of("torch_struct.linearchain", "LinearChain")()
    return algorithm.logpartition, (torch.randn(2, 5, 3, 3, device=d), torch.tensor([6, 4], device=d))


@drives("torch_struct.distributions:LinearChainCRF.log_prob")
def _(f, d):
    return chain(d).log_prob, (torch.ones(2, 5, 3, 3, device=d),)


@drives("torch_struct.linearchain:LinearChain.to_parts")
def _(f, d):
    return tokens(d, 6, 3), 3, torch.tensor([6, 4], device=d)


# coral-pytorch.
@drives("coral_pytorch.losses:CoralLoss.forward")
def _(f, d):
    return of("coral_pytorch.losses", "CoralLoss")(), (torch.randn(6, 4, device=d), torch.rand(6, 4, device=d).round())


@drives("coral_pytorch.losses:corn_loss")
def _(f, d):
    return torch.randn(10, 4, device=d), classes(10, 5, d), 5


@drives("coral_pytorch.dataset:levels_from_labelbatch")
def _(f, d):
    return classes(6, 5, d), 5


# Losses of one file.
@drives("info_nce:InfoNCE.forward")
def _(f, d):
    loss = of("info_nce", "InfoNCE")(negative_mode="paired")
    return loss, (torch.randn(4, 8, device=d), torch.randn(4, 8, device=d), torch.randn(4, 3, 8, device=d))


@drives("balanced_loss.losses:Loss.forward")
def _(f, d):
    loss = of("balanced_loss", "Loss")(loss_type="focal_loss", samples_per_class=[30, 100, 25], class_balanced=True)
    return loss, (torch.randn(6, 3, device=d), classes(6, 3, d))


@drives("online_triplet_loss.losses:batch_hard_triplet_loss")
def _(f, d):
    return classes(8, 3, d), torch.randn(8, 4, device=d), 0.5


@drives("online_triplet_loss.losses:batch_all_triplet_loss")
def _(f, d):
    return classes(8, 3, d), torch.randn(8, 4, device=d), 0.5, True


@drives("spacecutter.losses:cumulative_link_loss")
def _(f, d):
    return torch.rand(6, 4, device=d), classes(6, 4, d)[:, None]


@drives("spacecutter.models:OrdinalLogisticModel.forward")
def _(f, d):
    return of("spacecutter.models", "OrdinalLogisticModel")(nn.Linear(8, 1), 4).to(d), (torch.randn(6, 8, device=d),)


# pytorch-msssim.
@drives("pytorch_msssim.ssim:ssim")
def _(f, d):
    return images(d, 32), images(d, 32), 1.0


@drives("pytorch_msssim.ssim:MS_SSIM.forward")
def _(f, d):
    return of("pytorch_msssim", "MS_SSIM")(data_range=1.0).to(d), (images(d, 192), images(d, 192))


# torcheval.
@drives("torcheval.metrics.functional.classification.accuracy:multiclass_accuracy")
def _(f, d):
    return torch.randn(8, 5, device=d), classes(8, 5, d)


@drives("torcheval.metrics.functional.classification.auprc:multiclass_auprc")
def _(f, d):
    return torch.rand(8, 5, device=d), classes(8, 5, d), 5


@drives("torcheval.metrics.functional.classification.auroc:binary_auroc")
def _(f, d):
    return torch.rand(8, device=d), classes(8, 2, d)


@drives("torcheval.metrics.functional.classification.confusion_matrix:multiclass_confusion_matrix")
def _(f, d):
    return torch.randn(8, 5, device=d), classes(8, 5, d), 5


@drives("torcheval.metrics.functional.classification.f1_score:binary_f1_score")
def _(f, d):
    return torch.rand(8, device=d), classes(8, 2, d)


@drives("torcheval.metrics.functional.ranking.retrieval_precision:retrieval_precision")
def _(f, d):
    return torch.rand(8, device=d), classes(8, 2, d), 3


@drives("torcheval.metrics.functional.text.perplexity:perplexity")
def _(f, d):
    return torch.randn(2, 6, 9, device=d), tokens(d, 6, 9), 0


@drives("torcheval.metrics.functional.image.psnr:peak_signal_noise_ratio")
def _(f, d):
    return images(d), images(d)


@drives("torcheval.metrics.classification.accuracy:MulticlassAccuracy.update")
def _(f, d):
    metric = of("torcheval.metrics", "MulticlassAccuracy")(device=torch.device(d))
    return metric.update, (torch.randn(8, 5, device=d), classes(8, 5, d))


# Attention, experts and memories.
@drives("local_attention.local_attention:LocalAttention.forward")
def _(f, d):
    attention = of("local_attention", "LocalAttention")(window_size=8, causal=True, dim=16, autopad=True)
    queries = [torch.randn(2, 2, 20, 16, device=d) for _ in range(3)]
    return attention.to(d), (*queries, torch.ones(2, 20, dtype=torch.bool, device=d))


@drives("linformer.linformer:LinformerLM.forward")
def _(f, d):
    return of("linformer", "LinformerLM")(20, 16, seq_len=16, depth=2, k=4, heads=2, reversible=True).to(d), (tokens(d),)


@drives("performer_pytorch.performer_pytorch:FastAttention.forward")
def _(f, d):
    attention = of("performer_pytorch", "FastAttention")(8, nb_features=16)
    return attention.to(d), tuple(torch.randn(2, 2, 10, 8, device=d) for _ in range(3))


@drives("performer_pytorch.performer_pytorch:PerformerLM.forward")
def _(f, d):
    performer = of("performer_pytorch", "PerformerLM")
    net = performer(num_tokens=20, max_seq_len=16, dim=16, depth=2, heads=2, dim_head=8, nb_features=16, feature_redraw_interval=2)
    return net.to(d), (tokens(d),)


@drives("performer_pytorch.performer_pytorch:gaussian_orthogonal_random_matrix")
def _(f, d):
    return 16, 8, 1, torch.device(d)


@drives("reformer_pytorch.reformer_pytorch:LSHAttention.forward")
def _(f, d):
    attention = of("reformer_pytorch", "LSHAttention")(bucket_size=4, n_hashes=2, causal=True)
    return attention.to(d), (torch.randn(2, 16, 8, device=d), torch.randn(2, 16, 8, device=d))


@drives("reformer_pytorch.reformer_pytorch:ReformerLM.forward")
def _(f, d):
    reformer = of("reformer_pytorch", "ReformerLM")
    net = reformer(20, 16, 2, 16, heads=2, dim_head=8, bucket_size=4, n_hashes=2, ff_chunks=2, axial_position_emb=True, axial_position_shape=(4, 4))
    return net.to(d).eval(), (tokens(d),)


@drives("perceiver_pytorch.perceiver_pytorch:Perceiver.forward")
def _(f, d):
    perceiver = of("perceiver_pytorch", "Perceiver")
    net = perceiver(num_freq_bands=2, depth=2, max_freq=4.0, num_latents=4, latent_dim=16, latent_heads=2, latent_dim_head=8, num_classes=5)
    return net.to(d), (torch.rand(2, 8, 8, 3, device=d),)


@drives("product_key_memory.product_key_memory:PKM.forward")
def _(f, d):
    memory = of("product_key_memory", "PKM")(16, heads=2, num_keys=8, topk=4, dim_head=8)
    return memory.to(d), (torch.randn(2, 10, 16, device=d), torch.ones(2, 10, dtype=torch.bool, device=d))


@drives("colt5_attention.transformer_block:ConditionalRoutedFeedForward.forward")
def _(f, d):
    routed = of("colt5_attention", "ConditionalRoutedFeedForward")(16, num_heavy_tokens=4)
    return routed.to(d), (torch.randn(2, 12, 16, device=d), torch.ones(2, 12, dtype=torch.bool, device=d))


@drives("mixture_of_experts.mixture_of_experts:Top2Gating.forward")
def _(f, d):
    gating = of("mixture_of_experts.mixture_of_experts", "Top2Gating")(16, 4)
    return gating.to(d), (torch.randn(2, 8, 16, device=d),)


@drives("mixture_of_experts.mixture_of_experts:MoE.forward")
def _(f, d):
    return of("mixture_of_experts", "MoE")(16, num_experts=4, second_policy_train="all").to(d), (torch.randn(2, 8, 16, device=d),)


@drives("graph_transformer_pytorch.graph_transformer_pytorch:GraphTransformer.forward")
def _(f, d):
    transformer = of("graph_transformer_pytorch", "GraphTransformer")
    net = transformer(dim=16, depth=2, edge_dim=4, heads=2, dim_head=8, with_feedforwards=True, rel_pos_emb=True)
    mask = torch.ones(2, 6, dtype=torch.bool, device=d)
    return net.to(d), (torch.randn(2, 6, 16, device=d), torch.randn(2, 6, 6, 4, device=d), None, mask)


# Optimizers.
@drives("lion_pytorch.lion_pytorch:Lion.step")
def _(f, d):
    return of("lion_pytorch", "Lion")(trained(d), lr=1e-3, weight_decay=1e-2).step, ()


@drives("prodigyopt.prodigy:Prodigy.step")
def _(f, d):
    return of("prodigyopt", "Prodigy")(trained(d), weight_decay=1e-2).step, ()


# torch-kf.
def kalman(device):
    made = of("torch_kf.ckf", "constant_kalman_filter")(0.5, 0.1, dim=2, order=1)
    return made.to(torch.device(device))


def state(device):
    return of("torch_kf", "GaussianState")(torch.zeros(3, 4, 1, device=device), torch.eye(4, device=device).repeat(3, 1, 1))


@drives("torch_kf.kalman_filter:KalmanFilter.filter")
def _(f, d):
    return kalman(d).filter, (state(d), torch.randn(5, 3, 2, 1, device=d))


@drives("torch_kf.kalman_filter:KalmanFilter.predict")
def _(f, d):
    return kalman(d).predict, (state(d),)


@drives("torch_kf.kalman_filter:GaussianState.log_likelihood")
def _(f, d):
    return state(d).log_likelihood, (torch.randn(3, 4, 1, device=d),)


# tntorch.
@drives("tntorch.round:truncated_svd")
def _(f, d):
    return torch.randn(6, 5, device=d), None, 0.1


@drives("tntorch.metrics:norm")
def _(f, d):
    return (of("tntorch", "rand")(4, 5, 6, ranks_tt=2, device=d),)


# torchdeq.
def halved(z):
    return 0.5 * (z + 2 / z)


@drives("torchdeq.solver.anderson:anderson_solver")
def _(f, d):
    return halved, torch.ones(2, 8, device=d), 8


@drives("torchdeq.solver.broyden:broyden_solver")
def _(f, d):
    return halved, torch.ones(2, 8, device=d), 8


@drives("torchdeq.solver.fp_iter:fixed_point_iter")
def _(f, d):
    return halved, torch.ones(2, 8, device=d), 8


@drives("torchdeq.core:DEQSliced.forward")
def _(f, d):
    return of("torchdeq.core", "DEQSliced")(f_max_iter=8, grad=2), (halved, torch.ones(2, 8, device=d))


# xitorch.
def decay(t, y, rate):
    return -rate * y


def squares(x, scale):
    return scale * x**2


@drives("xitorch.integrate.solve_ivp:solve_ivp")
def _(f, d):
    return decay, torch.linspace(0, 1, 4, device=d), torch.ones(3, device=d), (torch.tensor(2.0, device=d),), {}, "rk45"


@drives("xitorch.integrate.quad:quad")
def _(f, d):
    return squares, 0.0, 1.0, (torch.tensor([1.0, 2.0], device=d),)


@drives("xitorch.interpolate.interp1:Interp1D.__call__")
def _(f, d):
    interpolated = of("xitorch.interpolate", "Interp1D")(torch.linspace(0, 1, 6, device=d), torch.randn(6, device=d), method="linear")
    return interpolated.__call__, (torch.rand(5, device=d),)


@drives("xitorch.optimize.rootfinder:rootfinder")
def _(f, d):
    return (lambda y, a: y**2 - a), torch.full((3,), 1.5, device=d), (torch.tensor([1.0, 2.0, 3.0], device=d),)


# blitz-bayesian-pytorch.
@drives("blitz.modules.linear_bayesian_layer:BayesianLinear.forward")
def _(f, d):
    return of("blitz.modules", "BayesianLinear")(8, 4).to(d), (torch.randn(5, 8, device=d),)


@drives("blitz.modules.lstm_bayesian_layer:BayesianLSTM.forward")
def _(f, d):
    return of("blitz.modules", "BayesianLSTM")(8, 4).to(d), (torch.randn(2, 5, 8, device=d),)


@drives("blitz.losses.kl_divergence:kl_divergence_from_nn")
def _(f, d):
    model = of("blitz.modules", "BayesianLinear")(8, 4).to(d)
    model(torch.randn(5, 8, device=d))
    return (model,)


# snac.
@drives("snac.snac:SNAC.forward")
def _(f, d):
    rates = {"encoder_rates": [2, 4], "decoder_rates": [4, 2], "vq_strides": [2, 1]}
    net = of("snac", "SNAC")(encoder_dim=8, decoder_dim=32, attn_window_size=None, codebook_size=16, codebook_dim=4, **rates)
    return net.to(d), (sounds(d, 500),)


@drives("snac.vq:VectorQuantize.forward")
def _(f, d):
    return of("snac.vq", "VectorQuantize")(8, 16, 4, stride=2).to(d), (torch.randn(2, 8, 12, device=d),)


# diffsort.
@drives("diffsort.diffsort:DiffSortNet.forward")
def _(f, d):
    return of("diffsort", "DiffSortNet")("bitonic", 8, device=d, distribution="gaussian"), (torch.rand(3, 8, device=d),)


# torchfm.
def fields(device):
    return torch.stack([classes(6, 4, device), classes(6, 5, device), classes(6, 3, device)], 1)


@drives("torchfm.model.dfm:DeepFactorizationMachineModel.forward")
def _(f, d):
    net = of("torchfm.model.dfm", "DeepFactorizationMachineModel")([4, 5, 3], embed_dim=8, mlp_dims=(8,), dropout=0.1)
    return net.to(d), (fields(d),)


@drives("torchfm.model.afi:AutomaticFeatureInteractionModel.forward")
def _(f, d):
    afi = of("torchfm.model.afi", "AutomaticFeatureInteractionModel")
    net = afi([4, 5, 3], embed_dim=8, atten_embed_dim=8, num_heads=2, num_layers=2, mlp_dims=(8,), dropouts=(0.1, 0.1, 0.1))
    return net.to(d), (fields(d),)


@drives("torchfm.layer:CompressedInteractionNetwork.forward")
def _(f, d):
    return of("torchfm.layer", "CompressedInteractionNetwork")(3, (6, 4)).to(d), (torch.randn(6, 3, 8, device=d),)


# pytorch-tcn.
@drives("pytorch_tcn.tcn:TCN.forward")
def _(f, d):
    return of("pytorch_tcn", "TCN")(4, [8, 8], use_skip_connections=True).to(d), (torch.randn(2, 4, 20, device=d),)


@drives("pytorch_tcn.tcn:TCN.inference")
def _(f, d):
    return of("pytorch_tcn", "TCN")(4, [8, 8]).to(d).eval().inference, (torch.randn(1, 4, 5, device=d),)


# torch-dct.
@drives("torch_dct._dct:dct")
def _(f, d):
    return torch.randn(3, 8, device=d), "ortho"


@drives("torch_dct._dct:idct_2d")
def _(f, d):
    return (torch.randn(2, 8, 8, device=d),)


# pytorch-nlp.
@drives("torchnlp.nn.attention:Attention.forward")
def _(f, d):
    return of("torchnlp.nn", "Attention")(8).to(d), (torch.randn(2, 3, 8, device=d), torch.randn(2, 5, 8, device=d))


@drives("torchnlp.metrics.accuracy:get_token_accuracy")
def _(f, d):
    return tokens(d, 6, 4), tokens(d, 6, 3), 0


# efficientnet-pytorch.
@drives("efficientnet_pytorch.model:EfficientNet.forward")
def _(f, d):
    return of("efficientnet_pytorch", "EfficientNet").from_name("efficientnet-b0", num_classes=5).to(d), (images(d, 64),)
