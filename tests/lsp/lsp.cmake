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
syncfree_lsp_test(names "${lsp_client}")
syncfree_lsp_test(notebooks "${lsp_client}")

find_program(SYNCFREE_NEOVIM nvim)
if(SYNCFREE_NEOVIM)
  syncfree_lsp_test(neovim "${Python3_EXECUTABLE}")
endif()

find_program(SYNCFREE_EMACS emacs)
if(SYNCFREE_EMACS AND NOT DEFINED SYNCFREE_HAS_EGLOT)
  execute_process(COMMAND "${SYNCFREE_EMACS}" --batch --eval "(progn (package-initialize) (require 'eglot))"
                  RESULT_VARIABLE eglot_status OUTPUT_QUIET ERROR_QUIET)
  if(eglot_status EQUAL 0)
    set(SYNCFREE_HAS_EGLOT TRUE CACHE INTERNAL "whether Emacs has eglot")
  endif()
endif()
if(SYNCFREE_HAS_EGLOT)
  syncfree_lsp_test(emacs "${Python3_EXECUTABLE}")
endif()
