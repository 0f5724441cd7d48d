// The style and the script of the HTML report, compiled in from html/.
#pragma once

#include <string_view>

namespace syncfree::report {

extern const std::string_view kReportStyle;
extern const std::string_view kReportScript;

}  // namespace syncfree::report
