#include "analyzer/report/painter.h"

namespace syncfree::report {
namespace {

std::string_view sequence_of(Paint paint) {
  switch (paint) {
    case Paint::kStrong:
      return "\x1b[1m";
    case Paint::kError:
      return "\x1b[1;31m";
    case Paint::kWarning:
      return "\x1b[1;33m";
    case Paint::kNote:
      return "\x1b[1;36m";
    case Paint::kHint:
      return "\x1b[1;32m";
    case Paint::kDim:
      return "\x1b[34m";
  }
  return {};
}

}  // namespace

Paint paint_of(engine::Severity severity) {
  switch (severity) {
    case engine::Severity::kError:
      return Paint::kError;
    case engine::Severity::kWarning:
      return Paint::kWarning;
    case engine::Severity::kNote:
      return Paint::kNote;
  }
  return Paint::kNote;
}

std::string Painter::operator()(Paint paint, std::string_view text) const {
  if (!color_ || text.empty()) return std::string(text);
  return std::string(sequence_of(paint)) + std::string(text) + "\x1b[0m";
}

}  // namespace syncfree::report
