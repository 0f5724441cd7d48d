// The node that torch's autograd engine runs on the calling thread.
#pragma once

#include <string>

namespace syncfree::observer {

/// Whether the calling thread is one of the engine's, by the name that torch gives it.
bool is_autograd_thread();

/// "IndexBackward0"; empty where no node runs, or where this torch does not tell.
std::string autograd_node();

}  // namespace syncfree::observer
