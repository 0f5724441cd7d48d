// Code that runs seldom: every so many rounds, once, on the way to an error. The mark at a line is the temperature of
// the wait that stands there.
#include "analyzer/flow/seldom.h"

#include "tests/context/marked_code.h"

namespace syncfree {
namespace SYNCFREE_FILE {

using test::MarkedCode;

class SeldomCode : public testing::TestWithParam<MarkedCode> {};

TEST_P(SeldomCode, IsCooler) { test::expect_heat(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Others, SeldomCode,
                         testing::Values(MarkedCode{"the_end_is_named", R"(
def train(optimizer, loss: Tensor, loader, n, log):
    for i, batch in enumerate(loader):
        loss.backward()
        optimizer.step()
        if (stop := n is not None and i >= n) or i % 100 == 0:
            log(loss.item())  # cold
        if (large := i >= n) or i % 100 == 0:
            log(loss.item())  # hot
)"},
                                         MarkedCode{"a_fault_of_a_step", R"(
def train(optimizer, loss: Tensor, loader, log, few):
    for step, batch in enumerate(loader):
        loss.backward()
        optimizer.step()
        finished_training = few.rate == 0.0
        if loss > 12:  # hot
            print(f"\nWarning. Loss is {loss}")  # cold
        if few.has_overflow:
            log(loss.item())  # cold
        if (step % 12000) in list(range(1, few.updates)) or finished_training:
            log(loss.item())  # cold
)"},
                                         MarkedCode{"a_draw_of_chance", R"(
def train(optimizer, loss: Tensor, loader, log):
    for batch in loader:
        loss.backward()
        optimizer.step()
        if random.random() < 0.01:
            log(loss.item())  # cold
        if np.random.rand() < 0.5:
            log(loss.item())  # hot
)"},
                                         MarkedCode{"a_setting_names_the_round", R"(
def train(opt, optimizer, loss: Tensor, loader, log, other):
    for step, batch in enumerate(loader):
        loss.backward()
        optimizer.step()
        if opt["merge_at"] == step:
            log(loss.item())  # cold
        if step == opt.merge_at:
            log(loss.item())  # cold
        if opt.merge_at == other.step:
            log(loss.item())  # cold
        if other.place == other.step:
            log(loss.item())  # hot
)"},
                                         MarkedCode{"a_level_of_talk", R"(
def train(opt, optimizer, loss: Tensor, loader, log):
    for step, batch in enumerate(loader):
        loss.backward()
        optimizer.step()
        if opt.debug > 0:
            log(loss.item())  # cold
        if opt["verbose"] >= 2:
            log(loss.item())  # cold
        if opt.weight > 0:
            log(loss.item())  # hot
)"},
                                         MarkedCode{"a_program_that_tries_itself_out", R"(
class Net(nn.Module):
    def forward(self, x: Tensor):
        if __name__ == "__main__":
            assert x.min() >= 0  # cold
        assert x.max() <= 1  # hot
        return x
)"},
                                         MarkedCode{"a_flag_is_set_every_so_many_rounds", R"(
def train(optimizer, loss: Tensor, loader, log):
    for step, batch in enumerate(loader):
        evaluates = False
        always = False
        if step > 0 and step % 1000 == 0:
            evaluates = True
        if step > 0:
            always = True
        loss.backward()
        optimizer.step()
        if evaluates:
            log(loss.item())  # cold
        if always:
            log(loss.item())  # hot
)"},
                                         MarkedCode{"a_flag_goes_to_a_function", R"(
def evaluate(loss: Tensor):
    return loss.sum().item()  # cold
def look(loss: Tensor):
    return loss.sum().item()  # hot
def step(optimizer, loss: Tensor, evaluates=False, looks=False):
    loss.backward()
    optimizer.step()
    if evaluates:
        print(loss.mean().item())  # cold
        evaluate(loss)
    if looks:
        look(loss)
def train(optimizer, loss: Tensor, loader, looks):
    for i, batch in enumerate(loader):
        evaluates = False
        if i % 1000 == 0:
            evaluates = True
        step(optimizer, loss, evaluates, looks=looks)
)"},
                                         MarkedCode{"a_step_waits_for_its_flag", R"(
def step(optimizer, loss: Tensor, updates=False):
    loss.backward()
    if updates:
        print(loss.mean().item())  # hot
        optimizer.step()
def train(optimizer, loss: Tensor, loader):
    for i, batch in enumerate(loader):
        step(optimizer, loss, updates=i % 8 == 0)
)"},
                                         MarkedCode{"the_first_value_of_an_average", R"(
class Trainer:
    def train(self, optimizer, loss: Tensor, loader):
        for batch in loader:
            loss.backward()
            optimizer.step()
            self.state.mean = (loss.item()  # cold
                               if self.state.mean is None
                               else 0.9 * self.state.mean + loss.item())  # hot
    def again(self, optimizer, loss: Tensor, loader):
        for batch in loader:
            loss.backward()
            optimizer.step()
            self.sum = (loss.item()  # hot
                        if self.sum is None
                        else self.sum + loss.item())  # hot
            if batch.ends:
                self.sum = None
)"},
                                         MarkedCode{"there_is_no_optimizer", R"(
def run(model, loader, loss: Tensor, optimizer=None):
    for batch in loader:
        if optimizer is not None:
            loss.backward()
            optimizer.step()
        if optimizer is None:
            print(loss.sum().item())  # cold
        else:
            print(loss.sum().item())  # hot
)"},
                                         MarkedCode{"somebody_looks_at_results", R"(
class Net(nn.Module):
    def forward(self, x: Tensor, plot_attention=None):
        if self.show:
            print(x.sum().item())  # cold
        if plot_attention is not None:
            print(x.sum().item())  # cold
        if not self.show:
            print(x.sum().item())  # hot
        if self.shown_before:
            print(x.sum().item())  # hot
        return x
)"},
                                         MarkedCode{"numbers_are_broken", R"(
class Net(nn.Module):
    def forward(self, x: Tensor):
        if torch.isnan(x).any():  # hot
            print(x.sum().item())  # cold
        if torch.sum(torch.isinf(x)):  # hot
            print(x.sum().item())  # cold
        if torch.isfinite(x).all():  # hot
            print(x.sum().item())  # hot
        if len(torch.nonzero(torch.isinf(x))) > 0:  # hot
            print(x.sum().item())  # cold
        if torch.is_anomaly_enabled():
            print(x.sum().item())  # cold
        return x
)"}),
                         test::name_of);

INSTANTIATE_TEST_SUITE_P(EveryN, SeldomCode,
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
                                         MarkedCode{"each_way_leaves_or_is_seldom", R"(
def sample(args, step, epoch, loss: Tensor, log):
    log(loss.item())  # hot
    if step == 0:
        if not args.at_first:
            return
    else:
        if args.every_steps is None and args.every_epochs is None:
            return
        log(loss.item())  # hot
        if args.every_epochs is not None:
            if epoch is None or epoch % args.every_epochs != 0:
                return
        else:
            if step % args.every_steps != 0 or epoch is not None:
                return
    log(loss.item())  # cold

def one_way_is_common(args, step, loss: Tensor, log):
    if args.eager:
        log(loss.item())  # hot
    else:
        if step % args.every_steps != 0:
            return
    log(loss.item())  # hot

def train(args, loader, optimizer, loss: Tensor, log):
    for step, batch in enumerate(loader):
        loss.backward()
        optimizer.step()
        sample(args, step, None, loss, log)
        one_way_is_common(args, step, loss, log)
)"},
                                         MarkedCode{"every_n_or_the_last", R"(
class Trainer:
    def train(self, loader, optimizer, loss: Tensor, log, interval):
        for turn, batch in enumerate(loader):
            loss.backward()
            optimizer.step()
            for layer, block in enumerate(self.blocks):
                if layer % 20 == 0:
                    log(loss.item())  # hot
            if self.iter_count % interval == 0 or self.iter_count >= self.total_steps:
                log(loss.item())  # cold
            if self.iter_count >= self.warmup_steps:
                log(loss.item())  # hot
            if turn % 20 == 0:
                log(loss.item())  # cold

def train(loader, optimizer, loss: Tensor, log, interval):
    last_index = len(loader) - 1
    for i, batch in enumerate(loader):
        is_final = last_index == i
        loss.backward()
        optimizer.step()
        if is_final or i % interval == 0:
            log(loss.item())  # cold
        if is_final or loss.ndim == 0:
            log(loss.item())  # hot
)"},
                                         MarkedCode{"every_so_many_frames_or_when_given", R"(
from somewhere import log
class Processor:
    def step(self, image, mask=None, last=False):
        is_kept = ((self.turn - self.last_turn >= self.keep_every) or (mask is not None)) and not last
        y: Tensor = self.net.forward(image)
        if is_kept:
            log(y.sum().item())  # cold
            self.last_turn = self.turn
        if mask is not None:
            log(y.max().item())  # hot
        if mask is not None or image is not None:
            log(y.min().item())  # hot
    def run(self, frames, masks, optimizer):
        for frame in frames:
            self.step(frame, masks.get(frame))
            optimizer.step()
)"},
                                         MarkedCode{"before_a_warning", R"(
import warnings

def train(loader, optimizer, loss: Tensor, mask: Tensor, log):
    for batch in loader:
        if not mask.all():  # hot
            warnings.warn(f"{mask.sum()} are left out")  # cold
        if mask.min() < 0:  # hot
            print(f"[WARNING] {mask.min()}")  # cold
        if mask.max() > 3:  # hot
            print("Warning: %s" % mask.max())  # cold
        if mask.max() > 2:  # hot
            print(f"most: {mask.max()}")  # hot
        if mask.any():  # hot
            log(loss.item())  # hot
        loss.backward()
        optimizer.step()
)"},
                                         MarkedCode{"every_so_many_of_a_configuration", R"(
def train(optimizer, loss: Tensor, loader, config, log):
    for i, batch in enumerate(loader):
        loss.backward()
        optimizer.step()
        current_step_num = self.done + i
        if current_step_num % config["n"] == config["n"] - 1:
            log(loss.item())  # cold
        if self.seen % config["log_every"] == 0:
            log(loss.item())  # cold
        if self.seen % config.get("log_every", 10) == 0:
            log(loss.item())  # cold
        if self.seen % config["size"] == 0:
            log(loss.item())  # hot
)"},
                                         MarkedCode{"compared_with_true", R"(
class Renderer:
    def after_step(self, step: int, x: Tensor, forced):
        is_dense = False
        is_forced = False
        is_forced = forced.any
        is_due = step % self.every == 0
        if is_dense or (is_due is True and self.ends is False):
            log(x.sum().item())  # cold
        if is_due is False:
            log(x.sum().item())  # hot
        for is_kept in forced.flags:
            if is_kept or (is_due is True):
                log(x.sum().item())  # hot
            is_kept = False
        if is_forced or (is_due is True):
            log(x.sum().item())  # hot
    def run(self, loader, optimizer, x: Tensor, forced):
        for step, batch in enumerate(loader):
            self.after_step(step, x, forced)
            optimizer.step()
)"},
                                         MarkedCode{"another_form_of_what_is_given", R"(
def train(loader, optimizer, loss: Tensor, log):
    for batch in loader:
        try:
            x, y, z = batch
            log(x)
        except ValueError:
            x, y = batch
            log(loss.item())  # hot
        try:
            x = log(batch)
        except ValueError:
            log(loss.item())  # cold
        loss.backward()
        optimizer.step()
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
                                         MarkedCode{"only_to_find_faults", R"(
class Layer(nn.Module):
    def forward(self, x: Tensor, debug_level=None, finished=None):
        if debug_level is not None:
            print(x.sum().item())  # cold
        if self.debug_shapes:
            print(x.sum().item())  # cold
        if debug_level is None:
            print(x.sum().item())  # hot
        if finished is not None:
            print(x.sum().item())  # hot
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
                         test::name_of);

INSTANTIATE_TEST_SUITE_P(Ways, SeldomCode,
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
                         test::name_of);

INSTANTIATE_TEST_SUITE_P(Remainders, SeldomCode, testing::Values(MarkedCode{"below_a_bound", R"(
class Counter:
    def needs_saving(self):
        return (self.total % self.options.save_freq) < self.options.batch_size
    def needs_printing(self):
        """Every so many samples."""
        return self.total % self.options.print_freq == 0

def train(optimizer, loss: Tensor, loader, every, options):
    counter = Counter()
    for i, batch in enumerate(loader):
        loss.backward()
        optimizer.step()
        if i % 100 < 4:
            print(loss.item())  # cold
        if i % 100 < 80:
            print(loss.item())  # hot
        if i % every < options.size:
            print(loss.item())  # cold
        if counter.needs_saving():
            print(loss.item())  # cold
        if counter.needs_printing():
            print(loss.item())  # cold
)"}),
                         test::name_of);

INSTANTIATE_TEST_SUITE_P(States, SeldomCode,
                         testing::Values(MarkedCode{"counted_by_their_object", R"(
class Task:
    def __init__(self):
        self.calls = 0
        self.size = 0
    def step(self, x: Tensor):
        self.calls += 1
        calls = self.calls
        self.size = len(x)
        if self.calls % 100 == 0:
            print(x.sum().item())  # cold
        if calls % 100 == 0:
            print(x.sum().item())  # cold
        if self.frame % 100 == 0:
            print(x.sum().item())  # cold
        if self.calls % 2 == 0:
            print(x.sum().item())  # hot
        if self.size % 100 == 0:
            print(x.sum().item())  # hot
def run(task: Task, loader, optimizer):
    for x in loader:
        task.step(x)
        optimizer.step()
)"},
                                         MarkedCode{"that_stand_for_nothing", R"(
class Loss(nn.Module):
    def forward(self, losses, x: Tensor):
        if len(losses) > 0:
            loss = x.sum()
        else:
            loss = torch.tensor(0.0, device=x.device)  # cold
        if self.scale > 0:
            loss = x.sum()
        else:
            loss = torch.tensor(0.0, device=x.device)  # hot
        return loss
)"}),
                         test::name_of);

TEST(Seldom, FunctionsOfSeveralModulesAreToldApart) {
  model::SymbolTable symbols;
  const auto here = python::parse_python("def is_due(step):\n  return step % 100 == 0\n", symbols);
  const auto there = python::parse_python("def always(step):\n  return step >= 0\n", symbols);
  const auto code = python::parse_python("is_due(step)\nalways(step)\n", symbols);
  const auto callee = [&](const model::Expression& call) {
    const model::Symbol name = call.as<model::Call>().callee->as<model::Name>().name;
    return ((symbols.text(name) == "is_due") ? *here : *there)->functions.front();
  };
  const model::Block body = (*code)->body;
  const flow::Seldom seldom(body, nullptr, symbols, callee);
  EXPECT_TRUE(seldom.has(*body[0]->as<model::ExpressionStatement>().value, true));
  EXPECT_FALSE(seldom.has(*body[1]->as<model::ExpressionStatement>().value, true));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
