#include "cli/confirm/observer_image.h"

#include <cstddef>

#ifdef __linux__
// observer_image_bytes.S
extern "C" {
extern const char syncfree_observer_image[];
extern const char syncfree_observer_image_end[];
}
#endif

namespace syncfree::confirm {

#ifdef __linux__
std::string_view observer_image() {
  return {syncfree_observer_image, static_cast<std::size_t>(syncfree_observer_image_end - syncfree_observer_image)};
}
#else
std::string_view observer_image() { return {}; }
#endif

}  // namespace syncfree::confirm
