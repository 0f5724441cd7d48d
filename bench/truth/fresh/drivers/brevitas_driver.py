import sys
from driving import Driver, DEV, ROOT
driver = Driver("brevitas")
sys.path.insert(0, ROOT)
import os, tempfile
import torch, torch.nn as nn, torch.nn.functional as F
os.chdir(tempfile.mkdtemp())
import brevitas, brevitas.nn as qnn
from brevitas import quant as Q
from brevitas.quant import (scaled_int, shifted_scaled_int, fixed_point, binary, ternary)
from brevitas.graph.calibrate import calibration_mode, bias_correction_mode, norm_correction_mode, quantization_status_manager, load_quant_model_mode
from brevitas.graph.gptq import gptq_mode
from brevitas.graph.gpfq import gpfq_mode
from brevitas.graph.qronos import Qronos
from brevitas.graph.magr import magr_mode
from brevitas.graph import equalize as EQ, hadamard as H, quantize as QZ
from brevitas.graph.utils import power_iteration

def steps(model, batch, target=None, n=2):
    """Quantisation-aware training as in the package's examples."""
    model = model.to(DEV).train()
    params = [p for p in model.parameters() if p.requires_grad]
    opt = torch.optim.SGD(params, lr=0.01) if params else None
    for _ in range(n):
        x = batch().to(DEV)
        out = model(x)
        out = out[0] if isinstance(out, tuple) else out
        value = getattr(out, "value", out)
        loss = value.pow(2).mean()
        if opt is not None and loss.requires_grad:
            opt.zero_grad(); loss.backward(); opt.step()
    model.eval()
    with torch.no_grad():
        return model(batch().to(DEV))
vec = lambda: torch.randn(8, 16)
img = lambda: torch.randn(4, 8, 12, 12)
def names(mod, kind): return [n for n in dir(mod) if kind in n and isinstance(getattr(mod, n), type) and n[-6:] != "Solver"]
for mod in (scaled_int, shifted_scaled_int, fixed_point, binary, ternary):
    for n in names(mod, "Weight"):
        q = getattr(mod, n)
        if q.__module__ != mod.__name__ or n in ("ShiftedUint8WeightGroupQuantFloat",): continue
        driver.work("weight/" + n, lambda: steps(nn.Sequential(qnn.QuantLinear(16, 12, weight_quant=q), nn.ReLU(), qnn.QuantLinear(12, 4, weight_quant=q, input_quant=Q.Int8ActPerTensorFloat if hasattr(Q, "Int8ActPerTensorFloat") else scaled_int.Int8ActPerTensorFloat)), vec), limit=10)
    for n in names(mod, "Act"):
        q = getattr(mod, n)
        if q.__module__ != mod.__name__: continue
        driver.work("act/" + n, lambda: steps(nn.Sequential(qnn.QuantConv2d(8, 8, 3, padding=1), qnn.QuantIdentity(act_quant=q, min_val=-3.0, max_val=3.0), nn.BatchNorm2d(8)), img), limit=10)
from brevitas.quant.experimental import float_quant_ocp, mx_quant_ocp, float as fexp
for mod in (float_quant_ocp, mx_quant_ocp, fexp):
    for n in (names(mod, "Weight") + names(mod, "Act")):
        q = getattr(mod, n)
        if q.__module__ != mod.__name__: continue
        if "Weight" in n: driver.work("float/" + n, lambda: steps(qnn.QuantLinear(64, 32, weight_quant=q), lambda: torch.randn(8, 64)), limit=8)
        else: driver.work("float/" + n, lambda: steps(qnn.QuantIdentity(act_quant=q), lambda: torch.randn(8, 64)), limit=8)
