// The report of `verify`: a table of the rewrites, and the whole before and after.
#pragma once

#include <string>
#include <string_view>

#include "cli/verify/verification.h"

namespace syncfree::verify {

std::string text_of(const Verification& verification, bool color);

/// One document, with the patch in it.
std::string json_of(const Verification& verification, std::string_view version, std::string_view patch);

}  // namespace syncfree::verify
