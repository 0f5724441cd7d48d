"""A third set of calls of libraries with operands on the GPU, drawn by name: see README.md. As in cases.py, one in each function."""
import ignite.metrics
import kornia.augmentation
import kornia.enhance
import kornia.filters
import kornia.losses
import kornia.metrics
import monai.losses
import monai.metrics
import monai.networks.utils
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
import torchmetrics.functional.clustering
import torchmetrics.functional.segmentation
import torchvision.ops
import torchvision.transforms.v2.functional

device = torch.device("cuda")
nodes = torch.randn(40, 16, device=device)
edges = torch.randint(0, 40, (2, 200), device=device)
more_edges = torch.randint(0, 40, (2, 200), device=device)
weights = torch.rand(200, device=device)
features = torch.rand(200, 3, device=device)
batch = torch.arange(4, device=device).repeat_interleave(10, output_size=40)
kinds = torch.arange(4, device=device).repeat(10)
corners = torch.rand(40, 3, device=device)
faces = torch.randint(0, 40, (3, 60), device=device)
chosen = torch.rand(40, device=device) > 0.5
values = torch.rand(64, device=device) + 0.1
others = torch.rand(64, device=device) + 0.1
chances = torch.rand(64, device=device)
truths = torch.randint(0, 2, (64,), device=device)
scores = torch.softmax(torch.randn(64, 5, device=device), dim=1)
more_scores = torch.softmax(torch.randn(64, 5, device=device), dim=1)
labels = torch.randint(0, 5, (64,), device=device)
answers = torch.randint(0, 5, (64,), device=device)
columns = torch.randint(0, 4, (64, 3), device=device)
images = torch.rand(4, 3, 32, 32, device=device)
pictures = torch.rand(4, 3, 32, 32, device=device)
bytes_of_image = torch.randint(0, 256, (3, 32, 32), dtype=torch.uint8, device=device)
maps = torch.rand(4, 16, 16, 16, device=device)
volumes = torch.rand(2, 3, 8, 16, 16, device=device)
depths = torch.rand(4, 1, 32, 32, device=device)
classes = torch.randint(0, 3, (4, 32, 32), device=device)
one_hot = torch.randint(0, 2, (4, 3, 32, 32), device=device)
regions = torch.tensor([[0.0, 1.0, 1.0, 9.0, 9.0]], device=device)
boxes = torch.rand(10, 4, device=device) * 10 + torch.tensor([0.0, 0.0, 20.0, 20.0], device=device)
shifts = torch.zeros(4, 18, 30, 30, device=device)
kernel = torch.rand(8, 3, 3, 3, device=device)
sound = torch.randn(2, 16000, device=device)
spectrum = torch.randn(2, 201, 50, dtype=torch.complex64, device=device)
phases = torch.linspace(0, 3.14 * 160, 201, device=device)[..., None]
positions = torch.rand(1, 17, 16, device=device)
stat_scores = torchmetrics.StatScores(task="multiclass", num_classes=5).to(device)
log_auc = torchmetrics.LogAUC(task="binary").to(device)
success = torchmetrics.CriticalSuccessIndex(0.5).to(device)
divergence = torchmetrics.KLDivergence().to(device)
curve = torchmetrics.ROC(task="binary").to(device)
tschuprow = torchmetrics.TschuprowsT(num_classes=5).to(device)
percentage = torchmetrics.SymmetricMeanAbsolutePercentageError().to(device)
total = torchmetrics.SumMetric().to(device)
squeeze = torchvision.ops.SqueezeExcitation(16, 4).to(device)
depth = torchvision.ops.StochasticDepth(0.2, "row").to(device)
roi_align = torchvision.ops.RoIAlign(7, 1.0, 2).to(device)
gmm_conv = torch_geometric.nn.GMMConv(16, 8, dim=3, kernel_size=5).to(device)
nn_conv = torch_geometric.nn.NNConv(16, 8, torch.nn.Linear(3, 128)).to(device)
pdn_conv = torch_geometric.nn.PDNConv(16, 8, edge_dim=3, hidden_channels=8).to(device)
agnn_conv = torch_geometric.nn.AGNNConv().to(device)
le_conv = torch_geometric.nn.LEConv(16, 8).to(device)
signed_conv = torch_geometric.nn.SignedConv(16, 8, first_aggr=True).to(device)
sag_pooling = torch_geometric.nn.SAGPooling(16).to(device)
asa_pooling = torch_geometric.nn.ASAPooling(16).to(device)
instance_norm = torch_geometric.nn.InstanceNorm(16).to(device)
message_norm = torch_geometric.nn.MessageNorm().to(device)
group_norm = torch_geometric.nn.DiffGroupNorm(16, 4).to(device)
mean_norm = torch_geometric.nn.MeanSubtractionNorm().to(device)
size_norm = torch_geometric.nn.GraphSizeNorm().to(device)
graph_layer_norm = torch_geometric.nn.LayerNorm(16).to(device)
set2set = torch_geometric.nn.Set2Set(16, 2).to(device)
maximum = torch_geometric.nn.MaxAggregation().to(device)
soft = torch_geometric.nn.SoftmaxAggregation().to(device)
product = torch_geometric.nn.MulAggregation().to(device)
sorting = torch_geometric.nn.SortAggregation(5).to(device)
mu_law = torchaudio.transforms.MuLawDecoding().to(device)
cmn = torchaudio.transforms.SlidingWindowCmn().to(device)
stretch = torchaudio.transforms.TimeStretch(n_freq=201, fixed_rate=1.2).to(device)
spectrogram = torchaudio.transforms.Spectrogram().to(device)
pitch_shift = torchaudio.transforms.PitchShift(16000, 2).to(device)
resample = torchaudio.transforms.Resample(16000, 8000).to(device)
lfcc = torchaudio.transforms.LFCC().to(device)
volume_of_sound = torchaudio.transforms.Loudness(16000).to(device)
effective = timm.layers.EffectiveSEModule(16).to(device)
norm_act = timm.layers.LayerNormAct(16).to(device)
pool = timm.layers.AdaptiveAvgMaxPool2d().to(device)
glu = timm.layers.GluMlp(16).to(device)
attention = timm.layers.Attention2d(16, 16, num_heads=2).to(device)
ssim_loss = kornia.losses.SSIMLoss(5).to(device)
unsharp = kornia.filters.UnsharpMask((3, 3), (1.5, 1.5)).to(device)
median = kornia.filters.MedianBlur((3, 3)).to(device)
end_point = kornia.metrics.AEPE().to(device)
noise = kornia.augmentation.RandomGaussianNoise(p=1.0).to(device)
posterize = kornia.augmentation.RandomPosterize(3.0, p=1.0).to(device)
brightness = kornia.augmentation.RandomBrightness((0.8, 1.2), p=1.0).to(device)
gray = kornia.augmentation.RandomGrayscale(p=1.0).to(device)
bending = monai.losses.BendingEnergyLoss().to(device)
correlation = monai.losses.LocalNormalizedCrossCorrelationLoss(spatial_dims=2).to(device)
dice = monai.losses.DiceLoss(softmax=True).to(device)
monai_ssim = monai.losses.SSIMLoss(2).to(device)
peak = monai.metrics.PSNRMetric(1.0)
squared = monai.metrics.MSEMetric()
f_score = monai.metrics.FBetaScore()
js = ignite.metrics.JSDivergence(device=device)
psnr = ignite.metrics.PSNR(1.0, device=device)
absolute = ignite.metrics.MeanAbsoluteError(device=device)
average = ignite.metrics.Average(device=device)


