#include "analyzer/inference/round_evaluation.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "analyzer/inference/declared.h"
#include "analyzer/inference/interpreter.h"
#include "analyzer/parallel/for_each_index.h"

namespace syncfree::inference {

namespace {

constexpr std::size_t kWorthAThread = 16;  ///< evaluations

}  // namespace

/// What one thread evaluates with.
struct RoundEvaluation::Workbench {
  Workbench(const Analysis& analysis, values::ValueArena& kept)
      : declared(analysis.world.project, *analysis.known, *analysis.uses, *analysis.parameters, kept),
        interpreter(analysis.world, *analysis.known, declared, kept) {}

  Declared declared;
  Interpreter interpreter;
};

RoundEvaluation::RoundEvaluation(Analysis& analysis, unsigned jobs)
    : analysis_(analysis), jobs_(jobs), module_work_(analysis.world.project.modules().size(), analysis.most_work) {}

RoundEvaluation::~RoundEvaluation() = default;

void RoundEvaluation::begin() {
  for (unsigned i = 0; i < jobs_; ++i) benches_.push_back(std::make_unique<Workbench>(analysis_, *analysis_.arenas[i]));
}

std::vector<Outcome> RoundEvaluation::run(std::span<const std::uint32_t> work) {
  std::vector<Outcome> outcomes(work.size());
  std::atomic<std::size_t> next = 0;
  module_work_.begin_round(work.size());
  const auto threads = static_cast<unsigned>(std::min<std::size_t>(jobs_, work.size() / kWorthAThread + 1));
  parallel::for_each_index(
      work.size(), threads, [&] { return benches_[next++].get(); },
      [&](Workbench& bench, std::size_t i) {
        const auto evaluate_it = [&] { outcomes[i] = bench.interpreter.run(work[i]); };
        module_work_.evaluate(i, analysis_.world.module_of(work[i]), evaluate_it);
      });
  return outcomes;
}

std::vector<std::uint32_t> RoundEvaluation::take_out_what_is_cut(std::vector<std::uint32_t>& work,
                                                                 std::vector<Outcome>& outcomes) {
  std::vector<std::uint32_t> given_up;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < work.size(); ++i) {
    const std::uint32_t module = analysis_.world.module_of(work[i]);
    const bool was_cut = module_work_.is_cut(module);
    const auto evaluate_it = [&] { outcomes[i] = benches_.front()->interpreter.run(work[i]); };
    if (module_work_.settle(i, module, evaluate_it)) {
      if (kept != i) {
        work[kept] = work[i];
        outcomes[kept] = std::move(outcomes[i]);
      }
      ++kept;
      continue;
    }
    if (!was_cut) analysis_.cut.push_back({module, analysis_.world.contexts[work[i]].key.code});
    given_up.push_back(work[i]);
  }
  work.resize(kept);
  outcomes.resize(kept);
  return given_up;
}

}  // namespace syncfree::inference
