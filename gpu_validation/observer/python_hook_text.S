// The bytes of python_hook.py and kept_results.py, which the build names, as strings of C.
    .section .rodata
    .global syncfree_python_hook_text
    .hidden syncfree_python_hook_text
syncfree_python_hook_text:
    .incbin SYNCFREE_PYTHON_HOOK
    .byte 0
    .global syncfree_kept_results_text
    .hidden syncfree_kept_results_text
syncfree_kept_results_text:
    .incbin SYNCFREE_KEPT_RESULTS
    .byte 0
    .section .note.GNU-stack, "", %progbits