def case_stat_scores_update():
    stat_scores.update(scores, labels)


def case_log_auc_update():
    log_auc.update(chances, truths)


def case_success_update():
    success.update(values, others)


def case_divergence():
    divergence(scores, more_scores)


def case_curve_update():
    curve.update(chances, truths)


def case_tschuprow_update():
    tschuprow.update(labels, answers)


def case_percentage():
    percentage(values, others)


def case_sum_update():
    total.update(values)


def case_sum_compute():
    total.compute()


def case_hamming_distance():
    torchmetrics.functional.hamming_distance(scores, labels, task="multiclass", num_classes=5)


def case_precision_unchecked():
    torchmetrics.functional.precision(scores, labels, task="multiclass", num_classes=5, validate_args=False)


def case_pairwise_euclidean():
    torchmetrics.functional.pairwise_euclidean_distance(nodes)


def case_auroc():
    torchmetrics.functional.auroc(chances, truths, task="binary")


def case_critical_success_index():
    torchmetrics.functional.critical_success_index(values, others, 0.5)


def case_theils_u_matrix():
    torchmetrics.functional.nominal.theils_u_matrix(columns)


def case_image_quality_index():
    torchmetrics.functional.universal_image_quality_index(images, pictures)


def case_logauc():
    torchmetrics.functional.logauc(chances, truths, task="binary")


