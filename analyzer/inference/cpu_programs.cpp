// Programs that leave everything on the CPU: nothing in them names a GPU, and they read what they compute in a way that
// raises for a tensor of a GPU, `q.detach().numpy()`.
#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>

#include "analyzer/inference/project.h"
#include "analyzer/inference/project_signs.h"

namespace syncfree::inference {

namespace {

// Words of code that may run on a GPU, or that hands its work to a library which moves it there.
constexpr std::array<std::string_view, 17> kOfGpus = {
    "cuda",        "CUDA",   "gpu",      "GPU",  "device",    "Device",  "accelerat",  "lightning", "Trainer",
    "distributed", "fastai", "Parallel", "nccl", "deepspeed", "ignite.", "pin_memory", "skorch"};
// Of code that puts something on a GPU.
constexpr std::array<std::string_view, 12> kMoves = {"cuda",    ".to(",      "gpu",         "GPU",
                                                     "device=", "accelerat", "distributed", "Trainer",
                                                     "trainer", "lightning", "Parallel",    "deepspeed"};
constexpr std::array<std::string_view, 2> kReads = {".detach().numpy()", ".data.numpy()"};

template <std::size_t N>
bool holds_one(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.contains(word); });
}

/// Sets that grow together.
class Groups {
 public:
  explicit Groups(std::size_t size) : parents_(size) { std::iota(parents_.begin(), parents_.end(), 0U); }

  std::uint32_t of(std::uint32_t one) {
    while (parents_[one] != one) one = parents_[one] = parents_[parents_[one]];
    return one;
  }
  void join(std::uint32_t a, std::uint32_t b) { parents_[of(a)] = of(b); }

 private:
  std::vector<std::uint32_t> parents_;
};

}  // namespace

bool names_gpu(std::string_view text) { return holds_one(text, kOfGpus); }
bool moves_something(std::string_view text) { return holds_one(text, kMoves); }
bool reads_on_cpu(std::string_view text) { return holds_one(text, kReads); }

/// A program is what belongs to one home or imports each other. Its tests say nothing of it.
void Project::find_cpu_programs(std::span<const std::vector<std::uint32_t>> imports,
                                std::span<const std::uint32_t> homes) {
  const auto is_part = [&](std::uint32_t module) {
    const ModuleInput& input = modules_[module].input;
    return input.module->language == model::Language::kPython && !input.is_test && !input.is_library;
  };
  std::vector<std::uint32_t> reading;
  for (std::uint32_t module = 0; module < modules_.size(); ++module) {
    if (is_part(module) && reads_on_cpu(modules_[module].input.module->text)) reading.push_back(module);
  }
  if (reading.empty()) return;
  Groups groups(modules_.size());
  std::vector<std::uint32_t> first_of(homes.size(), kNowhere);  // by home
  for (std::uint32_t module = 0; module < modules_.size(); ++module) {
    if (!is_part(module)) continue;
    std::uint32_t& first = first_of[homes[module]];
    if (first == kNowhere) first = module;
    groups.join(module, first);
    for (const std::uint32_t other : imports[module]) {
      if (is_part(other)) groups.join(module, other);
    }
  }
  std::vector<bool> reads(modules_.size());  // by group
  for (const std::uint32_t module : reading) reads[groups.of(module)] = true;
  for (std::uint32_t module = 0; module < modules_.size(); ++module) {
    const std::uint32_t group = groups.of(module);
    if (reads[group] && is_part(module) && names_gpu(modules_[module].input.module->text)) reads[group] = false;
  }
  for (std::uint32_t module = 0; module < modules_.size(); ++module)
    modules_[module].stays_on_cpu = is_part(module) && reads[groups.of(module)];
}

}  // namespace syncfree::inference
