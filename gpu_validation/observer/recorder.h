// What other parts of the observer tell the recorder.
#pragma once

#include "steps.h"

namespace syncfree::observer {

void end_step(StepSource source);
void note_line(const char* file, int line);
void note_hook(bool knows_lines, const char* problem);

}  // namespace syncfree::observer
