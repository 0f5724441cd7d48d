// Which Python code a thread runs, read from within the process without the interpreter's lock.
//
// torch lets go of the lock before it waits for the GPU. Asking for it there could wait for another thread, and for
// ever: a thread that frees a tensor holds the interpreter's lock and waits for the allocator's, which the thread that
// made the driver call may hold. So the frames of the interpreter are read in place. They are the thread's own and stay
// as they are while it is outside of Python. Their layout differs by version and is tested before it is relied on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace syncfree::observer {

/// One running function: its code object and the instruction in it, as a byte offset.
struct PythonFrame {
  const void* code = nullptr;
  int32_t instruction = 0;
  int32_t first_line = 0;  ///< with `file`, tells a code object from a later one at the same address
  const void* file = nullptr;

  friend bool operator==(const PythonFrame&, const PythonFrame&) = default;
};

/// What a frame is in the source. Lines count from 1, columns are bytes from 0; -1 where Python did not keep them.
struct PythonPlace {
  std::string file;
  std::string function;
  int line = 0;
  int column = -1;
  int end_line = 0;
  int end_column = -1;
};

class PythonStack {
 public:
  /// Finds the interpreter's functions; nothing happens in a process without Python.
  void attach();
  bool is_python() const { return is_python_; }

  /// To be called with the interpreter's lock, on the main thread: checks that frames are read rightly in this version,
  /// and remembers the thread. Before, no frames are read.
  void check();
  /// Why frames are not read, or empty.
  const std::string& problem() const { return problem_; }
  const std::string& version() const { return version_; }

  /// The frames of the calling thread, innermost first, at most `limit`. Empty where it runs no Python.
  void read(std::vector<PythonFrame>& frames, std::size_t limit) const;
  /// Those of the main thread; only while that thread waits for the calling one.
  void read_main(std::vector<PythonFrame>& frames, std::size_t limit) const;

  PythonPlace place(const PythonFrame& frame) const;

 private:
  struct Functions {
    int (*is_initialized)() = nullptr;
    const char* (*version)() = nullptr;
    void* (*this_thread)() = nullptr;
    int (*location)(void* code, int offset, int* line, int* column, int* end_line, int* end_column) = nullptr;
    intptr_t (*length)(void* text) = nullptr;
    uint32_t (*character)(void* text, intptr_t index) = nullptr;
    void* (*thread_frame)(void* thread) = nullptr;
    void* (*frame_code)(void* frame) = nullptr;
    int (*frame_instruction)(void* frame) = nullptr;
    void (*release)(void* object) = nullptr;
  };
  /// Offsets in bytes, of one version.
  struct Layout {
    int minor;
    int thread_to_frame;  ///< or to the structure that holds it
    int indirect_frame;   ///< the frame in that structure; -1: there is none
    int frame_code, frame_instruction, frame_previous, frame_owner;
    int code_first_line, code_file, code_name, code_bytes;
  };
  static const Layout* layout_of(int minor);

  void read_thread(const void* thread, std::vector<PythonFrame>& frames, std::size_t limit) const;
  PythonFrame frame_at(const char* frame) const;
  std::string text(const void* object) const;

  Functions python_;
  const Layout* layout_ = nullptr;
  const void* main_thread_ = nullptr;
  bool is_python_ = false;
  bool checked_ = false;
  std::string problem_;
  std::string version_;
};

}  // namespace syncfree::observer
