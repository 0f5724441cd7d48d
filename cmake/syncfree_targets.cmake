# One static library per folder. A folder's sources see the project's headers only through an include root of their own,
# a folder of links to the headers of the folders that it may use. An include against the direction of the design is
# therefore a file that does not exist, and the build stops.

# The headers directly in `folder` (given from the project root) in `out`; a header stands for itself.
function(syncfree_folder_headers folder out)
  if(folder MATCHES "\\.h$")
    set(headers "${folder}")
  else()
    file(GLOB headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/${folder}/*.h")
  endif()
  set(${out} ${headers} PARENT_SCOPE)
endfunction()

# Makes `root` hold a link for every header of the folders named after it, and nothing else.
function(syncfree_make_include_root root)
  set(wanted "")
  foreach(folder IN LISTS ARGN)
    syncfree_folder_headers("${folder}" headers)
    list(APPEND wanted ${headers})
  endforeach()
  file(MAKE_DIRECTORY "${root}")
  file(GLOB_RECURSE present RELATIVE "${root}" "${root}/*")
  foreach(header IN LISTS present)
    if(NOT header IN_LIST wanted)
      file(REMOVE "${root}/${header}")
    endif()
  endforeach()
  foreach(header IN LISTS wanted)
    if(NOT EXISTS "${root}/${header}")
      cmake_path(GET header PARENT_PATH folder)
      file(MAKE_DIRECTORY "${root}/${folder}")
      file(CREATE_LINK "${PROJECT_SOURCE_DIR}/${header}" "${root}/${header}" SYMBOLIC)
    endif()
  endforeach()
endfunction()

# The folders that `targets` may be seen from: their own and those of everything that they use, in `out`.
function(syncfree_visible_folders out)
  set(folders "")
  foreach(target IN LISTS ARGN)
    get_property(visible GLOBAL PROPERTY "syncfree_visible_${target}")
    if(NOT visible)
      message(FATAL_ERROR "${target} is not a syncfree_library that was defined before")
    endif()
    list(APPEND folders ${visible})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  set(${out} ${folders} PARENT_SCOPE)
endfunction()

# syncfree_library(<name> FOLDER <folder> [INNER <folder>] [EXCLUDE <files…>] [ALSO <files…>] [USES <libraries…>] [LINKS <other libraries…>]
#                  [GENERATED <files…>] [OWN_MACROS] [LIGHT])
#
# A library of the *.cpp files directly in FOLDER (from the project root) but those named by EXCLUDE, and of those named by ALSO.
# USES names the project's libraries whose headers
# it may include; what these use comes with them. LINKS names libraries from elsewhere. A folder without sources is fine.
# OWN_MACROS: it is compiled with macros (of what it links, or of its optimisation) that the precompiled header lacks.
# INNER: its sources belong to the library, too, and nobody else sees its headers.
# LIGHT: little of a run's time goes there.
function(syncfree_library name)
  cmake_parse_arguments(ARG "OWN_MACROS;LIGHT" "FOLDER;INNER" "EXCLUDE;ALSO;USES;LINKS;GENERATED" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${ARG_FOLDER}/*.cpp")
  foreach(file IN LISTS ARG_EXCLUDE)
    list(REMOVE_ITEM sources "${PROJECT_SOURCE_DIR}/${ARG_FOLDER}/${file}")
  endforeach()
  if(ARG_INNER)
    file(GLOB inner CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${ARG_INNER}/*.cpp")
  endif()
  list(APPEND sources ${inner} ${ARG_ALSO} ${ARG_GENERATED})
  if(ARG_GENERATED AND SYNCFREE_GENERATED_APART)
    # Whoever only reads the sources makes none.
    set_source_files_properties(${ARG_GENERATED} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()

  set(folders "${ARG_FOLDER}")
  if(ARG_USES)
    syncfree_visible_folders(used ${ARG_USES})
    list(APPEND folders ${used})
  endif()
  list(REMOVE_DUPLICATES folders)
  set_property(GLOBAL PROPERTY "syncfree_visible_${name}" ${folders})
  list(APPEND folders ${ARG_INNER})

  set(root "${PROJECT_BINARY_DIR}/include-roots/${name}")
  syncfree_make_include_root("${root}" ${folders})
  if(sources)
    add_library(${name} STATIC ${sources})
    target_include_directories(${name} PRIVATE "${root}")
    target_link_libraries(${name} PUBLIC ${ARG_USES} ${ARG_LINKS} PRIVATE $<BUILD_INTERFACE:syncfree_warnings>)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ${SYNCFREE_UNITY} UNITY_BUILD_BATCH_SIZE ${SYNCFREE_UNITY_SOURCES})
    set(headers syncfree_common_headers)
    if(SYNCFREE_LIGHT AND ARG_LIGHT)
      target_compile_options(${name} PRIVATE ${SYNCFREE_LIGHT_OPTIONS})
      if(TARGET syncfree_light_headers)
        set(headers syncfree_light_headers)
      endif()
    endif()
    if(NOT ARG_OWN_MACROS)
      syncfree_use_precompiled(${name} ${headers})
    endif()
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${ARG_USES} ${ARG_LINKS})
  endif()
endfunction()

# syncfree_program(<name> SOURCES <files…> USES <libraries…> [LINKS <other libraries…>])
function(syncfree_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;LINKS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  if(ARG_USES)
    syncfree_visible_folders(folders ${ARG_USES})
    set(root "${PROJECT_BINARY_DIR}/include-roots/${name}")
    syncfree_make_include_root("${root}" ${folders})
    target_include_directories(${name} PRIVATE "${root}")
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_USES} ${ARG_LINKS} syncfree_warnings syncfree_program_link)
endfunction()

# syncfree_test(<name> FOLDER <folder> USES <libraries…> [LINKS <other libraries…>])
#
# A GoogleTest program of FOLDER's *_test.cpp files and their helpers (*.cpp, *.h). Each TEST is one test of ctest; where a
# whole build is made at once, or under the sanitizers, each of four parts of the program is, since thousands of processes
# take long to start. Tests see what USES names, their own folder and tests/main. They run in the project root, so that
# data are named from there. What a file declares for itself stands in the namespace SYNCFREE_FILE, which has no name, or
# one of that file alone where files are compiled together.
function(syncfree_test name)
  cmake_parse_arguments(ARG "" "FOLDER" "USES;LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${ARG_FOLDER}/*.cpp")
  if(NOT sources)
    message(FATAL_ERROR "${name}: there are no tests in ${ARG_FOLDER}")
  endif()
  add_executable(${name} ${sources})
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${SYNCFREE_UNITY} UNITY_BUILD_BATCH_SIZE 8
                                           UNITY_BUILD_UNIQUE_ID SYNCFREE_FILE)
  syncfree_use_precompiled(${name} syncfree_test_headers)
  syncfree_visible_folders(folders ${ARG_USES})
  set(root "${PROJECT_BINARY_DIR}/include-roots/${name}")
  syncfree_make_include_root("${root}" ${ARG_FOLDER} tests/main ${folders})
  target_include_directories(${name} PRIVATE "${root}")
  target_link_libraries(${name} PRIVATE ${ARG_USES} ${ARG_LINKS} test_main GTest::gtest syncfree_warnings syncfree_test_link)
  if(SYNCFREE_SANITIZE OR SYNCFREE_UNITY)
    set(shards 4)
    foreach(shard RANGE 1 ${shards})
      add_test(NAME ${name}.${shard} COMMAND ${name} --gtest_brief=1 WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
      math(EXPR index "${shard} - 1")
      set_tests_properties(${name}.${shard} PROPERTIES TIMEOUT 1800 ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index}")
    endforeach()
    return()
  endif()
  gtest_discover_tests(
    ${name}
    TEST_PREFIX "${name}."
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    DISCOVERY_MODE PRE_TEST
    PROPERTIES TIMEOUT 300)
endfunction()
