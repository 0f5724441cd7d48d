// Conditions that every ordinary call answers alike: Python runs the code, tensors are dense and on the GPU, and there
// is something to do.
#pragma once

#include <cstdint>
#include <optional>

#include "analyzer/inference/known.h"
#include "analyzer/inference/project.h"

namespace syncfree::summary {

class Ordinary {
 public:
  Ordinary(const inference::Project& project, const inference::Known& known) : project_(project), known_(known) {}

  /// Of a condition in code of `module`; nothing: calls differ.
  std::optional<bool> answer(std::uint32_t module, const model::Expression& condition) const;

  /// `x.numel()`, `len(x)`, `x.size(0)`, `x.shape[0]`
  bool is_amount(const model::Expression& expression) const;
  /// Of an amount that is compared with 0: there is something to do.
  static std::optional<bool> amount(const model::Comparison& compared);

 private:
  /// What a part of a body gives back.
  enum class Given : std::uint8_t { kNothing, kFalse, kTrue, kUnknown };
  using Answer = std::optional<bool>;
  Answer ask(std::uint32_t module, const model::Expression& condition, int depth) const;
  Answer ask_call(std::uint32_t module, const model::Call& call, int depth) const;
  Answer ask_boolean(std::uint32_t module, const model::Boolean& joined, int depth) const;
  Answer ask_comparison(const model::Comparison& compared) const;
  Answer ask_name(std::uint32_t module, const model::Name& name) const;
  Answer ask_attribute(const model::Attribute& attribute) const;
  Given given_by(std::uint32_t module, model::Block body, int depth) const;

  const inference::Project& project_;
  const inference::Known& known_;
};

}  // namespace syncfree::summary
