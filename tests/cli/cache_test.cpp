// The cache never changes the report of a run.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cli/program.h"
#include "tests/main/sanitizers.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

namespace fs = std::filesystem;

constexpr const char* kConcise = "--output-format concise ";

/// A package of modules that call one another; what a function waits for depends on its callers.
class Package {
 public:
  explicit Package(std::uint32_t seed) : random_(seed) {
    place_.write("pkg/__init__.py", "");
    for (int module = 0; module < kModules; ++module) write(module);
  }

  /// Somewhere: another body, a comment, a file more or less, a file written again as it was.
  void edit() {
    const int module = number(kModules);
    switch (number(6)) {
      case 0:
        place_.write(name(module), place_.read(name(module)) + "# a comment\n");
        break;
      case 1:
        fs::remove(place_.folder() / "work" / name(module));
        break;
      case 2:
        place_.write(name(module), place_.read(name(module)));
        break;
      default:
        write(module);
    }
  }

  const Workplace& place() const { return place_; }
  Workplace& place() { return place_; }
  std::string any_file() {
    std::string file = name(number(kModules));
    return fs::exists(place_.folder() / "work" / file) ? file : "pkg/__init__.py";
  }

 private:
  static constexpr int kModules = 6;

  int number(int below) { return static_cast<int>(random_() % static_cast<std::uint32_t>(below)); }
  static std::string name(int module) { return "pkg/m" + std::to_string(module) + ".py"; }

  void write(int module) {
    std::string text = "import torch\n";
    for (int other = 0; other < kModules; ++other) {
      if (number(2) == 0) text += "from . import m" + std::to_string(other) + "\n";
    }
    text += "class Net(torch.nn.Module):\n    def forward(self, x):\n        return f0(x)\n";
    for (int function = 0; function < 3; ++function) {
      text += "def f" + std::to_string(function) + "(x, n=None):\n";
      text += number(3) == 0 ? "    y = x.cpu()\n" : "    y = x + 1\n";
      if (number(2) == 0) text += "    if y.sum() > 0:\n        y = -y\n";
      text += "    z = m" + std::to_string(number(kModules)) + ".f" + std::to_string(number(3)) + "(y)\n";
      text += number(2) == 0 ? "    return z.item()\n" : "    return z\n";
    }
    place_.write(name(module), text);
  }

  std::minstd_rand random_;
  Workplace place_;
};

/// The files that are kept, with the time at which each was written.
std::vector<std::pair<std::string, fs::file_time_type>> kept(const Workplace& place) {
  std::vector<std::pair<std::string, fs::file_time_type>> files;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(place.cache(), none)) {
    if (entry.path().extension() == ".summaries") files.emplace_back(entry.path().string(), entry.last_write_time());
  }
  std::ranges::sort(files);
  return files;
}

TEST(Cache, SameOutputOverRandomEdits) {
  for (std::uint32_t seed = 1; seed <= 2; ++seed) {
    Package package(seed);
    for (int step = 0; step < test::repetitions(10); ++step) {
      for (const std::string& paths : {package.any_file(), std::string("pkg"), package.any_file()}) {
        const std::string arguments = "--temperature cold --confidence possible --output-format json " + paths;
        const Outcome fresh = package.place().run("--no-cache " + arguments);
        const Outcome cached = package.place().run(arguments);
        ASSERT_EQ(cached.out, fresh.out) << seed << ' ' << step << ' ' << paths;
        ASSERT_EQ(cached.error, fresh.error);
        ASSERT_EQ(cached.status, fresh.status);
      }
      package.edit();
    }
  }
}

TEST(Cache, AllFormatsComeOutTheSame) {
  const Package package(7);
  for (const std::string format : {"text", "sarif", "html", "gitlab", "github"}) {
    const std::string arguments = "pkg/m1.py pkg/m2.py --report-suppressed --output-format " + format;
    const Outcome fresh = package.place().run("--no-cache " + arguments);
    package.place().run(arguments);
    EXPECT_EQ(package.place().run(arguments).out, fresh.out) << format;
  }
}

