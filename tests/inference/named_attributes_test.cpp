// Attributes that are set under names that are data: the keywords of a call, the keys of a dictionary.
#include <gtest/gtest.h>

#include "tests/inference/snippets.h"

namespace syncfree {
namespace SYNCFREE_FILE {

struct Row {
  std::string_view name;
  std::string stores;  ///< what the constructor of `C` does with `options`
  std::string made;    ///< the object that is looked at
  std::string_view expected;
};

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

class NamedAttributes : public testing::TestWithParam<Row> {};

TEST_P(NamedAttributes, AreSet) {
  const Row& row = GetParam();
  const std::string code = "import torch\nimport other\nclass C:\n  rate = False\n  path = None\n" + row.stores;
  EXPECT_EQ(test::value_of(code + "\nv = " + row.made, "v"), row.expected) << code << row.made;
}

const std::string kLoop = "  def __init__(self, **options):\n    for k, x in options.items(): setattr(self, k, x)";
const std::string kKeys = "  def __init__(self, **options):\n    for k in options: setattr(self, k, options[k])";
const std::string kUpdate = "  def __init__(self, **options): self.__dict__.update(options)";
const std::string kVars = "  def __init__(self, **options): vars(self).update(options)";
const std::string kTold =
    "  def __init__(self, **options):\n    for k, x in options.items(): setattr(self, k, x)\n"
    "  def __setattr__(self, k, x): other.f(k, x)";
const std::string kKept =
    "  def __init__(self, **options):\n    self.path = 's'\n    for k, x in options.items(): setattr(self, k, x)";

INSTANTIATE_TEST_SUITE_P(
    Rows, NamedAttributes,
    testing::Values(Row{"by_keyword", kLoop, "C(rate=True, path='s').rate", "boolean"},
                    Row{"by_another_keyword", kLoop, "C(rate=True, path='s').path", "string 's' | none"},
                    Row{"of_a_name_that_the_class_lacks", kLoop, "C(x=torch.zeros(2)).x",
                        "tensor cpu floating rank 1 | anything"},
                    Row{"left_as_it_is", kLoop, "C(path='s').rate", "boolean False"},
                    Row{"by_unknown_names", kLoop, "C(**other.options).rate", "boolean"},
                    Row{"by_unknown_names_instead_of_none", kLoop, "C(**other.options).path", "none | anything"},
                    Row{"by_keys", kKeys, "C(**other.options).rate", "boolean"},
                    Row{"in_the_dictionary", kUpdate, "C(rate=True).rate", "boolean"},
                    Row{"in_the_dictionary_by_unknown_names", kUpdate, "C(**other.options).rate", "boolean"},
                    Row{"in_its_variables", kVars, "C(rate=True).rate", "boolean"},
                    Row{"in_its_variables_by_unknown_names", kVars, "C(**other.options).rate", "boolean"},
                    Row{"where_the_class_decides", kTold, "C(rate=True).rate", "boolean False"},
                    Row{"that_others_set_by_name", kKept, "C(**other.options).path", "string 's' | none"},
                    Row{"read_as_a_dictionary", kUpdate, "C(x=2.5).__dict__['x']", "floating | anything"}),
    [](const auto& row) { return std::string(row.param.name); });

struct Beginning {
  std::string_view name;
  std::string stores;  ///< what the constructor of `C` does with `k`
  std::string read;    ///< what its method reads by `k`
  std::string_view expected;
};

std::ostream& operator<<(std::ostream& out, const Beginning& row) { return out << row.name; }

class ByBeginning : public testing::TestWithParam<Beginning> {};

TEST_P(ByBeginning, IsWhatWasStored) {
  const Beginning& row = GetParam();
  const std::string code = "import torch\nimport torch.nn as nn\nimport other\nclass C(nn.Module):\n" +
                           ("  def __init__(self, k):\n    super().__init__()\n    " + row.stores) +
                           "\n  def read(self, k): return " + row.read;
  EXPECT_EQ(test::value_of(code + "\nv = C(other.k).read(other.k)", "v"), row.expected) << code;
}

INSTANTIATE_TEST_SUITE_P(Rows, ByBeginning,
                         testing::Values(Beginning{"formatted", "setattr(self, f'x_{k}', torch.zeros(2))",
                                                   "getattr(self, f'x_{k}')", "tensor cpu floating rank 1"},
                                         Beginning{"added", "setattr(self, 'x_' + k, torch.zeros(2))",
                                                   "getattr(self, 'x_' + k)", "tensor cpu floating rank 1"},
                                         Beginning{"in_place_of_a_sign", "setattr(self, 'x_%s' % k, torch.zeros(2))",
                                                   "getattr(self, 'x_{}'.format(k))", "tensor cpu floating rank 1"},
                                         Beginning{
                                             "beside_others", "self.x_a = 's'; setattr(self, f'x_{k}', torch.zeros(2))",
                                             "getattr(self, f'x_{k}')", "tensor cpu floating rank 1 | string 's'"},
                                         Beginning{"of_modules", "self.add_module(f'x_{k}', nn.Linear(2, 2))",
                                                   "getattr(self, f'x_{k}')", "object cpu"},
                                         Beginning{"of_another_beginning", "setattr(self, f'y_{k}', torch.zeros(2))",
                                                   "getattr(self, f'x_{k}')", "anything"},
                                         Beginning{"without_a_beginning", "setattr(self, f'{k}_x', torch.zeros(2))",
                                                   "getattr(self, f'{k}_x')", "anything"},
                                         Beginning{"in_the_dictionary", "setattr(self, f'x_{k}', 2.5)",
                                                   "self.__dict__['x_']", "floating | anything"}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(NamedAttributes, OfAnObjectThatAVariableHolds) {
  EXPECT_EQ(test::value_of("import other\nclass C:\n  rate = False\nc = C()\nc.rate = False\n"
                           "setattr(c, 'rate', True)\nv = c.rate",
                           "v"),
            "boolean");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
