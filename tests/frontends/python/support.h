// A parsed snippet with all that tests ask of it.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "frontends/python/lower.h"
#include "tests/frontends/python/dump.h"

namespace syncfree::python {

struct Parsed {
  std::string text;
  model::SymbolTable symbols;
  std::unique_ptr<model::Module> module;

  explicit Parsed(std::string source, ParseLimits limits = {}) : text(std::move(source)) {
    auto result = parse_python(text, symbols, limits);
    EXPECT_TRUE(result.has_value()) << (result ? "" : result.error()) << "\nin:\n" << text;
    module = result ? std::move(*result) : std::make_unique<model::Module>();
  }
  std::string dumped() const { return dump(*module, symbols); }
  std::string_view text_of(model::TextRange range) const {
    return std::string_view(text).substr(range.begin, range.size());
  }
  std::string problems() const {
    std::string out;
    for (const model::SyntaxProblem& problem : module->problems)
      out += problem.message + " `" + std::string(text_of(problem.range)) + "`\n";
    return out;
  }
};

/// A snippet and what its model must look like.
struct Example {
  const char* source;
  const char* expected;
};

inline void expect_dumps(std::initializer_list<Example> examples) {
  for (const Example& example : examples) {
    const Parsed parsed(example.source);
    EXPECT_EQ(parsed.dumped(), *example.expected == 0 ? "" : std::string(example.expected) + "\n")
        << "of: " << example.source;
    EXPECT_EQ(parsed.problems(), "") << "of: " << example.source;
    EXPECT_EQ(violations(*parsed.module, parsed.symbols), std::vector<std::string>{}) << "of: " << example.source;
  }
}

}  // namespace syncfree::python
