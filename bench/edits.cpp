// Edits in the files of a copy of a folder, one after another: each is analysed with what the analyses before it left,
// and from nothing. Both reports have to be the same, byte for byte.
//
//   edits FOLDER [--edits N] [--jobs N] [--seed N] [--kind NAME]... [--taken-back N] [--only-with-memory]
//
// With --taken-back, all but the last N edits have been taken back at any time, each as an edit of its own: the project
// does not grow.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <vector>

#include "analyzer/engine/selection.h"
#include "analyzer/report/json.h"
#include "driver/check.h"
#include "driver/memory.h"
#include "driver/progress.h"
#include "rules/rule_table.h"

namespace {

namespace fs = std::filesystem;
namespace driver = syncfree::driver;
namespace report = syncfree::report;

struct Options {
  fs::path folder;
  std::uint32_t edits = 20;
  std::uint32_t jobs = 2;
  std::uint32_t seed = 1;
  std::vector<std::string> kinds;            ///< of edits; none: all
  std::optional<std::uint32_t> most_edited;  ///< edits that are not taken back; nothing: all
  bool only_with_memory = false;
};

std::uint32_t number(std::string_view text) {
  std::uint32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Options options_of(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    const auto next = [&] { return ++i < count ? number(arguments[i]) : 0; };
    if (argument == "--edits") {
      options.edits = next();
    } else if (argument == "--jobs") {
      options.jobs = next();
    } else if (argument == "--seed") {
      options.seed = next();
    } else if (argument == "--taken-back") {
      options.most_edited = next();
    } else if (argument == "--kind") {
      if (++i < count) options.kinds.emplace_back(arguments[i]);
    } else if (argument == "--only-with-memory") {
      options.only_with_memory = true;
    } else {
      options.folder = fs::absolute(argument).lexically_normal();
    }
  }
  return options;
}

std::vector<fs::path> python_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".py") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// What people do while they work on a function: a statement more, one less, one that is another.
constexpr const char* kStatements[] = {
    "noted = 1 + 2",
    "print(torch.ones(3, device='cuda').sum().item())",
    "import torch; torch.cuda.synchronize()",
    "self_check = torch.ones(2).cuda()",
    "if torch.rand(1, device='cuda') > 0.5: pass",
    "return None",
};

/// What they add to a file, and what a new one holds.
constexpr const char* kFunctionText = "\n\ndef noted_here(x):\n    return x.sum().item()\n";
constexpr const char* kClassText =
    "\n\nclass NotedHere:\n    def noted(self, x):\n        self.seen = x.cuda()\n        return "
    "bool(self.seen.any())\n";
constexpr const char* kFileText = "import torch\n";

enum class Edit : std::uint8_t {
  kStatement,      ///< one more in a body
  kPass,           ///< in place of an assignment
  kNewAttribute,   ///< a method stores one more
  kLostAttribute,  ///< a method does not store it any more
  kSignature,      ///< a parameter more, with a default
  kNewFunction,    ///< at the end of a file
  kNewClass,       ///< the same
  kRenamedClass,   ///< in its whole file, and not in those that import it
  kDeletedFile,
  kNewFile,
  kNewPackage,
};

struct EditKind {
  Edit edit;
  const char* name;
  std::size_t share;  ///< of all edits; 0: it is made only where it is asked for
};
constexpr EditKind kEditKinds[] = {
    {Edit::kStatement, "statement", 6},      {Edit::kPass, "pass", 2},
    {Edit::kNewAttribute, "attribute", 2},   {Edit::kLostAttribute, "no attribute", 2},
    {Edit::kSignature, "signature", 2},      {Edit::kRenamedClass, "renamed class", 1},
    {Edit::kNewFunction, "new function", 1}, {Edit::kNewClass, "new class", 1},
    {Edit::kDeletedFile, "deleted file", 1}, {Edit::kNewFile, "new file", 1},
    {Edit::kNewPackage, "new package", 0},
};

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// `name = value` on a line of its own, inside of something.
bool is_assignment(const std::string& line) {
  const std::size_t first = line.find_first_not_of(' ');
  if (first == std::string::npos || first < 8 || line.back() == ',' || line.back() == '(' || line.back() == '\\')
    return false;
  const std::size_t equals = line.find(" = ");
  return equals != std::string::npos && line.find_first_of("(\"'#", first) > equals &&
         std::ranges::count(line, '(') == std::ranges::count(line, ')') &&
         std::ranges::count(line, '[') == std::ranges::count(line, ']');
}

/// `    def name(self, x):` on one line, which can take one more parameter at its end.
bool is_signature(const std::string& line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first != std::string::npos && line.compare(first, 4, "def ") == 0 && line.ends_with("):") &&
         !line.ends_with("():") && !line.contains('*');
}

bool is_class(const std::string& line) { return line.starts_with("class ") && line.back() == ':'; }

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

void rename_all(const std::string& word, const std::string& other, Lines& lines) {
  for (std::string& line : lines) {
    for (std::size_t at = line.find(word); at != std::string::npos; at = line.find(word, at + other.size())) {
      const std::size_t end = at + word.size();
      if ((at == 0 || !is_of_word(line[at - 1])) && (end == line.size() || !is_of_word(line[end])))
        line.replace(at, word.size(), other);
    }
  }
}

class Editor {
 public:
  Editor(std::uint32_t seed, const std::vector<std::string>& kinds) : random_(seed) {
    for (const EditKind& each : kEditKinds) {
      const bool is_asked_for = std::ranges::find(kinds, each.name) != kinds.end();
      if (!is_asked_for && (!kinds.empty() || each.share == 0)) continue;
      kinds_.push_back(each);
      kinds_.back().share = std::max<std::size_t>(each.share, 1);
    }
  }

  bool has_kinds() const { return !kinds_.empty(); }

  std::size_t below(std::size_t n) { return random_() % n; }

  const EditKind& kind() {
    std::size_t all = 0;
    for (const EditKind& each : kinds_) all += each.share;
    std::size_t left = below(all);
    auto found = kinds_.begin();
    while (left >= found->share) left -= (found++)->share;
    return *found;
  }

  /// Empty: the text has no place for such an edit.
  std::string edited(const std::string& text, Edit edit) {
    if (edit == Edit::kNewFunction) return text + kFunctionText;
    if (edit == Edit::kNewClass) return text + kClassText;
    Lines lines = lines_of(text);
    std::vector<std::size_t> places;
    for (std::size_t i = 1; i < lines.size(); ++i) {
      if (!lines[i].empty() && is_place_for(edit, lines, i)) places.push_back(i);
    }
    if (places.empty()) return {};
    apply(edit, places[below(places.size())], lines);
    std::string result;
    for (const std::string& line : lines) result += line + '\n';
    return result;
  }

 private:
  static bool is_place_for(Edit edit, const Lines& lines, std::size_t place) {
    if (edit == Edit::kSignature) return is_signature(lines[place]);
    if (edit == Edit::kRenamedClass) return is_class(lines[place]);
    const std::string& before = lines[place - 1];
    const std::size_t first = lines[place].find_first_not_of(' ');
    if (!is_assignment(lines[place]) || !is_assignment(before) || before.find_first_not_of(' ') != first) return false;
    return edit != Edit::kLostAttribute || lines[place].compare(first, 5, "self.") == 0;
  }

  void apply(Edit edit, std::size_t place, Lines& lines) {
    std::string& line = lines[place];
    const std::string indent(line.find_first_not_of(' '), ' ');
    const auto insert = [&](const std::string& statement) {
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(place), indent + statement);
    };
    switch (edit) {
      case Edit::kStatement:
        return insert(kStatements[below(std::size(kStatements))]);
      case Edit::kNewAttribute:
        return insert("self.noted_here = 1");
      case Edit::kPass:
      case Edit::kLostAttribute:
        line = indent + "pass";
        return;
      case Edit::kSignature:
        line.insert(line.size() - 2, ", noted_here=None");
        return;
      case Edit::kRenamedClass: {
        const std::string name = line.substr(6, line.find_first_of("(:") - 6);
        return rename_all(name, name + "Noted", lines);
      }
      case Edit::kNewFunction:
      case Edit::kNewClass:
      case Edit::kDeletedFile:
      case Edit::kNewFile:
      case Edit::kNewPackage:
        return;  // no line's
    }
  }

  std::mt19937 random_;
  std::vector<EditKind> kinds_;
};

