#include "cli/confirm/observer_image.h"

#include <cstddef>

// observer_image_bytes.S
extern "C" {
extern const char syncfree_observer_image[];
extern const char syncfree_observer_image_end[];
}

namespace syncfree::confirm {

std::string_view observer_image() {
  return {syncfree_observer_image, static_cast<std::size_t>(syncfree_observer_image_end - syncfree_observer_image)};
}

}  // namespace syncfree::confirm
