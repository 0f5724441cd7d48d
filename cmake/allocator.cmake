# The target `allocator`: tcmalloc for the program, as an archive, so that the program needs no library. The analysis makes
# and frees many small things, and takes a sixth less processor time than with glibc's malloc (bench/results/speed.md). Where the
# archive is missing the program uses the system's allocator. Sanitizers bring their own.
add_library(allocator INTERFACE)
if(SYNCFREE_SANITIZE OR SYNCFREE_FUZZ)
  return()
endif()
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  find_library(SYNCFREE_TCMALLOC libtcmalloc_minimal.a)
endif()
if(SYNCFREE_TCMALLOC)
  # All of it: what only parts of it define would come from libc.
  target_link_options(allocator INTERFACE "LINKER:--whole-archive,${SYNCFREE_TCMALLOC},--no-whole-archive")
else()
  message(STATUS "no libtcmalloc_minimal.a (libgoogle-perftools-dev): the program uses the system's allocator")
endif()
