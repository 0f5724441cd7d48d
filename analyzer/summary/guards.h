// The conditions on parameters that a part of a function's body is behind: `if size is None:`, `if validate:`.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/inference/known.h"
#include "analyzer/inference/project.h"
#include "analyzer/source/text_range.h"

namespace syncfree::summary {

enum class Asked : std::uint8_t { kNone, kTrue, kTensor };

/// A parameter is None, true, or a tensor; or it is not.
struct Guard {
  std::uint32_t parameter;  ///< index
  Asked asked = Asked::kNone;
  bool is_negated = false;
  friend bool operator==(const Guard&, const Guard&) = default;
  friend auto operator<=>(const Guard&, const Guard&) = default;
};
using Guards = std::vector<Guard>;

/// A part of a body that does not run in each call.
struct GuardedPart {
  source::TextRange range;
  std::optional<Guards> guards;  ///< all must hold; nothing: something else decides
};

/// Of a function of a project.
class GuardedParts {
 public:
  GuardedParts(const inference::Project& project, const inference::Known& known,
               const inference::FunctionInfo& function);

  /// What must hold for code to run; nothing: nobody knows.
  std::optional<Guards> guards_of(source::TextRange range) const;
  /// The parameter that names the device of a call, if it need not be given: `x.to(device)` of `device=None` copies
  /// nothing then.
  std::optional<std::uint32_t> device_of(const model::Call& call) const;
  /// The parameter that a name still is there; nothing for other names.
  std::optional<std::uint32_t> parameter(const model::Expression& expression) const;

 private:
  void add(model::Block block);
  void add(const model::Statement& statement);
  void add(const model::Expression& whole);
  void take(model::Block block, std::optional<Guards> guards);
  void take_rest(model::Block block, std::size_t first, const model::If& branch);
  std::optional<Guards> test(const model::Expression& condition, bool is_negated) const;
  std::optional<Guard> instance(const model::Call& call, bool is_negated) const;
  std::optional<Guard> simple(const model::Expression& condition, bool is_negated) const;

  bool is_never_true(const model::Expression& condition) const;

  const inference::Project& project_;
  const inference::Known& known_;
  std::uint32_t module_;
  const model::Function& function_;
  const model::SymbolTable& symbols_;
  std::vector<std::uint32_t> stored_;  ///< by parameter, from where on in the text it may be something else
  std::vector<GuardedPart> parts_;
};

}  // namespace syncfree::summary
