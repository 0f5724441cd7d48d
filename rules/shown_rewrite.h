// Rewrites that are only shown: how this line could look, where what is around it has to change too.
#pragma once

#include <optional>
#include <string>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// A suggestion of one edit.
fixes::Proposal shown(std::string title, fixes::Edit edit);

/// `torch.arange(n)` with a number of the host in place of `n`, whatever arguments the call reads from the GPU.
std::optional<fixes::Proposal> with_numbers_of_host(const engine::Event& event, const engine::FixContext& context);

/// `[a_on_host, 2]` for `[a, 2]`, `a_on_host < 2` for `a < 2`: all that is not written out as a number.
std::optional<fixes::Proposal> with_parts_of_host(const model::Expression& whole, const engine::FixContext& context);

/// C++: the stream of the code around, or `stream` where that is not clear.
fixes::Code some_stream(const engine::FixContext& context);

/// Another function of the same library is called.
fixes::Rename renamed(const model::Call& call, const engine::Event& event, std::string_view name);

/// A name for a number that the host has: `n_on_host`.
fixes::Code number_of_host(const model::Expression& number, const engine::FixContext& context);

/// `x.pin_memory().to(like.device, non_blocking=True)`
fixes::Code copied_without_waiting(fixes::Code tensor, const model::Expression& like);

}  // namespace syncfree::rules