W, A = scaled_int.Int8WeightPerTensorFloat, scaled_int.Int8ActPerTensorFloat
layers = {
    "conv1d": (lambda: qnn.QuantConv1d(8, 8, 3, input_quant=A, output_quant=A, return_quant_tensor=True), lambda: torch.randn(4, 8, 20)), "conv2d": (lambda: qnn.QuantConv2d(8, 8, 3, input_quant=A, bias_quant=scaled_int.Int32Bias, return_quant_tensor=True), img), "conv3d": (lambda: qnn.QuantConv3d(2, 4, 3), lambda: torch.randn(2, 2, 6, 6, 6)),
    "conv2d channel": (lambda: qnn.QuantConv2d(8, 8, 3, weight_quant=scaled_int.Int8WeightPerChannelFloat, padding=1), img), "convT1d": (lambda: qnn.QuantConvTranspose1d(8, 8, 3), lambda: torch.randn(4, 8, 20)), "convT2d": (lambda: qnn.QuantConvTranspose2d(8, 8, 3, stride=2), img), "convT3d": (lambda: qnn.QuantConvTranspose3d(2, 4, 3), lambda: torch.randn(2, 2, 6, 6, 6)),
    "relu": (lambda: qnn.QuantReLU(return_quant_tensor=True), img), "sigmoid": (lambda: qnn.QuantSigmoid(), img), "tanh": (lambda: qnn.QuantTanh(), img), "hardtanh": (lambda: qnn.QuantHardTanh(min_val=-1.0, max_val=1.0), img), "hardswish": (lambda: qnn.QuantHardSwish(), img), "relu6 per channel": (lambda: qnn.QuantReLU(scaling_per_output_channel=True, per_channel_broadcastable_shape=(1, 8, 1, 1), scaling_stats_permute_dims=(1, 0, 2, 3)), img),
    "scale bias": (lambda: qnn.QuantScaleBias(8, True, runtime_shape=(1, -1, 1, 1)), img), "bn2d": (lambda: qnn.BatchNorm2dToQuantScaleBias(8), img), "bn1d": (lambda: qnn.BatchNorm1dToQuantScaleBias(8), lambda: torch.randn(4, 8, 12)), "upsample": (lambda: nn.Sequential(qnn.QuantIdentity(return_quant_tensor=True), qnn.QuantUpsample(scale_factor=2)), img), "nearest": (lambda: nn.Sequential(qnn.QuantIdentity(return_quant_tensor=True), qnn.QuantUpsamplingNearest2d(scale_factor=2)), img),
    "avgpool": (lambda: nn.Sequential(qnn.QuantIdentity(return_quant_tensor=True), qnn.TruncAvgPool2d(2)), img), "adaptive": (lambda: nn.Sequential(qnn.QuantReLU(return_quant_tensor=True), qnn.TruncAdaptiveAvgPool2d((1, 1))), img),
    "rnn": (lambda: qnn.QuantRNN(16, 12, batch_first=True, bidirectional=True), lambda: torch.randn(3, 6, 16)), "lstm": (lambda: qnn.QuantLSTM(16, 12, batch_first=True), lambda: torch.randn(3, 6, 16)), "lstm 2": (lambda: qnn.QuantLSTM(16, 12, num_layers=2, bidirectional=True), lambda: torch.randn(6, 3, 16)),
}
for name, (make, batch) in layers.items():
    driver.work("layer/" + name, lambda: steps(make(), batch))
def pairs():
    a, b = qnn.QuantIdentity(return_quant_tensor=True).to(DEV), qnn.QuantIdentity(return_quant_tensor=True).to(DEV)
    x, y = a(vec().to(DEV)), b(vec().to(DEV))
    return qnn.QuantEltwiseAdd(return_quant_tensor=True).to(DEV)(x, y)
