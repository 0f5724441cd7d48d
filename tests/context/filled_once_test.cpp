// What runs once because it is kept: entries of tables, parts of objects. The mark at a line is the temperature of the
// wait that stands there.
#include "analyzer/flow/filled_once.h"

#include "tests/context/marked_code.h"

namespace syncfree {
namespace SYNCFREE_FILE {

using test::MarkedCode;

class FilledOnce : public testing::TestWithParam<MarkedCode> {};

TEST_P(FilledOnce, IsCold) { test::expect_heat(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Others, FilledOnce,
                         testing::Values(MarkedCode{"a_table_is_moved_and_kept", R"(
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = torch.arange(8)
        self.cos, self.sin = torch.ones(8), torch.ones(8)
        self.state = torch.ones(8)
        self.mean = torch.ones(8)
        self.mask = torch.ones(8)
    def reset(self):
        self.state = torch.zeros(8)
    def forward(self, x: Tensor):
        self.table = self.table.to(x.device)  # cold
        self.mean = self.mean.type_as(x)  # cold
        self.mask = self.mask.to(x.device) if self.mask is not None else None  # cold
        self.cos, self.sin = self.cos.to(x.device), self.sin.to(x.device)  # cold
        self.state = self.state.to(x.device)  # hot
        return x * self.table + self.state
)"},
                                         MarkedCode{"a_state_is_filled_in_part", R"(
class Momentum(torch.optim.Optimizer):
    def step(self):
        for p in self.param_groups[0]["params"]:
            state = self.state[p]
            if len(state) == 0:
                if self.second:
                    state["v"] = torch.tensor([1.0, 2.0], device=p.device)  # cold
            p.mul_(state["v"].sum().item())  # hot
)"},
                                         MarkedCode{"a_branch_takes_its_flag_back", R"(
class Decoder:
    def __init__(self):
        self.captures = self.asks = self.is_new = True
    def enable_graph(self):
        self.captures = True
    def note(self, x: Tensor):
        self.is_new = True
    def decode(self, x: Tensor):
        if self.captures and self.asks:
            self.first = x.sum().item()  # cold
            self.captures = False
        if self.is_new:
            self.last = x.sum().item()  # hot
            self.is_new = False
        if self.asks:
            self.most = x.max().item()  # hot
            if self.most > 3:
                self.asks = False
        return x
)"},
                                         MarkedCode{"a_table_no_longer_fits", R"(
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.pe = None
        self.mask = self.last = torch.ones(8)
    def extend(self, x: Tensor):
        if self.pe is not None:
            if self.pe.size(1) >= x.size(1):
                return
        pe = torch.zeros(x.size(1), 4)
        self.pe = pe.to(device=x.device)  # cold
    def forward(self, x: Tensor):
        self.extend(x)
        if self.last.dtype != x.dtype or self.last.device != x.device:
            self.last = torch.ones(8, dtype=x.dtype).to(x.device)  # cold
        if self.mask is None or len(self.mask) < len(x):
            self.mask = torch.ones(len(x)).to(x.device)  # cold
        if self.mask.shape[0] < len(x):
            self.other = torch.ones(len(x)).to(x.device)  # hot
        return x * self.pe + self.mask
)"},
                                         MarkedCode{"a_table_has_no_answer", R"(
tables = {}

class Net(nn.Module):
    def forward(self, x: Tensor):
        table = tables.get(len(x))
        if table is None:
            table = torch.tensor([1.0, 2.0], device=x.device)  # cold
            tables[len(x)] = table
        other = tables.get(0, None)
        if other is None:
            other = torch.tensor([1.0, 2.0], device=x.device)  # cold
            tables[0] = other
        return x * table * other
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
                                         MarkedCode{"once_for_each_object", R"(
class State:
    pass
class Layer(nn.Module):
    def forward(self, x: Tensor):
        if not hasattr(self, "scale"):
            self.scale = x.sum().item()  # cold
        if hasattr(self, "shift"):
            self.shift = x.sum().item()  # hot
        else:
            self.register_buffer("shift", x.mean().item())  # cold
        if not hasattr(self, "other"):
            self.scale = x.sum().item()  # hot
        state = State()
        if not hasattr(state, "scale"):
            state.scale = x.sum().item()  # hot
        return x
)"},
                                         MarkedCode{"what_is_missing", R"(
class Layer(nn.Module):
    def __init__(self):
        self.scale = self.mask = self.kept = self.part = self.state = self.seen = None
        self.is_ready = False
    def forward(self, x: Tensor):
        if self.scale is None:
            self.scale = x.sum().item()  # cold
        if self.mask is None or self.mask.shape[0] != x.shape[0]:
            self.mask = x.sum().item()  # cold
        if not self.keeps or self.kept is None:
            self.kept = x.sum().item()  # hot
        if not self.is_ready and self.training:
            print(x.sum().item())  # cold
            self.is_ready = True
        if not self.training:
            print(x.sum().item())  # hot
        if self.part is None:
            self.build(x)
            print(x.sum().item())  # cold
        if self.state is None:
            self.state = x.sum().item()  # hot
        self.state = None
        if self.seen is None:
            self.seen = x.sum().item()  # hot
        self.forget()
        return x
    def build(self, x):
        self.part = x.mean().item()  # cold
    def forget(self):
        self.seen = None
)"},
                                         MarkedCode{"of_an_optimizer", R"(
class Adam(torch.optim.Optimizer):
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if len(state) == 0:
                    state["norm"] = p.sum().item()  # cold
                if len(state) == 2:
                    state["norm"] = p.sum().item()  # hot
)"},
                                         MarkedCode{"what_gives_back_what_is_there", R"(
def exists(value):
    return value is not None
class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self._scale = self._shift = self._kept = None
        self.tables = {}
    @property
    def scale(self):
        if exists(self._scale):
            return self._scale
        scale = torch.ones(3, device="cuda").sum().item()  # cold
        self._scale = scale
        return self._scale
    def shift(self, x: Tensor):
        if self._shift is not None:
            return self._shift
        self._shift = x.sum().item()  # cold
        return self._shift
    def table(self, x: Tensor, key):
        if key in self.tables:
            return self.tables[key]
        table = x.mean().item()  # cold
        self.tables[key] = table
        return table
    def other(self, x: Tensor):
        if self._kept is not None:
            return self._kept
        return x.sum().item()  # hot
    def forward(self, x: Tensor, key):
        return x * self.scale + self.shift(x) + self.table(x, key) + self.other(x)
)"},
                                         MarkedCode{"an_entry", R"(
class Optimizer(torch.optim.Optimizer):
    def step(self):
        for p in self.params:
            state = self.state[p]
            if "q" not in state:
                state["q"] = None
            if state["q"] is None:
                state["q"] = p.grad.sum().item()  # cold
            if state.get("r") is None:
                state["r"] = p.grad.sum().item()  # cold
            if state["s"] is None:
                state["s"] = p.grad.sum().item()  # hot
            state["s"] = None
            if state["t"] is None:
                state["u"] = p.grad.sum().item()  # hot
)"},
                                         MarkedCode{"what_grows", R"(
class Net(nn.Module):
    def resize(self, size, x: Tensor):
        self.most = size
        self.table = x.sum().item()  # cold
    def forward(self, x: Tensor, steps: int):
        n = x.shape[1]
        if n > self.size:
            self.size = n
            self.scale = x.sum().item()  # cold
        if n != self.last:
            self.last = n
            self.scale = x.sum().item()  # cold
        if n > self.most:
            self.resize(n, x)
        if n > self.limit:
            self.limit = 3
            self.scale = x.sum().item()  # hot
        if steps > self.seen:
            self.seen = steps
            self.scale = x.sum().item()  # hot
        if n >= self.same:
            self.same = n
            self.scale = x.sum().item()  # hot
        return x
)"}),
                         test::name_of);

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
