// All that temperatures (temperature.h) are found from in one module, as facts that can be compared after its text has
// changed.
//
// To keep when temperatures read something else: whatever they read off a text, or ask of a context or of what a
// project says of a function by its text, is one of these facts. What numbers stand for, and what links, layers and
// classes say, is the same in projects that were made of one another.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "analyzer/context/context_table.h"
#include "analyzer/context/facts.h"
#include "analyzer/context/shape_table.h"
#include "analyzer/inference/fixpoint.h"

namespace syncfree::context {

struct ModuleFacts {
  const std::vector<CodeShape>* shapes = nullptr;  ///< that `text` was read with
  std::shared_ptr<const Facts> text;               ///< what it says by itself
  Facts linked;                                    ///< what its names mean, and what its contexts do
  std::vector<bool> flags;                         ///< of its code, one after another; see flag_answers
};

class FactReader {
 public:
  /// `wanted`: by module, those that will be asked for.
  FactReader(const inference::Analysis& analysis, const ContextTable& contexts, const ShapeTable& table,
             const std::vector<bool>& wanted);

  /// But for its flags. `before`: of the same or another text; null: nothing is known.
  ModuleFacts facts_of(std::uint32_t module, const ModuleFacts* before) const;

 private:
  std::shared_ptr<const Facts> read_text(std::uint32_t module) const;
  Facts read_linked(std::uint32_t module) const;
  void add_function(std::uint32_t number, Facts& facts) const;
  void add_context(std::uint32_t context, Facts& facts) const;

  const inference::Analysis& analysis_;
  const ContextTable& contexts_;
  const ShapeTable& table_;
  std::vector<std::vector<std::uint32_t>> of_module_;  ///< live contexts
};

/// Calls `visit(code, shape)` for the functions of a module, then for its body.
template <class Visit>
void for_each_code(const inference::Project& project, const ShapeTable& table, std::uint32_t module,
                   const Visit& visit) {
  const std::vector<CodeShape>& shapes = table.of_module(module);
  for (std::size_t i = 0; i + 1 < shapes.size(); ++i)
    visit(static_cast<Code>(project.modules()[module].first_function + i), shapes[i]);
  visit(static_cast<Code>(project.functions().size() + module), shapes.back());
}

}  // namespace syncfree::context
