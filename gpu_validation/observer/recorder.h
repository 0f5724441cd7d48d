// What other parts of the observer tell the recorder.
#pragma once

#include "gpu_trace.h"
#include "steps.h"

namespace syncfree::observer {

/// A step ends now, or at that time of CLOCK_MONOTONIC, and the next one begins.
void end_step(StepSource source, uint64_t time_ns = 0);
/// Steps with gaps between them, which belong to none.
void begin_range();
void end_range();
/// The function whose calls are steps has returned.
void note_return();
/// The program is about to end, while CUDA is still there.
void note_exit();
/// The calling thread begins or ends to load data or to collect garbage.
void note_span(HostEventKind kind, bool begins);
void note_line(const char* file, int line);
void note_hook(bool knows_lines, const char* problem);

}  // namespace syncfree::observer
