#include "analyzer/source/source_file.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/main/temporary_folder.h"
#include "tests/source/ordinary_user.h"

namespace syncfree::source {
namespace SYNCFREE_FILE {

std::string error_of(const std::string& path, std::uint64_t limit = kDefaultSizeLimit) {
  const auto file = load_source_file(path, limit);
  return file ? "no error" : file.error();
}

TEST(LoadSourceFile, ReadsTextAndHowItWasWritten) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a.py", "# coding: latin-1\r\nx = '\xE9'\r\n");
  const auto file = load_source_file(path);
  ASSERT_TRUE(file) << file.error();
  EXPECT_EQ(file->path, path);
  EXPECT_EQ(file->text, "# coding: latin-1\r\nx = 'é'\r\n");
  EXPECT_EQ(file->encoding, "iso-8859-1");
  EXPECT_FALSE(file->has_byte_order_mark);
}

TEST(LoadSourceFile, ReadsAnEmptyFile) {
  const test::TemporaryFolder folder;
  const auto file = load_source_file(folder.write("empty.py"));
  ASSERT_TRUE(file) << file.error();
  EXPECT_EQ(file->text, "");
}

TEST(LoadSourceFile, SaysWhyAFileCannotBeRead) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(error_of(folder.at("missing.py")), "cannot be read: No such file or directory");
  EXPECT_EQ(error_of(folder.path().string()), "is not a regular file");
  ASSERT_EQ(mkfifo(folder.at("pipe.py").c_str(), 0600), 0);
  EXPECT_EQ(error_of(folder.at("pipe.py")), "is not a regular file");
  std::filesystem::create_symlink("loop.py", folder.at("loop.py"));
  EXPECT_EQ(error_of(folder.at("loop.py")), "cannot be read: Too many levels of symbolic links");
}

TEST(LoadSourceFile, SaysThatPermissionIsMissing) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("secret.py", "x\n");
  std::filesystem::permissions(path, std::filesystem::perms::none);
  const OrdinaryUser user;
  EXPECT_EQ(error_of(path), "cannot be read: Permission denied");
}

TEST(LoadSourceFile, RefusesFilesFromTheLimitOn) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("large.py", std::string(2'000'000, '\n'));
  EXPECT_EQ(error_of(path, 2'000'000), "is too large (2 MB); files of 2 MB and more are not read");
  EXPECT_EQ(error_of(path, 2'000'001), "no error");
}

TEST(LoadSourceFile, RefusesAHundredMegabytesWithoutReadingThem) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("huge.py");
  std::filesystem::resize_file(path, 100'000'000);  // sparse: takes no space
  EXPECT_EQ(error_of(path), "is too large (100 MB); files of 100 MB and more are not read");
}

TEST(MakeSourceFile, DecodesBytesFromElsewhere) {
  const auto file = make_source_file("<stdin>", "\xEF\xBB\xBFx\n");
  ASSERT_TRUE(file) << file.error();
  EXPECT_EQ(file->text, "x\n");
  EXPECT_TRUE(file->has_byte_order_mark);
  EXPECT_FALSE(make_source_file("<stdin>", "\xFF"));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::source
