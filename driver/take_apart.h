// The end of what is large and no longer needed.
#pragma once

#include <memory>
#include <vector>

#include "analyzer/system/thread.h"

namespace syncfree::driver {

/// Destroys something large beside what goes on; where the process ends first, the system takes the rest.
struct TakeApart {
  template <class Thing>
  void operator()(Thing* thing) const {
    sys::run_beside([owned = std::shared_ptr<Thing>(thing)] {});
  }
};

/// What is kept to the end because taking it apart would be in the way of what comes next.
using Remains = std::vector<std::shared_ptr<void>>;

template <class Thing>
void keep(Remains& remains, std::unique_ptr<Thing> thing) {
  remains.emplace_back(thing.release(), TakeApart());
}

}  // namespace syncfree::driver
