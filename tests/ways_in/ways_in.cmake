# Each way in which people meet the program, with the real tools and a wheel around the program of this build.
if(NOT SYNCFREE_PORTABLE OR NOT CMAKE_BUILD_TYPE STREQUAL "Release" OR NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  return()
endif()
set(ways_in_tools "${SYNCFREE_THIRD_PARTY_DIR}/ways_in")
foreach(way wheel pre_commit code_scanning action)
  add_test(NAME ways_in.${way} COMMAND "${ways_in_tools}/tools/bin/python" tests/ways_in/test_${way}.py
           WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(
    ways_in.${way}
    PROPERTIES TIMEOUT 600
               ENVIRONMENT
               "SYNCFREE_PROGRAM=$<TARGET_FILE:syncfree-lint>;SYNCFREE_TOOLS=${ways_in_tools}/tools;SYNCFREE_SARIF_MULTITOOL=${SYNCFREE_THIRD_PARTY_DIR}/schemas/multitool/Sarif.Multitool")
endforeach()
