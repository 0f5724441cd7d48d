"""Calls of libraries with operands on the GPU, one in each function: `run` measures which of them wait, `compare` asks the linter."""
import timm.utils
import torch
import torch_geometric.nn
import torch_geometric.utils
import torchaudio.functional
import torchmetrics
import torchmetrics.functional
import torchmetrics.functional.image
import torchmetrics.functional.pairwise
import torchmetrics.functional.retrieval
import torchvision.ops
import torchvision.transforms.functional

device = torch.device("cuda")
nodes = torch.randn(40, 16, device=device)
edges = torch.randint(0, 40, (2, 200), device=device)
weights = torch.rand(200, device=device)
batch = torch.arange(4, device=device).repeat_interleave(10, output_size=40)
subset = torch.arange(0, 40, 2, device=device)
scores = torch.rand(64, 5, device=device)
labels = torch.randint(0, 5, (64,), device=device)
values = torch.randn(64, device=device)
others = torch.randn(64, device=device)
truths = torch.randint(0, 2, (64,), device=device)
chances = torch.rand(64, device=device)
images = torch.rand(4, 3, 64, 64, device=device)
pictures = torch.rand(4, 3, 64, 64, device=device)
corners = torch.rand(30, 2, device=device) * 40
boxes = torch.cat([corners, corners + 10], dim=1)
confidences = torch.rand(30, device=device)
classes = torch.randint(0, 3, (30,), device=device)
masks = torch.rand(6, 32, 32, device=device) > 0.5
sound = torch.randn(2, 16000, device=device)
gcn = torch_geometric.nn.GCNConv(16, 8).to(device)
gat = torch_geometric.nn.GATConv(16, 8).to(device)
sage = torch_geometric.nn.SAGEConv(16, 8).to(device)
graph_norm = torch_geometric.nn.GraphNorm(16).to(device)
top_k = torch_geometric.nn.TopKPooling(16).to(device)
mean = torchmetrics.MeanMetric().to(device)
accuracy = torchmetrics.Accuracy(task="multiclass", num_classes=5).to(device)


def case_degree():
    torch_geometric.utils.degree(edges[0], 40)


def case_degree_open():
    torch_geometric.utils.degree(edges[0])


def case_add_self_loops():
    torch_geometric.utils.add_self_loops(edges, num_nodes=40)


def case_remove_self_loops():
    torch_geometric.utils.remove_self_loops(edges)


def case_contains_self_loops():
    torch_geometric.utils.contains_self_loops(edges)


def case_segregate_self_loops():
    torch_geometric.utils.segregate_self_loops(edges)


def case_to_undirected():
    torch_geometric.utils.to_undirected(edges, num_nodes=40)


def case_is_undirected():
    torch_geometric.utils.is_undirected(edges, num_nodes=40)


def case_coalesce():
    torch_geometric.utils.coalesce(edges, num_nodes=40)


def case_sort_edge_index():
    torch_geometric.utils.sort_edge_index(edges, num_nodes=40)


def case_subgraph():
    torch_geometric.utils.subgraph(subset, edges, num_nodes=40)


def case_k_hop_subgraph():
    torch_geometric.utils.k_hop_subgraph(3, 2, edges, num_nodes=40)


def case_softmax():
    torch_geometric.utils.softmax(weights, edges[0], num_nodes=40)


def case_scatter():
    torch_geometric.utils.scatter(nodes, batch, dim=0, dim_size=4)


def case_scatter_open():
    torch_geometric.utils.scatter(nodes, batch, dim=0)


def case_to_dense_adj():
    torch_geometric.utils.to_dense_adj(edges, max_num_nodes=40)


def case_to_dense_batch():
    torch_geometric.utils.to_dense_batch(nodes, batch)


def case_dense_to_sparse():
    torch_geometric.utils.dense_to_sparse(masks[0].float())


def case_negative_sampling():
    torch_geometric.utils.negative_sampling(edges, num_nodes=40)


def case_dropout_edge():
    torch_geometric.utils.dropout_edge(edges)


def case_dropout_node():
    torch_geometric.utils.dropout_node(edges, num_nodes=40)


def case_homophily():
    torch_geometric.utils.homophily(edges, batch)


def case_get_laplacian():
    torch_geometric.utils.get_laplacian(edges, num_nodes=40)


def case_mask_to_index():
    torch_geometric.utils.mask_to_index(truths.bool())


def case_index_to_mask():
    torch_geometric.utils.index_to_mask(subset, size=40)


def case_unbatch():
    torch_geometric.utils.unbatch(nodes, batch)


def case_contains_isolated_nodes():
    torch_geometric.utils.contains_isolated_nodes(edges, num_nodes=40)


def case_gcn_conv():
    gcn(nodes, edges)


def case_gat_conv():
    gat(nodes, edges)


def case_sage_conv():
    sage(nodes, edges)


def case_graph_norm():
    graph_norm(nodes, batch)


