#include "driver/summary_codec.h"

#include <cstdint>
#include <exception>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "analyzer/engine/selection.h"
#include "rules/rule_table.h"

// Records are MessagePack arrays with their fields in the order of the structures; the cache that keeps them is of one
// build of the program, so that the order needs no versions.
namespace syncfree::driver {
namespace {

using Json = nlohmann::json;

Json encode(source::TextRange range) { return Json::array({range.begin, range.end}); }

Json encode(const engine::Related& place) { return Json::array({place.file, encode(place.range), place.message}); }

Json encode(const engine::Problem& problem) {
  return Json::array({problem.line, problem.column, problem.message, problem.fatal, problem.kind});
}

Json encode(const fixes::TextEdit& edit) { return Json::array({encode(edit.range), edit.text}); }

Json encode(const engine::Finding& finding);
Json encode(const engine::ReachedWait& wait);
Json encode(const std::pair<std::string_view, std::string>& suppressed);
Json encode(const engine::OutsideCall& call);
Json encode(const engine::HotFunction& hot);

template <class T>
Json encode(const std::vector<T>& items) {
  Json array = Json::array();
  for (const T& item : items) array.push_back(encode(item));
  return array;
}

Json encode(const std::optional<fixes::Fix>& fix) {
  if (!fix) return Json::array();
  return Json::array({fix->applicability, fix->title, encode(fix->edits), fix->waits_left});
}

Json encode(const engine::Finding& finding) {
  return Json::array({finding.code, finding.file, encode(finding.range), finding.message, finding.reason, finding.hint,
                      finding.confidence, finding.temperature, finding.severity, finding.dependency, finding.loop_depth,
                      finding.function, encode(finding.related), encode(finding.chain), finding.suppressed,
                      finding.suppression_reason, encode(finding.fix)});
}

Json encode(const engine::ReachedWait& wait) {
  return Json::array(
      {wait.file, encode(wait.range), wait.code, wait.cold, wait.perhaps, wait.joins_graph, wait.through});
}

Json encode(const std::pair<std::string_view, std::string>& suppressed) {
  return Json::array({suppressed.first, suppressed.second});
}

Json encode(const engine::OutsideCall& call) {
  return Json::array({call.file, encode(call.range), call.temperature, call.loop_depth, call.captured, call.function,
                      encode(call.chain), encode(call.waits), encode(call.suppressed)});
}

Json encode(const engine::HotFunction& hot) {
  return Json::array({hot.file, encode(hot.range), hot.caller ? encode(*hot.caller) : Json::array()});
}

/// Whether the arrays of a record lie no deeper in one another than those of a summary. The library's reader calls
/// itself for each level, and what is kept on a disk may be damaged.
class IsShallow : public nlohmann::json_sax<Json> {
 public:
  bool start_array(std::size_t) override { return ++depth_ <= kDeepest; }
  bool end_array() override { return depth_-- > 0; }
  bool start_object(std::size_t) override { return false; }  // a summary has none
  bool end_object() override { return false; }
  bool key(std::string&) override { return false; }
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(std::int64_t) override { return true; }
  bool number_unsigned(std::uint64_t) override { return true; }
  bool number_float(double, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(Json::binary_t&) override { return true; }
  bool parse_error(std::size_t, const std::string&, const Json::exception&) override { return false; }

 private:
  static constexpr int kDeepest = 16;  // twice what a fix's edits take

  int depth_ = 0;
};

/// Reads the elements of one array in order. What is not as it should be is an exception, which decode_summary catches.
class Fields {
 public:
  Fields(const Json& array, std::uint32_t files) : array_(array.get_ref<const Json::array_t&>()), files_(files) {}

  const Json& next() { return array_.at(next_++); }

  template <class T>
  void read(T& out) {
    const Json& value = next();
    // A number is converted without a question, even if there is no such number.
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      require(value.is_number_unsigned() && value.get<std::uint64_t>() <= std::numeric_limits<T>::max());
    }
    value.get_to(out);
  }
  void read(source::TextRange& range) {
    Fields fields(next(), files_);
    fields.read(range.begin);
    fields.read(range.end);
    require(range.begin <= range.end);
  }
  template <class T>
  void read_one_of(T& out, T last) {
    unsigned number = 0;
    read(number);
    require(number <= static_cast<unsigned>(last));
    out = static_cast<T>(number);
  }
  void read_file(std::uint32_t& file) {
    read(file);
    require(file < files_);
  }
  void read_files(std::vector<std::uint32_t>& files) {
    Fields fields(next(), files_);
    while (fields.next_ < fields.array_.size()) fields.read_file(files.emplace_back());
  }
  void read_code(std::string_view& code) {
    const engine::RuleInfo* rule = engine::find_rule(next().get_ref<const std::string&>(), rules::rule_table());
    require(rule != nullptr);
    code = rule->code;
  }
  template <class T, class Read>
  void read_each(std::vector<T>& out, const Read& read) {
    for (const Json& item : next().get_ref<const Json::array_t&>()) {
      Fields fields(item, files_);
      read(fields, out.emplace_back());
    }
  }
  bool empty() const { return array_.empty(); }

