// Settings that are one word of a few, as options and configuration files spell them.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

#include "analyzer/engine/finding.h"
#include "analyzer/engine/goal.h"
#include "driver/settings.h"

namespace syncfree::cli {

/// What `confirm` writes, too, stands up to kSarif.
enum class OutputFormat : std::uint8_t {
  kText,
  kConcise,
  kJson,
  kSarif,
  kGrouped,
  kJsonLines,
  kGithub,
  kGitlab,
  kAzure,
  kJunit,
  kRdjson,
  kHtml,
};
/// Whether counts by rule can stand in place of the findings.
constexpr bool holds_statistics(OutputFormat format) {
  return format == OutputFormat::kText || format == OutputFormat::kConcise || format == OutputFormat::kJson;
}
/// In what order findings are shown; kUsual: as the format is read, worst first by people and by path elsewhere.
enum class Sort : std::uint8_t { kUsual, kWorth, kPath };
enum class Color : std::uint8_t { kAuto, kAlways, kNever };

inline constexpr std::array<std::pair<std::string_view, OutputFormat>, 12> kOutputFormats = {{
    {"text", OutputFormat::kText},
    {"concise", OutputFormat::kConcise},
    {"grouped", OutputFormat::kGrouped},
    {"json", OutputFormat::kJson},
    {"json-lines", OutputFormat::kJsonLines},
    {"sarif", OutputFormat::kSarif},
    {"github", OutputFormat::kGithub},
    {"gitlab", OutputFormat::kGitlab},
    {"azure", OutputFormat::kAzure},
    {"junit", OutputFormat::kJunit},
    {"rdjson", OutputFormat::kRdjson},
    {"html", OutputFormat::kHtml},
}};
inline constexpr std::array<std::pair<std::string_view, Sort>, 2> kSorts = {{
    {"worth", Sort::kWorth},
    {"path", Sort::kPath},
}};
inline constexpr std::array<std::pair<std::string_view, driver::Device>, 2> kDevices = {{
    {"cuda", driver::Device::kCuda},
    {"cpu", driver::Device::kCpu},
}};
inline constexpr std::array<std::pair<std::string_view, Color>, 3> kColors = {{
    {"auto", Color::kAuto},
    {"always", Color::kAlways},
    {"never", Color::kNever},
}};
inline constexpr std::array<std::pair<std::string_view, engine::Temperature>, 3> kTemperatures = {{
    {"hot", engine::Temperature::kHot},
    {"warm", engine::Temperature::kWarm},
    {"cold", engine::Temperature::kCold},
}};
inline constexpr std::array<std::pair<std::string_view, engine::Goal>, 2> kGoals = {{
    {"capture", engine::Goal::kCapture},
    {"compile", engine::Goal::kCompile},
}};
inline constexpr std::array<std::pair<std::string_view, engine::Confidence>, 3> kConfidences = {{
    {"certain", engine::Confidence::kCertain},
    {"likely", engine::Confidence::kLikely},
    {"possible", engine::Confidence::kPossible},
}};
inline constexpr std::array<std::pair<std::string_view, engine::Severity>, 3> kSeverities = {{
    {"error", engine::Severity::kError},
    {"warning", engine::Severity::kWarning},
    {"note", engine::Severity::kNote},
}};

/// "a, b or c".
template <class T, std::size_t N>
std::string listed(const std::array<std::pair<std::string_view, T>, N>& choices) {
  std::string text;
  for (std::size_t i = 0; i < N; ++i) {
    if (i > 0) text += i + 1 == N ? " or " : ", ";
    text += choices[i].first;
  }
  return text;
}

/// The error is one sentence without a full stop; `what` is the option or key.
template <class T, std::size_t N>
std::expected<T, std::string> parse_choice(std::string_view what, std::string_view word,
                                           const std::array<std::pair<std::string_view, T>, N>& choices) {
  for (const auto& [name, value] : choices) {
    if (name == word) return value;
  }
  return std::unexpected("`" + std::string(what) + "` cannot be `" + std::string(word) + "`; it is " + listed(choices));
}

template <class T, std::size_t N>
std::string_view word_of(T value, const std::array<std::pair<std::string_view, T>, N>& choices) {
  for (const auto& [name, choice] : choices) {
    if (choice == value) return name;
  }
  return {};
}

}  // namespace syncfree::cli
