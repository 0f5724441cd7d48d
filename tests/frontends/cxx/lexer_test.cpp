#include "frontends/cxx/syntax/lexer.h"

#include <string>

#include <gtest/gtest.h>

#include "frontends/cxx/preprocessor.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

std::string joined(const Tokens& tokens) {
  std::string all;
  for (const Token& token : tokens) {
    if (!all.empty()) all += ' ';
    all += token.text;
  }
  return all;
}

TEST(Lexer, CutsTokens) {
  EXPECT_EQ(joined(lex("a<<<1,2>>>(x->y::z, 1.5e-3f, 0xFFull, 1'000);").tokens),
            "a <<< 1 , 2 > > > ( x -> y :: z , 1.5e-3f , 0xFFull , 1'000 ) ;");
  EXPECT_EQ(joined(lex("v<w<int>> >= b").tokens), "v < w < int > > >= b");
  EXPECT_EQ(joined(lex("u8R\"x(a)\" )x\" '\\'' \"\\\"\"").tokens), "u8R\"x(a)\" )x\" '\\'' \"\\\"\"");
}

TEST(Lexer, KeepsCommentsApart) {
  const LexedFile file = lex("a // b \\\n c\nd /* e\n f */ g");
  EXPECT_EQ(joined(file.tokens), "a d g");
  ASSERT_EQ(file.comments.size(), 2u);
  EXPECT_EQ(file.comments[0].begin, 2u);
}

TEST(Lexer, EndsWhatIsOpen) {
  EXPECT_EQ(joined(lex("a \"open\nb 'c").tokens), "a \"open\n b 'c");
  EXPECT_EQ(joined(lex("a /* open").tokens), "a");
  EXPECT_EQ(joined(lex("R\"(open").tokens), "R\"(open");
  EXPECT_EQ(joined(lex("\"\\").tokens), "\"\\");
}

std::string preprocessed(std::string_view text) { return joined(preprocess(lex(text)).tokens); }

TEST(Preprocessor, ExpandsMacrosOfTheFile) {
  EXPECT_EQ(preprocessed("#define N 4\n#define ADD(a, ...) f(a, __VA_ARGS__)\nADD(N, {1, 2}, x) ADD"),
            "f ( 4 , { 1 , 2 } , x ) ADD");
  EXPECT_EQ(preprocessed("#define F (x)\nF"), "( x )");
}

TEST(Preprocessor, ReportsABodyAtItsUse) {
  const Preprocessed file = preprocess(lex("#define F(a) g(a)\nF(b)"));
  ASSERT_EQ(joined(file.tokens), "g ( b )");
  EXPECT_EQ(file.tokens[0].range, (source::TextRange{18, 22}));
  EXPECT_EQ(file.tokens[2].range, (source::TextRange{20, 21}));
}

TEST(Preprocessor, TakesTheBranchesThatFit) {
  EXPECT_EQ(preprocessed("#if A\na;\n#elif B\nb;\n#else\nc;\n#endif\nd;"), "a ; b ; c ; d ;");
  EXPECT_EQ(preprocessed("#if 0\na;\n#else\nb;\n#endif"), "b ;");
  EXPECT_EQ(preprocessed("#if(0)\na;\n#else\nb;\n#endif"), "b ;");
  EXPECT_EQ(preprocessed("#if 0 && defined(X)\na;\n#else\nb;\n#endif"), "b ;");
  EXPECT_EQ(preprocessed("#if (1)\na;\n#else\nb;\n#endif"), "a ;");
  EXPECT_EQ(preprocessed("#ifdef A\nf(a) {\n#else\nf(b) {\n#endif\n}"), "f ( a ) { }");
  EXPECT_EQ(preprocessed("#ifdef __CUDA_ARCH__\na;\n#else\nb;\n#endif"), "b ;");
}

TEST(Preprocessor, NamesMacrosWithoutUse) {
  const Preprocessed file = preprocess(lex("#define B b\n#define A a\n#define C c\nA"));
  EXPECT_EQ(file.unused, (std::vector<std::string_view>{"B", "C"}));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx
