// The names that the expressions of a module use.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "analyzer/inference/project.h"

namespace syncfree::inference {

/// Names and attributes, sorted, each once.
std::vector<model::Symbol> names_in(const model::Module& module);

/// By module, shared from one analysis of a project to the next. Empty for libraries.
using MentionedNames = std::vector<std::shared_ptr<const std::vector<model::Symbol>>>;

/// `before`: of a project that this one links as (Project::links_as), of which the modules `changed` had other texts;
/// null: there is none. `jobs` threads share the work.
MentionedNames mentioned_names(const Project& project, const MentionedNames* before,
                               std::span<const std::uint32_t> changed, unsigned jobs);

}  // namespace syncfree::inference
