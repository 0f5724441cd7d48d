import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("pytorch_toolbelt")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset
from pytorch_toolbelt import losses as L, modules as M, inference as I
from pytorch_toolbelt.inference import tta, functional as IF
from pytorch_toolbelt.modules import encoders as E, decoders as D
from pytorch_toolbelt.modules.interfaces import FeatureMapsSpecification
from pytorch_toolbelt.modules import ocnet as OC
from pytorch_toolbelt.modules.spp import ASPP, ASPPModule
from pytorch_toolbelt import optimization as O
from pytorch_toolbelt.optimization import functional as OF, lr_schedules as S
from pytorch_toolbelt import utils as U
from pytorch_toolbelt.utils import torch_utils as TU
from pytorch_toolbelt.losses import functional as LF

def T(*s): return torch.randn(*s, device=DEV)
def back(out):
    if isinstance(out, dict): out = list(out.values())
    for o in out if isinstance(out, (list, tuple)) else [out]:
        if torch.is_tensor(o) and o.requires_grad: o.float().mean().backward(retain_graph=True)
    return out
def logits(c=3): return T(2, c, 8, 8).requires_grad_()
def masks(c=3): return torch.randint(c, (2, 8, 8), device=DEV)
def binary(): return torch.randint(2, (2, 1, 8, 8), device=DEV).float()
def holes(): t = binary(); t[0, 0, :3] = -100; return t
many = {
    "dice binary": lambda: L.DiceLoss("binary")(logits(1), binary()), "dice": lambda: L.DiceLoss("multiclass")(logits(), masks()), "dice classes": lambda: L.DiceLoss("multiclass", classes=[0, 2], log_loss=True, smooth=1.0)(logits(), masks()), "dice multilabel": lambda: L.DiceLoss("multilabel", ignore_index=-100)(logits(), torch.randint(2, (2, 3, 8, 8), device=DEV).float()), "dice ignored": lambda: L.DiceLoss("multiclass", ignore_index=2)(logits(), masks()), "dice ignored binary": lambda: L.DiceLoss("binary", ignore_index=-100)(logits(1), holes()),
    "jaccard binary": lambda: L.JaccardLoss("binary")(logits(1), binary()), "jaccard": lambda: L.JaccardLoss("multiclass", classes=[0, 1])(logits(), masks()), "jaccard multilabel": lambda: L.JaccardLoss("multilabel", log_loss=True)(logits(), torch.randint(2, (2, 3, 8, 8), device=DEV).float()),
    "focal": lambda: L.BinaryFocalLoss()(logits(1), binary()), "focal normalized": lambda: L.BinaryFocalLoss(alpha=0.25, normalized=True, ignore_index=-100)(logits(1), holes()), "focal reduced": lambda: L.BinaryFocalLoss(reduced_threshold=0.5, reduction="sum")(logits(1), binary()), "focal ce": lambda: L.CrossEntropyFocalLoss()(logits(), masks()), "focal ce normalized": lambda: L.CrossEntropyFocalLoss(normalized=True, ignore_index=2)(logits(), masks()), "focal ce weights": lambda: L.CrossEntropyFocalLoss(class_weights=torch.ones(3, device=DEV), reduced_threshold=0.5)(logits(), masks()),
    "cosine": lambda: L.FocalCosineLoss()(T(4, 3).requires_grad_(), torch.randint(3, (4,), device=DEV)), "lovasz binary": lambda: L.BinaryLovaszLoss()(logits(1).squeeze(1), binary().squeeze(1)), "lovasz image": lambda: L.BinaryLovaszLoss(per_image=True, ignore_index=-100)(logits(1).squeeze(1), holes().squeeze(1)), "lovasz": lambda: L.LovaszLoss()(logits().softmax(1), masks()), "lovasz ignored": lambda: L.LovaszLoss(per_image=True, ignore=2)(logits().softmax(1), masks()),
    "soft bce": lambda: L.SoftBCEWithLogitsLoss(smooth_factor=0.1)(logits(1), binary()), "soft bce weights": lambda: L.SoftBCEWithLogitsLoss(pos_weight=torch.ones(1, device=DEV), ignore_index=-100).to(DEV)(logits(1), holes()), "soft ce": lambda: L.SoftCrossEntropyLoss(smooth_factor=0.1)(logits(), masks()), "soft ce ignored": lambda: L.SoftCrossEntropyLoss(smooth_factor=0.1, ignore_index=2)(logits(), masks()), "balanced": lambda: L.BalancedBCEWithLogitsLoss()(logits(1), binary()), "balanced ignored": lambda: L.BalancedBCEWithLogitsLoss(gamma=2.0, ignore_index=-100)(logits(1), holes()),
    "f1": lambda: L.SoftF1Loss()(T(4, 3).requires_grad_(), torch.randint(3, (4,), device=DEV)), "f1 ignored": lambda: L.SoftF1Loss(ignore_index=0)(T(4, 3).requires_grad_(), torch.randint(3, (4,), device=DEV)), "f1 binary": lambda: L.BinarySoftF1Loss()(T(6).requires_grad_(), torch.randint(2, (6,), device=DEV)), "f1 binary ignored": lambda: L.BinarySoftF1Loss(ignore_index=-100)(T(6).requires_grad_(), torch.tensor([0, 1, -100, 1, 0, 1], device=DEV)),
    "wing": lambda: L.WingLoss()(T(4, 6).requires_grad_(), T(4, 6) * 9), "logcosh": lambda: L.LogCoshLoss()(T(4, 6).requires_grad_(), T(4, 6)), "quality": lambda: L.QualityFocalLoss(reduction="normalized")(logits(1), torch.rand(2, 1, 8, 8, device=DEV)), "bitempered": lambda: L.BiTemperedLogisticLoss(0.8, 1.2, smoothing=0.1)(T(5, 4).requires_grad_(), torch.randint(4, (5,), device=DEV)), "bitempered cold": lambda: L.BiTemperedLogisticLoss(0.8, 0.9, ignore_index=1, reduction="none")(T(5, 4).requires_grad_(), torch.randint(4, (5,), device=DEV)), "bitempered binary": lambda: L.BinaryBiTemperedLogisticLoss(0.8, 1.2, ignore_index=-100)(T(5, 1).requires_grad_(), torch.tensor([[0.0], [1], [-100], [1], [0]], device=DEV)),
    "softmax focal": lambda: LF.softmax_focal_loss_with_logits(logits(), masks(), ignore_index=2), "log cosh": lambda: LF.log_cosh_loss(T(4).requires_grad_(), T(4)), "reduced focal": lambda: LF.reduced_focal_loss(logits(1), binary()), "soft scores": lambda: LF.soft_dice_score(logits().sigmoid(), binary().expand(2, 3, 8, 8), dims=(0, 2, 3)) + LF.soft_jaccard_score(logits().sigmoid(), binary().expand(2, 3, 8, 8)),
}
for name, f in many.items():
    driver.work("loss/" + name, lambda: back(f()))
