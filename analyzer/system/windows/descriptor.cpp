#include "analyzer/system/descriptor.h"

#include <io.h>

namespace syncfree::sys {

void Descriptor::reset() {
  if (value_ >= 0) ::_close(value_);
  value_ = -1;
}

}  // namespace syncfree::sys
