// Memory that this process has freed.
#pragma once

namespace syncfree::sys {

/// Gives it back to the system, as far as that is possible. It takes milliseconds for each hundred megabytes, and what
/// is taken again costs as much.
void give_back_free_memory();

}  // namespace syncfree::sys
