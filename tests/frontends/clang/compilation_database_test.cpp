// Compilation databases as build systems write them.
#include "frontends/clang/compilation_database.h"

#include <gtest/gtest.h>

#include "tests/main/temporary_folder.h"

namespace syncfree::clang_frontend {
namespace SYNCFREE_FILE {

class Database : public testing::Test {
 protected:
  std::expected<CompilationDatabase, std::string> load(const char* file, const std::string& text) {
    folder_.write(file, text);
    return load_compilation_database(folder_.path().string());
  }

  test::TemporaryFolder folder_;
};

TEST_F(Database, WithCommandsAndWithArguments) {
  const auto database = load("compile_commands.json", R"([
    {"directory": "/b", "command": "g++ -DA=\\\"1\\\" -c ../s/a.cpp", "file": "../s/a.cpp", "output": "a.o"},
    {"directory": "/b", "arguments": ["nvcc", "-c", "/s/k.cu"], "file": "/s/k.cu"},
    {"directory": "/b", "arguments": ["nvcc", "-DSECOND", "/s/k.cu"], "file": "/s/k.cu"},
    {"file": 3}, 4
  ])");
  ASSERT_TRUE(database) << database.error();
  EXPECT_EQ(database->commands.size(), 2U);
  EXPECT_EQ(database->command_for("/s/a.cpp")->words,
            (std::vector<std::string>{"g++", "-DA=\"1\"", "-c", "../s/a.cpp"}));
  EXPECT_EQ(database->command_for("/s/k.cu")->words.size(), 3U);
  EXPECT_FALSE(database->command_for("/s/other.cpp"));
}

TEST_F(Database, OfFlagsIsForAllSources) {
  const auto database = load("compile_flags.txt", "-I\ninc\n  -DX=1 \n\n");
  ASSERT_TRUE(database) << database.error();
  const auto command = database->command_for("/anywhere/a.cu");
  ASSERT_TRUE(command);
  EXPECT_EQ(command->directory, folder_.path().string());
  EXPECT_EQ(command->words, (std::vector<std::string>{"nvcc", "-I", "inc", "-DX=1"}));
}

TEST_F(Database, MissingOrBroken) {
  EXPECT_FALSE(load_compilation_database(folder_.path().string()));
  EXPECT_FALSE(load_compilation_database(folder_.at("nothing")));
  EXPECT_FALSE(load("compile_commands.json", "{\"a\": "));
}

TEST(ShellWords, QuotesAndBackslashes) {
  EXPECT_EQ(shell_words(R"(a "b c" 'd "e' f\ g "h\"i\n" '')"),
            (std::vector<std::string>{"a", "b c", "d \"e", "f g", "h\"i\\n", ""}));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::clang_frontend
