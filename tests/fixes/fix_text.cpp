#include "tests/fixes/fix_text.h"

#include "rules/rule_table.h"

namespace syncfree::test {

cli::FixResult fix_text(const std::string& file, const std::string& text, fixes::Applicability least,
                        const std::string& only_rule) {
  cli::Options options;
  options.project = false;  // the text stands alone, wherever the test runs
  if (!only_rule.empty()) options.rules.select = {{only_rule}};
  cli::CheckRequest request;
  request.text = cli::SourceText{file, text};
  request.paths = {file};
  auto settings = cli::make_settings(rules::rule_table(), std::nullopt, options, "/");
  request.settings = std::move(*settings);
  request.settings.temperature = engine::Temperature::kCold;
  cli::Progress silent(false);
  return cli::check_and_fix(std::move(request), least, silent);
}

}  // namespace syncfree::test
