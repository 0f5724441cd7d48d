// Colours for a terminal, or none.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/engine/finding.h"

namespace syncfree::report {

enum class Paint { kStrong, kError, kWarning, kNote, kHint, kDim };

/// By the severity of a finding.
Paint paint_of(engine::Severity severity);

class Painter {
 public:
  explicit Painter(bool color) : color_(color) {}
  /// `text` in that colour; `text` itself without colours.
  std::string operator()(Paint paint, std::string_view text) const;

 private:
  bool color_;
};

}  // namespace syncfree::report
