// Edits in the files of a folder, one after another: each is analysed with what the analyses before it left, and from
// nothing. Both reports have to be the same, byte for byte.
//
//   edits FOLDER [--edits N] [--jobs N] [--seed N] [--only-with-memory]
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/report/json.h"
#include "driver/check.h"
#include "driver/memory.h"
#include "driver/progress.h"

namespace {

namespace fs = std::filesystem;
namespace driver = syncfree::driver;
namespace report = syncfree::report;

struct Options {
  fs::path folder;
  std::uint32_t edits = 20;
  std::uint32_t jobs = 2;
  std::uint32_t seed = 1;
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

class Editor {
 public:
  explicit Editor(std::uint32_t seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return random_() % n; }

  /// Empty: the text has no place for an edit. `what`: which kind of edit it was.
  std::string edited(const std::string& text, std::string& what) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    std::vector<std::size_t> places;
    for (std::size_t i = 1; i < lines.size(); ++i) {
      if (is_statement(lines[i]) && lines[i - 1].find_first_not_of(' ') == lines[i].find_first_not_of(' ') &&
          is_statement(lines[i - 1]))
        places.push_back(i);
    }
    if (places.empty()) return {};
    const std::size_t place = places[below(places.size())];
    const std::string indent(lines[place].find_first_not_of(' '), ' ');
    switch (below(4)) {
      case 0:
        what = "removed";
        lines[place] = indent + "pass";
        break;
      case 1:
        what = "attribute";
        lines.insert(at(lines, place), indent + "self.noted_here = 1");
        break;
      default:
        what = "added";
        lines.insert(at(lines, place), indent + kStatements[below(std::size(kStatements))]);
    }
    std::string result;
    for (const std::string& line : lines) result += line + '\n';
    return result;
  }

 private:
  static std::vector<std::string>::iterator at(std::vector<std::string>& lines, std::size_t place) {
    return lines.begin() + static_cast<std::ptrdiff_t>(place);
  }
  /// `name = value` on a line of its own, inside of something.
  static bool is_statement(const std::string& line) {
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos || first < 8 || line.back() == ',' || line.back() == '(' || line.back() == '\\')
      return false;
    const std::size_t equals = line.find(" = ");
    return equals != std::string::npos && line.find_first_of("(\"'#", first) > equals &&
           std::ranges::count(line, '(') == std::ranges::count(line, ')') &&
           std::ranges::count(line, '[') == std::ranges::count(line, ']');
  }

  std::mt19937 random_;
};

struct Timed {
  std::string report;
  double seconds = 0;
};

/// By path: what an editor has of files.
using Texts = std::unordered_map<std::string, std::string>;

Timed analysed(const Options& options, const Texts& texts, driver::Memory* memory) {
  driver::CheckRequest request{
      .paths = {options.folder.string()}, .text = std::nullopt, .unsaved = texts, .jobs = options.jobs};
  request.memory = memory;
  driver::Progress progress;
  const auto started = std::chrono::steady_clock::now();
  const driver::CheckResult result = driver::check(request, progress);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
  std::ostringstream out;
  report::write_json(result.report, out);
  return {out.str(), took.count()};
}

double quantile(std::vector<double> values, double part) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

}  // namespace

int main(int count, char** arguments) {
  const Options options = options_of(count, arguments);
  const std::vector<fs::path> files = python_files(options.folder);
  if (files.empty()) {
    std::cerr << "edits: no Python files\n";
    return 2;
  }
  driver::Memory memory;
  Editor editor(options.seed);
  Texts texts;
  const Timed first = analysed(options, texts, &memory);
  std::cout << "first " << first.seconds << " s\n";
  std::vector<double> ours, whole;
  std::uint32_t different = 0;
  while (ours.size() < options.edits) {
    const fs::path& file = files[editor.below(files.size())];
    std::string what;
    const auto open = texts.find(file.string());
    std::string text = editor.edited(open == texts.end() ? text_of(file) : open->second, what);
    if (text.empty()) continue;
    texts[file.string()] = std::move(text);
    const Timed again = analysed(options, texts, &memory);
    ours.push_back(again.seconds);
    std::cout << what << ' ' << again.seconds << " s " << fs::relative(file, options.folder).string();
    if (!options.only_with_memory) {
      const Timed cold = analysed(options, texts, nullptr);
      whole.push_back(cold.seconds);
      const bool is_same = again.report == cold.report;
      different += is_same ? 0 : 1;
      std::cout << ' ' << cold.seconds << " s " << (is_same ? "same" : "DIFFERENT");
    }
    std::cout << std::endl;
  }
  std::cout << memory.replays() << " of " << ours.size() << " without a whole inference\n";
  std::cout << "median " << quantile(ours, 0.5) << " s, 95 % " << quantile(ours, 0.95) << " s; from nothing "
            << quantile(whole, 0.5) << " s; different " << different << '\n';
  return different == 0 ? 0 : 1;
}
