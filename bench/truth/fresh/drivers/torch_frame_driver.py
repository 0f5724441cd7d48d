import sys, os
from driving import Driver, DEV, ROOT
driver = Driver("torch_frame")
sys.path.insert(0, ROOT)
import pandas as pd
try: pd.options.future.infer_string = False  # the package's made-up text columns are lists of str
except Exception: pass
import torch, torch.nn.functional as F, torch_frame
from torch_frame import TensorFrame, stype, TaskType, NAStrategy
from torch_frame.data import DataLoader, MultiNestedTensor, MultiEmbeddingTensor
from torch_frame.data.stats import StatType
from torch_frame.config.text_embedder import TextEmbedderConfig
from torch_frame.config.text_tokenizer import TextTokenizerConfig
from torch_frame.config.model import ModelConfig
from torch_frame.datasets import FakeDataset
from torch_frame.nn import models as N
from torch_frame.nn import encoder as EN, conv as CO, decoder as DE
from torch_frame.testing.text_embedder import HashTextEmbedder
from torch_frame.testing.text_tokenizer import WhiteSpaceHashTokenizer, RandomTextModel
from torch_frame.transforms import CatToNumTransform, MutualInformationSort
from torch_frame.utils import concat as K, io as IO
ALL = [stype.numerical, stype.categorical, stype.multicategorical, stype.timestamp, stype.embedding, stype.text_embedded]
def data(task=TaskType.MULTICLASS_CLASSIFICATION, stypes=None, nan=False, rows=96):
    d = FakeDataset(rows, with_nan=nan, stypes=stypes, create_split=True, task_type=task, col_to_text_embedder_cfg=TextEmbedderConfig(text_embedder=HashTextEmbedder(8), batch_size=32))
    d.materialize(device=DEV) if False else d.materialize()
    return d
ready = {}
def dataset(kind):
    if kind not in ready:
        ready[kind] = {"class": lambda: data(), "regress": lambda: data(TaskType.REGRESSION), "binary": lambda: data(TaskType.BINARY_CLASSIFICATION), "numeric": lambda: data(stypes=[stype.numerical]), "categorical": lambda: data(stypes=[stype.categorical]), "all": lambda: data(stypes=ALL), "nan": lambda: data(stypes=ALL, nan=True)}[kind]()
    return ready[kind]
def train(model, ds, loss, regress=False, epochs=1):
    """The training loop of the README and the examples."""
    model = model.to(DEV)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    loader = DataLoader(ds.tensor_frame[:64], batch_size=32, shuffle=True)
    model.train()
    for epoch in range(epochs):
        loss_accum = total = 0
        for tf in loader:
            tf = tf.to(DEV)
            value = loss(model, tf)
            optimizer.zero_grad(); value.backward(); optimizer.step()
            loss_accum += float(value) * len(tf.y); total += len(tf.y)
    model.eval()
    with torch.no_grad():
        accum = 0
        for tf in DataLoader(ds.tensor_frame[64:], batch_size=32):
            tf = tf.to(DEV)
            pred = model(tf)
            if not regress and pred.dim() == 2: accum += float((pred.argmax(dim=-1) == tf.y).sum())
    return loss_accum / total, accum
ce = lambda m, tf: F.cross_entropy(m(tf), tf.y)
mse = lambda m, tf: F.mse_loss(m(tf).view(-1), tf.y.view(-1))
def stats(ds): return dict(col_stats=ds.col_stats, col_names_dict=ds.tensor_frame.col_names_dict)
makers = {
    "FTTransformer": lambda ds, o: N.FTTransformer(16, o, 2, **stats(ds)), "MLP": lambda ds, o: N.MLP(16, o, 2, **stats(ds)), "MLP batch": lambda ds, o: N.MLP(16, o, 2, normalization="batch_norm", dropout_prob=0.1, **stats(ds)),
    "ResNet": lambda ds, o: N.ResNet(16, o, 2, **stats(ds)), "ResNet batch": lambda ds, o: N.ResNet(16, o, 2, normalization="batch_norm", **stats(ds)), "TabNet": lambda ds, o: N.TabNet(o, 2, 8, 8, 1.2, **stats(ds)),
    "TabTransformer": lambda ds, o: N.TabTransformer(16, o, 2, 4, 2, 0.1, 0.1, **stats(ds)),
}
for name, make in makers.items():
    for kind, o, l in (("class", 3, ce), ("regress", 1, mse)):
        driver.work("%s/%s" % (name, kind), lambda: train(make(dataset(kind), o), dataset(kind), l, kind == "regress"))
def tabnet_reg(m, tf): out, reg = m(tf, return_reg=True); return F.cross_entropy(out, tf.y) + 0.01 * reg
driver.work("TabNet/regularised", lambda: train(makers["TabNet"](dataset("class"), 3), dataset("class"), tabnet_reg))
def trompt(m, tf): out = m(tf); y = tf.y.unsqueeze(1).expand(-1, out.size(1)).reshape(-1); return F.cross_entropy(out.reshape(-1, 3), y)
driver.work("Trompt", lambda: train(N.Trompt(16, 3, 4, 2, **stats(dataset("class"))), dataset("class"), trompt))
def excel_data():
    ds = dataset("class"); t = CatToNumTransform(); t.fit(ds.tensor_frame[:64], ds.col_stats); tf = t(ds.tensor_frame)
    s = MutualInformationSort(TaskType.MULTICLASS_CLASSIFICATION); s.fit(tf, t.transformed_stats); return s(tf), s.transformed_stats
def excel(mix):
    tf_all, st = excel_data()
    m = N.ExcelFormer(16, 3, tf_all.num_cols, 2, 4, col_stats=st, col_names_dict=tf_all.col_names_dict, mixup=mix).to(DEV)
    opt = torch.optim.Adam(m.parameters())
    m.train()
    for tf in DataLoader(tf_all[:64], batch_size=32):
        tf = tf.to(DEV)
        pred, y = m(tf, mixup_encoded=True) if mix else (m(tf), tf.y)
        loss = F.cross_entropy(pred, y); opt.zero_grad(); loss.backward(); opt.step()
    m.eval(); return m(tf_all[64:].to(DEV))
driver.work("transforms", excel_data)
for mix in (None, "feature", "hidden"):
    driver.work("ExcelFormer/%s" % mix, lambda: excel(mix))
def transforms(task):
    ds = data(task); t = CatToNumTransform(); tf = ds.tensor_frame.to(DEV); t.fit(tf, ds.col_stats); out = t(tf)
    s = MutualInformationSort(task); s.fit(out, t.transformed_stats); return s(out)
for task in (TaskType.REGRESSION, TaskType.BINARY_CLASSIFICATION, TaskType.MULTICLASS_CLASSIFICATION):
    driver.work("transforms/%s" % task.value, lambda: transforms(task))

def everything(kind, num, cat):
    ds = dataset(kind)
    enc = EN.StypeWiseFeatureEncoder(out_channels=16, **stats(ds), stype_encoder_dict={stype.numerical: num(), stype.categorical: cat(), stype.multicategorical: EN.MultiCategoricalEmbeddingEncoder(mode="mean", na_strategy=NAStrategy.ZEROS), stype.timestamp: EN.TimestampEncoder(na_strategy=NAStrategy.MEDIAN_TIMESTAMP), stype.embedding: EN.LinearEmbeddingEncoder()}).to(DEV)
    x, names = enc(ds.tensor_frame.to(DEV))
    x.sum().backward()
    return CO.FTTransformerConvs(16, 1).to(DEV)(x)
for kind in ("all", "nan"):
    for num in (EN.LinearEncoder, EN.StackEncoder, EN.LinearBucketEncoder, lambda: EN.LinearPeriodicEncoder(n_bins=4), EN.ExcelFormerEncoder):
        n2 = (lambda num=num: num(na_strategy=NAStrategy.MEAN)) if isinstance(num, type) else lambda: EN.LinearPeriodicEncoder(n_bins=4, na_strategy=NAStrategy.MEAN)
        driver.work("encoder/%s/%s" % (kind, getattr(num, "__name__", "periodic")), lambda: everything(kind, n2, lambda: EN.EmbeddingEncoder(na_strategy=NAStrategy.MOST_FREQUENT)))
def single(e, st):
    ds = data(TaskType.REGRESSION, stypes=[st]); enc = EN.StypeWiseFeatureEncoder(out_channels=16, col_stats=ds.col_stats, col_names_dict={st: ds.tensor_frame.col_names_dict[st]}, stype_encoder_dict={st: e}).to(DEV)
    return enc(ds.tensor_frame.to(DEV))
for mode in ("mean", "sum", "max"):
    driver.work("encoder/multi/" + mode, lambda: single(EN.MultiCategoricalEmbeddingEncoder(mode=mode), stype.multicategorical))
driver.work("encoder/post", lambda: single(EN.LinearEncoder(post_module=torch.nn.ReLU()), stype.numerical))
def tokenized():
    ds = FakeDataset(32, stypes=[stype.numerical, stype.text_tokenized], col_to_text_tokenizer_cfg=TextTokenizerConfig(text_tokenizer=WhiteSpaceHashTokenizer(), batch_size=None))
    ds.materialize()
    tf = ds.tensor_frame.to(DEV)
    return {k: v.to_dense(fill_value=0) for k, v in tf.feat_dict[stype.text_tokenized].items()}, tf.cpu()
driver.work("tokenized", tokenized)
convs = {"tab": lambda: CO.TabTransformerConv(16, 4), "ft": lambda: CO.FTTransformerConvs(16, 2), "excel": lambda: CO.ExcelFormerConv(16, 5, 4), "trompt": lambda: CO.TromptConv(16, 5, 4)}
for name, make in convs.items():
    driver.work("conv/" + name, lambda: make().to(DEV)(*([torch.randn(8, 5, 16, device=DEV)] + ([torch.randn(8, 4, 16, device=DEV)] if name == "trompt" else []))))
driver.work("decoder", lambda: (DE.TromptDecoder(16, 3, 4).to(DEV)(torch.randn(8, 4, 16, device=DEV)), DE.ExcelFormerDecoder(16, 3, 5).to(DEV)(torch.randn(8, 5, 16, device=DEV))))
def frames():
    tf = dataset("all").tensor_frame.to(DEV)
    tf[3], tf[:10], tf[[1, 5, 7]], tf[torch.tensor([0, 2, 4], device=DEV)], tf[torch.arange(len(tf), device=DEV) % 2 == 0]
    len(tf), tf.num_cols, tf.device, tf.get_col_feat("num_1"), repr(tf)
    torch_frame.cat([tf[:5], tf[5:9]], dim=0)
    tf == tf, tf != tf[:5]
    tf.validate(); tf.cpu().pin_memory() if DEV == "cuda" else None
    return tf.is_floating_point() if hasattr(tf, "is_floating_point") else None
driver.work("frames", frames)
def nested():
    n = MultiNestedTensor.from_tensor_mat([[torch.randint(0, 9, (i % 4 + 1,)) for i in range(3)] for _ in range(6)]).to(DEV)
    n[1], n[1, 2], n[:, 1], n[2:4], n[[0, 3]], n[torch.tensor([1, 2], device=DEV)], n.select(torch.tensor([True] * 3 + [False] * 3, device=DEV), 0), n.narrow(0, 1, 2)
    n.to_dense(fill_value=-1), n.clone(), MultiNestedTensor.cat([n, n], dim=0), MultiNestedTensor.cat([n, n], dim=1), n.select([0, 2], dim=1), n.index_select(torch.tensor([0, 2], device=DEV), dim=0)
    n.fillna_col(0, 0), n.cpu(), repr(n), n == n.clone(), torch_frame.data.MultiNestedTensor.allclose(n, n.clone())
def nested_columns(): n = MultiNestedTensor.from_tensor_mat([[torch.rand(i + 1) for i in range(3)] for _ in range(6)]).to(DEV); return n[:, [0, 2]], n[:, torch.tensor([0, 1], device=DEV)], n[:, 1:], n[-1], n[:, -1]
def embed():
    e = MultiEmbeddingTensor.from_tensor_list([torch.randn(6, 4), torch.randn(6, 3), torch.randn(6, 5)]).to(DEV)
    e[1], e[1, 2], e[:, 1], e[2:4], e[[0, 3]], e[:, [0, 2]], e.narrow(1, 0, 2), MultiEmbeddingTensor.cat([e, e], dim=0), MultiEmbeddingTensor.cat([e, e], dim=1), e.clone(), e.select(torch.tensor([0, 1], device=DEV), 0), repr(e)
    e.fillna_col(0, 0.0), e == e.clone(), MultiEmbeddingTensor.allclose(e, e.clone())
driver.work("nested", nested); driver.work("nested columns", nested_columns); driver.work("embedding tensor", embed)
def io():
    ds = dataset("all"); IO.save(ds.tensor_frame.to(DEV), ds.col_stats, driver.folder.name + "/tf.pt"); return IO.load(driver.folder.name + "/tf.pt", device=torch.device(DEV))
driver.work("io", io)
driver.work("concat", lambda: (K.cat([dataset("class").tensor_frame.to(DEV)[:5]] * 2, dim=0), ))
def on_device(): d = FakeDataset(32, stypes=[stype.numerical, stype.categorical]); d.materialize(device=torch.device(DEV)); return d.tensor_frame[:4], d[:16].tensor_frame, d.shuffle()
driver.work("materialize on device", on_device)
def stypes_(): ds = dataset("all"); return torch_frame.utils.infer_df_stype(ds.df), ds.get_split("train"), ds.split(), ds[:10]
driver.work("dataset", stypes_)
driver.finish()
