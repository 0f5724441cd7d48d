// A text through the fixer, as the command line would do it.
#pragma once

#include <string>

#include "analyzer/fixes/fix.h"
#include "driver/fixing.h"

namespace syncfree::test {

/// With the fixes of all rules, or of one, that are at least as good as `least`. Cold places too.
driver::FixResult fix_text(const std::string& file, const std::string& text, fixes::Applicability least,
                           const std::string& only_rule = {});

}  // namespace syncfree::test
