# Tests of sources, scripts and evidence, which run nothing that this build compiles.

# What is fixed still compiles.
add_test(NAME fixes.pairs_compile COMMAND Python3::Interpreter tests/fixes/check_pairs.py
         WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")

# What a GPU has shown of the fixtures: the evidence is complete, of these fixtures, and agrees with the pages.
add_test(NAME gpu_validation.evidence COMMAND Python3::Interpreter gpu_validation/check WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
add_test(NAME gpu_validation.rewrites COMMAND Python3::Interpreter gpu_validation/check_rewrites
         WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")

add_test(NAME gpu_validation.harness COMMAND Python3::Interpreter -m unittest discover -s tests/gpu_validation
         WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
add_test(NAME structure.sources COMMAND Python3::Interpreter tests/structure/check_structure.py WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
add_test(NAME structure.check COMMAND Python3::Interpreter -m unittest discover -s tests/structure
         WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
add_test(NAME packaging.urls COMMAND Python3::Interpreter -m unittest discover -s tests/packaging
         WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
add_test(NAME packaging.version COMMAND Python3::Interpreter packaging/check_version.py WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
add_test(NAME cli.configuration_schema COMMAND "${SYNCFREE_VALIDATION_PYTHON}" tests/cli/check_schema.py
         WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
