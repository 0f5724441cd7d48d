import random
import math
import time

import torch

SOS_token = 0
EOS_token = 1
MAX_LENGTH = 6


def asMinutes(s):
    m = math.floor(s / 60)
    s -= m * 60
    return '%dm %ds' % (m, s)


def train_step(input_tensor, target_tensor, encoder, decoder, encoder_optimizer, decoder_optimizer, criterion,
               device, teacher_forcing_ratio=0.5):
    encoder_hidden = encoder.initHidden()

    encoder_optimizer.zero_grad()
    decoder_optimizer.zero_grad()

    input_length = input_tensor.size(0)
    target_length = target_tensor.size(0)

    encoder_outputs = torch.zeros(MAX_LENGTH, encoder.hidden_size, device=device)
    loss = 0

    for ei in range(input_length):
        encoder_output, encoder_hidden = encoder(input_tensor[ei], encoder_hidden)
        encoder_outputs[ei] = encoder_output[0, 0]

    decoder_input = torch.tensor([[SOS_token]], device=device)
    decoder_hidden = encoder_hidden

    use_teacher_forcing = True if random.random() < teacher_forcing_ratio else False
    if use_teacher_forcing:
        for di in range(target_length):
            decoder_output, decoder_hidden = decoder(decoder_input, decoder_hidden)
            loss += criterion(decoder_output, target_tensor[di])
            decoder_input = target_tensor[di]
    else:
        for di in range(target_length):
            decoder_output, decoder_hidden = decoder(decoder_input, decoder_hidden)
            topv, topi = decoder_output.topk(1)
            decoder_input = topi.squeeze().detach()
            loss += criterion(decoder_output, target_tensor[di])
            if decoder_input.item() == EOS_token:
                break

    loss.backward()
    encoder_optimizer.step()
    decoder_optimizer.step()
    return loss.item() / target_length


def train_iters(pairs, encoder, decoder, enc_opt, dec_opt, criterion, device, print_every=2):
    start = time.time()
    plot_losses, print_total = [], 0
    for it in range(1, len(pairs) + 1):
        inp, tgt = pairs[it - 1]
        loss = train_step(inp, tgt, encoder, decoder, enc_opt, dec_opt, criterion, device, (it % 2) * 1.0)
        print_total += loss
        if it % print_every == 0:
            plot_losses.append(print_total / print_every)
            print_total = 0
            print('%s (%d %d%%) %.4f' % (asMinutes(time.time() - start), it, it / len(pairs) * 100, plot_losses[-1]))
    return plot_losses
