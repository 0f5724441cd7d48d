// Where third-party packages are: from interpreters, environments' folders and the variables of a shell.
#include "driver/environment.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/main/temporary_folder.h"

namespace syncfree::driver {
namespace SYNCFREE_FILE {

namespace fs = std::filesystem;

class Environments : public testing::Test {
 protected:
  Environments() {
    settings_.is_read = true;
    folder_.write(".git");  // what lies around the test's folder is another repository's
  }

  /// An environment with one package.
  void make(const std::string& name, const std::string& configuration = "version = 3.11.2\n") {
    folder_.write(name + "/pyvenv.cfg", configuration);
    folder_.write(name + "/lib/python3.11/site-packages/lib/__init__.py");
  }
  std::string packages(const std::string& name) const { return name + "/lib/python3.11/site-packages"; }

  /// Relative to the test's folder; "fault" if there is one.
  std::vector<std::string> found(const std::string& around = "project") {
    const Environment environment = find_environment(settings_, folder_.path() / around);
    if (!environment.fault.empty()) return {"fault"};
    std::vector<std::string> folders;
    for (const fs::path& each : environment.folders)
      folders.push_back(each.lexically_relative(folder_.path()).string());
    return folders;
  }

  test::TemporaryFolder folder_;
  EnvironmentSettings settings_;
};

using Found = std::vector<std::string>;

TEST_F(Environments, NothingIsLookedForUnlessItIsRead) {
  make("env");
  settings_.is_read = false;
  settings_.virtual_env = folder_.at("env");
  EXPECT_EQ(found(), Found{});
}

TEST_F(Environments, AreNamedByTheirFolderOrInterpreter) {
  make("env");
  folder_.write("env/bin/python3");
  for (const char* name : {"env", "env/bin/python3", "env/"}) {
    settings_.named = folder_.path() / name;
    EXPECT_EQ(found(), Found{packages("env")}) << name;
  }
}

TEST_F(Environments, AnInterpreterThatIsALinkIsThatOfItsEnvironment) {
  make("env");
  folder_.write("opt/bin/python3.11");
  folder_.write("opt/lib/python3.11/site-packages/other.py");
  fs::create_directories(folder_.path() / "env/bin");
  fs::create_symlink(folder_.path() / "opt/bin/python3.11", folder_.path() / "env/bin/python");
  settings_.named = folder_.path() / "env/bin/python";
  EXPECT_EQ(found(), Found{packages("env")});
  fs::create_symlink(folder_.path() / "opt/bin/python3.11", folder_.path() / "python");
  settings_.named = folder_.path() / "python";
  EXPECT_EQ(found(), Found{"opt/lib/python3.11/site-packages"});
}

TEST_F(Environments, WhatIsNamedAndIsNoneIsAFault) {
  folder_.write("file.txt");
  for (const char* name : {"nowhere", "file.txt", "."}) {
    settings_.named = folder_.path() / name;
    EXPECT_EQ(found(), Found{"fault"}) << name;
  }
}

TEST_F(Environments, TheActiveOneGoesBeforeTheProjects) {
  for (const char* name : {"active", "conda", "project/.venv"}) make(name);
  folder_.write("project/src/train.py");
  settings_.virtual_env = folder_.at("active");
  settings_.conda_prefix = folder_.at("conda");
  EXPECT_EQ(found("project/src"), Found{packages("active")});
  settings_.virtual_env.clear();
  EXPECT_EQ(found("project/src"), Found{packages("conda")});
  settings_.is_conda_base = true;
  EXPECT_EQ(found("project/src"), Found{packages("project/.venv")});
  settings_.conda_prefix.clear();
  EXPECT_EQ(found("project/src"), Found{packages("project/.venv")});
}

TEST_F(Environments, ARepositoryIsTheEndOfTheSearch) {
  make(".venv");
  fs::create_directories(folder_.path() / "project/.git");
  fs::create_directories(folder_.path() / "other");
  EXPECT_EQ(found("project"), Found{});
  EXPECT_EQ(found("other"), Found{packages(".venv")});
}

TEST_F(Environments, AVariableThatNamesNoFolderSaysNothing) {
  settings_.virtual_env = folder_.at("gone");
  settings_.conda_prefix = "relative";
  settings_.python_path = "relative::" + folder_.at("gone");
  EXPECT_EQ(found(), Found{});
}

TEST_F(Environments, OneThatIsGoneOrIsNoneIsPassedOver) {
  make("conda");
  folder_.write("empty/pyvenv.cfg", "version = 3.11.2\n");
  folder_.write("file");
  settings_.conda_prefix = folder_.at("conda");
  for (const char* name : {"gone", "empty", "file", ""}) {
    settings_.virtual_env = folder_.at(name);
    EXPECT_EQ(found(), Found{packages("conda")}) << name;
  }
  make("project/.venv");
  settings_.conda_prefix = folder_.at("empty");
  EXPECT_EQ(found(), Found{packages("project/.venv")});
  fs::remove_all(folder_.path() / packages("project/.venv"));
  EXPECT_EQ(found(), Found{});
}

TEST_F(Environments, PathFilesNameFolders) {
  make("env");
  folder_.write("project/src/own/__init__.py");
  folder_.write("env/more/other/__init__.py");
  folder_.write(packages("env") + "/a.pth",
                "# a comment\n" + folder_.at("project/src") + "\r\nimport os; os.abort()\n");
  folder_.write(packages("env") + "/b.pth", "../../../more\nnowhere\n\n");
  folder_.write(packages("env") + "/c.pth", std::string("\0/\n", 3));
  settings_.named = folder_.path() / "env";
  EXPECT_EQ(found(), (Found{packages("env"), "project/src", "env/more"}));
}

TEST_F(Environments, PythonPathComesFirst) {
  make("env");
  folder_.write("first/a.py");
  folder_.write("second/a.py");
  settings_.virtual_env = folder_.at("env");
  settings_.python_path = folder_.at("second") + ":" + folder_.at("first") + ":" + folder_.at("second/");
  EXPECT_EQ(found(), (Found{"second", "first", packages("env")}));
}

TEST_F(Environments, TheVersionDecides) {
  make("env", "version_info = 3.9.1.final.0\n");
  folder_.write("env/lib/python3.9/site-packages/lib.py");
  folder_.write("env/lib/python3.10/site-packages/lib.py");
  settings_.named = folder_.path() / "env";
  EXPECT_EQ(found(), Found{"env/lib/python3.9/site-packages"});
  folder_.write("env/pyvenv.cfg", "");
  EXPECT_EQ(found(), Found{packages("env")});
}

TEST_F(Environments, TheSystemsPackagesAreSeenWhereTheyAre) {
  folder_.write("opt/lib/python3.11/site-packages/base.py");
  make("env", "home = " + folder_.at("opt/bin") + "\ninclude-system-site-packages = true\nversion = 3.11.2\n");
  settings_.named = folder_.path() / "env";
  EXPECT_EQ(found(), (Found{packages("env"), "opt/lib/python3.11/site-packages"}));
}

TEST_F(Environments, LinksInCirclesAndPipesHoldNothingUp) {
  make("env");
  const fs::path site = folder_.path() / packages("env");
  fs::create_symlink(site / "loop.pth", site / "loop.pth");
  ASSERT_EQ(::mkfifo((site / "pipe.pth").c_str(), 0600), 0);
  fs::remove(folder_.path() / "env/pyvenv.cfg");
  ASSERT_EQ(::mkfifo((folder_.path() / "env/pyvenv.cfg").c_str(), 0600), 0);
  settings_.named = folder_.path() / "env";
  EXPECT_EQ(found(), Found{packages("env")});
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::driver
