// Which of many rewrites can be trusted, found with few runs: all together first, then halves of what fails.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace syncfree::verify {

enum class Fate : std::uint8_t {
  kProven,          ///< its wait is gone, the results are the same
  kKeepsWait,       ///< the results are the same, and the host waits as often as before
  kChangesResults,  ///< a result is different with it
  kFails,           ///< the program ends otherwise with it, or makes no steps
};

std::string_view name_of(Fate);  ///< "proven", "keeps its wait", "changes results", "fails"

/// What a run with some rewrites has shown.
struct Judgement {
  bool fails = false;
  bool changes_results = false;
  std::vector<std::size_t> keep_their_wait;  ///< of the rewrites of the run

  bool is_good() const { return !fails && !changes_results; }
};

/// Runs the program with these of the rewrites, given in ascending order. The same set is asked for once.
using Run = std::function<Judgement(const std::vector<std::size_t>&)>;

/// Of each of `count` rewrites what became of it. Those that are proven ran together, and with no other; where none is,
/// that run is left out.
///
/// One run if all is well, and one more if some keep their waits. Each one that spoils the run costs about twice the
/// logarithm of `count`.
std::vector<Fate> search(std::size_t count, const Run& run);

}  // namespace syncfree::verify
