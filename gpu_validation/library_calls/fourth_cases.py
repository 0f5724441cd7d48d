"""A fourth set of calls of libraries with operands on the GPU, drawn by name: see README.md. As in cases.py, one in each function."""

import accelerate.utils
import diffusers
import diffusers.models.embeddings
import einops
import ignite.metrics
import kornia.augmentation
import kornia.color
import kornia.enhance
import kornia.filters
import kornia.geometry.transform
import kornia.losses
import kornia.metrics
import kornia.morphology
import lightning.pytorch.utilities
import monai.losses
import monai.metrics
import monai.networks.blocks
import monai.networks.layers
import monai.networks.utils
import monai.transforms
import peft
import sentence_transformers.util
import timm.layers
import timm.loss
import timm.utils
import torch
import torch_geometric.nn
import torch_geometric.utils
import torchaudio.functional
import torchaudio.transforms
import torchmetrics
import torchmetrics.classification
import torchmetrics.functional
import torchmetrics.functional.audio
import torchmetrics.functional.classification
import torchmetrics.functional.clustering
import torchmetrics.functional.image
import torchmetrics.functional.nominal
import torchmetrics.functional.retrieval
import torchmetrics.image
import torchmetrics.regression
import torchmetrics.segmentation
import torchvision.ops
import torchvision.transforms.v2
import torchvision.transforms.v2.functional
import torchvision.tv_tensors
import transformers

