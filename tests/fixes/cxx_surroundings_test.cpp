// Every rewrite of C++ and CUDA in every kind of place that an expression can stand in, and not where a macro makes it.
#include <gtest/gtest.h>

#include "tests/fixes/fix_text.h"

namespace syncfree::test {
namespace SYNCFREE_FILE {

struct Rewrite {
  std::string rule;
  std::string before;
  std::string after;
};

const std::vector<Rewrite>& rewrites() {
  static const std::vector<Rewrite> all = {
      {"SF601", "cudaDeviceSynchronize()", "cudaStreamSynchronize(at::cuda::getCurrentCUDAStream())"},
      {"SF602", "cudaMemcpy(a, b, n, cudaMemcpyHostToDevice)",
       "cudaMemcpyAsync(a, b, n, cudaMemcpyHostToDevice, at::cuda::getCurrentCUDAStream())"},
      {"SF105", "torch::zeros({3, n}).to(x.device())", "torch::zeros({3, n}, x.device())"},
  };
  return all;
}

/// `@` stands for the expression.
const std::vector<std::string>& places() {
  static const std::vector<std::string> all = {
      "  @;  // said of it\n",
      "  /* before */ @ /* after */ ;\n",
      "  if (n > 0) @; else return;\n",
      "  CHECK(@);\n",
      "  CHECK( /* all */ @ );  \\\n\n",
      "  auto result =\n      @;\n  (void)result;\n",
      "  for (int i = 0; i < 3; ++i) { @; }\n",
      "  auto later = [&] { @; };\n  later();\n",
      "  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), \"kernel\", [&] {\n    @;\n  });\n",
      "#ifdef WITH_TIMING\n  @;\n#endif\n",
      "  switch (n) {\n    case 1: @; break;\n    default: break;\n  }\n",
      "\tdo { @; } while (false);\n",
      "  printf(\"cudaDeviceSynchronize() %d\", n); @;\n",
  };
  return all;
}

std::string program(const std::string& code) {
  return "#include <ATen/cuda/CUDAContext.h>\n#include <torch/torch.h>\n\n"
         "#define CHECK(call) do { auto status = (call); (void)status; } while (0)\n\n"
         "void step(at::Tensor x, float* a, const float* b, int n) {\n" +
         code + "}\n";
}

std::string filled(std::string place, const std::string& expression) {
  place.replace(place.find('@'), 1, expression);
  return program(place);
}

std::string fixed(const std::string& text, const std::string& rule) {
  const driver::FixResult result = fix_text("code.cu", text, fixes::Applicability::kUnsafe, rule);
  return result.changed.empty() ? text : result.changed.front().text;
}

TEST(CxxSurroundings, EachRewriteIsMadeInEachPlaceAndOnce) {
  for (const Rewrite& rewrite : rewrites()) {
    for (const std::string& place : places()) {
      const std::string after = filled(place, rewrite.after);
      EXPECT_EQ(fixed(filled(place, rewrite.before), rewrite.rule), after) << rewrite.rule;
      EXPECT_EQ(fixed(after, rewrite.rule), after) << rewrite.rule;
    }
  }
}

TEST(CxxSurroundings, LineEndsStayAsTheyAre) {
  const auto with_line_ends = [](const std::string& text) {
    std::string other;
    for (const char c : text) c == '\n' ? other += "\r\n" : other += c;
    return other;
  };
  for (const Rewrite& rewrite : rewrites()) {
    const std::string before = with_line_ends(filled("\t@; // said\n", rewrite.before));
    EXPECT_EQ(fixed(before, rewrite.rule), with_line_ends(filled("\t@; // said\n", rewrite.after)));
  }
}

TEST(CxxSurroundings, WhatAMacroMakesIsLeftAlone) {
  for (const Rewrite& rewrite : rewrites()) {
    const std::string text =
        filled("#define DO_IT() @\n#define IT @\n  DO_IT();\n  IT;\n  CHECK(IT);\n", rewrite.before);
    const std::string all = text.substr(0, text.find('@')) + rewrite.before + text.substr(text.find('@') + 1);
    EXPECT_EQ(fixed(all, rewrite.rule), all) << rewrite.rule;
  }
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::test
