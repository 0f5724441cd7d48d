// A plan in each of its formats.
#pragma once

#include <ostream>
#include <span>
#include <string>

#include "analyzer/plan/plan.h"

namespace syncfree::plan {

struct Presentation {
  bool color = false;
  std::span<const std::string> paths = {};  ///< that the user named, for commands
};

/// The worst steps in full, the others in a line each.
void write_text(const engine::Report& report, const Plan& plan, const Presentation& how, std::ostream& out);

/// As plan.schema.json says.
void write_json(const engine::Report& report, const Plan& plan, const Presentation& how, std::ostream& out);

/// One page, which loads nothing.
void write_html(const engine::Report& report, const Plan& plan, const Presentation& how, std::ostream& out);

}  // namespace syncfree::plan