device = torch.device("cuda")
nodes = torch.randn(40, 16, device=device)
edges = torch.randint(0, 40, (2, 200), device=device)
relations = torch.randint(0, 3, (200,), device=device)
features = torch.rand(200, 3, device=device)
mesh_edges = torch.randint(0, 40, (2, 160), device=device)
heads = torch.randint(0, 40, (64,), device=device)
links = torch.randint(0, 3, (64,), device=device)
batch = torch.arange(4, device=device).repeat_interleave(10, output_size=40)
dense = torch.rand(2, 20, 16, device=device)
adjacency = torch.rand(2, 20, 20, device=device)
times = torch.rand(40, device=device)
values = torch.rand(64, device=device) + 0.1
others = torch.rand(64, device=device) + 0.1
chances = torch.rand(64, device=device)
truths = torch.randint(0, 2, (64,), device=device)
queries = torch.arange(4, device=device).repeat_interleave(16, output_size=64)
scores = torch.softmax(torch.randn(64, 5, device=device), dim=1)
more_scores = torch.softmax(torch.randn(64, 5, device=device), dim=1)
labels = torch.randint(0, 5, (64,), device=device)
answers = torch.randint(0, 5, (64,), device=device)
columns = torch.randint(0, 4, (64, 3), device=device)
several = torch.rand(64, 5, device=device)
several_truths = torch.randint(0, 2, (64, 5), device=device)
counts = torch.tensor([10.0, 20.0, 30.0, 15.0, 25.0], device=device)
images = torch.rand(4, 3, 32, 32, device=device)
pictures = torch.rand(4, 3, 32, 32, device=device)
small_images = torch.rand(4, 3, 8, 8, device=device)
large_images = torch.rand(2, 3, 192, 192, device=device)
large_pictures = torch.rand(2, 3, 192, 192, device=device)
bytes_of_image = torch.randint(0, 256, (3, 32, 32), dtype=torch.uint8, device=device)
maps = torch.rand(4, 16, 16, 16, device=device)
sequence = torch.rand(4, 16, 16, device=device)
attention = torch.rand(4, 2, 16, 16, device=device)
patches = torch.rand(4, 16, 8, 8, 3, device=device)
patch_weight = torch.rand(16, 3 * 4 * 4, device=device)
volumes = torch.rand(2, 3, 8, 16, 16, device=device)
depths = torch.rand(4, 1, 32, 32, device=device)
masks = torch.randint(0, 3, (4, 32, 32), device=device)
one_hot = torch.randint(0, 2, (4, 3, 32, 32), device=device)
regions = torch.tensor([[0.0, 1.0, 1.0, 9.0, 9.0]], device=device)
boxes = torch.rand(10, 4, device=device) * 10 + torch.tensor([0.0, 0.0, 20.0, 20.0], device=device)
box_labels = torch.randint(0, 3, (10,), device=device)
box_scores = torch.rand(10, device=device)
corners = torch.tensor([[[2.0, 2.0], [20.0, 2.0], [20.0, 20.0], [2.0, 20.0]]], device=device).repeat(4, 1, 1)
points = torch.rand(20, 2, device=device) * 30
rotations = torch.linalg.qr(torch.rand(4, 3, 3, device=device)).Q
shifts = torch.zeros(4, 18, 30, 30, device=device)
offsets = torch.rand(4, 2, device=device)
kernel = torch.ones(3, 3, device=device)
bins = torch.linspace(0, 1, 16, device=device)
width = torch.tensor(0.1, device=device)
line = torch.rand(3, device=device)
flat = torch.eye(27, device=device)
middle = torch.zeros(1, 27, device=device)
sigmas = torch.tensor([[1.0, 1.5, 2.0]], device=device)
sound = torch.randn(2, 16000, device=device)
noise = torch.randn(2, 16000, device=device)
lengths = torch.tensor([16000, 12000], device=device)
speakers = torch.rand(4, 2, 400, device=device)
more_speakers = torch.rand(4, 2, 400, device=device)
spectrum = torch.randn(2, 201, 50, dtype=torch.complex64, device=device)
mel = torch.rand(32, 20, device=device)
channels = torch.randn(2, 201, 3, dtype=torch.complex64, device=device)
psd = torch.einsum("ifc,jfc->fij", channels, channels.conj())
spread = torch.eye(16, device=device)
latents = torch.randn(2, 4, 16, 16, device=device)
tokens = torch.randint(3, 90, (2, 12), device=device)
relevances = torch.randint(0, 2, (64, 5), device=device).float()
words = torch.rand(4, 7, 32, device=device)
identities = torch.rand(2, 24, device=device)
words_of_five = torch.randn(2, 5, 12, device=device)
answers_of_five = torch.randint(0, 5, (2, 12), device=device)
net = torch.nn.Sequential(torch.nn.Linear(16, 16), torch.nn.ReLU(), torch.nn.Linear(16, 16)).to(device)
other_net = torch.nn.Sequential(torch.nn.Linear(16, 16), torch.nn.ReLU(), torch.nn.Linear(16, 16)).to(device)
net(nodes).sum().backward()
convolution = torch.nn.Conv2d(3, 16, 3).to(device)
graph_net = torch_geometric.nn.GCN(16, 8, 2).to(device)
hamming = torchmetrics.HammingDistance(task="multiclass", num_classes=5).to(device)
hit_rate = torchmetrics.RetrievalHitRate().to(device)
theils_u = torchmetrics.TheilsU(num_classes=5).to(device)
maximum = torchmetrics.MaxMetric().to(device)
spectral_distortion = torchmetrics.SpectralDistortionIndex().to(device)
cohen_kappa = torchmetrics.CohenKappa(task="multiclass", num_classes=5).to(device)
distortion_ratio = torchmetrics.ScaleInvariantSignalDistortionRatio().to(device)
precision_recall = torchmetrics.classification.MulticlassPrecisionRecallCurve(num_classes=5).to(device)
recall_at_precision = torchmetrics.classification.MulticlassRecallAtFixedPrecision(num_classes=5, min_precision=0.5).to(device)
binary_auroc = torchmetrics.classification.BinaryAUROC().to(device)
binary_eer = torchmetrics.classification.BinaryEER(thresholds=20).to(device)
negative_value = torchmetrics.classification.MultilabelNegativePredictiveValue(num_labels=5).to(device)
spatial_distortion = torchmetrics.image.SpatialDistortionIndex().to(device)
multiscale = torchmetrics.image.MultiScaleStructuralSimilarityIndexMeasure(data_range=1.0).to(device)
log_error = torchmetrics.regression.MeanSquaredLogError().to(device)
jensen_shannon = torchmetrics.regression.JensenShannonDivergence().to(device)
cosine = torchmetrics.regression.CosineSimilarity().to(device)
dice_score = torchmetrics.segmentation.GeneralizedDiceScore(num_classes=3).to(device)
ps_roi_pool = torchvision.ops.PSRoIPool(2, 1.0).to(device)
drop_block = torchvision.ops.DropBlock2d(0.1, 3).to(device)
deform_conv = torchvision.ops.DeformConv2d(3, 8, 3).to(device)
roi_pool = torchvision.ops.RoIPool(7, 1.0).to(device)
zoom_out = torchvision.transforms.v2.RandomZoomOut(p=1.0).to(device)
random_affine = torchvision.transforms.v2.RandomAffine(20).to(device)
to_image = torchvision.transforms.v2.ToImage().to(device)
ten_crop = torchvision.transforms.v2.TenCrop(16).to(device)
flip = torchvision.transforms.v2.RandomHorizontalFlip(p=1.0).to(device)
blur = torchvision.transforms.v2.GaussianBlur(3).to(device)
block_sizes = torch.tensor([10, 20], device=device)
block_chances = torch.tensor([[0.5, 0.1], [0.1, 0.5]], device=device)
edge_pooling = torch_geometric.nn.EdgePooling(16).to(device)
quantile = torch_geometric.nn.QuantileAggregation(0.5).to(device)
equilibrium = torch_geometric.nn.EquilibriumAggregation(16, 8, [16]).to(device)
dense_graph_conv = torch_geometric.nn.DenseGraphConv(16, 8).to(device)
rgat_conv = torch_geometric.nn.RGATConv(16, 8, num_relations=3).to(device)
dist_mult = torch_geometric.nn.DistMult(40, 3, 16).to(device)
hypergraph_conv = torch_geometric.nn.HypergraphConv(16, 8).to(device)
super_gat_conv = torch_geometric.nn.SuperGATConv(16, 8).to(device)
jumping = torch_geometric.nn.JumpingKnowledge("cat").to(device)
temporal = torch_geometric.nn.TemporalEncoding(8).to(device)
mesh_conv = torch_geometric.nn.MeshCNNConv(16, 8).to(device)
dmon = torch_geometric.nn.DMoNPooling(16, 4).to(device)
cg_conv = torch_geometric.nn.CGConv(16, dim=3).to(device)
rel_pos_mlp = timm.layers.RelPosMlp((4, 4), num_heads=2).to(device)
latent_pool = timm.layers.AttentionPoolLatent(16, num_heads=2).to(device)
group_norm_act = timm.layers.GroupNormAct(16, 4).to(device)
rms_norm_act = timm.layers.RmsNormAct2dFp32(16).to(device)
interpolator = timm.layers.PatchEmbedInterpolator((4, 4), 3, 16).to(device)
sim_pool = timm.layers.SimPool1d(16).to(device)
soft_target = timm.loss.SoftTargetCrossEntropy().to(device)
balanced = timm.loss.DistributionBalancedLoss(counts, 100).to(device)
cross_entropy = timm.loss.BinaryCrossEntropy().to(device)
ema = timm.utils.ModelEma(net)
souden = torchaudio.transforms.SoudenMVDR().to(device)
inverse_spectrogram = torchaudio.transforms.InverseSpectrogram().to(device)
frequency_masking = torchaudio.transforms.FrequencyMasking(10).to(device)
speed = torchaudio.transforms.Speed(16000, 1.1).to(device)
inverse_mel = torchaudio.transforms.InverseMelScale(n_stft=201, n_mels=32).to(device)
erasing = kornia.augmentation.RandomErasing(p=1.0).to(device)
perspective3d = kornia.augmentation.RandomPerspective3D(p=1.0).to(device)
cut_mix = kornia.augmentation.RandomCutMixV2(data_keys=["input", "class"], p=1.0).to(device)
transplantation = kornia.augmentation.RandomTransplantation(p=1.0).to(device)
xyz_to_rgb = kornia.color.XyzToRgb().to(device)
hls_to_rgb = kornia.color.HlsToRgb().to(device)
yuv_to_rgb = kornia.color.YuvToRgb().to(device)
grains = torch.rand(40, 27, device=device)
contrast = kornia.enhance.AdjustContrastWithMeanSubtraction(1.3).to(device)
blur_pool = kornia.filters.BlurPool2D(3).to(device)
vflip = kornia.geometry.transform.Vflip().to(device)
translate = kornia.geometry.transform.Translate(offsets).to(device)
geman_mcclure = kornia.losses.GemanMcclureLoss().to(device)
kornia_ssim = kornia.metrics.SSIM(5).to(device)
contrastive = monai.losses.ContrastiveLoss().to(device)
adversarial = monai.losses.PatchAdversarialLoss().to(device)
diffusion = monai.losses.DiffusionLoss().to(device)
twins = monai.losses.BarlowTwinsLoss().to(device)
loss_metric = monai.metrics.LossMetric(torch.nn.MSELoss())
percentage_error = monai.metrics.MAPEMetric()
average_precision = monai.metrics.AveragePrecisionMetric()
med_next = monai.networks.blocks.MedNeXtDownBlock(16, 32, dim="2d").to(device)
monai_convolution = monai.networks.blocks.Convolution(2, 16, 8).to(device)
down_sample = monai.networks.blocks.RegistrationDownSampleBlock(2, 16, True).to(device)
pyramid = monai.networks.blocks.FeaturePyramidNetwork(2, [16, 16], 8).to(device)
laplace = monai.networks.layers.LaplaceFilter(2, 3).to(device)
gradient = monai.networks.layers.ConjugateGradient(lambda vector: spread @ vector, 3).to(device)
flatten = monai.transforms.FlattenSequence()
to_boxes = monai.transforms.ConvertPointsToBoxes()
solid_corners = torch.rand(10, 8, 3, device=device)
percentiles = monai.transforms.ScaleIntensityRangePercentiles(1, 99, 0.0, 1.0)
rotate = monai.transforms.Rotate(0.3)
std_shift = monai.transforms.RandStdShiftIntensity(1.0, prob=1.0)
grid_patch = monai.transforms.RandGridPatch((8, 8))
ignite_kappa = ignite.metrics.CohenKappa(device=device)
ndcg = ignite.metrics.NDCG([3], device=device)
perplexity = ignite.metrics.Perplexity(device=device)
recall = ignite.metrics.Recall(device=device)
ignite_ssim = ignite.metrics.SSIM(1.0, device=device)
unclip = diffusers.UnCLIPScheduler()
unclip.set_timesteps(10, device=device)
edm = diffusers.EDMDPMSolverMultistepScheduler()
helios = diffusers.HeliosScheduler()
score_sde = diffusers.ScoreSdeVeScheduler()
repaint = diffusers.RePaintScheduler()
face_projection = diffusers.models.embeddings.IPAdapterFaceIDPlusImageProjection(
    embed_dims=32, output_dims=32, hidden_dims=16, id_embeddings_dim=24, depth=2, dim_head=8, heads=2
).to(device)
face_projection.clip_embeds = torch.rand(2, 1, 5, 16, device=device)
time_projection = diffusers.models.embeddings.IPAdapterTimeImageProjectionBlock(hidden_dim=32, dim_head=8, heads=4).to(device)
text_time = diffusers.models.embeddings.TextTimeEmbedding(32, 16, 4).to(device)
attention_pooling = diffusers.models.embeddings.AttentionPooling(4, 32).to(device)
hunyuan = transformers.HunYuanDenseV1ForCausalLM(
    transformers.HunYuanDenseV1Config(
        vocab_size=100, hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=2, head_dim=16
    )
).to(device)
marian = transformers.MarianForCausalLM(
    transformers.MarianConfig(
        vocab_size=100, d_model=32, decoder_layers=2, decoder_attention_heads=2, decoder_ffn_dim=64, pad_token_id=0, is_decoder=True
    )
).to(device)
long_t5 = transformers.LongT5Model(transformers.LongT5Config(vocab_size=100, d_model=32, d_kv=16, d_ff=64, num_layers=2, num_heads=2)).to(device)
vit_mae = transformers.ViTMAEModel(
    transformers.ViTMAEConfig(hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64, image_size=32, patch_size=8)
).to(device)
shira = peft.ShiraModel(
    torch.nn.Sequential(torch.nn.Linear(16, 16), torch.nn.Linear(16, 16)), {"default": peft.ShiraConfig(r=4, target_modules=["0"])}, "default"
).to(device)
causal = peft.PeftModelForCausalLM(
    transformers.GPT2LMHeadModel(transformers.GPT2Config(vocab_size=100, n_embd=32, n_layer=2, n_head=2)), peft.LoraConfig(task_type="CAUSAL_LM")
).to(device)


