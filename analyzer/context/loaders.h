// What gives batches, by its name.
#pragma once

#include <string_view>

#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::context {

bool is_loader_name(std::string_view name);

/// `DataLoader(data, collate_fn=pack)`: a loader without workers makes each batch where the loop takes it.
bool makes_batches_in_loop(const model::Call& call, const model::SymbolTable& symbols);

/// Each round takes a batch of a loader. Of several loaders it takes one of these, unless they are taken apart:
/// `zip(*loaders)`.
bool goes_over_loader(const model::For& loop, const model::SymbolTable& symbols);

/// Each round shows or counts what it takes: it moves nothing, hands nothing on, and calls nothing but libraries,
/// methods of what it takes, and a tokenizer that makes text.
bool only_looks(const model::For& loop, const model::SymbolTable& symbols);

}  // namespace syncfree::context
