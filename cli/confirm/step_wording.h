// The causes that hold steps up, in sentences.
#pragma once

#include <string>

#include "cli/confirm/report.h"

namespace syncfree::confirm {

/// "The GPU is idle for 41 % of a step: 3 waits explain 36 points, launches 4, pauses between kernels 1."; empty where
/// there is no timeline.
std::string idle_line(const Confirmation& confirmation);
/// What bounds each process, its run-ahead, and where it is silent; a line each.
std::string bound_lines(const Confirmation& confirmation);
/// "without it a step would be 0.63 ms (3.6 %) shorter"; empty where that is not known.
std::string gain_text(const Confirmation& confirmation, const Result& result);

/// The mean of the processes with a timeline; none has steps if there are none.
StepAnalysis mean_analysis(const Confirmation& confirmation);

}  // namespace syncfree::confirm
