// A report is the same in every run, on one thread and on many, in every format.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "cli/choices.h"
#include "tests/cli/program.h"
#include "tests/main/sanitizers.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

TEST(SameOutput, InEveryFormatOnAnyNumberOfThreads) {
  const Workplace place;
  const std::string some = test::kIsSanitized ? "fixtures/host_scalar_read" : "fixtures";
  std::filesystem::copy(some, place.folder() / "work" / "fixtures", std::filesystem::copy_options::recursive);
  const std::string options = "--isolated --temperature cold --confidence possible fixtures --output-format ";
  for (const auto& [format, value] : kOutputFormats) {
    const std::string wanted = options + std::string(format);
    const Outcome one = place.run(wanted + " --jobs 1");
    EXPECT_EQ(one.status, 1) << format << one.error;
    const Outcome many = place.run(wanted + " --jobs 7");
    EXPECT_TRUE(many.out == one.out) << format;
    EXPECT_EQ(many.error, one.error) << format;
  }
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli
