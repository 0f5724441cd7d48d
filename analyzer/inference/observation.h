// What one evaluation of a context sees at each of its expressions. The fixpoint keeps results only; who needs the
// values inside a function (the rules that follow control flow) has its settled context evaluated once more.
#pragma once

#include <memory>
#include <unordered_map>

#include "analyzer/inference/fixpoint.h"

namespace syncfree::inference {

struct Observation {
  std::unique_ptr<values::ValueArena> arena = std::make_unique<values::ValueArena>();  ///< owns what the values hold
  std::unordered_map<const model::Expression*, Value> values;
  Outcome outcome;

  const Value* value_of(const model::Expression& expression) const {
    const auto found = values.find(&expression);
    return found == values.end() ? nullptr : &found->second;
  }
};

/// Looks at contexts of a settled world.
class Observer {
 public:
  explicit Observer(const Analysis& analysis)
      : analysis_(analysis), known_(analysis.world.project.catalog(), analysis.world.project.symbols()) {}
  Observation observe(std::uint32_t context) const;

 private:
  const Analysis& analysis_;
  Known known_;
};

}  // namespace syncfree::inference
