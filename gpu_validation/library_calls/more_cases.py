"""A second set of calls of libraries with operands on the GPU, drawn by name: see README.md. As in cases.py, one in each function."""
import accelerate.utils
import diffusers
import sentence_transformers.util
import timm.layers
import torch
import torch_geometric.nn
import torch_geometric.utils
import torchaudio.functional
import torchaudio.transforms
import torchmetrics
import torchmetrics.functional
import torchmetrics.functional.classification
import torchmetrics.functional.image
import torchmetrics.functional.nominal
import torchmetrics.functional.pairwise
import torchmetrics.functional.retrieval
import torchvision.ops
import torchvision.transforms.v2.functional
import transformers

device = torch.device("cuda")
nodes = torch.randn(40, 16, device=device)
edges = torch.randint(0, 40, (2, 200), device=device)
batch = torch.arange(4, device=device).repeat_interleave(10, output_size=40)
values = torch.rand(64, device=device) + 0.1
others = torch.rand(64, device=device) + 0.1
chances = torch.rand(64, device=device)
truths = torch.randint(0, 2, (64,), device=device)
scores = torch.softmax(torch.randn(64, 5, device=device), dim=1)
labels = torch.randint(0, 5, (64,), device=device)
several = torch.rand(64, 5, device=device)
several_truths = torch.randint(0, 2, (64, 5), device=device)
queries = torch.zeros(64, dtype=torch.long, device=device)
images = torch.rand(4, 3, 64, 64, device=device)
pictures = torch.randint(0, 256, (3, 64, 64), dtype=torch.uint8, device=device)
corners = torch.rand(30, 2, device=device) * 40
boxes = torch.cat([corners, corners + 10], dim=1)
other_boxes = boxes + 1.0
regions = torch.cat([torch.zeros(30, 1, device=device), boxes], dim=1)
sound = torch.randn(2, 16000, device=device)
noise = torch.randn(2, 16000, device=device)
ratios = torch.tensor([10.0, 10.0], device=device)
tokens = torch.randint(3, 90, (2, 12), device=device)
latents = torch.randn(2, 4, 16, 16, device=device)
steps = torch.randint(0, 1000, (2,), device=device)
r2 = torchmetrics.R2Score().to(device)
spearman = torchmetrics.SpearmanCorrCoef().to(device)
running = torchmetrics.RunningMean(window=3).to(device)
cat_metric = torchmetrics.CatMetric().to(device)
explained = torchmetrics.ExplainedVariance().to(device)
minimum = torchmetrics.MinMetric().to(device)
retrieval = torchmetrics.RetrievalRPrecision().to(device)
frozen_norm = torchvision.ops.FrozenBatchNorm2d(3).to(device)
pooler = torchvision.ops.MultiScaleRoIAlign(["0"], 7, 2).to(device)
sg_conv = torch_geometric.nn.SGConv(16, 8).to(device)
pair_norm = torch_geometric.nn.PairNorm().to(device)
gen_conv = torch_geometric.nn.GENConv(16, 8).to(device)
edge_conv = torch_geometric.nn.EdgeConv(torch.nn.Linear(32, 8)).to(device)
gatv2 = torch_geometric.nn.GATv2Conv(16, 8).to(device)
cheb = torch_geometric.nn.ChebConv(16, 8, K=3).to(device)
drop_path = timm.layers.DropPath(0.1).to(device)
layer_norm = timm.layers.LayerNorm2d(3).to(device)
context = timm.layers.GlobalContext(16).to(device)
mlp = timm.layers.Mlp(16).to(device)
mel = torchaudio.transforms.MelSpectrogram(16000).to(device)
add_noise = torchaudio.transforms.AddNoise().to(device)
volume = torchaudio.transforms.Vol(0.5).to(device)
ddpm = diffusers.DDPMScheduler()
ddpm.set_timesteps(10, device=device)
flow = diffusers.FlowMatchEulerDiscreteScheduler()
ancestral = diffusers.EulerAncestralDiscreteScheduler()
bert = transformers.BertModel(
    transformers.BertConfig(vocab_size=100, hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64)
).to(device)
gpt2 = transformers.GPT2LMHeadModel(
    transformers.GPT2Config(vocab_size=100, n_embd=32, n_layer=2, n_head=2, eos_token_id=2, pad_token_id=0, bos_token_id=1)
).to(device)


