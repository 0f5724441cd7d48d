// How often code runs, by its structure: the mark at a line is the temperature of the wait that stands there.
#include "tests/context/marked_code.h"

namespace syncfree {
namespace {

using test::MarkedCode;

class Temperature : public testing::TestWithParam<MarkedCode> {};

TEST_P(Temperature, FollowsFromTheStructure) {
  const std::string head =
      "import sys, time\nimport torch\nimport torch.nn.functional as F\nfrom torch import Tensor, nn\n";
  const std::string code = head + std::string(GetParam().code.substr(1));
  const auto hotter = [](std::string_view one, std::string_view other) {
    return one == "hot" || (one == "warm" && other == "cold");
  };
  EXPECT_EQ(test::marked(code, "package.snippet", test::heat_of, hotter), code);
}

const auto kName = [](const auto& row) { return std::string(row.param.name); };

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
        self.seen = batch.sum().item()  # warm
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
                         kName);

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
                print(loss.item())  # warm
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
    print(total.item())  # warm
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
                         kName);

INSTANTIATE_TEST_SUITE_P(Builders, Temperature, testing::Values(MarkedCode{"of_constructors", R"(
def filter_of(taps: Tensor):
    return taps / taps.sum().item()  # cold
def scaled(taps: Tensor):
    return taps / taps.sum().item()  # hot
class Blur(nn.Module):
    def __init__(self, taps):
        self.register_buffer("taps", filter_of(taps))
    def forward(self, x):
        return scaled(x) * self.taps
)"}),
                         kName);

INSTANTIATE_TEST_SUITE_P(EveryN, Temperature,
                         testing::Values(MarkedCode{"forms", R"(
def train(optimizer, loss: Tensor, loader, every, milestones, log):
    last = time.time()
    for i, batch in enumerate(loader):
        loss.backward()
        optimizer.step()
        if i % 50 == 0:
            log(loss.item())  # cold
        if not i % every:
            log(loss.item())  # cold
        if (i + 1) % every == 0 or i == len(loader) - 1:
            log(loss.item())  # cold
        if i & 127 == 0:
            log(loss.item())  # cold
        if 0 == i % every:
            log(loss.item())  # cold
        if i in milestones:
            log(loss.item())  # cold
        if time.time() - last > 10:
            log(loss.item())  # cold
        should_log = i % every == 0
        if should_log:
            log(loss.item())  # cold
        now = time.time()
        if now - last >= 10:
            log(loss.item())  # cold
        log(loss.item() if i % 100 == 0 else None)  # cold
        if iter_num % 100 == 0:
            log(loss.item())  # cold
        if layer_num % 100 == 0:
            log(loss.item())  # hot
        if i % every != 0:
            pass
        else:
            log(loss.item())  # cold
        log(loss.item())  # hot
)"},
                                         MarkedCode{"the_rest_of_the_loop", R"(
def train(optimizer, loss: Tensor, loader, every, log):
    for i, batch in enumerate(loader):
        loss.backward()
        optimizer.step()
        log(loss.item())  # hot
        if i % every:
            continue
        log(loss.item())  # cold
)"},
                                         MarkedCode{"since_the_last_time", R"(
def train(optimizer, loss: Tensor, loader, period, log):
    seen = last_seen = last_done = start_seen = tick = 0
    for batch in loader:
        loss.backward()
        optimizer.step()
        seen += len(batch)
        done = seen >= 10000
        if done or tick % 10 == 0:
            log(loss.item())  # cold
        if seen - last_seen > period:
            log(loss.item())  # cold
            last_seen = seen
        if seen - start_seen > period:
            log(loss.item())  # hot
        if seen - len(batch) > period:
            log(loss.item())  # hot
        log(loss.item())  # hot
        if not done and tick != 0 and seen < last_done + period:
            continue
        last_done = seen
        log(loss.item())  # cold
)"},
                                         MarkedCode{"not_since_the_start", R"(
class Trainer:
    def train(self, loss: Tensor, loader, start_step, log):
        for step, batch in enumerate(loader):
            loss.backward()
            if step - start_step > 10:
                log(loss.item())  # hot
            self.previous_count = step - 1
            if step - self.previous_count >= 1:
                log(loss.item())  # hot
            if step - self.last_step > 10:
                log(loss.item())  # cold
                self.last_step, start = step, 0
)"},
                                         MarkedCode{"once_for_each_key", R"(
table = {}
class Layer(nn.Module):
    def forward(self, x: Tensor, key):
        own = {}
        if key not in table:
            table[key] = x.sum().item()  # cold
        if key not in self.table:
            self.table[key] = x.sum().item()  # cold
        if key not in own:
            own[key] = x.sum().item()  # hot
        if key not in table:
            own[key] = x.sum().item()  # hot
        return x
)"},
                                         MarkedCode{"once_for_each_key_of_what_lasts", R"(
made = None
class Layer(nn.Module):
    def forward(self, x: Tensor, key, given: dict, layers):
        global made
        if made is None:
            made = {}
        if key not in made:
            made[key] = x.sum().item()  # cold
        if key not in given:
            given[key] = x.sum().item()  # cold
        kept = self.tables[key]
        if key not in kept:
            kept[key] = x.sum().item()  # cold
        for layer in layers:
            if key not in layer.table:
                layer.table[key] = x.sum().item()  # cold
        def inner(y: Tensor):
            if key not in kept:
                kept[key] = y.sum().item()  # cold
            return y
        return inner(x)
)"},
                                         MarkedCode{"once_for_each_key_of_what_a_call_makes", R"(
class State:
    pass
class Layer(nn.Module):
    def forward(self, x: Tensor, key, given=None):
        first, second = {}, {}
        if key not in first:
            first[key] = x.sum().item()  # hot
        with tables() as table:
            if key not in table:
                table[key] = x.sum().item()  # hot
        state = State()
        if key not in state.table:
            state.table[key] = x.sum().item()  # hot
        given = given or {}
        if key not in given:
            given[key] = x.sum().item()  # hot
        alias = first
        if key not in alias:
            alias[key] = x.sum().item()  # hot
        return x
)"},
                                         MarkedCode{"told_by_a_function", R"(
def divisible_by(number, by):
    return number % by == 0
class Trainer:
    def is_time(self):
        return self.count % self.every == 0
    def train(self, loss: Tensor, loader, log):
        for batch in loader:
            loss.backward()
            if self.count != 0 and divisible_by(self.count, 100):
                log(loss.item())  # cold
            if self.is_time():
                log(loss.item())  # cold
            self.count += 1
)"},
                                         MarkedCode{"not_accumulation", R"(
def train(optimizer, loss: Tensor, norm: Tensor, loader, accumulate, log):
    for i, batch in enumerate(loader):
        loss.backward()
        if (i + 1) % accumulate == 0:
            log(norm.item())  # hot
            optimizer.step()
            optimizer.zero_grad()
        if (i + 1) % accumulate != 0:
            continue
        log(norm.item())  # hot
        optimizer.step()
)"},
                                         MarkedCode{"not_accumulation_in_a_method", R"(
class Trainer:
    def update(self, norm: Tensor):
        print(norm.item())  # hot
        self.optimizer.step()
    def train(self, loss: Tensor, norm: Tensor, loader):
        for i, batch in enumerate(loader):
            loss.backward()
            if (i + 1) % self.accumulate == 0:
                self.update(norm)
)"},
                                         MarkedCode{"not_a_check_of_a_size", R"(
def divisible(number, by):
    return number % by == 0
class Embedding(nn.Module):
    def forward(self, x: Tensor, d_model: int):
        if d_model % 4 != 0:
            raise ValueError("odd")
        if divisible(d_model, 8):
            print(x.sum().item())  # hot
        return x / x.sum().item()  # hot
)"},
                                         MarkedCode{"not_the_shape_nor_every_second", R"(
class Layer(nn.Module):
    def forward(self, x: Tensor, index: int):
        if x.shape[-1] % 8 == 0:
            print(x.sum().item())  # hot
        if index % 2 == 0:
            print(x.sum().item())  # hot
        if x.size(0) % self.heads != 0:
            print(x.sum().item())  # hot
)"}),
                         kName);

INSTANTIATE_TEST_SUITE_P(Seldom, Temperature,
                         testing::Values(MarkedCode{"errors_that_end_the_program", R"(
def train(optimizer, loss: Tensor, loader):
    for batch in loader:
        if not torch.isfinite(loss):  # hot
            print(f"the loss is {loss.item()}")  # cold
            sys.exit(1)
        if loss > 100:  # hot
            message = str(loss.item())  # cold
            raise ValueError(message)
        loss.backward()
        optimizer.step()
)"},
                                         MarkedCode{"branches_that_are_none", R"(
def kind(x: Tensor):
    if True:
        if x.item() == 1:  # warm
            return "one"
        raise ValueError("no kind")
)"},
                                         MarkedCode{"tests", R"(
class Net(nn.Module):
    def forward(self, x: Tensor):
        return x / x.sum().item()  # hot
def test_net(optimizer, loss: Tensor, loader):
    for batch in loader:
        loss.backward()
        optimizer.step()
        assert loss.item() > 0  # cold
)"},
                                         MarkedCode{"a_function_about_testing", R"(
def test_model(optimizer, loss: Tensor, loader):
    for batch in loader:
        loss.backward()
        optimizer.step()
        total = loss.item()  # hot
    return total
)"},
                                         MarkedCode{"data_workers", R"(
class Images(torch.utils.data.Dataset):
    def __getitem__(self, index):
        return self.crop(self.images[index])
    def crop(self, image: Tensor):
        return image.cuda().sum().item()  # cold
)"}),
                         kName);

INSTANTIATE_TEST_SUITE_P(Synchronizations, Temperature,
                         testing::Values(MarkedCode{"that_a_clock_asks_for", R"(
def step(model, x: Tensor, loss: Tensor):
    loss.backward()
    torch.cuda.synchronize()  # cold
    start = time.perf_counter()
    y = x @ x
    torch.cuda.synchronize()  # cold
    print(time.perf_counter() - start)
    y = y @ x
    torch.cuda.synchronize()  # hot
    return y @ x
)"},
                                         MarkedCode{"that_an_event_asks_for", R"(
def step(x: Tensor, loss: Tensor):
    start = torch.cuda.Event(enable_timing=True)
    end = torch.cuda.Event(enable_timing=True)
    loss.backward()
    start.record()
    y = x @ x
    end.record()
    end.synchronize()  # cold
    return start.elapsed_time(end)
)"},
                                         MarkedCode{"that_a_copy_asks_for", R"(
def step(loss: Tensor):
    loss.backward()
    host = loss.detach().to("cpu", non_blocking=True)
    torch.cuda.current_stream().synchronize()  # cold
    return host.tolist()
)"},
                                         MarkedCode{"that_others_ask_for", R"(
def step(loss: Tensor, queue, x: Tensor):
    loss.backward()
    torch.cuda.synchronize()  # cold
    queue.put(x)
    y = x @ x
    if torch.cuda.is_available():
        torch.cuda.synchronize()  # cold
    torch.distributed.barrier()  # hot
    y = y @ x
    torch.cuda.synchronize()  # cold
    sys.exit(0)
)"},
                                         MarkedCode{"in_a_loop_that_may_end_the_program", R"(
def train(model, batches, meter):
    for batch in batches:
        loss: Tensor = model(batch)
        value = loss.item()  # hot
        if value > 100:
            sys.exit(1)
        loss.backward()
        torch.cuda.synchronize()  # hot
        meter.update(loss=value)
)"},
                                         MarkedCode{"that_nothing_asks_for", R"(
def step(loss: Tensor, x: Tensor, meter):
    y = x.to("cuda", non_blocking=True)
    loss.backward()
    torch.cuda.synchronize()  # hot
    meter.update(loss=y)
    return x @ x
)"}),
                         kName);

TEST(TestModules, AreCold) {
  const std::string code =
      "import torch\nfrom torch import Tensor, nn\n"
      "class Net(nn.Module):\n"
      "    def forward(self, x: Tensor):\n"
      "        return x / x.sum().item()  # cold\n";
  const auto first = [](auto, auto) { return false; };
  EXPECT_EQ(test::marked(code, "tests.test_net", test::heat_of, first), code);
  EXPECT_EQ(test::marked(code, "package.net_test", test::heat_of, first), code);
}

}  // namespace
}  // namespace syncfree
