#include "cli/add_noqa.h"

#include <algorithm>
#include <string>
#include <vector>

#include <unistd.h>

#include "analyzer/engine/suppression/silence.h"
#include "analyzer/engine/suppression/suppression.h"
#include "analyzer/model/symbol.h"
#include "analyzer/report/display_line.h"
#include "analyzer/report/place.h"
#include "analyzer/report/summary.h"
#include "analyzer/system/write_file.h"
#include "driver/language.h"
#include "frontends/cxx/lower.h"
#include "frontends/python/lower.h"

namespace syncfree::cli {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

void complain(const std::string& message) {
  static_cast<void>(sys::write_descriptor(STDERR_FILENO, "error: " + report::printable(message) + "\n"));
}

std::unique_ptr<model::Module> read(std::string_view path, std::string_view text, model::SymbolTable& symbols) {
  auto module = driver::is_cxx(path) ? cxx::read_cxx(text, symbols) : python::parse_python(text, symbols);
  return module ? std::move(*module) : nullptr;
}

bool is_about_comments(const engine::Finding& finding, const engine::Report& report) {
  const engine::RuleInfo* rule = engine::rule_of(finding.code, report.rules);
  return rule != nullptr && rule->for_comments;
}

/// The error is one line without the path.
std::expected<void, std::string> write(const source::SourceFile& file, std::string_view text) {
  if (file.path.ends_with(".ipynb")) return std::unexpected("comments are not added to notebooks");
  if (file.encoding != "utf-8")
    return std::unexpected("comments are added to UTF-8 files only, this is " + file.encoding);
  return sys::rewrite_file(file.path,
                           (file.has_byte_order_mark ? std::string(kByteOrderMark) : "") + std::string(text));
}

}  // namespace

ExitStatus add_noqa(const driver::CheckResult& result, bool quiet) {
  const engine::Report& report = result.report;
  ExitStatus status = kNothingFound;
  if (std::ranges::any_of(report.problems, &engine::Problem::fatal)) status = kFailure;
  std::size_t added = 0;
  std::size_t files = 0;
  for (std::uint32_t number = 0; number < report.files.size(); ++number) {
    std::vector<const engine::Finding*> findings;
    for (const engine::Finding& finding : report.findings) {
      const bool ours = finding.file == number && !finding.suppressed && !is_about_comments(finding, report);
      if (ours) findings.push_back(&finding);
    }
    if (findings.empty()) continue;
    const source::SourceFile& file = *result.files[number].source;
    model::SymbolTable symbols;
    const auto style = driver::is_cxx(file.path) ? engine::CommentStyle::kNolint : engine::CommentStyle::kNoqa;
    const engine::Silenced silenced = engine::silence(
        file.text, style, findings, [&](std::string_view text) { return read(file.path, text, symbols); });
    for (const engine::Finding* finding : silenced.left) {
      complain(report::place_of(report.files[number], finding->range) + ": no line can take a comment for " +
               std::string(finding->code));
      status = kFailure;
    }
    if (silenced.silenced == 0) continue;
    if (const auto written = write(file, silenced.text); !written) {
      complain(file.path + ": " + written.error());
      status = kFailure;
      continue;
    }
    added += silenced.silenced;
    ++files;
  }
  if (!quiet) {
    const std::string text = report::counted(added, "finding", "findings") + " silenced in " +
                             report::counted(files, "file", "files") + "\n";
    static_cast<void>(sys::write_descriptor(STDERR_FILENO, text));
  }
  return status;
}

}  // namespace syncfree::cli
