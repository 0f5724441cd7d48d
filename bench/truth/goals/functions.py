"""Functions of the programs, the scripts and published packages, each with inputs on the device that is asked for.

A key is what one types behind `--goal capture`: FILE:NAME below bench/truth, or MODULE:NAME of a package. Each value
takes "cuda" or "cpu" and gives the function and its arguments.
"""
import importlib
import importlib.util
import sys
from pathlib import Path

import torch
from torch import nn

TRUTH = Path(__file__).resolve().parents[1]
FUNCTIONS = {}


def drives_in(batch):
    """The decorator that puts a function's inputs into the batch, under the target that one types."""

    def drives(target):
        def keep(build):
            batch[target] = lambda device: prepared(target, build, device)
            return build

        return keep

    return drives


drives = drives_in(FUNCTIONS)


def prepared(target, build, device):
    torch.manual_seed(0)
    place, _, name = target.partition(":")
    module = program(place) if place.endswith(".py") else importlib.import_module(place)
    named = module
    for part in name.split("."):
        named = getattr(named, part)
    built = build(named, device)
    has_function = len(built) == 2 and callable(built[0]) and isinstance(built[1], tuple)
    function, arguments = built if has_function else (named, built)
    return function, tuple(arguments)


def program(path):
    """The file as a module; what stands below `if __name__` does not run."""
    name = Path(path).stem
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, TRUTH / path)
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


def of(module, name):
    return getattr(importlib.import_module(module), name)


def images(device, size=16, count=2):
    return torch.rand(count, 3, size, size, device=device)


def boxes(count, device):
    corners = torch.rand(count, 2, device=device) * 50
    return torch.cat([corners, corners + 1 + torch.rand(count, 2, device=device) * 30], 1)


def classes(count, most, device):
    return torch.arange(count, device=device) % most


def mlp(device, inputs=8, outputs=8):
    return nn.Sequential(nn.Linear(inputs, 16), nn.ReLU(), nn.Linear(16, outputs)).to(device)


def tokens(device, length=16, most=20):
    return classes(2 * length, most, device).view(2, length)


def trained(device):
    """Parameters that have gradients."""
    model = mlp(device)
    model(torch.randn(4, 8, device=device)).sum().backward()
    return list(model.parameters())


def complexes(*shape, device):
    return torch.randn(*shape, dtype=torch.complex64, device=device)


# Scripts: functions that take bare arguments.
@drives("scripts/f03_topk_and_confusion.py:accuracy")
def _(f, d):
    return torch.randn(8, 5, device=d), classes(8, 5, d), (1, 3)


@drives("scripts/f07_nucleus_sampling.py:top_k_top_p_filtering")
def _(f, d):
    return torch.randn(20, device=d), 5, 0.9


@drives("scripts/f09_ppo_update.py:compute_gae")
def _(f, d):
    return torch.randn(5, 3, device=d), torch.randn(5, 3, device=d), torch.zeros(5, 3, device=d), torch.randn(3, device=d)


@drives("scripts/f11_actor_critic_returns.py:discounted")
def _(f, d):
    rows = [torch.randn(4, device=d) for _ in range(3)]
    return rows, [torch.ones(4, device=d) for _ in range(3)], torch.randn(4, device=d), 0.99


@drives("scripts/f14_vae_training.py:reparameterize")
def _(f, d):
    return torch.randn(4, 3, device=d), torch.randn(4, 3, device=d)


@drives("scripts/f14_vae_training.py:vae_loss")
def _(f, d):
    return torch.rand(4, 6, device=d), torch.rand(4, 6, device=d), torch.randn(4, 3, device=d), torch.randn(4, 3, device=d)


@drives("scripts/f15_ddpm_losses.py:q_sample")
def _(f, d):
    return program("scripts/f15_ddpm_losses.py").make_schedule(10), torch.randn(2, 3, 4, 4, device=d), classes(2, 2, d)


@drives("scripts/f16_ddim_sampler.py:compute_alpha")
def _(f, d):
    return torch.linspace(0.001, 0.02, 10, device=d), classes(2, 2, d)


@drives("scripts/f17_moe_routing.py:moe_forward")
def _(f, d):
    return torch.randn(2, 6, 8, device=d), mlp(d, 8, 4), [mlp(d) for _ in range(4)]


@drives("scripts/f17_moe_routing.py:balance_loss")
def _(f, d):
    return torch.randn(12, 4, device=d), 4