def case_specificity_at_sensitivity():
    torchmetrics.functional.classification.binary_specificity_at_sensitivity(chances, truths, min_sensitivity=0.5)


def case_negative_predictive_value():
    torchmetrics.functional.classification.multiclass_negative_predictive_value(scores, labels, num_classes=5)


def case_binary_stat_scores():
    torchmetrics.functional.classification.binary_stat_scores(chances, truths)


def case_multiclass_specificity():
    torchmetrics.functional.classification.multiclass_specificity(scores, labels, num_classes=5)


def case_binary_matthews():
    torchmetrics.functional.classification.binary_matthews_corrcoef(chances, truths)


def case_recall_task():
    torchmetrics.functional.classification.recall(scores, labels, task="multiclass", num_classes=5)


def case_hinge_loss():
    torchmetrics.functional.classification.multiclass_hinge_loss(scores, labels, num_classes=5)


def case_cohen_kappa():
    torchmetrics.functional.classification.cohen_kappa(scores, labels, task="multiclass", num_classes=5)


def case_davies_bouldin():
    torchmetrics.functional.clustering.davies_bouldin_score(nodes, batch)


def case_v_measure():
    torchmetrics.functional.clustering.v_measure_score(labels, answers)


def case_rand_score():
    torchmetrics.functional.clustering.rand_score(labels, answers)


def case_dunn_index():
    torchmetrics.functional.clustering.dunn_index(nodes, batch)


def case_mean_iou():
    torchmetrics.functional.segmentation.mean_iou(one_hot, one_hot, num_classes=3)


def case_generalized_dice():
    torchmetrics.functional.segmentation.generalized_dice_score(one_hot, one_hot, num_classes=3)


def case_hausdorff_distance():
    torchmetrics.functional.segmentation.hausdorff_distance(one_hot, one_hot, num_classes=3)


def case_squeeze_excitation():
    squeeze(maps)


def case_drop_block3d():
    torchvision.ops.drop_block3d(volumes, 0.1, 3)


def case_ps_roi_align():
    torchvision.ops.ps_roi_align(maps, regions, 2)


def case_stochastic_depth_module():
    depth(images)


def case_deform_conv():
    torchvision.ops.deform_conv2d(images, shifts, kernel)


def case_roi_align_module():
    roi_align(images, regions)


def case_get_num_channels():
    torchvision.transforms.v2.functional.get_num_channels(images)


def case_vertical_flip_video():
    torchvision.transforms.v2.functional.vertical_flip_video(images)


def case_perspective_image():
    torchvision.transforms.v2.functional.perspective_image(
        images, [[0, 0], [31, 0], [31, 31], [0, 31]], [[1, 1], [30, 0], [31, 31], [0, 30]]
    )


