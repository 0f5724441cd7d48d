// Files in which a project describes itself: configuration, ignore files, baselines.
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>

#include <toml++/toml.h>

#include "analyzer/source/path_pattern.h"
#include "cli/configuration_keys.h"
#include "cli/git_changes.h"
#include "cli/settings.h"
#include "driver/baseline.h"
#include "frontends/clang/compilation_database.h"
#include "rules/rule_table.h"
#include "tests/fuzz/all_targets.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::fuzz {
namespace {

/// A file that holds what a function reads from a file, and goes with the process.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view name) : name_(name) {}

  std::string with(std::string_view bytes) const { return folder_.write(name_, bytes); }

 private:
  test::TemporaryFolder folder_;
  std::string name_;
};

}  // namespace

void read_configuration(std::string_view bytes) {
  toml::table document;
  try {
    document = toml::parse(bytes, std::string_view("fuzzed.toml"));
  } catch (const toml::parse_error&) {
    return;
  }
  cli::ConfigurationTable table;
  if (const auto mistake = cli::read_configuration_table(document, table)) {
    expect(!mistake->message.empty(), "a mistake of a configuration is not named");
    return;
  }
  const std::filesystem::path file = "/fuzzed/syncfree-lint.toml";
  const cli::Configuration configuration{.file = file, .layers = {{file, table.options}}};
  const auto settings = cli::make_settings(rules::rule_table(), configuration, {}, "/fuzzed");
  if (!settings) return;
  static_cast<void>(cli::settings_text(*settings, rules::rule_table()));
  const std::string path = "/fuzzed/a/b.py";
  static_cast<void>(driver::is_excluded(path, settings->analysis));
  static_cast<void>(driver::hot_names(path, settings->analysis));
}

std::vector<std::string> configuration_seeds() {
  return {
      "select = [\"SF3\", \"SF6\"]\nignore = [\"SF301\"]\nexclude = [\"a/**/b\", \"*.py\"]\nconfidence = "
      "\"possible\"\n",
      "temperature = \"cold\"\nfail-on = \"error\"\noutput-format = \"json\"\nsrc = [\"src\", \"..\"]\nblocks = "
      "[\"a.b\"]\n"
      "hot = [\"a.py::step\", \"**/x/*.py::T*.s\"]\nproject = false\nrespect-gitignore = false\nforce-exclude = true\n",
      "[per-file-ignores]\n\"tests/*\" = [\"SF1\"]\n\"!a\" = []\n[devices]\nx = \"cuda\"\ny = \"cpu\"\n",
      "extend = \"../base.toml\"\nextend-select = [\"ALL\"]\nsort = \"place\"\n",
  };
}

/// Lines are patterns; the last one is a path.
void match_patterns(std::string_view bytes) {
  std::vector<source::PathPattern> patterns;
  std::size_t begin = 0;
  for (std::size_t end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n', begin)) {
    if (auto pattern = source::parse_path_pattern(bytes.substr(begin, end - begin))) patterns.push_back(*pattern);
    begin = end + 1;
  }
  for (const bool is_folder : {false, true}) source::last_match(patterns, bytes.substr(begin), is_folder);
}

std::vector<std::string> pattern_seeds() {
  return {"# comment\n*.py\n!keep.py\n/build/\n**/a/**/b/\n[a-z]?[!0-9]*\\ \nb/a/c/b/x.py",
          "**/a/\n**/a/**/a/**\n*a*a*a*a*a\n[]a]\n[[:alpha:]]\n\\!x\na/a/a/a/a/a/a/a/a/aaaaaaaaaaaaaaaaaaa",
          "a\n//b//\n***\n**\n/\n./c\nd/../e\nd/e"};
}

void read_baseline(std::string_view bytes) {
  static const TemporaryFile baseline("baseline.json");
  static const TemporaryFile commands("compile_commands.json");
  static_cast<void>(driver::read_baseline(baseline.with(bytes)));
  static_cast<void>(clang_frontend::load_compilation_database(commands.with(bytes)));
  static_cast<void>(clang_frontend::shell_words(bytes));
  static_cast<void>(cli::read_diff(bytes, "/fuzzed"));
}

std::vector<std::string> baseline_seeds() {
  return {
      "{\"format\":\"syncfree-lint baseline\",\"version\":1,\"findings\":[{\"path\":\"a.py\",\"code\":\"SF301\","
      "\"function\":\"f\",\"text\":\"x.item()\",\"line\":\"y = x.item()\"}]}",
      "[{\"directory\":\"/a\",\"file\":\"b.cu\",\"command\":\"nvcc -c 'b c.cu' -I\\\"x\\\" -DX=\\\\\\\"1\\\\\\\"\"},"
      "{\"directory\":\"/a\",\"file\":\"/a/c.cpp\",\"arguments\":[\"c++\",\"-c\",\"c.cpp\"]}]",
      "diff --git a/x.py b/x.py\nindex 1..2 100644\n--- a/x.py\n+++ b/x.py\n@@ -1,2 +3 @@ def f():\n-a\n+b\n"
      "diff --git \"a/\\303\\244.py\" \"b/\\303\\244.py\"\n--- /dev/null\n+++ \"b/\\303\\244.py\"\n@@ -0,0 +1,4 "
      "@@\n+x\n"};
}

}  // namespace syncfree::fuzz
