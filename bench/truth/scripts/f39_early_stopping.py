import copy
import os
import time

import torch


class EarlyStopping:
    """Stops if the validation loss doesn't improve after a given patience."""

    def __init__(self, patience=7, verbose=False, delta=0, path=None):
        self.patience = patience
        self.verbose = verbose
        self.counter = 0
        self.best_score = None
        self.early_stop = False
        self.val_loss_min = float("inf")
        self.delta = delta
        self.path = path

    def __call__(self, val_loss, model):
        score = -val_loss
        if self.best_score is None:
            self.best_score = score
            self.save_checkpoint(val_loss, model)
        elif score < self.best_score + self.delta:
            self.counter += 1
            print(f'EarlyStopping counter: {self.counter} out of {self.patience}')
            if self.counter >= self.patience:
                self.early_stop = True
        else:
            self.best_score = score
            self.save_checkpoint(val_loss, model)
            self.counter = 0

    def save_checkpoint(self, val_loss, model):
        if self.verbose:
            print(f'Validation loss decreased ({self.val_loss_min:.6f} --> {val_loss:.6f}).  Saving model ...')
        if self.path:
            torch.save(model.state_dict(), self.path)
        self.val_loss_min = val_loss


def train_model(model, dataloaders, criterion, optimizer, scheduler, device, num_epochs=3, path=None):
    since = time.time()
    stopper = EarlyStopping(patience=1, verbose=True, path=path)
    best_wts, best_acc = copy.deepcopy(model.state_dict()), 0.0
    for epoch in range(num_epochs):
        for phase in ['train', 'val']:
            model.train(phase == 'train')
            running_loss, running_corrects = 0.0, 0
            for inputs, labels in dataloaders[phase]:
                inputs = inputs.to(device)
                labels = labels.to(device)
                optimizer.zero_grad()
                with torch.set_grad_enabled(phase == 'train'):
                    outputs = model(inputs)
                    _, preds = torch.max(outputs, 1)
                    loss = criterion(outputs, labels)
                    if phase == 'train':
                        loss.backward()
                        optimizer.step()
                running_loss += loss.item() * inputs.size(0)
                running_corrects += torch.sum(preds == labels.data)
            if phase == 'train':
                scheduler.step()
            size = len(dataloaders[phase].dataset)
            epoch_loss = running_loss / size
            epoch_acc = running_corrects.double() / size
            print('{} Loss: {:.4f} Acc: {:.4f}'.format(phase, epoch_loss, epoch_acc))
            if phase == 'val' and epoch_acc > best_acc:
                best_acc, best_wts = epoch_acc, copy.deepcopy(model.state_dict())
        stopper(epoch_loss, model)
        if stopper.early_stop:
            break
    print('Best val Acc: {:4f} in {:.0f}s'.format(best_acc, time.time() - since))
    model.load_state_dict(best_wts)
    return model, path and os.path.getsize(path)