@drives("scripts/f18_expert_capacity.py:dispatch")
def _(f, d):
    return torch.randn(12, 8, device=d), classes(12, 4, d), 4, 1.25


@drives("scripts/f19_simclr_nt_xent.py:info_nce_loss")
def _(f, d):
    return torch.randn(8, 6, device=d), 2, 4, 0.1, torch.device(d)


@drives("scripts/f20_triplet_mining.py:batch_hard")
def _(f, d):
    return torch.randn(8, 6, device=d), classes(8, 3, d), 0.2


@drives("scripts/f20_triplet_mining.py:mine_semihard")
def _(f, d):
    return torch.randn(8, 6, device=d), classes(8, 3, d), 0.2


@drives("scripts/f21_moco_queue.py:contrast")
def _(f, d):
    return torch.randn(4, 8, device=d), torch.randn(4, 8, device=d), torch.randn(8, 16, device=d), 0.07


@drives("scripts/f22_knowledge_distillation.py:kd_loss")
def _(f, d):
    return torch.randn(8, 5, device=d), torch.randn(8, 5, device=d), classes(8, 5, d)


@drives("scripts/f26_gcn_masks.py:describe")
def _(f, d):
    data = type("Data", (), {})()
    data.x, data.edge_index = torch.randn(5, 3, device=d), torch.tensor([[0, 1, 2], [1, 2, 4]], device=d)
    return (data,)


@drives("scripts/f27_graph_batching.py:global_mean_pool")
def _(f, d):
    return torch.randn(6, 4, device=d), classes(6, 2, d).sort().values


@drives("scripts/f27_graph_batching.py:add_self_loops")
def _(f, d):
    return (torch.tensor([[0, 1, 2], [1, 2, 4]], device=d),)


@drives("scripts/f27_graph_batching.py:gin_layer")
def _(f, d):
    return mlp(d, 4, 4), torch.randn(6, 4, device=d), torch.tensor([[0, 1, 2], [1, 2, 4]], device=d)


@drives("scripts/f27_graph_batching.py:to_dense")
def _(f, d):
    return torch.randn(6, 4, device=d), classes(6, 2, d).sort().values


@drives("scripts/f28_regression_metrics.py:r2_score")
def _(f, d):
    return torch.randn(8, device=d), torch.randn(8, device=d)


@drives("scripts/f28_regression_metrics.py:pearson")
def _(f, d):
    return torch.randn(8, device=d), torch.randn(8, device=d)


@drives("scripts/f29_segmentation_miou.py:fast_hist_cuda")
def _(f, d):
    return classes(30, 3, d), classes(30, 3, d).flip(0), 3


@drives("scripts/f29_segmentation_miou.py:dice_loss")
def _(f, d):
    return torch.randn(2, 3, 4, 4, device=d), classes(32, 3, d).view(2, 4, 4), 3


@drives("scripts/f30_detection_postprocess.py:box_iou")
def _(f, d):
    return boxes(4, d), boxes(5, d)


@drives("scripts/f30_detection_postprocess.py:postprocess")
def _(f, d):
    return (torch.rand(2, 20, 8, device=d),)


@drives("scripts/f31_yolo_targets.py:wh_iou")
def _(f, d):
    return torch.rand(4, 2, device=d), torch.rand(3, 2, device=d)


@drives("scripts/f31_yolo_targets.py:build_targets")
def _(f, d):
    targets = [torch.rand(3, 5, device=d) * 0.9 for _ in range(2)]
    return torch.randn(2, 2, 4, 4, 5, device=d), targets, [[0.2, 0.3], [0.5, 0.5]], 4, d


@drives("scripts/f35_style_transfer.py:gram_matrix")
def _(f, d):
    return (torch.randn(2, 3, 4, 4, device=d),)


@drives("scripts/f35_style_transfer.py:total_variation")
def _(f, d):
    return (torch.randn(2, 3, 4, 4, device=d),)


@drives("scripts/f37_maml_inner_loop.py:clip_grad_by_norm_")
def _(f, d):
    return [torch.randn(4, device=d) for _ in range(3)], 1.0


@drives("scripts/f40_forecast_rollout.py:quantile_loss")
def _(f, d):
    return torch.randn(8, device=d), torch.randn(8, device=d), 0.5


# Programs.
@drives("programs/p014_distillation.py:KDLoss.forward")
def _(f, d):
    loss = program("programs/p014_distillation.py").KDLoss()
    return loss, (torch.randn(6, 4, device=d), torch.randn(6, 4, device=d), classes(6, 4, d))


