// The end of what is large and no longer needed.
#pragma once

#include <memory>
#include <thread>
#include <utility>

namespace syncfree::cli {

/// Destroys something large beside what goes on; where the process ends first, the system takes the rest.
template <class Thing>
void take_apart(std::unique_ptr<Thing> thing) {
  std::thread([owned = std::move(thing)] {}).detach();
}

}  // namespace syncfree::cli
