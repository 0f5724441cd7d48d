import torch
import torch.nn.functional as F


class BeamHypotheses:
    def __init__(self, num_beams, length_penalty, early_stopping):
        self.length_penalty = length_penalty
        self.early_stopping = early_stopping
        self.num_beams = num_beams
        self.beams = []
        self.worst_score = 1e9

    def __len__(self):
        return len(self.beams)

    def add(self, hyp, sum_logprobs):
        score = sum_logprobs / (hyp.shape[-1] ** self.length_penalty)
        if len(self) < self.num_beams or score > self.worst_score:
            self.beams.append((score, hyp))
            if len(self) > self.num_beams:
                sorted_scores = sorted([(s, idx) for idx, (s, _) in enumerate(self.beams)])
                del self.beams[sorted_scores[0][1]]
                self.worst_score = sorted_scores[1][0]
            else:
                self.worst_score = min(score, self.worst_score)

    def is_done(self, best_sum_logprobs, cur_len):
        if len(self) < self.num_beams:
            return False
        if self.early_stopping:
            return True
        return self.worst_score >= best_sum_logprobs / cur_len ** self.length_penalty


def beam_search(model, input_ids, num_beams, max_length, pad_token_id, eos_token_id, vocab_size, length_penalty=1.0):
    batch_size = input_ids.shape[0]
    input_ids = input_ids.repeat_interleave(num_beams, dim=0)
    hyps = [BeamHypotheses(num_beams, length_penalty, early_stopping=False) for _ in range(batch_size)]
    beam_scores = torch.zeros((batch_size, num_beams), dtype=torch.float, device=input_ids.device)
    beam_scores[:, 1:] = -1e9
    beam_scores = beam_scores.view(-1)
    done = [False for _ in range(batch_size)]
    cur_len = input_ids.shape[1]
    while cur_len < max_length:
        logits = model(input_ids)[:, -1, :]
        scores = F.log_softmax(logits, dim=-1)
        next_scores = (scores + beam_scores[:, None].expand_as(scores)).view(batch_size, num_beams * vocab_size)
        next_scores, next_tokens = torch.topk(next_scores, 2 * num_beams, dim=1, largest=True, sorted=True)
        next_batch_beam = []
        for batch_idx in range(batch_size):
            if done[batch_idx]:
                next_batch_beam.extend([(0, pad_token_id, 0)] * num_beams)
                continue
            next_sent_beam = []
            for rank, (token_id, token_score) in enumerate(zip(next_tokens[batch_idx], next_scores[batch_idx])):
                beam_id = token_id // vocab_size
                tok = token_id % vocab_size
                effective = batch_idx * num_beams + beam_id
                if tok.item() == eos_token_id:
                    if rank >= num_beams:
                        continue
                    hyps[batch_idx].add(input_ids[effective].clone(), token_score.item())
                else:
                    next_sent_beam.append((token_score, tok, effective))
                if len(next_sent_beam) == num_beams:
                    break
            done[batch_idx] = done[batch_idx] or hyps[batch_idx].is_done(next_scores[batch_idx].max().item(), cur_len)
            next_batch_beam.extend(next_sent_beam)
        if all(done):
            break
        beam_scores = beam_scores.new([x[0] for x in next_batch_beam])
        beam_tokens = input_ids.new([x[1] for x in next_batch_beam])
        beam_idx = input_ids.new([x[2] for x in next_batch_beam])
        input_ids = torch.cat([input_ids[beam_idx, :], beam_tokens.unsqueeze(1)], dim=-1)
        cur_len += 1
    for batch_idx in range(batch_size):
        if done[batch_idx]:
            continue
        for beam_id in range(num_beams):
            effective = batch_idx * num_beams + beam_id
            hyps[batch_idx].add(input_ids[effective], beam_scores[effective].item())
    best = [max(h.beams, key=lambda x: x[0])[1] for h in hyps]
    lengths = [len(b) for b in best]
    decoded = input_ids.new_full((batch_size, max(lengths)), pad_token_id)
    for i, hypo in enumerate(best):
        decoded[i, : lengths[i]] = hypo
    return decoded


def detokenize(ids, itos, eos):
    words = []
    for row in ids.tolist():
        if eos in row:
            row = row[: row.index(eos)]
        words.append(" ".join(itos[t] for t in row))
    return words
