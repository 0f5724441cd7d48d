#include "frontends/clang/answer.h"

#include <utility>

namespace syncfree::clang_frontend {

// Files, a NUL behind each, and an empty one behind all; twice. Then the facts.
std::string write_answer(const WorkAnswer& answer) {
  std::string out;
  for (const auto* paths : {&answer.read, &answer.absent}) {
    for (const std::string& path : *paths) (out += path) += '\0';
    out += '\0';
  }
  return out + cxx::write_facts(answer.facts);
}

std::optional<WorkAnswer> read_answer(std::string_view text) {
  WorkAnswer answer;
  for (auto* paths : {&answer.read, &answer.absent}) {
    while (true) {
      const std::size_t end = text.find('\0');
      if (end == std::string_view::npos) return std::nullopt;
      if (end > 0) paths->emplace_back(text.substr(0, end));
      text.remove_prefix(end + 1);
      if (end == 0) break;
    }
  }
  auto facts = cxx::read_facts(text);
  if (!facts) return std::nullopt;
  answer.facts = std::move(*facts);
  return answer;
}

}  // namespace syncfree::clang_frontend
