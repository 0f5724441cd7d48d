// Changes that a formatter may make to a piece of source without changing its tokens.
#include "analyzer/source/token_text.h"

#include <string_view>
#include <utility>

#include <gtest/gtest.h>

namespace syncfree::source {
namespace SYNCFREE_FILE {

TEST(TokenText, FormsOfOneText) {
  for (const auto& [text, tokens] : {
           std::pair{"loss.item()", "loss.item()"},
           std::pair{"f( a,b )", "f(a,b)"},
           std::pair{"f(\n    a,\n    b,\n)", "f(a,b)"},
           std::pair{"a \\\n  + b", "a+b"},
           std::pair{"x if y  else z", "x if y else z"},
           std::pair{"f(a,  # the first\n  b)", "f(a,b)"},
           std::pair{"x['a']", "x[\"a\"]"},
           std::pair{"'it\\'s'", "\"it's\""},
           std::pair{"'say \"x\"'", R"("say \"x\"")"},
           std::pair{"\"say \\\"x\\\"\"", R"("say \"x\"")"},
           std::pair{"F'{x}' U'y' Rb'\\d'", R"(f"{x}""y"rb"\d")"},
           std::pair{"'# no comment'", "\"# no comment\""},
           std::pair{"'''a\n b'''", "\"\"\"a\n b\"\"\""},
           std::pair{"0XFF + 1E5", "0xff+1e5"},
           std::pair{"a // b", "a//b"},
           std::pair{"return'x'", "return\"x\""},
           std::pair{"not (a)", "not(a)"},
           std::pair{"{1, 2,}", "{1,2}"},
           std::pair{"", ""},
       }) {
    EXPECT_EQ(token_text(text), tokens) << text;
    EXPECT_EQ(token_text(tokens), tokens) << "again: " << text;
  }
  EXPECT_EQ(token_text("'open"), "\"open\"");
}

TEST(TokenText, OtherTextsStayApart) {
  EXPECT_NE(token_text("a b"), token_text("ab"));
  EXPECT_NE(token_text("'a b'"), token_text("'a  b'"));
  EXPECT_NE(token_text("f(a)(b)"), token_text("f(a, b)"));
  EXPECT_NE(token_text("'\\n'"), token_text("'n'"));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::source
