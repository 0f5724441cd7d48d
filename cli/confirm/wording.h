// Numbers and places, as text for people says them.
#pragma once

#include <string>

#include "cli/confirm/report.h"

namespace syncfree::confirm {

std::string number(double value);  ///< two digits behind the point, fewer for large values
std::string duration(double ms);   ///< "3.21 ms", "21 µs"
std::string percent(double part);  ///< "3.1 %"
/// "2 times and 3.25 ms a step (31 % of it), the GPU idle for 0.80 ms after it"; for runs without steps, in all.
std::string measured(const Confirmation& confirmation, const Result& result);
/// "64.0 waits and 0.27 ms a step".
std::string brief_wait(const Result& result);
/// "0: 3.21 ms, 1: 3.30 ms" for several processes; empty for one.
std::string by_process(const Confirmation& confirmation, const Result& result);
/// "path:line:column", or the native function.
std::string place_of(const Confirmation& confirmation, const Result& result);
/// "SF301", or "-".
std::string_view code_of(const Confirmation& confirmation, const Result& result);
/// The finding's message, or what is known of a place that was not found.
std::string message_of(const Confirmation& confirmation, const Result& result);
/// Steps, host time and what the observer costs, a line each.
std::string figures(const Confirmation& confirmation);

}  // namespace syncfree::confirm