def case_top_k_pooling():
    top_k(nodes, edges, batch=batch)


def case_global_mean_pool():
    torch_geometric.nn.global_mean_pool(nodes, batch)


def case_global_add_pool():
    torch_geometric.nn.global_add_pool(nodes, batch, size=4)


def case_accuracy_function():
    torchmetrics.functional.accuracy(scores, labels, task="multiclass", num_classes=5)


def case_f1_score():
    torchmetrics.functional.f1_score(scores, labels, task="multiclass", num_classes=5)


def case_binary_auroc():
    torchmetrics.functional.classification.binary_auroc(chances, truths)


def case_binary_average_precision():
    torchmetrics.functional.classification.binary_average_precision(chances, truths)


def case_binary_accuracy():
    torchmetrics.functional.classification.binary_accuracy(chances, truths)


def case_multiclass_confusion_matrix():
    torchmetrics.functional.classification.multiclass_confusion_matrix(scores, labels, num_classes=5)


def case_multiclass_accuracy():
    torchmetrics.functional.classification.multiclass_accuracy(scores, labels, num_classes=5)


def case_mean_squared_error():
    torchmetrics.functional.mean_squared_error(values, others)


def case_mean_absolute_error():
    torchmetrics.functional.mean_absolute_error(values, others)


def case_r2_score():
    torchmetrics.functional.r2_score(values, others)


def case_pearson_corrcoef():
    torchmetrics.functional.pearson_corrcoef(values, others)


def case_spearman_corrcoef():
    torchmetrics.functional.spearman_corrcoef(values, others)


def case_kendall_rank_corrcoef():
    torchmetrics.functional.kendall_rank_corrcoef(values, others)


def case_explained_variance():
    torchmetrics.functional.explained_variance(values, others)


def case_cosine_similarity():
    torchmetrics.functional.cosine_similarity(scores, scores)


def case_pairwise_cosine():
    torchmetrics.functional.pairwise.pairwise_cosine_similarity(nodes, nodes)


def case_psnr():
    torchmetrics.functional.image.peak_signal_noise_ratio(images, pictures, data_range=1.0)


def case_ssim():
    torchmetrics.functional.image.structural_similarity_index_measure(images, pictures, data_range=1.0)


def case_total_variation():
    torchmetrics.functional.image.total_variation(images)


def case_retrieval_map():
    torchmetrics.functional.retrieval.retrieval_average_precision(chances, truths)


def case_retrieval_precision():
    torchmetrics.functional.retrieval.retrieval_precision(chances, truths, top_k=3)


def case_mean_metric():
    mean(values)


def case_mean_update():
    mean.update(values)


def case_accuracy_update():
    accuracy.update(scores, labels)


def case_nms():
    torchvision.ops.nms(boxes, confidences, 0.5)


def case_batched_nms():
    torchvision.ops.batched_nms(boxes, confidences, classes, 0.5)


def case_box_iou():
    torchvision.ops.box_iou(boxes, boxes)


def case_generalized_box_iou():
    torchvision.ops.generalized_box_iou(boxes, boxes)


def case_box_area():
    torchvision.ops.box_area(boxes)


def case_remove_small_boxes():
    torchvision.ops.remove_small_boxes(boxes, 1.0)


def case_clip_boxes():
    torchvision.ops.clip_boxes_to_image(boxes, (40, 40))


def case_box_convert():
    torchvision.ops.box_convert(boxes, "xyxy", "cxcywh")


def case_masks_to_boxes():
    torchvision.ops.masks_to_boxes(masks)


def case_focal_loss():
    torchvision.ops.sigmoid_focal_loss(chances, truths.float())


def case_stochastic_depth():
    torchvision.ops.stochastic_depth(nodes, 0.2, "row")


def case_normalize():
    torchvision.transforms.functional.normalize(images, [0.5, 0.5, 0.5], [0.2, 0.2, 0.2])


def case_resize():
    torchvision.transforms.functional.resize(images, [32, 32])


def case_hflip():
    torchvision.transforms.functional.hflip(images)


def case_adjust_brightness():
    torchvision.transforms.functional.adjust_brightness(images, 1.2)


def case_adjust_hue():
    torchvision.transforms.functional.adjust_hue(images, 0.1)


def case_gaussian_blur():
    torchvision.transforms.functional.gaussian_blur(images, [3, 3])


def case_rotate():
    torchvision.transforms.functional.rotate(images, 30.0)


def case_amplitude_to_db():
    torchaudio.functional.amplitude_to_DB(sound.abs(), 10.0, 1e-10, 0.0, 80.0)


def case_lowpass_biquad():
    torchaudio.functional.lowpass_biquad(sound, 16000, 3000.0)


def case_resample():
    torchaudio.functional.resample(sound, 16000, 8000)


def case_mu_law_encoding():
    torchaudio.functional.mu_law_encoding(sound, 256)


def case_timm_accuracy():
    timm.utils.accuracy(scores, labels, topk=(1, 3))
