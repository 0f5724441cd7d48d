# The language server with a real client, and with bytes that no client should send.
function(syncfree_lsp_test name python)
  add_test(NAME lsp.${name} COMMAND "${python}" tests/lsp/test_${name}.py WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(lsp.${name} PROPERTIES TIMEOUT 300 ENVIRONMENT "SYNCFREE_PROGRAM=$<TARGET_FILE:syncfree-lint>")
endfunction()

set(lsp_client "${SYNCFREE_THIRD_PARTY_DIR}/lsp/client/bin/python")  # see requirements.txt
syncfree_lsp_test(wire "${Python3_EXECUTABLE}")
syncfree_lsp_test(mutations "${Python3_EXECUTABLE}")
syncfree_lsp_test(editing "${lsp_client}")
syncfree_lsp_test(answers "${lsp_client}")
syncfree_lsp_test(notebooks "${lsp_client}")

find_program(SYNCFREE_NEOVIM nvim)
if(SYNCFREE_NEOVIM)
  syncfree_lsp_test(neovim "${Python3_EXECUTABLE}")
endif()
