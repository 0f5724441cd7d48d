# Language level, warnings, and what the presets switch on.

option(SYNCFREE_LTO "Optimise across translation units when linking programs" OFF)
option(SYNCFREE_SANITIZE "Build with the address and undefined-behaviour sanitizers" OFF)
option(SYNCFREE_FUZZ "Build for libFuzzer, which takes Clang" OFF)

option(SYNCFREE_PRECOMPILED "Read the headers that every source includes from a precompiled one" OFF)

option(SYNCFREE_UNITY "Compile sources of one library together: less work for a whole build, more for one that changes a file" OFF)
set(SYNCFREE_UNITY_SOURCES 16 CACHE STRING "How many at a time; each takes memory")

option(SYNCFREE_LIGHT "Optimise less where little of a run's time goes: libraries that are defined with LIGHT, and tests" OFF)

option(SYNCFREE_CLANG "Build the worker that reads sources with Clang (-p); needs the static archives of Clang 19" ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

find_program(SYNCFREE_CCACHE ccache)
if(SYNCFREE_CCACHE)
  set(launcher "${SYNCFREE_CCACHE}")
  if(SYNCFREE_PRECOMPILED)  # without these, ccache keeps nothing that was made with a precompiled header
    set(launcher "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${SYNCFREE_CCACHE}")
    add_compile_options($<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-fpch-preprocess>)
  endif()
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

# The project's own targets link this; third-party code does not.
add_library(syncfree_warnings INTERFACE)
target_compile_options(
  syncfree_warnings
  INTERFACE -Werror
            -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wconversion
            -Wold-style-cast
            -Wnon-virtual-dtor
            -Woverloaded-virtual
            -Wextra-semi
            # Designated initialisers leave members to their defaults on purpose.
            -Wno-missing-field-initializers)
if(SYNCFREE_UNITY)
  # What another source declares for itself is no fault; the builds of single sources are the ones that hold.
  target_compile_options(syncfree_warnings INTERFACE -Wno-error -Wno-shadow)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 reports copies inside std::string's own members that never happen (GCC bugs 105651 and 105329).
  target_compile_options(syncfree_warnings INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow
                                                     -Wno-stringop-overread)
endif()

if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")  # Apple's too
  target_compile_options(syncfree_warnings INTERFACE -Wno-error)  # GCC's warnings are the ones that hold
endif()

if(SYNCFREE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(SYNCFREE_SANITIZE)
  # Of null pointers and sizes of objects the address sanitizer sees each access; these checks take long to compile.
  add_compile_options(-O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize=null,object-size
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=address,undefined)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # whose flow analysis is not reliable in instrumented code
    target_compile_options(syncfree_warnings INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()

# LTO is for the programs that users get: tests are built without, since it would compile everything twice.
add_library(syncfree_program_link INTERFACE)
add_library(syncfree_test_link INTERFACE)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")  # what is kept between runs names the build by it
  target_link_options(syncfree_program_link INTERFACE LINKER:--build-id=sha1)
  target_link_options(syncfree_test_link INTERFACE LINKER:--build-id=sha1)
endif()
if(SYNCFREE_LTO AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-flto=auto)
  target_link_options(syncfree_program_link INTERFACE -flto=auto -O2)
  target_link_options(syncfree_test_link INTERFACE -flto=auto -O2)
  # Archives of LTO objects need the index that the compiler's own wrappers write.
  set(CMAKE_AR "${CMAKE_CXX_COMPILER_AR}")
  set(CMAKE_RANLIB "${CMAKE_CXX_COMPILER_RANLIB}")
elseif(SYNCFREE_LTO)
  add_compile_options(-flto=thin)
  target_link_options(syncfree_program_link INTERFACE -flto=thin)
endif()

# Programs are built on one machine and run on others: they bring their own C++ library, and ask for no newer glibc than
# they need (packaging/old_glibc.c).
option(SYNCFREE_PORTABLE "Link programs so that they run on older systems too" ON)
if(SYNCFREE_PORTABLE AND NOT SYNCFREE_SANITIZE AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
  target_link_options(syncfree_program_link INTERFACE -static-libstdc++ -static-libgcc)
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    add_library(old_glibc OBJECT "${PROJECT_SOURCE_DIR}/packaging/old_glibc.c")
    add_library(old_glibc_start OBJECT "${PROJECT_SOURCE_DIR}/packaging/old_glibc_start.c")
    foreach(library old_glibc old_glibc_start)
      # The names of symbol versions are in assembly, which link-time optimisation does not see.
      target_compile_options(${library} PRIVATE -Wall -Wextra -fno-lto)
      target_sources(syncfree_program_link INTERFACE $<TARGET_OBJECTS:${library}>)
    endforeach()
    target_link_options(syncfree_program_link INTERFACE "LINKER:--no-as-needed,-l:libpthread.so.0,-l:libdl.so.2,--as-needed")
  endif()
endif()

if(WIN32)
  # Windows has no C++ library of GCC's; UTF-16 is the only text of its calls, and its newer ones are wanted.
  target_link_options(syncfree_program_link INTERFACE -static)
  # See analyzer/system/windows/utf8_paths.cpp.
  target_link_options(syncfree_program_link INTERFACE "LINKER:--wrap=_ZNKSt7codecvtIwciE5do_inERiPKcS3_RS3_PwS5_RS5_")
  add_compile_definitions(UNICODE _UNICODE NOMINMAX WIN32_LEAN_AND_MEAN _WIN32_WINNT=0x0A00 _POSIX_THREAD_SAFE_FUNCTIONS=200112L)
endif()

# One precompiled header for all targets of the project, and one for their tests: what nearly every source includes anyway.
set(SYNCFREE_COMMON_HEADERS
    <algorithm>
    <array>
    <cstdint>
    <expected>
    <filesystem>
    <functional>
    <map>
    <memory>
    <optional>
    <set>
    <span>
    <string>
    <string_view>
    <tuple>
    <unordered_map>
    <utility>
    <variant>
    <vector>)

# syncfree_precompiled_headers(<name> HEADERS <headers…> [LINKS <libraries…>] [OPTIONS <compiler options…>])
function(syncfree_precompiled_headers name)
  cmake_parse_arguments(ARG "" "" "HEADERS;LINKS;OPTIONS" ${ARGN})
  set(empty "${PROJECT_BINARY_DIR}/generated/${name}.cpp")
  file(CONFIGURE OUTPUT "${empty}" CONTENT "// Carries the precompiled header.\n")
  add_library(${name} OBJECT "${empty}")
  target_link_libraries(${name} PRIVATE ${ARG_LINKS} syncfree_warnings)  # their flags decide which macros there are
  target_compile_options(${name} PRIVATE ${ARG_OPTIONS})
  target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
endfunction()

# Instrumented code takes Clang a third of the time without optimisation, which runs too slowly for all of it.
set(SYNCFREE_LIGHT_OPTIONS -O1)
if(SYNCFREE_SANITIZE)
  set(SYNCFREE_LIGHT_OPTIONS -O0)
endif()

if(SYNCFREE_PRECOMPILED)
  syncfree_precompiled_headers(syncfree_common_headers HEADERS ${SYNCFREE_COMMON_HEADERS})
  if(SYNCFREE_LIGHT AND SYNCFREE_SANITIZE)  # Clang takes no header that was made with optimisation
    syncfree_precompiled_headers(syncfree_light_headers HEADERS ${SYNCFREE_COMMON_HEADERS} OPTIONS ${SYNCFREE_LIGHT_OPTIONS})
  endif()
endif()

# Lets `target` use the precompiled header of `from`, where there is one.
function(syncfree_use_precompiled target from)
  if(TARGET ${from})
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()