FEATURES = FeatureMapsSpecification((8, 16, 24, 32), (4, 8, 16, 32))
def maps(): return [T(2, c, 64 // s, 64 // s).requires_grad_() for c, s in zip(FEATURES.channels, FEATURES.strides)]
decoders = {"unet": lambda: D.UNetDecoder(FEATURES, (8, 16, 24)), "unet residual": lambda: D.UNetDecoder(FEATURES, (8, 16, 24), block_type=M.UnetResidualBlock), "fpn": lambda: D.FPNDecoder(FEATURES, 16), "bifpn": lambda: D.BiFPNDecoder(FEATURES, 16, 2), "can": lambda: D.CANDecoder(FEATURES, 16), "deeplab": lambda: D.DeeplabV3Decoder(FEATURES, 16, 16), "deeplab plus": lambda: D.DeeplabV3PlusDecoder(FEATURES, 16, 16)}
for name, make in decoders.items():
    driver.work("decoder/" + name, lambda: back(make().to(DEV)(maps())))
heads = {"average": lambda: M.GlobalAveragePoolingClassificationHead(FEATURES, 3), "max": lambda: M.GlobalMaxPoolingClassificationHead(FEATURES, 3), "max avg": lambda: M.GlobalMaxAvgPoolingClassificationHead(input_spec=FEATURES, num_classes=3, activation="relu"), "generalized": lambda: M.GeneralizedMeanPoolingClassificationHead(input_spec=FEATURES, num_classes=3), "full": lambda: M.FullyConnectedClassificationHead(FEATURES, 3), "sum": lambda: M.GlobalMaxAvgSumPoolingClassificationHead(input_spec=FEATURES, num_classes=3)}
for name, make in heads.items():
    driver.work("head/" + name, lambda: back(make().to(DEV)(maps())))
sized = {"supervision": lambda: M.DeepSupervisionHead(FEATURES, 3, output_name_prefix="o"), "resize": lambda: M.ResizeHead(FEATURES, 3), "hypercolumn": lambda: M.HypercolumnHead(FEATURES, 3, activation="relu", normalization="batch_norm", mid_channels=8), "segformer": lambda: M.SegFormerHead(FEATURES, 3, 16, output_name=None, dropout_rate=0.1, with_supervision=False), "shuffle": lambda: M.ProgressiveShuffleHead(FEATURES, 3, "relu", 0.1, None)}
for name, make in sized.items():
    driver.work("head/" + name, lambda: back(make().to(DEV)(maps(), output_size=(64, 64))))
def picture(): return T(2, 3, 64, 64)
encoders = {"resnet18": lambda: E.Resnet18Encoder(pretrained=False), "densenet": lambda: E.DenseNet121Encoder(pretrained=False), "mobilenet3": lambda: E.MobilenetV3Small(pretrained=False) if hasattr(E, "MobilenetV3Small") else E.MobilenetV2Encoder(), "mobilenet2": lambda: E.MobilenetV2Encoder(), "squeeze": lambda: E.SqueezenetEncoder(pretrained=False), "unet": lambda: E.UnetEncoder(), "xresnet": lambda: E.XResNet18Encoder() if hasattr(E, "XResNet18Encoder") else E.UnetEncoder(), "hourglass": lambda: E.StackedHGEncoder(stack_level=2), "mix": lambda: E.mit_b0(pretrained=False) if hasattr(E, "mit_b0") else E.UnetEncoder(), "swin": lambda: E.SwinT(pretrained=False) if hasattr(E, "SwinT") else E.UnetEncoder(), "hrnet": lambda: E.HRNetV2Encoder48(pretrained=False)}
for name, make in encoders.items():
    driver.work("encoder/" + name, lambda: back(make().to(DEV)(picture())), limit=40)
blocks = {
    "coord": lambda: M.CoordConv(8, 4, with_r=True, kernel_size=3), "drop 2d": lambda: M.DropBlock2D(0.3, 3), "pool avg": lambda: M.GlobalAvgPool2d(), "pool max": lambda: M.GlobalMaxPool2d(flatten=True), "pool k": lambda: M.GlobalKMaxPool2d(), "pool weighted": lambda: M.GlobalWeightedAvgPool2d(8), "pool rms": lambda: M.RMSPool(), "pool mil": lambda: M.MILCustomPoolingModule(8, 4), "pool rank": lambda: M.GlobalRankPooling(8, 256), "pool mean": lambda: M.GeneralizedMeanPooling2d(), "pool both": lambda: M.GlobalMaxAvgPooling2d(), "attention": lambda: OC.SelfAttentionBlock2D(8, 4, 4), "base oc": lambda: OC.BaseOC_Module(8, 8, 4, 4, 0.1), "context": lambda: M.ObjectContextBlock(8, 8, 4, 4, 0.1), "asp": lambda: M.ASPObjectContextBlock(8, 8), "pyramid attention": lambda: OC.PyramidSelfAttentionBlock2D(8, 4, 4), "pyramid": lambda: M.PyramidObjectContextBlock(8, 8),
    "gate": lambda: M.ChannelGate2d(8), "spatial": lambda: M.SpatialGate2d(8, reduction=2), "both": lambda: M.ChannelSpatialGate2d(8), "spatial 2": lambda: M.SpatialGate2dV2(8), "both 2": lambda: M.ChannelSpatialGate2dV2(8), "srm": lambda: M.SRMLayer(8), "aspp": lambda: ASPP(8, 8, aspp_module=ASPPModule, atrous_rates=[1, 2]), "nearest": lambda: M.BilinearAdditiveUpsample2d(8, 2), "shuffle linear": lambda: M.PixelShuffleWithLinear(8, 2), "additive": lambda: M.BilinearAdditiveUpsample2d(8), "deconvolution": lambda: M.DeconvolutionUpsample2d(8), "context fpn": lambda: M.FPNContextBlock(8, 8), "bottleneck fpn": lambda: M.FPNBottleneckBlock(8, 8), "unet": lambda: M.UnetBlock(8, 8), "unet residual": lambda: M.UnetResidualBlock(8, 8), "separable": lambda: M.DepthwiseSeparableConv2d(8, 8, kernel_size=3, padding=1),
}
for name, make in blocks.items():
    driver.work("block/" + name, lambda: back(make().to(DEV)(T(2, 8, 16, 16).requires_grad_())))
driver.work("block/drop 3d", lambda: M.DropBlock3D(0.3, 3).to(DEV)(T(1, 2, 8, 8, 8)))
def scheduled(): d = M.DropBlockScheduled(M.DropBlock2D(0.0, 3), 0.0, 0.5, 4).to(DEV); [(d.step(), d(T(2, 8, 8, 8))) for _ in range(4)]
driver.work("block/drop scheduled", scheduled)
driver.work("block/fuse", lambda: (M.FPNFuse()(maps()), M.FPNFuseSum()([T(2, 8, s, s) for s in (16, 8, 4)]), M.HFF()([T(2, 8, s, s) for s in (16, 8, 4)])))
driver.work("block/activations", lambda: [back(M.instantiate_activation_block(n)(T(3, 4).requires_grad_())) for n in ("relu", "leaky_relu", "elu", "selu", "celu", "prelu", "mish", "mish_naive", "swish", "swish_naive", "hard_swish", "hard_sigmoid", "gelu", "silu") if n != "prelu"])
class Labels(nn.Module):
    def __init__(self): super().__init__(); self.c, self.l = nn.Conv2d(3, 4, 3, padding=1), nn.Linear(4, 5)
    def forward(self, x): return self.l(self.c(x).mean((2, 3)))
class Mask(nn.Module):
    def __init__(self): super().__init__(); self.c = nn.Conv2d(3, 2, 3, padding=1)
    def forward(self, x): return self.c(x)
x = torch.randn(2, 3, 32, 32, device=DEV)
driver.work("tta/labels", lambda: [f(Labels().to(DEV), x) for f in (tta.fliplr_image2label, tta.d4_image2label)])
driver.work("tta/masks", lambda: [f(Mask().to(DEV), x) for f in (tta.fliplr_image2mask, tta.d4_image2mask)])
driver.work("tta/crops", lambda: [f(Labels().to(DEV), x, (16, 16)) for f in (tta.fivecrop_image2label, tta.tencrop_image2label)])
for name in ("mean", "sum", "gmean", "hmean", "logodd", "log1p"):
    driver.work("tta/reduce " + name, lambda: tta.d2_image_deaugment(torch.rand(8, 3, 16, 16, device=DEV), reduction=name))
for kind in ("fliplr", "flipud", "d2", "d4", "flips"):
    driver.work("tta/general " + kind, lambda: tta.GeneralizedTTA(Mask().to(DEV), augment_fn=getattr(tta, kind + "_image_augment"), deaugment_fn=getattr(tta, kind + "_image_deaugment"))(x))
driver.work("tta/scales", lambda: tta.MultiscaleTTA(Mask().to(DEV), size_offsets=[0, -16, 16])(x))
driver.work("tta/labels augment", lambda: [getattr(tta, k + "_labels_deaugment")(getattr(tta, k + "_labels_augment")(torch.rand(2, 4, device=DEV))) for k in ("fliplr", "flips", "d2", "d4")])
driver.work("tta/dict", lambda: tta.GeneralizedTTA(Mask().to(DEV), augment_fn=[tta.fliplr_image_augment], deaugment_fn=tta.fliplr_image_deaugment)(x))
def tiles(weight="pyramid"):
    image = np.random.rand(70, 90, 3).astype("float32"); slicer = I.ImageSlicer(image.shape, (32, 32), (16, 16), weight=weight); parts = [torch.from_numpy(t.transpose(2, 0, 1).copy()) for t in slicer.split(image)]
    merger = I.TileMerger(slicer.target_shape, 2, slicer.weight, device=DEV); m = Mask().to(DEV)
    for b, c in DataLoader(list(zip(parts, slicer.crops)), 4):
        with torch.no_grad(): merger.integrate_batch(m(b.to(DEV)), c)
    merged = merger.merge(); return slicer.crop_to_orignal_size(np.moveaxis(TU.to_numpy(merged), 0, -1))
driver.work("tiles/pyramid", tiles); driver.work("tiles/mean", lambda: tiles("mean"))
def volumes():
    v = np.random.rand(20, 20, 20).astype("float32"); slicer = I.VolumeSlicer(v.shape, 8, 4); merger = I.VolumeMerger(slicer.target_shape, 1, slicer.weight, device=DEV) if hasattr(slicer, "target_shape") else I.VolumeMerger(v.shape, 1, slicer.weight, device=DEV)
    for t, c in zip(slicer.iter_split(v) if hasattr(slicer, "iter_split") else slicer.split(v), slicer.crops): merger.integrate_batch(torch.from_numpy(np.ascontiguousarray(t[0] if isinstance(t, tuple) else t))[None, None].to(DEV), [c])
    return merger.merge()
driver.work("tiles/volume", volumes)
driver.work("ensemble", lambda: [I.Ensembler([Mask(), Mask()], r).to(DEV)(x) for r in ("mean", "sum", "gmean")])
class Dicts(nn.Module):
    def forward(self, x): return {"logits": x, "mask": x * 2}
driver.work("ensemble/dict", lambda: (I.Ensembler([Dicts(), Dicts()], "mean", ["logits"])(x), I.ApplySoftmaxTo(Dicts(), "logits", temperature=2)(x), I.ApplySigmoidTo(Dicts(), ["logits", "mask"])(x), I.PickModelOutput(Dicts(), "mask")(x), I.SelectByIndex("mask")(Dicts()(x))))
def checkpoints():
    for i in range(2): torch.save({"model_state_dict": Mask().to(DEV).state_dict()}, f"c{i}.pt")
    return I.average_checkpoints(["c0.pt", "c1.pt"])
driver.work("ensemble/checkpoints", checkpoints)
driver.work("functional/pad", lambda: (lambda y, p: IF.unpad_image_tensor(y, p))(*IF.pad_image_tensor(T(1, 3, 30, 20), 32)))
driver.work("functional/pad size", lambda: IF.pad_tensor_to_size(T(1, 3, 7, 9), (8, 16)))
driver.work("functional/boxes", lambda: IF.unpad_xyxy_bboxes(T(4, 4), (1, 2, 3, 4)))
driver.work("functional/means", lambda: [f(torch.rand(4, 3, device=DEV), 0) for f in (IF.geometric_mean, IF.harmonic_mean, IF.harmonic1p_mean, IF.logodd_mean, IF.log1p_mean)])
driver.work("functional/turns", lambda: [f(T(1, 3, 4, 4)) for f in (IF.torch_rot90_ccw, IF.torch_rot90_cw, IF.torch_rot180, IF.torch_flipud, IF.torch_fliplr, IF.torch_transpose, IF.torch_transpose2, IF.torch_rot90_ccw_transpose)])
driver.work("utils/numpy", lambda: (TU.to_numpy(T(3)), TU.to_numpy([1, 2]), TU.to_numpy(3.0), TU.to_numpy(None), TU.to_tensor(np.ones(3)), TU.container_to_tensor({"a": np.ones(2), "b": [np.ones(1)]})))
driver.work("utils/images", lambda: (TU.rgb_image_from_tensor(torch.rand(3, 8, 8, device=DEV)), TU.mask_from_tensor(torch.rand(1, 8, 8, device=DEV), squeeze_single_channel=True), TU.image_to_tensor(np.ones((4, 4, 3))), TU.tensor_from_rgb_image(np.ones((4, 4, 3)))))
driver.work("utils/logit", lambda: (TU.logit(torch.rand(4, device=DEV)), TU.sigmoid_with_threshold(T(4), 0.5), TU.softmax_over_dim_1(T(2, 3)), TU.argmax_over_dim_1(T(2, 3)), TU.resize_like(T(1, 1, 4, 4), T(1, 1, 8, 8)), TU.count_parameters(Mask(), human_friendly=True), TU.maybe_cuda(torch.ones(2))))
driver.work("utils/move", lambda: (TU.move_to_device({"a": torch.ones(2), "b": [torch.ones(1)]}, torch.device(DEV)), TU.move_to_device_non_blocking(torch.ones(2), torch.device(DEV)), TU.describe_outputs({"a": T(3, 3), "b": [T(2), T(1)]})))
driver.work("utils/transfer", lambda: TU.transfer_weights(Mask().to(DEV), nn.Sequential(nn.Conv2d(3, 2, 3)).to(DEV).state_dict()))
driver.work("utils/random", lambda: (U.set_manual_seed(3), U.set_rng_state(U.get_rng_state())))
driver.work("utils/rle", lambda: U.rle_decode(U.rle_to_string(U.rle_encode(TU.to_numpy((T(8, 8) > 0).byte()))), (8, 8), np.uint8))
def boxes():
    b = torch.rand(6, 4, device=DEV); b[:, 2:] += b[:, :2] + 0.2; n = TU.to_numpy(b); U.match_bboxes(n, np.zeros(6, int), np.random.rand(6), n[:4], np.zeros(4, int), num_classes=1)
driver.work("utils/boxes", boxes)
def boxes_hungarian(): b = torch.rand(6, 4, device=DEV); b[:, 2:] += b[:, :2] + 0.2; n = TU.to_numpy(b); U.match_bboxes_hungarian(n, np.zeros(6, int), n[:4], np.zeros(4, int), num_classes=1)
driver.work("utils/boxes hungarian", boxes_hungarian)
def schedulers():
    m = Mask().to(DEV); opt = torch.optim.SGD(m.parameters(), 0.1)
    for make in (lambda: S.PolyLR(opt, 9), lambda: S.CosineAnnealingLRWithDecay(opt, 4, 0.9), lambda: S.FlatCosineAnnealingLR(opt, 8, 4), lambda: S.OnceCycleLR(opt, 8), lambda: S.GradualWarmupScheduler(opt, 2.0, 3)):
        s = make()
        for _ in range(3): back(m(x)); opt.step(); s.step()
    S.set_learning_rate(opt, 0.3), OF.freeze_model(m), list(OF.get_optimizable_parameters(m)), list(OF.get_named_optimizable_parameters(m))
driver.work("optimization", schedulers)
driver.finish()
