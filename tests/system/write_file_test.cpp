#include "analyzer/system/write_file.h"

#include <array>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/main/temporary_folder.h"

namespace syncfree::sys {
namespace SYNCFREE_FILE {

constexpr uid_t kNobody = 65534;

std::string content_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// A file that everybody may write, in a folder where nobody may make one.
class ClosedFolder {
 public:
  ClosedFolder() {
    file_ = folder_.write("a.py", "old\n");
    ::chmod(file_.c_str(), 0666);
    ::chmod(folder_.path().c_str(), 0555);
  }
  ClosedFolder(const ClosedFolder&) = delete;
  ClosedFolder& operator=(const ClosedFolder&) = delete;
  ~ClosedFolder() { ::chmod(folder_.path().c_str(), 0755); }
  const std::string& file() const { return file_; }

 private:
  test::TemporaryFolder folder_;
  std::string file_;
};

/// What root does no mode forbids: the write is somebody else's.
std::expected<void, std::string> rewritten_by_a_user(const std::string& path, std::string_view content) {
  const bool is_root = ::geteuid() == 0;
  if (is_root && ::seteuid(kNobody) != 0) return std::unexpected("cannot be somebody else");
  auto result = rewrite_file(path, content);
  if (is_root && ::seteuid(0) != 0) return std::unexpected("cannot be root again");
  return result;
}

TEST(WriteFile, WritesOverAFileWhereNoOtherCanBeMade) {
  const ClosedFolder folder;
  const auto result = rewritten_by_a_user(folder.file(), "new\n");
  ASSERT_TRUE(result.has_value()) << result.error();
  EXPECT_EQ(content_of(folder.file()), "new\n");
}

TEST(WriteFile, LeavesAloneWhatTheUserMayNotWrite) {
  const ClosedFolder folder;
  ::chmod(folder.file().c_str(), 0444);
  const auto result = rewritten_by_a_user(folder.file(), "new\n");
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(content_of(folder.file()), "old\n");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::sys