 private:
  static void require(bool is_right) {
    if (!is_right) throw std::out_of_range("no summary");
  }

  const Json::array_t& array_;
  std::uint32_t files_;
  std::size_t next_ = 0;
};

void read(Fields& fields, engine::Related& place) {
  fields.read_file(place.file);
  fields.read(place.range);
  fields.read(place.message);
}

void read(Fields& fields, engine::Problem& problem) {
  fields.read(problem.line);
  fields.read(problem.column);
  fields.read(problem.message);
  fields.read(problem.fatal);
  fields.read_one_of(problem.kind, engine::ProblemKind::kUnread);
}

void read(Fields& fields, fixes::TextEdit& edit) {
  fields.read(edit.range);
  fields.read(edit.text);
}

void read(Fields& fields, fixes::Fix& fix) {
  fields.read_one_of(fix.applicability, fixes::Applicability::kSafe);
  fields.read(fix.title);
  fields.read_each(fix.edits, [](Fields& each, fixes::TextEdit& edit) { read(each, edit); });
  fields.read_one_of(fix.waits_left, fixes::WaitsLeft::kLater);
}

void read_places(Fields& fields, std::vector<engine::Related>& places) {
  fields.read_each(places, [](Fields& each, engine::Related& place) { read(each, place); });
}

void read(Fields& fields, engine::Finding& finding, std::uint32_t files) {
  fields.read_code(finding.code);
  fields.read_file(finding.file);
  fields.read(finding.range);
  fields.read(finding.message);
  fields.read(finding.reason);
  fields.read(finding.hint);
  fields.read_one_of(finding.confidence, engine::Confidence::kCertain);
  fields.read_one_of(finding.temperature, engine::Temperature::kHot);
  fields.read_one_of(finding.severity, engine::Severity::kError);
  fields.read_one_of(finding.dependency, engine::Dependency::kEither);
  fields.read(finding.loop_depth);
  fields.read(finding.function);
  read_places(fields, finding.related);
  read_places(fields, finding.chain);
  fields.read(finding.suppressed);
  fields.read(finding.suppression_reason);
  Fields fix(fields.next(), files);
  if (!fix.empty()) read(fix, finding.fix.emplace());
}

void read(Fields& fields, engine::ReachedWait& wait) {
  fields.read_file(wait.file);
  fields.read(wait.range);
  fields.read_code(wait.code);
  fields.read(wait.cold);
  fields.read(wait.perhaps);
  fields.read(wait.joins_graph);
  fields.read_files(wait.through);
}

void read(Fields& fields, engine::OutsideCall& call) {
  fields.read_file(call.file);
  fields.read(call.range);
  fields.read_one_of(call.temperature, engine::Temperature::kHot);
  fields.read(call.loop_depth);
  fields.read(call.captured);
  fields.read(call.function);
  read_places(fields, call.chain);
  fields.read_each(call.waits, [](Fields& each, engine::ReachedWait& wait) { read(each, wait); });
  fields.read_each(call.suppressed, [](Fields& each, std::pair<std::string_view, std::string>& suppressed) {
    each.read_code(suppressed.first);
    each.read(suppressed.second);
  });
}

void read(Fields& fields, engine::HotFunction& hot, std::uint32_t files) {
  fields.read_file(hot.file);
  fields.read(hot.range);
  Fields caller(fields.next(), files);
  if (!caller.empty()) read(caller, hot.caller.emplace());
}

}  // namespace

std::string encode_summary(const FileSummary& summary) {
  const Json record =
      Json::array({encode(summary.problems), encode(summary.findings), encode(summary.calls), encode(summary.hot)});
  std::string bytes;
  Json::to_msgpack(record, bytes);
  return bytes;
}

std::optional<FileSummary> decode_summary(std::string_view bytes, std::uint32_t files) {
  try {
    IsShallow is_shallow;
    if (!Json::sax_parse(bytes, &is_shallow, Json::input_format_t::msgpack)) return std::nullopt;
    const Json record = Json::from_msgpack(bytes);
    Fields fields(record, files);
    FileSummary summary;
    fields.read_each(summary.problems, [](Fields& each, engine::Problem& problem) { read(each, problem); });
    fields.read_each(summary.findings, [&](Fields& each, engine::Finding& finding) { read(each, finding, files); });
    fields.read_each(summary.calls, [](Fields& each, engine::OutsideCall& call) { read(each, call); });
    fields.read_each(summary.hot, [&](Fields& each, engine::HotFunction& hot) { read(each, hot, files); });
    return summary;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace syncfree::driver
