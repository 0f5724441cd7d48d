// Loops that evaluate, and what goes around them. The mark at a line is the temperature of the wait that stands there.
#include "analyzer/context/evaluation.h"

#include "tests/context/marked_code.h"

namespace syncfree {
namespace SYNCFREE_FILE {

using test::MarkedCode;

class Evaluation : public testing::TestWithParam<MarkedCode> {};

TEST_P(Evaluation, IsNoStepOfTraining) { test::expect_heat(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Loops, Evaluation,
                         testing::Values(MarkedCode{"whose_methods_evaluate", R"(
class Trainer:
    def train_step(self, x: Tensor):
        loss = self.model(x.cuda()).mean()  # hot
        loss.backward()
        self.optimizer.step()
    def evaluate(self, val_loader):
        for x in val_loader:
            self.eval_step(x)
    def eval_step(self, x: Tensor):
        self.model.eval()
        with torch.no_grad():
            return self.model(x.cuda()).mean().item()  # cold
)"},
                                         MarkedCode{"and_then_training_goes_on", R"(
def evaluate(model, batches, state):
    model.eval()
    total = 0.0
    with torch.no_grad():
        for i, x in enumerate(batches):
            loss, state = model(x, state)
            state = state * 2
            total += loss.mean().item()  # cold
    model.train()
    return total
def attack(model, x: Tensor, steps):
    model.eval()
    for _ in range(steps):
        loss = model(x).sum()
        x = x + torch.autograd.grad(loss, [x])[0].sign()
        print(x.sum().item())  # hot
    model.train()
    return x
def train(model, optimizer, loader, loss: Tensor):
    for x in loader:
        loss.backward()
        optimizer.step()
)"},
                                         MarkedCode{"that_decodes_through_all_layers", R"(
class Net(nn.Module):
    def decode(self, x0: Tensor, rounds):
        outputs = []
        for t in range(rounds):
            x = outputs[-1] if outputs else x0
            total = 0
            for layer in self.layers:
                x, h = layer.advance(x)
                total += h
            x = total
            print(x.sum().item())  # hot
            outputs += [x]
        return outputs
def evaluate(net, x: Tensor):
    net.eval()
    with torch.no_grad():
        return net.decode(x, 3)
def train(net, loader, optimizer, x: Tensor):
    evaluate(Net(), x)
    for batch in loader:
        net(batch).sum().backward()
        optimizer.step()
)"},
                                         MarkedCode{"one_for_each_loader", R"(
def train_step(loss, optimizer):
    loss.backward()
    optimizer.step()
@torch.no_grad()
def test(net, loader):
    total = 0.0
    for x, y in loader:
        total += net(x)
    return total
def test_all(net, names, loaders, scale: Tensor):
    for name, loader in zip(names, loaders):
        print(name, scale.sum().item())  # cold
        test(net, loader)
    for data_loader_val in data_loaders_val:
        print(scale.sum().item())  # cold
        test(net, data_loader_val)
)"},
                                         MarkedCode{"around_an_evaluation", R"(
class Runner:
    @torch.no_grad()
    def evaluate(self, loader):
        for x in loader:
            self.total = self.total + self.net(x)
    def run(self, loader, state, scale: Tensor):
        while self.epoch < self.epochs:
            self.evaluate(loader)
            state = self.next(state) + 1
            print(scale.sum().item())  # warm
)"},
                                         MarkedCode{"that_hands_text_to_the_next", R"(
def answer(model, tokenizer, talk, questions):
    for _ in range(3):
        ids = tokenizer([talk.prompt()]).input_ids
        out = model.generate(torch.as_tensor(ids).cuda())  # warm
        text = tokenizer.decode(out)
        talk.messages[-1][-1] = text
)"},
                                         MarkedCode{"of_a_branch_that_leaves_the_steps", R"(
def fit(model, loader, optimizer, seen, prune, n):
    for _ in range(n):
        loss = model(next(loader)).mean()
        loss.backward()
        if prune:
            for mask in seen:
                print(mask.cuda().sum().item())  # cold
            return False
        optimizer.step()
    return True
)"},
                                         MarkedCode{"of_a_place_for_a_load", R"(
class Net(nn.Module):
    def load(self):
        return torch.load("a.pt", map_location=lambda storage, place: storage.cuda())  # cold
    def forward(self, x: Tensor):
        return x
)"}),
                         test::name_of);

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
