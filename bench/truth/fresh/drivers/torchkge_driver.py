import sys
from driving import Driver, DEV, ROOT
driver = Driver("torchkge")
sys.path.insert(0, ROOT)
import pandas as pd, torch
import numpy as np
from torch import cuda
from torch.optim import Adam
import torchkge
from torchkge.data_structures import KnowledgeGraph, SmallKG
from torchkge import models as M
from torchkge.evaluation import LinkPredictionEvaluator, RelationPredictionEvaluator, TripletClassificationEvaluator
from torchkge.inference import RelationInference, EntityInference
from torchkge.sampling import BernoulliNegativeSampler, UniformNegativeSampler, PositionalNegativeSampler, BernoulliRelationNegativeSampler
from torchkge.utils import MarginLoss, DataLoader, LogisticLoss, BinaryCrossEntropyLoss
from torchkge.utils.training import Trainer, TrainDataLoader
from torchkge.utils import data_redundancy as R, operations as O, modeling as MO

rng = np.random.RandomState(0)
n = 300
df = pd.DataFrame({"from": ["e%d" % i for i in rng.randint(0, 40, n)], "to": ["e%d" % i for i in rng.randint(0, 40, n)], "rel": ["r%d" % i for i in rng.randint(0, 5, n)]}).drop_duplicates()
kg = KnowledgeGraph(df=df)
kg_train, kg_val, kg_test = kg.split_kg(sizes=(len(kg) - 80, 40, 40))
E_, R_ = kg.n_ent, kg.n_rel

def build():
    return {
        "TransE": lambda: M.TransEModel(16, E_, R_, dissimilarity_type="L2"),
        "TransE1": lambda: M.TransEModel(16, E_, R_, dissimilarity_type="L1"),
        "TransH": lambda: M.TransHModel(16, E_, R_),
        "TransR": lambda: M.TransRModel(16, 12, E_, R_),
        "TransD": lambda: M.TransDModel(16, 12, E_, R_),
        "TorusE": lambda: M.TorusEModel(16, E_, R_, dissimilarity_type="torus_L2"),
        "TorusE1": lambda: M.TorusEModel(16, E_, R_, dissimilarity_type="torus_L1"),
        "TorusEe": lambda: M.TorusEModel(16, E_, R_, dissimilarity_type="torus_eL2"),
        "RESCAL": lambda: M.RESCALModel(16, E_, R_),
        "DistMult": lambda: M.DistMultModel(16, E_, R_),
        "HolE": lambda: M.HolEModel(16, E_, R_),
        "ComplEx": lambda: M.ComplExModel(16, E_, R_),
        "Analogy": lambda: M.AnalogyModel(16, E_, R_),
        "ConvKB": lambda: M.ConvKBModel(16, 4, E_, R_),
    }

def train_by_hand(make):
    """The loop of the package's README."""
    model = make()
    criterion = MarginLoss(0.5)
    model.cuda()
    criterion.cuda()
    optimizer = Adam(model.parameters(), lr=1e-3, weight_decay=1e-5)
    sampler = BernoulliNegativeSampler(kg_train)
    dataloader = DataLoader(kg_train, batch_size=100, use_cuda="all")
    for epoch in range(2):
        running_loss = 0.0
        for i, batch in enumerate(dataloader):
            h, t, r = batch[0], batch[1], batch[2]
            n_h, n_t = sampler.corrupt_batch(h, t, r)
            optimizer.zero_grad()
            pos, neg = model(h, t, r, n_h, n_t)
            loss = criterion(pos, neg)
            loss.backward()
            optimizer.step()
            running_loss += loss.item()
        model.normalize_parameters()
    return model

def evaluate(make):
    model = make().cuda()
    evaluator = LinkPredictionEvaluator(model, kg_test)
    evaluator.evaluate(b_size=16, verbose=False)
    evaluator.print_results(k=[1, 10])
    evaluator.mean_rank(), evaluator.mrr(), evaluator.hit_at_k(10)

def relation(make):
    model = make().cuda()
    evaluator = RelationPredictionEvaluator(model, kg_test)
    evaluator.evaluate(b_size=16, verbose=False)
    evaluator.print_results(k=5)

def triplet(make):
    model = make().cuda()
    evaluator = TripletClassificationEvaluator(model, kg_val, kg_test)
    evaluator.evaluate(b_size=16)
    evaluator.accuracy(b_size=16)

def infer_tails(make):
    i = EntityInference(make().cuda(), kg_test.head_idx[:20], kg_test.relations[:20], top_k=3, missing="tails")
    i.evaluate(b_size=20, verbose=False)
def infer_heads(make):
    i = EntityInference(make().cuda(), kg_test.tail_idx[:20], kg_test.relations[:20], top_k=3, missing="heads", dictionary=kg.dict_of_heads)
    i.evaluate(b_size=8, verbose=False)
def infer_relations(make):
    r = RelationInference(make().cuda(), kg_test.head_idx[:20], kg_test.tail_idx[:20], top_k=2, dictionary=kg.dict_of_rels)
    r.evaluate(b_size=8, verbose=False)

def embeddings(make):
    model = make().cuda()
    model.get_embeddings()
    h, t, r = (x[:10].cuda() for x in (kg.head_idx, kg.tail_idx, kg.relations))
    model.scoring_function(h, t, r).sum().backward()
    torch.save(model.state_dict(), driver.folder.name + "/torchkge.pt")
    other = make().cuda()
    other.load_state_dict(torch.load(driver.folder.name + "/torchkge.pt"))

def trainer(use_cuda, sampling, loss):
    model = M.TransEModel(16, E_, R_)
    trainer = Trainer(model, loss, kg_train, 2, 64, Adam(model.parameters(), lr=1e-3), sampling, use_cuda)
    try:
        trainer.run()
    except AttributeError:  # 0.17.7 asks for counter-examples before the first epoch
        for batch in TrainDataLoader(kg_train, 64, sampling, use_cuda):
            trainer.process_batch(batch)
        model.normalize_parameters()

for name, make in build().items():
    driver.work("train/" + name, lambda: train_by_hand(make))
    driver.work("evaluate/" + name, lambda: evaluate(make))
    driver.work("relation/" + name, lambda: relation(make))
    driver.work("triplet/" + name, lambda: triplet(make))
    driver.work("tails/" + name, lambda: infer_tails(make))
    driver.work("heads/" + name, lambda: infer_heads(make))
    driver.work("relations/" + name, lambda: infer_relations(make))
    driver.work("embeddings/" + name, lambda: embeddings(make))
for use_cuda in ("all", "batch"):
    for sampling in ("bern", "unif"):
        for loss in (MarginLoss(0.5), LogisticLoss(), BinaryCrossEntropyLoss()):
            driver.work("trainer/%s/%s/%s" % (use_cuda, sampling, type(loss).__name__), lambda: trainer(use_cuda, sampling, loss))

def samplers():
    h, t, r = (x[:64].cuda() for x in (kg_train.head_idx, kg_train.tail_idx, kg_train.relations))
    UniformNegativeSampler(kg_train, n_neg=3).corrupt_batch(h, t, r)
    BernoulliNegativeSampler(kg_train, kg_val, kg_test, n_neg=3).corrupt_batch(h, t, r)
def positional():
    h, t, r = (x[:64].cuda() for x in (kg_train.head_idx, kg_train.tail_idx, kg_train.relations))
    PositionalNegativeSampler(kg_train).corrupt_batch(h, t, r)
def relation_sampler():
    h, t, r = (x[:64].cuda() for x in (kg_train.head_idx, kg_train.tail_idx, kg_train.relations))
    BernoulliRelationNegativeSampler(kg_train).corrupt_batch(h, t, r)
driver.work("samplers", samplers)
driver.work("positional", positional)
driver.work("relation sampler", relation_sampler)
driver.work("corrupt_kg", lambda: UniformNegativeSampler(kg_train).corrupt_kg(64, True))
driver.work("corrupt_kg val", lambda: UniformNegativeSampler(kg_train, kg_val, kg_test).corrupt_kg(64, True, which="val"))
driver.work("data structures", lambda: (KnowledgeGraph(df=df).split_kg(share=0.7, validation=True), kg.get_df(), kg[3], kg.sanity_check()))
driver.work("redundancy", lambda: (R.duplicates(kg_train, kg_val, kg_test, verbose=False), R.cartesian_product_relations(kg_train, kg_val, kg_test)))
driver.work("ranks", lambda: O.get_rank(torch.rand(8, 30, device=DEV), torch.randint(0, 30, (8,), device=DEV)))
driver.work("loaders", lambda: [b for use in ("all", "batch") for b in DataLoader(kg_train, 64, use_cuda=use)])
driver.finish()