def case_mean_squared_log_error():
    torchmetrics.functional.mean_squared_log_error(values, others)


def case_retrieval_normalized_dcg():
    torchmetrics.functional.retrieval.retrieval_normalized_dcg(chances, truths)


def case_pairwise_linear_similarity():
    torchmetrics.functional.pairwise.pairwise_linear_similarity(nodes)


def case_sliding_window_error():
    torchmetrics.functional.image.root_mean_squared_error_using_sliding_window(images, images)


def case_weighted_percentage_error():
    torchmetrics.functional.weighted_mean_absolute_percentage_error(values, others)


def case_jaccard_index():
    torchmetrics.functional.jaccard_index(scores, labels, task="multiclass", num_classes=5)


def case_tweedie_deviance_score():
    torchmetrics.functional.tweedie_deviance_score(values, others)


def case_retrieval_reciprocal_rank():
    torchmetrics.functional.retrieval.retrieval_reciprocal_rank(chances, truths)


def case_relative_squared_error():
    torchmetrics.functional.relative_squared_error(values, others)


def case_tschuprows_t():
    torchmetrics.functional.nominal.tschuprows_t(labels, truths)


def case_multilabel_recall():
    torchmetrics.functional.classification.multilabel_recall(several, several_truths, num_labels=5)


def case_recall_at_fixed_precision():
    torchmetrics.functional.classification.multiclass_recall_at_fixed_precision(scores, labels, num_classes=5, min_precision=0.5)


def case_binary_f1_score():
    torchmetrics.functional.classification.binary_f1_score(chances, truths)


def case_multiclass_average_precision():
    torchmetrics.functional.classification.multiclass_average_precision(scores, labels, num_classes=5)


def case_binary_recall_unchecked():
    torchmetrics.functional.classification.binary_recall(chances, truths, validate_args=False)


def case_multilabel_coverage_error():
    torchmetrics.functional.classification.multilabel_coverage_error(several, several_truths, num_labels=5)


def case_retrieval_update():
    retrieval.update(chances, truths, queries)


def case_r2_update():
    r2.update(values, others)


def case_r2_compute():
    r2.compute()


def case_spearman_update():
    spearman.update(values, others)


def case_running_mean():
    running(values)


def case_cat_update():
    cat_metric.update(values)


def case_explained_variance():
    explained(values, others)


def case_minimum_update():
    minimum.update(values)


def case_roi_align():
    torchvision.ops.roi_align(images, regions, 7)


def case_roi_pool():
    torchvision.ops.roi_pool(images, [boxes, boxes, boxes, boxes], 7)


def case_distance_box_iou_loss():
    torchvision.ops.distance_box_iou_loss(boxes, other_boxes)


def case_frozen_norm():
    frozen_norm(images)


def case_complete_box_iou():
    torchvision.ops.complete_box_iou(boxes, other_boxes)


def case_drop_block():
    torchvision.ops.drop_block2d(images, 0.1, 3)


def case_pooler():
    pooler({"0": images}, [boxes, boxes, boxes, boxes], [(64, 64)] * 4)


def case_crop():
    torchvision.transforms.v2.functional.crop(images, 0, 0, 32, 32)


def case_equalize():
    torchvision.transforms.v2.functional.equalize(pictures)


def case_posterize():
    torchvision.transforms.v2.functional.posterize(pictures, 4)


def case_adjust_contrast():
    torchvision.transforms.v2.functional.adjust_contrast(images, 1.3)


def case_gaussian_noise():
    torchvision.transforms.v2.functional.gaussian_noise(images)


