import heapq
import torch
import torch.nn.functional as F

class Hypothesis:
    def __init__(self, tokens, logp, state):
        self.tokens = tokens
        self.logp = logp
        self.state = state

    def __len__(self):
        return len(self.tokens)

    def score(self, alpha=0.7):
        return self.logp / (len(self.tokens) ** alpha)

    def __lt__(self, other):
        return self.score() < other.score()


def beam_search(decoder, state, bos, eos, beam=3, max_len=5, device=None):
    beams = [Hypothesis([bos], 0.0, state)]
    done = []
    for t in range(max_len):
        candidates = []
        for hyp in beams:
            last = torch.tensor([hyp.tokens[-1]], device=device)
            logits, new_state = decoder(last, hyp.state)
            logp = F.log_softmax(logits.squeeze(0), dim=-1)
            values, indices = logp.topk(beam)
            for v, i in zip(values, indices):
                candidates.append(Hypothesis(hyp.tokens + [i.item()], hyp.logp + v.item(), new_state))
        best = heapq.nlargest(beam, candidates)
        beams = []
        for hyp in best:
            if hyp.tokens[-1] == eos:
                done.append(hyp)
            else:
                beams.append(hyp)
        if not beams or len(done) >= beam:
            break
    done = done or beams
    return max(done, key=lambda h: h.score())


def translate(model, sentences, bos=1, eos=2, device="cuda"):
    results = []
    with torch.no_grad():
        for words in sentences:
            src = torch.LongTensor(words).unsqueeze(0).to(device)
            state = model.encode(src)
            best = beam_search(model.step, state, bos, eos, device=device)
            results.append(best.tokens[1:])
    avg = sum(len(r) for r in results) / max(1, len(results))
    print("average length", avg)
    return results
