// The bytes of the observer, which the build names.
    .section .rodata
    .global syncfree_observer_image
    .global syncfree_observer_image_end
syncfree_observer_image:
    .incbin SYNCFREE_OBSERVER
syncfree_observer_image_end:
    .byte 0
    .section .note.GNU-stack, "", %progbits
