"""A second batch of functions, written and measured after the first; `functions.py` says what a key is.

What the program says of them was looked at after the GPU had answered.
"""

import sys
from pathlib import Path
from types import SimpleNamespace

import torch
from torch import nn

sys.path.append(str(Path(__file__).resolve().parent))
from functions import boxes, classes, drives_in, images, mlp, of, program  # noqa: E402

FUNCTIONS = {}
drives = drives_in(FUNCTIONS)


def step(name):
    return drives(f"goals/steps.py:{name}")


def part(name):
    return getattr(program("goals/steps.py"), name)


def edges(device):
    return torch.tensor([[0, 1, 2, 3, 4, 1], [1, 2, 3, 4, 0, 0]], device=device)


# Steps.
@step("Block.forward")
def _(f, d):
    return part("Block")().to(d), (torch.randn(2, 5, 16, device=d),)


@step("Router.forward")
def _(f, d):
    return part("Router")().to(d), (torch.randn(6, 8, device=d),)


@step("DenseRouter.forward")
def _(f, d):
    return part("DenseRouter")().to(d), (torch.randn(6, 8, device=d),)


@step("Masked.forward")
def _(f, d):
    return part("Masked")().to(d), (torch.randn(2, 5, 8, device=d),)


@step("RunningNorm.forward")
def _(f, d):
    return part("RunningNorm")().to(d), (torch.randn(6, 8, device=d),)


@step("FirstCallNorm.forward")
def _(f, d):
    return part("FirstCallNorm")().to(d), (torch.randn(6, 8, device=d),)


@step("Lookup.forward")
def _(f, d):
    return part("Lookup")().to(d), (torch.randn(2, 5, 8, device=d),)


@step("train_step")
def _(f, d):
    model = mlp(d)
    optimizer = torch.optim.AdamW(model.parameters(), capturable=d == "cuda")
    return f, (model, optimizer, torch.randn(6, 8, device=d), classes(6, 8, d))


@step("logged_train_step")
def _(f, d):
    model = mlp(d)
    return f, (model, torch.optim.SGD(model.parameters(), 0.1), torch.randn(6, 8, device=d), torch.randn(6, 8, device=d), [])


@step("loss_of")
def _(f, d):
    return mlp(d), torch.randn(6, 8, device=d), classes(6, 8, d)


@step("guarded_loss")
def _(f, d):
    return mlp(d), torch.randn(6, 8, device=d), classes(6, 8, d)


@step("evaluated")
def _(f, d):
    return mlp(d), torch.randn(6, 8, device=d), classes(6, 8, d)


@step("evaluated_on_device")
def _(f, d):
    return mlp(d), torch.randn(6, 8, device=d), classes(6, 8, d)


@step("greedy_decode")
def _(f, d):
    return part("Block")().to(d), nn.Embedding(10, 16).to(d), classes(6, 5, d).view(2, 3), 3


@step("decode_until_end")
def _(f, d):
    return part("Block")().to(d), nn.Embedding(10, 16).to(d), classes(6, 5, d).view(2, 3), 0, 3


@step("sampled")
def _(f, d):
    return torch.randn(3, 20, device=d), 0.8, 5


@step("cached_attention")
def _(f, d):
    one, cache = torch.randn(2, 2, 1, 8, device=d), torch.randn(2, 2, 6, 8, device=d)
    return one, one, one, cache, cache.clone(), torch.tensor([3], device=d)


@step("cached_slice")
def _(f, d):
    one, cache = torch.randn(2, 2, 1, 8, device=d), torch.randn(2, 2, 6, 8, device=d)
    return one, one, one, cache, cache.clone(), torch.tensor(3, device=d)


@step("denoise")
def _(f, d):
    return mlp(d), torch.randn(6, 8, device=d), torch.linspace(0.99, 0.1, 5, device=d), 5


