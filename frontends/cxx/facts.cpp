#include "frontends/cxx/facts.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>
#include <utility>

namespace syncfree::cxx {

namespace {

constexpr std::string_view kEnd = "end\n";

template <class Value>
Type type_at(const std::unordered_map<std::uint32_t, Value>& table, std::uint32_t offset) {
  const auto found = table.find(offset);
  return found == table.end() ? Type::kUnknown : found->second;
}

/// A text as the last thing of a line.
void add_text(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '\\') {
      out += "\\\\";
    } else if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  out += '\n';
}

std::string read_text(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool escapes = line[i] == '\\' && i + 1 < line.size();
    text += !escapes ? line[i] : line[i + 1] == 'n' ? '\n' : line[i + 1];
    if (escapes) ++i;
  }
  return text;
}

void add_number(std::string& out, char kind, std::uint32_t number) {
  out += kind;
  out += ' ';
  out += std::to_string(number);
}

template <class Table>
auto sorted(const Table& table) {
  std::vector<std::pair<std::uint32_t, typename Table::mapped_type>> entries(table.begin(), table.end());
  std::ranges::sort(entries);
  return entries;
}

void write_file(std::string& out, const FileFacts& facts) {
  add_number(out, 'z', facts.size);
  out += '\n';
  for (const auto& [kind, table] : {std::pair{'v', &facts.values}, std::pair{'r', &facts.results}}) {
    for (const auto& [offset, type] : sorted(*table)) {
      add_number(out, kind, offset);
      out += ' ' + std::to_string(static_cast<int>(type)) + '\n';
    }
  }
  for (const auto& [offset, name] : sorted(facts.names)) {
    add_number(out, 'n', offset);
    out += ' ';
    add_text(out, name);
  }
  for (const std::uint32_t offset : std::set(facts.device_code.begin(), facts.device_code.end())) {
    add_number(out, 'd', offset);
    out += '\n';
  }
  for (const std::uint32_t offset : std::set(facts.expanded.begin(), facts.expanded.end())) {
    add_number(out, 'u', offset);
    out += '\n';
  }
  for (const source::TextRange range : facts.skipped) {
    add_number(out, 's', range.begin);
    out += ' ' + std::to_string(range.end) + '\n';
  }
  for (const ForeignMacro& macro : facts.macros) {
    add_number(out, 'm', macro.offset);
    out += ' ';
    add_text(out, macro.path);
    out += "= ";
    add_text(out, macro.definition);
  }
  for (const std::string& name : facts.misread) {
    out += "x ";
    add_text(out, name);
  }
  if (facts.errors > 0) {
    add_number(out, 'e', facts.errors);
    out += ' ' + std::to_string(facts.first_error_line) + ' ';
    add_text(out, facts.first_error);
  }
}

/// The parts of a line; reading on after a mistake gives nothing more.
class Line {
 public:
  explicit Line(std::string_view text) : rest_(text) {}

  char kind() {
    if (rest_.size() < 2 || rest_[1] != ' ') return '\0';
    const char kind = rest_[0];
    rest_.remove_prefix(2);
    return kind;
  }
  std::uint32_t number() {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    good_ = good_ && error == std::errc();
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    if (rest_.starts_with(' ')) rest_.remove_prefix(1);
    return value;
  }
  Type type() {
    const std::uint32_t value = number();
    good_ = good_ && value <= static_cast<std::uint32_t>(Type::kOther);
    return good_ ? static_cast<Type>(value) : Type::kUnknown;
  }
  std::string text() const { return read_text(rest_); }
  bool good() const { return good_; }

 private:
  std::string_view rest_;
  bool good_ = true;
};

bool read_line(std::string_view text, Facts& facts, FileFacts*& file) {
  Line line(text);
  const char kind = line.kind();
  if (kind == 'f') {
    file = &facts[line.text()];
    return true;
  }
  if (file == nullptr) return false;
  const std::uint32_t first = kind == '=' || kind == 'x' ? 0 : line.number();
  switch (kind) {
    case 'z':
      file->size = first;
      break;
    case 'v':
      file->values[first] = line.type();
      break;
    case 'r':
      file->results[first] = line.type();
      break;
    case 'n':
      file->names[first] = line.text();
      break;
    case 'd':
      file->device_code.insert(first);
      break;
    case 'u':
      file->expanded.insert(first);
      break;
    case 's':
      file->skipped.push_back({first, line.number()});
      break;
    case 'm':
      file->macros.push_back({.definition = {}, .path = line.text(), .offset = first});
      break;
    case '=':
      if (file->macros.empty()) return false;
      file->macros.back().definition = line.text();
      break;
    case 'x':
      file->misread.push_back(line.text());
      break;
    case 'e':
      file->errors = first;
      file->first_error_line = line.number();
      file->first_error = line.text();
      break;
    default:
      return false;
  }
  return line.good();
}

}  // namespace

Type FileFacts::value_at(std::uint32_t offset) const { return type_at(values, offset); }
Type FileFacts::result_at(std::uint32_t offset) const { return type_at(results, offset); }

const std::string* FileFacts::name_at(std::uint32_t offset) const {
  const auto found = names.find(offset);
  return found == names.end() ? nullptr : &found->second;
}

bool FileFacts::is_skipped(std::uint32_t offset) const {
  const auto after = std::ranges::upper_bound(skipped, offset, {}, &source::TextRange::begin);
  return after != skipped.begin() && offset < std::prev(after)->end;
}

std::string write_facts(const Facts& facts) {
  std::string out;
  for (const auto& [path, file] : facts) {
    out += "f ";
    add_text(out, path);
    write_file(out, file);
  }
  out += kEnd;
  return out;
}

std::optional<Facts> read_facts(std::string_view text) {
  if (!text.ends_with(kEnd)) return std::nullopt;
  text.remove_suffix(kEnd.size());
  Facts facts;
  FileFacts* file = nullptr;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos || !read_line(text.substr(0, end), facts, file)) return std::nullopt;
    text.remove_prefix(end + 1);
  }
  return facts;
}

}  // namespace syncfree::cxx
