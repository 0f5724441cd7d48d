// Python source in, program model out.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "analyzer/model/module.h"
#include "analyzer/model/symbol.h"

namespace syncfree::python {

struct ParseLimits {
  /// Larger files are refused: the syntax tree takes some ten times the text's memory.
  std::uint32_t max_bytes = 32u << 20;
  /// No part of a model is nested deeper, counted in expressions and statements together; what is becomes Unknown. A
  /// recursive walk of a model needs stack for that many levels.
  std::uint32_t max_depth = 2000;
  /// The same for nesting by brackets, blocks and operators to the right, all that is not a chain to the left (`a + b +
  /// …`, `a.b().c()…`) or a chain of `elif`. Python itself stops at 200 brackets and 100 blocks.
  std::uint32_t max_nesting = 500;
};

/// Lowers one file after the other, and reuses its memory for the next. One per thread.
class Parser {
 public:
  /// `symbols` must outlive the parser.
  explicit Parser(model::SymbolTable& symbols, ParseLimits limits = {});
  ~Parser();
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  /// The module refers to `utf8_text`, which must outlive it. Syntax errors spoil their own statement only and are
  /// listed in `Module::problems`; refused with one message is what cannot be a Python file: a NUL byte, or more bytes
  /// than the limit.
  std::expected<std::unique_ptr<model::Module>, std::string> parse(std::string_view utf8_text);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// One file with a parser of its own; see `Parser::parse`.
std::expected<std::unique_ptr<model::Module>, std::string> parse_python(std::string_view utf8_text,
                                                                        model::SymbolTable& symbols,
                                                                        ParseLimits limits = {});

}  // namespace syncfree::python
