// How bad a finding is.
#pragma once

#include "analyzer/engine/finding.h"
#include "analyzer/engine/rule.h"

namespace syncfree::engine {

/// Usually a warning in the step path and a note elsewhere; a rule's page may say otherwise.
inline Severity severity_of(const RuleInfo& rule, Temperature temperature) {
  return temperature == Temperature::kHot ? rule.severity_hot : rule.severity_elsewhere;
}

}  // namespace syncfree::engine
