import numpy as np
import torch
from torch.utils.data import Dataset


class StandardScaler:
    def fit(self, data):
        self.mean, self.std = data.mean(0), data.std(0)

    def transform(self, data):
        mean = torch.from_numpy(self.mean).type_as(data).to(data.device) if torch.is_tensor(data) else self.mean
        std = torch.from_numpy(self.std).type_as(data).to(data.device) if torch.is_tensor(data) else self.std
        return (data - mean) / std

    def inverse_transform(self, data):
        mean = torch.from_numpy(self.mean).type_as(data).to(data.device) if torch.is_tensor(data) else self.mean
        std = torch.from_numpy(self.std).type_as(data).to(data.device) if torch.is_tensor(data) else self.std
        return data * std + mean


class Windows(Dataset):
    def __init__(self, series, seq_len, label_len, pred_len):
        self.series, self.seq_len, self.label_len, self.pred_len = series, seq_len, label_len, pred_len

    def __getitem__(self, i):
        end = i + self.seq_len
        x = self.series[i:end]
        y = self.series[end - self.label_len : end + self.pred_len]
        mark = np.stack([np.sin(np.arange(i, end) / 24), np.cos(np.arange(i, end) / 24)], 1)
        return x, y, mark

    def __len__(self):
        return len(self.series) - self.seq_len - self.pred_len + 1


def RSE(pred, true):
    return np.sqrt(np.sum((true - pred) ** 2)) / np.sqrt(np.sum((true - true.mean()) ** 2))


def metric(pred, true):
    mae, mse = np.mean(np.abs(pred - true)), np.mean((pred - true) ** 2)
    return {"mae": mae, "mse": mse, "rmse": np.sqrt(mse), "rse": RSE(pred, true)}


def quantile_loss(pred, target, quantiles):
    err = target.unsqueeze(-1) - pred
    q = torch.tensor(quantiles, device=pred.device)
    return torch.max((q - 1) * err, q * err).mean()


def masked_mae(preds, labels, null_val=np.nan):
    mask = ~torch.isnan(labels) if np.isnan(null_val) else labels != null_val
    mask = mask.float()
    mask /= torch.mean(mask)
    mask = torch.where(torch.isnan(mask), torch.zeros_like(mask), mask)
    loss = torch.abs(preds - labels) * mask
    return torch.mean(torch.where(torch.isnan(loss), torch.zeros_like(loss), loss))


class RevIN(torch.nn.Module):
    def __init__(self, n, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.w = torch.nn.Parameter(torch.ones(n))

    def forward(self, x, mode):
        if mode == "norm":
            self.mean = x.mean(1, keepdim=True).detach()
            self.std = torch.sqrt(x.var(1, keepdim=True, unbiased=False) + self.eps).detach()
            return (x - self.mean) / self.std * self.w
        return x / (self.w + self.eps ** 2) * self.std + self.mean


class Exp:
    def __init__(self, args, model, revin, optimizer, scaler):
        self.args, self.model, self.revin, self.optimizer, self.scaler = args, model, revin, optimizer, scaler
        self.device = args.device

    def _forward(self, x, y):
        dec = torch.zeros_like(y[:, -self.args.pred_len :, :]).float()
        dec = torch.cat([y[:, : self.args.label_len, :], dec], dim=1).float().to(self.device)
        out = self.model(self.revin(x, "norm").transpose(1, 2)).transpose(1, 2)
        return self.revin(out, "denorm") + 0 * dec[:, -self.args.pred_len :]

    def vali(self, loader, criterion):
        total_loss = []
        self.model.eval()
        with torch.no_grad():
            for x, y, mark in loader:
                x = x.float().to(self.device)
                y = y.float()
                out = self._forward(x, y)
                pred = out.detach().cpu()
                true = y[:, -self.args.pred_len :].detach().cpu()
                total_loss.append(criterion(pred, true))
        self.model.train()
        return np.average(total_loss)

    def train(self, loader):
        for epoch in range(self.args.epochs):
            train_loss = []
            for i, (x, y, mark) in enumerate(loader):
                self.optimizer.zero_grad()
                x = x.float().to(self.device)
                y = y.float().to(self.device)
                mark = mark.float().to(self.device)
                out = self._forward(x, y)
                y = y[:, -self.args.pred_len :, :].to(self.device)
                loss = masked_mae(out, y) + masked_mae(out, y, 0.0) + 0 * mark.mean()
                train_loss.append(loss.item())
                loss.backward()
                self.optimizer.step()
            print("Epoch: {0} | Train Loss: {1:.7f} Vali Loss: {2:.7f}".format(epoch + 1, np.average(train_loss), self.vali(loader, torch.nn.MSELoss())))

    def test(self, loader):
        preds, trues = [], []
        for x, y, _ in loader:
            x = x.float().to(self.device)
            with torch.no_grad():
                out = self.scaler.inverse_transform(self._forward(x, y.float()))
            preds.append(out.detach().cpu().numpy())
            trues.append(self.scaler.inverse_transform(y[:, -self.args.pred_len :].float()).numpy())
        preds, trues = np.concatenate(preds, 0), np.concatenate(trues, 0)
        q = quantile_loss(out.unsqueeze(-1).expand(*out.shape, 3), y[:, -self.args.pred_len :].float().cuda(), [0.1, 0.5, 0.9])
        return {**metric(preds, trues), "q": q.item()}
