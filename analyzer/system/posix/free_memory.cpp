#include "analyzer/system/free_memory.h"

#include <cstdlib>  // says which library this is
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// tcmalloc's, where the program has that (cmake/allocator.cmake); null elsewhere.
extern "C" void MallocExtension_ReleaseFreeMemory() __attribute__((weak));

namespace syncfree::sys {

void give_back_free_memory() {
  if (MallocExtension_ReleaseFreeMemory != nullptr) return MallocExtension_ReleaseFreeMemory();
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace syncfree::sys
