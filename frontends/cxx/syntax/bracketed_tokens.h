// The tokens of a file or a macro, with what a parser asks of them: which bracket closes which, and where template
// arguments end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "frontends/cxx/syntax/token.h"

namespace syncfree::cxx {

class BracketedTokens {
 public:
  BracketedTokens() = default;
  /// `tokens` must outlive this.
  explicit BracketedTokens(std::span<const Token> tokens);

  std::size_t size() const { return tokens_.size(); }
  /// A token of no kind behind the last one.
  const Token& operator[](std::size_t index) const { return index < tokens_.size() ? tokens_[index] : end_; }
  /// Those of `[from, to)`.
  std::span<const Token> slice(std::size_t from, std::size_t to) const { return {tokens_.data() + from, to - from}; }

  /// Index of the bracket that closes the one at `open`, or `end`.
  std::size_t closing(std::size_t open, std::size_t end) const;
  /// First `;` (or other of `texts`) outside brackets from `from`, or `end`.
  std::size_t find(std::size_t from, std::size_t end, std::initializer_list<std::string_view> texts) const;
  /// Index of the `>` that closes template arguments opened at `open`; 0 if these are none.
  std::size_t template_end(std::size_t open, std::size_t end) const;
  /// The name that `[from, end)` declares: `const at::Tensor& x`; `end` if it declares nothing.
  std::size_t declarator_name(std::size_t from, std::size_t end) const;
  /// In the file, from the token `first` to the one before `end`.
  source::TextRange range_of(std::size_t first, std::size_t end) const;

 private:
  std::span<const Token> tokens_;
  std::vector<std::uint32_t> closing_;  ///< by token: the bracket that closes it, or 0
  Token end_;
};

/// From the begin of the first to the end of the last.
inline source::TextRange joined(source::TextRange a, source::TextRange b) {
  return {a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

}  // namespace syncfree::cxx
