#include "cli/commands.h"

#include <string>

#include <unistd.h>

#include "analyzer/report/display_line.h"
#include "analyzer/system/write_file.h"

namespace syncfree::cli {
namespace {

/// One visit for each kind of arguments.
struct Runner {
  ExitStatus operator()(const CheckArguments& arguments) const {
    if (!arguments.quiet) warn(arguments.warnings);
    return arguments.watch ? run_watch(arguments) : run_check(arguments);
  }
  ExitStatus operator()(const ConfirmArguments& arguments) const { return run_confirm(arguments); }
  ExitStatus operator()(const VerifyArguments& arguments) const { return run_verify(arguments); }
  ExitStatus operator()(const PlanArguments& arguments) const { return run_plan(arguments); }
  ExitStatus operator()(const ExplainArguments& arguments) const { return run_explain(arguments); }
  ExitStatus operator()(const RulesArguments& arguments) const { return run_rules(arguments); }
  ExitStatus operator()(const LspArguments& arguments) const { return run_lsp(arguments); }
  ExitStatus operator()(const CleanArguments& arguments) const { return run_clean(arguments); }
  ExitStatus operator()(const SummarizeArguments& arguments) const { return run_summarize(arguments); }
  ExitStatus operator()(const CompletionsArguments& arguments) const { return run_completions(arguments); }
  ExitStatus operator()(const Message& message) const { return print(message.text, kNothingFound); }
};

}  // namespace

ExitStatus fail(std::string_view message) {
  static_cast<void>(sys::write_descriptor(STDERR_FILENO, "error: " + report::printable(message) + "\n"));
  return kFailure;
}

void warn(std::span<const std::string> messages) {
  std::string text;
  for (const std::string& message : messages) text += "warning: " + report::printable(message) + "\n";
  if (!text.empty()) static_cast<void>(sys::write_descriptor(STDERR_FILENO, text));
}

ExitStatus print(std::string_view text, ExitStatus status) {
  const auto written = sys::write_descriptor(STDOUT_FILENO, text);
  return written ? status : fail("standard output: " + written.error());
}

ExitStatus run(std::span<const std::string> words) {
  const auto arguments = parse_arguments(words);
  if (!arguments) return fail(arguments.error() + " (--help shows all options)");
  return std::visit(Runner{}, *arguments);
}

}  // namespace syncfree::cli