struct Timed {
  std::string report;
  double seconds = 0;
};

/// By path: what an editor has of files.
using Texts = std::unordered_map<std::string, std::string>;

/// `files_state`: see driver::CheckRequest.
Timed analysed(const Options& options, const Texts& texts, driver::Memory* memory, std::uint64_t files_state) {
  driver::CheckRequest request{
      .paths = {options.folder.string()}, .text = std::nullopt, .unsaved = texts, .jobs = options.jobs};
  request.memory = memory;
  request.files_state = files_state;
  // As an editor has it, whose findings nobody keeps on disk.
  request.is_kept = false;
  // Nothing is selected by itself, and reports without findings are always the same.
  if (auto all = syncfree::engine::select_rules(syncfree::rules::rule_table(), {}))
    request.settings.selection = std::move(*all);
  request.settings.temperature = syncfree::engine::Temperature::kCold;
  request.settings.confidence = syncfree::engine::Confidence::kPossible;
  driver::Progress progress;
  const auto started = std::chrono::steady_clock::now();
  const driver::CheckResult result = driver::check(request, progress);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
  std::ostringstream out;
  report::write_json(result.report, out);
  return {out.str(), took.count()};
}

/// Of this process, as the system says it; empty where it does not.
std::string memory_of(std::string_view what) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(what)) return line.substr(line.find_first_not_of(" \t", what.size()));
  }
  return {};
}

double quantile(std::vector<double> values, double part) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

/// A folder of our own with the same content, as long as this lives.
class Copy {
 public:
  explicit Copy(const fs::path& folder) : name_(folder.filename()) {
    std::string pattern = (fs::temp_directory_path() / "syncfree_edits_XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr)
      throw fs::filesystem_error("edits", std::make_error_code(std::errc::io_error));
    outer_ = pattern;
    fs::copy(folder, path(), fs::copy_options::recursive);
    // Files that were just written are read again, however they are.
    std::this_thread::sleep_for(std::chrono::seconds(3));
  }
  ~Copy() {
    std::error_code ignored;
    fs::remove_all(outer_, ignored);
  }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;

  fs::path path() const { return outer_ / name_; }

 private:
  fs::path name_;
  fs::path outer_;
};

/// The edits of one folder.
class Session {
 public:
  explicit Session(Options options) : options_(std::move(options)), editor_(options_.seed, options_.kinds) {
    files_ = python_files(options_.folder);
  }

  bool has_files() const { return !files_.empty(); }
  bool has_kinds() const { return editor_.has_kinds(); }

  void run() {
    std::cout << "first " << analysed(options_, texts_, &memory_, files_state_).seconds << " s\n";
    tidy();
    while (ours_.size() < options_.edits) {
      if (options_.most_edited && formers_.size() > *options_.most_edited) {
        const Former former = formers_.front();
        formers_.pop_front();
        take_back(former);
        analyse("taken back", former.file);
        continue;
      }
      const EditKind& kind = editor_.kind();
      const std::size_t place = editor_.below(files_.size());
      const fs::path file = files_[place];
      if (edit(kind.edit, place)) analyse(kind.name, file);
    }
  }

  /// True if no report was different.
  bool tell() const {
    for (const auto& [kind, seconds] : by_kind_)
      std::cout << kind << ": " << seconds.size() << ", median " << quantile(seconds, 0.5) << " s\n";
    std::cout << replays_ << " of " << ours_.size() << " without an inference, " << recalls_ << " with a part of one\n";
    std::cout << "median " << quantile(ours_, 0.5) << " s, 95 % " << quantile(ours_, 0.95) << " s; from nothing "
              << quantile(whole_, 0.5) << " s; different " << different_ << '\n';
    std::cout << "freed in " << tidying_ << " s; memory " << memory_of("VmRSS:") << ", most " << memory_of("VmHWM:")
              << '\n';
    return different_ == 0;
  }

 private:
  void tidy() {
    const auto started = std::chrono::steady_clock::now();
    memory_.tidy();
    tidying_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  }

