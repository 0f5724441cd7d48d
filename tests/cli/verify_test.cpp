// `syncfree-lint verify`, as a user calls it: over a torch and a CUDA driver that are played.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

using nlohmann::json;

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

/// Three waits that a rewrite takes away, and one that stays.
constexpr std::string_view kTrain = R"(import ctypes, os
import torch

def train(loader, step):
    for batch in loader:
        x = torch.ones((), device='cuda')
        a = torch.tensor(0.5, device=x.device)
        b = torch.tensor(0.25, device=x.device)
        c = torch.tensor(0.75, device=x.device)
        loss = x * a * b * c
        loss.backward()
        loss.item()
        step()

def end_of_step():
    path = os.environ.get("SYNCFREE_OBSERVER")
    return ctypes.CDLL(path).syncfree_step if path else lambda: None

train(range(16), end_of_step())
)";

class Verify : public testing::Test {
 protected:
  Verify() {
    place_.write("../lib/torch.py", content_of("tests/cli/verify_data/torch.py"));
    place_.write("train.py", kTrain);
  }

  Outcome verify(const std::string& options = "", const std::string& program = PYTHON " train.py",
                 const std::string& environment = "") const {
    const std::string lib = (place_.folder() / "lib").string();
    return place_.run_with(
        "PYTHONPATH='" + lib + "' FAKE_CUDA='" FAKE_CUDA "' TMPDIR='" + temporary().string() + "' " + environment,
        std::string("verify --isolated --cupti '" FAKE_CUDA "' --steps 4 ") +
            (has(options, "--warmup") ? "" : "--warmup 2 ") + options + " -- " + program);
  }

  json verified(const std::string& options = "", const std::string& environment = "") const {
    const Outcome outcome = verify("--output-format json " + options, PYTHON " train.py", environment);
    const json document = json::parse(outcome.out, nullptr, false);
    EXPECT_FALSE(document.is_discarded()) << outcome.out << outcome.error;
    return document;
  }

  /// By the line of each rewrite what became of it.
  static std::string outcomes(const json& document) {
    std::string text;
    for (const json& row : document.at("rewrites"))
      text += row.at("place").get<std::string>() + " " + row.at("outcome").get<std::string>() + "\n";
    return text;
  }

  std::filesystem::path temporary() const {
    const std::filesystem::path folder = place_.folder() / "temporary";
    std::filesystem::create_directory(folder);
    return folder;
  }

  Workplace place_;
};

TEST_F(Verify, APatchOfWhatIsProven) {
  const Outcome outcome = verify();
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_TRUE(outcome.out.starts_with("--- train.py\n+++ train.py\n")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "+        a = torch.full((), 0.5, device=x.device)\n")) << outcome.out;
  EXPECT_TRUE(has(outcome.error,
                  "proven          train.py:7:13  SF202 make the number on the GPU with `full` (safe)\n"
                  "                waits a step 1.00 -> 0.00; a step "))
      << outcome.error;
  EXPECT_TRUE(has(outcome.error, "; results equal; run together with 2 others\n")) << outcome.error;
  EXPECT_TRUE(has(outcome.error, "  results: losses equal in all 16 values\n")) << outcome.error;
  EXPECT_TRUE(has(outcome.error, "3 rewrites proven of 3 tried, in 3 runs of the program\n")) << outcome.error;
  EXPECT_EQ(place_.read("train.py"), kTrain);
  EXPECT_TRUE(std::filesystem::is_empty(temporary())) << "something is left behind";
}

TEST_F(Verify, ThePatchCanBeApplied) {
  ASSERT_EQ(verify("--output verify.patch").out, "");
  place_.write("expected.py", place_.read("train.py"));
  const Outcome applied = place_.run("rules >/dev/null && patch -p0 <verify.patch");
  ASSERT_EQ(applied.status, 0) << applied.error;
  EXPECT_TRUE(has(place_.read("train.py"), "c = torch.full((), 0.75, device=x.device)"));
  const json again = verified();
  EXPECT_TRUE(again.at("rewrites").empty()) << again;
  EXPECT_EQ(again.at("patch"), "");
}

