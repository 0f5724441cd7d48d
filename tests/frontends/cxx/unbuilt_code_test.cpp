// Code behind macros that nothing in a project defines: a file says at its lines what is found in it.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/frontends/cxx/expectations.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

using NamedText = std::pair<const char*, const char*>;

struct SomeProject {
  const char* name;
  const char* source;
  std::vector<NamedText> others;  ///< the build files, and sources without findings
};

class UnbuiltCode : public testing::TestWithParam<SomeProject> {};

TEST_P(UnbuiltCode, IsOnlyPossible) {
  const test::TemporaryFolder folder;
  const std::string_view source = GetParam().source;
  folder.write("src/a.cu", source);
  for (const auto& [path, text] : GetParam().others) folder.write(path, text);
  const std::vector<std::string> expected = expected_findings(source);
  EXPECT_EQ(findings_on_disk({folder.path().string()}), expected) << source;
  EXPECT_EQ(findings_on_disk({folder.at("src")}), expected) << source;
}

constexpr const char* kTiming = R"(
void f(cudaStream_t s) {
#ifdef TIMING
  cudaStreamSynchronize(s);  // expect: SF601? `cudaStreamSynchronize(s)`
#else
  cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
#endif
})";
constexpr const char* kKnownTiming = R"(
void f(cudaStream_t s) {
#ifdef TIMING
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#endif
})";
constexpr NamedText kBuild = {"CMakeLists.txt", "project(a)\nadd_library(a src/a.cu)\n"};

const SomeProject kProjects[] = {
    {"NothingNamesTheMacro", kTiming, {kBuild}},
    {"OnlyACommentOfTheBuildNamesIt", kTiming, {{"CMakeLists.txt", "project(a)\n# add_definitions(-DTIMING)\n"}}},
    {"ALongerNameIsAnother", kTiming, {{"Makefile", "a:\n\tnvcc -DTIMING_2 -DTIME src/a.cu\n"}}},
    {"OtherSourcesAskForItToo", kTiming, {kBuild, {"src/b.c", "#ifdef TIMING\n#endif\n// #define TIMING\n"}}},
    {"WithoutABuildFileNobodyKnows", kKnownTiming, {{"README.md", "A page.\n"}}},
    {"ABuildFileDefinesIt", kKnownTiming, {{"CMakeLists.txt", "add_definitions(-DTIMING=1)\n"}}},
    {"APartOfTheBuildDefinesIt", kKnownTiming, {kBuild, {"cmake/config.h.in", "#cmakedefine TIMING\n"}}},
    {"AScriptDefinesIt", kKnownTiming, {{"setup.py", "extension(extra_compile_args=['-DTIMING'])\n"}}},
    {"APageNamesIt", kKnownTiming, {kBuild, {"docs/build.md", "Define `TIMING` to measure.\n"}}},
    {"AnotherSourceDefinesIt", kKnownTiming, {kBuild, {"src/b.h", "#  define TIMING\n"}}},
    {"ASourceThatIsNotAnalysedDefinesIt", kKnownTiming, {kBuild, {"src/b.c", "int a;\n#define TIMING 1\n"}}},
    {"BuildsMakeNamesOfParts",
     R"(
void f(cudaStream_t s) {
#if defined(WITH_TIMING)
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#endif
#if MY_USE_CLOCK
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#endif
#ifdef MY_BIG_CLOCK
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#endif
#ifdef MY_CLOCK
  cudaStreamSynchronize(s);  // expect: SF601? `cudaStreamSynchronize(s)`
#endif
})",
     {{"CMakeLists.txt",
       "add_definitions(-DWITH_${part})\nif (MY_${part})\nfind_path(p a.h ${MY_${part}_ROOT})\nlist(APPEND d "
       "${name}_USE_CLOCK)\noption(My_Big_Clock "
       "ON)\n"}}},
    {"ChainsOfMacros",
     R"(
#ifdef EXPERIMENT
#define GRAPHS
#endif
#if defined(TESTED)
#define FAST
#endif
void f(cudaStream_t s) {
#ifdef GRAPHS
  cudaStreamSynchronize(s);  // expect: SF601? `cudaStreamSynchronize(s)`
#endif
#ifdef FAST
  cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
#endif
})",
     {{"Makefile", "FLAGS += -DTESTED\n"}}},
    {"SeveralMacros",
     R"(
void f(cudaStream_t s) {
#if defined(TESTED) && (defined(ONE) || TWO)
  cudaStreamSynchronize(s);  // expect: SF601? `cudaStreamSynchronize(s)`
#endif
#if defined(TESTED) || defined(ONE)
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#elif TWO
  cudaDeviceSynchronize();  // expect: SF601? `cudaDeviceSynchronize()`
#endif
#if defined(TESTED) && !defined(ONE) && LEVEL > 1
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#ifdef TWO
  cudaStreamSynchronize(s);  // expect: SF601? `cudaStreamSynchronize(s)`
#endif
#endif
})",
     {{"Makefile", "FLAGS += -DTESTED\n"}}},
    {"NegatedConditions",
     R"(
void f(cudaStream_t s) {
#ifndef ONE
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#else
  cudaDeviceSynchronize();  // expect: SF601? `cudaDeviceSynchronize()`
#endif
#if !defined(TWO)
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#endif
})",
     {kBuild}},
    {"UsesOfAMacroThatIsNotBuilt",
     R"(
#ifndef ONE
#define WAIT(s)
#else
#define WAIT(s) cudaStreamSynchronize(s)
#endif
void f(cudaStream_t s) {
  WAIT(s);  // expect: SF601? `WAIT(s)`
})",
     {kBuild}},
    {"MacrosOfCompilersAndLibraries",
     R"(#include <mpi.h>
#include <Kokkos_Core.hpp>
#include <time.h>
void f(cudaStream_t s) {
#if defined(__CUDACC__) && defined(_OPENMP)
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#endif
#ifdef WIN32
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#elif defined(CUDART_VERSION) && USE_CUDA
  cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
#endif
#if defined(MPI_SAFE) && defined(KOKKOS_ENABLE_CUDA)
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#endif
#ifdef TIME_KERNELS
  cudaStreamSynchronize(s);  // expect: SF601? `cudaStreamSynchronize(s)`
#endif
})",
     {kBuild}},
    {"HeadersThatTheBuildMakesAreNoLibrary",
     R"(#include "mine_config.h"
#include "names.h"
void f(cudaStream_t s) {
#ifdef MINE_TIMING
  cudaStreamSynchronize(s);  // expect: SF601? `cudaStreamSynchronize(s)`
#endif
#ifdef __MINE_TIMING__
  cudaStreamSynchronize(s);  // expect: SF601? `cudaStreamSynchronize(s)`
#endif
})",
     {kBuild,
      {"src/names.h",
       "#define MINE_A\n#define MINE_B\n#define MINE_C\n#define MINE_D\n#define MINE_E\n#define MINE_F\n"
       "#define MINE_G\n#define MINE_H\n#define MINE_I\n#define MINE_J\n#define MINE_K\n#define MINE_L\n"
       "#define MINE_M\n#define MINE_N\n#define MINE_O\n#define MINE_P\n"}}},
    {"AHeaderLeavesItOut",
     R"(#include "settings.h"
void f(cudaStream_t s) {
#ifndef BATCHES
  cudaStreamSynchronize(s);  // expect: SF601? `cudaStreamSynchronize(s)`
#endif
#ifdef TIMED
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#else
  cudaDeviceSynchronize();  // expect: SF601? `cudaDeviceSynchronize()`
#endif
#ifndef PERHAPS
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#endif
#ifndef ELSEWHERE
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#endif
})",
     {{"src/settings.h",
       "#ifndef SETTINGS_H\n#define SETTINGS_H\n#define BATCHES 1\n#define TIMED\n#ifndef OWN\n#define PERHAPS\n"
       "#endif\n#endif\n"},
      {"src/other.h", "#pragma once\n#define ELSEWHERE\n"}}},
    {"HeadersOfTheProjectAreNoLibrary",
     R"(#include "timing.h"
void f(cudaStream_t s) {
#ifdef TIMING_ON
  cudaStreamSynchronize(s);  // expect: SF601? `cudaStreamSynchronize(s)`
#endif
})",
     {kBuild, {"src/timing.h", "int a;\n"}}},
};

INSTANTIATE_TEST_SUITE_P(Cxx, UnbuiltCode, testing::ValuesIn(kProjects),
                         [](const auto& one) { return std::string(one.param.name); });

constexpr const char* kProgram = R"(
int main() {
  cudaDeviceSynchronize();  // expect: SF601? `cudaDeviceSynchronize()`
})";
constexpr const char* kBuiltProgram = R"(
int main() {
  cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
})";

const SomeProject kPrograms[] = {
    {"ABuildNamesAnother", kProgram, {{"Makefile", "bin/run: src/run.cu\n\tnvcc -o $@ $^\n"}}},
    {"AToolSearches", kProgram, {{"Makefile", "bin/run: src/run.cu\n"}, {"tools/read.py", "import glob\n"}}},
    {"ABuildNamesIt", kBuiltProgram, {{"Makefile", "bin/run: src/a.cu\n\tnvcc -o $@ $^\n"}}},
    {"ABuildSearches", kBuiltProgram, {{"Makefile", "bin/run: src/*.cu\n\tnvcc -o $@ $^\n"}}},
    {"ABuildSearchesByAFunction", kBuiltProgram, {{"CMakeLists.txt", "file(GLOB sources src)\n"}}},
    {"APageNamesIt", kBuiltProgram, {{"Makefile", "bin/run: src/run.cu\n"}, {"README.md", "Compile src/a.cu.\n"}}},
    {"NothingIsBuilt", kBuiltProgram, {}},
};

INSTANTIATE_TEST_SUITE_P(Programs, UnbuiltCode, testing::ValuesIn(kPrograms),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(UnbuiltCodeOfAFile, IsAMacroThatNothingUses) {
  constexpr const char* kHeader = R"(#pragma once
#define CHECK_ALL() { cudaDeviceSynchronize(); }
#define CHECK_NOW() { cudaStreamSynchronize(0); }
)";
  const test::TemporaryFolder folder;
  folder.write("src/check.h", kHeader);
  const std::vector<std::string> both = {"2: SF601 cudaDeviceSynchronize()", "3: SF601 cudaStreamSynchronize(0)"};
  EXPECT_EQ(findings_on_disk({folder.path().string()}), both);
  folder.write("src/a.cu", "#include \"check.h\"\nvoid f() {\n  /* CHECK_ALL(); */\n  CHECK_NOW();\n}\n");
  EXPECT_EQ(findings_on_disk({folder.path().string()}).front(), "2: SF601? cudaDeviceSynchronize()");
  EXPECT_EQ(findings_on_disk({folder.path().string()}).back(), "3: SF601 cudaStreamSynchronize(0)");
}

TEST(UnbuiltCodeOfAFile, IsToldByTheProjectAroundIt) {
  const test::TemporaryFolder folder;
  folder.write("src/a.cu", kTiming);
  EXPECT_EQ(findings_on_disk({folder.at("src/a.cu")}).front(), "4: SF601 cudaStreamSynchronize(s)");
  folder.write(kBuild.first, kBuild.second);
  EXPECT_EQ(findings_on_disk({folder.at("src/a.cu")}), expected_findings(kTiming));
  folder.write("src/b.h", "#define TIMING\n");
  EXPECT_EQ(findings_on_disk({folder.at("src/a.cu")}).front(), "4: SF601 cudaStreamSynchronize(s)");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx
