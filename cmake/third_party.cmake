# tree-sitter's core and its Python grammar, built from pinned source archives.

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/third_party.txt")
execute_process(
  COMMAND "${CMAKE_CURRENT_LIST_DIR}/fetch_archives.sh" "${CMAKE_CURRENT_LIST_DIR}/third_party.txt"
          "${SYNCFREE_THIRD_PARTY_DIR}"
  RESULT_VARIABLE fetch_result)
if(NOT fetch_result EQUAL 0)
  message(FATAL_ERROR "fetching the third-party sources failed (see above)")
endif()

set(core "${SYNCFREE_THIRD_PARTY_DIR}/tree_sitter/tree_sitter/core/lib")
set(grammar "${SYNCFREE_THIRD_PARTY_DIR}/tree_sitter_python/src")

# A grammar of another ABI than the core's would be refused only when the program runs; say it here.
file(STRINGS "${core}/include/tree_sitter/api.h" newest REGEX "^#define TREE_SITTER_LANGUAGE_VERSION ")
file(STRINGS "${core}/include/tree_sitter/api.h" oldest REGEX "^#define TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION ")
file(STRINGS "${grammar}/parser.c" abi REGEX "^#define LANGUAGE_VERSION " LIMIT_COUNT 1)
foreach(line newest oldest abi)
  string(REGEX REPLACE ".* ([0-9]+)$" "\\1" ${line} "${${line}}")
endforeach()
if(abi LESS oldest OR abi GREATER newest)
  message(FATAL_ERROR "the Python grammar has ABI ${abi}, the tree-sitter core reads ${oldest} to ${newest}")
endif()

add_library(tree_sitter STATIC "${core}/src/lib.c")
target_include_directories(tree_sitter SYSTEM PUBLIC "${core}/include")
target_include_directories(tree_sitter PRIVATE "${core}/src")
target_compile_definitions(tree_sitter PRIVATE _POSIX_C_SOURCE=200112L _DEFAULT_SOURCE)

add_library(tree_sitter_python STATIC "${grammar}/parser.c" "${grammar}/scanner.c")
target_include_directories(tree_sitter_python PRIVATE "${grammar}")
target_link_libraries(tree_sitter_python PUBLIC tree_sitter)

foreach(library tree_sitter tree_sitter_python)
  target_compile_options(${library} PRIVATE -w)
  if(SYNCFREE_SANITIZE)
    target_compile_options(${library} PRIVATE -fno-sanitize=undefined)  # theirs to judge; our memory errors still show
  elseif(CMAKE_BUILD_TYPE STREQUAL "Debug")
    target_compile_options(${library} PRIVATE -O2)  # bare parsing at -O0 would hide our own cost
  endif()
endforeach()