@step("denoise_by_schedule")
def _(f, d):
    return mlp(d), torch.randn(6, 8, device=d), torch.linspace(0.99, 0.1, 5, device=d), torch.tensor([4, 2, 0], device=d)


@step("q_update")
def _(f, d):
    state = torch.randn(6, 8, device=d)
    return mlp(d), mlp(d), state, classes(6, 8, d), torch.randn(6, device=d), state.flip(0)


@step("policy_loss")
def _(f, d):
    return torch.randn(6, 4, device=d), torch.randn(6, device=d), classes(6, 4, d), torch.randn(6, device=d)


@step("polyak")
def _(f, d):
    return mlp(d), mlp(d), 0.99


@step("gradient_penalty")
def _(f, d):
    return mlp(d, 8, 1), torch.randn(6, 8, device=d), torch.randn(6, 8, device=d)


@step("power_iteration")
def _(f, d):
    half = torch.randn(5, 5, device=d)
    return half @ half.T, 1e-4


@step("message_pass")
def _(f, d):
    return torch.randn(5, 4, device=d), edges(d), torch.randn(4, 4, device=d)


@step("timed_forward")
def _(f, d):
    return mlp(d), torch.randn(6, 8, device=d)


@step("cropped")
def _(f, d):
    return images(d), 8


@step("normalized")
def _(f, d):
    return (images(d),)


@step("clipped_update")
def _(f, d):
    parameters = [torch.randn(4, device=d) for _ in range(3)]
    for each in parameters:
        each.grad = torch.randn(4, device=d)
    return parameters, 1.0


@step("contrastive")
def _(f, d):
    return torch.randn(6, 8, device=d), torch.randn(6, 8, device=d), 0.1


# torchvision.
@drives("torchvision.ops.boxes:box_convert")
def _(f, d):
    return boxes(5, d), "xyxy", "cxcywh"


@drives("torchvision.ops.giou_loss:generalized_box_iou_loss")
def _(f, d):
    return boxes(5, d), boxes(5, d)


@drives("torchvision.ops.misc:SqueezeExcitation.forward")
def _(f, d):
    return of("torchvision.ops", "SqueezeExcitation")(8, 4).to(d), (torch.randn(2, 8, 4, 4, device=d),)


@drives("torchvision.ops.feature_pyramid_network:FeaturePyramidNetwork.forward")
def _(f, d):
    levels = {"a": torch.randn(1, 8, 8, 8, device=d), "b": torch.randn(1, 16, 4, 4, device=d)}
    return of("torchvision.ops", "FeaturePyramidNetwork")([8, 16], 8).to(d), (levels,)


@drives("torchvision.ops.poolers:MultiScaleRoIAlign.forward")
def _(f, d):
    pool = of("torchvision.ops", "MultiScaleRoIAlign")(["a", "b"], 3, 2)
    return pool, ({"a": torch.randn(1, 4, 16, 16, device=d), "b": torch.randn(1, 4, 8, 8, device=d)}, [boxes(4, d)], [(64, 64)])


@drives("torchvision.models.detection._utils:BoxCoder.decode_single")
def _(f, d):
    return of("torchvision.models.detection._utils", "BoxCoder")((1.0, 1.0, 1.0, 1.0)).decode_single, (
        torch.randn(5, 4, device=d),
        boxes(5, d),
    )


@drives("torchvision.models.detection._utils:Matcher.__call__")
def _(f, d):
    matcher = of("torchvision.models.detection._utils", "Matcher")(0.7, 0.3, allow_low_quality_matches=True)
    return matcher.__call__, (torch.rand(3, 8, device=d),)


@drives("torchvision.models.detection._utils:BalancedPositiveNegativeSampler.__call__")
def _(f, d):
    sampler = of("torchvision.models.detection._utils", "BalancedPositiveNegativeSampler")(4, 0.5)
    return sampler.__call__, ([classes(10, 2, d)],)


@drives("torchvision.models.detection.anchor_utils:AnchorGenerator.forward")
def _(f, d):
    image_list = of("torchvision.models.detection.image_list", "ImageList")(images(d), [(16, 16), (16, 16)])
    generator = of("torchvision.models.detection.anchor_utils", "AnchorGenerator")(((8,),), ((1.0,),))
    return generator, (image_list, [torch.randn(2, 4, 4, 4, device=d)])


@drives("torchvision.models.segmentation._utils:_SimpleSegmentationModel.forward")
def _(f, d):
    model = of("torchvision.models.segmentation", "fcn_resnet50")(weights=None, weights_backbone=None)
    return model.to(d).eval(), (images(d, 32),)


@drives("torchvision.models.swin_transformer:SwinTransformer.forward")
def _(f, d):
    swin = of("torchvision.models.swin_transformer", "SwinTransformer")
    return swin([4, 4], 8, [1, 1], [2, 2], [2, 2], num_classes=5).to(d).eval(), (images(d, 32),)


@drives("torchvision.models.densenet:DenseNet.forward")
def _(f, d):
    return of("torchvision.models.densenet", "DenseNet")(8, (2, 2), 8).to(d), (images(d, 32),)


@drives("torchvision.transforms.v2.functional._color:adjust_hue_image")
def _(f, d):
    return images(d), 0.1


@drives("torchvision.transforms.v2.functional._color:autocontrast_image")
def _(f, d):
    return (images(d),)


@drives("torchvision.transforms.v2.functional._geometry:resize_image")
def _(f, d):
    return images(d), [8, 8]


@drives("torchvision.transforms.v2.functional._geometry:rotate_image")
def _(f, d):
    return images(d), 30.0


@drives("torchvision.utils:make_grid")
def _(f, d):
    return images(d, 8, 4), 2


# torchmetrics.
@drives("torchmetrics.functional.classification.auroc:binary_auroc")
def _(f, d):
    return torch.rand(8, device=d), classes(8, 2, d)


@drives("torchmetrics.functional.classification.precision_recall_curve:binary_precision_recall_curve")
def _(f, d):
    return torch.rand(8, device=d), classes(8, 2, d), 5, None, False


@drives("torchmetrics.functional.classification.f_beta:multiclass_f1_score")
def _(f, d):
    return torch.randn(8, 5, device=d), classes(8, 5, d), 5, "macro", 1, "global", None, False


@drives("torchmetrics.functional.classification.jaccard:multiclass_jaccard_index")
def _(f, d):
    return torch.randn(8, 5, device=d), classes(8, 5, d), 5


@drives("torchmetrics.functional.image.ssim:structural_similarity_index_measure")
def _(f, d):
    return images(d), images(d)


@drives("torchmetrics.functional.regression.spearman:spearman_corrcoef")
def _(f, d):
    return torch.randn(8, device=d), torch.randn(8, device=d)


@drives("torchmetrics.functional.regression.r2:r2_score")
def _(f, d):
    return torch.randn(8, device=d), torch.randn(8, device=d)


@drives("torchmetrics.functional.retrieval.average_precision:retrieval_average_precision")
def _(f, d):
    return torch.rand(8, device=d), classes(8, 2, d)


@drives("torchmetrics.functional.audio.snr:signal_noise_ratio")
def _(f, d):
    return torch.randn(2, 32, device=d), torch.randn(2, 32, device=d)


@drives("torchmetrics.functional.text.perplexity:perplexity")
def _(f, d):
    return torch.randn(2, 6, 5, device=d), classes(12, 5, d).view(2, 6)


@drives("torchmetrics.functional.segmentation.mean_iou:mean_iou")
def _(f, d):
    return classes(32, 2, d).view(1, 2, 4, 4), classes(32, 2, d).view(1, 2, 4, 4).flip(3), 2


@drives("torchmetrics.aggregation:MeanMetric.update")
def _(f, d):
    return of("torchmetrics.aggregation", "MeanMetric")().to(d).update, (torch.rand(4, device=d),)


@drives("torchmetrics.classification.confusion_matrix:MulticlassConfusionMatrix.update")
def _(f, d):
    metric = of("torchmetrics.classification", "MulticlassConfusionMatrix")(5, validate_args=False).to(d)
    return metric.update, (torch.randn(8, 5, device=d), classes(8, 5, d))


# timm.
@drives("timm.models.convnext:ConvNeXt.forward")
def _(f, d):
    return of("timm.models.convnext", "ConvNeXt")(num_classes=5, depths=(1, 1, 1, 1), dims=(8, 8, 8, 8)).to(d), (images(d, 32),)


@drives("timm.models.mlp_mixer:MlpMixer.forward")
def _(f, d):
    mixer = of("timm.models.mlp_mixer", "MlpMixer")
    return mixer(num_classes=5, img_size=16, patch_size=4, num_blocks=2, embed_dim=8).to(d), (images(d),)


@drives("timm.loss.asymmetric_loss:AsymmetricLossMultiLabel.forward")
def _(f, d):
    return of("timm.loss", "AsymmetricLossMultiLabel")(), (torch.randn(4, 5, device=d), torch.rand(4, 5, device=d).round())


@drives("timm.loss.binary_cross_entropy:BinaryCrossEntropy.forward")
def _(f, d):
    return of("timm.loss", "BinaryCrossEntropy")().to(d), (torch.randn(4, 5, device=d), classes(4, 5, d))


@drives("timm.data.mixup:Mixup.__call__")
def _(f, d):
    return of("timm.data.mixup", "Mixup")(num_classes=5).__call__, (images(d, 16, 4), classes(4, 5, d))


@drives("timm.layers.patch_dropout:PatchDropout.forward")
def _(f, d):
    return of("timm.layers", "PatchDropout")(0.5), (torch.randn(2, 9, 4, device=d),)


@drives("timm.layers.drop:DropBlock2d.forward")
def _(f, d):
    return of("timm.layers", "DropBlock2d")(0.2, 3), (torch.randn(2, 4, 8, 8, device=d),)


@drives("timm.layers.pos_embed:resample_abs_pos_embed")
def _(f, d):
    return torch.randn(1, 17, 8, device=d), [6, 6]


@drives("timm.utils.metrics:accuracy")
def _(f, d):
    return torch.randn(8, 6, device=d), classes(8, 6, d), (1, 5)


@drives("timm.utils.agc:adaptive_clip_grad")
def _(f, d):
    model = mlp(d)
    model(torch.randn(4, 8, device=d)).sum().backward()
    return (list(model.parameters()),)


@drives("timm.utils.model_ema:ModelEmaV3.update")
def _(f, d):
    model = mlp(d)
    return of("timm.utils", "ModelEmaV3")(model).update, (model,)


# transformers.
@drives("transformers.models.bert.modeling_bert:BertModel.forward")
def _(f, d):
    from transformers import BertConfig, BertModel

    config = BertConfig(hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16, vocab_size=20)
    return BertModel(config).to(d).eval(), (classes(12, 5, d).view(2, 6), torch.ones(2, 6, dtype=torch.long, device=d))


@drives("transformers.models.gpt2.modeling_gpt2:GPT2Model.forward")
def _(f, d):
    from transformers import GPT2Config, GPT2Model

    return GPT2Model(GPT2Config(n_embd=16, n_layer=1, n_head=2, vocab_size=20)).to(d).eval(), (classes(12, 5, d).view(2, 6),)


@drives("transformers.models.vit.modeling_vit:ViTModel.forward")
def _(f, d):
    from transformers import ViTConfig, ViTModel

    config = ViTConfig(
        hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16, image_size=16, patch_size=4
    )
    return ViTModel(config).to(d).eval(), (images(d),)


@drives("transformers.models.clip.modeling_clip:CLIPTextModel.forward")
def _(f, d):
    from transformers import CLIPTextConfig, CLIPTextModel

    config = CLIPTextConfig(
        vocab_size=20, hidden_size=16, intermediate_size=16, num_hidden_layers=1, num_attention_heads=2, eos_token_id=2
    )
    return CLIPTextModel(config).to(d).eval(), (classes(12, 5, d).view(2, 6),)


@drives("transformers.models.t5.modeling_t5:T5LayerNorm.forward")
def _(f, d):
    return of("transformers.models.t5.modeling_t5", "T5LayerNorm")(8).to(d), (torch.randn(2, 5, 8, device=d),)


@drives("transformers.models.mixtral.modeling_mixtral:MixtralSparseMoeBlock.forward")
def _(f, d):
    from transformers import MixtralConfig
    from transformers.models.mixtral.modeling_mixtral import MixtralSparseMoeBlock

    block = MixtralSparseMoeBlock(MixtralConfig(hidden_size=8, intermediate_size=16, num_local_experts=4)).to(d)
    for parameter in block.parameters():
        nn.init.normal_(parameter, std=0.02)
    return block, (torch.randn(2, 5, 8, device=d),)


@drives("transformers.generation.logits_process:TopKLogitsWarper.__call__")
def _(f, d):
    return of("transformers", "TopKLogitsWarper")(5).__call__, (classes(6, 5, d).view(1, 6), torch.randn(1, 20, device=d))


@drives("transformers.generation.logits_process:MinPLogitsWarper.__call__")
def _(f, d):
    return of("transformers", "MinPLogitsWarper")(0.1).__call__, (classes(6, 5, d).view(1, 6), torch.randn(1, 20, device=d))


@drives("transformers.generation.logits_process:NoRepeatNGramLogitsProcessor.__call__")
def _(f, d):
    processor = of("transformers", "NoRepeatNGramLogitsProcessor")(2)
    return processor.__call__, (classes(6, 5, d).view(1, 6), torch.randn(1, 20, device=d))


@drives("transformers.generation.stopping_criteria:MaxLengthCriteria.__call__")
def _(f, d):
    criteria = of("transformers", "MaxLengthCriteria")(10)
    return criteria.__call__, (classes(6, 5, d).view(1, 6), torch.randn(1, 20, device=d))


@drives("transformers.loss.loss_utils:ForCausalLMLoss")
def _(f, d):
    return torch.randn(2, 6, 10, device=d), classes(12, 10, d).view(2, 6), 10


# Graphs.
@drives("torch_geometric.nn.conv.gcn_conv:GCNConv.forward")
def _(f, d):
    return of("torch_geometric.nn", "GCNConv")(4, 3).to(d), (torch.randn(5, 4, device=d), edges(d))


@drives("torch_geometric.nn.conv.sage_conv:SAGEConv.forward")
def _(f, d):
    return of("torch_geometric.nn", "SAGEConv")(4, 3).to(d), (torch.randn(5, 4, device=d), edges(d))


@drives("torch_geometric.utils.loop:remove_self_loops")
def _(f, d):
    return (edges(d),)


@drives("torch_geometric.utils._coalesce:coalesce")
def _(f, d):
    return (edges(d),)


@drives("torch_geometric.utils._to_dense_batch:to_dense_batch")
def _(f, d):
    return torch.randn(6, 4, device=d), classes(6, 2, d).sort().values


@drives("torch_geometric.utils._one_hot:one_hot")
def _(f, d):
    return classes(6, 3, d), 3


@drives("torch_geometric.nn.pool.glob:global_mean_pool")
def _(f, d):
    return torch.randn(6, 4, device=d), classes(6, 2, d).sort().values, 2