driver.work("layer/pairs", pairs)
driver.work("layer/cat", lambda: qnn.QuantCat(return_quant_tensor=True).to(DEV)([vec().to(DEV), vec().to(DEV)], dim=1))
driver.work("layer/embedding", lambda: qnn.QuantEmbedding(20, 8).to(DEV)(torch.randint(0, 20, (4, 5), device=DEV)).sum().backward())
def attention(**k): m = qnn.QuantMultiheadAttention(16, 4, **k).to(DEV); x = torch.randn(6, 3, 16, device=DEV); out, w = m(x, x, x, key_padding_mask=torch.zeros(3, 6, dtype=torch.bool, device=DEV)); out.sum().backward(); return m.eval()(x, x, x)
driver.work("layer/mha", attention); driver.work("layer/mha unpacked", lambda: attention(packed_in_proj=False, dropout=0.1))
driver.work("layer/sdpa", lambda: qnn.QuantScaledDotProductAttention().to(DEV)(*[torch.randn(2, 4, 6, 8, device=DEV) for _ in range(3)], is_causal=True))
def tensors():
    m = qnn.QuantIdentity(return_quant_tensor=True).to(DEV).eval()
    t = m(torch.rand(4, 8, device=DEV)); u = m(torch.rand(4, 8, device=DEV))
    t.int(), t.int(float_datatype=True), t.is_valid, t.signed, t.bit_width, t.scale, t.zero_point, t.view(8, 4), t.reshape(2, 16), t.transpose(0, 1), t.permute(1, 0), -t, t * u, t.size(), t.dim(), t.shape, repr(t)
    t.cpu(), t.to(DEV), t.detach(), t.contiguous()
    return t + t, t + 1.0, torch.cat([t, t], dim=0), F.relu(t), torch.flatten(t, 1)
driver.work("quant tensor", tensors)
def more_tensors():
    t = qnn.QuantReLU(return_quant_tensor=True).to(DEV)(torch.rand(2, 4, 6, 6, device=DEV)); return F.max_pool2d(t, 2), t / t, abs(t), t - t
driver.work("quant tensor ops", more_tensors)

class Net(nn.Module):
    """A small float network to be quantised after training."""
    def __init__(self):
        super().__init__()
        self.c1, self.b1, self.c2, self.b2, self.fc = nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.Conv2d(8, 8, 3, padding=1), nn.BatchNorm2d(8), nn.Linear(8, 5)
        self.relu = nn.ReLU(); self.pool = nn.AdaptiveAvgPool2d(1)
    def forward(self, x):
        x = self.relu(self.b1(self.c1(x))); x = self.relu(x + self.b2(self.c2(x)))
        return self.fc(torch.flatten(self.pool(x), 1))
loader = [torch.randn(8, 3, 12, 12) for _ in range(2)]
def quantised(kind="layerwise"):
    net = Net().to(DEV).eval()
    if kind == "layerwise": return QZ.layerwise_quantize(net).to(DEV)
    g = QZ.preprocess_for_quantize(net, equalize_iters=3, equalize_merge_bias=True, x=loader[0].to(DEV)) if False else QZ.preprocess_for_quantize(torch.fx.symbolic_trace(net), trace_model=False, equalize_iters=3)
    return QZ.quantize(g).to(DEV)
def calibrate(model):
    """Post-training quantisation as in the ImageNet example."""
    model.eval()
    with torch.no_grad():
        with calibration_mode(model):
            for x in loader: model(x.to(DEV))
        with bias_correction_mode(model):
            for x in loader: model(x.to(DEV))
    return model
driver.work("ptq/layerwise", lambda: calibrate(quantised())(loader[0].to(DEV)), limit=20)
driver.work("ptq/graph", lambda: calibrate(quantised("graph"))(loader[0].to(DEV)), limit=45)
def norm():
    m = calibrate(quantised("layerwise"))
    with torch.no_grad(), norm_correction_mode(m):
        for x in loader: m(x.to(DEV))
driver.work("ptq/norm", norm)
def gpx(mode, **kw):
    m = calibrate(quantised("layerwise"))
    with torch.no_grad():
        with mode(m, **kw) as g:
            gm = g.model
            for i in range(g.num_layers):
                for x in loader: gm(x.to(DEV))
                g.update()
    return m(loader[0].to(DEV))
for act in (False, True):
    driver.work("gptq/%s" % act, lambda: gpx(gptq_mode, act_order=act, use_quant_activations=False, num_blocks=2), limit=30)
    driver.work("gpfq/%s" % act, lambda: gpx(gpfq_mode, act_order=act), limit=30)
driver.work("qronos", lambda: gpx(gpfq_mode, algorithm_impl=Qronos), limit=30)
def magr():
    m = calibrate(quantised("layerwise"))
    with torch.no_grad():
        with magr_mode(m, num_steps=3) as g:
            for x in loader: g.model(x.to(DEV))
            g.update()
driver.work("magr", magr, limit=30)
def equalize(layerwise):
    net = Net().to(DEV).eval(); g = net if layerwise else torch.fx.symbolic_trace(net)
    with torch.no_grad():
        with EQ.activation_equalization_mode(g, 0.5, layerwise=layerwise, add_mul_node=True):
            for x in loader: g(x.to(DEV))
    return g(loader[0].to(DEV))
driver.work("equalize/activation", lambda: equalize(True)); driver.work("equalize/graph activation", lambda: equalize(False))
driver.work("equalize/weights", lambda: EQ.EqualizeGraph(iterations=3).apply(torch.fx.symbolic_trace(Net().eval().to(DEV)))(loader[0].to(DEV)))
class Mlp(nn.Module):
    def __init__(self): super().__init__(); self.norm = nn.RMSNorm(16); self.a, self.b = nn.Linear(16, 32), nn.Linear(32, 16)
    def forward(self, x): return self.b(self.a(self.norm(x)))
def rotate(**kw): g = torch.fx.symbolic_trace(Mlp().to(DEV)); g = EQ.GraphRotationEqualization(**kw).apply(g); return (g[0] if isinstance(g, tuple) else g)(vec().to(DEV))
driver.work("rotate", lambda: rotate(orphan_sink=True)); driver.work("rotate orthogonal", lambda: rotate(full_rotation_method="ort"))
driver.work("hadamard", lambda: (H.matmul_hadU(torch.randn(4, 32, device=DEV)), H.matmul_hadUt(torch.randn(4, 32, device=DEV)), H.random_hadamard_matrix(16, DEV), H.get_hadK(12), EQ.random_orthogonal_matrix(8)))
driver.work("hadamard linear", lambda: H.apply_exact_had_to_linear(nn.Linear(16, 32).to(DEV), had_dim=-1, output=False))
driver.work("power iteration", lambda: power_iteration(torch.rand(8, 8, device=DEV), 5, device=DEV))
def status():
    m = calibrate(quantised())
    with quantization_status_manager(m, disable_act_quant=True, disable_weight_quant=True), torch.no_grad(): m(loader[0].to(DEV))
    sd = m.state_dict(); torch.save(sd, "q.pt")
    n = quantised()
    with load_quant_model_mode(n): n.load_state_dict(torch.load("q.pt"))
    return n(loader[0].to(DEV))
driver.work("status", status)
def export_onnx(): from brevitas.export import export_onnx_qcdq; export_onnx_qcdq(calibrate(quantised()), args=loader[0].to(DEV), export_path="m.onnx", dynamo=False)
def export_torch(): from brevitas.export import export_torch_qcdq; export_torch_qcdq(calibrate(quantised()).cpu(), args=loader[0], export_path="m.pt")
driver.work("export/onnx", export_onnx, limit=20); driver.work("export/torch", export_torch, limit=20)
def inference():
    from brevitas.export.inference import quant_inference_mode
    m = calibrate(quantised())
    with torch.no_grad(), quant_inference_mode(m):
        m(loader[0].to(DEV)); return m(loader[0].to(DEV))
driver.work("inference", inference)
from brevitas.loss import base_loss, weighted_bit_width as WB
def bit_widths():
    m = nn.Sequential(qnn.QuantLinear(16, 8, weight_bit_width_impl_type="parameter"), qnn.QuantReLU(bit_width_impl_type="parameter")).to(DEV)
    l1, l2 = WB.WeightBitWidthWeightedBySize(m), WB.ActivationBitWidthWeightedBySize(m)
    for _ in range(2): (m(vec().to(DEV)).sum() + l1.retrieve() + l2.retrieve()).backward(); l1.log(), l2.log(); l1.zero_accumulated_values(); l2.zero_accumulated_values()
driver.work("bit widths", bit_widths)
driver.finish()
