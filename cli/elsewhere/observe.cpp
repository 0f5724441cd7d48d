// For systems that have no observer.
#include "cli/confirm/observe.h"

namespace syncfree::confirm {

std::expected<Observed, std::string> observe(const Observation&) {
  return std::unexpected(
      "programs are observed on Linux alone: record the program there, and give the recording to --trace");
}

}  // namespace syncfree::confirm