def case_hamming_update():
    hamming.update(scores, labels)


def case_hit_rate_update():
    hit_rate.update(chances, truths, queries)


def case_theils_u_update():
    theils_u.update(labels, answers)


def case_maximum_update():
    maximum.update(values)


def case_spectral_distortion_update():
    spectral_distortion.update(images, pictures)


def case_cohen_kappa():
    cohen_kappa(scores, labels)


def case_distortion_ratio():
    distortion_ratio(sound, noise)


def case_signal_distortion_ratio():
    torchmetrics.functional.signal_distortion_ratio(sound, noise)


def case_retrieval_recall():
    torchmetrics.functional.retrieval_recall(chances, truths)


def case_multiscale_similarity():
    torchmetrics.functional.multiscale_structural_similarity_index_measure(large_images, large_pictures, data_range=1.0)


def case_retrieval_hit_rate():
    torchmetrics.functional.retrieval_hit_rate(chances, truths)


def case_negative_predictive_value_task():
    torchmetrics.functional.negative_predictive_value(scores, labels, task="multiclass", num_classes=5)


def case_sensitivity_at_specificity():
    torchmetrics.functional.sensitivity_at_specificity(chances, truths, task="binary", min_specificity=0.5)


def case_multilabel_precision_at_recall():
    torchmetrics.functional.classification.multilabel_precision_at_fixed_recall(several, several_truths, num_labels=5, min_recall=0.5)


def case_multilabel_eer():
    torchmetrics.functional.classification.multilabel_eer(several, several_truths, num_labels=5)


def case_binary_precision_recall_curve():
    torchmetrics.functional.classification.binary_precision_recall_curve(chances, truths)


def case_matthews_corrcoef():
    torchmetrics.functional.classification.matthews_corrcoef(scores, labels, task="multiclass", num_classes=5)


def case_multiclass_fbeta():
    torchmetrics.functional.classification.multiclass_fbeta_score(scores, labels, beta=0.5, num_classes=5)


def case_multilabel_fbeta():
    torchmetrics.functional.classification.multilabel_fbeta_score(several, several_truths, beta=0.5, num_labels=5)


def case_multilabel_accuracy():
    torchmetrics.functional.classification.multilabel_accuracy(several, several_truths, num_labels=5)


def case_quality_with_no_reference():
    torchmetrics.functional.image.quality_with_no_reference(images, small_images, pictures)


def case_image_gradients():
    torchmetrics.functional.image.image_gradients(images)


def case_global_dimensionless_synthesis():
    torchmetrics.functional.image.error_relative_global_dimensionless_synthesis(images, pictures)


def case_retrieval_fall_out():
    torchmetrics.functional.retrieval.retrieval_fall_out(chances, truths)


