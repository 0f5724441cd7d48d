// Does code give something back?
#pragma once

#include "analyzer/model/statement.h"

namespace syncfree::model {

/// Is there a `return` in the block, or in a block within; not in functions within.
bool returns(Block body);

}  // namespace syncfree::model
