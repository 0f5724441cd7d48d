// By how much `confirm` says that a step would be shorter without the waits of several places together.
//
//   group_gains RECORDING PLACE[,PLACE]…      places are numbers of the recording's `sites`; a line for each group
#include <charconv>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/confirm/record_reader.h"
#include "cli/confirm/step_analysis.h"

namespace {

namespace confirm = syncfree::confirm;

std::vector<std::size_t> numbers_of(std::string_view text) {
  std::vector<std::size_t> numbers;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::size_t number = 0;
    if (std::from_chars(text.data(), text.data() + comma, number).ec == std::errc()) numbers.push_back(number);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return numbers;
}

}  // namespace

int main(int count, char** words) {
  if (count < 3) {
    std::cerr << "usage: group_gains RECORDING PLACE[,PLACE]…\n";
    return 2;
  }
  const auto recording = confirm::read_records(words[1]);
  if (!recording) {
    std::cerr << "error: " << recording.error() << "\n";
    return 2;
  }
  std::vector<std::vector<std::size_t>> groups;
  for (int i = 2; i < count; ++i) groups.push_back(numbers_of(words[i]));
  for (const confirm::Process& process : recording->processes) {
    if (!process.activity) continue;
    const double undisturbed_ms = confirm::mean(process.unobserved_ms);
    for (const confirm::WaitEstimate& estimate : confirm::estimate_waits(*process.activity, undisturbed_ms, groups))
      std::cout << estimate.gain_ms << "\n";
  }
  return 0;
}
