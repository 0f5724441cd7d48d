import torch
import torch.nn.functional as F


def levenshtein(r, h):
    d = list(range(len(h) + 1))
    for i, x in enumerate(r, 1):
        prev, d[0] = d[0], i
        for j, y in enumerate(h, 1):
            prev, d[j] = d[j], min(d[j] + 1, d[j - 1] + 1, prev + (x != y))
    return d[-1]


def greedy_decoder(output, labels, label_lengths, int_to_text, blank_label=0, collapse_repeated=True):
    arg_maxes = torch.argmax(output, dim=2)
    decodes = []
    targets = []
    for i, args in enumerate(arg_maxes):
        decode = []
        targets.append(int_to_text(labels[i][:label_lengths[i]].tolist()))
        for j, index in enumerate(args):
            if index != blank_label:
                if collapse_repeated and j != 0 and index == args[j - 1]:
                    continue
                decode.append(index.item())
        decodes.append(int_to_text(decode))
    return decodes, targets


def train(model, device, train_loader, criterion, optimizer, scheduler, epoch):
    model.train()
    data_len = len(train_loader.dataset)
    for batch_idx, (spectrograms, labels, input_lengths, label_lengths) in enumerate(train_loader):
        spectrograms, labels = spectrograms.to(device), labels.to(device)
        optimizer.zero_grad()
        output = F.log_softmax(model(spectrograms), dim=2)  # (batch, time, n_class)
        loss = criterion(output.transpose(0, 1), labels, input_lengths, label_lengths)
        loss.backward()
        optimizer.step()
        scheduler.step()
        if batch_idx % 100 == 0 or batch_idx == data_len:
            print('Train Epoch: {} [{}/{}]\tLoss: {:.6f}'.format(epoch, batch_idx * len(spectrograms), data_len, loss.item()))


def test(model, device, test_loader, criterion, int_to_text):
    model.eval()
    test_loss = 0
    wer = []
    with torch.no_grad():
        for spectrograms, labels, input_lengths, label_lengths in test_loader:
            output = F.log_softmax(model(spectrograms.to(device)), dim=2)
            loss = criterion(output.transpose(0, 1), labels.to(device), input_lengths, label_lengths)
            test_loss += loss.item() / len(test_loader)
            decoded, targets = greedy_decoder(output, labels, label_lengths, int_to_text)
            for hyp, ref in zip(decoded, targets):
                wer.append(levenshtein(ref, hyp) / (len(ref) or 1))
    avg = sum(wer) / len(wer)
    print('Average loss: {:.4f}, Average error: {:.4f}'.format(test_loss, avg))
    return avg
