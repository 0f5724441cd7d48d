#include "analyzer/report/family.h"

#include <algorithm>
#include <array>

namespace syncfree::report {

std::span<const Family> families() {
  static constexpr std::array<Family, 10> kFamilies = {{
      {"SF0", "Suppression comments", "suppression comment", "suppression comments"},
      {"SF1", "Copies between host and device", "copy", "copies"},
      {"SF2", "Tensors made from host data", "tensor from host data", "tensors from host data"},
      {"SF3", "Host reads", "host read", "host reads"},
      {"SF4", "Indexing and stores", "host index or store", "host indices or stores"},
      {"SF5", "Operators that block", "blocking operator", "blocking operators"},
      {"SF6", "Explicit synchronization", "explicit synchronization", "explicit synchronizations"},
      {"SF7", "Placement of reads", "badly placed read", "badly placed reads"},
      {"SF8", "Timing", "timing mistake", "timing mistakes"},
      {"SF9", "Races", "race", "races"},
  }};
  return kFamilies;
}

const Family* family_of(std::string_view code) {
  const auto all = families();
  const auto found = std::ranges::find(all, code.substr(0, 3), &Family::prefix);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace syncfree::report
