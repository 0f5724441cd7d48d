// The subcommands: what each does with its arguments, and the exit status it gives.
#pragma once

#include <string_view>

#include "cli/arguments.h"
#include "cli/whole_run.h"
#include "driver/memory.h"

namespace syncfree::cli {

/// `memory`: of the checks before it in this process; null: there are none.
ExitStatus run_check(const CheckArguments& arguments, driver::Memory* memory = nullptr);
/// Again and again; it returns only where it refuses.
ExitStatus run_watch(const CheckArguments& arguments);
/// A program's own exit status, whatever that is, where there is one.
ExitStatus run_confirm(const ConfirmArguments& arguments);
/// 0: something is proven, or nothing was to be; 1: the program fails, or a rewrite changes it; 2: nothing could be
/// verified.
ExitStatus run_verify(const VerifyArguments& arguments);
/// Findings are what it tells of, so that they are no failure: 0, or 2.
ExitStatus run_plan(const PlanArguments& arguments);
ExitStatus run_explain(const ExplainArguments& arguments);
ExitStatus run_rules(const RulesArguments& arguments);
/// As the protocol wants it: 0 after an orderly end, else 1.
ExitStatus run_lsp(const LspArguments& arguments);
ExitStatus run_clean(const CleanArguments& arguments);
ExitStatus run_summarize(const SummarizeArguments& arguments);
ExitStatus run_completions(const CompletionsArguments& arguments);

/// "warning: message" for each, on standard error.
void warn(std::span<const std::string> messages);

/// To standard output; an error there is said on standard error.
ExitStatus print(std::string_view text, ExitStatus status);

}  // namespace syncfree::cli
