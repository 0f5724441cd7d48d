#include "tests/fixes/fix_text.h"

#include <array>

#include "rules/rule_table.h"

namespace syncfree::test {

driver::FixResult fix_text(const std::string& file, const std::string& text, fixes::Applicability least,
                           const std::string& only_rule) {
  driver::CheckRequest request;
  request.text = driver::SourceText{file, text};
  request.paths = {file};
  request.settings = driver::default_settings("/");
  request.settings.project = false;  // the text stands alone, wherever the test runs
  request.settings.temperature = engine::Temperature::kCold;
  if (!only_rule.empty()) {
    const std::array layers = {engine::SelectionLayer{.select = {{only_rule}}}};
    request.settings.selection = engine::select_rules(rules::rule_table(), layers).value();
  }
  driver::Progress silent;
  return driver::check_and_fix(std::move(request), least, silent);
}

}  // namespace syncfree::test
