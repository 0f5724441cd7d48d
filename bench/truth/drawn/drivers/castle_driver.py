"""The algorithms of gcastle that learn with PyTorch, on small data of a known graph."""
import os, sys
os.environ["CASTLE_BACKEND"] = "pytorch"
from driving import Driver, DEV, ROOT
driver = Driver("castle")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import logging, numpy as np, torch
logging.disable(logging.INFO)
from castle.common import GraphDAG
from castle.metrics import MetricsDAG
from castle.datasets import IIDSimulation, DAG
from castle.algorithms.gradient.corl.torch import CORL
from castle.algorithms.gradient.dag_gnn.torch import DAG_GNN
from castle.algorithms.gradient.gae.torch import GAE
from castle.algorithms.gradient.gran_dag.torch import GraNDAG
from castle.algorithms.gradient.mcsl.torch import MCSL
from castle.algorithms.gradient.notears.torch import GOLEM, NotearsNonlinear
from castle.algorithms.gradient.pnl.torch import PNL
from castle.algorithms.gradient.rl.torch import RL

device = dict(device_type="gpu" if DEV == "cuda" else "cpu", device_ids=0)
names = dict(device, device_ids="0")
d, LIMIT = 4, 20
def data(n=60, kind="linear"):
    truth = DAG.erdos_renyi(n_nodes=d, n_edges=4, weight_range=(0.5, 2.0), seed=1)
    made = IIDSimulation(W=truth, n=n, method=kind, sem_type="gauss" if kind == "linear" else "mlp")
    return made.X, made.B
def learn(algorithm, kind="linear", **more):
    x, b = data(kind=kind); algorithm.learn(x, **more); return MetricsDAG(np.array(algorithm.causal_matrix), b).metrics
corl = dict(batch_size=8, embed_dim=16, encoder_heads=2, encoder_blocks=1, input_dim=60, iteration=4, lambda_iter_num=2)
for encoder in ("transformer", "lstm", "mlp"):
    for decoder in ("lstm", "mlp"):
        driver.work(f"corl/{encoder}/{decoder}", lambda: learn(CORL(**corl, encoder_name=encoder, decoder_name=decoder, **device)), limit=LIMIT)
for mode in ("episodic", "dense"):
    for score in ("BIC", "BIC_different_var"):
        driver.work(f"corl/{mode}/{score}", lambda: learn(CORL(**corl, reward_mode=mode, reward_score_type=score, **device)), limit=LIMIT)
for encoder in ("mlp", "sem"):
    for decoder in ("mlp", "sem"):
        driver.work(f"dag_gnn/{encoder}/{decoder}", lambda: learn(DAG_GNN(encoder_type=encoder, decoder_type=decoder, epochs=2, k_max_iter=1, c_a_thresh=5.0, batch_size=30, **names)), limit=LIMIT)
driver.work("dag_gnn/losses", lambda: learn(DAG_GNN(epochs=2, k_max_iter=1, c_a_thresh=5.0, batch_size=30, use_a_connect_loss=True, use_a_positiver_loss=True, optimizer="adam", **names)), limit=LIMIT)
for optimizer in ("adam", "sgd"):
    driver.work("dag_gnn/" + optimizer, lambda: learn(DAG_GNN(epochs=2, k_max_iter=1, c_a_thresh=5.0, batch_size=30, optimizer=optimizer, **names)), limit=LIMIT)
driver.work("gae", lambda: learn(GAE(epochs=3, update_freq=3, **names)), limit=LIMIT)
driver.work("gae/early", lambda: learn(GAE(epochs=3, update_freq=3, early_stopping=True, hidden_layers=2, penalty_lambda=0.1, **names), "nonlinear"), limit=LIMIT)
for name in ("NonLinGauss", "NonLinGaussANM"):
    driver.work("gran_dag/" + name, lambda: learn(GraNDAG(d, iterations=8, model_name=name, batch_size=16, jac_thresh=True, stop_crit_win=2, **names)), limit=LIMIT)
driver.work("gran_dag/sgd", lambda: learn(GraNDAG(d, iterations=8, optimizer="sgd", nonlinear="sigmoid", norm_prod="none", square_prod=True, normalize=True, batch_size=16, **names)), limit=LIMIT)
driver.work("gran_dag/selection", lambda: learn(GraNDAG(d, iterations=6, use_pns=True, num_neighbors=2, precision=True, batch_size=16, **names)), limit=LIMIT)
for kind in ("nn", "qr"):
    driver.work("mcsl/" + kind, lambda: learn(MCSL(model_type=kind, num_hidden_layers=2, hidden_dim=4, max_iter=3, iter_step=5, rho_thresh=1e3, **names)), limit=LIMIT)
driver.work("mcsl/mask", lambda: learn(MCSL(num_hidden_layers=2, hidden_dim=4, max_iter=2, iter_step=5, **names), pns_mask=np.ones((d, d))), limit=LIMIT)
for equal in (True, False):
    driver.work("golem/%s" % equal, lambda: learn(GOLEM(num_iter=12, checkpoint_iter=4, equal_variances=equal, **device)), limit=LIMIT)
driver.work("golem/start", lambda: learn(GOLEM(num_iter=6, B_init=np.zeros((d, d)), **device)), limit=LIMIT)
for kind in ("mlp", "sob"):
    driver.work("nonlinear/" + kind, lambda: learn(NotearsNonlinear(max_iter=2, rho_max=1e3, model_type=kind, hidden_layers=(4, 1), **device), "nonlinear"), limit=LIMIT)
driver.work("pnl", lambda: learn(PNL(epochs=2, batch_size=20, **device)), limit=LIMIT)
driver.work("pnl/deep", lambda: learn(PNL(epochs=2, batch_size=20, hidden_layers=2, hidden_units=6, bias=False, **device), "nonlinear"), limit=LIMIT)
rl = dict(batch_size=6, nb_epoch=4, hidden_dim=16, num_heads=2, num_stacks=2, input_dimension=16, lambda_iter_num=2, decoder_hidden_dim=4)
for encoder in ("TransformerEncoder", "GATEncoder"):
    for decoder in ("SingleLayerDecoder", "TransformerDecoder", "BilinearDecoder", "NTNDecoder"):
        driver.work(f"rl/{encoder}/{decoder}", lambda: learn(RL(**rl, encoder_type=encoder, decoder_type=decoder, **device)), limit=LIMIT)
driver.work("rl/biased", lambda: learn(RL(**rl, use_bias=True, use_bias_constant=True, bias_initial_value=-1.0, residual=True, normalize=True, verbose=True, l1_graph_reg=0.1, **device)), limit=LIMIT)
for kind in ("LR", "QR"):
    driver.work("rl/" + kind, lambda: learn(RL(**rl, reg_type=kind, score_type="BIC_different_var", **device)), limit=LIMIT)
driver.work("rl/tight", lambda: learn(RL(**rl, score_bd_tight=True, lambda2_update=2, **device)), limit=LIMIT)
driver.finish()