def case_retrieval_r_precision():
    torchmetrics.functional.retrieval.retrieval_r_precision(chances, truths)


def case_completeness():
    torchmetrics.functional.clustering.completeness_score(labels, answers)


def case_calinski_harabasz():
    torchmetrics.functional.clustering.calinski_harabasz_score(nodes, batch)


def case_tschuprows_t_matrix():
    torchmetrics.functional.nominal.tschuprows_t_matrix(columns)


def case_cramers_v_matrix():
    torchmetrics.functional.nominal.cramers_v_matrix(columns)


def case_scale_invariant_distortion():
    torchmetrics.functional.audio.scale_invariant_signal_distortion_ratio(sound, noise)


def case_permutation_invariant_training():
    torchmetrics.functional.audio.permutation_invariant_training(
        speakers, more_speakers, torchmetrics.functional.audio.scale_invariant_signal_noise_ratio
    )


def case_precision_recall_curve_update():
    precision_recall.update(scores, labels)


def case_recall_at_precision_update():
    recall_at_precision.update(scores, labels)


def case_binary_auroc_metric():
    binary_auroc(chances, truths)


def case_binary_eer_update():
    binary_eer.update(chances, truths)


def case_binary_eer_compute():
    binary_eer.compute()


def case_multilabel_negative_value():
    negative_value(several, several_truths)


def case_spatial_distortion_update():
    spatial_distortion.update(images, {"ms": small_images, "pan": pictures})


def case_multiscale_similarity_update():
    multiscale.update(large_images, large_pictures)


def case_squared_log_error():
    log_error(values, others)


def case_jensen_shannon_update():
    jensen_shannon.update(scores, more_scores)


def case_cosine_similarity_update():
    cosine.update(scores, more_scores)


def case_generalized_dice_update():
    dice_score.update(one_hot, one_hot)


def case_ps_roi_pool_module():
    ps_roi_pool(maps, regions)


def case_drop_block_module():
    drop_block(maps)


def case_deform_conv_module():
    deform_conv(images, shifts)


def case_distance_box_iou():
    torchvision.ops.distance_box_iou(boxes, boxes)


def case_roi_pool_module():
    roi_pool(images, regions)


def case_random_zoom_out():
    zoom_out(images)


def case_random_affine():
    random_affine(images)


def case_to_image():
    to_image(images)


def case_ten_crop():
    ten_crop(images)


def case_random_horizontal_flip():
    flip(images)


def case_gaussian_blur_module():
    blur(images)


def case_perspective_keypoints():
    torchvision.transforms.v2.functional.perspective_keypoints(
        points, (32, 32), [[0, 0], [31, 0], [31, 31], [0, 31]], [[1, 1], [30, 0], [31, 31], [0, 30]]
    )


def case_posterize_image():
    torchvision.transforms.v2.functional.posterize_image(bytes_of_image, 4)


def case_crop_image():
    torchvision.transforms.v2.functional.crop_image(images, 2, 2, 16, 16)


def case_get_num_channels_video():
    torchvision.transforms.v2.functional.get_num_channels_video(images)


def case_rotate_video():
    torchvision.transforms.v2.functional.rotate_video(images, 30.0)


def case_center_crop_boxes():
    torchvision.transforms.v2.functional.center_crop_bounding_boxes(boxes, torchvision.tv_tensors.BoundingBoxFormat.XYXY, (32, 32), [16, 16])


def case_horizontal_flip_image():
    torchvision.transforms.v2.functional.horizontal_flip_image(images)


def case_to_dtype():
    torchvision.transforms.v2.functional.to_dtype(bytes_of_image, torch.float32, scale=True)


def case_get_embeddings():
    torch_geometric.utils.get_embeddings(graph_net, nodes, edges)


def case_trim_to_layer():
    torch_geometric.utils.trim_to_layer(1, [10, 20, 10], [80, 120], nodes, edges)


def case_stochastic_blockmodel_graph():
    torch_geometric.utils.stochastic_blockmodel_graph(block_sizes, block_chances)


def case_cumsum():
    torch_geometric.utils.cumsum(values)


def case_to_scipy_sparse_matrix():
    torch_geometric.utils.to_scipy_sparse_matrix(edges, num_nodes=40)


def case_negative_sampling_feasible():
    torch_geometric.utils.structured_negative_sampling_feasible(edges, num_nodes=40)


def case_normalize_edge_index():
    torch_geometric.utils.normalize_edge_index(edges, num_nodes=40)


def case_to_torch_csc_tensor():
    torch_geometric.utils.to_torch_csc_tensor(edges, size=40)


def case_to_nested_tensor():
    torch_geometric.utils.to_nested_tensor(nodes, batch)


def case_edge_pooling():
    edge_pooling(nodes, edges, batch)


def case_quantile_aggregation():
    quantile(nodes, batch)


def case_equilibrium_aggregation():
    equilibrium(nodes, batch)


def case_dense_graph_conv():
    dense_graph_conv(dense, adjacency)


def case_rgat_conv():
    rgat_conv(nodes, edges, relations)


def case_dist_mult():
    dist_mult(heads, links, heads)


def case_hypergraph_conv():
    hypergraph_conv(nodes, edges)


def case_super_gat_conv():
    super_gat_conv(nodes, edges)


def case_jumping_knowledge():
    jumping([nodes, nodes])


def case_temporal_encoding():
    temporal(times)


def case_bro():
    torch_geometric.nn.bro(nodes, batch)


def case_mesh_cnn_conv():
    mesh_conv(nodes, mesh_edges)


def case_dmon_pooling():
    dmon(dense, adjacency)


def case_cg_conv():
    cg_conv(nodes, edges, features)


def case_rel_pos_mlp():
    rel_pos_mlp(attention)


def case_pixel_freq_bands():
    timm.layers.pixel_freq_bands(8, device=device)


def case_attention_pool_latent():
    latent_pool(sequence)


def case_hard_mish():
    timm.layers.hard_mish(maps)


def case_group_norm_act():
    group_norm_act(maps)


def case_rms_norm_act():
    rms_norm_act(maps)


