#include "frontends/clang/answer.h"

#include <utility>

namespace syncfree::clang_frontend {

// The files, a NUL behind each; an empty one; the facts.
std::string write_answer(const WorkAnswer& answer) {
  std::string out;
  for (const std::string& path : answer.read) (out += path) += '\0';
  out += '\0';
  return out + cxx::write_facts(answer.facts);
}

std::optional<WorkAnswer> read_answer(std::string_view text) {
  WorkAnswer answer;
  while (true) {
    const std::size_t end = text.find('\0');
    if (end == std::string_view::npos) return std::nullopt;
    if (end > 0) answer.read.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
    if (end == 0) break;
  }
  auto facts = cxx::read_facts(text);
  if (!facts) return std::nullopt;
  answer.facts = std::move(*facts);
  return answer;
}

}  // namespace syncfree::clang_frontend
