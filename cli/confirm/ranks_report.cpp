#include "cli/confirm/ranks_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <vector>

#include <nlohmann/json.hpp>

#include "analyzer/report/html_text.h"
#include "cli/confirm/measures.h"
#include "cli/confirm/wording.h"

namespace syncfree::confirm {
namespace {

using OrderedJson = nlohmann::ordered_json;
using report::html_text;
using TableRow = std::vector<std::string>;

constexpr std::size_t kMostWaits = 6;
constexpr std::size_t kMostMeetings = 3;
// As large a part of a wait has one cause.
constexpr double kMost = 0.6;

class Wording {
 public:
  explicit Wording(const Confirmation& confirmation) : confirmation_(confirmation), ranks_(confirmation.joined.ranks) {}

  const std::string& name(std::size_t rank) const { return process(rank).name; }
  const Process& process(std::size_t rank) const {
    return confirmation_.recording.processes[ranks_.times[rank].process];
  }

  std::string heading() const {
    return "Ranks beside each other, a step (mean of " + std::to_string(ranks_.steps) + ")";
  }

  std::vector<TableRow> table() const {
    std::vector<TableRow> rows = {
        {"", "step", "idle", "own work", "collectives", "waiting there", "with nothing else to do", "last to come"}};
    for (std::size_t i = 0; i < ranks_.times.size(); ++i) {
      const RankTimes& times = ranks_.times[i];
      rows.push_back({name(i), duration(times.step_ms), duration(times.idle_ms), duration(times.work_ms),
                      duration(times.collective_ms), duration(times.waiting_ms), duration(times.exposed_ms),
                      number(times.last) + " of " + number(ranks_.collectives)});
    }
    return rows;
  }

  /// Who waits for whom, and at which collectives, one sentence a line.
  std::vector<std::string> sentences() const {
    std::vector<std::string> lines;
    for (const RankWait& wait : ranks_.waits) {
      if (lines.size() == kMostWaits || wait.waiting_ms < kLeastShare * ranks_.times[wait.waiting].step_ms) break;
      lines.push_back(name(wait.waiting) + " waits for " + name(wait.last) + " for " + duration(wait.waiting_ms) +
                      " a step, " + duration(wait.exposed_ms) + " of it with nothing else on its GPU; " + cause(wait));
    }
    if (lines.empty()) lines.push_back("No rank waits for another for 0.5 % of a step or more.");
    std::size_t told = 0;
    for (const Meeting& meeting : ranks_.meetings) {
      if (meeting.waiting_ms < kLeastShare * ranks_.times.front().step_ms || ++told > kMostMeetings) break;
      lines.push_back("at " + meeting_name(meeting) + " for " + duration(meeting.waiting_ms) + ": " +
                      name(meeting.last) + " comes last in " + std::to_string(meeting.last_in) + " of " +
                      std::to_string(meeting.steps) + " steps" + asked_at(meeting));
    }
    if (ranks_.unmatched > 0)
      lines.push_back(number(ranks_.unmatched) +
                      " collectives a step are not of all ranks, or their order does not tell which belong together: "
                      "they are left out here");
    return lines;
  }

  std::string meeting_name(const Meeting& meeting) const {
    if (meeting.of < 2) return meeting.kind;
    return meeting.kind + " " + std::to_string(meeting.ordinal) + " of " + std::to_string(meeting.of);
  }

  /// The innermost frame of the program's own; empty if none is known.
  std::string place(const Meeting& meeting) const {
    const std::vector<CallSite>& places = process(meeting.last).places;
    if (meeting.place < 0 || static_cast<std::size_t>(meeting.place) >= places.size()) return {};
    for (const Frame& frame : places[static_cast<std::size_t>(meeting.place)].frames) {
      if (!frame.file.empty() && !is_installed(frame.file)) return frame.file + ":" + std::to_string(frame.line);
    }
    return {};
  }

  const Ranks& ranks() const { return ranks_; }

 private:
  std::string asked_at(const Meeting& meeting) const {
    const std::string where = place(meeting);
    return where.empty() ? "" : ", asked for at " + where;
  }

  std::string cause(const RankWait& wait) const {
    const double idle = wait.idle_ms / wait.waiting_ms;
    const std::string& last = name(wait.last);
    if (idle >= kMost) return last + " comes late because its GPU stood idle for longer: its host is behind";
    if (idle <= 1 - kMost) return last + " comes late because its work on the GPU takes longer";
    return last + " comes late because its host is behind and its work on the GPU takes longer";
  }

  const Confirmation& confirmation_;
  const Ranks& ranks_;
};

/// Letters, not bytes: the table's "µ" has two.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char each) { return (each & 0xC0) != 0x80; }));
}

constexpr double kPictureWidth = 1000;
constexpr int kLaneHeight = 46;
constexpr int kLaneTop = 16;

class Picture {
 public:
  explicit Picture(const Wording& wording) : wording_(wording) {
    for (const RankLane& lane : wording.ranks().lanes) {
      begin_ = std::min(begin_, lane.step.begin);
      end_ = std::max(end_, lane.step.end);
    }
  }

