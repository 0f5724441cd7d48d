// One grammar of annotations: code, a string and a type comment say the same.
#include <gtest/gtest.h>

#include "tests/inference/snippets.h"

namespace syncfree {
namespace {

struct Row {
  std::string_view name;
  std::string annotation;
  std::string_view expected;
};

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

class Annotations : public testing::TestWithParam<Row> {
 protected:
  static std::string value(const std::string& definition) {
    return test::value_of(
        "import numpy as np\nimport torch\nimport other\nfrom torch import Tensor\nfrom typing import *\n"
        "class Batch: pass\nPair = Tuple[Tensor, int]\n" +
            definition + "\nv = f(other.x)",
        "v");
  }
};

TEST_P(Annotations, AsCode) {
  EXPECT_EQ(value("def f(it: " + GetParam().annotation + "): return it"), GetParam().expected);
}

TEST_P(Annotations, AsText) {
  EXPECT_EQ(value("def f(it: '" + GetParam().annotation + "'): return it"), GetParam().expected);
}

TEST_P(Annotations, AsTypeComment) {
  EXPECT_EQ(value("def f(it):\n  # type: (" + GetParam().annotation + ") -> Any\n  return it"), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Forms, Annotations,
    testing::Values(Row{"name", "Tensor", "tensor caller"}, Row{"dotted", "torch.LongTensor", "tensor caller integer"},
                    Row{"optional", "Optional[Tensor]", "tensor caller | none"},
                    Row{"either", "Tensor | None", "tensor caller | none"},
                    Row{"union_of_three", "Union[Tensor, int, None]", "tensor caller | integer | none"},
                    Row{"list", "List[Tensor]", "list of tensor caller"},
                    Row{"nested", "Dict[str, List[Tensor]]", "dictionary {*: list of tensor caller}"},
                    Row{"tuple", "Tuple[Tensor, int]", "tuple (tensor caller, integer)"},
                    Row{"repeated", "Tuple[Tensor, ...]", "tuple of tensor caller"},
                    Row{"array", "np.ndarray", "array"}, Row{"device", "torch.device", "device caller"},
                    Row{"literal", "Literal[\"sum\", \"mean\"]", "string"},
                    Row{"literal_numbers", "Literal[1, 2]", "integer"},
                    Row{"transparent", "Annotated[Tensor, \"b n\"]", "tensor caller"},
                    Row{"shaped", "Float[Tensor, \"b n\"]", "tensor caller"},
                    Row{"alias", "Pair", "tuple (tensor caller, integer)"},
                    Row{"class_of_the_module", "Batch", "instance"}, Row{"unknown", "Whatever[int]", "anything"}),
    [](const auto& information) { return std::string(information.param.name); });

}  // namespace
}  // namespace syncfree