def case_patch_embed_interpolator():
    interpolator(patches, patch_weight, patch_size=(8, 8))


def case_sim_pool():
    sim_pool(sequence)


def case_soft_target_cross_entropy():
    soft_target(scores, more_scores)


def case_distribution_balanced():
    balanced(scores, several_truths.float())


def case_binary_cross_entropy():
    cross_entropy(scores, labels)


def case_model_ema_update():
    ema.update(net)


def case_adaptive_clip_grad():
    timm.utils.adaptive_clip_grad(net.parameters())


def case_dcshift():
    torchaudio.functional.dcshift(sound, 0.1)


def case_band_biquad():
    torchaudio.functional.band_biquad(sound, 16000, 1000.0)


def case_vad():
    torchaudio.functional.vad(sound, 16000)


def case_rtf_power():
    torchaudio.functional.rtf_power(psd, psd, 0)


def case_frechet_distance():
    torchaudio.functional.frechet_distance(nodes[0], spread, nodes[1], spread)


def case_dither():
    torchaudio.functional.dither(sound)


def case_souden_mvdr():
    souden(spectrum, psd, psd, 0)


def case_inverse_spectrogram():
    inverse_spectrogram(spectrum)


def case_frequency_masking():
    frequency_masking(images)


def case_speed():
    speed(sound, lengths)


def case_inverse_mel_scale():
    inverse_mel(mel)


def case_random_erasing():
    erasing(images)


def case_random_perspective3d():
    perspective3d(volumes)


def case_random_cut_mix():
    cut_mix(images, labels[:4])


def case_random_transplantation():
    transplantation(images, masks)


def case_xyz_to_rgb():
    xyz_to_rgb(images)


def case_hls_to_rgb():
    hls_to_rgb(images)


def case_yuv_to_rgb():
    yuv_to_rgb(images)


def case_linear_transform():
    kornia.enhance.linear_transform(grains, flat, middle)


def case_integral_tensor():
    kornia.enhance.integral_tensor(images)


def case_histogram2d():
    kornia.enhance.histogram2d(chances[None], values[None], bins, width)


def case_adjust_contrast_with_mean():
    contrast(images)


def case_max_blur_pool():
    kornia.filters.max_blur_pool2d(images, 3)


def case_sobel():
    kornia.filters.sobel(images)


def case_gaussian_kernel3d():
    kornia.filters.get_gaussian_kernel3d(3, sigmas)


def case_blur_pool():
    blur_pool(images)


def case_vflip():
    vflip(images)


def case_translate():
    translate(images)


def case_crop_by_boxes():
    kornia.geometry.transform.crop_by_boxes(images, corners, corners)


def case_translation_matrix():
    kornia.geometry.transform.get_translation_matrix2d(offsets)


def case_psnr_loss():
    kornia.losses.psnr_loss(images, pictures, 1.0)


def case_normalized_mutual_information():
    kornia.losses.normalized_mutual_information_loss_2d(depths, depths)


def case_mutual_information3d():
    kornia.losses.mutual_information_loss_3d(volumes, volumes)


def case_geman_mcclure():
    geman_mcclure(images, pictures)


def case_mean_average_precision():
    kornia.metrics.mean_average_precision([boxes], [box_labels], [box_scores], [boxes], [box_labels], 3)


def case_kornia_ssim_module():
    kornia_ssim(images, pictures)


def case_angle_error():
    kornia.metrics.angle_error_mat(rotations[0], rotations[1])


def case_erosion():
    kornia.morphology.erosion(images, kernel)


def case_closing():
    kornia.morphology.closing(images, kernel)


def case_contrastive_loss():
    contrastive(nodes, nodes)


def case_patch_adversarial_loss():
    adversarial(depths, True, True)


def case_diffusion_loss():
    diffusion(maps[:, :2])


def case_barlow_twins_loss():
    twins(nodes, nodes)


def case_loss_metric():
    loss_metric(images, pictures)


def case_ssim_and_cs():
    monai.metrics.compute_ssim_and_cs(depths, depths, 2, (5, 5), (1.5, 1.5))


def case_mape_metric():
    percentage_error(images, pictures)


def case_average_precision_metric():
    average_precision(several, several_truths)


def case_med_next_down_block():
    med_next(maps)


def case_monai_convolution():
    monai_convolution(maps)


