# coding: utf-8
import argparse
import math
import time
import torch
import torch.nn as nn

parser = argparse.ArgumentParser(description='RNN Language Model')
parser.add_argument('--bptt', type=int, default=6)
parser.add_argument('--clip', type=float, default=0.25)
parser.add_argument('--epochs', type=int, default=1)
parser.add_argument('--log-interval', type=int, default=2)
args = parser.parse_args()
device = torch.device("cuda")


class Dictionary(object):
    def __init__(self):
        self.word2idx, self.idx2word = {}, []

    def add_word(self, word):
        if word not in self.word2idx:
            self.idx2word.append(word)
            self.word2idx[word] = len(self.idx2word) - 1
        return self.word2idx[word]


def tokenize(text, dictionary):
    ids = [dictionary.add_word(w) for w in text.split() + ['<eos>']]
    return torch.tensor(ids).type(torch.int64)


def batchify(data, bsz):
    nbatch = data.size(0) // bsz
    data = data.narrow(0, 0, nbatch * bsz)
    return data.view(bsz, -1).t().contiguous().to(device)


def repackage_hidden(h):
    """Wraps hidden states in new Tensors, to detach them from their history."""
    if isinstance(h, torch.Tensor):
        return h.detach()
    return tuple(repackage_hidden(v) for v in h)


def get_batch(source, i):
    seq_len = min(args.bptt, len(source) - 1 - i)
    return source[i:i+seq_len], source[i+1:i+1+seq_len].view(-1)


dictionary = Dictionary()
train_data = batchify(tokenize("the cat sat on the mat and the dog sat on the log " * 8, dictionary), 4)
val_data = batchify(tokenize("the dog sat on the mat " * 6, dictionary), 2)
ntokens = len(dictionary.idx2word)
emb, rnn, dec = nn.Embedding(ntokens, 12).to(device), nn.LSTM(12, 12).to(device), nn.Linear(12, ntokens).to(device)
params = [p for m in (emb, rnn, dec) for p in m.parameters()]
criterion = nn.NLLLoss()


def evaluate(data_source):
    total_loss, hidden = 0., None
    with torch.no_grad():
        for i in range(0, data_source.size(0) - 1, args.bptt):
            data, targets = get_batch(data_source, i)
            out, hidden = rnn(emb(data), hidden)
            total_loss += len(data) * criterion(dec(out).log_softmax(-1).view(-1, ntokens), targets).item()
    return total_loss / (len(data_source) - 1)


lr, best_val_loss = 5.0, None
for epoch in range(1, args.epochs + 1):
    total_loss, hidden, start_time = 0., None, time.time()
    for batch, i in enumerate(range(0, train_data.size(0) - 1, args.bptt)):
        data, targets = get_batch(train_data, i)
        for p in params:
            p.grad = None
        if hidden is not None:
            hidden = repackage_hidden(hidden)
        out, hidden = rnn(emb(data), hidden)
        loss = criterion(dec(out).log_softmax(-1).view(-1, ntokens), targets)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(params, args.clip)
        for p in params:
            p.data.add_(p.grad, alpha=-lr)
        total_loss += loss.item()
        if batch % args.log_interval == 0 and batch > 0:
            cur_loss = total_loss / args.log_interval
            print('| epoch {:3d} | lr {:02.2f} | loss {:5.2f} | ppl {:8.2f}'.format(epoch, lr, cur_loss, math.exp(cur_loss)))
            total_loss = 0
    val_loss = evaluate(val_data)
    if not best_val_loss or val_loss < best_val_loss:
        best_val_loss = val_loss
    else:
        lr /= 4.0
    print('end of epoch', epoch, 'valid ppl', math.exp(val_loss), '%.1fs' % (time.time() - start_time))

word = torch.randint(ntokens, (1, 1), dtype=torch.long).to(device)
hidden, words = None, []
with torch.no_grad():
    for i in range(5):
        out, hidden = rnn(emb(word), hidden)
        word_weights = dec(out).squeeze().div(1.0).exp().cpu()
        word_idx = torch.multinomial(word_weights, 1)[0]
        word.fill_(word_idx)
        words.append(dictionary.idx2word[word_idx])
print(' '.join(words))
