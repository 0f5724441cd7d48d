// Rewrites tried one after another in runs of the program: which take their wait away and leave the results as they
// are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/confirm/comparison.h"
#include "cli/verify/search.h"
#include "cli/verify/stage.h"
#include "driver/fixing.h"

namespace syncfree::verify {

/// A rewrite, and what was seen of it.
struct Row {
  std::string place;  ///< "train.py:46:21"; where it is in the user's file, or in what rewrites before it made of that
  std::string path;
  std::string code;
  std::string title;
  fixes::Applicability applicability = fixes::Applicability::kSafe;
  bool was_tried = false;  ///< false: there was no wait to take away, as `reason` says
  Fate fate = Fate::kKeepsWait;
  double waits_before = 0, waits_after = 0;  ///< a step
  confirm::Spread step_before, step_after;   ///< of the run before and of the one that decided
  std::size_t tried_with = 0;                ///< how many others were in that run
  confirm::Agreement results = confirm::Agreement::kEqual;
  std::string reason;
};

struct Verification {
  std::vector<Row> rows;
  std::size_t runs = 0;
  confirm::Comparison comparison;            ///< the program as it is, and with all that is proven
  std::vector<std::string> varying;          ///< results that differ between two runs of the program as it is
  std::vector<driver::ChangedFile> changed;  ///< what is proven; nothing is written yet

  std::size_t count(Fate fate) const;  ///< of rows that were tried
};

struct Request {
  fixes::Applicability least = fixes::Applicability::kSafe;
  confirm::Tolerance tolerance;
  bool needs_results = true;  ///< false: the exit status is all that has to be the same
  std::function<void(const std::string&)> progress = [](const std::string&) {};
};

/// Why nothing could be verified.
struct Failure {
  std::string message;          ///< one line
  std::string last_words = {};  ///< of the program
  bool is_of_program = false;   ///< it failed as it is
  bool is_interrupted = false;
};

std::expected<Verification, Failure> verify(Stage& stage, const Request& request);

}  // namespace syncfree::verify