def case_registration_down_sample():
    down_sample(maps)


def case_feature_pyramid():
    pyramid({"low": maps, "high": maps[..., ::2, ::2]})


def case_laplace_filter():
    laplace(images)


def case_conjugate_gradient():
    gradient(values[:16], others[:16])


def case_polyval():
    monai.networks.layers.polyval(counts, values)


def case_separable_filtering():
    monai.networks.layers.separable_filtering(images, [line, line])


def case_predict_segmentation():
    monai.networks.utils.predict_segmentation(images, mutually_exclusive=True)


def case_icnr_init():
    monai.networks.utils.icnr_init(convolution, 2)


def case_copy_model_state():
    monai.networks.utils.copy_model_state(net, other_net)


def case_flatten_sequence():
    flatten([[images[0], images[1]], [images[2]]])


def case_convert_points_to_boxes():
    to_boxes(solid_corners)


def case_scale_intensity_percentiles():
    percentiles(images[0])


def case_rotate_transform():
    rotate(images[0])


def case_std_shift_intensity():
    std_shift(images[0])


def case_rand_grid_patch():
    grid_patch(images[0])


def case_ignite_cohen_kappa_update():
    ignite_kappa.update((labels, answers))


def case_ndcg_update():
    ndcg.update((scores, relevances))


def case_perplexity_update():
    perplexity.update((words_of_five, answers_of_five))


def case_recall_update():
    recall.update((scores, labels))


def case_ignite_ssim_update():
    ignite_ssim.update((images, pictures))


def case_unclip_step():
    unclip.step(latents, 500, latents)


def case_edm_set_timesteps():
    edm.set_timesteps(10, device=device)


def case_helios_set_timesteps():
    helios.set_timesteps(10, stage_index=0, device=device)


def case_score_sde_set_timesteps():
    score_sde.set_timesteps(10, device=device)


def case_repaint_set_timesteps():
    repaint.set_timesteps(10, device=device)


def case_face_projection():
    face_projection(identities)


def case_time_projection():
    time_projection(words, words, words.flatten(1)[:, :32])


def case_text_time_embedding():
    text_time(words)


def case_attention_pooling():
    attention_pooling(words)


def case_sincos_pos_embed():
    diffusers.models.embeddings.get_2d_sincos_pos_embed(16, 8, device=device)


def case_hunyuan():
    hunyuan(tokens)


def case_marian():
    marian(tokens)


def case_long_t5():
    long_t5(tokens, decoder_input_ids=tokens)


def case_vit_mae():
    vit_mae(images)


def case_convert_to_fp32():
    accelerate.utils.convert_to_fp32(nodes.half())


def case_copy_tensor_to_devices():
    accelerate.utils.copy_tensor_to_devices(nodes)


def case_find_device():
    accelerate.utils.find_device({"nodes": nodes})


def case_id_tensor_storage():
    accelerate.utils.id_tensor_storage(nodes)


def case_listify():
    accelerate.utils.listify(labels)


def case_concatenate():
    accelerate.utils.concatenate([nodes, nodes])


def case_pairwise_dot_score():
    sentence_transformers.util.pairwise_dot_score(nodes, nodes)


def case_euclidean_sim():
    sentence_transformers.util.euclidean_sim(nodes, nodes)


def case_community_detection():
    sentence_transformers.util.community_detection(nodes, min_community_size=2)


def case_check_teacher_targets():
    sentence_transformers.util.check_teacher_targets(scores, more_scores, 2.0, "a loss")


def case_truncate_embeddings():
    sentence_transformers.util.truncate_embeddings(nodes, 8)


def case_pack():
    einops.pack([nodes, nodes], "n *")


def case_asnumpy():
    einops.asnumpy(nodes)


def case_einsum():
    einops.einsum(nodes, nodes, "n c, m c -> n m")


def case_parse_shape():
    einops.parse_shape(images, "b c h w")


def case_shira_model():
    shira(nodes)


def case_peft_causal_lm():
    causal(tokens)


def case_find_shared_parameters():
    lightning.pytorch.utilities.find_shared_parameters(net)


def case_grad_norm():
    lightning.pytorch.utilities.grad_norm(net, 2)


def case_move_data_to_device():
    lightning.pytorch.utilities.move_data_to_device({"nodes": nodes, "labels": [labels]}, device)
