#include "analyzer/plan/words.h"

#include <algorithm>

#include "analyzer/engine/quote.h"
#include "analyzer/report/display_line.h"
#include "analyzer/report/place.h"
#include "analyzer/report/summary.h"

namespace syncfree::plan {
namespace {

constexpr std::size_t kMostFiles = 3;  // in a command

std::string quoted(const engine::Report& report, const FileRange& place) {
  const std::string_view text = report.files[place.file].text;
  return "`" + engine::quote(text.substr(place.range.begin, place.range.size())) + "`";
}

/// The first line of a loop, without what opens its body.
std::string head_of(const engine::Report& report, const FileRange& place) {
  std::string_view text = report.files[place.file].text.substr(place.range.begin);
  const std::size_t line = text.find('\n');
  const std::size_t end =
      std::max<std::size_t>(place.range.size(), line == std::string_view::npos ? text.size() : line);
  text = text.substr(0, end);
  // A comment, or the body on the same line, is no part of the head.
  const std::size_t behind = text.find_first_not_of(" \t)", place.range.size());
  text = text.substr(0, behind == std::string_view::npos ? text.size() : behind);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return "`" + engine::quote(text) + "`";
}

std::string base_words(const Step& step, const Times& times) {
  if (times.chance == Chance::kSeldom) return "seldom";
  return step.is_loop ? "each step" : "each call";
}

std::string ways_words(const Times& times) {
  constexpr double kMostNamed = 1000;
  if (times.ways <= 1) return {};
  return times.ways >= kMostNamed ? ", in very many ways"
                                  : ", in " + std::to_string(static_cast<std::size_t>(times.ways)) + " ways";
}

/// Where people look for it who have `file` before them.
std::string near_place(const engine::Report& report, const FileRange& place, std::uint32_t file) {
  const engine::ReportedFile& of = report.files[place.file];
  const report::ShownPlace shown = report::shown_place(of, place.range.begin);
  if (place.file != file || shown.cell > 0) return report::place_of(of, place.range);
  return "line " + std::to_string(shown.line);
}

std::vector<std::string> parts_around(const engine::Report& report, const Times& times, std::uint32_t file) {
  std::vector<std::string> parts;
  for (const Loop& loop : times.loops) {
    const std::string place = near_place(report, loop.head, file);
    parts.push_back(loop.rounds ? report::counted(*loop.rounds, "time", "times") + " in the loop at " + place
                                : "in each round of the loop at " + place);
  }
  if (times.condition) {
    parts.push_back("depending on " + quoted(report, *times.condition));
    if (times.conditions > 1)
      parts.back() += " and " + report::counted(times.conditions - 1, "more condition", "more conditions");
  }
  return parts;
}

std::string shell_word(const std::string& path) {
  const bool is_plain = std::ranges::all_of(path, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string_view("/._-+=,:@%").contains(c);
  });
  if (is_plain && !path.empty()) return path;
  std::string word = "'";
  for (const char c : path) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace

std::string_view name_of(engine::RemedyKind kind) {
  switch (kind) {
    case engine::RemedyKind::kNone:
      return "none";
    case engine::RemedyKind::kRemove:
      return "remove";
    case engine::RemedyKind::kDevice:
      return "device=";
    case engine::RemedyKind::kPinned:
      return "pinned";
    case engine::RemedyKind::kOtherApi:
      return "other API";
    case engine::RemedyKind::kDelay:
      return "delay";
    case engine::RemedyKind::kCoalesce:
      return "coalesce";
    case engine::RemedyKind::kOffThePath:
      return "off the path";
    case engine::RemedyKind::kLeave:
      return "leave";
  }
  return {};
}

std::string_view name_of(Action action) {
  switch (action) {
    case Action::kSafe:
      return "safe";
    case Action::kUnsafe:
      return "unsafe";
    case Action::kByHand:
      return "by hand";
    case Action::kLeave:
      return "leave";
  }
  return {};
}

std::string_view name_of(Remains remains) {
  switch (remains) {
    case Remains::kNothing:
      return "nothing";
    case Remains::kFewer:
      return "fewer";
    case Remains::kElsewhere:
      return "elsewhere";
    case Remains::kTheWait:
      return "the wait";
  }
  return {};
}

std::string_view name_of(Chance chance) {
  switch (chance) {
    case Chance::kAlways:
      return "always";
    case Chance::kSometimes:
      return "sometimes";
    case Chance::kSeldom:
      return "seldom";
  }
  return {};
}

std::string flags_of(const engine::Report& report, const Entry& entry) {
  if (entry.action != Action::kSafe && entry.action != Action::kUnsafe) return {};
  std::string flags = entry.action == Action::kSafe ? "--fix" : "--fix --unsafe-fixes";
  // By itself `--fix` leaves alone what is not reported.
  if (report.findings[entry.finding].temperature == engine::Temperature::kCold) flags += " --temperature cold";
  return flags;
}

std::string times_words(const engine::Report& report, const Step& step, const Times& times, std::uint32_t file) {
  std::string words = base_words(step, times) + ways_words(times);
  for (const std::string& part : parts_around(report, times, file)) words += ", " + part;
  return words;
}

std::string short_times_words(const Step& step, const Times& times) {
  std::string words = times.chance == Chance::kSometimes ? "sometimes" : base_words(step, times);
  words += ways_words(times);
  if (times.loops.size() == 1) words += ", in a loop";
  if (times.loops.size() > 1) words += ", in " + std::to_string(times.loops.size()) + " loops";
  return words;
}

std::string around_words(const engine::Report& report, const Line& call) {
  std::string words;
  for (const std::string& part : parts_around(report, call.times, call.place.file)) words += ", " + part;
  return words;
}

std::string_view dependency_words(engine::Dependency dependency) {
  switch (dependency) {
    case engine::Dependency::kFalse:
      return "false: the program goes on the same way without the wait";
    case engine::Dependency::kTrue:
      return "true: the host uses the value";
    case engine::Dependency::kEither:
      return "depends on what follows";
  }
  return {};
}

std::string_view remains_words(Remains remains) {
  switch (remains) {
    case Remains::kNothing:
      return "no wait";
    case Remains::kFewer:
      return "fewer waits";
    case Remains::kElsewhere:
      return "a wait elsewhere";
    case Remains::kTheWait:
      return "the wait";
  }
  return {};
}

std::string remedy_words(const engine::Report& report, const Entry& entry) {
  std::string words(name_of(entry.kind));
  switch (entry.action) {
    case Action::kSafe:
      return words + ", safe: `" + flags_of(report, entry) + "`";
    case Action::kUnsafe:
      return words + ", needs review: `" + flags_of(report, entry) + "`";
    case Action::kByHand:
      return words + ", by hand";
    case Action::kLeave:
      return words;
  }
  return words;
}

std::string behind_words(const Step& step, const Entry& entry) {
  if (!entry.behind) return {};
  const bool stays = step.entries[*entry.behind].action == Action::kLeave;
  return "alone this gains nothing: #" + std::to_string(*entry.behind + 1) +
         " waits for the same value right behind it" + (stays ? ", and stays" : "; change both, or neither");
}

std::string wait_quote(const engine::Report& report, const Entry& entry) {
  const engine::Finding& finding = report.findings[entry.finding];
  return quoted(report, {finding.file, finding.range});
}

std::string start_words(const engine::Report& report, const Step& step) {
  const std::string function = step.function.empty() ? "the top level" : step.function;
  if (!step.is_loop && step.function.empty()) return "a run of the top level";
  return step.is_loop ? "each round of " + head_of(report, step.start) + " in " + report::printable(function)
                      : "each call of " + report::printable(function);
}

std::vector<Outlook> outlook_of(const engine::Report& report, const Step& step) {
  std::vector<Outlook> outlooks;
  std::size_t remaining = step.entries.size();
  for (const Action action : {Action::kSafe, Action::kUnsafe, Action::kByHand}) {
    Outlook outlook{.action = action, .flags = {}, .files = {}};
    for (const Entry& entry : step.entries) {
      if (entry.action != action) continue;
      ++outlook.changed;
      outlook.moved += entry.remains == Remains::kFewer || entry.remains == Remains::kElsewhere ? 1 : 0;
      outlook.files.push_back(report.findings[entry.finding].file);
      const std::string flags = flags_of(report, entry);
      if (flags.size() > outlook.flags.size()) outlook.flags = flags;
    }
    if (outlook.changed == 0) continue;
    remaining -= outlook.changed;
    outlook.remaining = remaining;
    std::ranges::sort(outlook.files);
    const auto again = std::ranges::unique(outlook.files);
    outlook.files.erase(again.begin(), again.end());
    outlooks.push_back(std::move(outlook));
  }
  return outlooks;
}

std::string command_of(const engine::Report& report, const Outlook& outlook, std::span<const std::string> paths) {
  if (outlook.flags.empty()) return {};
  std::string command = "syncfree-lint " + outlook.flags;
  if (outlook.files.size() <= kMostFiles) {
    for (const std::uint32_t file : outlook.files) command += " " + shell_word(report.files[file].path);
  } else {
    for (const std::string& path : paths) command += " " + shell_word(path);
  }
  return command;
}

std::string outlook_words(const Outlook& outlook) {
  std::string words = report::counted(outlook.changed, "wait", "waits");
  if (outlook.moved == outlook.changed) {
    words += outlook.changed == 1 ? " moves or is rarer" : " move or are rarer";
  } else if (outlook.moved > 0) {
    words += " go, " + std::to_string(outlook.moved) + " of them elsewhere or to fewer";
  } else {
    words += outlook.changed == 1 ? " goes" : " go";
  }
  if (outlook.remaining == 0) return words + ", none stays as it is";
  return words + ", " + std::to_string(outlook.remaining) + (outlook.remaining == 1 ? " stays" : " stay");
}

std::vector<std::vector<std::size_t>> calls_to_entries(const Step& step) {
  std::vector<std::vector<std::size_t>> calls(step.entries.size());
  std::vector<std::size_t> open;  // by depth
  for (std::size_t i = 0; i < step.lines.size(); ++i) {
    const Line& line = step.lines[i];
    open.resize(std::min<std::size_t>(open.size(), line.depth));
    if (line.kind == LineKind::kWait) calls[line.entry] = open;
    if (line.kind == LineKind::kCall) open.push_back(i);
  }
  return calls;
}

}  // namespace syncfree::plan