@drives("programs/p021_gcn_node_masks.py:normalize_adj")
def _(f, d):
    return 6, torch.tensor([[0, 1, 2], [1, 2, 4]], device=d), torch.device(d)


@drives("programs/p021_gcn_node_masks.py:GCN.forward")
def _(f, d):
    return program("programs/p021_gcn_node_masks.py").GCN((5, 8, 3)).to(d), (torch.eye(6, device=d), torch.randn(6, 5, device=d))


@drives("programs/p021_gcn_node_masks.py:evaluate")
def _(f, d):
    return torch.randn(6, 3, device=d), classes(6, 3, d), classes(6, 2, d).bool()


@drives("programs/p031_mixup_cutmix.py:mixup")
def _(f, d):
    return torch.rand(6, 3, 8, 8, device=d), classes(6, 5, d)


@drives("programs/p031_mixup_cutmix.py:cutmix")
def _(f, d):
    return torch.rand(6, 3, 8, 8, device=d), classes(6, 5, d)


@drives("programs/p035_pairwise_ranking_ndcg.py:dcg")
def _(f, d):
    return torch.rand(6, device=d), 3


@drives("programs/p035_pairwise_ranking_ndcg.py:ndcg")
def _(f, d):
    return torch.rand(6, device=d), torch.rand(6, device=d)


@drives("programs/p038_flow_matching_sampler.py:Velocity.forward")
def _(f, d):
    return program("programs/p038_flow_matching_sampler.py").Velocity().to(d), (torch.randn(5, 2, device=d), torch.rand(5, device=d))


@drives("programs/p038_flow_matching_sampler.py:integrate")
def _(f, d):
    return program("programs/p038_flow_matching_sampler.py").Velocity().to(d), torch.randn(5, 2, device=d)


@drives("programs/p056_rotary_buffer_cache.py:Rotary.forward")
def _(f, d):
    return program("programs/p056_rotary_buffer_cache.py").Rotary(8).to(d), (torch.randn(2, 3, 5, 8, device=d), torch.arange(5, device=d))


@drives("programs/p080_spectral_norm_buffers.py:SNLinear.forward")
def _(f, d):
    return program("programs/p080_spectral_norm_buffers.py").SNLinear(5, 4).to(d), (torch.randn(6, 5, device=d),)


@drives("programs/p091_tree_map_utils.py:tree_dot")
def _(f, d):
    tree = {"w": torch.ones(2, 3, device=d), "b": [torch.zeros(3, device=d)]}
    return tree, tree


@drives("programs/p091_tree_map_utils.py:tree_scalars")
def _(f, d):
    return ({"w": torch.ones(2, 3, device=d), "b": [torch.tensor(2.0, device=d)]},)


@drives("programs/p101_kmeans_lloyd.py:lloyd")
def _(f, d):
    return torch.randn(20, 2, device=d), 3


@drives("programs/p101_kmeans_lloyd.py:silhouette_like")
def _(f, d):
    return torch.randn(20, 2, device=d), torch.randn(3, 2, device=d), classes(20, 3, d)


@drives("programs/p105_armijo_line_search.py:armijo")
def _(f, d):
    rosen = program("programs/p105_armijo_line_search.py").rosen
    x = torch.tensor([-1.2, 1.0, 0.5], device=d)
    return rosen, x, rosen(x), torch.ones(3, device=d) * 0.01


@drives("programs/p105_armijo_line_search.py:parallel_armijo")
def _(f, d):
    rosen = program("programs/p105_armijo_line_search.py").rosen
    x = torch.tensor([-1.2, 1.0, 0.5], device=d)
    return rosen, x, rosen(x), torch.ones(3, device=d) * 0.01


@drives("programs/p108_sinkhorn_transport.py:Sinkhorn.forward")
def _(f, d):
    return program("programs/p108_sinkhorn_transport.py").Sinkhorn(), (torch.randn(7, 2, device=d), torch.randn(5, 2, device=d))


@drives("programs/p112_speculative_accept.py:verify")
def _(f, d):
    p112 = program("programs/p112_speculative_accept.py")
    table, prefix = torch.randn(6, 6, device=d), torch.zeros(1, dtype=torch.long, device=d)
    return (prefix, *p112.propose(prefix, 3, table), table)


@drives("programs/p112_speculative_accept.py:propose")
def _(f, d):
    return torch.zeros(1, dtype=torch.long, device=d), 3, torch.randn(6, 6, device=d)


