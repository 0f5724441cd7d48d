// The bytes of python_hook.py, which the build names, as a string of C.
    .section .rodata
    .global syncfree_python_hook_text
    .hidden syncfree_python_hook_text
syncfree_python_hook_text:
    .incbin SYNCFREE_PYTHON_HOOK
    .byte 0
    .section .note.GNU-stack, "", %progbits
