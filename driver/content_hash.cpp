#include "driver/content_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace syncfree::driver {

std::uint64_t content_hash(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace syncfree::driver
