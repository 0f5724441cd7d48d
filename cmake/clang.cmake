# Clang's static archives, as the target `clang_archives`. Without them the program is built without its worker, and says
# so when asked for exact mode.

set(SYNCFREE_HAS_CLANG OFF)
if(SYNCFREE_SANITIZE OR NOT SYNCFREE_CLANG OR NOT CMAKE_SYSTEM_NAME STREQUAL "Linux")
  # Code of Clang that is not instrumented and code of ours that is do not go together. Elsewhere the worker was not tried.
  return()
endif()

find_program(SYNCFREE_LLVM_CONFIG NAMES llvm-config-19 PATHS /usr/lib/llvm-19/bin)
if(SYNCFREE_LLVM_CONFIG)
  foreach(what libdir includedir)
    execute_process(COMMAND "${SYNCFREE_LLVM_CONFIG}" --${what} OUTPUT_VARIABLE llvm_${what} OUTPUT_STRIP_TRAILING_WHITESPACE)
  endforeach()
endif()
find_library(SYNCFREE_ZLIB libz.a)
find_library(SYNCFREE_ZSTD libzstd.a)
if(NOT SYNCFREE_LLVM_CONFIG OR NOT SYNCFREE_ZLIB OR NOT SYNCFREE_ZSTD OR NOT EXISTS "${llvm_libdir}/libclangTooling.a"
   OR NOT EXISTS "${llvm_libdir}/libLLVMSupport.a")
  message(STATUS "Clang 19's archives are not here (libclang-19-dev, llvm-19-dev, libzstd-dev, zlib1g-dev): no exact mode")
  return()
endif()

execute_process(
  COMMAND "${SYNCFREE_LLVM_CONFIG}" --link-static --libfiles frontendopenmp frontendhlsl option support windowsdriver
  OUTPUT_VARIABLE llvm_archives
  OUTPUT_STRIP_TRAILING_WHITESPACE)
separate_arguments(llvm_archives UNIX_COMMAND "${llvm_archives}")
set(clang_archives "")
foreach(part Tooling Frontend Driver Serialization Parse Sema APINotes Edit Analysis ASTMatchers AST ToolingCore Rewrite
             Lex Support Basic)
  list(APPEND clang_archives "${llvm_libdir}/libclang${part}.a")
endforeach()

add_library(clang_archives INTERFACE)
target_include_directories(clang_archives SYSTEM INTERFACE "${llvm_includedir}")
# GCC 12 sees null pointers in what it inlines of Clang.
target_compile_options(clang_archives INTERFACE -Wno-nonnull)
target_compile_definitions(clang_archives INTERFACE _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
target_link_libraries(clang_archives INTERFACE ${clang_archives} ${llvm_archives}
                      "${SYNCFREE_ZLIB}" "${SYNCFREE_ZSTD}" dl m Threads::Threads)
# Of 200 MB of archives a worker needs the sixth part.
target_link_options(clang_archives INTERFACE -Wl,--gc-sections -s)

set(SYNCFREE_CLANG_RESOURCES "${llvm_libdir}/clang/19")
set(SYNCFREE_HAS_CLANG ON)
