// What following values costs each module, and which ones have come to the limit of a file.
//
// The evaluations of a round share threads, but count as if they went one after another: who is cut off is a function
// of the world, as everything else that a round decides.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "analyzer/work/work.h"

namespace syncfree::inference {

class ModuleWork {
 public:
  ModuleWork(std::size_t modules, std::uint64_t most)
      : most_(most),
        done_(modules, 0),
        is_cut_(modules, false),
        under_way_(new std::atomic<std::uint64_t>[modules]()) {}

  bool is_cut(std::uint32_t module) const { return is_cut_[module]; }

  /// What an evaluation of the module would cost that need not be done. False: it would be too much.
  bool add(std::uint32_t module, std::uint64_t work) {
    done_[module] += work;
    under_way_[module].store(done_[module], std::memory_order_relaxed);
    return done_[module] <= most_;
  }
  /// Of evaluation number `i` of the round.
  std::uint64_t cost(std::size_t i) const { return round_[i].work; }

  void begin_round(std::size_t evaluations) { round_.assign(evaluations, {}); }

  /// Evaluation number `i` of the round; threads may call it at the same time, in the order of the numbers.
  template <class Evaluate>
  void evaluate(std::size_t i, std::uint32_t module, const Evaluate& evaluate_it) {
    // Those before it have used up what there was.
    if (under_way_[module].load(std::memory_order_relaxed) > most_) return;
    under_way_[module].fetch_add(measure(round_[i], module, evaluate_it), std::memory_order_relaxed);
  }

  /// Afterwards, of each in order and by one thread: does its outcome count. If not, the module is cut.
  template <class Evaluate>
  bool settle(std::size_t i, std::uint32_t module, const Evaluate& evaluate_it) {
    if (is_cut_[module]) return false;
    Cost& cost = round_[i];
    if (!cost.has_run) measure(cost, module, evaluate_it);  // one behind it came first
    is_cut_[module] = !cost.is_whole || done_[module] + cost.work > most_;
    if (!is_cut_[module]) done_[module] += cost.work;
    under_way_[module].store(is_cut_[module] ? most_ + 1 : done_[module], std::memory_order_relaxed);
    return !is_cut_[module];
  }

 private:
  struct Cost {
    std::uint64_t work = 0;
    bool has_run = false;
    bool is_whole = false;
  };

  template <class Evaluate>
  std::uint64_t measure(Cost& cost, std::uint32_t module, const Evaluate& evaluate_it) const {
    const std::uint64_t before = work::total();
    cost.is_whole = work::within(most_ - done_[module], evaluate_it);
    cost.work = work::total() - before;
    cost.has_run = true;
    return cost.work;
  }

  std::uint64_t most_;
  std::vector<std::uint64_t> done_;  // by module: up to the last round
  std::vector<std::uint8_t> is_cut_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> under_way_;  // by module: with what this round has taken so far
  std::vector<Cost> round_;
};

}  // namespace syncfree::inference