@drives("torch_geometric.nn.norm.graph_norm:GraphNorm.forward")
def _(f, d):
    return of("torch_geometric.nn", "GraphNorm")(4).to(d), (torch.randn(6, 4, device=d), classes(6, 2, d).sort().values, 2)


@drives("torch_geometric.nn.pool.topk_pool:TopKPooling.forward")
def _(f, d):
    return of("torch_geometric.nn", "TopKPooling")(4).to(d), (torch.randn(5, 4, device=d), edges(d))


# Audio.
@drives("torchaudio.functional.functional:compute_deltas")
def _(f, d):
    return (torch.randn(1, 4, 12, device=d),)


@drives("torchaudio.functional.functional:resample")
def _(f, d):
    return torch.randn(1, 64, device=d), 16000, 8000


@drives("torchaudio.functional.functional:add_noise")
def _(f, d):
    return torch.randn(2, 32, device=d), torch.randn(2, 32, device=d), torch.tensor([5.0, 10.0], device=d)


@drives("torchaudio.functional.functional:mask_along_axis")
def _(f, d):
    return torch.randn(1, 8, 12, device=d), 3, 0.0, 1


@drives("torchaudio.transforms._transforms:MelSpectrogram.forward")
def _(f, d):
    return of("torchaudio.transforms", "MelSpectrogram")(n_fft=64, n_mels=4).to(d), (torch.randn(1, 256, device=d),)


@drives("torchaudio.models.conformer:Conformer.forward")
def _(f, d):
    model = of("torchaudio.models", "Conformer")(8, 2, 16, 1, 3).to(d).eval()
    return model, (torch.randn(2, 6, 8, device=d), torch.tensor([6, 4], device=d))


# Numerics.
@drives("e3nn.o3._spherical_harmonics:spherical_harmonics")
def _(f, d):
    return [0, 1, 2], torch.randn(4, 3, device=d), True


@drives("e3nn.o3._rotation:axis_angle_to_quaternion")
def _(f, d):
    return torch.randn(4, 3, device=d), torch.randn(4, device=d)


@drives("gpytorch.kernels.rbf_kernel:RBFKernel.forward")
def _(f, d):
    return of("gpytorch.kernels", "RBFKernel")().to(d).forward, (torch.randn(5, 2, device=d), torch.randn(4, 2, device=d))


@drives("botorch.utils.multi_objective.pareto:is_non_dominated")
def _(f, d):
    return (torch.randn(6, 2, device=d),)


@drives("botorch.utils.transforms:standardize")
def _(f, d):
    return (torch.randn(6, 1, device=d),)


@drives("sentence_transformers.util.similarity:cos_sim")
def _(f, d):
    return torch.randn(4, 3, device=d), torch.randn(5, 3, device=d)


@drives("sentence_transformers.util.retrieval:semantic_search")
def _(f, d):
    return torch.randn(4, 3, device=d), torch.randn(5, 3, device=d)


@drives("peft.tuners.lora.layer:Linear.forward")
def _(f, d):
    from peft import LoraConfig
    from peft.tuners.lora.layer import Linear

    layer = Linear(nn.Linear(8, 8), "default", LoraConfig(r=4), r=4, lora_alpha=8).to(d)
    return layer, (torch.randn(2, 8, device=d),)


@drives("einops.einops:reduce")
def _(f, d):
    return images(d), "b c h w -> b c", "mean"


@drives("einops.einops:repeat")
def _(f, d):
    return torch.randn(3, 4, device=d), "h w -> h 2 w"


# kornia.
@drives("kornia.geometry.transform.imgwarp:warp_perspective")
def _(f, d):
    return images(d), torch.eye(3, device=d).repeat(2, 1, 1), (16, 16)


@drives("kornia.filters.canny:canny")
def _(f, d):
    return (images(d),)


@drives("kornia.filters.gaussian:gaussian_blur2d")
def _(f, d):
    return images(d), (3, 3), (1.5, 1.5)


