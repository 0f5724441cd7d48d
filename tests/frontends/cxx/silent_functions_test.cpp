// Functions of C++ that get to nothing of a library.
#include "frontends/cxx/silent_functions.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "frontends/cxx/lower.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

struct Text {
  std::string path;
  std::string text;
};

/// The names of the silent functions of all files, sorted.
std::vector<std::string> silent_of(const std::vector<Text>& texts) {
  model::SymbolTable symbols;
  std::vector<FileLinks> links(texts.size());
  std::vector<std::unique_ptr<model::Module>> modules;
  std::vector<LinkedFile> files;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    modules.push_back(*read_cxx(texts[i].text, symbols, FilePlace::kUnknown, nullptr, {}, &links[i]));
    files.push_back({.path = texts[i].path, .module = modules.back().get(), .links = &links[i]});
  }
  const std::vector<std::vector<OutsideName>> names = link_files(files, symbols);
  const std::vector<std::vector<bool>> silent =
      silent_functions(files, names, std::vector<bool>(files.size(), true), symbols);
  std::vector<std::string> found;
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (const model::Function* function : modules[i]->functions) {
      if (silent[i][function->id]) found.emplace_back(symbols.text(function->name));
    }
  }
  std::ranges::sort(found);
  return found;
}

using Names = std::vector<std::string>;

TEST(CxxSilentFunctions, GetToNothingOfALibrary) {
  EXPECT_EQ(silent_of({{"/a.cpp", R"(
int half(int n) { return n / 2; }
int quarter(int n) { return half(half(n)); }
void wait() { cudaDeviceSynchronize(); }
void wait_twice() { wait(); wait(); }
void with_all() { half(3); wait_twice(); }
void take(const at::Tensor& x) {}
)"}}),
            (Names{"half", "quarter"}));
}

TEST(CxxSilentFunctions, AreFollowedAcrossFiles) {
  EXPECT_EQ(
      silent_of(
          {{"/a.h", "void wait();\nint half(int n);\n"},
           {"/a.cpp",
            "#include \"a.h\"\nvoid wait() { cudaDeviceSynchronize(); }\nint half(int n) { return n / 2; }\n"},
           {"/b.cpp", "#include \"a.h\"\nvoid run() { wait(); }\nint quarter(int n) { return half(half(n)); }\n"}}),
      (Names{"half", "quarter"}));
}

TEST(CxxSilentFunctions, OfOneThatIsHandedOnOthersKnow) {
  EXPECT_EQ(silent_of({{"/a.cpp", R"(
void wait() { cudaDeviceSynchronize(); }
void start() { std::thread(wait).detach(); }
void stop() { std::thread(start_over).detach(); }
)"}}),
            Names{"stop"});
}

TEST(CxxSilentFunctions, LambdasArePartOfTheFunctionAroundThem) {
  EXPECT_EQ(silent_of({{"/a.cpp", R"(
void wait() { auto later = [&]() { cudaDeviceSynchronize(); }; later(); later(); }
)"}}),
            Names{});
}

TEST(CxxSilentFunctions, WhatMayBeATensorIsNotSilent) {
  EXPECT_EQ(silent_of({{"/a.cpp", R"(
void move(Batch& batch, Place place) { batch.data.to(place); }
void count(Batch& batch) { batch.rows(); }
)"}}),
            Names{"count"});
}

TEST(CxxSilentFunctions, WhoStoresTensorsIsNotSilent) {
  EXPECT_EQ(silent_of({{"/a.cpp", R"(
#include <torch/torch.h>
struct Layer {
  torch::Tensor weight_;
  void set(Parts& parts) { weight_ = parts.weight; }
};
)"}}),
            Names{});
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx
