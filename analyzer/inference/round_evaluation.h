// Evaluates the contexts of one round, on several threads, each against the same world.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "analyzer/inference/fixpoint.h"
#include "analyzer/inference/module_work.h"
#include "analyzer/inference/world.h"

namespace syncfree::inference {

class RoundEvaluation {
 public:
  /// `analysis` must outlive it.
  RoundEvaluation(Analysis& analysis, unsigned jobs);
  ~RoundEvaluation();
  RoundEvaluation(const RoundEvaluation&) = delete;
  RoundEvaluation& operator=(const RoundEvaluation&) = delete;

  /// Once, when the analysis has its tables and an arena for each thread.
  void begin();
  /// By context of `work`.
  std::vector<Outcome> run(std::span<const std::uint32_t> work);
  /// The contexts of modules that have come to their limit in this round; they are not in `work` any more.
  std::vector<std::uint32_t> take_out_what_is_cut(std::vector<std::uint32_t>& work, std::vector<Outcome>& outcomes);
  /// What evaluation number `i` of the last round cost.
  std::uint64_t cost(std::size_t i) const { return module_work_.cost(i); }
  /// An evaluation need not be done. False: with what it would cost, its module comes to its limit.
  bool leave_out(std::uint32_t module, std::uint64_t work) { return module_work_.add(module, work); }
  bool is_cut(std::uint32_t module) const { return module_work_.is_cut(module); }

 private:
  struct Workbench;

  Analysis& analysis_;
  unsigned jobs_;
  ModuleWork module_work_;
  std::vector<std::unique_ptr<Workbench>> benches_;  ///< one for each thread
};

}  // namespace syncfree::inference
