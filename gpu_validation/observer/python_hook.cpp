#include "python_hook.h"

#include <string>

#include <dlfcn.h>

#include "recorder.h"

// python_hook.py and kept_results.py as bytes with a zero behind them (python_hook_text.S).
extern "C" const char syncfree_python_hook_text[];
extern "C" const char syncfree_kept_results_text[];

namespace syncfree::observer {
namespace {

constexpr int kFileInput = 257;  // Py_file_input: a whole module

template <typename Function>
bool find(const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
  return function != nullptr;
}

struct Functions {
  void* (*compile)(const char* text, const char* name, int start) = nullptr;
  void* (*evaluate)(void* code, void* globals, void* locals) = nullptr;
  void* (*make_dictionary)() = nullptr;
  void* (*builtins)() = nullptr;
  void* (*make_text)(const char*) = nullptr;
  int (*set)(void* dictionary, const char* key, void* value) = nullptr;
  void (*clear_error)() = nullptr;
  void (*release)(void*) = nullptr;

  bool find_all() {
    return find("Py_CompileString", compile) && find("PyEval_EvalCode", evaluate) &&
           find("PyDict_New", make_dictionary) && find("PyEval_GetBuiltins", builtins) &&
           find("PyUnicode_FromString", make_text) && find("PyDict_SetItemString", set) &&
           find("PyErr_Clear", clear_error) && find("Py_DecRef", release);
  }
};

std::string own_path() {
  Dl_info info{};
  return dladdr(reinterpret_cast<void*>(&start_python_hook), &info) != 0 ? info.dli_fname : "";
}

}  // namespace

void run_on_main_thread(int (*function)(void*)) {
  int (*add_pending_call)(int (*)(void*), void*) = nullptr;
  if (!find("Py_AddPendingCall", add_pending_call) || add_pending_call(function, nullptr) != 0)
    note_hook(false, "Python takes no calls for its main thread");
}

void start_python_hook() {
  Functions python;
  if (!python.find_all()) return note_hook(false, "this Python lacks functions that the observer needs");
  void* code = python.compile(syncfree_python_hook_text, "<syncfree-lint>", kFileInput);
  void* globals = python.make_dictionary();
  void* path = python.make_text(own_path().c_str());
  void* results = python.make_text(syncfree_kept_results_text);
  void* result = nullptr;
  if (code != nullptr && globals != nullptr && path != nullptr && results != nullptr) {
    python.set(globals, "__builtins__", python.builtins());
    python.set(globals, "OBSERVER", path);
    python.set(globals, "RESULTS", results);
    result = python.evaluate(code, globals, globals);
  }
  if (result == nullptr) {
    python.clear_error();
    note_hook(false, "the observer's Python part did not start");
  }
  for (void* object : {code, globals, path, results, result}) {
    if (object != nullptr) python.release(object);
  }
}

}  // namespace syncfree::observer
