// Rewrites that are only shown: how this line could look, where what is around it has to change too.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// A suggestion of one edit.
fixes::Proposal shown(std::string title, fixes::Edit edit);

/// What has to change where no line that can be typed in takes the wait away.
fixes::Proposal in_words(std::string words);

/// Words for `torch.arange(n)`: which of the call's arguments the host has to know without asking the GPU.
std::optional<fixes::Proposal> with_numbers_of_host(const engine::Event& event, const engine::FixContext& context);

/// The same for the parts of `[a, 2]` or `a < 2` that are not written out as numbers.
std::optional<fixes::Proposal> with_parts_of_host(const model::Expression& whole, const engine::FixContext& context);

/// The same for these; nothing where all are written out.
std::optional<fixes::Proposal> with_values_of_host(std::span<const model::Expression* const> numbers,
                                                   const engine::FixContext& context);

/// The same for one value.
fixes::Proposal with_number_of_host(const model::Expression& number, const engine::FixContext& context);

/// Another function of the same library is called.
fixes::Rename renamed(const model::Call& call, const engine::Event& event, std::string_view name);

}  // namespace syncfree::rules
