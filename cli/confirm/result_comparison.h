// The results of two runs, value by value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/confirm/kept_results.h"

namespace syncfree::confirm {

/// Ordered: the worst is the largest.
enum class Agreement : std::uint8_t {
  kEqual,      ///< bit by bit
  kClose,      ///< within the tolerance
  kDifferent,  ///< beyond it, or of another type or shape, or missing in one run
};

std::string_view name_of(Agreement);  ///< "equal", "close", "different"

/// |before - now| <= absolute + relative * |before|, as torch.testing.assert_close has it.
struct Tolerance {
  std::optional<double> relative, absolute;  ///< nothing: what torch.testing takes for the element type
};

/// What torch.testing takes: {1.3e-6, 1e-5} of float32; zeros of what is no floating-point number.
std::pair<double, double> usual_tolerance(std::string_view type);

/// All values of one name. A program keeps most of them once a step.
struct NameComparison {
  std::string name;
  Agreement agreement = Agreement::kEqual;
  std::size_t values = 0;             ///< in the run that has more
  std::size_t differing = 0;          ///< of them, those that are not equal
  std::size_t first = 0;              ///< the number of the first one that is no better than `agreement`, from 1
  std::string reason;                 ///< of a difference, what it is: "float32 0.5 before, 0.25 now"
  double largest = 0;                 ///< of the differences of elements
  double relative = 0, absolute = 0;  ///< what was allowed
  bool is_sample = false;             ///< not all elements of each value were kept
};

struct ProcessResults {
  std::string process;
  KeptResults results;
};

/// Processes are compared in their order, names in that of the first run. A name has its process before it if there are
/// several.
std::vector<NameComparison> compare_results(std::span<const ProcessResults> before, std::span<const ProcessResults> now,
                                            const Tolerance& tolerance);

/// The worst; equal if there is none.
Agreement worst_of(std::span<const NameComparison> comparisons);

/// "equal in all 40 values", "close in 3 of 40 values, …", "different from value 7 on: …".
std::string agreement_text(const NameComparison& comparison);

}  // namespace syncfree::confirm
