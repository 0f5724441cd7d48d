import torch
import torch.nn as nn
import torch.nn.functional as F


def kd_loss(student_logits, teacher_logits, targets, T=4.0, alpha=0.9):
    soft = nn.KLDivLoss(reduction="batchmean")(
        F.log_softmax(student_logits / T, dim=1),
        F.softmax(teacher_logits / T, dim=1),
    ) * (alpha * T * T)
    hard = F.cross_entropy(student_logits, targets) * (1.0 - alpha)
    return soft + hard


class RunningAverage:
    def __init__(self):
        self.steps = 0
        self.total = 0

    def update(self, val):
        self.total += val
        self.steps += 1

    def __call__(self):
        return self.total / float(self.steps)


def metric_accuracy(outputs, labels):
    outputs = outputs.argmax(axis=1)
    return (outputs == labels).sum() / float(labels.size)


def train_kd(model, teacher_model, optimizer, loss_fn_kd, dataloader, metrics, params):
    model.train()
    teacher_model.eval()
    summ = []
    loss_avg = RunningAverage()
    for i, (train_batch, labels_batch) in enumerate(dataloader):
        if params.cuda:
            train_batch, labels_batch = train_batch.cuda(), labels_batch.cuda()
        output_batch = model(train_batch)
        with torch.no_grad():
            output_teacher_batch = teacher_model(train_batch)
        loss = loss_fn_kd(output_batch, output_teacher_batch, labels_batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

        if i % params.save_summary_steps == 0:
            output_batch = output_batch.data.cpu().numpy()
            labels_batch = labels_batch.data.cpu().numpy()
            summary_batch = {metric: metrics[metric](output_batch, labels_batch) for metric in metrics}
            summary_batch['loss'] = loss.data.item()
            summ.append(summary_batch)
        loss_avg.update(loss.data)

    metrics_mean = {metric: sum(x[metric] for x in summ) / len(summ) for metric in summ[0]}
    metrics_string = " ; ".join("{}: {:05.3f}".format(k, v) for k, v in metrics_mean.items())
    print("- Train metrics: " + metrics_string, "avg {:05.3f}".format(loss_avg()))
    return metrics_mean