TEST_F(Verify, WhatChangesResultsIsFoundAndLeftOut) {
  const json document = verified("", "PLAYED_SPOILS=0.25");
  EXPECT_EQ(outcomes(document), "train.py:7:13 proven\ntrain.py:8:13 changes results\ntrain.py:9:13 proven\n");
  const json& bad = document.at("rewrites")[1];
  EXPECT_EQ(bad.at("results"), "different");
  EXPECT_TRUE(has(bad.at("reason"), "losses different: 16 of 16 values differ; value 1: 0.09375 before, 0.1875 now"))
      << bad;
  EXPECT_EQ(document.at("runs"), 6);
  EXPECT_FALSE(has(document.at("patch"), "+        b ="));
  EXPECT_EQ(document.at("before").at("blocked"), 4.0);
  EXPECT_EQ(document.at("after").at("blocked"), 2.0);
  EXPECT_EQ(verify("", PYTHON " train.py", "PLAYED_SPOILS=0.25").status, 1);
}

TEST_F(Verify, WhatMakesTheProgramFailIsFoundAndLeftOut) {
  const json document = verified("", "PLAYED_FAILS=0.75");
  EXPECT_EQ(outcomes(document), "train.py:7:13 proven\ntrain.py:8:13 proven\ntrain.py:9:13 fails\n");
  EXPECT_EQ(document.at("rewrites")[2].at("reason"),
            "the program ends with exit status 1: RuntimeError: full is played to fail");
  EXPECT_EQ(verify("", PYTHON " train.py", "PLAYED_FAILS=0.75").status, 1);
}

TEST_F(Verify, AToleranceIsTheUsers) {
  const json document = verified("--rtol 1.5", "PLAYED_SPOILS=0.25");
  EXPECT_EQ(outcomes(document), "train.py:7:13 proven\ntrain.py:8:13 proven\ntrain.py:9:13 proven\n");
  EXPECT_EQ(document.at("rewrites")[0].at("results"), "close");
}

TEST_F(Verify, OnlyAskedForItWritesFiles) {
  EXPECT_EQ(verify("--write", PYTHON " train.py", "PLAYED_SPOILS=0.25").status, 1);
  const std::string text = place_.read("train.py");
  EXPECT_TRUE(has(text, "a = torch.full((), 0.5, device=x.device)"));
  EXPECT_TRUE(has(text, "b = torch.tensor(0.25, device=x.device)"));
}

TEST_F(Verify, ARewriteWithoutAWaitIsNotTried) {
  place_.write(
      "train.py",
      std::string(kTrain) + "\nif len(os.environ) == 0:\n    train(range(2), None)\n" +
          "def unused():\n    x = torch.ones((), device='cuda')\n    return torch.tensor(0.1, device=x.device)\n");
  const json document = verified();
  ASSERT_EQ(document.at("rewrites").size(), 4U) << document;
  const json& row = document.at("rewrites")[0];
  EXPECT_EQ(row.at("tried"), false);
  EXPECT_EQ(row.at("waits_before"), 0.0);
  EXPECT_FALSE(has(document.at("patch"), "0.1"));
}

TEST_F(Verify, ThoseOfOneLineAreTriedOneAfterTheOther) {
  std::string text(kTrain);
  text.replace(text.find("\n        b = "), 9, "; ");
  place_.write("train.py", text);
  const json document = verified();
  EXPECT_EQ(outcomes(document), "train.py:7:13 proven\ntrain.py:8:13 proven\ntrain.py:7:55 proven\n") << document;
  EXPECT_EQ(document.at("runs"), 4);
  EXPECT_TRUE(has(document.at("patch"),
                  "+        a = torch.full((), 0.5, device=x.device); b = torch.full((), 0.25, device=x.device)\n"));
}

TEST_F(Verify, PackagesThatAreImportedByTheirPathComeFromTheCopy) {
  place_.write("src/net/__init__.py",
               "import torch\n\ndef scale(x: torch.Tensor):\n    return x * torch.tensor(0.5, device=x.device)\n");
  std::string text(kTrain);
  text.replace(
      text.find("import torch\n"), 0,
      "import sys\nsys.path.append('" + (place_.folder() / "work/src").string() + "')\nfrom net import scale\n");
  text.replace(text.find("loss = x"), 8, "loss = scale(x)");
  place_.write("train.py", text);
  const json document = verified();
  EXPECT_TRUE(has(outcomes(document), "src/net/__init__.py:4:16 proven\n")) << document;
  EXPECT_EQ(document.at("runs"), 4);  // one more, to find out
}

TEST_F(Verify, OnlyWhatIsNamedIsRewritten) {
  place_.write("net/scale.py",
               "import torch\n\ndef scale(x: torch.Tensor):\n    return x * torch.tensor(0.5, device=x.device)\n");
  std::string text(kTrain);
  text.replace(text.find("import torch\n"), 0, "from net.scale import scale\n");
  text.replace(text.find("loss = x"), 8, "loss = scale(x)");
  place_.write("train.py", text);
  EXPECT_EQ(outcomes(verified("--paths net")), "net/scale.py:4:16 proven\n");
}

