// Guards joined by "and" and "or".
#pragma once

#include "analyzer/summary/guards.h"

namespace syncfree::summary {

/// Nothing must hold.
AnyGuards always();
/// A condition of which nobody knows what decides it.
Guard unknown(source::TextRange question, bool is_negated);
/// Each of `a` with each of `b`. Of very many, what more of them would say is left out.
AnyGuards both(const AnyGuards& a, const AnyGuards& b);
AnyGuards either(AnyGuards a, const AnyGuards& b);

}  // namespace syncfree::summary
