// How often code runs, by its structure: the mark at a line is the temperature of the wait that stands there.
#include "tests/context/marked_code.h"

namespace syncfree {
namespace SYNCFREE_FILE {

using test::MarkedCode;

class Temperature : public testing::TestWithParam<MarkedCode> {};

TEST_P(Temperature, FollowsFromTheStructure) { test::expect_heat(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Training, Temperature,
                         testing::Values(MarkedCode{"a_step_nested_in_a_function", R"(
def run(model, optimizer, loader):
    def step(x, loss: Tensor):
        optimizer.zero_grad()
        loss.backward()
        print(loss.item())  # hot
        optimizer.step()
    for x, y in loader:
        step(x, y)
)"},
                                         MarkedCode{"a_batcher_that_collates_by_itself", R"(
class Batcher:
    def __iter__(self):
        return self
    def __next__(self):
        return self.collate(self.read())
    def collate(self, rows: Tensor):
        return rows.cuda().sum().item()  # hot

class Loader:
    def collate(self, rows: Tensor):
        return rows.cuda().sum().item()  # cold

def train(optimizer, loss: Tensor):
    for batch in Batcher():
        loss.backward()
        optimizer.step()
)"},
                                         MarkedCode{"batches_that_a_loader_makes_where_they_are_taken", R"(
from torch.utils.data import DataLoader

class Views:
    def collate(self, index):
        poses: Tensor = self.poses[index]
        return poses.cuda().sum().item()  # hot
    def collate_in_worker(self, index):
        poses: Tensor = self.poses[index]
        return poses.cuda().sum().item()  # cold
    def loaders(self, n):
        return (DataLoader(self.all, collate_fn=self.collate, num_workers=0),
                DataLoader(self.all, collate_fn=self.collate_in_worker, num_workers=n))

def train(optimizer, loader, loss: Tensor):
    for batch in loader:
        loss.backward()
        optimizer.step()
)"},
                                         MarkedCode{"what_collates_for_them", R"(
from torch.utils.data import DataLoader

def collate_row(row: Tensor):
    return row.cuda().max().item()  # hot

def collate_rows(rows: Tensor):
    collate_row(rows[0])
    return rows.cuda().sum().item()  # hot

def collate_pairs(rows: Tensor):
    return rows.cuda().sum().item()  # cold

def loaders(data, n):
    def pack(rows):
        return collate_rows(rows)
    def pack_pairs(rows):
        return collate_pairs(rows)
    return (DataLoader(data, collate_fn=pack), DataLoader(data, collate_fn=pack_pairs, num_workers=n))

def train(optimizer, data, loss: Tensor):
    for batch in loaders(data, 3):
        loss.backward()
        optimizer.step()
)"},
                                         MarkedCode{"one_of_several_loaders", R"(
def train(trainer, loaders, model, optimizer, count: Tensor):
    for epoch in range(10):
        for x, y in loaders["train"]:
            print(count.item())  # hot
            for net in range(trainer.nets):
                loss: Tensor = model(net, x)
                loss.backward()
                optimizer.step()
)"},
                                         MarkedCode{"a_loop_that_calls_hooks", R"(
class Runner:
    def train(self, loader):
        for batch in loader:
            self.call_hook("before_train_iter")
            self.loss: Tensor = self.process(batch)
            print(self.loss.item())  # hot
            self.call_hook("after_train_iter")
)"},
                                         MarkedCode{"a_loop_that_registers_hooks", R"(
class Runner:
    def prepare(self, hooks):
        for hook in hooks:
            self.add_hook("after_train_iter", hook)
            self.loss: Tensor = self.process(hook)
            print(self.loss.item())  # warm
)"},
                                         MarkedCode{"abstract_methods_of_a_trainer", R"(
import abc

class Trainer(abc.ABC):
    @abc.abstractmethod
    def loss(self, batch: Tensor):
        pass
    def score(self, batch: Tensor):
        raise NotImplementedError
    def learn(self, loader, optimizer):
        for batch in loader:
            loss = self.loss(batch)
            loss.backward()
            optimizer.step()
            self.score(loss)

class Other(Trainer):
    def loss(self, batch: Tensor):
        return batch * batch.sum().item()  # hot
    def score(self, batch: Tensor):
        return batch.sum().item()  # hot
    def export(self, batch: Tensor):
        return batch.sum().item()  # cold
)"},
                                         MarkedCode{"a_closure_for_the_optimizer", R"(
def fit(optimizer, loss_of, n):
    def closure():
        optimizer.zero_grad()
        loss: Tensor = loss_of()
        loss.backward()
        print(loss.item())  # hot
        return loss
    for i in range(n):
        optimizer.step(closure)
)"},
                                         MarkedCode{"epochs_that_carry_a_value", R"(
def train(n, m, optimizer, means: Tensor, move, loss_of):
    for t in range(n):
        for i in range(m):
            loss: Tensor = loss_of(means)
            loss.backward()
            optimizer.step()
            print(loss.item())  # hot
        print(means.sum().item())  # cold
        means = move(means)
)"},
                                         MarkedCode{"what_an_object_carries", R"(
class Results:
    def show(self, draw):
        for i, image in enumerate(self.images):
            total: Tensor = self.totals[i]
            print(total.item())  # warm
            board = draw(image, self.names)
            self.images[i] = torch.asarray(board.image)
class Decoder:
    def decode(self, net, n):
        for i in range(n):
            logits: Tensor = net(self.tokens)
            print(logits.sum().item())  # hot
            self.tokens = torch.argmax(logits)
)"},
                                         MarkedCode{"a_function_of_a_step_that_nobody_calls", R"(
def update(optimizer, loss: Tensor):
    loss.backward()
    optimizer.step()
    return loss.item()  # hot
)"},
                                         MarkedCode{"tensors_go_in_and_come_out", R"(
def loss_of(logits: Tensor, target: Tensor):
    if target.sum() > 0:  # hot
        return F.cross_entropy(logits, target)
    return logits.sum() * 0
)"},
                                         MarkedCode{"it_handles_gradients", R"(
def norm_of(net):
    total = 0.0
    for p in net.parameters():
        total += p.grad.norm().item() ** 2  # hot
    return total ** 0.5
)"},
                                         MarkedCode{"a_number_comes_out", R"(
def accuracy(logits: Tensor, target: Tensor):
    return (logits.argmax(-1) == target).float().mean().item()  # warm
)"},
                                         MarkedCode{"numbers_go_in", R"(
def table(n, device):
    return torch.arange(n).to(device)  # warm
)"},
                                         MarkedCode{"a_method_that_steps_and_what_it_calls", R"(
class Learner:
    def _learn(self, loss: Tensor):
        loss.backward()
        self.optimizer.step()
        self._report(loss)
    def _report(self, loss: Tensor):
        self.last = loss.item()  # hot
    def run(self, n):
        for i in range(n):
            self._learn(self.batch())
            self.note(self.total)
    def note(self, total: Tensor):
        print(total.item())  # hot
)"},
                                         MarkedCode{"a_framework_owns_the_loop", R"(
class Task(nn.Module):
    def training_step(self, batch: Tensor, index):
        self.seen = batch.sum().item()  # hot
    def validation_step(self, batch: Tensor, index):
        self.seen = batch.sum().item()  # cold
    def on_train_epoch_end(self):
        self.report(self.loss)
    def report(self, loss: Tensor):
        print(loss.item())  # cold
)"},
                                         MarkedCode{"a_loop_that_accelerate_steps", R"(
def train(accelerator, model, optimizer, loader, losses: Tensor):
    for batch in loader:
        with accelerator.accumulate(model):
            loss = losses.mean()
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()
        total = loss.item()  # hot
)"},
                                         MarkedCode{"what_is_compiled", R"(
@torch.compile
def scale(x: Tensor):
    return x / x.max().item()  # hot
def shift(x: Tensor):
    return x - x.min().item()  # hot
fast = torch.compile(shift)
)"},
                                         MarkedCode{"what_takes_the_place_of_forward", R"(
def fast_forward(self, x: Tensor):
    return x / x.max().item()  # hot
def patch(module):
    module.forward = fast_forward
)"},
                                         MarkedCode{"a_hook", R"(
def attach(module, parameter):
    def note(gradient: Tensor):
        print(gradient.norm().item())  # hot
    parameter.register_hook(note)
)"},
                                         MarkedCode{"an_optimizer", R"(
class Sign(torch.optim.Optimizer):
    def step(self, closure=None):
        for group in self.param_groups:
            self.clip(group["norm"])
    def clip(self, norm: Tensor):
        return 1.0 / norm.item()  # hot
)"},
                                         MarkedCode{"an_override_of_what_a_step_calls", R"(
class Base:
    def update(self, loss: Tensor):
        loss.backward()
        self.after(loss)
    def after(self, loss):
        pass
class Noisy(Base):
    def after(self, loss: Tensor):
        print(loss.item())  # hot
)"},
                                         MarkedCode{"a_method_of_an_unknown_object", R"(
class Dispatcher:
    def scatter_tokens(self, counts: Tensor):
        return counts.tolist()  # hot
class Layer(nn.Module):
    def forward(self, x: Tensor):
        return self.dispatcher.scatter_tokens(x)
)"},
                                         MarkedCode{"around_the_loops", R"(
def train(model, optimizer, loader, total: Tensor, epochs):
    print(total.item())  # cold
    optimizer = torch.optim.SGD(model.parameters())
    for epoch in range(epochs):
        for x, y in loader:
            loss: Tensor = model(x)
            loss.backward()
            optimizer.step()
        print(total.item())  # cold
)"},
                                         MarkedCode{"what_sets_up_whoever_calls_it", R"(
class Launcher:
    def __call__(self):
        main(self.make(), self.total)
def main(model, total: Tensor):
    print(total.item())  # cold
    optimizer = torch.optim.AdamW(model.parameters())
    report(total)
def report(total: Tensor):
    print(total.item())  # cold
)"},
                                         MarkedCode{"called_once_by_a_script", R"(
def main():
    x = torch.ones(3, device="cuda", requires_grad=True)
    loss = x.sum()
    loss.backward()
    print(loss.item())  # cold
if __name__ == "__main__":
    main()
)"}),
                         test::name_of);

INSTANTIATE_TEST_SUITE_P(Loops, Temperature,
                         testing::Values(MarkedCode{"over_a_loader", R"(
def embed(encoder, train_loader, device):
    out = []
    for x, y in train_loader:
        h: Tensor = encoder(x)
        out.append(h.sum().item())  # hot
)"},
                                         MarkedCode{"over_a_loader_for_evaluation", R"(
@torch.no_grad()
def accuracy(model, loader):
    right = 0
    for x, y in loader:
        h: Tensor = model(x)
        right += h.sum().item()  # warm
    return right
)"},
                                         MarkedCode{"for_evaluation_in_a_training_loop_of_epochs", R"(
def train(model, optimizer, loader, val_loader, epochs):
    for epoch in range(epochs):
        model.train()
        for x, y in loader:
            loss: Tensor = model(x)
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for x, y in val_loader:
                loss: Tensor = model(x)
                print(loss.item())  # cold
)"},
                                         MarkedCode{"that_decodes", R"(
@torch.no_grad()
def generate(model, tokens: Tensor, n, end):
    for _ in range(n):
        logits: Tensor = model(tokens)[:, -1]
        token = logits.argmax(-1, keepdim=True)
        tokens = torch.cat([tokens, token], dim=1)
        if token.item() == end:  # hot
            break
    return tokens
)"},
                                         MarkedCode{"that_decodes_several_at_a_time", R"(
def search(decode, start, n, end, width):
    beams = [(start, 0.0)]
    done = []
    for _ in range(n):
        candidates = []
        for tokens, score in beams:
            following: Tensor = decode(tokens)
            for i in range(width):
                candidates.append((torch.cat([tokens, following[i]]), score))
        beams = sorted(candidates)[:width]  # hot
        if following.max().item() == end:  # hot
            break
    return beams
)"},
                                         MarkedCode{"that_goes_through_what_is_there_each_time", R"(
def report(models, x, n):
    for _ in range(n):
        for model in models:
            score: Tensor = model(x).sum()
            print(score.item())  # warm
)"},
                                         MarkedCode{"after_a_seed_that_each_call_sets", R"(
def attack(model, x: Tensor, y: Tensor, seed, n):
    torch.manual_seed(seed)
    left = (model(x).argmax(1) == y).nonzero()  # warm
    for i in range(n):
        print(i)
    return len(left)
)"},
                                         MarkedCode{"that_decodes_through_a_function", R"(
def decode(decode_one, model, token, n, show):
    tokens = []
    for i in range(n):
        following: Tensor = decode_one(model, token)
        tokens.append(following.clone())
        show(following.tolist())  # hot
        token = following.clone()
    return tokens
)"},
                                         MarkedCode{"that_evaluates_pieces_of_each_batch", R"(
def evaluate(model, loader, sums):
    for batches in loader:
        for batch in batches:
            batch = prepare(batch)
            with torch.no_grad():
                losses: Tensor = model(batch)
                sums.append(losses.sum().item())  # warm
)"},
                                         MarkedCode{"that_denoises", R"(
@torch.no_grad()
def sample(model, x: Tensor, sigmas: Tensor, n):
    for i in range(n):
        denoised = model(x, sigmas[i])
        d = (x - denoised) / sigmas[i]
        x = x + d * (sigmas[i + 1] - sigmas[i]).item()  # hot
    return x
)"},
                                         MarkedCode{"that_asks_a_dataset_on_the_GPU", R"(
class Dataset:
    def rays(self, i):
        return torch.ones(i, 3).cuda()  # hot
class Runner:
    def __init__(self):
        self.dataset = Dataset()
    def train(self, model, optimizer):
        for i in range(1000):
            loss = model(self.dataset.rays(i))
            loss.backward()
            optimizer.step()
)"},
                                         MarkedCode{"that_solves_an_equation", R"(
from scipy.integrate import solve_ivp
def sample(model, x: Tensor):
    def derivative(t, y):
        y = torch.from_numpy(y).to(x.device)  # hot
        return model(y, t).cpu().numpy()  # hot
    return solve_ivp(derivative, (0, 1), x.cpu().numpy())  # warm
)"},
                                         MarkedCode{"that_denoises_in_a_method", R"(
class Diffusion(nn.Module):
    @torch.no_grad()
    def p_sample(self, x, t: Tensor):
        noise = self.model(x, t)
        if t == 0:  # hot
            return x
        return x - noise
    @torch.no_grad()
    def sample(self, shape, n):
        image = torch.randn(shape, device="cuda")
        times = torch.arange(n, device="cuda")
        for i in range(n):
            image = self.p_sample(image, times[i])
        return image
)"},
                                         MarkedCode{"that_acts_and_trains_several_times", R"(
def train(model, optimizer, batch):
    model(batch).mean().backward()
    optimizer.step()
def main(player, model, optimizer, envs, buffer, total, ratio):
    observation = envs.reset()
    for i in range(total):
        action: Tensor = player(observation)
        observation, rewards = envs.step(action.cpu().numpy())  # hot
        batches = buffer.sample(ratio(i))
        for batch in batches:
            train(model, optimizer, batch)
)"},
                                         MarkedCode{"that_acts_in_an_environment", R"(
def collect(env, policy, n):
    observation = env.reset()
    for i in range(n):
        action: Tensor = policy(observation)
        observation, reward, done, _ = env.step(action.cpu().numpy())  # hot
)"},
                                         MarkedCode{"that_replays_a_graph", R"(
def serve(graph, output: Tensor, requests):
    for request in requests:
        graph.replay()
        request.put(output.tolist())  # hot
)"},
                                         MarkedCode{"of_an_engine_that_only_replays", R"(
class Engine:
    def decode(self, output: Tensor):
        self.graph.replay()
        return output.tolist()  # hot
    def verify(self, logits: Tensor):
        return logits.argmax().item()  # warm
)"},
                                         MarkedCode{"that_reads_a_property", R"(
class Agent(nn.Module):
    def __init__(self, net):
        self.net = net
        self.log = torch.zeros(1, device="cuda")
    @property
    def alpha(self):
        return self.log.item()  # hot
    @property
    def shown(self):
        return self.log.item()  # cold
def main(net, optimizer, loader):
    agent = Agent(net)
    print(agent.shown)
    for x in loader:
        loss: Tensor = agent.net(x) * agent.alpha
        loss.backward()
        optimizer.step()
)"},
                                         MarkedCode{"of_epochs_that_call_what_trains", R"(
def train_one_epoch(model, criterion, loader, optimizer, loss_scaler):
    for x, y in loader:
        loss: Tensor = criterion(model(x), y)
        loss_scaler(loss, optimizer)
        print(loss.item())  # hot
def main(model, criterion, loader, optimizer, loss_scaler, total: Tensor, n):
    for epoch in range(n):
        train_one_epoch(model, criterion, loader, optimizer, loss_scaler)
        save(total)
def save(total: Tensor):
    print(total.item())  # cold
)"},
                                         MarkedCode{"of_an_evaluation_that_a_script_starts", R"(
def score(model, data):
    while True:
        batch = next(data)
        result: Tensor = model(batch.cuda())  # warm
        print(result.item())  # warm
def main(model, data):
    model.eval()
    score(model, data)
if __name__ == "__main__":
    main(make_model(), make_data())
)"},
                                         MarkedCode{"over_the_parts_of_a_model_at_the_start", R"(
def load(names, table: Tensor):
    found = {}
    for name in names:
        found[name] = table.sum().item()  # warm
    return found
)"}),
                         test::name_of);

// A method that is named like a tensor's moves what its caller asks it to move.
INSTANTIATE_TEST_SUITE_P(StepsByName, Temperature,
                         testing::Values(MarkedCode{"of_which_all_that_do_something_train", R"(
class Base:
    def optimize_parameters(self):
        pass

class First(Base):
    def optimize_parameters(self):
        self.loss: Tensor = self.net(self.x)
        self.loss.backward()
        self.optimizer.step()
        print(self.loss.item())  # hot

class Second(Base):
    def optimize_parameters(self):
        self.loss: Tensor = self.net(self.x) * 2
        self.loss.backward()
        self.optimizer.step()
        print(self.loss.item())  # hot

def main(create, options, data: Tensor):
    model = create(options)
    step = 0
    while step < options.steps:
        step += 1
        model.feed(data)
        model.optimize_parameters()
        print(data.sum().item())  # hot
)"},
                                         MarkedCode{"from_code_whose_steps_are_not_seen", R"(
class Model:
    def optimize_parameters(self):
        self.loss: Tensor = self.net(self.x)
        self.loss.backward()
        self.optimizer.step()
        print(self.loss.item())  # hot

def on_batch(registry, name):
    registry[name].optimize_parameters()
)"}),
                         test::name_of);

INSTANTIATE_TEST_SUITE_P(GivenFunctions, Temperature,
                         testing::Values(MarkedCode{"to_what_maps_them", R"(
class Head(nn.Module):
    def loss_single(self, s: Tensor, loss: Tensor) -> Tensor:
        return s / s.max().item()  # hot

    def loss(self, outs, loss):
        found = multi_apply(self.loss_single, outs["s"], loss)
        if outs["enc"] is not None:
            found += self.loss_single(outs["enc"], loss)
        return found
)"},
                                         MarkedCode{"of_a_module", R"(
def size_of(x):
    return torch.ones(3).cuda()[x].item()  # hot

def report(x):
    return torch.ones(3).cuda()[x].item()  # cold

def train(model, loader, optimizer):
    on_exit(report)
    for x in loader:
        sizes = parallel_map(size_of, x)
        model(x).backward()
        optimizer.step()

size_of(1)
)"}),
                         test::name_of);

INSTANTIATE_TEST_SUITE_P(OneRound, Temperature,
                         testing::Values(MarkedCode{"that_leaves_the_loop", R"(
def train(model, loader, optimizer, n):
    seen = 0
    for x in loader:
        loss: Tensor = model(x)
        loss.backward()
        optimizer.step()
        seen += 1
        if n is not None and seen > n:
            print(loss.item())  # cold
            return
        if seen > 2 * n:
            print(loss.item())  # cold
            break
        if seen > 3:
            print(loss.item())  # hot
)"},
                                         MarkedCode{"that_is_the_only_one", R"(
def initialize(model, loader):
    for x in loader:
        y: Tensor = model(x)
        print(y.sum().item())  # warm
        break

def predict(model, loader, n):
    for x in loader:
        if n is None:
            continue
        y: Tensor = model(x)
        print(y.sum().item())  # hot
        break
)"},
                                         MarkedCode{"that_the_counter_names", R"(
def decode(model, x: Tensor, n):
    for i in range(n):
        logits: Tensor = model(x)
        x = logits.argmax(-1)
        if i == 0:
            print(logits.sum().item())  # warm
        if x == 2:  # hot
            print(logits.max().item())  # hot
)"},
                                         MarkedCode{"of_a_loop_in_a_step", R"(
class Net(nn.Module):
    def forward(self, x: Tensor):
        for i, layer in enumerate(self.layers):
            if i == 0:
                x = x / x.sum().item()  # hot
            x = layer(x)
        return x
)"}),
                         test::name_of);

TEST(TestModules, AreCold) {
  const std::string code =
      "import torch\nfrom torch import Tensor, nn\n"
      "class Net(nn.Module):\n"
      "    def forward(self, x: Tensor):\n"
      "        return x / x.sum().item()  # cold\n";
  const auto first = [](auto, auto) { return false; };
  EXPECT_EQ(test::marked(code, "tests.test_net", test::heat_of, first), code);
  EXPECT_EQ(test::marked(code, "package.net_test", test::heat_of, first), code);
  EXPECT_EQ(test::marked(code, "run_tests", test::heat_of, first), code);
  EXPECT_EQ(test::marked(code, "package.benchmarks.net", test::heat_of, first), code);
  EXPECT_NE(test::marked(code, "benchmarks.net", test::heat_of, first), code) << "a program of its own";
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