TEST(Cache, OneForAllFilesOfAPackage) {
  Package package(1);
  Workplace& place = package.place();
  place.let_files_age();
  EXPECT_TRUE(kept(place).empty());
  place.run("--no-cache pkg");
  EXPECT_TRUE(kept(place).empty());
  place.run("pkg");
  const auto first = kept(place);
  ASSERT_EQ(first.size(), 1U);
  for (const std::string arguments :
       {"pkg/m1.py", "pkg/m0.py pkg/m2.py", "--select SF3 pkg", "--temperature cold pkg"}) {
    place.run(arguments);
    EXPECT_EQ(kept(place), first) << arguments;
  }
  place.run("m1.py", "", "pkg");
  EXPECT_EQ(kept(place), first) << "from another folder";
  fs::create_directory(place.folder() / "work/elsewhere");
  place.run("../pkg/m1.py", "", "elsewhere");
  EXPECT_EQ(kept(place), first) << "from a folder beside it";
  place.run("'" + (place.folder() / "work/pkg/m1.py").string() + "'");
  EXPECT_EQ(kept(place), first) << "by its absolute path";
  place.write("alone/a.py", kOneRead);
  place.run("alone/a.py");
  EXPECT_EQ(kept(place), first) << "a file without others is not kept";
}

TEST(Cache, ChangesAreSeen) {
  const Workplace place;
  const auto helper = [&](std::string_view body) {
    place.write("pkg/helper.py", "import torch\n\ndef read(x):\n    return " + std::string(body) + "\n");
  };
  place.write("pkg/__init__.py", "");
  place.write("pkg/net.py",
              "import torch\nfrom .helper import read\n\nclass Net(torch.nn.Module):\n"
              "    def forward(self, x):\n        return read(x)\n");
  helper("x.sum()");
  const std::string net = std::string(kConcise) + "pkg/net.py";
  EXPECT_EQ(place.run(net).status, 0);
  helper("x.item()");
  EXPECT_EQ(place.run(net).status, 1);
  helper("x.mean()");
  EXPECT_EQ(place.run(net).status, 0);
  place.write("syncfree-lint.toml", "blocks = ['pkg.helper.read']\n");
  EXPECT_EQ(place.run(net).status, 1) << place.run(net).out;
  place.write("syncfree-lint.toml", "");
  EXPECT_EQ(place.run(net).status, 0);
  fs::remove(place.folder() / "work/pkg/helper.py");
  EXPECT_EQ(place.run(net).status, 0);
}

TEST(Cache, AFileThatIsWrittenUnderItsOldTimeIsSeen) {
  Package package(2);
  Workplace& place = package.place();
  place.write("pkg/read.py", "import torch\n\ndef f(x: torch.Tensor):\n    return x * x.item()\n");
  place.let_files_age();
  EXPECT_EQ(place.run(std::string(kConcise) + "pkg/read.py").status, 1);
  const auto first = kept(place);
  EXPECT_EQ(place.run(std::string(kConcise) + "pkg/read.py").status, 1);
  EXPECT_EQ(kept(place), first);
  const fs::path file = place.folder() / "work/pkg/read.py";
  const auto time = fs::last_write_time(file);
  place.write("pkg/read.py", "import torch\n\ndef f(x: torch.Tensor):\n    return x * x.sum() \n");
  fs::last_write_time(file, time);
  EXPECT_EQ(place.run(std::string(kConcise) + "pkg/read.py").status, 0);
}

TEST(Cache, YoungFilesAreComparedOnceMoreWhenTheyAreOld) {
  Package package(8);
  Workplace& place = package.place();
  const std::string wanted = place.run("pkg").out;
  const auto first = kept(place);
  place.let_files_age();
  EXPECT_EQ(place.run("pkg").out, wanted);
  const auto renewed = kept(place);
  EXPECT_NE(renewed, first);
  EXPECT_EQ(place.run("pkg").out, wanted);
  EXPECT_EQ(kept(place), renewed);
}

