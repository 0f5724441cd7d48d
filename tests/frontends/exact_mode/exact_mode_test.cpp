// Exact mode: sources read with Clang, as a build says.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "driver/check.h"
#include "driver/progress.h"
#include "driver/settings.h"
#include "frontends/clang/worker_process.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::clang_frontend {
namespace SYNCFREE_FILE {

namespace fs = std::filesystem;

/// As much of torch as the sources below use.
constexpr const char* kTorch = R"(
#pragma once
namespace at {
struct Tensor {
  template <class T> T item() const;
  Tensor sum() const;
  long size(int) const;
};
Tensor nonzero(const Tensor&);
}
namespace torch { using at::Tensor; using at::nonzero; }
extern "C" int cudaDeviceSynchronize();
)";

class ExactMode : public testing::Test {
 protected:
  ExactMode() {
    write("lib/torch.h", kTorch);
    write("build/compile_flags.txt", "-isystem\n../lib\n-I../src\n-std=c++17\n-DBUILT=1\n");
  }

  void write(const std::string& path, const std::string& text) { folder_.write(path, text); }

  driver::CheckResult run() {
    driver::CheckRequest request;
    request.paths = {folder_.at("src")};
    if (!more_.empty()) request.paths.push_back(more_);
    if (given_) {
      request.text = given_;
      request.paths = {given_->path};
    }
    request.settings = driver::default_settings(fs::current_path());
    request.build = load_compilation_database(folder_.at("build")).value();
    request.cache = cache_;
    driver::Progress progress;
    return driver::check(request, progress);
  }

  /// "a.cu:3 SF301", and what was noted.
  std::vector<std::string> findings() {
    const driver::CheckResult result = run();
    std::vector<std::string> found;
    for (const engine::Finding& finding : result.report.findings) {
      const engine::ReportedFile& file = result.report.files[finding.file];
      std::string text = place(file, finding.range) + " " + std::string(finding.code);
      for (const engine::Related& related : finding.related) {
        text += " <- " + place(result.report.files[related.file], related.range);
      }
      found.push_back(std::move(text));
    }
    for (const engine::Problem& problem : result.report.problems) {
      found.push_back(fs::path(problem.path).filename().string() + ": " + problem.message);
    }
    return found;
  }

  static std::string place(const engine::ReportedFile& file, source::TextRange range) {
    return fs::path(file.path).filename().string() + ":" + std::to_string(file.lines->position(range.begin).line);
  }

  test::TemporaryFolder folder_;
  std::optional<driver::SourceText> given_;  ///< on standard input
  std::optional<fs::path> cache_;            ///< nothing is kept without
  std::string more_;                         ///< a folder beside the sources
};

using Found = std::vector<std::string>;

TEST_F(ExactMode, TypesComeFromHeaders) {
  write("src/values.h", R"(#pragma once
#include <torch.h>
struct Row { template <class T> T item() const; };
torch::Tensor make();
Row row();
)");
  write("src/a.cpp", R"(#include "values.h"
float f() {
  auto made = make();
  auto other = row();
  return made.item<float>() +
         other.item<float>();
}
)");
  EXPECT_EQ(findings(), (Found{"a.cpp:5 SF301"}));
}

TEST_F(ExactMode, ConstructorsAreCalled) {
  write("src/buffer.h", R"(#pragma once
#include <torch.h>
struct Buffer {
  Buffer(int size, bool managed = false) { cudaDeviceSynchronize(); }
};
)");
  write("src/a.cpp", R"(#include "buffer.h"
void f(int size) { Buffer buffer(size * 2); }
)");
  const std::vector<std::string> found = findings();
  EXPECT_NE(std::ranges::find(found, "a.cpp:2 SF601 <- buffer.h:4"), found.end()) << testing::PrintToString(found);
}

TEST_F(ExactMode, ACheckOfAHeaderDecidesNothingOfWhatItIsGiven) {
  write("src/check.h", R"(#pragma once
#define CHECK(x) do { int e = x; if (e != 0) throw e; } while (0)
)");
  write("src/a.cpp", R"(#include <torch.h>
#include "check.h"
void wait() { CHECK(cudaDeviceSynchronize()); }
void f() { wait(); }
)");
  const driver::CheckResult result = run();
  ASSERT_EQ(result.report.findings.size(), 2U);
  for (const engine::Finding& finding : result.report.findings)
    EXPECT_NE(finding.confidence, engine::Confidence::kPossible) << finding.message;
}

TEST_F(ExactMode, NamesComeThroughUsing) {
  write("src/a.cpp", R"(#include <torch.h>
using namespace at;
namespace t = torch;
Tensor f(const Tensor& x) { return nonzero(x); }
Tensor g(const Tensor& x) { return t::nonzero(x); }
)");
  EXPECT_EQ(findings(), (Found{"a.cpp:4 SF502", "a.cpp:5 SF502"}));
}

// An editor's text is not what the file holds; its headers are those beside the file.
TEST_F(ExactMode, StandardInput) {
  write("src/values.h", "#pragma once\n#include <torch.h>\ntorch::Tensor make();\n");
  write("src/a.cpp", "not C++ at all");
  const std::string text =
      "#include \"values.h\"\nfloat f() {\n  auto made = make();\n  return made.item<float>();\n}\n";
  given_ = driver::SourceText{folder_.at("src/a.cpp"), text};
  EXPECT_EQ(findings(), (Found{"a.cpp:4 SF301"}));
  given_ = driver::SourceText{folder_.at("src/new.cpp"), text};
  EXPECT_EQ(findings(), (Found{"new.cpp:4 SF301"}));
  given_ = driver::SourceText{folder_.at("src/values.h"), "inline void f() { cudaDeviceSynchronize(); }\n"};
  EXPECT_EQ(findings(), (Found{"values.h:1 SF601", "values.h: a header alone is not compiled; read without a build"}));
}

TEST_F(ExactMode, OnlyWhatIsCompiledCounts) {
  write("src/a.cpp", R"(#include <torch.h>
void f() {
#if BUILT
  int unused = 0;
#else
  cudaDeviceSynchronize();
#endif
})");
  EXPECT_EQ(findings(), Found{});
}

TEST_F(ExactMode, MacrosOfHeadersPointToTheirDefinition) {
  write("src/check.h", R"(#pragma once
#include <torch.h>
#define FINISH() \
  do { cudaDeviceSynchronize(); } while (0)
#define FINISH_ALL FINISH()
)");
  write("src/a.cpp", "#include \"check.h\"\nvoid f() {\n  FINISH();\n}\nvoid g() { FINISH_ALL; }\n");
  EXPECT_EQ(findings(), (Found{"a.cpp:3 SF601 <- check.h:3", "a.cpp:5 SF601 <- check.h:5 <- check.h:3"}));
}

TEST_F(ExactMode, HeadersAreReportedOnceAndTheirCallsWithThem) {
  write("src/inline.h", "#pragma once\n#include <torch.h>\ninline void wait() { cudaDeviceSynchronize(); }\n");
  write("src/a.cpp", "#include \"inline.h\"\nvoid f() { wait(); }\n");
  write("src/b.cpp", "#include \"inline.h\"\nvoid g() { wait(); }\n");
  EXPECT_EQ(findings(), (Found{"a.cpp:2 SF601 <- inline.h:3", "b.cpp:2 SF601 <- inline.h:3", "inline.h:3 SF601"}));
}

TEST_F(ExactMode, DeviceCodeBehindMacrosIsNotReported) {
  write("src/mark.h", "#pragma once\n#define DEVICE_FN __device__\n#define KERNEL __global__\n");
  write("src/a.cu", R"(#include <torch.h>
#include "mark.h"
DEVICE_FN void on_device() { cudaDeviceSynchronize(); }
KERNEL void kernel(int n) { cudaDeviceSynchronize(); }
void f() {
  kernel<<<1, 2>>>(3);
  auto body = [] DEVICE_FN { cudaDeviceSynchronize(); };
  cudaDeviceSynchronize();
})");
  EXPECT_EQ(findings(), (Found{"a.cu:8 SF601"}));
}

/// What CUDA's headers of every version ask of the compiler: who it is, of which version, and its words for device
/// code, which they define themselves from `__location__`.
constexpr const char* kCudaRuntime = R"(
#pragma once
#include <host_defines.h>
#include <cuda.h>
#if !defined(__CUDACC__) || __CUDACC_VER_MAJOR__ != CUDA_VERSION / 1000 || \
    __CUDACC_VER_MINOR__ != CUDA_VERSION % 1000 / 10
#error unsupported compiler
#endif
struct dim3 { unsigned x, y, z; constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {} };
struct uint3 { unsigned x, y, z; };
extern const uint3 __device_builtin__ threadIdx;
typedef struct CUstream_st* cudaStream_t;
static __inline__ __host__ __device__ int both(int n) { return n; }
__forceinline__ __device__ int only_there(int n) { return both(n) + threadIdx.x; }
template <class T> __global__ void __launch_bounds__(128) fill(T* values) { __shared__ T part[32]; values[0] = part[0]; }
extern "C" int cudaDeviceSynchronize();
extern "C" int cudaStreamSynchronize(cudaStream_t);
)";

TEST_F(ExactMode, EachVersionOfCuda) {
  write("lib/host_defines.h", R"(#pragma once
#define __annotate__(a) __attribute__((a))
#define __location__(a) __annotate__(__##a##__)
#define __host__ __location__(host)
#define __device__ __location__(device)
#define __global__ __location__(global)
#define __shared__ __location__(shared)
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __device_builtin__
#define __launch_bounds__(...) __annotate__(launch_bounds(__VA_ARGS__))
)");
  write("lib/cuda_runtime.h", kCudaRuntime);
  write("src/a.cu", R"(#include <cuda_runtime.h>
__constant__ float weights[4];
void f(float* values, cudaStream_t stream) {
  fill<<<dim3(2), 32, 0, stream>>>(values);
  auto wait = [=] { cudaStreamSynchronize(stream); };
  wait();
}
__global__ void kernel() { auto wait = [] __device__ { cudaDeviceSynchronize(); }; }
)");
  for (const char* version : {"11000", "11080", "12010", "12090", "13000"}) {
    write("lib/cuda.h", "#pragma once\n#define CUDA_VERSION " + std::string(version) + "\n");
    EXPECT_EQ(findings(), (Found{"a.cu:5 SF601", "a.cu:6 SF601 <- a.cu:5"})) << version;
  }
}

TEST_F(ExactMode, WhatClangCannotUnderstandIsReadByItsTokens) {
  write("src/a.cpp", R"(#include <torch.h>
#include "not_there.h"
void f() { strange x = y; cudaDeviceSynchronize(); }
float g(const at::Tensor& x) { return x.sum().item<float>(); }
)");
  const Found found = findings();
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0], "a.cpp:3 SF601");
  EXPECT_EQ(found[1], "a.cpp:4 SF301");
  EXPECT_EQ(found[2],
            "a.cpp: Clang reports 3 errors, the first: 'not_there.h' file not found; read by their tokens: f()");
}

TEST_F(ExactMode, CrashCostsOneMessage) {
  write("src/a.cpp", "#include <torch.h>\nvoid f() { cudaDeviceSynchronize(); }\n#pragma clang __debug crash\n");
  write("src/b.cpp", "#include <torch.h>\nvoid f() { cudaDeviceSynchronize(); }\n");
  const Found found = findings();
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0], "a.cpp:2 SF601");
  EXPECT_EQ(found[1], "b.cpp:2 SF601");
  EXPECT_TRUE(found[2].starts_with("a.cpp: Clang crashed")) << found[2];
}

TEST_F(ExactMode, SourceOutsideOfTheDatabase) {
  write("build/compile_commands.json", "[]");
  write("src/a.cpp", "#include <torch.h>\nvoid f() { cudaDeviceSynchronize(); }\n");
  EXPECT_EQ(findings(), (Found{"a.cpp:2 SF601",
                               "a.cpp: the compilation database does not say how it is built; read without a build"}));
}

/// What Clang says is kept between runs.
class KeptFacts : public ExactMode {
 protected:
  KeptFacts() {
    cache_ = folder_.path() / "cache";
    write("src/values.h", kFirst);
    write("src/a.cpp", kSource);
    write("src/b.cpp", "#include <torch.h>\nvoid g() { cudaDeviceSynchronize(); }\n");
  }

  fs::path kept() const {
    for (const fs::directory_entry& entry : fs::directory_iterator(*cache_)) {
      if (entry.path().extension() == ".facts") return entry.path();
    }
    return {};
  }

  /// Says of the next run that it compiled nothing: the kept facts are not written again.
  bool compiles_nothing() {
    const fs::file_time_type before = fs::last_write_time(kept());
    fs::last_write_time(kept(), before - std::chrono::hours(1));
    findings();
    return fs::last_write_time(kept()) == before - std::chrono::hours(1);
  }

  static constexpr const char* kFirst = "#pragma once\n#include <torch.h>\ntorch::Tensor make();\n";
  static constexpr const char* kSecond =
      "#pragma once\n#include <torch.h>\nstruct Row { template <class T> T item() const; };\nRow make();\n";
  static constexpr const char* kSource =
      "#include \"values.h\"\nfloat f() {\n  auto made = make();\n  return made.item<float>();\n}\n";
};

TEST_F(KeptFacts, SecondRunCompilesNothingAndFindsTheSame) {
  const Found first = findings();
  EXPECT_EQ(first, (Found{"a.cpp:4 SF301", "b.cpp:2 SF601"}));
  ASSERT_FALSE(kept().empty());
  EXPECT_TRUE(compiles_nothing());
  EXPECT_EQ(findings(), first);
}

TEST_F(KeptFacts, ChangedHeaderIsReadAgain) {
  findings();
  write("src/values.h", kSecond);
  EXPECT_EQ(findings(), (Found{"b.cpp:2 SF601"}));
  write("src/values.h", kFirst);
  EXPECT_EQ(findings(), (Found{"a.cpp:4 SF301", "b.cpp:2 SF601"}));
}

TEST_F(KeptFacts, ChangedHeaderOfALibraryIsReadAgain) {
  findings();
  std::string other = kTorch;
  const std::string using_tensor = "namespace torch { using at::Tensor;";
  other.replace(other.find(using_tensor), using_tensor.size(),
                "struct Row { template <class T> T item() const; };\nnamespace torch { using Tensor = Row;");
  write("lib/torch.h", other);
  EXPECT_EQ(findings(), (Found{"b.cpp:2 SF601"}));
}

TEST_F(KeptFacts, ChangedFlagsAreReadAgain) {
  write("src/b.cpp", "#include <torch.h>\n#if BUILT == 1\nvoid g() { cudaDeviceSynchronize(); }\n#endif\n");
  EXPECT_EQ(findings(), (Found{"a.cpp:4 SF301", "b.cpp:3 SF601"}));
  write("build/compile_flags.txt", "-isystem\n../lib\n-I../src\n-std=c++17\n-DBUILT=2\n");
  EXPECT_EQ(findings(), (Found{"a.cpp:4 SF301"}));
}

TEST_F(KeptFacts, DamagedFileIsReadAgain) {
  const Found first = findings();
  std::ifstream in(kept(), std::ios::binary);
  const std::string whole(std::istreambuf_iterator<char>(in), {});
  ASSERT_GT(whole.size(), 100U);
  for (const std::size_t at : {std::size_t{0}, std::size_t{12}, whole.size() / 2, whole.size() - 9}) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] + 1);
    std::ofstream(kept(), std::ios::binary) << damaged;
    EXPECT_FALSE(compiles_nothing()) << at;
    EXPECT_EQ(findings(), first) << at;
  }
  std::ofstream(kept(), std::ios::binary) << whole.substr(0, whole.size() / 2);
  EXPECT_FALSE(compiles_nothing());
  EXPECT_EQ(findings(), first);
}

// Of a header that comes to the project nothing was asked before.
TEST_F(KeptFacts, NewFilesOfTheProjectAreAskedFor) {
  write("lib/more/wait.h", R"(#pragma once
struct Row { template <class T> T item() const; };
inline Row row() { return {}; }
inline void wait(const Row& one) { one.item<float>(); }
)");
  write("src/b.cpp", "#include <torch.h>\n#include <more/wait.h>\nvoid g() { wait(row()); }\n");
  EXPECT_EQ(findings(), (Found{"a.cpp:4 SF301"}));
  more_ = folder_.at("lib/more");  // without Clang's types `one` may be a tensor
  EXPECT_EQ(findings(), (Found{"a.cpp:4 SF301"}));
}

TEST_F(KeptFacts, MissingHeaderIsLookedForAgain) {
  write("src/b.cpp", "#include \"later.h\"\nvoid g() { auto made = later(); made.item<float>(); }\n");
  EXPECT_EQ(findings().back().substr(0, 6), "b.cpp:");
  EXPECT_TRUE(compiles_nothing());
  write("src/later.h", "#include \"values.h\"\ninline torch::Tensor later() { return make(); }\n");
  EXPECT_EQ(findings(), (Found{"a.cpp:4 SF301", "b.cpp:2 SF301"}));
}

TEST_F(KeptFacts, WhatWasNotAskedForStaysUnlessItChanged) {
  findings();
  fs::remove(folder_.path() / "src/b.cpp");
  findings();
  EXPECT_TRUE(compiles_nothing());
}

std::string outcome(WorkRequest request) {
  const auto answer = run_worker(*worker_program(), request);
  return answer ? "done" : answer.error();
}

TEST_F(ExactMode, LoopsEnd) {
  write("a.cpp", "constexpr int f() { int n = 0; while (n < 2000000000) ++n; return n; }\nstatic_assert(f());\n");
  const std::string source = folder_.at("a.cpp");
  const WorkRequest request{.directory = folder_.path().string(),
                            .source = source,
                            .arguments = {"-xc++", "-fconstexpr-steps=2147483647"},
                            .files = {source},
                            .most_seconds = 1};
  EXPECT_TRUE(outcome(request).starts_with("took longer than "));
}

TEST_F(ExactMode, GrowthEnds) {
  std::string text = "#define A0 x x x x x x x x x x\n";
  for (int i = 1; i < 12; ++i) {
    const std::string inner = "A" + std::to_string(i - 1) + " ";
    text += "#define A" + std::to_string(i) + " ";
    for (int k = 0; k < 10; ++k) text += inner;
    text += "\n";
  }
  write("a.cpp", text + "#define S(x) S1(x)\n#define S1(x) #x\nconst char* s = S(A11);\n");
  const std::string source = folder_.at("a.cpp");
  const WorkRequest request{.directory = folder_.path().string(),
                            .source = source,
                            .arguments = {"-xc++"},
                            .files = {source},
                            .most_bytes = 300 << 20,
                            .most_seconds = 60};
  EXPECT_NE(outcome(request), "done");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::clang_frontend
