#include "record_file.h"

#include <cstdio>
#include <cstdlib>
#include <span>

#include <fcntl.h>
#include <unistd.h>

namespace syncfree::observer {
namespace {

constexpr const char* kPhaseNames[kPhases] = {"start_up", "warm_up", "open_step", "observed", "timeline"};
constexpr const char* kMemoryNames[] = {"unknown", "pageable", "pinned", "device", "managed"};
constexpr const char* kStepSources[] = {"marker", "range", "function", "optimizer", "none"};

/// Builds JSON from the inside out; commas come by themselves.
class Json {
 public:
  void open(char bracket) {
    separate();
    text_ += bracket;
    first_ = true;
  }
  void close(char bracket) {
    text_ += bracket;
    first_ = false;
  }
  void key(std::string_view name) {
    string(name);
    text_ += ':';
    first_ = true;  // no comma before the value
  }
  void number(uint64_t value) {
    separate();
    text_ += std::to_string(value);
  }
  void integer(int value) {
    separate();
    text_ += std::to_string(value);
  }
  void boolean(bool value) {
    separate();
    text_ += value ? "true" : "false";
  }
  void string(std::string_view value) {
    separate();
    text_ += '"';
    for (const char character : value) escape(character);
    text_ += '"';
  }
  void field(std::string_view name, std::string_view value) {
    key(name);
    string(value);
  }
  void field(std::string_view name, uint64_t value) {
    key(name);
    number(value);
  }
  std::string take() { return std::move(text_); }

 private:
  void separate() {
    if (!first_ && !text_.empty()) text_ += ',';
    first_ = false;
  }
  void escape(char character) {
    if (character == '"' || character == '\\') {
      text_ += '\\';
      text_ += character;
    } else if (static_cast<unsigned char>(character) < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", character);
      text_ += code;
    } else {
      text_ += character;
    }
  }

  std::string text_;
  bool first_ = true;
};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::string working_folder() {
  char* folder = getcwd(nullptr, 0);
  std::string result = folder != nullptr ? folder : "";
  std::free(folder);
  return result;
}

std::string command_line() {
  std::string text;
  if (FILE* file = std::fopen("/proc/self/cmdline", "r")) {
    char buffer[4096];
    text.assign(buffer, std::fread(buffer, 1, sizeof buffer, file));
    std::fclose(file);
  }
  for (char& character : text) {
    if (character == '\0') character = ' ';
  }
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

void write_process(Json& json, const RecordData& data) {
  json.field("process", static_cast<uint64_t>(getpid()));
  json.field("command", command_line());
  json.field("folder", working_folder());
  json.field("rank", environment("RANK"));
  json.key("attached");
  json.boolean(data.attached);
  json.field("message", data.message);
  json.field("timeline_problem", data.trace_problem);
  json.field("python", data.python.version());
  json.field("python_problem", data.python.problem().empty() ? data.hook_problem : data.python.problem());
}

void write_times(Json& json, std::string_view name, const std::vector<uint64_t>& times) {
  json.key(name);
  json.open('[');
  for (const uint64_t time : times) json.number(time);
  json.close(']');
}

void write_steps(Json& json, const Steps& steps) {
  json.key("steps");
  json.open('{');
  json.field("source", kStepSources[static_cast<std::size_t>(steps.source())]);
  json.field("seen", steps.seen());
  write_times(json, "observed_ns", steps.observed_ns());
  write_times(json, "unobserved_ns", steps.unobserved_ns());
  std::vector<uint64_t> timeline;
  for (const auto& [begin, end] : steps.timeline()) timeline.push_back(end - begin);
  write_times(json, "timeline_ns", timeline);
  json.close('}');
}

void write_lines(Json& json, const RecordData& data) {
  json.key("lines_known");
  json.boolean(data.lines_known);
  json.key("lines");
  json.open('{');
  for (const auto& [file, lines] : data.lines) {
    json.key(file);
    json.open('[');
    for (const int line : lines) json.integer(line);
    json.close(']');
  }
  json.close('}');
}

void write_frames(Json& json, const Site& site) {
  json.key("frames");
  json.open('[');
  for (const PythonPlace& place : site.python) {
    json.open('{');
    json.field("file", place.file);
    json.field("function", place.function);
    json.key("range");
    json.open('[');
    for (const int number : {place.line, place.column, place.end_line, place.end_column}) json.integer(number);
    json.close(']');
    json.close('}');
  }
  json.close(']');
  json.key("native");
  json.open('[');
  for (const NativePlace& place : site.native) {
    json.open('{');
    json.field("module", place.module);
    json.field("offset", place.offset);
    json.field("symbol", place.symbol);
    json.close('}');
  }
  json.close(']');
}

void write_counters(Json& json, const Site& site) {
  for (std::size_t phase = 0; phase < kPhases; ++phase) {
    const Counters& counters = site.counters[phase];
    if (counters.visits == 0) continue;
    json.key(kPhaseNames[phase]);
    json.open('{');
    json.field("visits", counters.visits);
    json.field("blocked", counters.blocked);
    json.field("blocked_ns", counters.blocked_ns);
    json.field("longest_ns", counters.longest_ns);
    json.field("idle_ns", counters.idle_ns);
    json.field("idles", counters.idles);
    json.close('}');
  }
}

void write_site(Json& json, const Site& site) {
  json.open('{');
  write_frames(json, site);
  json.field("thread", site.thread);
  json.field("node", site.node);
  write_counters(json, site);
  json.key("calls");
  json.open('{');
  for (const auto& [name, count] : site.calls) json.field(name, count);
  json.close('}');
  if (site.largest_copy > 0) {
    json.field("copy", std::string(kMemoryNames[site.copy_source]) + " to " + kMemoryNames[site.copy_destination]);
    json.field("copy_bytes", site.largest_copy);
  }
  json.close('}');
}

}  // namespace

std::string record_text(const RecordData& data) {
  Json json;
  json.open('{');
  json.field("format", uint64_t{1});
  write_process(json, data);
  write_steps(json, data.steps);
  write_lines(json, data);
  json.key("sites");
  json.open('[');
  for (const Site* site : data.sites.in_order()) write_site(json, *site);
  json.close(']');
  json.close('}');
  return json.take();
}

void write_record(const std::string& path, std::string_view text) {
  const std::string temporary = path + ".new";
  const int file = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return;  // nobody reads it any more
  bool whole = true;
  while (!text.empty() && whole) {
    const ssize_t written = write(file, text.data(), text.size());
    whole = written > 0;
    if (whole) text.remove_prefix(static_cast<std::size_t>(written));
  }
  close(file);
  if (whole) rename(temporary.c_str(), path.c_str());
}

}  // namespace syncfree::observer
