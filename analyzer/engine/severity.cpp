#include "analyzer/engine/severity.h"

#include "analyzer/engine/suppression.h"

namespace syncfree::engine {
namespace {

constexpr std::string_view kDataDependentLoop = "SF307";
constexpr std::string_view kSyncInCapture = "SF605";

}  // namespace

Severity severity_of(std::string_view code, Temperature temperature) {
  if (code == kSyncInCapture) return Severity::kError;
  if (code == kUnusedSuppression || temperature != Temperature::kHot) return Severity::kNote;
  return code == kDataDependentLoop ? Severity::kError : Severity::kWarning;
}

}  // namespace syncfree::engine
