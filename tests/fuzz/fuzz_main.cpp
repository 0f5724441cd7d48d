// Without libFuzzer: so many mutations of the seeds, the same in every run.
//
//     fuzz_targets TARGET [RUNS [FIRST]]    runs number FIRST and those after it
//     fuzz_targets TARGET --seconds SECONDS [FIRST]    as many as fit
//     fuzz_targets TARGET --large [RUNS [FIRST]]       inputs of 100 kB, each of which may take 5 s and 200 MB
//     fuzz_targets TARGET FILE…             these inputs alone
//     fuzz_targets TARGET --seeds FOLDER    writes the seeds there, for libFuzzer
//
// A child does the work, so that an input that ends it is known: it is written to `fuzz-TARGET-NUMBER`.
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/fuzz/mutate.h"
#include "tests/fuzz/target.h"

namespace syncfree::fuzz {
namespace {

constexpr int kTooMuchMemory = 7;     ///< how a child ends
constexpr unsigned kMostSeconds = 5;  ///< of the processor, of one input: other programs may have it meanwhile
constexpr unsigned kMostSecondsOfWaiting = 300;
constexpr std::size_t kLongest = 20'000;
constexpr std::size_t kLarge = 100'000;
constexpr long kMostMegabytes = 200;  ///< of one large input
constexpr int kMostFaults = 20;

struct Runs {
  std::uint64_t first = 0;
  std::uint64_t count = 2000;
  bool are_large = false;
  std::time_t until = std::numeric_limits<std::time_t>::max();
};

std::string input_of(const Target& target, const std::vector<std::string>& seeds, std::uint64_t number, bool is_large) {
  std::seed_seq sequence{static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32)};
  std::mt19937 random(sequence);
  std::string bytes = seeds[random() % seeds.size()];
  const std::string& other = seeds[random() % seeds.size()];
  if (is_large) enlarge(bytes, seeds, target.words, kLarge, random);
  mutate(bytes, other, target.words, is_large ? kLarge : kLongest, random);
  return bytes;
}

void run_one(const Target& target, std::string_view bytes) {
  const auto limit = [](unsigned busy, unsigned waiting) {
    const itimerval timer{.it_interval = {}, .it_value = {.tv_sec = busy, .tv_usec = 0}};
    ::setitimer(ITIMER_PROF, &timer, nullptr);
    ::alarm(waiting);
  };
  limit(kMostSeconds, kMostSecondsOfWaiting);
  target.run(bytes);
  limit(0, 0);
}

/// How a child that calls `work(at)` ends. `at` is memory of both processes.
template <class Work>
int in_child(std::uint64_t& at, const Work& work) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    work(at);
    std::exit(0);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return status;
}

/// Of the child that ended last, and those before it.
long megabytes_of_children() {
  rusage used;
  ::getrusage(RUSAGE_CHILDREN, &used);
  return used.ru_maxrss / 1024;
}

bool tell(const Target& target, std::uint64_t number, int status) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  if (WIFEXITED(status) && WEXITSTATUS(status) == kTooMuchMemory) {
    std::fprintf(stderr, "error: %s: input %llu takes more than %ld MB\n", target.name.data(),
                 static_cast<unsigned long long>(number), kMostMegabytes);
    return false;
  }
  const bool is_late = WIFSIGNALED(status) && (WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGALRM);
  std::fprintf(stderr, "error: %s: input %llu %s\n", target.name.data(), static_cast<unsigned long long>(number),
               is_late ? "took longer than 5 s" : "ended the program");
  return false;
}

/// A child of its own for each large input says how much memory that took.
void run_some(const Target& target, const std::vector<std::string>& seeds, const Runs& runs, std::uint64_t end,
              std::uint64_t& number) {
  for (; number < end && std::time(nullptr) < runs.until; ++number) {
    run_one(target, input_of(target, seeds, number, runs.are_large));
    if (!runs.are_large) continue;
    rusage used;
    ::getrusage(RUSAGE_SELF, &used);
    if (used.ru_maxrss / 1024 > kMostMegabytes) std::_Exit(kTooMuchMemory);
  }
}

/// An input that is the program's end is written down, and the runs behind it go on.
int run_mutations(const Target& target, Runs runs, std::uint64_t& at) {
  const std::vector<std::string> seeds = target.seeds();
  const std::uint64_t end = runs.first + runs.count;
  int faults = 0;
  for (at = runs.first; at < end && std::time(nullptr) < runs.until && faults < kMostFaults;) {
    const std::uint64_t until = runs.are_large ? at + 1 : end;
    const int status = in_child(at, [&](std::uint64_t& number) { run_some(target, seeds, runs, until, number); });
    if (tell(target, at, status)) continue;
    const std::string name = "fuzz-" + std::string(target.name) + "-" + std::to_string(at);
    std::ofstream(name, std::ios::binary) << input_of(target, seeds, at, runs.are_large);
    ++at;
    std::fprintf(stderr, "error: it is in %s\n", name.c_str());
    ++faults;
  }
  rusage used;
  ::getrusage(RUSAGE_CHILDREN, &used);
  std::printf("%s: %llu inputs, %d faults, %ld s, at most %ld MB\n", target.name.data(),
              static_cast<unsigned long long>(at - runs.first), faults, static_cast<long>(used.ru_utime.tv_sec),
              megabytes_of_children());
  return faults == 0 ? 0 : 1;
}

int run_files(const Target& target, std::span<const std::string_view> paths, std::uint64_t& at) {
  int faults = 0;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    std::ifstream stream{std::string(paths[i]), std::ios::binary};
    const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const int status = in_child(at, [&](std::uint64_t&) { run_one(target, bytes); });
    faults += tell(target, i, status) ? 0 : 1;
  }
  return faults == 0 ? 0 : 1;
}

int write_seeds(const Target& target, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  std::size_t number = 0;
  for (const std::string& seed : target.seeds()) {
    std::ofstream(folder / std::to_string(number++), std::ios::binary) << seed;
  }
  return 0;
}

bool is_number(std::string_view text, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

int main_of(std::span<const std::string_view> words) {
  const Target* target = words.empty() ? nullptr : find_target(words[0]);
  if (target == nullptr) {
    std::fprintf(stderr, "error: the first word names a target:");
    for (const Target& each : targets()) std::fprintf(stderr, " %s", each.name.data());
    std::fprintf(stderr, "\n");
    return 2;
  }
  void* shared = ::mmap(nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  expect(shared != MAP_FAILED, "no memory can be shared");
  auto& at = *static_cast<std::uint64_t*>(shared);
  if (words.size() == 3 && words[1] == "--seeds") return write_seeds(*target, words[2]);
  Runs runs;
  runs.are_large = words.size() > 1 && words[1] == "--large";
  if (words.size() > 2 && words[1] == "--seconds") {
    std::uint64_t seconds = 0;
    if (!is_number(words[2], seconds)) return 2;
    runs.until = std::time(nullptr) + static_cast<std::time_t>(seconds);
    runs.count = std::numeric_limits<std::uint64_t>::max() / 2;
    if (words.size() > 3 && !is_number(words[3], runs.first)) return 2;
    return run_mutations(*target, runs, at);
  }
  if (runs.are_large) words = words.subspan(1);
  if (words.size() == 1 || is_number(words[1], runs.count)) {
    if (words.size() > 2 && !is_number(words[2], runs.first)) return 2;
    return run_mutations(*target, runs, at);
  }
  return run_files(*target, words.subspan(1), at);
}

}  // namespace
}  // namespace syncfree::fuzz

int main(int count, char** arguments) {
  const std::vector<std::string_view> words(arguments + 1, arguments + count);
  return syncfree::fuzz::main_of(words);
}
