// The syntax tree: what stands where, without a word of what it means.
#include "frontends/cxx/syntax/parser.h"

#include <string>

#include <gtest/gtest.h>

#include "analyzer/model/arena.h"
#include "frontends/cxx/syntax/bracketed_tokens.h"
#include "frontends/cxx/syntax/lexer.h"

namespace syncfree::cxx::syntax {
namespace SYNCFREE_FILE {

/// Kept together, as nodes speak of tokens by number.
class Parsed {
 public:
  explicit Parsed(std::string_view text, std::uint32_t depth = 200)
      : written_(lex(text).tokens), tokens_(written_), parser_(tokens_, arena_, {.max_depth = depth, .max_links = 3}) {}

  Parser& parser() { return parser_; }
  std::string text(Index token) const { return token == kNoToken ? "none" : std::string(tokens_[token].text); }

  /// `(a + (b * c))` of the first statement, which is one expression.
  std::string expression() {
    const Statements read = parser_.statements();
    return read.empty() ? "nothing" : shown(*read.front()->as<ExpressionStatement>().items.front().value);
  }

  std::string shown(const Expression& read) const {
    switch (read.kind) {
      case ExpressionKind::kName:
        return name(read.as<Name>());
      case ExpressionKind::kChain: {
        std::string text = "(" + shown(*read.as<Chain>().first);
        for (const Chain::Link& link : read.as<Chain>().links)
          text += " " + std::to_string(static_cast<int>(link.operation)) + " " + shown(*link.value);
        return text + ")";
      }
      case ExpressionKind::kPostfix: {
        std::string text = shown(*read.as<Postfix>().value);
        for (const Postfix::Suffix& suffix : read.as<Postfix>().suffixes)
          text += suffix.kind == Postfix::SuffixKind::kMember ? "." + this->text(suffix.name) : "[]";
        return text;
      }
      case ExpressionKind::kMissing:
        return "?";
      default:
        return "<" + std::to_string(static_cast<int>(read.kind)) + ">";
    }
  }

 private:
  std::string name(const Name& read) const {
    std::string text(read.written);
    if (read.use == Name::Use::kLaunch) text += "<<<" + std::to_string(read.configuration.size()) + ">>>";
    if (read.use != Name::Use::kPlain) text += "(" + std::to_string(read.given.size()) + ")";
    return text;
  }

  Tokens written_;
  BracketedTokens tokens_;
  model::Arena arena_;
  Parser parser_;
};

TEST(CxxParser, OperatorsByPrecedence) {
  EXPECT_EQ(Parsed("f(a) + b * c - d;").expression(), "(f(1) 13 (b 15 c) 14 d)");
  EXPECT_EQ(Parsed("a >> b;").expression(), "(a 12 b)");
}

TEST(CxxParser, NamesWithTheirTemplatesAndCalls) {
  EXPECT_EQ(Parsed("ns::f<int, 3>(a, b);").expression(), "ns::f(2)");
  EXPECT_EQ(Parsed("step<<<grid, block, 0, s>>>(a);").expression(), "step<<<4>>>(1)");
  EXPECT_EQ(Parsed("x.data<float>()[0];").expression(), "x.data[]");
}

TEST(CxxParser, DeclarationsOfAFile) {
  Parsed parsed(R"(namespace n {
class Buffer : public Base<int> {
  Buffer(int size) : size_(size) { allocate(); }
  void clear();
  int size_, *data_;
};
using Alias = Buffer;
})");
  const Declarations file = parsed.parser().file();
  ASSERT_EQ(file.size(), 1U);
  const auto& space = file[0]->as<Namespace>();
  ASSERT_EQ(space.members.size(), 2U);
  const auto& klass = space.members[0]->as<Class>();
  EXPECT_EQ(parsed.text(klass.name), "Buffer");
  ASSERT_EQ(klass.bases.size(), 1U);
  EXPECT_EQ(parsed.text(klass.bases[0]), "Base");
  ASSERT_EQ(klass.members.size(), 3U);
  EXPECT_EQ(klass.members[1]->kind, DeclarationKind::kPrototype);
  EXPECT_EQ(klass.members[2]->as<Fields>().fields.size(), 2U);
  EXPECT_EQ(space.members[1]->kind, DeclarationKind::kAlias);
  // Bodies are read on demand.
  const FunctionBody body = parsed.parser().function_body(klass.members[0]->as<Function>());
  EXPECT_EQ(body.parameters.size(), 1U);
  EXPECT_EQ(body.initializers.size(), 1U);
  EXPECT_EQ(body.statements.size(), 1U);
}

TEST(CxxParser, ElseIfsLieSideBySide) {
  Parsed parsed("if (a) x(); else if (int b = f()) y(); else z();");
  const Statements read = parsed.parser().statements();
  ASSERT_EQ(read.size(), 1U);
  const auto& branches = read[0]->as<If>().branches;
  ASSERT_EQ(branches.size(), 2U);
  EXPECT_EQ(branches[0].declared, nullptr);
  EXPECT_NE(branches[1].declared, nullptr);
  EXPECT_NE(read[0]->as<If>().otherwise, nullptr);
  // Longer chains go on as statements of their own.
  EXPECT_EQ(Parsed("if (a) b(); else if (a) b(); else if (a) b(); else if (a) b(); else if (a) b();")
                .parser()
                .statements()
                .size(),
            2U);
}

TEST(CxxParser, WhatNestsTooDeeplyIsMissing) {
  Parsed parsed("f(f(f(f(f(f(f(f(f(1)))))))));", 8);
  parsed.parser().statements();
  EXPECT_TRUE(parsed.parser().too_deep().has_value());
  EXPECT_FALSE(Parsed("f(f(1));", 8).parser().too_deep().has_value());
}

TEST(CxxParser, NeverGivesUp) {
  EXPECT_EQ(Parsed(") ] }").parser().statements().size(), 1U);
  Parsed("class { enum = (").parser().file();
  Parsed open("void f( { if (a { b(");
  for (const Declaration* read : open.parser().file()) {
    if (read->kind == DeclarationKind::kFunction) open.parser().function_body(read->as<Function>());
  }
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx::syntax
