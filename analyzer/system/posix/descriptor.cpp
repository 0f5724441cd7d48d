#include "analyzer/system/descriptor.h"

#include <unistd.h>

namespace syncfree::sys {

void Descriptor::reset() {
  if (value_ >= 0) ::close(value_);
  value_ = -1;
}

}  // namespace syncfree::sys
