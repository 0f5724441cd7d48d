// The imports that are seen in a text without parsing it.
#include "driver/text_imports.h"

#include <ostream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace syncfree::driver {
namespace SYNCFREE_FILE {

struct Row {
  std::string_view text;
  std::string_view imports;  ///< with their dots, sorted
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.text; }

class TextImports : public testing::TestWithParam<Row> {};

TEST_P(TextImports, AreSeen) {
  std::string seen;
  for (const TextImport& import : imports_in(GetParam().text)) {
    if (!seen.empty()) seen += ' ';
    seen += std::string(import.level, '.') + import.path;
  }
  EXPECT_EQ(seen, GetParam().imports);
}

INSTANTIATE_TEST_SUITE_P(
    Forms, TextImports,
    testing::Values(Row{"import a", "a"}, Row{"import", ""}, Row{"import a.b as c, d\n", "a.b d"},
                    Row{"from a.b import c, d\n", "a.b"}, Row{"from . import x\n", "."},
                    Row{"from .. import x\n", ".."}, Row{"from ...a import x\n", "...a"},
                    Row{"from.a import x\n", ".a"}, Row{"from a import(x)\n", "a"}, Row{"try: import a\n", "a"},
                    Row{"if x:\n\tfrom a import b; import c\n", "a c"}, Row{"import \\\n  a, \\\n  b\n", "a b"},
                    Row{"importlib.import_module('a')\n", ""}, Row{"reimport a\n", ""}, Row{"x = 3\n", ""}));

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::driver
