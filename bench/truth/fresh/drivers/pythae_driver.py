"""Autoencoders trained with the package's pipeline, sampled and saved, on made-up images."""
import logging, os, shutil, sys, tempfile
from driving import Driver, DEV, ROOT
driver = Driver("pythae")
sys.path.insert(0, ROOT)
if DEV == "cpu":
    import torch
    torch.cuda.is_available = lambda: False
import numpy as np, torch
from pythae.data.datasets import BaseDataset, DatasetOutput
from pythae import models as M, samplers as S, trainers as T
from pythae.models import normalizing_flows as NF
from pythae.pipelines import TrainingPipeline, GenerationPipeline
logging.disable(logging.CRITICAL)
os.chdir(tempfile.mkdtemp())
DIM = (1, 8, 8)
rng = np.random.RandomState(0)
train_x, eval_x = rng.rand(48, *DIM).astype("float32"), rng.rand(16, *DIM).astype("float32")
train_x.flat[0] = eval_x.flat[0] = 1.0
cfg = {
    "AE": (M.AE, M.AEConfig, {}), "VAE": (M.VAE, M.VAEConfig, {}), "VAE bce": (M.VAE, M.VAEConfig, dict(reconstruction_loss="bce")), "BetaVAE": (M.BetaVAE, M.BetaVAEConfig, dict(beta=2.0)), "DisentangledBetaVAE": (M.DisentangledBetaVAE, M.DisentangledBetaVAEConfig, dict(warmup_epoch=2)),
    "FactorVAE": (M.FactorVAE, M.FactorVAEConfig, {}), "BetaTCVAE": (M.BetaTCVAE, M.BetaTCVAEConfig, {}), "BetaTCVAE mws": (M.BetaTCVAE, M.BetaTCVAEConfig, dict(use_mss=False)), "VAMP": (M.VAMP, M.VAMPConfig, dict(number_components=5, linear_scheduling_steps=2)), "HVAE": (M.HVAE, M.HVAEConfig, dict(learn_eps_lf=True, learn_beta_zero=True)), "RHVAE": (M.RHVAE, M.RHVAEConfig, dict(n_lf=1)),
    "RAE_L2": (M.RAE_L2, M.RAE_L2_Config, {}), "RAE_GP": (M.RAE_GP, M.RAE_GP_Config, {}), "IWAE": (M.IWAE, M.IWAEConfig, dict(number_samples=3)), "INFOVAE": (M.INFOVAE_MMD, M.INFOVAE_MMD_Config, {}), "INFOVAE rbf": (M.INFOVAE_MMD, M.INFOVAE_MMD_Config, dict(kernel_choice="rbf")), "WAE": (M.WAE_MMD, M.WAE_MMD_Config, {}), "WAE rbf": (M.WAE_MMD, M.WAE_MMD_Config, dict(kernel_choice="rbf")),
    "VQVAE": (M.VQVAE, M.VQVAEConfig, dict(num_embeddings=16)), "VQVAE ema": (M.VQVAE, M.VQVAEConfig, dict(num_embeddings=16, use_ema=True)), "Adversarial_AE": (M.Adversarial_AE, M.Adversarial_AE_Config, {}), "VAEGAN": (M.VAEGAN, M.VAEGANConfig, {}), "MSSSIM": (M.MSSSIM_VAE, M.MSSSIM_VAEConfig, dict(window_size=3)), "SVAE": (M.SVAE, M.SVAEConfig, {}),
    "VAE_LinNF": (M.VAE_LinNF, M.VAE_LinNF_Config, dict(flows=["Planar", "Radial"])), "VAE_IAF": (M.VAE_IAF, M.VAE_IAF_Config, dict(hidden_size=16)), "Poincare": (M.PoincareVAE, M.PoincareVAEConfig, {}), "Poincare riemannian": (M.PoincareVAE, M.PoincareVAEConfig, dict(prior_distribution="riemannian_normal", posterior_distribution="riemannian_normal")),
    "CIWAE": (M.CIWAE, M.CIWAEConfig, dict(number_samples=3)), "MIWAE": (M.MIWAE, M.MIWAEConfig, dict(number_gradient_estimates=2, number_samples=3)), "PIWAE": (M.PIWAE, M.PIWAEConfig, dict(number_gradient_estimates=2, number_samples=3)),
}
def trainer(cls, epochs=2):
    kw = dict(output_dir="runs", num_epochs=epochs, per_device_train_batch_size=16, per_device_eval_batch_size=16, steps_saving=1, steps_predict=2, learning_rate=1e-3)
    name = cls.__name__
    if name in ("Adversarial_AE", "FactorVAE"): return T.AdversarialTrainerConfig(**{k: v for k, v in kw.items() if k != "learning_rate"}, autoencoder_learning_rate=1e-3, discriminator_learning_rate=1e-3)
    if name == "VAEGAN": return T.CoupledOptimizerAdversarialTrainerConfig(**{k: v for k, v in kw.items() if k != "learning_rate"}, encoder_learning_rate=1e-3, decoder_learning_rate=1e-3, discriminator_learning_rate=1e-3)
    if name in ("RAE_L2", "RAE_GP", "PIWAE"): return T.CoupledOptimizerTrainerConfig(**{k: v for k, v in kw.items() if k != "learning_rate"}, encoder_learning_rate=1e-3, decoder_learning_rate=1e-3)
    return T.BaseTrainerConfig(**kw, scheduler_cls="ReduceLROnPlateau", scheduler_params=dict(patience=1))
def build(name):
    cls, conf, kw = cfg[name]
    return cls(conf(input_dim=DIM, latent_dim=4, **kw))
def pipeline(name):
    shutil.rmtree("runs", ignore_errors=True)
    model = build(name)
    TrainingPipeline(model=model, training_config=trainer(type(model)))(train_data=train_x, eval_data=eval_x)
    return model
def use(name):
    """What the README does with a trained model: reload, reconstruct, embed, interpolate, predict."""
    model = build(name).to(DEV); model.device = DEV
    x = torch.tensor(train_x[:8]).to(DEV)
    model(BaseDataset(x, torch.ones(8, device=DEV))) if False else model(DatasetOutput(data=x), dataset_size=48, epoch=1, uses_ddp=False)
    model.eval()
    model.reconstruct(x), model.embed(x), model.predict(x)
    model.interpolate(x[:2], x[2:4], granularity=4)
    model.save("saved_" + name.replace(" ", "_"))
    return M.AutoModel.load_from_folder("saved_" + name.replace(" ", "_"))
def likelihood(name):
    model = build(name).to(DEV); model.device = DEV
    return model.get_nll(torch.tensor(train_x[:3]).to(DEV), n_samples=4, batch_size=2)
for name in cfg:
    driver.work("train/" + name, lambda: pipeline(name), limit=20)
    driver.work("use/" + name, lambda: use(name))
for name in ("VAE", "BetaVAE", "DisentangledBetaVAE", "FactorVAE", "BetaTCVAE", "VAMP", "RHVAE", "IWAE", "CIWAE", "MIWAE", "PIWAE", "SVAE", "VAE_LinNF", "VAE_IAF", "Poincare"):
    driver.work("likelihood/" + name, lambda: likelihood(name))
samplers = {
    "Normal": ("VAE", S.NormalSampler, None), "GMM": ("VAE", S.GaussianMixtureSampler, S.GaussianMixtureSamplerConfig(n_components=3)), "VAMP": ("VAMP", S.VAMPSampler, None), "RHVAE": ("RHVAE", S.RHVAESampler, S.RHVAESamplerConfig(mcmc_steps_nbr=3, n_lf=2, eps_lf=0.01)),
    "TwoStage": ("VAE", S.TwoStageVAESampler, S.TwoStageVAESamplerConfig()), "Hypersphere": ("SVAE", S.HypersphereUniformSampler, None), "MAF": ("VAE", S.MAFSampler, S.MAFSamplerConfig(n_made_blocks=2, n_hidden_in_made=2, hidden_size=16)), "IAF": ("VAE", S.IAFSampler, S.IAFSamplerConfig(n_made_blocks=2, n_hidden_in_made=2, hidden_size=16)),
    "PixelCNN": ("VQVAE", S.PixelCNNSampler, S.PixelCNNSamplerConfig(n_layers=2)), "Poincare": ("Poincare", S.PoincareDiskSampler, None),
}
def sample(key):
    name, cls, conf = samplers[key]
    model = pipeline(name)
    sampler = cls(model=model, sampler_config=conf) if conf is not None else cls(model=model)
    fit = dict(train_data=train_x, eval_data=eval_x, training_config=T.BaseTrainerConfig(output_dir="runs_s", num_epochs=1, per_device_train_batch_size=16)) if key in ("TwoStage", "MAF", "IAF", "PixelCNN") else dict(train_data=train_x) if key in ("GMM",) else {}
    if fit: sampler.fit(**fit)
    sampler.sample(num_samples=6, batch_size=4, output_dir="gen", return_gen=True)
    os.makedirs("sampler_" + key, exist_ok=True)
    return sampler.save("sampler_" + key)
for key in samplers:
    driver.work("sample/" + key, lambda: sample(key), limit=25)
driver.work("generate", lambda: GenerationPipeline(model=pipeline("VAE"), sampler_config=S.GaussianMixtureSamplerConfig(n_components=2))(num_samples=4, train_data=train_x, return_gen=True, output_dir="gen"))
def flow(cls, conf, **kw):
    f = cls(conf(input_dim=(6,), **kw)).to(DEV)
    x = torch.randn(16, 6, device=DEV)
    out = f(x); f.inverse(out.out)
    shutil.rmtree("nf", ignore_errors=True)
    model = NF.NFModel(torch.distributions.MultivariateNormal(torch.zeros(6, device=DEV), torch.eye(6, device=DEV)), f)
    T.BaseTrainer(model=model, train_dataset=BaseDataset(torch.randn(32, 6), torch.ones(32)), training_config=T.BaseTrainerConfig(output_dir="nf", num_epochs=1, per_device_train_batch_size=16)).train()
    f.save("flow")
for cls, conf, kw in ((NF.MAF, NF.MAFConfig, dict(n_made_blocks=2, hidden_size=16)), (NF.IAF, NF.IAFConfig, dict(n_made_blocks=2, hidden_size=16)), (NF.MADE, NF.MADEConfig, dict(output_dim=(6,), hidden_sizes=[16])), (NF.PlanarFlow, NF.PlanarFlowConfig, {}), (NF.RadialFlow, NF.RadialFlowConfig, {})):
    driver.work("flow/" + cls.__name__, lambda: flow(cls, conf, **kw))
from pythae.models.nn.benchmarks import mnist, cifar, celeba
from pythae.models import VAEConfig
def nets(mod, cls_e, cls_d, dim):
    c = VAEConfig(input_dim=dim, latent_dim=4); c.discriminator_input_dim = (4,)
    e, d = getattr(mod, cls_e)(c).to(DEV), getattr(mod, cls_d)(c).to(DEV)
    x = torch.rand(2, *dim, device=DEV); z = e(x).embedding; d(z).reconstruction.mean().backward(); e(x, output_layer_levels=[1, -1]); d(z, output_layer_levels=[1])
for mod, dim, tag in ((mnist, (1, 28, 28), "MNIST"), (cifar, (3, 32, 32), "CIFAR"), (celeba, (3, 64, 64), "CELEBA")):
    for kind in ("Conv", "ResNet"):
        driver.work("nets/%s/%s" % (tag, kind), lambda: nets(mod, "Encoder_%s_VAE_%s" % (kind, tag), "Decoder_%s_AE_%s" % (kind, tag), dim))
from pythae.data.preprocessors import DataProcessor
driver.work("data", lambda: DataProcessor.to_dataset(DataProcessor().process_data(torch.rand(20, 1, 8, 8).to(DEV))))
driver.finish()