TEST_F(Verify, ResultsThatTheProgramKeepsItself) {
  std::string text(kTrain);
  text.replace(text.find("loss.backward()"), 15,
               "__import__('sys').modules['syncfree_confirm'].keep('out', {'loss': loss, 'names': ['a', 2]})");
  place_.write("train.py", text);
  const json document = verified();
  EXPECT_EQ(document.at("results").size(), 3U) << document;
  EXPECT_EQ(document.at("results")[0].at("name"), "out.loss");
  EXPECT_EQ(document.at("results")[2].at("name"), "out.names[1]");
}

TEST_F(Verify, SaysWhyNothingCanBeVerified) {
  const auto expect = [&](const Outcome& outcome, int status, std::string_view part) {
    EXPECT_EQ(outcome.status, status) << outcome.error;
    EXPECT_TRUE(has(outcome.error, part)) << outcome.error;
    EXPECT_EQ(outcome.out, "");
  };
  place_.write("plain.py", "print('out')\n");
  expect(verify("", PYTHON " plain.py"), 2, "error: the program did not use CUDA");
  place_.write("broken.py", "import torch, sys\nprint('last words')\nsys.exit(3)\n");
  expect(verify("", PYTHON " broken.py"), 1,
         "last words\nerror: the program ends with exit status 3 as it is, without a rewrite\n");
  place_.write("gpuless.py", "raise RuntimeError('No CUDA GPUs are available')\n");
  expect(verify("", PYTHON " gpuless.py"), 1,
         "error: the program ends with exit status 1 as it is, without a rewrite, and has not used CUDA\n");
  place_.write("stepless.py", "import torch\nprint(torch.ones(()).item())\n");
  expect(verify("", PYTHON " stepless.py"), 2, "error: no step was seen: name a step with --step");
  expect(verify("--warmup 99"), 2, "error: the program makes 16 steps, too few to observe some");
  expect(verify("", "no-such-program"), 2, "error: no-such-program: No such file or directory\n");
  expect(verify("--time-limit 0.2", PYTHON " -c 'import time; time.sleep(30)'"), 1,
         "runs into the time limit as it is");
  expect(verify("", "sh -c 'kill -INT $$'"), 130, "run 1: the program as it is\nerror: interrupted\n");
  expect(verify("--paths nowhere"), 2, "error: nowhere: No such file or directory\n");
  expect(verify("--paths /usr/bin"), 2, "does not lie in the project of the program");
}

TEST_F(Verify, WithoutResultsThereIsNothingToCompare) {
  std::string text(kTrain);
  text.replace(text.find("loss.backward()"), 15, "pass");
  place_.write("train.py", text);
  const Outcome outcome = verify();
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(has(outcome.error, "error: the program kept no results that runs could be compared by: name a function"))
      << outcome.error;
  EXPECT_EQ(verify("--without-results").status, 0);
}

TEST_F(Verify, ResultsThatVaryByThemselvesAreNoProof) {
  std::string text(kTrain);
  text.replace(text.find("torch.ones((), device='cuda')"), 29, "torch.Tensor(os.getpid())");
  place_.write("train.py", text);
  const Outcome outcome = verify();
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(has(outcome.error, "error: the results of the program differ from run to run (losses different: "))
      << outcome.error;
  text.replace(text.find("loss.item()"), 11, "__import__('sys').modules['syncfree_confirm'].keep('seen', batch)");
  place_.write("train.py", text);
  const json document = verified();
  EXPECT_EQ(document.at("not_compared"), json::array({"losses"})) << document;
}

/// Two copies that wait; the rewrite of the second does not compile (verify_data).
constexpr std::string_view kLoop = R"(#include <ATen/ATen.h>
#include <cstdlib>
#include <dlfcn.h>

template <typename Function>
Function* find(const char* name) {
  const char* path = std::getenv("SYNCFREE_OBSERVER");
  void* observer = path != nullptr ? dlopen(path, RTLD_LAZY) : nullptr;
  return observer != nullptr ? reinterpret_cast<Function*>(dlsym(observer, name)) : nullptr;
}

int main() {
  auto* end_of_step = find<void()>("syncfree_step");
  auto* keep = find<void(const char*, const char*, const void*, unsigned long long)>("syncfree_keep");
  for (int step = 0; step < 16; ++step) {
    at::Tensor sum = at::zeros({4}).to(at::kCUDA);
    at::Tensor one = at::ones({4}).to(at::kCUDA);
    float loss = sum.value + one.value;
    if (keep != nullptr) keep("loss", "float32", &loss, 1);
    if (end_of_step != nullptr) end_of_step();
  }
}
)";

