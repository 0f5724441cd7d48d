# What the program writes, and the snapshots of machine-readable formats, against their schemas.
set(sarif_schema "${SYNCFREE_THIRD_PARTY_DIR}/schemas/sarif/lib/schemas/sarif-2.1.0-rtm.5.json")
set(json_schema "${PROJECT_SOURCE_DIR}/analyzer/report/findings.schema.json")
set(plan_schema "${PROJECT_SOURCE_DIR}/analyzer/plan/plan.schema.json")
set(gitlab_schema "${PROJECT_SOURCE_DIR}/analyzer/report/gitlab.schema.json")
set(rdjson_schema "${PROJECT_SOURCE_DIR}/analyzer/report/rdjson.schema.json")

# Debian's own Python, which sees Debian's jsonschema, before any other on PATH.
find_program(SYNCFREE_VALIDATION_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SYNCFREE_VALIDATION_PYTHON NAMES python3 REQUIRED)

# What the program itself writes, over sources with findings of every rule.
function(syncfree_output_test format schema)
  add_test(NAME "report_schema.program_${format}"
           COMMAND sh -c "\"$1\" --isolated --exit-zero --temperature cold --confidence possible --output-format ${format} fixtures |
                          \"$2\" tests/report/validate.py \"$3\" /dev/stdin" sh
                   "$<TARGET_FILE:syncfree-lint>" "${SYNCFREE_VALIDATION_PYTHON}" "${schema}"
           WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
endfunction()

syncfree_output_test(sarif "${sarif_schema}")
syncfree_output_test(json "${json_schema}")
syncfree_output_test(gitlab "${gitlab_schema}")
syncfree_output_test(rdjson "${rdjson_schema}")
add_test(NAME report_schema.program_plan
         COMMAND sh -c "\"$1\" plan --isolated --confidence possible --output-format json fixtures |
                        \"$2\" tests/report/validate.py \"$3\" /dev/stdin" sh
                 "$<TARGET_FILE:syncfree-lint>" "${SYNCFREE_VALIDATION_PYTHON}" "${plan_schema}"
         WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
add_test(NAME report_schema.program_junit
         COMMAND sh -c "\"$1\" --isolated --exit-zero --temperature cold --confidence possible --output-format junit fixtures |
                        \"$2\" tests/report/junit_grammar.py /dev/stdin" sh
                 "$<TARGET_FILE:syncfree-lint>" "${SYNCFREE_VALIDATION_PYTHON}"
         WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")

if(SYNCFREE_SANITIZE)  # of the browser's work and of the snapshots, once is enough
  return()
endif()

# And in a real browser, where there is one.
add_test(NAME cli.confirm_browser COMMAND Python3::Interpreter tests/cli/confirm_browser_test.py $<TARGET_FILE:syncfree-lint>
         WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
set_tests_properties(cli.confirm_browser PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)

# A document that breaks a schema on purpose shows that the check can fail.
function(syncfree_validation_test name schema)
  add_test(NAME "report_schema.${name}" COMMAND "${SYNCFREE_VALIDATION_PYTHON}" tests/report/validate.py "${schema}" ${ARGN}
           WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
endfunction()

set(snapshots tests/report/snapshots)
syncfree_validation_test(sarif "${sarif_schema}" ${snapshots}/sample.sarif ${snapshots}/empty.sarif)
syncfree_validation_test(json "${json_schema}" ${snapshots}/sample.json ${snapshots}/empty.json)
syncfree_validation_test(plan "${plan_schema}" tests/plan/snapshots/sample.json tests/plan/snapshots/nothing.json)
syncfree_validation_test(plan_refuses_other_json "${plan_schema}" ${snapshots}/sample.json)
syncfree_validation_test(gitlab "${gitlab_schema}" ${snapshots}/sample_gitlab.json)
syncfree_validation_test(rdjson "${rdjson_schema}" ${snapshots}/sample_rdjson.json)
syncfree_validation_test(sarif_refuses_other_json "${sarif_schema}" ${snapshots}/sample.json)
syncfree_validation_test(json_refuses_sarif "${json_schema}" ${snapshots}/sample.sarif)
syncfree_validation_test(gitlab_refuses_other_json "${gitlab_schema}" ${snapshots}/sample_statistics.json)
syncfree_validation_test(rdjson_refuses_other_json "${rdjson_schema}" ${snapshots}/sample.json)
set_tests_properties(report_schema.sarif_refuses_other_json report_schema.json_refuses_sarif report_schema.plan_refuses_other_json report_schema.gitlab_refuses_other_json
                     report_schema.rdjson_refuses_other_json
                     PROPERTIES PASS_REGULAR_EXPRESSION "is a required property")

# Formats that have no JSON schema: JSON Lines by the schema of their elements, JUnit by its grammar.
function(syncfree_lines_test name document)
  add_test(NAME "report_schema.${name}"
           COMMAND "${SYNCFREE_VALIDATION_PYTHON}" tests/report/validate.py --lines findings "${json_schema}" "${document}"
           WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
endfunction()
function(syncfree_junit_test name)
  add_test(NAME "report_schema.${name}" COMMAND Python3::Interpreter tests/report/junit_grammar.py ${ARGN}
           WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
endfunction()
syncfree_lines_test(json_lines ${snapshots}/sample.jsonl)
syncfree_junit_test(junit ${snapshots}/sample_junit.xml ${snapshots}/empty_junit.xml)
syncfree_junit_test(junit_refuses_other_xml tests/report/faulty_junit.xml)
set_tests_properties(report_schema.junit_refuses_other_xml PROPERTIES PASS_REGULAR_EXPRESSION "cannot have `line`")

# And judged by a validator that is not ours; a result without a place shows that it can find fault.
function(syncfree_multitool_test name)
  add_test(NAME "report_schema.${name}"
           COMMAND Python3::Interpreter tests/report/multitool.py "${SYNCFREE_THIRD_PARTY_DIR}/schemas/multitool" ${ARGN}
           WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties("report_schema.${name}" PROPERTIES SKIP_RETURN_CODE 77)
endfunction()
syncfree_multitool_test(multitool ${snapshots}/sample.sarif ${snapshots}/empty.sarif)
syncfree_multitool_test(multitool_finds_fault tests/report/faulty.sarif)
set_tests_properties(report_schema.multitool_finds_fault PROPERTIES PASS_REGULAR_EXPRESSION "error GH1015")

# The HTML snapshot in a real browser, where there is one.
add_test(NAME report_browser COMMAND Python3::Interpreter tests/report/browser_test.py WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
set_tests_properties(report_browser PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
