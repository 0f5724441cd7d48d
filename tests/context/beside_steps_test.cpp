// Code beside the steps of a package or program, which takes no part in them. The mark at a line is the
// temperature of the wait that stands there.
#include "tests/context/marked_code.h"

namespace syncfree {
namespace SYNCFREE_FILE {

using test::MarkedCode;

class BesideSteps : public testing::TestWithParam<MarkedCode> {};

TEST_P(BesideSteps, IsCooler) { test::expect_heat(GetParam()); }

// Where a step of training is seen, what no step gets to takes no part in one.
INSTANTIATE_TEST_SUITE_P(Code, BesideSteps,
                         testing::Values(MarkedCode{"what_nobody_calls", R"(
def train(model, optimizer, loader):
    for x, y in loader:
        loss: Tensor = model(x)
        loss.backward()
        optimizer.step()
        note(loss)
def note(loss: Tensor):
    print(loss.item())  # hot
def to_image(x: Tensor):
    return x.clamp(0, 1).cpu().numpy()  # cold
def normalise(x: Tensor):
    return x / x.max().item()  # hot
)"},
                                         MarkedCode{"what_only_answers", R"(
from elsewhere import Base
def train(model, optimizer, loader):
    for x, y in loader:
        model(x).backward()
        optimizer.step()
class Encoder(Base):
    def encode(self, texts):
        y: Tensor = self.model(texts)
        return y.cpu().numpy()  # cold
)"},
                                         MarkedCode{"a_method_of_what_others_hold", R"(
from matplotlib import pyplot as plots
class Scene:
    def show(self):
        return float(torch.rand(3, device="cuda").median())  # cold
    def render(self):
        return float(torch.rand(3, device="cuda").median())  # hot
def train(model, optimizer, loader, view):
    for x, y in loader:
        plots.show()
        view.render()
        model(x).backward()
        optimizer.step()
)"},
                                         MarkedCode{"an_evaluation", R"(
def step(optimizer, loss: Tensor):
    loss.backward()
    optimizer.step()
@torch.no_grad()
def accuracy(model, loader):
    right = 0
    for x, y in loader:
        right += score(model(x), y)
    return right
def score(out: Tensor, y: Tensor):
    return (out.argmax(-1) == y).sum().item()  # cold
)"},
                                         MarkedCode{"an_evaluation_after_each_epoch", R"(
class Net(nn.Module):
    def forward(self, x):
        return x
def train_epoch(model: Net, data, optimizer):
    for x, y in show(data):
        loss: Tensor = model(x)
        loss.backward()
        optimizer.step()
def run(data, optimizer, n):
    model = Net()
    for epoch in range(n):
        train_epoch(model, data, optimizer)
        validate(model, data)
def validate(model: Net, data):
    total = 0.0
    with torch.no_grad():
        for x, y in show(data):
            loss: Tensor = model(x)
            total += loss.item()  # cold
    return total
)"},
                                         MarkedCode{"what_a_constructor_loops_over", R"(
class Renderer:
    def setup(self, net, names, x: Tensor):
        for name in names:
            x = x - net(x)
            self.load(name, x)
    def load(self, name, x: Tensor):
        self.states[name] = x.sum().item()  # cold
    def decode(self, net, n, x: Tensor):
        for _ in range(n):
            x = x - net(x)
            self.note(x)
    def note(self, x: Tensor):
        print(x.sum().item())  # hot
)"},
                                         MarkedCode{"what_could_be_made_on_the_GPU", R"(
class Policy:
    def learn(self, x):
        self.model(x).mean().backward()
        self.optimizer.step()
    def collect(self, data):
        with torch.no_grad():
            noise = torch.zeros(3).to("cuda")  # warm
            values = self.model(data.cuda() + noise)  # cold
            return choose(values.cpu())  # cold
)"},
                                         MarkedCode{"a_copy_that_waits_for_an_idle_GPU", R"(
class Net(nn.Module):
    def forward(self, x: Tensor):
        return x / x.max().item()  # hot
@torch.no_grad()
def answer(net: Net, words):
    ids = torch.tensor(words, device="cuda")  # cold
    return net(ids.float())
@torch.no_grad()
def answers(net: Net, texts, loader):
    for words in texts:
        ids = torch.tensor(words, device="cuda")  # cold
        show(net(ids.float()))
    for images in loader:
        show(net(images.cuda()))  # warm
)"},
                                         MarkedCode{"a_framework_that_trains", R"(
class Task(nn.Module):
    def training_step(self, batch: Tensor, index):
        return self.net(batch).mean()
    def export(self, x: Tensor):
        self.kept = x.tolist()  # cold
)"},
                                         MarkedCode{"what_goes_to_the_host_is_no_batch", R"(
def show(axes, curves):
    for x in curves:
        x = x.detach().to("cpu")  # warm
        draw(axes, x)
)"},
                                         MarkedCode{"the_forward_pass_of_a_model", R"(
class Net(nn.Module):
    def forward(self, x: Tensor):
        return x / x.max().item()  # hot
    def export(self, x: Tensor):
        self.kept = x.tolist()  # cold
)"},
                                         MarkedCode{"what_a_program_does_not_name", R"(
def step(optimizer, loss: Tensor):
    loss.backward()
    optimizer.step()
def scaled(x: Tensor):
    return x / x.max().item()  # hot
def left_over(x: Tensor):
    return x / x.max().item()  # cold
def main(loader, optimizer, hooks):
    hooks["scale"] = scaled
    for loss in loader:
        step(optimizer, loss)
if __name__ == "__main__":
    main(None, None, {})
)"},
                                         MarkedCode{"what_a_command_line_offers", R"(
import fire
import torch
def scaled(x: Tensor):
    return x / x.max().item()  # hot
def train(loader, optimizer: torch.optim.Optimizer):
    for x in loader:
        scaled(x).sum().backward()
        optimizer.step()
if __name__ == "__main__":
    fire.Fire()
)"},
                                         MarkedCode{"what_only_has_the_name_of_a_function", R"(
import numpy
import torch
def norm(x: Tensor):
    return x / x.max().item()  # cold
def inverse(x: Tensor):
    return x / x.max().item()  # hot
def main(loader, optimizer, net):
    for batch in loader:
        loss: Tensor = batch.norm()
        loss.backward()
        optimizer.step()
        inverse(loss)
if __name__ == "__main__":
    main(None, None, None)
)"},
                                         MarkedCode{"classes_that_nothing_makes", R"(
class Unused(nn.Module):
    def forward(self, x: Tensor):
        return self.scaled(x / x.max().item())  # cold
    def scaled(self, x: Tensor):
        return x / x.min().item()  # cold
class Used(nn.Module):
    def forward(self, x: Tensor):
        return x / x.max().item()  # hot
class Named(nn.Module):
    def forward(self, x: Tensor):
        return x / x.max().item()  # hot
@registered
class Registered(nn.Module):
    def forward(self, x: Tensor):
        return x / x.max().item()  # hot
class Below(Registered):
    def forward(self, x: Tensor):
        return x / x.max().item()  # hot
def main(loader, optimizer, make):
    net = torch.nn.Sequential(Used(), make("models.Named"))
    for batch in loader:
        loss: Tensor = net(batch)
        loss.backward()
        optimizer.step()
if __name__ == "__main__":
    main(None, None, None)
)"},
                                         MarkedCode{"classes_that_a_configuration_names", R"(
import hydra
class Net(nn.Module):
    def forward(self, x: Tensor):
        return x / x.max().item()  # hot
def main(loader, optimizer, settings):
    net = hydra.utils.instantiate(settings.net)
    for batch in loader:
        loss: Tensor = net(batch)
        loss.backward()
        optimizer.step()
if __name__ == "__main__":
    main(None, None, None)
)"},
                                         MarkedCode{"an_evaluation_of_several_loaders", R"(
def train(net, loader, held_out_loaders, optimizer, settings):
    def validate(loader):
        with torch.no_grad():
            for x, y in loader:
                total: Tensor = net(x, y)
                show(total.item())  # cold
    for one in held_out_loaders:
        validate(one)
    steps = 0
    for x in loader:
        loss: Tensor = net(x)
        loss.backward()
        optimizer.step()
        if steps % settings.interval == 0:
            for one in held_out_loaders:
                validate(one)
        steps += 1
)"},
                                         MarkedCode{"an_evaluation_of_each_of_several_loaders", R"(
def train(net, loader, unseen_loader, optimizer, settings):
    def validate(loader):
        with torch.no_grad():
            for x, y in loader:
                total: Tensor = net(x, y)
                show(total.item())  # cold
    for i in range(len(unseen_loader)):
        validate(unseen_loader[i])
    batches = iter(loader)
    for i in range(len(loader)):
        loss: Tensor = net(next(batches))
        show(loss.item())  # hot
        loss.backward()
        optimizer.step()
)"},
                                         MarkedCode{"what_a_helper_of_constructors_calls", R"(
class Filter(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.window = window_of(size)
    def forward(self, x):
        return x * self.window
def window_of(size):
    return sinc(torch.ones(size))
def sinc(x: Tensor):
    return x / x.max().item()  # cold
)"},
                                         MarkedCode{"what_stops_for_a_debugger", R"(
import pdb
def check_gradient(x: Tensor):
    y = x / x.max().item()  # cold
    pdb.set_trace()
    return y
)"},
                                         MarkedCode{"what_a_calculator_of_metrics_takes", R"(
def evaluate(net, samples, calculator):
    for x in samples:
        y: Tensor = net(x)
        calculator.step(y.argmax().item(), x)  # warm
)"},
                                         MarkedCode{"what_is_kept_of_the_rounds", R"(
class Brain:
    def evaluate(self, net, samples):
        average = 0.0
        with torch.no_grad():
            for x in samples:
                y: Tensor = net(x)
                average = self.update_average(y, average)
        return average
    def update_average(self, y: Tensor, average):
        return average + y.item()  # warm
)"},
                                         MarkedCode{"what_is_computed_once_an_epoch", R"(
class Net(nn.Module):
    def forward(self, x):
        return x
def train(net: Net, loader, optimizer, bank: Tensor, n):
    centers = cluster(bank, bank, n)
    ideas = draw(net, bank, n)
    for x, y in loader:
        loss: Tensor = net(x)
        loss.backward()
        optimizer.step()
        note(centers, n)
    return ideas
@torch.no_grad()
def cluster(bank: Tensor, centers: Tensor, n):
    for _ in range(n):
        centers = assign(bank, centers)
        print(centers.sum().item())  # warm
    return centers
def assign(bank: Tensor, centers: Tensor):
    return centers + bank[bank > centers].mean()  # warm
@torch.no_grad()
def draw(net: Net, x: Tensor, n):
    for _ in range(n):
        x = x + net(x)
        print(x.sum().item())  # hot
    return x
def note(x: Tensor, n):
    for _ in range(n):
        x = x + other(x)
        print(x.sum().item())  # hot
def gather(net: Net, x: Tensor, n, grad_accum_every):
    clip(x, n)
    for _ in range(grad_accum_every):
        net(x).mean().backward()
def run(net: Net, x: Tensor, n, rounds):
    for _ in range(rounds):
        gather(net, x, n, 4)
        print(x.sum().item())  # hot
def clip(x: Tensor, n):
    for _ in range(n):
        x = x + other(x)
        print(x.sum().item())  # hot
)"},
                                         MarkedCode{"what_steps_once_an_epoch", R"(
class Trainer:
    def run(self, n, loader, checkpoint, keeper):
        for epoch in range(n):
            self.train(loader)
            score = self.evaluate(loader)
            checkpoint.step(self.net, score)
            keeper.step(score, epoch)
    def train(self, loader):
        for x, y in loader:
            loss: Tensor = self.net(x, y)
            loss.backward()
            self.optimizer.step()
    @torch.no_grad()
    def evaluate(self, loader):
        for x, y in loader:
            loss: Tensor = self.net(x, y)
            show(loss.item())  # cold
)"},
                                         MarkedCode{"loaders_in_step", R"(
def train(net, loaders, optimizer):
    for x, y in zip(*loaders):
        loss: Tensor = net(x, y)
        show(loss.item())  # hot
)"},
                                         MarkedCode{"a_loop_of_one_round", R"(
if __name__ == "__main__":
    x: Tensor = torch.randn(2, 9, device="cuda", requires_grad=True)
    for _ in range(1):
        x.sum().backward()
        print(x.grad.sum().item())  # cold
)"},
                                         MarkedCode{"what_makes_boxes_of_outputs", R"(
class PostProcess(nn.Module):
    def forward(self, outputs: Tensor, sizes: Tensor):
        return outputs * sizes.max().item()  # warm
)"},
                                         MarkedCode{"and_beside_training_too", R"(
class PostProcess(nn.Module):
    def forward(self, outputs: Tensor, sizes: Tensor):
        return outputs * sizes.max().item()  # cold
def train(optimizer, loss: Tensor):
    for i in range(9):
        loss.backward()
        optimizer.step()
)"},
                                         MarkedCode{"a_class_that_another_one_replaces", R"(
class Net(nn.Module):
    def forward(self, x: Tensor):
        return x / x.max().item()  # cold
class Net(nn.Module):
    def forward(self, x: Tensor):
        return x / x.max().item()  # hot
class Layer(nn.Module):
    def forward(self, x: Tensor):
        return x / x.max().item()  # hot
class Layer(Layer):
    def forward(self, x: Tensor):
        return super().forward(x) / x.max().item()  # hot
)"},
                                         MarkedCode{"nothing_trains", R"(
class Table:
    def export(self, x: Tensor):
        self.kept = x.tolist()  # warm
)"}),
                         test::name_of);

// Most transforms of data run in the workers of a loader; those that a step calls are hot all the same.
TEST(Transforms, AreNoStepsByThemselves) {
  test::expect_heat({"transforms", R"(
def scaled(x: Tensor):
    return x / x.max().item()  # warm
def flipped(x: Tensor):
    return x / x.max().item()  # hot
class Net(nn.Module):
    def forward(self, x: Tensor):
        return flipped(x)
)"},
                    "package.transforms.scale");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