  void analyse(const char* kind, const fs::path& file) {
    const std::size_t replays = memory_.replays();
    const std::size_t recalls = memory_.recalls();
    const Timed again = analysed(options_, texts_, &memory_, files_state_);
    const bool is_replayed = memory_.replays() > replays;
    const bool is_recalled = memory_.recalls() > recalls;
    replays_ += is_replayed ? 1 : 0;
    recalls_ += is_recalled ? 1 : 0;
    ours_.push_back(again.seconds);
    by_kind_[kind].push_back(again.seconds);
    std::cout << kind << ' ' << again.seconds << " s "
              << (is_replayed   ? "replayed "
                  : is_recalled ? "recalled "
                                : "")
              << fs::relative(file, options_.folder).string();
    if (!options_.only_with_memory) compare(again);
    tidy();
    std::cout << ' ' << memory_of("VmRSS:") << std::endl;
  }

  /// A file before an edit.
  struct Former {
    fs::path file;
    std::optional<std::string> text;  ///< nothing: there was none
  };

  void take_back(const Former& former) {
    const auto place = std::ranges::lower_bound(files_, former.file);
    const bool is_there = place != files_.end() && *place == former.file;
    if (former.text) {
      if (!is_there) {
        files_.insert(place, former.file);
        std::ofstream(former.file) << *former.text;
        ++files_state_;
      }
      texts_[former.file.string()] = *former.text;
    } else if (is_there) {
      fs::remove(former.file);
      ++files_state_;
      texts_.erase(former.file.string());
      files_.erase(place);
    }
  }

  std::string present_text(const fs::path& file) const {
    const auto open = texts_.find(file.string());
    return open == texts_.end() ? text_of(file) : open->second;
  }

  /// False if there is no place for it.
  bool edit(Edit edit, std::size_t place) {
    const std::string path = files_[place].string();
    Former former{.file = files_[place], .text = present_text(files_[place])};
    if (edit == Edit::kNewFile || edit == Edit::kNewPackage) {
      const fs::path added = new_file(edit, files_[place].parent_path());
      ++files_state_;
      fs::create_directories(added.parent_path());
      std::ofstream(added) << kFileText << kFunctionText;
      files_.insert(std::ranges::lower_bound(files_, added), added);
      former = {.file = added, .text = std::nullopt};
    } else if (edit == Edit::kDeletedFile) {
      ++files_state_;
      fs::remove(files_[place]);
      texts_.erase(path);
      files_.erase(files_.begin() + static_cast<std::ptrdiff_t>(place));
    } else {
      std::string text = editor_.edited(*former.text, edit);
      if (text.empty()) return false;
      texts_[path] = std::move(text);
    }
    formers_.push_back(std::move(former));
    return true;
  }

  fs::path new_file(Edit edit, const fs::path& folder) const {
    const std::string name = "noted_" + std::to_string(ours_.size());
    return edit == Edit::kNewFile ? folder / (name + ".py") : folder / name / "__init__.py";
  }
  void compare(const Timed& again) {
    const Timed cold = analysed(options_, texts_, nullptr, files_state_);
    whole_.push_back(cold.seconds);
    const bool is_same = again.report == cold.report;
    different_ += is_same ? 0 : 1;
    std::cout << ' ' << cold.seconds << " s " << (is_same ? "same" : "DIFFERENT");
  }

  Options options_;
  Editor editor_;
  std::vector<fs::path> files_;
  driver::Memory memory_;
  Texts texts_;
  std::deque<Former> formers_;  ///< of what was not taken back
  std::vector<double> ours_, whole_;
  double tidying_ = 0;  ///< seconds
  std::map<std::string, std::vector<double>> by_kind_;
  std::uint64_t files_state_ = 0;  ///< counts files that come and go
  std::uint32_t replays_ = 0, recalls_ = 0, different_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
  Options options = options_of(count, arguments);
  const Copy copy(options.folder);
  options.folder = copy.path();
  Session session(std::move(options));
  if (!session.has_files()) {
    std::cerr << "edits: no Python files\n";
    return 2;
  }
  if (!session.has_kinds()) {
    std::cerr << "edits: no such kind of edit\n";
    return 2;
  }
  session.run();
  return session.tell() ? 0 : 1;
}
