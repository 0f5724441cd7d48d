// The command line, parsed.
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "analyzer/engine/goal.h"
#include "cli/choices.h"
#include "cli/confirm/observe.h"
#include "cli/confirm/result_comparison.h"
#include "cli/options.h"

namespace syncfree::cli {

/// A report of its own in a file, beside the one on standard output.
struct ReportFile {
  OutputFormat format = OutputFormat::kText;
  std::string file;
};

struct CheckArguments {
  std::vector<std::string> paths;
  Options options;
  std::vector<Options> inline_options;  ///< `--config 'key = value'`: before the files, behind `options`
  std::vector<ReportFile> report_files;
  bool only_files = false;            ///< each format that is asked for has a file: standard output stays empty
  std::optional<std::string> config;  ///< this file, in place of the nearest
  bool isolated = false;              ///< no configuration file
  std::optional<std::string> build;   ///< where the compilation database is: exact mode
  std::string output_file;            ///< empty: standard output
  std::optional<std::string> stdin_filename;
  std::optional<std::string> cache_folder;  ///< in place of the user's
  bool no_cache = false;
  unsigned jobs = 0;  ///< 0: as many as there are processors
  Color color = Color::kAuto;
  std::optional<std::string> baseline;
  std::optional<std::string> write_baseline;
  std::optional<std::string> diff_base;
  bool add_noqa = false;
  bool fix = false;           ///< apply the safe fixes
  bool unsafe_fixes = false;  ///< and the unsafe ones; alone it changes nothing
  bool fix_only = false;      ///< and report nothing else
  bool diff = false;          ///< show the changes in place of making them
  bool show_fixes = false;    ///< list what was fixed
  bool statistics = false;
  bool exit_zero = false;
  bool report_suppressed = false;
  bool quiet = false;
  bool show_settings = false;
  bool show_files = false;
  std::optional<engine::Goal> goal;   ///< `paths` then hold functions, too
  bool watch = false;                 ///< again whenever a file changes
  std::vector<std::string> warnings;  ///< of the environment, a line each
};

struct ExplainArguments {
  std::string rule;
  Color color = Color::kAuto;
};

struct ConfirmArguments {
  confirm::Observation observation;
  std::string trace;                 ///< a recording from elsewhere, in place of a program
  std::vector<std::string> sources;  ///< empty: those that ran
  Options options;
  std::optional<std::string> config;
  bool isolated = false;
  std::string output_file;
  Color color = Color::kAuto;
  bool exit_zero = false;
  bool quiet = false;
  std::string compare;  ///< an earlier report, as JSON
  bool fail_on_new = false;
  bool fail_on_different = false;
  confirm::Tolerance tolerance;  ///< of results
  std::optional<double> max_waits;
  std::string budget;  ///< a file
};

enum class VerifyFormat : std::uint8_t { kText, kJson };
inline constexpr std::array<std::pair<std::string_view, VerifyFormat>, 2> kVerifyFormats = {{
    {"text", VerifyFormat::kText},
    {"json", VerifyFormat::kJson},
}};

struct VerifyArguments {
  confirm::Observation observation;
  std::string build;               ///< a shell command that builds the program; empty: it needs none
  std::vector<std::string> paths;  ///< empty: the project that holds the program
  Options options;
  std::optional<std::string> config;
  bool isolated = false;
  bool unsafe_fixes = false;
  bool without_results = false;
  confirm::Tolerance tolerance;
  bool write = false;  ///< into the user's files
  std::string patch;   ///< a file; empty: standard output
  VerifyFormat format = VerifyFormat::kText;
  std::string output_file;  ///< for the table
  Color color = Color::kAuto;
  bool quiet = false;
};

enum class PlanFormat : std::uint8_t { kText, kJson, kHtml };
inline constexpr std::array<std::pair<std::string_view, PlanFormat>, 3> kPlanFormats = {{
    {"text", PlanFormat::kText},
    {"json", PlanFormat::kJson},
    {"html", PlanFormat::kHtml},
}};

struct PlanArguments {
  std::vector<std::string> paths;
  std::vector<std::string> from;  ///< "MODULE:FUNCTION"; empty: the steps of `paths`
  Options options;
  std::optional<std::string> config;
  bool isolated = false;
  std::optional<std::string> build;  ///< as for check
  PlanFormat format = PlanFormat::kText;
  std::string output_file;  ///< empty: standard output
  unsigned jobs = 0;        ///< as for check
  Color color = Color::kAuto;
  bool quiet = false;
};

enum class RulesFormat : std::uint8_t { kText, kJson, kMarkdown };
inline constexpr std::array<std::pair<std::string_view, RulesFormat>, 3> kRulesFormats = {{
    {"text", RulesFormat::kText},
    {"json", RulesFormat::kJson},
    {"markdown", RulesFormat::kMarkdown},
}};

struct RulesArguments {
  RulesFormat format = RulesFormat::kText;
};

struct LspArguments {
  unsigned jobs = 0;  ///< as for check
};

struct CleanArguments {
  std::optional<std::string> cache_folder;  ///< as for check
};

struct SummarizeArguments {
  std::string package;                ///< a folder, or a name in the environment
  std::vector<std::string> with;      ///< files: summaries of what it imports
  std::optional<std::string> python;  ///< an interpreter or the folder of an environment
  std::string output_file;            ///< empty: standard output
  unsigned jobs = 0;                  ///< as for check
  bool quiet = false;
};

enum class Shell : std::uint8_t { kBash, kZsh, kFish };
inline constexpr std::array<std::pair<std::string_view, Shell>, 3> kShells = {{
    {"bash", Shell::kBash},
    {"zsh", Shell::kZsh},
    {"fish", Shell::kFish},
}};

struct CompletionsArguments {
  Shell shell = Shell::kBash;
};

/// Something to print and be done: help, or the version.
struct Message {
  std::string text;
};

using Arguments =
    std::variant<CheckArguments, ConfirmArguments, VerifyArguments, PlanArguments, ExplainArguments, RulesArguments,
                 LspArguments, CleanArguments, SummarizeArguments, CompletionsArguments, Message>;

/// What the command line says of settings; a later layer goes before an earlier one.
std::vector<Options> command_line_layers(const CheckArguments& arguments);

/// `arguments` without the program's name. The error is one line: wrong use.
std::expected<Arguments, std::string> parse_arguments(std::span<const std::string> arguments);

}  // namespace syncfree::cli
