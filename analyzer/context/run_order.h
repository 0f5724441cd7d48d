// In which order the parts of one function run, as its text says: what stands inside an expression before that
// expression, statements one after another, with the loops and the conditions around each part.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"
#include "analyzer/source/text_range.h"

namespace syncfree::context {

inline constexpr std::uint32_t kNoScope = 0xFFFFFFFF;

/// How often a part runs that stands behind a condition.
enum class Chance : std::uint8_t {
  kSometimes,
  kSeldom,  ///< every N rounds, in the first one, before an error
};

/// A loop or a branch, and what stands in it.
struct RunScope {
  std::uint32_t parent = kNoScope;  ///< in RunOrder::scopes; stands before its children
  bool is_loop = false;
  source::TextRange range;              ///< of the loop's statement or comprehension; of the branch's condition
  source::TextRange head;               ///< of a loop: up to its body
  std::optional<std::uint32_t> rounds;  ///< of a loop whose text says how many: `range(4)`
  Chance chance = Chance::kSometimes;   ///< of a branch
  std::uint32_t first_part = 0;         ///< of RunOrder::parts in it, which stand one behind another
  std::uint32_t end_part = 0;           ///< behind the last one
};

/// A variable that a part reads, and which of its values: assignments in the text count up.
struct ReadValue {
  std::string name;  ///< "loss", "self.loss"
  std::uint32_t version = 0;

  friend bool operator==(const ReadValue&, const ReadValue&) = default;
};

/// An expression or statement that was asked for.
struct RunPart {
  source::TextRange range;
  std::uint32_t scope = kNoScope;  ///< the innermost one
  std::uint32_t statement = 0;     ///< the parts of one simple statement have one number, which grows
  std::vector<ReadValue> values;
};

struct RunOrder {
  std::vector<RunScope> scopes;
  std::vector<RunPart> parts;  ///< in the order in which they run
};

/// `function`: the one with this body; null for a module. What is only defined in it does not run in it. `is_wanted`
/// says which ranges are asked for; `imported` are names that stand for modules, not for values.
RunOrder run_order(model::Block body, const model::Function* function, const model::SymbolTable& symbols,
                   const std::unordered_set<std::uint32_t>& imported,
                   const std::function<bool(source::TextRange)>& is_wanted);

/// The names that import statements bind anywhere in the block.
std::unordered_set<std::uint32_t> imported_names(model::Block block);

}  // namespace syncfree::context
