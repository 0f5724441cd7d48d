// Which settings hold for a file.
#include "driver/file_settings.h"

#include <gtest/gtest.h>

namespace syncfree {
namespace SYNCFREE_FILE {

driver::FolderSettings only_in(const std::filesystem::path& folder, const std::filesystem::path& wanted) {
  if (folder == wanted) return driver::Settings{};
  return std::nullopt;
}

// Paths of two trees have nothing but the root of the file system in common.
TEST(FileSettings, HoldBelowTheRootOfTheFileSystem) {
  const driver::Settings run;
  const std::filesystem::path root = std::filesystem::current_path().root_path();
  const std::filesystem::path own = root / "with" / "own";
  driver::FileSettings settings(
      run, root, {.in_folder = [&](const std::filesystem::path& folder) { return only_in(folder, own); }});
  EXPECT_EQ(&settings.of(root / "a" / "b" / "train.py"), &run);
  EXPECT_EQ(&settings.of(root / "train.py"), &run);
  EXPECT_NE(&settings.of(own / "below" / "train.py"), &run);
  EXPECT_EQ(settings.all().size(), 2U);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
