// The words that users read and write for a finding's properties, and for goals.
#include "analyzer/engine/finding.h"
#include "analyzer/engine/goal.h"

namespace syncfree::engine {

std::string_view name_of(Confidence confidence) {
  switch (confidence) {
    case Confidence::kPossible:
      return "possible";
    case Confidence::kLikely:
      return "likely";
    case Confidence::kCertain:
      return "certain";
  }
  return {};
}

std::string_view name_of(Temperature temperature) {
  switch (temperature) {
    case Temperature::kCold:
      return "cold";
    case Temperature::kWarm:
      return "warm";
    case Temperature::kHot:
      return "hot";
  }
  return {};
}

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::kNote:
      return "note";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      return "error";
  }
  return {};
}

std::string_view name_of(Dependency dependency) {
  switch (dependency) {
    case Dependency::kFalse:
      return "false";
    case Dependency::kTrue:
      return "true";
    case Dependency::kEither:
      return "either";
  }
  return {};
}

std::string_view name_of(Goal goal) { return goal == Goal::kCapture ? "capture" : "compile"; }

}  // namespace syncfree::engine