class VerifyCxx : public Verify {
 protected:
  VerifyCxx() {
    place_.write("../lib/ATen/ATen.h", content_of("tests/cli/verify_data/ATen.h"));
    place_.write("../lib/aten.cpp", content_of("tests/cli/verify_data/aten.cpp"));
    EXPECT_EQ(
        place_.run("rules >/dev/null && g++ -shared -fPIC -I../lib -o ../lib/libaten.so ../lib/aten.cpp -ldl").status,
        0);
    place_.write("loop.cpp", kLoop);
  }
  std::string build(const std::string& source = "loop.cpp") const {
    const std::string lib = "\"" + (place_.folder() / "lib").string() + "\"";
    return "--build 'g++ -g -O0 -I" + lib + " -L" + lib + " -Wl,-rpath," + lib + " -o loop " + source +
           " -laten -ldl' ";
  }
};

TEST_F(VerifyCxx, RewritesOfAProgramThatIsBuilt) {
  const Outcome outcome = verify(build() + "--output-format json", "./loop");
  const json document = json::parse(outcome.out, nullptr, false);
  ASSERT_FALSE(document.is_discarded()) << outcome.out << outcome.error;
  EXPECT_EQ(outcomes(document), "loop.cpp:16:22 proven\nloop.cpp:17:22 fails\n") << outcome.error;
  EXPECT_TRUE(has(document.at("rewrites")[1].at("reason").get<std::string>(), "the build ends with exit status 1: "))
      << document;
  EXPECT_EQ(document.at("rewrites")[0].at("results"), "equal");
  EXPECT_EQ(document.at("results")[0].at("name"), "loss");
  EXPECT_EQ(document.at("results")[0].at("text"), "equal in all 16 values");
  // The played copy and the played wait of one `to()` are two places in C++; the copy may come back at once.
  const json& proven = document.at("rewrites")[0];
  EXPECT_GE(proven.at("waits_before"), 1);
  EXPECT_EQ(proven.at("waits_after"), 0);
  EXPECT_LT(document.at("after").at("blocked"), document.at("before").at("blocked"));
  EXPECT_TRUE(has(document.at("patch").get<std::string>(), "+    at::Tensor sum = at::zeros({4}, at::kCUDA);\n"));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_FALSE(std::filesystem::exists(place_.folder() / "work/loop")) << "built in the user's folder";
}

TEST_F(VerifyCxx, ResultsOfCxxAreCompared) {
  const Outcome outcome = verify(build() + "--output-format json", "./loop", "PLAYED_SPOILS=1");
  EXPECT_EQ(outcomes(json::parse(outcome.out)), "loop.cpp:16:22 changes results\nloop.cpp:17:22 fails\n");
}

TEST_F(VerifyCxx, WithoutABuildRewritesOfCxxAreNotTried) {
  ASSERT_EQ(
      place_.run("rules >/dev/null && g++ -g -O0 -I../lib -L../lib -Wl,-rpath,$PWD/../lib -o loop loop.cpp -laten -ldl")
          .status,
      0);
  const Outcome outcome = verify("", "./loop");
  EXPECT_TRUE(has(outcome.error, "there is nothing to prove")) << outcome.error;
}

TEST_F(VerifyCxx, SaysWhatWentWrongWithTheBuild) {
  const Outcome broken = verify("--build 'echo no compiler; exit 4'", "./loop");
  EXPECT_EQ(broken.status, 1);
  EXPECT_TRUE(has(broken.error, "no compiler\nerror: the build ends with exit status 4 as it is, without a rewrite\n"))
      << broken.error;
  const Outcome elsewhere = verify(build((place_.folder() / "work/loop.cpp").string()), "./loop");
  EXPECT_TRUE(has(elsewhere.error, "loop.cpp was compiled where it is, not in the copy of the project"))
      << elsewhere.error;
}

TEST_F(Verify, WrongUse) {
  EXPECT_EQ(place_.run("verify").status, 2);
  EXPECT_TRUE(has(place_.run("verify").error, "name the program to run: verify -- PROGRAM"));
  EXPECT_TRUE(has(place_.run("verify --without-results --keep f -- true").error, "do not go together"));
  EXPECT_TRUE(has(place_.run("verify --rtol -1 -- true").error, "`--rtol` is a number from 0 on"));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli
