// The temperature of code that is no step itself: moves, constructors, synchronisations, and the state that a run
// keeps.
#include "tests/context/marked_code.h"

namespace syncfree {
namespace SYNCFREE_FILE {

using test::MarkedCode;

class OtherWork : public testing::TestWithParam<MarkedCode> {};

TEST_P(OtherWork, HasTheHeatOfItsCallers) { test::expect_heat(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Transfers, OtherWork,
                         testing::Values(MarkedCode{"of_an_object", R"(
class Boxes:
    def __init__(self, data: Tensor):
        self.data: Tensor = data
    def cpu(self):
        return Boxes(self.data.cpu())  # cold
    def numpy(self):
        def one(x: Tensor):
            return x.cpu().numpy()  # cold
        return [one(x) for x in self.data]
    def show(self):
        print(self.data.tolist())  # warm
)"},
                                         MarkedCode{"in_a_step", R"(
class Boxes:
    def __init__(self, data: Tensor):
        self.data: Tensor = data
    def cpu(self):
        return Boxes(self.data.cpu())  # hot
class Net(nn.Module):
    def forward(self, x: Tensor):
        return Boxes(x).cpu()
)"}),
                         test::name_of);

INSTANTIATE_TEST_SUITE_P(Builders, OtherWork, testing::Values(MarkedCode{"of_constructors", R"(
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
                         test::name_of);

INSTANTIATE_TEST_SUITE_P(Synchronizations, OtherWork,
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
                         test::name_of);

INSTANTIATE_TEST_SUITE_P(SavedState, OtherWork,
                         testing::Values(MarkedCode{"is_gathered", R"(
def _gather_optim_state_dict(states, norm: Tensor):
    kept = {}
    for name, value in states.items():
        kept[name] = part(value, norm)
    return norm * 2, kept

def part(value, norm: Tensor):
    return value if norm.item() > 0 else None  # cold
)"},
                                         MarkedCode{"is_saved", R"(
def save_checkpoint(path, x: Tensor):
    for i in range(9):
        x = x * x.sum().item()  # cold
    return x
)"},
                                         MarkedCode{"is_not_what_saves_memory", R"(
def checkpointed(layers, x: Tensor):
    for layer in layers:
        x = layer(x) * x.sum().item()  # hot
    return x
)"}),
                         test::name_of);

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
