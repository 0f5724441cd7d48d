#include "cli/observation_options.h"

#include <algorithm>

namespace syncfree::cli {

std::span<const std::string> take_program(std::span<const std::string> words, confirm::Observation& observation) {
  const auto separator = std::ranges::find(words, "--");
  observation.program.assign(separator == words.end() ? separator : separator + 1, words.end());
  return words.first(static_cast<std::size_t>(separator - words.begin()));
}

void ObservationOptions::add_to(CLI::App& app, confirm::Observation& observation) {
  app.add_option("--warmup", observation.warm_up, "Steps before the observed ones [5]")->type_name("N");
  app.add_option("--steps", observation.steps, "Steps to observe, with as many unobserved ones between them [20]")
      ->type_name("N");
  app.add_option("--timeline-steps", observation.timeline,
                 "In how many of them, at most half, what the GPU does is recorded, too [10]")
      ->type_name("N");
  app.add_option("--step,--step-function", observation.step,
                 "What a step is: a Python function (generate, Model.forward, module:function), `profiler` for ranges "
                 "of cudaProfilerStart, `nvtx:NAME` for ranges of NVTX [up to the optimizer's step]")
      ->type_name("NAME");
  app.add_option("--cupti", observation.cupti, "Use this libcupti [the program's own, or one of a CUDA toolkit]")
      ->type_name("FILE");
  app.add_option("--time-limit", limit_, "End the program after that time")->type_name("SECONDS");
}

std::optional<std::string> ObservationOptions::read(const CLI::App& app, confirm::Observation& observation) const {
  if (observation.steps == 0) return "`--steps` is at least 1";
  const bool is_limited = app.count("--time-limit") > 0;
  if (is_limited && limit_ <= 0) return "`--time-limit` is more than 0 seconds";
  if (is_limited) observation.limit_seconds = limit_;
  return std::nullopt;
}

void ToleranceOptions::add_to(CLI::App& app) {
  app.add_option("--rtol", relative_, "Results are close within that part of the value [as torch.testing, by type]")
      ->type_name("X");
  app.add_option("--atol", absolute_, "Results are close within that difference, beside --rtol [as torch.testing]")
      ->type_name("X");
}

std::expected<confirm::Tolerance, std::string> ToleranceOptions::read(const CLI::App& app) const {
  confirm::Tolerance tolerance;
  for (const auto& [name, value, place] :
       {std::tuple{"--rtol", relative_, &tolerance.relative}, std::tuple{"--atol", absolute_, &tolerance.absolute}}) {
    if (app.count(name) == 0) continue;
    if (!(value >= 0)) return std::unexpected("`" + std::string(name) + "` is a number from 0 on");
    *place = value;
  }
  return tolerance;
}

}  // namespace syncfree::cli
