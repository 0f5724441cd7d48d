// The inference's events under the names that the engine and the rules use.
#pragma once

#include "analyzer/inference/event.h"

namespace syncfree::engine {

using inference::Consumer;
using inference::Event;
using inference::EventKind;
using inference::Origin;
using inference::TruthUse;

}  // namespace syncfree::engine