@drives("kornia.color.hsv:rgb_to_hsv")
def _(f, d):
    return (images(d),)


@drives("kornia.enhance.equalization:equalize_clahe")
def _(f, d):
    return images(d), 40.0, (2, 2)


@drives("kornia.enhance.adjust:equalize")
def _(f, d):
    return (images(d),)


@drives("kornia.morphology.morphology:dilation")
def _(f, d):
    return images(d), torch.ones(3, 3, device=d)


@drives("kornia.geometry.conversions:quaternion_to_rotation_matrix")
def _(f, d):
    return (torch.randn(4, 4, device=d),)


@drives("kornia.geometry.homography:find_homography_dlt")
def _(f, d):
    return torch.rand(1, 6, 2, device=d), torch.rand(1, 6, 2, device=d)


@drives("kornia.losses.focal:focal_loss")
def _(f, d):
    return torch.randn(2, 3, 4, 4, device=d), classes(32, 3, d).view(2, 4, 4), 0.5


@drives("kornia.augmentation._2d.intensity.normalize:Normalize.forward")
def _(f, d):
    return of("kornia.augmentation", "Normalize")(torch.tensor([0.5] * 3), torch.tensor([0.2] * 3)).to(d), (images(d),)


@drives("kornia.augmentation._2d.geometric.horizontal_flip:RandomHorizontalFlip.forward")
def _(f, d):
    return of("kornia.augmentation", "RandomHorizontalFlip")(p=0.5), (images(d),)


# Metric learning.
@drives("pytorch_metric_learning.losses.triplet_margin_loss:TripletMarginLoss.forward")
def _(f, d):
    return of("pytorch_metric_learning.losses", "TripletMarginLoss")(), (torch.randn(8, 4, device=d), classes(8, 3, d))


@drives("pytorch_metric_learning.losses.proxy_losses:ProxyNCALoss.forward")
def _(f, d):
    return of("pytorch_metric_learning.losses", "ProxyNCALoss")(3, 4).to(d), (torch.randn(8, 4, device=d), classes(8, 3, d))


@drives("pytorch_metric_learning.distances.lp_distance:LpDistance.forward")
def _(f, d):
    return of("pytorch_metric_learning.distances", "LpDistance")(), (torch.randn(8, 4, device=d),)


# Diffusion.
@drives("diffusers.schedulers.scheduling_ddpm:DDPMScheduler.add_noise")
def _(f, d):
    scheduler = of("diffusers", "DDPMScheduler")(10)
    return scheduler.add_noise, (images(d), images(d), torch.tensor([1, 5], device=d))


@drives("diffusers.schedulers.scheduling_ddpm:DDPMScheduler.step")
def _(f, d):
    scheduler = of("diffusers", "DDPMScheduler")(10)
    scheduler.set_timesteps(5, device=d)
    return scheduler.step, (images(d), 4, images(d))


@drives("diffusers.schedulers.scheduling_ddim:DDIMScheduler.step")
def _(f, d):
    scheduler = of("diffusers", "DDIMScheduler")(10)
    scheduler.set_timesteps(5, device=d)
    return scheduler.step, (images(d), 4, images(d))


@drives("diffusers.schedulers.scheduling_euler_discrete:EulerDiscreteScheduler.scale_model_input")
def _(f, d):
    scheduler = of("diffusers", "EulerDiscreteScheduler")(10)
    scheduler.set_timesteps(5, device=d)
    return scheduler.scale_model_input, (images(d), scheduler.timesteps[0])


@drives("diffusers.models.unets.unet_2d:UNet2DModel.forward")
def _(f, d):
    unet = of("diffusers", "UNet2DModel")(
        sample_size=16,
        block_out_channels=(8, 8),
        layers_per_block=1,
        down_block_types=("DownBlock2D", "DownBlock2D"),
        up_block_types=("UpBlock2D", "UpBlock2D"),
        norm_num_groups=4,
        attention_head_dim=4,
    ).to(d)
    return unet, (images(d), torch.tensor([1, 5], device=d))


