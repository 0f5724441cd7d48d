import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("ema_pytorch")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import torch, torch.nn as nn, torch.nn.functional as F
from ema_pytorch import EMA, EMAPytree, EMATensor, EMAModuleWrapper, KarrasEMA, PostHocEMA

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU())
        self.head = nn.Linear(8, 4)
        self.register_buffer("count", torch.zeros((), dtype=torch.long))
    def encode(self, x): return self.body(x).mean((2, 3))
    def forward(self, x): return self.head(self.encode(x))
def net(): return Net().to(DEV)
def batch(n=4): return torch.randn(n, 3, 8, 8, device=DEV), torch.randint(4, (n,), device=DEV)
def train(model, steps, after, opt=None):
    opt = opt or torch.optim.Adam(model.parameters(), 1e-3)
    for _ in range(steps):
        x, y = batch()
        loss = F.cross_entropy(model(x), y)
        loss.backward(); opt.step(); opt.zero_grad()
        after()
    return opt
def usual(**options):
    model = net()
    ema = EMA(model, **{"beta": 0.99, "update_after_step": 3, "update_every": 2, **options}).to(DEV)
    train(model, 12, ema.update)
    x, _ = batch()
    ema(x)
    return model, ema

options = {
    "plain": {}, "every step": dict(update_every=1, update_after_step=0), "power": dict(power=3 / 4, inv_gamma=2.0, min_value=0.5), "foreach": dict(use_foreach=True), "foreach coerce": dict(use_foreach=True, coerce_dtype=True),
    "ignored": dict(ignore_names={"head.bias"}, ignore_startswith_names={"body.0"}), "no ema": dict(param_or_buffer_names_no_ema={"head.weight", "count"}), "no online": dict(include_online_model=False),
    "hare": dict(update_model_with_ema_every=4, update_model_with_ema_beta=0.5), "tortoise": dict(update_model_with_ema_every=3), "move": dict(allow_different_devices=True, move_ema_to_online_device=True), "devices": dict(allow_different_devices=True, use_foreach=True),
    "lazy": dict(lazy_init_ema=True), "methods": dict(forward_method_names=("encode",)), "factory": dict(ema_model=net), "one": dict(beta=1.0), "zero": dict(beta=0.0),
}
for name, chosen in options.items():
    driver.work("ema/" + name, lambda: usual(**chosen))
def methods(): _, ema = usual(forward_method_names=("encode",)); ema.encode(batch()[0])
driver.work("ema/encode", methods)
def hook():
    model = net(); ema = EMA(model, beta=0.9, update_after_step=1, update_every=1).to(DEV)
    opt = torch.optim.SGD(model.parameters(), 0.1); remove = ema.add_to_optimizer_post_step_hook(opt)
    train(model, 5, lambda: None, opt)
driver.work("ema/hook", hook)
def state():
    _, ema = usual(); torch.save(ema.state_dict(), "ema.pt"); model = net(); other = EMA(model).to(DEV); other.load_state_dict(torch.load("ema.pt")); other.update(); other.eval(); other.forward_eval(batch()[0])
driver.work("ema/state", state)
def copies():
    model, ema = usual(); ema.copy_params_from_ema_to_model(); ema.copy_params_from_model_to_ema(); ema.update_model_with_ema(); ema.update_model_with_ema(0.5); return ema.get_current_decay(), ema.model
driver.work("ema/copies", copies)
def cpu_side():
    model = net(); ema = EMA(model, beta=0.9, update_after_step=0, update_every=1, allow_different_devices=True); ema.ema_model.cpu(); train(model, 4, ema.update); ema.restore_ema_model_device(); ema.copy_params_from_ema_to_model()
driver.work("ema/cpu side", cpu_side)
def half(): model = net(); shadow = net().half(); ema = EMA(model, ema_model=shadow, beta=0.9, update_after_step=0, update_every=1, coerce_dtype=True).to(DEV); train(model, 4, ema.update)
driver.work("ema/half", half)
def compare():
    model, ema = usual(); x, y = batch(16)
    with torch.no_grad(): a, b = (F.cross_entropy(m(x), y).item() for m in (model, ema))
    return a - b, sum((p - q).abs().max().item() for p, q in zip(model.parameters(), ema.ema_model.parameters()))
driver.work("ema/compare", compare)

def karras(**chosen):
    model = net(); ema = KarrasEMA(model, update_every=2, **chosen).to(DEV); train(model, 10, ema.update); ema(batch()[0]); ema.beta; list(ema.iter_all_ema_params_and_buffers()); return ema
karras_options = {"sigma": dict(sigma_rel=0.05), "gamma": dict(gamma=6.94), "frozen": dict(sigma_rel=0.1, frozen=True), "ignored": dict(sigma_rel=0.1, ignore_names={"head.bias"}, ignore_startswith_names={"body"}), "no ema": dict(sigma_rel=0.1, param_or_buffer_names_no_ema={"head.weight"}), "move": dict(gamma=7.0, move_ema_to_online_device=True, allow_different_devices=True)}
for name, chosen in karras_options.items():
    driver.work("karras/" + name, lambda: karras(**chosen))
def karras_more(): ema = karras(sigma_rel=0.1); ema.copy_params_from_ema_to_model(); ema.copy_params_from_model_to_ema(); ema.eval(); torch.save(ema.state_dict(), "k.pt"); ema.load_state_dict(torch.load("k.pt"))
driver.work("karras/more", karras_more)
def post_hoc(folder, every=4, **chosen):
    model = net()
    emas = PostHocEMA(model, checkpoint_folder=folder, checkpoint_every_num_steps=every, **chosen).to(DEV)
    emas_update = emas.update
    train(model, 12, emas_update)
    if every == "manual": emas.checkpoint()
    return emas
for name, chosen, wanted in (("sigmas", dict(sigma_rels=(0.05, 0.3)), dict(sigma_rel=0.15)), ("gammas", dict(gammas=(16.97, 6.94)), dict(gamma=10.0)), ("single", dict(sigma_rels=(0.05, 0.3), checkpoint_dtype=torch.float32), dict(sigma_rel=0.15, step=8))):
    def post():
        emas = post_hoc("hoc " + name, **chosen); made = emas.synthesize_ema_model(**wanted); made(batch()[0])
    driver.work("post hoc/" + name, post)
def manual():
    emas = post_hoc("manual", "manual", sigma_rels=(0.05, 0.3)); emas.copy_params_from_model_to_ema(); emas.checkpoint(); emas.copy_params_from_ema_to_model(); emas.step, emas.device, emas.model
    for m in emas(batch()[0]): m
driver.work("post hoc/manual", manual)

def tensor():
    t = torch.randn(5, device=DEV); ema = EMATensor(t, beta=0.9, update_after_step=1, update_every=1)
    for _ in range(5): t.add_(torch.randn_like(t)); ema.update()
    ema()
driver.work("tensor", tensor)
def tree(**chosen):
    state = {"a": torch.randn(4, device=DEV), "b": [torch.randn(3, device=DEV)], "c": 3}
    ema = EMAPytree(state, beta=0.9, update_after_step=2, update_every=2, **chosen)
    for _ in range(9): state["a"].mul_(1.1); state["b"][0].add_(1); ema.update()
    ema(), ema.ema_model, ema.pytree, ema.get_current_decay()
driver.work("tree", tree)
driver.work("tree/coerce", lambda: tree(coerce_dtype=True))
driver.work("tree/state", lambda: (lambda e: e.load_state_dict(e.state_dict()))(EMAPytree({"a": torch.randn(4, device=DEV)}).to(DEV)))

class Student(nn.Module):
    """Takes what its teacher made of the input."""
    def __init__(self): super().__init__(); self.l = nn.Linear(8, 8)
    def forward(self, x, ema_output=None): y = self.l(x); return y if ema_output is None else F.mse_loss(y, ema_output)
def wrapped(**chosen):
    model = Student().to(DEV); w = EMAModuleWrapper(model, ema_module_kwargs={".": "."}, beta=0.9, update_after_step=0, update_every=1, **chosen).to(DEV)
    for _ in range(3):
        out = w(torch.randn(4, 8, device=DEV)); out.mean().backward()
        w.update()
    w.update_model_with_ema(), w.eval(), w.forward_eval(torch.randn(4, 8, device=DEV)), w.remove_ema_module_hooks()
driver.work("wrapper", wrapped)
class Predictor(nn.Module):
    def __init__(self): super().__init__(); self.enc, self.pred = nn.Linear(8, 8), Student()
    def forward(self, x): return self.pred(self.enc(x)).sum()
def wrapped_part():
    w = EMAModuleWrapper(Predictor().to(DEV), ema_module_kwargs={"pred": "enc"}, beta=0.9, update_after_step=0, update_every=1).to(DEV); w(torch.randn(4, 8, device=DEV)).backward(); w.update()
driver.work("wrapper/part", wrapped_part)
driver.finish()
