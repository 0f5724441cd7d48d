// What a wait of the host asks the GPU for, so that it can be asked earlier, together with others.
#pragma once

#include <string>
#include <vector>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// One thing that a wait asks for: what is copied to the host, and what the code becomes that has the copy.
struct QueuedRead {
  enum class Form : std::uint8_t {
    kValue,       ///< `tensor` itself, whose copy stands for `replaced`
    kIndex,       ///< how many elements of the mask are true: `x[mask]`
    kRow,         ///< the same for a mask of one dimension beside other indices: `x[:, mask]`
    kPlaces,      ///< `mask.nonzero(as_tuple=True)`
    kPositions,   ///< `mask.nonzero()`
    kOutputSize,  ///< the sum of the repeats, `repeat_interleave(x, tensor)`
  };
  Form form;
  const model::Expression* tensor;
  const model::Expression* replaced;
};

/// All that the wait `event` at `node` asks for; empty if that is not known, or would wait all the same.
std::vector<QueuedRead> queued_reads(const engine::Event& event, const model::Expression& node,
                                     const engine::FixContext& context);

/// What is copied: the tensor, or a number made of it.
fixes::Code asked_first(const QueuedRead& read);
/// The edit that puts the places of a mask there, of which `size` elements are true.
fixes::Edit with_size(const QueuedRead& read, const fixes::Code& size);
/// The edit that uses the copy under its name.
fixes::Edit with_copy(const QueuedRead& read, const std::string& name);

}  // namespace syncfree::rules
