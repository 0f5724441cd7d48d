// Reads on a stream that was made for them alone.
#pragma once

#include <cstddef>

#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::flow {

/// How many statements of the body read before anything is computed there. `with
/// torch.cuda.stream(torch.cuda.Stream()): number = loss.item()`: a copy waits for its own stream, on which nothing was
/// queued before. Measured on an H200: 0.2 ms behind 100 ms of work on the stream around it.
std::size_t reads_on_fresh_stream(const model::With& with, const model::SymbolTable& symbols);

}  // namespace syncfree::flow
