// How the reader compares words, and finds their symbols.
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "frontends/cxx/recent_symbols.h"
#include "frontends/cxx/syntax/token.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

TEST(RecentSymbols, AreThoseOfTheTable) {
  model::SymbolTable symbols;
  RecentSymbols recent(symbols);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 3000; ++i) {  // more than it keeps
      const std::string name = "name" + std::to_string(i);
      const model::Symbol symbol = recent.of(name);
      EXPECT_TRUE(symbol == symbols.find(name)) << name;
      EXPECT_TRUE(symbol == recent.of(std::string(name))) << name;
    }
  }
  EXPECT_TRUE(recent.of("") == symbols.intern(""));
}

TEST(Tokens, AreComparedWithWordsOfEachLength) {
  const std::string text = "namespace";
  const Token token{.kind = TokenKind::kIdentifier, .text = text, .range = {}};
  EXPECT_TRUE(token.is("namespace"));
  EXPECT_FALSE(token.is("namespaces"));
  EXPECT_FALSE(token.is("namespac"));
  EXPECT_FALSE(token.is("namespacE"));
  EXPECT_TRUE(token.is(std::string_view(text)));
  EXPECT_FALSE(Token().is("x"));
  const Token written{.kind = TokenKind::kString, .text = text, .range = {}};
  EXPECT_FALSE(written.is("namespace"));
  EXPECT_FALSE(written.is(std::string_view(text)));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx
