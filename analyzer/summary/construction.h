// One run of a constructor with the defaults of its parameters.
#pragma once

#include "analyzer/summary/settings.h"

namespace syncfree::summary {

/// What the object's attributes are then, those of class bodies included.
SettingsOfClass constructed(const inference::Project& project, std::uint32_t klass, model::Symbol init);

}  // namespace syncfree::summary
