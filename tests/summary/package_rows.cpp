#include "tests/summary/package_rows.h"

#include <utility>

#include <gtest/gtest.h>

#include "driver/summarize.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::summary {

std::map<std::string, catalog::TextRow> rows_of(const std::map<std::string, std::string>& files) {
  const test::TemporaryFolder folder;
  bool has_root = false;
  for (const auto& [name, text] : files) {
    folder.write("pack/" + name, text);
    has_root |= name == "__init__.py";
  }
  if (!has_root) folder.write("pack/__init__.py", "from .core import *\n");
  driver::Progress progress;
  auto made = driver::summarize_package({.folder = folder.path() / "pack", .others = {}, .jobs = 2}, progress);
  std::map<std::string, catalog::TextRow> rows;
  if (!made) return rows;
  EXPECT_EQ(made->summary.package, "pack");
  for (catalog::TextRow& row : made->summary.rows) rows.emplace(row.name, std::move(row));
  return rows;
}

std::map<std::string, catalog::TextRow> rows_of_core(const std::string& text) { return rows_of({{"core.py", text}}); }

std::vector<catalog::TextBlock> waits_of(const std::string& body) {
  const auto rows = rows_of_core("import torch\n\n\n" + body);
  const auto found = rows.find("pack.core.f");
  return found == rows.end() ? std::vector<catalog::TextBlock>() : found->second.call->blocks;
}

Conditions conditions_of(const std::string& body) {
  Conditions conditions;
  for (const catalog::TextBlock& block : waits_of(body)) conditions.push_back(block.when);
  return conditions;
}

}  // namespace syncfree::summary
