#include "cli/confirm/function_match.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "analyzer/model/dotted_name.h"

namespace syncfree::confirm {
namespace {

std::string_view without_indent(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

/// The name that a line defines a function of, or empty.
std::string_view defined_name(std::string_view line) {
  line = without_indent(line);
  if (line.starts_with("async ")) line = without_indent(line.substr(6));
  if (!line.starts_with("def ")) return {};
  line = without_indent(line.substr(4));
  return line.substr(0, line.find_first_of("( ["));
}

/// The nearest line at or above this one that defines a function of that name; 0: there is none.
std::uint32_t definition_above(const source::LineTable& lines, std::uint32_t line, std::string_view name) {
  for (; line > 0; --line) {
    if (defined_name(lines.line_text(line)) == name) return line;
  }
  return 0;
}

/// Which rules the outermost operator that waited can be of.
bool can_be_of(std::string_view code, std::string_view operation) {
  struct Row {
    std::string_view operation;
    std::vector<std::string_view> families;
  };
  static const std::vector<Row> kRows = {
      {"aten::index", {"SF4", "SF5"}},
      {"aten::index_put_", {"SF4", "SF5"}},
      {"aten::nonzero", {"SF5"}},
      {"aten::masked_select", {"SF5"}},
      {"aten::is_nonzero", {"SF302", "SF303", "SF304", "SF305", "SF307"}},
      {"aten::item", {"SF2", "SF3", "SF4"}},
      {"aten::_local_scalar_dense", {"SF2", "SF3", "SF4"}},
      {"aten::to", {"SF1", "SF2", "SF4"}},
      {"aten::copy_", {"SF1", "SF2", "SF4"}},
      {"aten::equal", {"SF304"}},
  };
  const auto row = std::ranges::find(kRows, operation, &Row::operation);
  return row == kRows.end() ||
         std::ranges::any_of(row->families, [&](std::string_view family) { return code.starts_with(family); });
}

/// Whether the source of the finding calls that method.
bool calls_method(std::string_view text, std::string_view method) {
  for (std::size_t at = text.find(method); at != std::string_view::npos; at = text.find(method, at + 1)) {
    const bool begins = at == 0 || text[at - 1] == '.' || text[at - 1] == ' ' || text[at - 1] == '(';
    if (begins && text.substr(at + method.size()).starts_with('(')) return true;
  }
  return false;
}

/// "cudaMemcpyAsync_v3020" as the source has it.
std::string_view source_name(std::string_view call) { return call.substr(0, call.find('_')); }

/// "ns::step(float*, int)" as "step".
std::string_view plain_name(std::string_view function) {
  function = function.substr(0, function.find_first_of("(<"));
  const std::size_t colon = function.rfind(':');
  return colon == std::string_view::npos ? function : function.substr(colon + 1);
}

}  // namespace

std::optional<std::size_t> finding_of_call(const engine::Report& report, const CallSite& place) {
  if (place.calls.empty()) return std::nullopt;
  const std::string_view call = source_name(place.calls.back().first);
  for (const Frame& frame : place.frames) {
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < report.findings.size(); ++i) {
      const engine::Finding& finding = report.findings[i];
      const std::string_view text = report.files[finding.file].text.substr(finding.range.begin, finding.range.size());
      if (plain_name(finding.function) == plain_name(frame.function) && !finding.function.empty() &&
          text.find(call) != std::string_view::npos)
        candidates.push_back(i);
    }
    if (candidates.size() == 1) return candidates.front();
    if (!candidates.empty()) return std::nullopt;
  }
  return std::nullopt;
}

std::uint32_t definition_line(const engine::ReportedFile& file, const Frame& frame) {
  const source::LineTable& lines = *file.lines;
  auto line = std::clamp<std::uint32_t>(static_cast<std::uint32_t>(std::max(frame.line, 1)), 1, lines.line_count());
  // The first line of a decorated function is its first decorator's.
  std::uint32_t below = line;
  while (below < lines.line_count() && without_indent(lines.line_text(below)).starts_with('@')) ++below;
  if (defined_name(lines.line_text(below)) == frame.function) return below;
  const std::uint32_t above = definition_above(lines, line, frame.function);
  return above != 0 ? above : line;
}

std::optional<std::size_t> finding_in_function(const engine::Report& report, std::uint32_t file, const Frame& frame,
                                               const CallSite& place, bool is_innermost) {
  const bool is_backward = !place.node.empty();  // a node of autograd: what it waits for is found at `loss.backward()`
  const engine::ReportedFile& source = report.files[file];
  const std::uint32_t definition = definition_line(source, frame);
  std::vector<std::size_t> candidates;
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const engine::Finding& finding = report.findings[i];
    if (finding.file != file || finding.code.starts_with("SF0") || finding.code >= "SF7") continue;
    const bool at_module_level = finding.function.empty() && frame.function == "<module>";
    const std::string_view function = model::last_part(finding.function);
    if (!at_module_level && function != frame.function) continue;
    const std::uint32_t line = source.lines->line_of(finding.range.begin);
    if (!at_module_level && definition_above(*source.lines, line, frame.function) != definition) continue;
    const std::string_view text = source.text.substr(finding.range.begin, finding.range.size());
    if (calls_method(text, "backward") != is_backward) continue;
    const bool is_told = is_innermost && !is_backward;
    if (is_told && !place.method.empty() && !calls_method(text, place.method)) continue;
    if (is_told && place.method.empty() && !can_be_of(finding.code, place.operation)) continue;
    candidates.push_back(i);
  }
  if (candidates.size() == 1) return candidates.front();
  // As in the source, findings are in the order in which they run, if no loop comes between.
  if (is_innermost && candidates.size() == place.alike) return candidates[place.ordinal];
  return std::nullopt;
}

}  // namespace syncfree::confirm
