// One grammar of annotations: code, a string and a type comment say the same.
#include <gtest/gtest.h>

#include "tests/inference/snippets.h"

namespace syncfree {
namespace SYNCFREE_FILE {

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
        "class Batch: pass\nPair = Tuple[Tensor, int]\n"
        "Either = TypeVar('Either', Tensor, int)\nBound = TypeVar('Bound', bound='Batch')\n" +
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

class Docstrings : public testing::TestWithParam<Row> {};

TEST_P(Docstrings, SayWhatAnArgumentIs) {
  const std::string code = "import torch\nimport other\ndef f(it):\n  \"\"\"Does it.\n\n  Args:\n    it" +
                           GetParam().annotation + "\n  \"\"\"\n  return it\nv = f(other.x)";
  EXPECT_EQ(test::value_of(code, "v"), GetParam().expected) << code;
}

// A call gives a tensor or a number: where the signature says that it is a number, it is one.
class Unions : public testing::TestWithParam<Row> {};

TEST_P(Unions, AreWhatTheSignatureSays) {
  const std::string code = "import torch\nimport other\n" + GetParam().annotation +
                           "\nx = torch.zeros(2).cuda()\nv = f(x if other.a else 5)";
  EXPECT_EQ(test::value_of(code, "v"), GetParam().expected) << code;
}

INSTANTIATE_TEST_SUITE_P(
    Arguments, Unions,
    testing::Values(
        Row{"number", "def f(it: int): return it", "integer"},
        Row{"docstring", "def f(it):\n  \"\"\"Does it.\n\n  Args:\n    it (int): what\n  \"\"\"\n  return it",
            "integer"},
        Row{"another_number", "def f(it: str): return it", "tensor cuda floating rank 1 | integer"},
        Row{"either", "def f(it: 'int | torch.Tensor'): return it", "tensor cuda floating rank 1 | integer"},
        Row{"nothing", "def f(it): return it", "tensor cuda floating rank 1 | integer"}),
    [](const auto& information) { return std::string(information.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Types, Docstrings,
    testing::Values(
        Row{"tensor", " (Tensor): what", "tensor caller"}, Row{"prose", ": a Tensor of it", "tensor caller"},
        Row{"array", " (ndarray or None): what", "array | none"},
        Row{"numpy", " : np.ndarray of shape (n, 4)", "array"}, Row{"number", " (int, optional): how many", "integer"},
        Row{"a_list", " (list): what", "tuple of anything | list of anything"},
        Row{"a_list_or_a_number", " (int or list): what", "integer | tuple of integer | list of integer"},
        Row{"default_value", " (float, default: 0.5): how much", "floating"},
        Row{"either", " (float or Tensor): how much", "tensor caller"},
        Row{"another", " (int or callable): what", "anything"}, Row{"no_type", ": an int of it", "anything"},
        Row{"number_in_prose", ": integer, 1", "integer"}, Row{"nothing_in_prose", ": None", "anything"},
        Row{"elements_in_prose", ": int, (B, T)", "anything"}),
    [](const auto& information) { return std::string(information.param.name); });

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
                    Row{"variable", "Either", "tensor caller | integer"}, Row{"bound_variable", "Bound", "anything"},
                    Row{"class_of_the_module", "Batch", "instance"}, Row{"unknown", "Whatever[int]", "anything"}),
    [](const auto& information) { return std::string(information.param.name); });

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
