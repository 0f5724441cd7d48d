// One file with the timeline of the steps: host, GPU, waits with their source, and how far the host runs ahead.
#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <vector>

#include <nlohmann/json.hpp>

#include "analyzer/report/html_text.h"
#include "cli/confirm/ranks_report.h"
#include "cli/confirm/report.h"
#include "cli/confirm/report_html_assets.h"
#include "cli/confirm/step_wording.h"
#include "cli/confirm/wording.h"

namespace syncfree::confirm {
namespace {

using Json = nlohmann::json;
using report::html_text;

constexpr std::uint32_t kContextLines = 2;
constexpr std::size_t kLongestName = 120;

bool is_told(const Result& result) {
  return result.outcome == Outcome::kConfirmed || result.outcome == Outcome::kNotFound || result.estimate.waits > 0;
}

/// The page's unit of time: 0.1 µs from the begin of the first step.
std::int64_t tick(double microseconds) { return std::llround(microseconds * 10); }

class Rows {
 public:
  /// A row by its begin and length, the begin as what has passed since the row before.
  void add(const Span& span, std::initializer_list<std::int64_t> rest) {
    const std::int64_t begin = tick(span.begin);
    numbers_.push_back(begin - last_);
    numbers_.push_back(tick(span.end) - begin);
    for (const std::int64_t number : rest) numbers_.push_back(number);
    last_ = begin;
  }
  std::vector<std::int64_t> take() { return std::move(numbers_); }

 private:
  std::vector<std::int64_t> numbers_;
  std::int64_t last_ = 0;
};

bool in_view(const Activity& activity, double begin, double end) {
  return end >= activity.steps.front().begin && begin <= activity.steps.back().end;
}

/// `results` are those of the process's places, by index.
Json process_json(const Process& process, const std::map<std::size_t, std::size_t>& results) {
  const Activity& activity = *process.activity;
  Rows works, events, steps;
  std::unordered_map<std::uint32_t, double> begins;  // of the first work that a call asked for
  for (const GpuWork& work : activity.works) {
    begins.try_emplace(work.correlation, work.begin);
    if (!in_view(activity, work.begin, work.end)) continue;
    works.add({work.begin, work.end}, {work.stream, static_cast<std::int64_t>(work.kind), work.name});
  }
  for (const HostEvent& event : activity.events) {
    if (!in_view(activity, event.begin, event.end)) continue;
    const auto begin = begins.find(event.correlation);
    const bool asks =
        begin != begins.end() && event.kind != HostEventKind::kLoad && event.kind != HostEventKind::kCollect;
    std::int64_t result = -1;
    if (event.kind == HostEventKind::kCall && event.place >= 0) {
      const auto known = results.find(static_cast<std::size_t>(event.place));
      if (known != results.end()) result = static_cast<std::int64_t>(known->second);
    }
    events.add({event.begin, event.end}, {event.thread, static_cast<std::int64_t>(event.kind), result,
                                          asks ? std::max<std::int64_t>(0, tick(begin->second - event.end)) : -1});
  }
  for (const Span& step : activity.steps) steps.add(step, {});
  Json names = Json::array();
  for (const std::string& name : activity.names) names.push_back(name.substr(0, kLongestName));
  return {{"name", process.name},
          {"steps", steps.take()},
          {"works", works.take()},
          {"events", events.take()},
          {"names", std::move(names)}};
}

class HtmlWriter {
 public:
  HtmlWriter(const Confirmation& confirmation, std::ostream& out) : confirmation_(confirmation), out_(out) {
    for (std::size_t i = 0; i < confirmation.joined.results.size(); ++i) {
      if (is_told(confirmation.joined.results[i])) told_.push_back(i);
    }
    for (std::size_t i = 0; i < confirmation.recording.processes.size(); ++i) {
      if (confirmation.recording.processes[i].activity) drawn_.push_back(i);
    }
  }

  void write() const {
    std::string title = idle_line(confirmation_);
    if (title.empty()) title = "The recording has no timeline";
    out_ << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
            "script-src 'unsafe-inline'\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<title>syncfree-lint confirm</title>\n<style>\n"
         << kTimelineStyle << "</style>\n</head>\n<body>\n<h1>" << html_text(title) << "</h1>\n";
    write_lines(bound_lines(confirmation_) + figures(confirmation_));
    if (confirmation_.comparison != nullptr) write_lines(comparison_text(*confirmation_.comparison));
    for (const std::string& failure : confirmation_.failures) write_lines("failed: " + failure);
    write_causes();
    out_ << ranks_html(confirmation_);
    if (!drawn_.empty()) write_timeline();
    out_ << "<h2>Waits</h2>\n";
    if (told_.empty()) out_ << "<p>No call held the host.</p>\n";
    for (std::size_t i = 0; i < told_.size(); ++i) write_wait(i, confirmation_.joined.results[told_[i]]);
    if (!drawn_.empty()) write_data();
    out_ << "</body>\n</html>\n";
  }

 private:
  void write_lines(const std::string& lines) const {
    for (std::size_t at = 0; at < lines.size();) {
      const std::size_t end = std::min(lines.find('\n', at), lines.size());
      out_ << "<p class=\"quiet\">" << html_text(lines.substr(at, end - at)) << "</p>\n";
      at = end + 1;
    }
  }