  std::string svg() {
    const auto& lanes = wording_.ranks().lanes;
    out_ << "<svg class=\"ranks\" viewBox=\"0 0 " << kPictureWidth << ' ' << lanes.size() * kLaneHeight
         << "\" role=\"img\" aria-label=\"one step on each rank: own work, collectives and waits in them\">\n";
    for (std::size_t i = 0; i < lanes.size(); ++i) draw(i, lanes[i]);
    out_ << "</svg>\n";
    return std::move(out_).str();
  }

 private:
  void draw(std::size_t rank, const RankLane& lane) {
    const int top = static_cast<int>(rank) * kLaneHeight + kLaneTop;
    out_ << "<text x=\"0\" y=\"" << top - 3 << "\">" << html_text(wording_.name(rank)) << "</text>\n";
    bars("kernel", lane.work, top, 12);
    bars("copy", lane.collectives, top + 13, 12);
    bars("wait", lane.waiting, top + 13, 12);
  }

  /// As one path: a step has thousands of spans.
  void bars(const char* color, const std::vector<Span>& spans, int top, int height) {
    out_ << "<path fill=\"var(--" << color << ")\" d=\"";
    const double scale = end_ > begin_ ? kPictureWidth / (end_ - begin_) : 0;
    for (const Span& span : spans) {
      const double x = (span.begin - begin_) * scale, width = std::max(0.2, (span.end - span.begin) * scale);
      out_ << 'M' << tenths(x) << ' ' << top << 'h' << tenths(width) << 'v' << height << 'h' << tenths(-width) << 'z';
    }
    out_ << "\"/>\n";
  }

  static double tenths(double value) { return std::round(value * 10) / 10; }

  const Wording& wording_;
  std::ostringstream out_;
  double begin_ = 0, end_ = 0;
};

}  // namespace

std::string ranks_text(const Confirmation& confirmation) {
  if (confirmation.joined.ranks.steps == 0) return {};
  const Wording wording(confirmation);
  const std::vector<TableRow> rows = wording.table();
  std::vector<std::size_t> widths(rows.front().size());
  for (const TableRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string text = wording.heading() + ":\n";
  for (const TableRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - width_of(row[i]), ' ');
      text += i == 0 ? "  " + row[i] + space : "  " + space + row[i];
    }
    text += '\n';
  }
  for (const std::string& line : wording.sentences()) text += "  " + line + '\n';
  return text + '\n';
}

OrderedJson ranks_json(const Confirmation& confirmation) {
  const Ranks& ranks = confirmation.joined.ranks;
  if (ranks.steps == 0) return nullptr;
  const Wording wording(confirmation);
  OrderedJson by_rank = OrderedJson::array(), waits = OrderedJson::array(), meetings = OrderedJson::array();
  for (std::size_t i = 0; i < ranks.times.size(); ++i) {
    const RankTimes& times = ranks.times[i];
    by_rank.push_back({{"name", wording.name(i)},
                       {"step_ms", times.step_ms},
                       {"idle_ms", times.idle_ms},
                       {"work_ms", times.work_ms},
                       {"collective_ms", times.collective_ms},
                       {"waiting_ms", times.waiting_ms},
                       {"exposed_waiting_ms", times.exposed_ms},
                       {"last_to_come", times.last}});
  }
  for (const RankWait& wait : ranks.waits) {
    waits.push_back({{"rank", wording.name(wait.waiting)},
                     {"waits_for", wording.name(wait.last)},
                     {"waiting_ms", wait.waiting_ms},
                     {"exposed_waiting_ms", wait.exposed_ms},
                     {"because_its_gpu_was_idle_ms", wait.idle_ms}});
  }
  for (const Meeting& meeting : ranks.meetings) {
    meetings.push_back({{"kind", meeting.kind},
                        {"ordinal", meeting.ordinal},
                        {"of", meeting.of},
                        {"steps", meeting.steps},
                        {"waiting_ms", meeting.waiting_ms},
                        {"last", wording.name(meeting.last)},
                        {"last_in_steps", meeting.last_in},
                        {"place", wording.place(meeting)}});
  }
  return {{"steps", ranks.steps},         {"collectives", ranks.collectives},
          {"unmatched", ranks.unmatched}, {"by_rank", std::move(by_rank)},
          {"waits", std::move(waits)},    {"collectives_by_wait", std::move(meetings)}};
}

std::string ranks_html(const Confirmation& confirmation) {
  if (confirmation.joined.ranks.steps == 0) return {};
  const Wording wording(confirmation);
  std::string html = "<h2>" + wording.heading() + "</h2>\n<div class=\"scroll\"><table>\n";
  bool is_head = true;
  for (const TableRow& row : wording.table()) {
    html += "<tr>";
    for (const std::string& cell : row)
      html += (is_head ? "<th>" : "<td>") + html_text(cell) + (is_head ? "</th>" : "</td>");
    html += "</tr>\n";
    is_head = false;
  }
  html += "</table></div>\n";
  for (const std::string& line : wording.sentences()) html += "<p>" + html_text(line) + "</p>\n";
  return html + Picture(wording).svg() +
         "<ul class=\"legend\"><li><i style=\"background: var(--kernel)\"></i>own work</li>"
         "<li><i style=\"background: var(--wait)\"></i>waiting in a collective for the last rank</li>"
         "<li><i style=\"background: var(--copy)\"></i>collective, all there</li></ul>\n"
         "<p class=\"quiet\">The step in which ranks waited longest.</p>\n";
}

}  // namespace syncfree::confirm
