#include "driver/changed_lines.h"

#include <algorithm>

namespace syncfree::driver {

bool ChangedLines::touch(const std::filesystem::path& file, LineSpan lines) const {
  const auto changes = files_.find(file);
  return changes != files_.end() && std::ranges::any_of(changes->second, [&](LineSpan change) {
           return change.first <= lines.last && lines.first <= change.last;
         });
}

}  // namespace syncfree::driver