  void write_causes() const {
    const StepAnalysis mean = mean_analysis(confirmation_);
    if (mean.steps == 0 || mean.idle_ms <= 0) return;
    const std::pair<const char*, double> rows[] = {{"waits", mean.causes.waits},
                                                   {"data loading", mean.causes.loading},
                                                   {"allocation", mean.causes.allocation},
                                                   {"garbage collection", mean.causes.collection},
                                                   {"host code without CUDA calls", mean.causes.code},
                                                   {"slow launches", mean.causes.launches},
                                                   {"pauses between kernels", mean.causes.device}};
    out_ << "<h2>Why the GPU is idle, of a step of " << html_text(duration(mean.step_ms))
         << "</h2>\n<div class=\"bars\">\n";
    for (const auto& [name, time] : rows) {
      if (time <= 0) continue;
      out_ << "<span>" << name << "</span><i style=\"width: " << std::lround(100 * time / mean.idle_ms)
           << "%\"></i><span>" << html_text(duration(time)) << "</span>\n";
    }
    out_ << "</div>\n";
  }

  void write_timeline() const {
    out_ << "<h2>Timeline</h2>\n<form hidden>\n"
            "<button type=\"button\" data-action=\"in\" aria-label=\"zoom in\">+</button>\n"
            "<button type=\"button\" data-action=\"out\" aria-label=\"zoom out\">−</button>\n"
            "<button type=\"button\" data-action=\"left\" aria-label=\"earlier\">←</button>\n"
            "<button type=\"button\" data-action=\"right\" aria-label=\"later\">→</button>\n"
            "<button type=\"button\" data-action=\"all\">all</button>\n";
    if (drawn_.size() > 1) {
      out_ << "<select name=\"process\" aria-label=\"process\">\n";
      for (const std::size_t process : drawn_)
        out_ << "<option>" << html_text(confirmation_.recording.processes[process].name) << "</option>\n";
      out_ << "</select>\n";
    }
    out_ << "<input type=\"search\" name=\"text\" placeholder=\"search the waits\" aria-label=\"search the waits\">\n"
            "<span id=\"count\" class=\"quiet\"></span>\n</form>\n"
            "<canvas aria-label=\"timeline of the host and the GPU\"></canvas>\n"
            "<ul class=\"legend\">";
    static constexpr std::pair<const char*, const char*> kLegend[] = {
        {"wait", "wait"},
        {"launch", "launch"},
        {"allocate", "allocation"},
        {"load", "data loading"},
        {"collect", "collection"},
        {"kernel", "kernel"},
        {"copy", "copy"},
        {"set", "memset"},
        {"ahead", "run-ahead: time from a launch to the begin of its work"}};
    for (const auto& [name, text] : kLegend)
      out_ << "<li><i style=\"background: var(--" << name << ")\"></i>" << text << "</li>";
    out_ << "</ul>\n<output id=\"shown\" class=\"quiet\"></output>\n"
            "<noscript><p>The timeline is drawn by a script; the waits below need none.</p></noscript>\n";
  }

  std::string heading(const Result& result) const {
    return place_of(confirmation_, result) + ": " +
           (result.finding ? std::string(code_of(confirmation_, result)) + " " : std::string()) +
           std::string(name_of(result.outcome));
  }

  void write_wait(std::size_t number, const Result& result) const {
    const bool blocked = result.total.blocked > 0;
    out_ << "<article data-result=\"" << number << "\"" << (blocked ? "" : " class=\"brief\"") << ">\n<p><strong>"
         << html_text(heading(result)) << "</strong> ";
    if (result.estimate.waits > 0) out_ << "<button type=\"button\" data-show=\"" << number << "\">show</button>";
    out_ << "</p>\n<p>" << html_text(blocked ? measured(confirmation_, result) : brief_wait(result));
    if (const std::string gain = gain_text(confirmation_, result); !gain.empty()) out_ << "; " << html_text(gain);
    out_ << "</p>\n";
    if (result.file) out_ << report::html_source(confirmation_.report.files[*result.file], result.range, kContextLines);
    if (result.finding) out_ << "<p>" << report::html_message(message_of(confirmation_, result)) << "</p>\n";
    if (!result.details.empty()) out_ << "<p class=\"quiet\">" << html_text(result.details) << "</p>\n";
    for (const std::string& caller : result.through)
      out_ << "<p class=\"quiet\">through " << html_text(caller) << "</p>\n";
    out_ << "</article>\n";
  }

  void write_data() const {
    Json results = Json::array(), processes = Json::array();
    for (const std::size_t i : told_) results.push_back(heading(confirmation_.joined.results[i]));
    for (const std::size_t process : drawn_) {
      std::map<std::size_t, std::size_t> numbers;
      for (std::size_t i = 0; i < told_.size(); ++i) {
        for (const auto& [of, place] : confirmation_.joined.results[told_[i]].places) {
          if (of == process) numbers.emplace(place, i);
        }
      }
      processes.push_back(process_json(confirmation_.recording.processes[process], numbers));
    }
    std::string text = Json{{"results", std::move(results)}, {"processes", std::move(processes)}}.dump(
        -1, ' ', false, Json::error_handler_t::replace);
    // Nothing in it ends the element.
    for (std::size_t at = 0; (at = text.find("<", at)) != std::string::npos;) text.replace(at, 1, "\\u003c");
    out_ << "<script type=\"application/json\" id=\"data\">" << text << "</script>\n<script>\n"
         << kTimelineScript << "</script>\n";
  }

  const Confirmation& confirmation_;
  std::ostream& out_;
  std::vector<std::size_t> told_;   ///< results
  std::vector<std::size_t> drawn_;  ///< processes
};

}  // namespace

void write_html(const Confirmation& confirmation, std::ostream& out) { HtmlWriter(confirmation, out).write(); }

}  // namespace syncfree::confirm
