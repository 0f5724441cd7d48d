// Commands of compilers, as Clang takes them.
#include "frontends/clang/flags.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/main/temporary_folder.h"

namespace syncfree::clang_frontend {
namespace SYNCFREE_FILE {

std::string flags_of(const std::string& command, const std::string& source, const std::string& directory = "/p") {
  std::string text;
  for (const std::string& flag : clang_flags({.directory = directory, .words = shell_words(command)}, source)) {
    text += (text.empty() ? "" : " ") + flag;
  }
  return text;
}

TEST(Flags, OfGcc) {
  EXPECT_EQ(
      flags_of("/usr/bin/ccache /usr/bin/g++-12 -DX=1 -I inc -isystem /t/include -Wall -O3 -fPIC -std=gnu++17 -MD -MF "
               "a.d -o a.o -c a.cpp",
               "/p/a.cpp"),
      "-xc++ -DX=1 -Iinc -isystem /t/include -std=gnu++17");
  EXPECT_EQ(flags_of("g++ '-DNAME=\"a b\"' -include pre.h -fno-exceptions -pthread -march=native a.cpp", "/p/a.cpp"),
            "-xc++ -DNAME=\"a b\" -include pre.h -fno-exceptions");
}

TEST(Flags, OfNvcc) {
  const std::string flags = flags_of(
      "nvcc -forward-unknown-to-host-compiler -isystem=/t/include --include-path inc -D__CUDA_NO_HALF_OPERATORS__ "
      "--expt-relaxed-constexpr -gencode arch=compute_90,code=sm_90 --generate-code=arch=compute_80,code=[sm_80] "
      "-Xcompiler=-fPIC,-DHOST=2 -Xcudafe --diag_suppress=177 --compiler-options '-fno-rtti' -t 4 -std c++20 "
      "--use_fast_math -x cu -rdc=true -c k.cu -o k.o",
      "/p/k.cu");
  EXPECT_TRUE(flags.starts_with("-xcuda --cuda-host-only -nocudainc -nocudalib -include /syncfree-lint/prelude.h"));
  EXPECT_NE(flags.find(" -isystem /t/include -Iinc -D__CUDA_NO_HALF_OPERATORS__ -DHOST=2 -fno-rtti -std=c++20"),
            std::string::npos)
      << flags;
  for (const char* gone : {"177", "sm_90", "-t", "k.o", "k.cu", "fPIC", "-x cu"})
    EXPECT_EQ(flags.find(gone), std::string::npos);
}

TEST(Flags, OptionsInFiles) {
  const test::TemporaryFolder folder;
  folder.write("inc.rsp", "-I/one -DA=\"x\"\n@more.rsp");
  folder.write("more.rsp", "-I/two @more.rsp");  // itself again: must end
  const std::string flags = flags_of("nvcc --options-file inc.rsp -c a.cpp", "/p/a.cpp", folder.path().string());
  EXPECT_TRUE(flags.starts_with("-xc++ -I/one -DA=x -I/two")) << flags;
}

TEST(Flags, OptionsAreReadFromFilesOnly) {
  const auto folder = std::filesystem::temp_directory_path() / "syncfree-flags-hostile";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::ofstream(folder / "large").close();
  std::filesystem::resize_file(folder / "large", 1'000'000'000);
  std::ofstream(folder / "self") << "@self -DS=1 @self";
  const std::string flags =
      flags_of("c++ @/dev/zero @pipe @large @self @. @none -DA=1 -c a.cpp", "/p/a.cpp", folder.string());
  EXPECT_TRUE(flags.starts_with("-xc++ -DS=1")) << flags.substr(0, 200);
  EXPECT_TRUE(flags.contains(" -DA=1")) << flags.substr(0, 200);
  EXPECT_LT(flags.size(), 20'000U);
  std::filesystem::remove_all(folder);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::clang_frontend
