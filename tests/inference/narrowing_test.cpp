// What a test and a store say of a value in the code behind them.
#include <gtest/gtest.h>

#include "tests/inference/value_table.h"

namespace syncfree {
namespace SYNCFREE_FILE {

using test::InferenceTable;
using test::Row;

// What is stored under a key of something unknown is known until it may have changed.
INSTANTIATE_TEST_SUITE_P(
    Parts, InferenceTable,
    testing::Values(
        Row{"stored", "import other\nd = other.d\nd['a'] = 's'\nd['b'] = 2\nv = d['a']", "string 's'"},
        Row{"an_attribute_is_no_part", "import other\nd = other.d\nd['a'] = 's'\nd.a = 2\nv = d['a']", "string 's'"},
        Row{"a_part_is_no_attribute", "import other\nd = other.d\nd.a = 2\nd['a'] = 's'\nv = d.a", "integer 2"},
        Row{"stored_under_any_key", "import other\nd = other.d\nd['a'] = 's'\nfor k in d: d[k] = 2\nv = d['a']",
            "anything"},
        Row{"stored_under_a_number", "import other\nd = other.d\nd['a'] = 's'\nd[0] = 2\nv = d['a']", "string 's'"},
        Row{"changed_by_a_function", "import other\ndef f(d): d['a'] = 2\nd = other.d\nd['a'] = 's'\nf(d)\nv = d['a']",
            "anything"},
        Row{"changed_by_a_stranger", "import other\nd = other.d\nd['a'] = 's'\nother.f(d)\nv = d['a']", "anything"},
        Row{"changed_in_a_condition", "import other\nd = other.d\nd['a'] = 's'\nw = other.x and other.f(d)\nv = d['a']",
            "anything"},
        Row{"read_by_a_library", "import other\nd = other.d\nd['a'] = 's'\nprint(d, len(d))\nv = d['a']", "string 's'"},
        Row{"updated", "import other\nd = other.d\nd['a'] = 's'\nd.update(other.e)\nv = d['a']", "anything"},
        Row{"asked", "import other\nd = other.d\nd['a'] = 's'\nd.get('b')\nv = d['a']", "string 's'"},
        Row{"deleted", "import other\nd = other.d\nd['a'] = 's'\ndel d['a']\nv = d['a']", "anything"},
        Row{"in_one_branch", "import other\nd = other.d\nif d:\n  d['a'] = 's'\nv = d['a']", "anything"},
        Row{"in_both_branches", "import other\nd = other.d\nif d: d['a'] = 's'\nelse: d['a'] = 2\nv = d['a']",
            "integer | string"}),
    [](const auto& row) { return std::string(row.param.name); });

// `is_none = x is None` says something of `x` where the name is asked.
INSTANTIATE_TEST_SUITE_P(
    NamedTests, InferenceTable,
    testing::Values(
        Row{"asked", "import sys\nx = None if sys.argv else 2\nt = x is None\nif not t: v = x", "integer 2"},
        Row{"of_one_branch_only",
            "import sys\nx = None if sys.argv else 2\nt = False\nif sys.path: t = x is None\nif not t: v = x",
            "integer 2 | none"},
        Row{"in_both_branches_the_same",
            "import sys\nx = None if sys.argv else 2\nt = x is None\nif sys.path: w = 1\nif not t: v = x", "integer 2"},
        Row{"of_something_else_since",
            "import sys\nx = None if sys.argv else 2\nt = x is None\nx = None if sys.path else 's'\nif not t: v = x",
            "string 's' | none"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Tests, InferenceTable,
    testing::Values(
        Row{"one_of_several",
            "import sys\nx = None if sys.argv else 2\nif x is None or sys.path or sys.flags: v = 's'\n"
            "else: v = x",
            "integer | string"},
        Row{"none_of_several_in_brackets",
            "import sys\nx = None if sys.argv else 2\nif not ((x is None or sys.path) or sys.flags): v = x",
            "integer 2"},
        Row{"all_of_several_in_one_of_several",
            "import sys\nx = None if sys.argv else 2\nif (x is not None and sys.path) or isinstance(x, int): v = x",
            "integer 2"},
        Row{"alternating",
            "import sys\nx = None if sys.argv else 2\nif ((x is None or sys.a) and sys.b) or (sys.c and x is None): v "
            "= 1\n"
            "elif x is not None and (sys.d or (sys.e and sys.f)): v = x",
            "integer"}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
