#include "analyzer/system/free_memory.h"

namespace syncfree::sys {

// The heap of Windows does that by itself.
void give_back_free_memory() {}

}  // namespace syncfree::sys
