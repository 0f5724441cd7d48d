// Words that the formats of a plan share.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/plan/plan.h"

namespace syncfree::plan {

std::string_view name_of(engine::RemedyKind);  ///< "remove", "device=", "pinned", "other API", …
std::string_view name_of(Action);              ///< "safe", "unsafe", "by hand", "leave"
std::string_view name_of(Remains);             ///< "nothing", "fewer", "elsewhere", "the wait"
std::string_view name_of(Chance);              ///< "always", "sometimes", "seldom"

/// What the command line needs to apply the entry's rewrite, without paths: "--fix"; empty where nothing does.
std::string flags_of(const engine::Report& report, const Entry& entry);

/// "each step, in each round of the loop at line 3, depending on `self.training`"; places in `file` are lines.
std::string times_words(const engine::Report& report, const Step& step, const Times& times, std::uint32_t file);

/// The same without places: "each step, in a loop", "sometimes", "seldom".
std::string short_times_words(const Step& step, const Times& times);

/// What stands around a call in its function: " in each round of the loop at line 3, depending on `x`"; may be empty.
std::string around_words(const engine::Report& report, const Line& call);

/// "false: the host does not need the value"
std::string_view dependency_words(engine::Dependency dependency);

/// "a wait elsewhere"
std::string_view remains_words(Remains remains);

/// "other API, by hand", "device=, safe: `--fix`"
std::string remedy_words(const engine::Report& report, const Entry& entry);

/// Why the change gains nothing by itself: Entry::behind; empty without one. `entry` is one of the step's.
std::string behind_words(const Step& step, const Entry& entry);

/// "`loss.item()`"
std::string wait_quote(const engine::Report& report, const Entry& entry);

/// "each round of `for batch in loader` in train", "each call of Model.forward"
std::string start_words(const engine::Report& report, const Step& step);

/// What becomes of a step's waits when all of one kind of change are made, one kind after another.
struct Outlook {
  Action action = Action::kSafe;
  std::size_t changed = 0;           ///< waits that this changes
  std::size_t moved = 0;             ///< those of them of which fewer waits, or one elsewhere, are left
  std::size_t remaining = 0;         ///< waits that nothing has changed so far
  std::string flags;                 ///< "--fix --unsafe-fixes"; empty for what is done by hand
  std::vector<std::uint32_t> files;  ///< in which the changed waits are, sorted
};

/// kSafe, kUnsafe, kByHand; those that change nothing are left out.
std::vector<Outlook> outlook_of(const engine::Report& report, const Step& step);

/// The command that makes the changes; empty for what is done by hand. `paths` are those that the user named, for a
/// command that would be too long with each file.
std::string command_of(const engine::Report& report, const Outlook& outlook, std::span<const std::string> paths);

/// "1 wait goes, 2 stay"; "2 waits go or move, 1 stays"
std::string outlook_words(const Outlook& outlook);

/// By entry: the lines of the step that are the calls around it, outermost first.
std::vector<std::vector<std::size_t>> calls_to_entries(const Step& step);

}  // namespace syncfree::plan
