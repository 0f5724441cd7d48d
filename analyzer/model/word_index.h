// The words of one text, and where they stand: for questions that many findings of one file ask.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace syncfree::model {

constexpr bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Works out an answer when it is first asked for. The text must outlive it. For one thread.
class WordIndex {
 public:
  explicit WordIndex(std::string_view text) : text_(text) {}

  /// Does the word stand in the text, not as a part of a longer one.
  bool contains(std::string_view word);
  /// Where it does, in order.
  std::span<const std::uint32_t> places_of(std::string_view word);
  /// Does `part` stand anywhere in the text, as a word or not. It must be constant: it is kept.
  bool has_text(std::string_view part);
  /// Where the block in braces ends that `offset` lies in, counting every brace; the text's size if it does not.
  std::uint32_t end_of_block(std::uint32_t offset);

 private:
  std::string_view text_;
  std::unordered_set<std::string_view> words_;
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> places_;
  std::unordered_map<std::string_view, bool> parts_;
  std::unordered_map<std::uint32_t, std::uint32_t> ends_;
};

}  // namespace syncfree::model
