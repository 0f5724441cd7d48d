// Parses Python files with bare tree-sitter and says how long that took: the floor that the analyzer is measured
// against. usage: parse_baseline --jobs N PATH… Prints one line of JSON: files, bytes, seconds of wall time, seconds of
// processor time, peak resident kilobytes.

#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <sys/resource.h>
#include <tree_sitter/api.h>

#include "analyzer/source/file_discovery.h"
#include "analyzer/source/source_file.h"

extern "C" const TSLanguage* tree_sitter_python();

namespace {

struct Totals {
  std::atomic<std::uint64_t> files = 0;
  std::atomic<std::uint64_t> bytes = 0;
};

using Parser = std::unique_ptr<TSParser, decltype(&ts_parser_delete)>;
using Tree = std::unique_ptr<TSTree, decltype(&ts_tree_delete)>;

/// Takes files from the shared list until none is left. Files that cannot be read are left out, as in the analyzer.
void parse_files(std::span<const std::string> paths, std::atomic<std::size_t>& next, Totals& totals) {
  const Parser parser(ts_parser_new(), &ts_parser_delete);
  ts_parser_set_language(parser.get(), tree_sitter_python());
  for (std::size_t index = next++; index < paths.size(); index = next++) {
    const auto file = syncfree::source::load_source_file(paths[index]);
    if (!file) continue;
    const auto size = static_cast<std::uint32_t>(file->text.size());
    const Tree tree(ts_parser_parse_string(parser.get(), nullptr, file->text.data(), size), &ts_tree_delete);
    if (tree == nullptr) continue;
    ++totals.files;
    totals.bytes += size;
  }
}

double processor_seconds(const rusage& usage) {
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  unsigned jobs = 0;
  if (arguments.size() >= 3 && arguments[0] == "--jobs") {
    const std::string& number = arguments[1];
    std::from_chars(number.data(), number.data() + number.size(), jobs);
  }
  if (jobs == 0) {
    std::cerr << "usage: parse_baseline --jobs N PATH...\n";
    return 2;
  }

  const auto start = std::chrono::steady_clock::now();
  const auto found = syncfree::source::discover_files(std::span(arguments).subspan(2), {});
  Totals totals;
  std::atomic<std::size_t> next = 0;
  {
    std::vector<std::jthread> workers;
    workers.reserve(jobs);
    for (unsigned i = 0; i < jobs; ++i) workers.emplace_back([&] { parse_files(found.files, next, totals); });
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;

  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::cout << "{\"files\": " << totals.files << ", \"bytes\": " << totals.bytes << ", \"seconds\": " << elapsed.count()
            << ", \"processor_seconds\": " << processor_seconds(usage) << ", \"peak_kilobytes\": " << usage.ru_maxrss
            << "}\n";
}
