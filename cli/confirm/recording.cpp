#include "cli/confirm/recording.h"

#include <algorithm>
#include <initializer_list>

namespace syncfree::confirm {
namespace {

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace

bool is_installed(const std::string& path) {
  return std::ranges::any_of(std::initializer_list<const char*>{"-packages/", "/lib/python3", "/usr/"},
                             [&](const char* part) { return path.find(part) != std::string::npos; });
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

void Tally::add(const Tally& other) {
  visits += other.visits;
  blocked += other.blocked;
  blocked_ms += other.blocked_ms;
  longest_ms = std::max(longest_ms, other.longest_ms);
  idle_ms += other.idle_ms;
}

Tally Tally::divided(double count) const {
  return {.visits = visits / count,
          .blocked = blocked / count,
          .blocked_ms = blocked_ms / count,
          .longest_ms = longest_ms,
          .idle_ms = idle_ms / count};
}

double Process::median_step_ms() const { return median(observed_ms.empty() ? timeline_ms : observed_ms); }

double Process::overhead() const {
  const double without = median(unobserved_ms);
  return without > 0 && !observed_ms.empty() ? median(observed_ms) / without - 1 : 0;
}

}  // namespace syncfree::confirm
