// The findings of several files together, told by their paths.
#pragma once

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/catalog/catalog.h"
#include "analyzer/engine/judging/analyze.h"
#include "frontends/python/lower.h"
#include "rules/rule_table.h"

namespace syncfree::test {

struct File {
  std::string path;  ///< "pkg/net.py"
  std::string text;
  bool is_test = false;
};

/// A folder is a package if it holds an `__init__.py`.
inline inference::ModuleInput input_of(const File& file, const std::vector<File>& files) {
  const auto folder_of = [](const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? std::string() : path.substr(0, slash);
  };
  const auto is_package = [&](const std::string& folder) {
    return std::ranges::any_of(files, [&](const File& each) { return each.path == folder + "/__init__.py"; });
  };
  inference::ModuleInput input{.module = nullptr, .name = {}};
  const std::string folder = folder_of(file.path);
  input.is_package = file.path.ends_with("/__init__.py");
  input.place = input.is_package ? folder : file.path.substr(0, file.path.size() - 3);
  input.root = folder;
  while (is_package(input.root)) input.root = folder_of(input.root);
  input.name = input.root.empty() ? input.place : input.place.substr(input.root.size() + 1);
  std::ranges::replace(input.name, '/', '.');
  input.is_test = file.is_test;
  return input;
}

/// Place, code, levels and message of each finding that is at least likely.
inline std::multiset<std::string> findings_in(const std::vector<File>& files) {
  model::SymbolTable symbols;
  const catalog::Catalog catalog(catalog::builtin_rows(), symbols);
  std::vector<std::unique_ptr<model::Module>> modules;
  std::vector<inference::ModuleInput> inputs;
  for (const File& file : files) {
    auto parsed = python::parse_python(file.text, symbols);
    EXPECT_TRUE(parsed && (*parsed)->problems.empty()) << file.text;
    modules.push_back(std::move(*parsed));
    inputs.push_back(input_of(file, files));
    inputs.back().module = modules.back().get();
    inputs.back().file = static_cast<std::uint32_t>(inputs.size() - 1);
  }
  const inference::Project project(inputs, catalog, symbols, 1);
  const inference::Analysis analysis = inference::infer(project, 1);
  std::multiset<std::string> found;
  for (const engine::Finding& finding : engine::analyze(analysis, rules::rule_table(), 1)) {
    if (finding.confidence < engine::Confidence::kLikely) continue;
    const std::string& text = files[finding.file].text;
    const auto line = 1 + std::count(text.begin(), text.begin() + finding.range.begin, '\n');
    found.insert(files[finding.file].path + ":" + std::to_string(line) + " " + std::string(finding.code) + " " +
                 std::string(engine::name_of(finding.temperature)) + " " +
                 text.substr(finding.range.begin, finding.range.size()));
  }
  return found;
}

inline std::vector<File> operator+(std::vector<File> a, const std::vector<File>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

inline std::string below(const std::multiset<std::string>& findings, const std::string& folder) {
  std::string text;
  for (const std::string& finding : findings) {
    if (finding.starts_with(folder)) text += finding + "\n";
  }
  return text;
}

}  // namespace syncfree::test