TEST(Cache, WhatIsSpoiltIsMadeAnew) {
  const Package package(3);
  const Workplace& place = package.place();
  const std::string wanted = place.run("pkg").out;
  ASSERT_EQ(kept(place).size(), 1U);
  const std::string file = kept(place).front().first;
  std::string whole;
  {
    std::ifstream stream(file, std::ios::binary);
    whole.assign(std::istreambuf_iterator<char>(stream), {});
  }
  std::vector<std::string> spoilt = {"", "syncfree", std::string(100'000, '\0'), whole + whole};
  for (std::size_t size = 1; size < whole.size(); size += whole.size() / 9) spoilt.push_back(whole.substr(0, size));
  for (std::size_t at = 0; at < whole.size(); at += whole.size() / 23) {
    spoilt.push_back(whole);
    spoilt.back()[at] = static_cast<char>(spoilt.back()[at] + 1);
  }
  for (const std::string& text : spoilt) {
    std::ofstream(file, std::ios::binary) << text;
    const Outcome outcome = place.run("pkg");
    EXPECT_EQ(outcome.out, wanted);
    EXPECT_EQ(outcome.error, "");
  }
}

TEST(Cache, RunsAtOnce) {
  const Package package(4);
  const Workplace& place = package.place();
  const std::string wanted = place.run("--no-cache --output-format json pkg").out;
  // One shell starts them all; each writes what the others read.
  const std::string one = "'" SYNCFREE_PROGRAM "' --output-format json pkg >../out_$i 2>../error_$i";
  place.run("--version; for i in 0 1 2 3 4 5 6 7; do " + one + " & done; wait");
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(place.read("../out_" + std::to_string(i)), wanted);
    EXPECT_EQ(place.read("../error_" + std::to_string(i)), "");
  }
  ASSERT_EQ(kept(place).size(), 1U);
  EXPECT_EQ(std::distance(fs::directory_iterator(place.cache()), {}), 2) << "and the tag: nothing is left over";
}

TEST(Cache, ChangesOfBuildFilesAreSeen) {
  Workplace place;
  place.write("src/a.cu", "void f(cudaStream_t s) {\n#ifdef TIMING\n  cudaStreamSynchronize(s);\n#endif\n}\n");
  place.write("src/b.cu", "void g(cudaStream_t s) { cudaStreamSynchronize(s); }\n");
  place.write("CMakeLists.txt", "project(a)\n");
  place.let_files_age();
  const auto waits = [&] {
    const std::string cached = place.run(std::string(kConcise) + "src").out;
    EXPECT_EQ(cached, place.run(std::string(kConcise) + "--no-cache src").out);
    return cached.contains("a.cu:3:3: SF601");
  };
  EXPECT_FALSE(waits());
  EXPECT_EQ(kept(place).size(), 1U);
  EXPECT_FALSE(waits());
  place.write("CMakeLists.txt", "project(a)\nadd_definitions(-DTIMING)\n");
  EXPECT_TRUE(waits());
  place.write("CMakeLists.txt", "project(a)\n");
  EXPECT_FALSE(waits());
  place.write("README.md", "Define `TIMING`.\n");
  EXPECT_TRUE(waits()) << "a new page";
  fs::remove(place.folder() / "work/README.md");
  EXPECT_FALSE(waits());
}

TEST(Cache, WhereItIsAndHowItGoes) {
  const Package package(5);
  const Workplace& place = package.place();
  place.run("--cache-dir here/cache pkg");
  EXPECT_TRUE(kept(place).empty());
  EXPECT_TRUE(fs::exists(place.folder() / "work/here/cache/CACHEDIR.TAG"));
  place.run("pkg");
  EXPECT_EQ(kept(place).size(), 1U);
  EXPECT_EQ(place.run("clean").out, "1 file removed\n");
  EXPECT_TRUE(kept(place).empty());
  EXPECT_EQ(place.run("clean --cache-dir here/cache").out, "1 file removed\n");
  EXPECT_EQ(place.run("clean").out, "0 files removed\n");
  // A folder that cannot be written costs nothing but time.
  place.write("file", "");
  const Outcome outcome = place.run("--cache-dir file/cache pkg");
  EXPECT_EQ(outcome.out, place.run("--no-cache pkg").out);
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(place.run_with("XDG_CACHE_HOME= HOME=", "pkg").out, outcome.out);
}

TEST(Cache, StandardInputThatIsNotOnDiskIsNotKept) {
  Package package(6);
  Workplace& place = package.place();
  place.let_files_age();
  const std::string text = place.read("pkg/m1.py");
  const std::string arguments = "--stdin-filename pkg/m1.py -";
  place.run(arguments, text + "\nx = 1\n");
  EXPECT_TRUE(kept(place).empty());
  const std::string wanted = place.run(arguments, text).out;
  const auto first = kept(place);
  EXPECT_EQ(first.size(), 1U);
  EXPECT_EQ(place.run(arguments, text).out, wanted);
  EXPECT_EQ(place.run("pkg/m1.py").out, wanted);
  place.run(arguments, text + "\nx = 1\n");
  EXPECT_EQ(kept(place), first);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli
