import logging
import warnings

import pytorch_lightning as pl
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

warnings.filterwarnings("ignore")
logging.getLogger("pytorch_lightning").setLevel(logging.ERROR)


class LitAutoEncoder(pl.LightningModule):
    def __init__(self, dim=16, latent=3, lr=1e-3):
        super().__init__()
        self.save_hyperparameters()
        self.encoder = nn.Sequential(nn.Linear(dim, 8), nn.ReLU(), nn.Linear(8, latent))
        self.decoder = nn.Sequential(nn.Linear(latent, 8), nn.ReLU(), nn.Linear(8, dim))
        self.val_errors = []
        self.seen = 0

    def forward(self, x):
        return self.encoder(x)

    def training_step(self, batch, batch_idx):
        x, y = batch
        z = self.encoder(x)
        loss = nn.functional.mse_loss(self.decoder(z), x)
        self.log("train_loss", loss)
        if torch.isnan(loss):
            return None
        if batch_idx % 50 == 0:
            active = (z.abs() > 1e-3).float().mean().item()
            print(f"step {self.global_step} active {active:.2f}")
        self.seen += len(x)
        return loss

    def validation_step(self, batch, batch_idx):
        x, y = batch
        err = (self.decoder(self(x)) - x).pow(2).mean(1)
        self.val_errors.append(err.cpu())
        self.log("val_loss", err.mean(), prog_bar=True)

    def on_validation_epoch_end(self):
        errors = torch.cat(self.val_errors)
        worst = errors.argmax().item()
        if errors[worst] > 100:
            print("outlier", worst)
        self.val_errors.clear()

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=self.hparams.lr)


def main():
    pl.seed_everything(7)
    data = TensorDataset(torch.randn(24, 16), torch.zeros(24))
    model = LitAutoEncoder()
    trainer = pl.Trainer(max_epochs=1, accelerator="gpu", devices=1, logger=False, enable_checkpointing=False,
                         enable_progress_bar=False, enable_model_summary=False, num_sanity_val_steps=0)
    trainer.fit(model, DataLoader(data, batch_size=8), DataLoader(data, batch_size=12))
    print("samples", model.seen, "metrics", sorted(trainer.callback_metrics))


if __name__ == "__main__":
    main()
