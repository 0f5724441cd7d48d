// Does the program need the value on the host: the mark at a line says what the finding there says.
#include "tests/context/marked_code.h"

namespace syncfree {
namespace SYNCFREE_FILE {

using test::MarkedCode;

std::string_view dependency_of(const engine::Finding& finding) {
  switch (finding.dependency) {
    case engine::Dependency::kFalse:
      return "false";
    case engine::Dependency::kTrue:
      return "true";
    case engine::Dependency::kEither:
      return "either";
  }
  return {};
}

class Dependency : public testing::TestWithParam<MarkedCode> {};

TEST_P(Dependency, FollowsFromWhatBecomesOfTheValue) {
  const std::string head =
      "import logging, sys\nimport numpy as np\nimport torch\nfrom torch import Tensor, nn\n"
      "logger = logging.getLogger()\n";
  const std::string code = head + std::string(GetParam().code.substr(1));
  const auto first = [](std::string_view, std::string_view) { return false; };
  EXPECT_EQ(test::marked(code, "package.snippet", dependency_of, first), code);
}

const auto kName = [](const auto& row) { return std::string(row.param.name); };

// clang-format off
INSTANTIATE_TEST_SUITE_P(ForPeople, Dependency, testing::Values(
MarkedCode{"printed", R"(
def f(loss: Tensor, writer, bar):
    print(loss.item())  # false
    print(f"loss {loss.item():.3f}")  # false
    logger.info("loss %s", loss.item())  # false
    writer.add_scalar("loss", loss.item(), 1)  # false
    bar.set_postfix(loss=loss.item())  # false
    text = f"{loss.item()} {loss.mean().item()}"  # false
    print(text)
    print(loss)  # false
)"},
MarkedCode{"computed_with_and_printed", R"(
def f(loss: Tensor, y: Tensor, n):
    mean = loss.item() / n  # false
    worst = max(mean, 1.0)
    print(round(mean, 3), worst)
    values = y.cpu().numpy()  # false
    variance = np.var(values)
    explained = np.nan if variance == 0 else 1 - variance
    logger.info(explained)
)"},
MarkedCode{"added_up", R"(
def f(losses, parts: Tensor):
    total = 0.0
    for i in range(3):
        total += parts[i].item()  # false
    return total / 3
)"},
MarkedCode{"collected", R"(
def f(parts: Tensor, n):
    seen = []
    for i in range(n):
        seen.append(parts[i].item())  # false
    return sum(seen) / n
)"},
MarkedCode{"added_up_until_enough", R"(
def f(parts: Tensor, n, model):
    total = 0
    for i in range(n):
        total += parts[i].item()  # true
        if total > 100:
            break
        model(parts)
)"},
MarkedCode{"printed_if_it_is_bad", R"(
def f(loss: Tensor):
    if loss > 10:  # false
        print("large")
)"},
MarkedCode{"never_read", R"(
def f(loss: Tensor):
    value = loss.item()  # false
    loss.max().item()  # false
)"}), kName);

INSTANTIATE_TEST_SUITE_P(ForTheGpu, Dependency, testing::Values(
MarkedCode{"back_to_the_gpu", R"(
def f(x: Tensor, scale: Tensor):
    s = scale.item()  # false
    y = x * s
    z = torch.full_like(x, scale.item())  # false
    return y + z
)"},
MarkedCode{"clips_or_masks", R"(
def f(x: Tensor, limit: Tensor, m: Tensor):
    y = x.clamp(max=limit.item())  # false
    z = x.masked_fill(m, limit.item())  # false
    bound = min(limit.item(), 1.0)  # false
    return y + z + x * bound
)"},
MarkedCode{"clips_if_too_large", R"(
def f(parameters, norm: Tensor, x: Tensor):
    scale = 1.0 / (norm.item() + 1e-6)  # false
    if scale < 1:
        x.mul_(scale)
)"},
MarkedCode{"skips_what_would_do_nothing", R"(
def f(x: Tensor, bad: Tensor):
    if bad.any():  # false
        x[bad] = 0.0
    return x
)"},
MarkedCode{"given_to_a_function_that_gives_it_back", R"(
def scaled(x, by):
    return x * by
def f(x: Tensor, scale: Tensor):
    return scaled(x, scale.item())  # false
)"}), kName);

INSTANTIATE_TEST_SUITE_P(ForTheHost, Dependency, testing::Values(
MarkedCode{"decides_what_is_launched", R"(
def f(model, loss: Tensor, x: Tensor):
    if loss > 10:  # true
        return model(x)
    if not torch.isfinite(loss):  # true
        return None
    while loss.item() > 1:  # true
        loss = model(loss)
)"},
MarkedCode{"ends_the_decoding", R"(
def f(model, token: Tensor, n, end):
    for i in range(n):
        token = model(token)
        if token.sum().item() == end:  # true
            break
)"},
MarkedCode{"a_size", R"(
def f(lengths: Tensor, x: Tensor):
    longest = lengths.max().item()  # true
    return x[:, :longest], torch.zeros(longest, device=x.device)
)"},
MarkedCode{"a_key", R"(
def f(x: Tensor, table):
    return table[x.item()]  # true
)"},
MarkedCode{"a_check_that_raises", R"(
def f(x: Tensor):
    if x.min() < 0:  # false
        raise ValueError("negative")
    if x.isnan().any():  # false
        print("not a number")
        sys.exit(1)
    assert x.max() < 2  # false
)"}), kName);

INSTANTIATE_TEST_SUITE_P(Across, Dependency, testing::Values(
MarkedCode{"printed_by_who_called", R"(
def loss_of(x: Tensor):
    return x.sum().item()  # false
def show(x: Tensor):
    value = loss_of(x)
    print(value)
)"},
MarkedCode{"one_of_several_results", R"(
def norms(x: Tensor, y: Tensor):
    a = x.norm().item()  # false
    b = y.norm().item()  # true
    return a, b
def show(model, x: Tensor, y: Tensor):
    first, second = norms(x, y)
    print(first)
    if second > 1:
        model(x)
)"},
MarkedCode{"decided_by_who_called", R"(
def is_done(x: Tensor):
    return (x > 1).all().item()  # true
def run(model, x: Tensor):
    while not is_done(x):
        x = model(x)
)"}), kName);
// clang-format on

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