def case_resized_crop():
    torchvision.transforms.v2.functional.resized_crop(images, 2, 2, 20, 20, [16, 16])


def case_vertical_flip():
    torchvision.transforms.v2.functional.vertical_flip(images)


def case_affine():
    torchvision.transforms.v2.functional.affine(images, 30.0, [1, 1], 1.0, [0.0, 0.0])


def case_autocontrast_image():
    torchvision.transforms.v2.functional.autocontrast_image(bytes_of_image)


def case_adjust_sharpness_video():
    torchvision.transforms.v2.functional.adjust_sharpness_video(images, 1.5)


def case_get_mesh_laplacian():
    torch_geometric.utils.get_mesh_laplacian(corners, faces)


def case_structured_negative_sampling():
    torch_geometric.utils.structured_negative_sampling(edges, num_nodes=40)


def case_add_random_edge():
    torch_geometric.utils.add_random_edge(edges, p=0.2, num_nodes=40)


def case_is_sparse():
    torch_geometric.utils.is_sparse(edges)


def case_normalized_cut():
    torch_geometric.utils.normalized_cut(edges, weights, num_nodes=40)


def case_to_torch_coo_tensor():
    torch_geometric.utils.to_torch_coo_tensor(edges, size=40)


def case_group_cat():
    torch_geometric.utils.group_cat([nodes, nodes], [batch, batch])


def case_select():
    torch_geometric.utils.select(nodes, chosen, 0)


def case_gmm_conv():
    gmm_conv(nodes, edges, features)


def case_nn_conv():
    nn_conv(nodes, edges, features)


def case_pdn_conv():
    pdn_conv(nodes, edges, features)


def case_agnn_conv():
    agnn_conv(nodes, edges)


def case_le_conv():
    le_conv(nodes, edges)


def case_signed_conv():
    signed_conv(nodes, edges, more_edges)


def case_sag_pooling():
    sag_pooling(nodes, edges, batch=batch)


def case_asa_pooling():
    asa_pooling(nodes, edges, batch=batch)


def case_max_pool_x():
    torch_geometric.nn.max_pool_x(kinds, nodes, batch)


def case_avg_pool_x():
    torch_geometric.nn.avg_pool_x(kinds, nodes, batch)


def case_instance_norm():
    instance_norm(nodes, batch)


def case_message_norm():
    message_norm(nodes, nodes)


def case_group_norm():
    group_norm(nodes)


def case_mean_subtraction_norm():
    mean_norm(nodes, batch)


def case_graph_size_norm():
    size_norm(nodes, batch)


def case_graph_layer_norm():
    graph_layer_norm(nodes, batch)


def case_set2set():
    set2set(nodes, batch)


def case_max_aggregation():
    maximum(nodes, batch)


def case_softmax_aggregation():
    soft(nodes, batch)


def case_mul_aggregation():
    product(nodes, batch)


def case_sort_aggregation():
    sorting(nodes, batch)


def case_loudness():
    torchaudio.functional.loudness(sound, 16000)


def case_phase_vocoder():
    torchaudio.functional.phase_vocoder(spectrum, 1.3, phases)


def case_preemphasis():
    torchaudio.functional.preemphasis(sound)


def case_mu_law_decoding():
    torchaudio.functional.mu_law_decoding(labels, 256)


def case_deemph_biquad():
    torchaudio.functional.deemph_biquad(sound, 44100)


def case_bass_biquad():
    torchaudio.functional.bass_biquad(sound, 16000, 3.0)


def case_mask_along_axis():
    torchaudio.functional.mask_along_axis(images, 10, 0.0, 2)


def case_gain():
    torchaudio.functional.gain(sound, 2.0)


def case_mu_law_module():
    mu_law(labels)


def case_cmn_module():
    cmn(images[0])


def case_time_stretch():
    stretch(spectrum)


def case_spectrogram():
    spectrogram(sound)


def case_pitch_shift():
    pitch_shift(sound)


