#include "python_stack.h"

#include <array>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>

namespace syncfree::observer {
namespace {

constexpr char kOwnedByC = 3;  // a frame that stands for a call from C, from 3.12 on

template <typename T>
T load(const void* base, int offset) {
  T value;
  std::memcpy(&value, static_cast<const char*>(base) + offset, sizeof value);
  return value;
}

template <typename Function>
bool find(const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
  return function != nullptr;
}

void append_utf8(std::string& text, uint32_t character) {
  const auto tail = [&](int shift) { text += static_cast<char>(0x80 | ((character >> shift) & 0x3F)); };
  if (character < 0x80) {
    text += static_cast<char>(character);
  } else if (character < 0x800) {
    text += static_cast<char>(0xC0 | (character >> 6));
    tail(0);
  } else if (character < 0x10000) {
    text += static_cast<char>(0xE0 | (character >> 12));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0 | (character >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace

const PythonStack::Layout* PythonStack::layout_of(int minor) {
  static constexpr std::array<Layout, 3> kLayouts = {{
      {11, 56, 8, 32, 56, 48, 69, 72, 112, 128, 184},
      {12, 56, 0, 0, 56, 8, 70, 68, 112, 128, 192},
      {13, 72, -1, 0, 56, 8, 70, 68, 112, 128, 200},
  }};
  for (const Layout& layout : kLayouts) {
    if (layout.minor == minor) return &layout;
  }
  return nullptr;
}

void PythonStack::attach() {
  is_python_ = find("Py_IsInitialized", python_.is_initialized) && find("Py_GetVersion", python_.version) &&
               find("PyGILState_GetThisThreadState", python_.this_thread) &&
               find("PyUnicode_GetLength", python_.length) && find("PyUnicode_ReadChar", python_.character) &&
               find("PyThreadState_GetFrame", python_.thread_frame) && find("PyFrame_GetCode", python_.frame_code) &&
               find("Py_DecRef", python_.release) && python_.is_initialized() != 0;
  if (!is_python_) return;
  version_ = python_.version();
  version_ = version_.substr(0, version_.find(' '));
  const std::size_t dot = version_.find('.');
  const int minor = dot == std::string::npos ? 0 : std::atoi(version_.c_str() + dot + 1);
  if (!find("PyCode_Addr2Location", python_.location) || !find("PyFrame_GetLasti", python_.frame_instruction)) {
    problem_ = "Python " + version_ + " does not keep the positions that calls are tied to; 3.11 or newer does";
    return;
  }
  layout_ = version_.starts_with("3.") ? layout_of(minor) : nullptr;
  if (layout_ == nullptr) problem_ = "the frames of Python " + version_ + " are not known to the observer";
}

void PythonStack::check() {
  if (!is_python_ || layout_ == nullptr) return;
  const void* thread = python_.this_thread();
  std::vector<PythonFrame> frames;
  read_thread(thread, frames, 1);
  void* frame = python_.thread_frame(const_cast<void*>(thread));
  bool agree = frame != nullptr && frames.size() == 1;
  if (agree) {
    void* code = python_.frame_code(frame);
    agree = frames[0].code == code && frames[0].instruction == python_.frame_instruction(frame) &&
            !text(frames[0].file).empty();
    python_.release(code);
  }
  if (frame != nullptr) python_.release(frame);
  main_thread_ = thread;
  checked_ = agree;
  if (!agree) problem_ = "this build of Python " + version_ + " lays out its frames otherwise than the observer knows";
}

PythonFrame PythonStack::frame_at(const char* frame) const {
  const Layout& at = *layout_;
  const void* code = load<const void*>(frame, at.frame_code);
  const auto* instruction = load<const char*>(frame, at.frame_instruction);
  return {.code = code,
          .instruction = static_cast<int32_t>(instruction - (static_cast<const char*>(code) + at.code_bytes)),
          .first_line = load<int32_t>(code, at.code_first_line),
          .file = load<const void*>(code, at.code_file)};
}

void PythonStack::read_thread(const void* thread, std::vector<PythonFrame>& frames, std::size_t limit) const {
  if (thread == nullptr) return;
  const Layout& at = *layout_;
  const auto* frame = load<const char*>(thread, at.thread_to_frame);
  if (at.indirect_frame >= 0 && frame != nullptr) frame = load<const char*>(frame, at.indirect_frame);
  for (; frame != nullptr && frames.size() < limit; frame = load<const char*>(frame, at.frame_previous)) {
    const bool from_c = at.minor >= 12 && load<char>(frame, at.frame_owner) == kOwnedByC;
    if (!from_c) frames.push_back(frame_at(frame));
  }
}

void PythonStack::read(std::vector<PythonFrame>& frames, std::size_t limit) const {
  if (checked_) read_thread(python_.this_thread(), frames, limit);
}

void PythonStack::read_main(std::vector<PythonFrame>& frames, std::size_t limit) const {
  if (checked_) read_thread(main_thread_, frames, limit);
}

std::string PythonStack::text(const void* object) const {
  std::string result;
  auto* string = const_cast<void*>(object);
  const intptr_t length = python_.length(string);
  for (intptr_t i = 0; i < length; ++i) append_utf8(result, python_.character(string, i));
  return result;
}

PythonPlace PythonStack::place(const PythonFrame& frame) const {
  PythonPlace place{.file = text(frame.file), .function = text(load<const void*>(frame.code, layout_->code_name))};
  // Reads the code object's table and nothing else.
  python_.location(const_cast<void*>(frame.code), frame.instruction, &place.line, &place.column, &place.end_line,
                   &place.end_column);
  if (place.line <= 0) place.line = frame.first_line;
  if (place.end_line <= 0) place.end_line = place.line;
  return place;
}

}  // namespace syncfree::observer