def case_solarize():
    torchvision.transforms.v2.functional.solarize(images, 0.5)


def case_lexsort():
    torch_geometric.utils.lexsort([edges[0], edges[1]])


def case_assortativity():
    torch_geometric.utils.assortativity(edges)


def case_index_sort():
    torch_geometric.utils.index_sort(edges[0], max_value=40)


def case_group_argsort():
    torch_geometric.utils.group_argsort(nodes[:, 0], batch, num_groups=4)


def case_unbatch_edge_index():
    torch_geometric.utils.unbatch_edge_index(edges, batch)


def case_one_hot():
    torch_geometric.utils.one_hot(labels)


def case_one_hot_of_five():
    torch_geometric.utils.one_hot(labels, num_classes=5)


def case_narrow():
    torch_geometric.utils.narrow(nodes, 0, 0, 10)


def case_remove_isolated_nodes():
    torch_geometric.utils.remove_isolated_nodes(edges, num_nodes=40)


def case_sg_conv():
    sg_conv(nodes, edges)


def case_pair_norm():
    pair_norm(nodes, batch)


def case_gen_conv():
    gen_conv(nodes, edges)


def case_edge_conv():
    edge_conv(nodes, edges)


def case_gatv2():
    gatv2(nodes, edges)


def case_cheb():
    cheb(nodes, edges)


def case_drop_path():
    drop_path(images)


def case_layer_norm():
    layer_norm(images)


def case_global_context():
    context(nodes.view(1, 16, 8, 5))


def case_mlp():
    mlp(nodes)


def case_biquad():
    torchaudio.functional.biquad(sound, 0.1, 0.2, 0.1, 1.0, -0.5, 0.2)


def case_compute_deltas():
    torchaudio.functional.compute_deltas(sound)


def case_griffinlim():
    torchaudio.functional.griffinlim(
        torch.rand(201, 20, device=device), torch.hann_window(400, device=device), 400, 200, 400, 1.0, 2, 0.9, None, True
    )


def case_detect_pitch_frequency():
    torchaudio.functional.detect_pitch_frequency(sound, 16000)


def case_sliding_window_cmn():
    torchaudio.functional.sliding_window_cmn(images[0])


def case_treble_biquad():
    torchaudio.functional.treble_biquad(sound, 16000, 3.0)


def case_spectral_centroid():
    torchaudio.functional.spectral_centroid(sound, 16000, 0, torch.hann_window(400, device=device), 400, 200, 400)


def case_fftconvolve():
    torchaudio.functional.fftconvolve(sound, noise)


def case_mel_spectrogram():
    mel(sound)


def case_add_noise():
    add_noise(sound, noise, ratios)


def case_volume():
    volume(sound)


def case_ddpm_add_noise():
    ddpm.add_noise(latents, latents, steps)


def case_ddpm_step():
    ddpm.step(latents, 500, latents)


def case_ancestral_set_timesteps():
    ancestral.set_timesteps(10, device=device)


def case_flow_set_timesteps():
    flow.set_timesteps(10, device=device)


def case_pairwise_manhattan():
    sentence_transformers.util.pairwise_manhattan_sim(nodes, nodes)


def case_dot_score():
    sentence_transformers.util.dot_score(nodes, nodes)


def case_quantize_embeddings():
    sentence_transformers.util.quantize_embeddings(nodes, "binary")


def case_paraphrase_mining():
    sentence_transformers.util.paraphrase_mining_embeddings(nodes)


def case_normalize_embeddings():
    sentence_transformers.util.normalize_embeddings(nodes)


def case_set_seed():
    accelerate.utils.set_seed(1)


def case_bert():
    bert(tokens)


def case_gpt2_loss():
    gpt2(tokens, labels=tokens)


def case_gpt2_generate():
    gpt2.generate(tokens, max_new_tokens=4, do_sample=False)


def case_gpt2_sample():
    gpt2.generate(tokens, max_new_tokens=4, do_sample=True)
