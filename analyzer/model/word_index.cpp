#include "analyzer/model/word_index.h"

namespace syncfree::model {
namespace {

/// Calls `visit(begin, size)` for each word.
template <class Visit>
void for_each_word(std::string_view text, Visit&& visit) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    while (at < text.size() && is_word_character(text[at])) ++at;
    if (at > begin) visit(begin, at - begin);
    if (at == begin) ++at;
  }
}

}  // namespace

bool WordIndex::contains(std::string_view word) {
  if (words_.empty()) {
    words_.insert(std::string_view());
    for_each_word(text_, [&](std::size_t begin, std::size_t size) { words_.insert(text_.substr(begin, size)); });
  }
  return words_.contains(word);
}

std::span<const std::uint32_t> WordIndex::places_of(std::string_view word) {
  if (!contains(word) || word.empty()) return {};
  const auto [known, is_new] = places_.try_emplace(*words_.find(word));
  if (is_new) {
    for_each_word(text_, [&](std::size_t begin, std::size_t size) {
      if (text_.substr(begin, size) == word) known->second.push_back(static_cast<std::uint32_t>(begin));
    });
  }
  return known->second;
}

bool WordIndex::has_text(std::string_view part) {
  const auto [known, is_new] = parts_.try_emplace(part, false);
  if (is_new) known->second = text_.find(part) != std::string_view::npos;
  return known->second;
}

std::uint32_t WordIndex::end_of_block(std::uint32_t offset) {
  const auto [known, is_new] = ends_.try_emplace(offset, static_cast<std::uint32_t>(text_.size()));
  int depth = 0;
  for (std::size_t at = offset; is_new && at < text_.size(); ++at) {
    if (text_[at] == '{') ++depth;
    if (text_[at] == '}' && --depth < 0) {
      known->second = static_cast<std::uint32_t>(at);
      break;
    }
  }
  return known->second;
}

}  // namespace syncfree::model
