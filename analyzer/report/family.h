// The families of rules, one per hundred, in the words of summaries and tables.
#pragma once

#include <span>
#include <string_view>

namespace syncfree::report {

struct Family {
  std::string_view prefix;    ///< "SF3"
  std::string_view title;     ///< "Host reads"
  std::string_view singular;  ///< "host read"
  std::string_view plural;    ///< "host reads"
};

/// Sorted by prefix.
std::span<const Family> families();

/// The family of a rule's code; null for a code of none.
const Family* family_of(std::string_view code);

}  // namespace syncfree::report
