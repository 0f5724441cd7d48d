// What is computed of elements that a mask selects, computed of all elements.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// `torch.where(mask, yes, no)`
fixes::Code where(fixes::Code mask, fixes::Code yes, fixes::Code no);

/// No gradient flows back through what is computed here.
bool is_without_gradient(const engine::FixContext& context);

/// What is selected by the mask of `node` in `value`, `f(y[mask])`, as what it is selected from: `f(y)`. Where that
/// would give a gradient of NaN for what is not selected, ones take its place: `f(torch.where(mask, y, 1))`; `mask` is
/// the code of the mask there. Nothing if the mask is not spoken of, or if the result would be another where it holds.
std::optional<fixes::Code> without_mask(const model::Expression& value, const model::Subscript& node,
                                        const fixes::Code& mask, const engine::FixContext& context);

/// Does `without_mask` do so without ones.
bool is_fine_everywhere(const model::Expression& value, const model::Subscript& node,
                        const engine::FixContext& context);

/// The same for a value that divides what has a gradient: it is no zero anywhere.
std::optional<fixes::Code> divisor_without_mask(const model::Expression& value, const model::Subscript& node,
                                                const fixes::Code& mask, const engine::FixContext& context);

}  // namespace syncfree::rules
