// torch's anomaly detection, which tests each gradient for NaN on the host.
#pragma once

#include <optional>

#include "analyzer/model/expression.h"
#include "analyzer/model/symbol.h"

namespace syncfree::flow {

/// `torch.autograd.detect_anomaly()`, `torch.autograd.set_detect_anomaly(True)`: whether a call of these switches the
/// test on or off. Nothing for other calls, and where the arguments decide.
std::optional<bool> tests_gradients(const model::Expression& expression, const model::SymbolTable& symbols);

}  // namespace syncfree::flow
