#include "cli/render.h"

#include <sstream>

#include <unistd.h>

#include "analyzer/report/azure.h"
#include "analyzer/report/concise.h"
#include "analyzer/report/github.h"
#include "analyzer/report/gitlab.h"
#include "analyzer/report/grouped.h"
#include "analyzer/report/html.h"
#include "analyzer/report/json.h"
#include "analyzer/report/junit.h"
#include "analyzer/report/rdjson.h"
#include "analyzer/report/sarif.h"
#include "analyzer/report/statistics.h"
#include "analyzer/report/text.h"
#include "cli/terminal.h"

namespace syncfree::cli {
namespace {

report::TextOptions text_options(const CheckArguments& arguments, bool to_file) {
  const Color color = to_file && arguments.color == Color::kAuto ? Color::kNever : arguments.color;
  return {.color = wants_color(color, STDOUT_FILENO), .summary = !arguments.quiet};
}

void write(const engine::Report& report, const CheckArguments& arguments, const ReportFile& to, std::ostream& out) {
  switch (to.format) {
    case OutputFormat::kText:
      return report::write_text(report, out, text_options(arguments, !to.file.empty()));
    case OutputFormat::kConcise:
      return report::write_concise(report, out);
    case OutputFormat::kJson:
      return report::write_json(report, out);
    case OutputFormat::kSarif:
      return report::write_sarif(report, out, {.suppressed = arguments.report_suppressed});
    case OutputFormat::kGithub:
      return report::write_github(report, out);
    case OutputFormat::kGitlab:
      return report::write_gitlab(report, out);
    case OutputFormat::kGrouped:
      return report::write_grouped(report, out);
    case OutputFormat::kJsonLines:
      return report::write_json_lines(report, out);
    case OutputFormat::kAzure:
      return report::write_azure(report, out);
    case OutputFormat::kJunit:
      return report::write_junit(report, out);
    case OutputFormat::kRdjson:
      return report::write_rdjson(report, out);
    case OutputFormat::kHtml:
      return report::write_html(report, out);
  }
}

bool is_for_people(OutputFormat format) {
  return format == OutputFormat::kText || format == OutputFormat::kConcise || format == OutputFormat::kHtml;
}

}  // namespace

engine::Order order_of(Sort sort, OutputFormat format) {
  const bool by_worth = sort == Sort::kWorth || (sort == Sort::kUsual && is_for_people(format));
  return by_worth ? engine::Order::kWorth : engine::Order::kPath;
}

std::string render(const engine::Report& report, const CheckArguments& arguments, const ReportFile& to) {
  std::ostringstream out;
  if (!arguments.statistics) {
    write(report, arguments, to, out);
  } else if (to.format == OutputFormat::kJson) {
    report::write_statistics_json(report, out);
  } else {
    report::write_statistics(report, out);
  }
  return std::move(out).str();
}

}  // namespace syncfree::cli
