// The part of the observer that runs in Python: where steps end, and which lines ran (python_hook.py).
#pragma once

namespace syncfree::observer {

/// Calls `function` soon, on the main thread, with the interpreter's lock. Any thread may ask, without the lock.
void run_on_main_thread(int (*function)(void*));

/// Runs python_hook.py. Needs the interpreter's lock.
void start_python_hook();

}  // namespace syncfree::observer
