// The style and the script of the HTML report, compiled in from html/.
#pragma once

#include <string_view>

namespace syncfree::confirm {

extern const std::string_view kTimelineStyle;
extern const std::string_view kTimelineScript;

}  // namespace syncfree::confirm