@drives("diffusers.models.embeddings:get_timestep_embedding")
def _(f, d):
    return torch.tensor([1, 5], device=d), 8


@drives("diffusers.training_utils:compute_snr")
def _(f, d):
    return of("diffusers", "DDPMScheduler")(10), torch.tensor([1, 5], device=d)


@drives("diffusers.training_utils:EMAModel.step")
def _(f, d):
    model = mlp(d)
    return of("diffusers.training_utils", "EMAModel")(model.parameters()).step, (list(model.parameters()),)


# Others.
@drives("vector_quantize_pytorch.vector_quantize_pytorch:VectorQuantize.forward")
def _(f, d):
    return of("vector_quantize_pytorch", "VectorQuantize")(dim=8, codebook_size=16).to(d), (torch.randn(2, 6, 8, device=d),)


@drives("vector_quantize_pytorch.finite_scalar_quantization:FSQ.forward")
def _(f, d):
    return of("vector_quantize_pytorch", "FSQ")([4, 4, 4]).to(d), (torch.randn(2, 6, 3, device=d),)


@drives("x_transformers.x_transformers:TransformerWrapper.forward")
def _(f, d):
    decoder = of("x_transformers", "Decoder")(dim=16, depth=1, heads=2)
    model = of("x_transformers", "TransformerWrapper")(num_tokens=20, max_seq_len=16, attn_layers=decoder).to(d)
    return model, (classes(12, 5, d).view(2, 6),)


@drives("x_transformers.autoregressive_wrapper:top_p")
def _(f, d):
    return torch.randn(2, 20, device=d), 0.9


@drives("rotary_embedding_torch.rotary_embedding_torch:RotaryEmbedding.rotate_queries_or_keys")
def _(f, d):
    return of("rotary_embedding_torch", "RotaryEmbedding")(8).to(d).rotate_queries_or_keys, (
        torch.randn(1, 2, 5, 8, device=d),
    )


@drives("ema_pytorch.ema_pytorch:EMA.update")
def _(f, d):
    return of("ema_pytorch", "EMA")(mlp(d), update_every=1, update_after_step=0).to(d).update, ()


@drives("piq.ssim:ssim")
def _(f, d):
    return images(d), images(d)


@drives("piq.gmsd:gmsd")
def _(f, d):
    return images(d), images(d)


@drives("piq.tv:total_variation")
def _(f, d):
    return (images(d),)


@drives("segmentation_models_pytorch.losses.dice:DiceLoss.forward")
def _(f, d):
    loss = of("segmentation_models_pytorch.losses", "DiceLoss")("multiclass")
    return loss, (torch.randn(2, 3, 4, 4, device=d), classes(32, 3, d).view(2, 4, 4))


@drives("segmentation_models_pytorch.losses.lovasz:LovaszLoss.forward")
def _(f, d):
    loss = of("segmentation_models_pytorch.losses", "LovaszLoss")("multiclass")
    return loss, (torch.randn(2, 3, 4, 4, device=d), classes(32, 3, d).view(2, 4, 4))


@drives("segmentation_models_pytorch.metrics.functional:get_stats")
def _(f, d):
    return classes(32, 3, d).view(2, 4, 4), classes(32, 3, d).view(2, 4, 4), "multiclass", None, None, 3


@drives("segmentation_models_pytorch.decoders.unet.model:Unet.forward")
def _(f, d):
    unet = of("segmentation_models_pytorch", "Unet")("resnet18", encoder_weights=None, decoder_channels=(16, 16, 8, 8, 8))
    return unet.to(d).eval(), (images(d, 32),)


@drives("torchjd.aggregation._mgda:MGDA.forward")
def _(f, d):
    return of("torchjd.aggregation", "MGDA")(), (torch.randn(2, 6, device=d),)
