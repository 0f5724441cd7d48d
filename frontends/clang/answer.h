// What a worker answers: facts, and which files it took them from.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontends/cxx/facts.h"

namespace syncfree::clang_frontend {

struct WorkAnswer {
  /// Absolute, links resolved; sorted. Empty where another answer may come without one of them having changed: a header
  /// was missing.
  std::vector<std::string> read;
  cxx::Facts facts;
};

std::string write_answer(const WorkAnswer& answer);
/// Nothing if it was cut off or garbled.
std::optional<WorkAnswer> read_answer(std::string_view text);

}  // namespace syncfree::clang_frontend