@drives("programs/p115_edit_distance_dp.py:levenshtein_rows")
def _(f, d):
    return classes(6, 3, d), classes(7, 4, d)


@drives("programs/p119_floyd_warshall.py:floyd")
def _(f, d):
    return (torch.rand(5, 5, device=d),)


@drives("programs/p119_floyd_warshall.py:repeated_squaring")
def _(f, d):
    return torch.rand(5, 5, device=d), True


@drives("programs/p126_gp_regression.py:safe_cholesky")
def _(f, d):
    return (torch.eye(5, device=d),)


@drives("programs/p126_gp_regression.py:fit_predict")
def _(f, d):
    kernel = program("programs/p126_gp_regression.py").RBF(0.5).to(d)
    x = torch.linspace(0, 3, 12, device=d)[:, None]
    return kernel, x, torch.sin(x[:, 0]), x + 0.1


@drives("programs/p136_gumbel_and_distributions.py:gumbel_topk")
def _(f, d):
    return torch.randn(4, 5, device=d), 2


# Packages.
@drives("torchvision.ops.boxes:nms")
def _(f, d):
    return boxes(20, d), torch.rand(20, device=d), 0.5


@drives("torchvision.ops.boxes:batched_nms")
def _(f, d):
    return boxes(20, d), torch.rand(20, device=d), classes(20, 3, d), 0.5


@drives("torchvision.ops.boxes:generalized_box_iou")
def _(f, d):
    return boxes(4, d), boxes(5, d)


@drives("torchvision.ops.boxes:remove_small_boxes")
def _(f, d):
    return boxes(8, d), 5.0


@drives("torchvision.ops.boxes:clip_boxes_to_image")
def _(f, d):
    return boxes(8, d), (40, 40)


@drives("torchvision.ops.boxes:masks_to_boxes")
def _(f, d):
    return ((torch.rand(3, 8, 8, device=d) > 0.5),)


@drives("torchvision.ops.focal_loss:sigmoid_focal_loss")
def _(f, d):
    return torch.randn(8, 5, device=d), torch.rand(8, 5, device=d).round()


@drives("torchvision.ops.roi_align:roi_align")
def _(f, d):
    return torch.randn(1, 3, 16, 16, device=d), [boxes(4, d) / 10], 4


@drives("torchvision.ops.ciou_loss:complete_box_iou_loss")
def _(f, d):
    return boxes(4, d), boxes(4, d)


@drives("torchvision.ops.stochastic_depth:stochastic_depth")
def _(f, d):
    return torch.randn(4, 3, 8, 8, device=d), 0.2, "row"


@drives("torchvision.transforms.v2.functional:gaussian_blur")
def _(f, d):
    return torch.rand(3, 16, 16, device=d), [3, 3], [1.0, 1.0]


@drives("torchvision.transforms.v2.functional:normalize")
def _(f, d):
    return torch.rand(3, 16, 16, device=d), [0.5, 0.5, 0.5], [0.2, 0.2, 0.2]


@drives("torchvision.models.resnet:ResNet.forward")
def _(f, d):
    from torchvision.models import resnet18

    return resnet18().to(d), (torch.randn(2, 3, 32, 32, device=d),)


@drives("torchmetrics.functional.classification.accuracy:multiclass_accuracy")
def _(f, d):
    return torch.randn(8, 5, device=d), classes(8, 5, d), 5


@drives("torchmetrics.functional.classification.confusion_matrix:binary_confusion_matrix")
def _(f, d):
    return torch.rand(8, device=d), classes(8, 2, d)


@drives("torchmetrics.functional.regression.mse:mean_squared_error")
def _(f, d):
    return torch.randn(8, device=d), torch.randn(8, device=d)


@drives("torchmetrics.functional.regression.pearson:pearson_corrcoef")
def _(f, d):
    return torch.randn(8, device=d), torch.randn(8, device=d)


@drives("torchmetrics.functional.regression.kl_divergence:kl_divergence")
def _(f, d):
    return torch.rand(4, 3, device=d).softmax(-1), torch.rand(4, 3, device=d).softmax(-1)


@drives("torchmetrics.functional.image.psnr:peak_signal_noise_ratio")
def _(f, d):
    return torch.rand(2, 3, 8, 8, device=d), torch.rand(2, 3, 8, 8, device=d), 1.0


@drives("torchmetrics.functional.image.tv:total_variation")
def _(f, d):
    return (torch.rand(2, 3, 8, 8, device=d),)


@drives("torchmetrics.functional.retrieval.ndcg:retrieval_normalized_dcg")
def _(f, d):
    return torch.rand(8, device=d), classes(8, 2, d)


@drives("torchmetrics.functional.pairwise.cosine:pairwise_cosine_similarity")
def _(f, d):
    return torch.randn(4, 3, device=d), torch.randn(5, 3, device=d)


@drives("einops.einops:rearrange")
def _(f, d):
    return torch.randn(2, 6, 4, device=d), "b h w -> b (h w)"


@drives("timm.loss.cross_entropy:LabelSmoothingCrossEntropy.forward")
def _(f, d):
    from timm.loss import LabelSmoothingCrossEntropy

    return LabelSmoothingCrossEntropy(), (torch.randn(6, 4, device=d), classes(6, 4, d))


@drives("timm.layers.drop:drop_path")
def _(f, d):
    return torch.randn(4, 3, device=d), 0.2, True


@drives("timm.layers.attention:Attention.forward")
def _(f, d):
    from timm.layers import Attention

    return Attention(8, num_heads=2).to(d), (torch.randn(2, 5, 8, device=d),)


@drives("timm.models.vision_transformer:VisionTransformer.forward")
def _(f, d):
    import timm

    return timm.create_model("vit_tiny_patch16_224", img_size=32, depth=2).to(d), (torch.randn(2, 3, 32, 32, device=d),)


@drives("torchaudio.functional.functional:amplitude_to_DB")
def _(f, d):
    return torch.rand(1, 5, 6, device=d), 10.0, 1e-10, 0.0, 80.0


@drives("torchaudio.functional.functional:spectrogram")
def _(f, d):
    return torch.randn(1, 64, device=d), 0, torch.hann_window(16, device=d), 16, 8, 16, 2.0, False


@drives("torchaudio.functional.functional:melscale_fbanks")
def _(f, d):
    return 9, 0.0, 8000.0, 4, 16000


@drives("transformers.generation.logits_process:TopPLogitsWarper.__call__")
def _(f, d):
    from transformers import TopPLogitsWarper

    return TopPLogitsWarper(0.9).__call__, (classes(6, 5, d).view(1, 6), torch.randn(1, 20, device=d))


@drives("transformers.generation.logits_process:RepetitionPenaltyLogitsProcessor.__call__")
def _(f, d):
    from transformers import RepetitionPenaltyLogitsProcessor

    return RepetitionPenaltyLogitsProcessor(1.2).__call__, (classes(6, 5, d).view(1, 6), torch.randn(1, 20, device=d))


@drives("transformers.models.gpt2.modeling_gpt2:GPT2MLP.forward")
def _(f, d):
    from transformers import GPT2Config
    from transformers.models.gpt2.modeling_gpt2 import GPT2MLP

    return GPT2MLP(32, GPT2Config(n_embd=8)).to(d), (torch.randn(2, 5, 8, device=d),)


@drives("transformers.models.llama.modeling_llama:LlamaForCausalLM.forward")
def _(f, d):
    from transformers import LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4, vocab_size=50)
    return LlamaForCausalLM(config).to(d).eval(), (classes(6, 5, d).view(1, 6),)


@drives("torch_geometric.utils._scatter:scatter")
def _(f, d):
    return torch.randn(6, 4, device=d), classes(6, 3, d)


@drives("torch_geometric.utils._softmax:softmax")
def _(f, d):
    return torch.randn(6, device=d), classes(6, 3, d)


@drives("torch_geometric.utils._degree:degree")
def _(f, d):
    return classes(6, 3, d), 3


@drives("torchdiffeq._impl.odeint:odeint")
def _(f, d):
    layer = nn.Linear(3, 3).to(d)
    return lambda t, y: layer(y), torch.randn(2, 3, device=d), torch.tensor([0.0, 1.0], device=d)


@drives("e3nn.o3._angular_spherical_harmonics:spherical_harmonics_alpha")
def _(f, d):
    return 2, torch.rand(4, device=d)


@drives("gpytorch.functions:inv_quad")
def _(f, d):
    return torch.eye(4, device=d) * 2, torch.randn(4, 1, device=d)


@drives("botorch.utils.transforms:normalize")
def _(f, d):
    return torch.rand(4, 2, device=d), torch.tensor([[0.0, 0.0], [1.0, 2.0]], device=d)


@drives("sentence_transformers.util:pairwise_cos_sim")
def _(f, d):
    return torch.randn(4, 3, device=d), torch.randn(4, 3, device=d)
