#include "analyzer/engine/judging/cxx_words.h"

#include <array>
#include <cctype>
#include <string>
#include <string_view>

namespace syncfree::engine {

namespace {

struct Phrase {
  std::string_view python;
  std::string_view cxx;
};

/// Whole phrases first; each is replaced where it stands.
constexpr std::array kPhrases = {
    Phrase{"build it there: pass `device=` to the constructor, or construct it under `with torch.device(…)`",
           "move it once, before the loop, or load its parameters onto the device with `torch::load(module, path, "
           "device)`"},
    Phrase{"pass `device=` to the constructor", "say the device in the options of its constructor"},
    Phrase{"with `device=`", "by its options"},
    Phrase{"(`pin_memory()`, or `pin_memory=True` in the DataLoader)", "(`pin_memory()`)"},
    Phrase{"`pin_memory()`, or `pin_memory=True` where it is made", "`pin_memory()`"},
    Phrase{"`pin_memory=True`", "`pinned_memory(true)` in its options"},
    Phrase{"let the GPU wait with `stream.wait_event(event)`",
           "let the GPU wait for the event with `cudaStreamWaitEvent(stream, event)`"},
    Phrase{"`torch.cuda.current_stream().synchronize()`", "`cudaStreamSynchronize` of the current stream"},
    Phrase{"torch.full((), value, device=device, dtype=dtype)", "torch::full({}, value, options)"},
    Phrase{"torch.zeros(n, device=d)", "torch::zeros({n}, options)"},
    Phrase{"`torch.full((), value, device=…)`", "`torch::full({}, value, options)`"},
    Phrase{"`torch.nonzero_static(…, size=…)`", "`torch::nonzero_static(…, size)`"},
    Phrase{"pass `non_blocking=True`", "pass `true` for `non_blocking`"},
    Phrase{"copy with `non_blocking=True`", "copy with `true` for `non_blocking`"},
    Phrase{"copies with `non_blocking=True`", "copies with `true` for `non_blocking`"},
    Phrase{"in spite of non_blocking=True", "in spite of `non_blocking`"},
    Phrase{"non_blocking=True", "`non_blocking`"},
    Phrase{"map_location=\"cpu\", mmap=True, then one copy of each tensor from pinned memory",
           "load onto the CPU, then copy each tensor once, from pinned memory"},
    Phrase{"call `torch.cuda.synchronize()` before both readings",
           "wait for the stream (`cudaStreamSynchronize`) before both readings"},
    Phrase{"call `synchronize()` on the end event first", "call `cudaEventSynchronize` with the end event first"},
    Phrase{"a Python bool", "a bool"},
    Phrase{"a Python integer", "an integer of the host"},
    Phrase{"a Python number", "a number of the host"},
    Phrase{"a Python float", "a number of the host"},
    Phrase{"Python list", "list of the host"},
};

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// `torch.where(…)` is `torch::where(…)`.
void qualify(std::string& text) {
  constexpr std::string_view kPackage = "torch.";
  for (std::size_t at = text.find(kPackage); at != std::string::npos; at = text.find(kPackage, at + 1)) {
    const std::size_t behind = at + kPackage.size();
    const bool is_whole =
        at == 0 || (std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0 && text[at - 1] != '_');
    if (!is_whole || behind >= text.size() || std::isalpha(static_cast<unsigned char>(text[behind])) == 0) continue;
    text.replace(behind - 1, 1, "::");
  }
}

void say(std::string& text) {
  for (const Phrase& phrase : kPhrases) replace_all(text, phrase.python, phrase.cxx);
  qualify(text);
}

}  // namespace

void say_in_cxx(Finding& finding) {
  say(finding.message);
  say(finding.reason);
  say(finding.hint);
  if (finding.fix) say(finding.fix->title);
}

}  // namespace syncfree::engine