def case_resample_module():
    resample(sound)


def case_lfcc():
    lfcc(sound)


def case_loudness_module():
    volume_of_sound(sound)


def case_effective_se():
    effective(maps)


def case_layer_norm_act():
    norm_act(nodes)


def case_average_maximum_pool():
    pool(images)


def case_resample_abs_pos_embed():
    timm.layers.resample_abs_pos_embed(positions, [8, 8])


def case_glu_mlp():
    glu(nodes)


def case_attention2d():
    attention(maps)


def case_cauchy_loss():
    kornia.losses.cauchy_loss(images, pictures)


def case_kl_div_loss():
    kornia.losses.kl_div_loss_2d(images, pictures)


def case_lovasz_softmax_loss():
    kornia.losses.lovasz_softmax_loss(images, classes)


def case_depth_smoothness():
    kornia.losses.inverse_depth_smoothness_loss(depths, images)


def case_ssim_loss():
    ssim_loss(images, pictures)


def case_canny():
    kornia.filters.canny(images)


def case_spatial_gradient():
    kornia.filters.spatial_gradient(images)


def case_bilateral_blur():
    kornia.filters.bilateral_blur(images, (3, 3), 0.1, (1.5, 1.5))


def case_unsharp_mask():
    unsharp(images)


def case_median_blur():
    median(images)


def case_adjust_saturation():
    kornia.enhance.adjust_saturation(images, 1.2)


def case_invert():
    kornia.enhance.invert(images)


def case_image_histogram():
    kornia.enhance.image_histogram2d(images)


def case_normalize_min_max():
    kornia.enhance.normalize_min_max(images)


def case_equalize_clahe():
    kornia.enhance.equalize_clahe(images)


def case_denormalize():
    kornia.enhance.denormalize(images, 0.5, 0.2)


def case_shift_rgb():
    kornia.enhance.shift_rgb(images, 0.1, 0.2, 0.3)


def case_ssim_metric():
    kornia.metrics.ssim(images, pictures, 5)


def case_kornia_mean_iou():
    kornia.metrics.mean_iou(classes.flatten(1), classes.flatten(1), 3)


def case_mean_iou_bbox():
    kornia.metrics.mean_iou_bbox(boxes, boxes)


def case_end_point_error():
    end_point(maps[..., :2], maps[..., :2])


def case_random_noise():
    noise(images)


def case_random_posterize():
    posterize(images)


def case_random_brightness():
    brightness(images)


def case_random_grayscale():
    gray(images)


def case_bending_energy():
    bending(maps[:, :2])


def case_local_correlation():
    correlation(depths, depths)


def case_dice_loss():
    dice(images, one_hot.float())


def case_monai_ssim():
    monai_ssim(depths, depths)


def case_peak_signal_noise():
    peak(images, pictures)


def case_squared_error():
    squared(images, pictures)


def case_f_beta_score():
    f_score(one_hot, one_hot)


def case_confusion_matrix_metric():
    monai.metrics.compute_confusion_matrix_metric("sensitivity", scores[:, :4])


def case_pixelshuffle():
    monai.networks.utils.pixelshuffle(maps, 2, 2)


def case_normalize_transform():
    monai.networks.utils.normalize_transform([32, 32], device=device)


def case_to_norm_affine():
    monai.networks.utils.to_norm_affine(torch.eye(3, device=device)[None], [32, 32], [16, 16])


def case_cos_sim():
    sentence_transformers.util.cos_sim(nodes, nodes)


def case_pairwise_angle():
    sentence_transformers.util.pairwise_angle_sim(nodes, nodes)


def case_manhattan_sim():
    sentence_transformers.util.manhattan_sim(nodes, nodes)


def case_js_update():
    js.update((scores, labels.new_zeros(64, 5).float() + 0.2))


def case_psnr_update():
    psnr.update((images, pictures))


def case_absolute_error_update():
    absolute.update((values, others))


def case_average_update():
    average.update(values)
