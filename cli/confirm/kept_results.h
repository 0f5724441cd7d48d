// The results that a process kept (gpu_validation/observer/kept_results.py), in the order in which it did.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace syncfree::confirm {

/// A tensor or an array, or a plain value of Python.
struct KeptValue {
  std::string name;  ///< "losses", "step.logits"
  std::string type;  ///< of the elements, "float32"; of a plain value: "int", "float", "str", "bool", "None"
  bool is_plain = false;
  std::vector<std::int64_t> shape;  ///< of the whole tensor
  std::uint64_t every = 1;          ///< this one of so many elements is kept
  std::string data;                 ///< the elements, as they lie in memory; of a plain value, its text
};

struct KeptResults {
  std::vector<KeptValue> values;
  std::uint64_t left_out = 0;
  std::string problem;  ///< why some are not there; empty if nothing is to be said

  bool empty() const { return values.empty() && left_out == 0 && problem.empty(); }
};

/// The file that the observer writes, and a part of a report. The error is one line.
std::expected<KeptResults, std::string> read_kept_results(std::string_view text);
/// Throws what nlohmann::json throws, or std::runtime_error.
KeptResults kept_results_from(const nlohmann::json& json);
nlohmann::ordered_json kept_results_json(const KeptResults& results);

}  // namespace syncfree::confirm
