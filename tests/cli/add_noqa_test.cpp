// `--add-noqa`: after it a run finds nothing, and the sources still mean the same.
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

std::string last_line(const std::string& text) {
  const std::size_t end = text.size() - 1;
  return text.substr(text.rfind('\n', end - 1) + 1, end - text.rfind('\n', end - 1) - 1);
}

/// Adds comments to a file and returns it; it has to be free of findings then, and a second time changes nothing.
std::string silenced(const std::string& name, std::string_view text) {
  const Workplace place;
  place.write(name, text);
  const Outcome first = place.run("--add-noqa " + name);
  EXPECT_EQ(first.status, 0) << first.error;
  EXPECT_EQ(first.out, "");
  const std::string result = place.read(name);
  const Outcome after = place.run("--output-format concise " + name);
  EXPECT_EQ(after.status, 0) << after.out << after.error << result;
  EXPECT_EQ(place.run("--add-noqa " + name).error, "0 findings silenced in 0 files\n");
  EXPECT_EQ(place.read(name), result);
  return result;
}

/// A step with this statement, whose `loss` is a CUDA tensor.
std::string step(const std::string& statement) {
  return "import torch\n\nclass Loss(torch.nn.Module):\n    def forward(self, batch):\n"
         "        loss = torch.rand((), device='cuda')\n        loss += 1\n        loss *= 2\n        " +
         statement + "\n";
}

TEST(AddNoqa, AtTheEndOfTheLine) {
  EXPECT_EQ(last_line(silenced("a.py", kOneRead)), "        print(loss.item())  # noqa: SF301");
}

TEST(AddNoqa, OtherCommentsStay) {
  EXPECT_EQ(last_line(silenced("a.py", step("print(loss.item())  # noqa: E501, W291 long"))),
            "        print(loss.item())  # noqa: E501, W291, SF301 long");
  EXPECT_EQ(last_line(silenced("a.py", step("print(loss.item())  # type: ignore"))),
            "        print(loss.item())  # type: ignore  # noqa: SF301");
  EXPECT_EQ(last_line(silenced("a.py", step("print(loss.item())  # see noqa: nothing"))),
            "        print(loss.item())  # see noqa: nothing  # noqa: SF301");
}

TEST(AddNoqa, NotIntoAStringOrBehindABackslash) {
  EXPECT_EQ(last_line(silenced("a.py", step("print(loss.item(), \"\"\"one\ntwo\"\"\")"))), "two\"\"\")  # noqa: SF301");
  EXPECT_EQ(last_line(silenced("a.py", step("x = loss.item() + \\\n            1"))), "            1  # noqa: SF301");
}

TEST(AddNoqa, SeveralRulesOnALineAreOneComment) {
  const std::string text = silenced("a.py", step("print(loss.item(), loss[loss > 0])"));
  EXPECT_EQ(last_line(text), "        print(loss.item(), loss[loss > 0])  # noqa: SF301, SF305, SF501");
}

TEST(AddNoqa, LineEndsAndTheByteOrderMarkStay) {
  std::string text = "\xEF\xBB\xBF" + step("print(loss.item())");
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2))
    text.replace(at, 1, "\r\n");
  const std::string result = silenced("a.py", text);
  EXPECT_TRUE(result.starts_with("\xEF\xBB\xBFimport torch\r\n"));
  EXPECT_TRUE(result.ends_with("print(loss.item())  # noqa: SF301\r\n"));
}

TEST(AddNoqa, CxxHasNolint) {
  const auto source = [](const std::string& line) {
    return "#include <cuda_runtime.h>\nvoid f() {\n" + line + "\n}\n// end\n";
  };
  const auto line = [&](const std::string& before) { return silenced("a.cu", source(before)).substr(37); };
  EXPECT_EQ(line("  cudaDeviceSynchronize();"), "  cudaDeviceSynchronize();  // NOLINT(SF601)\n}\n// end\n");
  EXPECT_EQ(line("  cudaDeviceSynchronize();  // NOLINT(bugprone-x)"),
            "  cudaDeviceSynchronize();  // NOLINT(bugprone-x, SF601)\n}\n// end\n");
  EXPECT_EQ(line("  cudaDeviceSynchronize();  // why"),
            "  cudaDeviceSynchronize();  // why  // NOLINT(SF601)\n}\n// end\n");
}

TEST(AddNoqa, OnlyWhatIsReported) {
  const Workplace place;
  place.write("a.py", kOneRead);
  EXPECT_EQ(place.run("--add-noqa --ignore SF3 a.py").error, "0 findings silenced in 0 files\n");
  EXPECT_EQ(place.read("a.py"), kOneRead);
}

TEST(AddNoqa, WhatCannotBeWrittenIsSaid) {
  const Workplace place;
  place.write("latin.py", "# coding: latin-1\nname = '\xE9'\n" + std::string(kOneRead));
  const Outcome outcome = place.run("--add-noqa latin.py");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(outcome.error.starts_with("error: latin.py: comments are added to UTF-8 files only")) << outcome.error;
  EXPECT_EQ(place.run("--add-noqa -", kOneRead).error, "error: `--add-noqa` changes files; standard input is none\n");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli
