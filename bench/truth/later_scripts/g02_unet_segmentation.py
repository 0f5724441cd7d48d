import numpy as np
import torch
from tqdm import tqdm


def dice_coeff(input, target, reduce_batch_first=False, epsilon=1e-6):
    sum_dim = (-1, -2) if input.dim() == 2 or not reduce_batch_first else (-1, -2, -3)
    inter = 2 * (input * target).sum(dim=sum_dim)
    sets_sum = input.sum(dim=sum_dim) + target.sum(dim=sum_dim)
    sets_sum = torch.where(sets_sum == 0, inter, sets_sum)
    dice = (inter + epsilon) / (sets_sum + epsilon)
    return dice.mean()


def fast_hist(label_true, label_pred, n_class):
    mask = (label_true >= 0) & (label_true < n_class)
    hist = np.bincount(n_class * label_true[mask].astype(int) + label_pred[mask], minlength=n_class ** 2)
    return hist.reshape(n_class, n_class)


def scores(hist):
    acc = np.diag(hist).sum() / hist.sum()
    iu = np.diag(hist) / (hist.sum(axis=1) + hist.sum(axis=0) - np.diag(hist) + 1e-9)
    return {"acc": float(acc), "miou": float(np.nanmean(iu)), "iou": dict(enumerate(iu.tolist()))}


@torch.no_grad()
def evaluate(net, dataloader, device, n_classes):
    net.eval()
    num_val_batches = len(dataloader)
    dice_score = 0
    hist = np.zeros((n_classes, n_classes))
    for batch in tqdm(dataloader, total=num_val_batches, desc="Validation round", unit="batch", leave=False):
        image, mask_true = batch["image"], batch["mask"]
        image = image.to(device=device, dtype=torch.float32)
        mask_true = mask_true.to(device=device, dtype=torch.long)
        mask_pred = net(image)
        labels = mask_pred.argmax(dim=1)
        hist += fast_hist(mask_true.cpu().numpy().flatten(), labels.cpu().numpy().flatten(), n_classes)
        onehot = torch.nn.functional.one_hot(labels, n_classes).permute(0, 3, 1, 2).float()
        true = torch.nn.functional.one_hot(mask_true, n_classes).permute(0, 3, 1, 2).float()
        dice_score += dice_coeff(onehot[:, 1:], true[:, 1:])
    net.train()
    return dice_score / max(num_val_batches, 1), scores(hist)


def train(net, train_loader, val_loader, optimizer, scheduler, criterion, device, epochs, n_classes):
    global_step = 0
    for epoch in range(1, epochs + 1):
        net.train()
        epoch_loss = 0
        with tqdm(total=len(train_loader), desc=f"Epoch {epoch}/{epochs}", unit="img") as pbar:
            for batch in train_loader:
                images, true_masks = batch["image"], batch["mask"]
                assert images.shape[1] == 3, f"expected 3 channels, got {images.shape[1]}"
                images = images.to(device)
                true_masks = true_masks.to(device)
                masks_pred = net(images)
                loss = criterion(masks_pred, true_masks)
                loss = loss + 1 - dice_coeff(masks_pred.softmax(1)[:, 1], (true_masks == 1).float())
                optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
                optimizer.step()
                pbar.update(images.shape[0])
                global_step += 1
                epoch_loss += loss.item()
                pbar.set_postfix(**{"loss (batch)": loss.item()})
        val_score, metrics = evaluate(net, val_loader, device, n_classes)
        scheduler.step(val_score)
        print("Validation Dice score: {}".format(val_score), metrics["miou"])
    return epoch_loss / len(train_loader)
