// What is reported to the user.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/fixes/fix.h"
#include "analyzer/source/text_range.h"

namespace syncfree::engine {

/// How sure: certain = seen to be a CUDA tensor; likely = a tensor whose device the caller chooses; possible = may be a
/// tensor.
enum class Confidence : std::uint8_t { kPossible, kLikely, kCertain };
/// How often the code runs: hot = each step; warm = unknown; cold = start-up, errors, every N steps.
enum class Temperature : std::uint8_t { kCold, kWarm, kHot };
enum class Severity : std::uint8_t { kNote, kWarning, kError };
/// False: the host does not need the value, so the wait can go away. True: it does.
enum class Dependency : std::uint8_t { kFalse, kTrue, kEither };

std::string_view name_of(Confidence);   ///< "certain", "likely", "possible"
std::string_view name_of(Temperature);  ///< "hot", "warm", "cold"
std::string_view name_of(Severity);     ///< "error", "warning", "note"
std::string_view name_of(Dependency);   ///< "false", "true", "either"

/// A place that explains a finding: a hot caller, where a value was made.
struct Related {
  std::uint32_t file;  ///< index into Report::files
  source::TextRange range;
  std::string message;
};

/// What another rule says of the wait that a finding reports: of the same expression, and with a remedy of its own.
struct AlsoFound {
  std::string_view code;
  std::string message;
  std::string hint;
  Dependency dependency = Dependency::kEither;
  std::vector<Related> related;
  std::optional<fixes::Fix> fix;
};

/// The rule table's entry is found by `code`.
struct Finding {
  std::string_view code;   ///< as its page gives it; points into the rule table
  std::uint32_t file = 0;  ///< index into Report::files
  source::TextRange range;
  std::string message;  ///< what happens here, one sentence without a full stop: "`loss.item()` waits for the GPU to
                        ///< read one number"
  std::string reason;   ///< why the host blocks: "copies to the host and waits (cuStreamSynchronize)"; empty if the
                        ///< message says it
  std::string hint;     ///< what to do instead; may be empty
  Confidence confidence = Confidence::kPossible;
  Temperature temperature = Temperature::kWarm;
  Severity severity = Severity::kNote;
  Dependency dependency = Dependency::kEither;
  std::uint32_t loop_depth = 0;
  std::string function;          ///< qualified name of the enclosing function ("Trainer.step"), empty at module level
  std::vector<Related> related;  ///< hot callers first
  std::vector<Related> chain;    ///< how the hot path reaches this place, outermost first; empty if it is hot by itself
  bool suppressed =
      false;  ///< a comment in the source asks for silence, or it is known; kept for formats that record it
  bool in_baseline = false;  ///< it is suppressed because it is known from an earlier run
  std::string suppression_reason;
  std::optional<fixes::Fix> fix;
  std::vector<AlsoFound> also;  ///< of the same wait; filled when findings are put together for a report
};

}  // namespace syncfree::engine
