// The answer of a worker: facts, and the files that it took them from.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontends/cxx/facts.h"

namespace syncfree::clang_frontend {

struct WorkAnswer {
  std::vector<std::string> read;    ///< absolute, links resolved; sorted
  std::vector<std::string> absent;  ///< absolute: where headers were looked for that are nowhere
  cxx::Facts facts;
};

std::string write_answer(const WorkAnswer& answer);
/// Nothing if it was cut off or garbled.
std::optional<WorkAnswer> read_answer(std::string_view text);

}  // namespace syncfree::clang_frontend
