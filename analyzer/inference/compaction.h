// Frees what an analysis that is made again and again (replay.h, infer_again) holds of earlier ones: values that
// nothing has any more, steps that nothing leads to, contexts and objects that nobody asks for.
//
// To keep when this is changed: every value that an Analysis holds is moved here, whatever part of it that is in. One
// that is forgotten points to freed memory.
#pragma once

#include <cstddef>

#include "analyzer/inference/fixpoint.h"

namespace syncfree::inference {

/// Bytes of the values of an analysis, and of what it knows for the next one, with what nothing needs any more.
std::size_t held_by(const Analysis& analysis);

/// All values lie in arenas of their own then, and point nowhere else: not to the texts of models either. Equal ones
/// are there once. Takes time in the size of the analysis. Nothing may hold values or steps of it.
void compact(Analysis& analysis);

}  // namespace syncfree::inference
