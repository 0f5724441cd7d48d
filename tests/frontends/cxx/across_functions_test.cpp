// What functions of C++ know of each other without a call: settings by a name, members, lambdas. A file says at its
// lines what is found in it.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/frontends/cxx/expectations.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

using NamedText = std::pair<const char*, const char*>;

struct SomeFiles {
  const char* name;
  const char* source;
  std::vector<NamedText> others = {};  ///< without findings
};

class AcrossFunctions : public testing::TestWithParam<SomeFiles> {};

TEST_P(AcrossFunctions, ValuesAreKnown) {
  const test::TemporaryFolder folder;
  const std::string_view source = GetParam().source;
  folder.write("a.cpp", source);
  for (const auto& [path, text] : GetParam().others) folder.write(path, text);
  EXPECT_EQ(findings_on_disk({folder.path().string()}), expected_findings(source)) << source;
}

TEST(HeadersBeside, AreKnownToEachSource) {
  const test::TemporaryFolder folder;
  constexpr const char* kSource = R"(#include "part.h"
float Part::first() {
  return values_[0];
})";
  folder.write("part.h", R"(#include <thrust/device_vector.h>
struct Part {
  float first();
  thrust::device_vector<float> values_;
};)");
  folder.write("part.cpp", kSource);
  folder.write("part.cu", kSource);
  const std::vector<std::string> found = findings_on_disk({folder.path().string()});
  EXPECT_EQ(found, (std::vector<std::string>{"3: SF603 values_[0]", "3: SF603 values_[0]"}));
}

constexpr const char* kCounts = R"(#include <torch/torch.h>
#include "common.h"
int count(int n) {
  torch::Tensor counter = torch::zeros({1}, SETTING);
  launch(n, counter.data_ptr<int>());
  return counter.item<int>();  // expect: SF301 `counter.item<int>()`
}
int filled(int n) {
  torch::Tensor counter = torch::full({1}, 3, SETTING);
  return counter.item<int>();  // expect: SF301 `counter.item<int>()`
}
int named(int n) {
  const auto setting = SETTING;
  torch::Tensor counter = torch::zeros({n}, setting);
  return counter.item<int>();  // expect: SF301 `counter.item<int>()`
})";
constexpr const char* kOnHost = R"(#include <torch/torch.h>
#include "common.h"
int count(int n) {
  torch::Tensor counter = torch::full({1}, 3, SETTING);
  return counter.item<int>();
})";

const SomeFiles kFiles[] = {
    {"AMacroOfAHeader",
     kCounts,
     {{"common.h", "#define SETTING torch::TensorOptions().dtype(torch::kInt).device(torch::kCUDA)\n"}}},
    {"AMacroForAMacro",
     kCounts,
     {{"common.h",
       "#define ON_GPU torch::TensorOptions().dtype(torch::kInt).device(torch::kCUDA)\n#define SETTING ON_GPU\n"}}},
    {"AMacroForTheHost", kOnHost, {{"common.h", "#define SETTING torch::dtype(torch::kInt).device(torch::kCPU)\n"}}},
    {"AConstantOfAHeader",
     kCounts,
     {{"common.h",
       "#include <torch/torch.h>\nconst auto SETTING = torch::dtype(torch::kInt).device(torch::kCUDA);\n"}}},
    {"AConstantForTheHost",
     kOnHost,
     {{"common.h",
       "#include <torch/torch.h>\nstatic const torch::TensorOptions SETTING = torch::dtype(torch::kInt);\n"}}},
    {"OptionsOfWhichNothingIsKnown", R"(#include <torch/torch.h>
int count(int n) {
  torch::Tensor counter = torch::zeros({1}, options_of_the_build);
  return counter.item<int>();  // expect: SF301 `counter.item<int>()`
}
int typed(int n) {
  torch::Tensor counter = torch::zeros({1}, some_scalar_type);
  return counter.item<int>();
})"},
    {"AFunctionThatGivesOptions", R"(#include <torch/torch.h>
inline torch::TensorOptions on_gpu() { return torch::TensorOptions().dtype(torch::kInt).device(torch::kCUDA); }
torch::Device host() { return torch::kCPU; }
int count(int n) {
  torch::Tensor counter = torch::full({1}, n, on_gpu());
  return counter.item<int>();  // expect: SF301 `counter.item<int>()`
}
int on_host(int n) {
  torch::Tensor counter = torch::full({1}, n, host());
  return counter.item<int>();
})"},
    {"AMemberThatTheConstructorFills",
     R"(#include "a.h"
Dataset::Dataset(int n) {
  std::vector<torch::Tensor> images;
  images.reserve(n);
  for (int i = 0; i < n; i++) images.push_back(read(i).to(torch::kCPU));  // expect: SF101 `read(i).to(torch::kCPU)` SF704 `read(i).to(torch::kCPU)`
  images_ = torch::stack(images, 0).contiguous();
}
torch::Tensor Dataset::image(int i) { return images_[i].to(torch::kCPU).reshape({8, 8}); }
torch::Tensor Dataset::colors(int i) {
  return images_[i].to(torch::kCUDA);  // expect: SF102 `images_[i].to(torch::kCUDA)`
})",
     {{"a.h",
       "#include <torch/torch.h>\nstruct Dataset {\n  Dataset(int n);\n  torch::Tensor image(int i);\n"
       "  torch::Tensor colors(int i);\n  torch::Tensor images_;\n};\n"},
      {"b.cpp", "#include \"a.h\"\nvoid show(Dataset* data, int i) { write(data->images_[i].to(torch::kCPU)); }\n"}}},
    {"AMemberThatAnotherFileFills",
     R"(#include "a.h"
void Dataset::load() { images_ = torch::zeros({8, 8}); }
torch::Tensor Dataset::image() {
  return images_.to(torch::kCPU);  // expect: SF101 `images_.to(torch::kCPU)`
})",
     {{"a.h",
       "#include <torch/torch.h>\nstruct Dataset {\n  void load();\n  torch::Tensor image();\n"
       "  torch::Tensor images_;\n};\n"},
      {"b.cpp", "#include \"a.h\"\nvoid replace(Dataset* data, torch::Tensor x) { data->images_ = x; }\n"}}},
    {"AMemberThatIsHandedOver", R"(#include <torch/torch.h>
struct Dataset {
  void load() {
    images_ = torch::zeros({8, 8});
    move_there(images_);
  }
  torch::Tensor image() {
    return images_.to(torch::kCPU);  // expect: SF101 `images_.to(torch::kCPU)`
  }
  torch::Tensor images_;
};)"},
    {"AMemberThatAParameterHides", R"(#include <torch/torch.h>
struct Dataset {
  void load() { images = torch::zeros({8, 8}); }
  void replace(torch::Tensor images) { this->images = images; }
  torch::Tensor image() {
    return images.to(torch::kCPU);  // expect: SF101 `images.to(torch::kCPU)`
  }
  torch::Tensor images;
};)"},
    {"ALambdaThatIsGivenHostTensors", R"(#include <torch/torch.h>
float interpolate(const torch::Tensor& pose) {
  torch::Tensor a = pose.to(torch::kCPU);  // expect: SF101 `pose.to(torch::kCPU)`
  auto first = [](torch::Tensor ps) { return ps.index({0, 0}).item<float>(); };
  return first(a);
})"},
    {"ALambdaThatIsHandedOn", R"(#include <torch/torch.h>
float interpolate(const torch::Tensor& pose) {
  torch::Tensor a = torch::zeros({8});
  auto first = [](torch::Tensor ps) {
    return ps.item<float>();  // expect: SF301 `ps.item<float>()`
  };
  each(pose, first);
  return first(a);
})"},
    {"AListOfHostTensors", R"(#include <torch/torch.h>
float last() {
  std::vector<torch::Tensor> parts;
  for (int i = 0; i < 3; ++i) parts.push_back(torch::zeros({8}, torch::kCPU));
  return parts.back().item<float>() + torch::cat(parts).sum().item<float>();
}
float on_gpu() {
  std::vector<torch::Tensor> parts;
  parts.push_back(torch::zeros({8}, torch::kCUDA));
  return parts[0].item<float>();  // expect: SF301 `parts[0].item<float>()`
})"},
};

INSTANTIATE_TEST_SUITE_P(Cxx, AcrossFunctions, testing::ValuesIn(kFiles),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx
