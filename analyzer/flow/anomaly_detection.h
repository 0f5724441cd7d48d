// torch's anomaly detection, which tests each gradient for NaN on the host.
#pragma once

#include <optional>

#include "analyzer/model/expression.h"
#include "analyzer/model/symbol.h"

namespace syncfree::flow {

/// `detect_anomaly()`, `set_detect_anomaly(True)`: whether a call of such a name would switch the test on or off.
/// Nothing for other calls, and where the arguments decide.
std::optional<bool> tests_gradients(const model::Call& call, const model::SymbolTable& symbols);

}  // namespace syncfree::flow
