// What a C++ user reads has no words of Python.
#include "analyzer/engine/judging/cxx_words.h"

#include <string>

#include <gtest/gtest.h>

namespace syncfree::engine {
namespace SYNCFREE_FILE {

struct Saying {
  std::string python;
  std::string cxx;
};

class CxxWords : public testing::TestWithParam<Saying> {};

TEST_P(CxxWords, AreOfItsOwn) {
  Finding finding;
  finding.message = finding.reason = finding.hint = GetParam().python;
  finding.fix = fixes::Fix{.title = GetParam().python};
  say_in_cxx(finding);
  EXPECT_EQ(finding.message, GetParam().cxx);
  EXPECT_EQ(finding.reason, GetParam().cxx);
  EXPECT_EQ(finding.hint, GetParam().cxx);
  EXPECT_EQ(finding.fix->title, GetParam().cxx);
}

INSTANTIATE_TEST_SUITE_P(
    Engine, CxxWords,
    testing::Values(Saying{"reads the answer back as a Python bool", "reads the answer back as a bool"},
                    Saying{"build it on the GPU with `device=`", "build it on the GPU by its options"},
                    Saying{"needs a Python integer as index", "needs an integer of the host as index"},
                    Saying{"pinned memory and copy with `non_blocking=True`",
                           "pinned memory and copy with `true` for `non_blocking`"},
                    Saying{"queue all copies with `non_blocking=True`, then",
                           "queue all copies with `true` for `non_blocking`, then"},
                    Saying{"waits in spite of non_blocking=True, because", "waits in spite of `non_blocking`, because"},
                    Saying{"pin the source first: `pin_memory()`, or `pin_memory=True` where it is made",
                           "pin the source first: `pin_memory()`"},
                    Saying{"make the destination with `pin_memory=True`, and wait",
                           "make the destination with `pinned_memory(true)` in its options, and wait"},
                    Saying{"let the GPU wait with `stream.wait_event(event)`, or look once",
                           "let the GPU wait for the event with `cudaStreamWaitEvent(stream, event)`, or look once"},
                    Saying{"wait once: `torch.cuda.current_stream().synchronize()`",
                           "wait once: `cudaStreamSynchronize` of the current stream"},
                    Saying{"torch.zeros(n, device=d).scatter_add_(0, index, ones)",
                           "torch::zeros({n}, options).scatter_add_(0, index, ones)"},
                    Saying{"zeros by `torch.where` in a sum", "zeros by `torch::where` in a sum"},
                    Saying{"`libtorch.so` and `my_torch.x` stay", "`libtorch.so` and `my_torch.x` stay"},
                    Saying{"`loss.item<float>()` reads one number back",
                           "`loss.item<float>()` reads one number back"}));

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::engine
