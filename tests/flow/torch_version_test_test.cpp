// Which tests of torch's version are decided by its being a torch 2.
#include "analyzer/flow/torch_version_test.h"

#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/flow/code.h"

namespace syncfree {
namespace SYNCFREE_FILE {

struct Row {
  std::string_view test;
  std::optional<bool> outcome;
};

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.test; }

class TorchVersionTest : public testing::TestWithParam<Row> {};

TEST_P(TorchVersionTest, IsDecidedForEveryTorch2) {
  const test::Code code("ask(" + std::string(GetParam().test) + ")\n");
  const model::Expression& asked = *code.call("ask").as<model::Call>().arguments.front().value;
  EXPECT_EQ(flow::outcome_with_torch_2(asked.as<model::Comparison>(), code.symbols()), GetParam().outcome);
}

INSTANTIATE_TEST_SUITE_P(
    Tests, TorchVersionTest,
    testing::Values(Row{"torch.__version__ >= '1.8'", true}, Row{"torch.__version__ < '1.8.0a0'", false},
                    Row{"digit_version(torch.__version__) >= digit_version('1.8')", true},
                    Row{"version.parse(torch.__version__.split('+')[0]) > parse('1.13.1')", true},
                    Row{"TORCH_VERSION >= (1, 8)", true}, Row{"TORCH_VERSION < [2, 0]", false},
                    Row{"utils.pytorch_version == '1.6.0'", false}, Row{"torch.__version__ != '1.6.0'", true},
                    Row{"torch.__version__ <= '1.9'", false},
                    // These depend on which torch 2 it is, or ask for something else.
                    Row{"torch.__version__ >= '2.1'", std::nullopt}, Row{"torch.__version__ > '2.0'", std::nullopt},
                    Row{"torch.__version__ == '2.0.1'", std::nullopt},
                    Row{"torchvision.__version__ >= '0.8'", std::nullopt}, Row{"TORCH_VERSION >= least", std::nullopt},
                    Row{"TORCH_VERSION >= ()", std::nullopt}, Row{"version >= '1.8'", std::nullopt},
                    Row{"torch.__version__ >= 'nightly'", std::nullopt}));

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
