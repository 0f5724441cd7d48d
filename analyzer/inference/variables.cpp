#include "analyzer/inference/variables.h"

#include <algorithm>
#include <ranges>

#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

Variables::Variables(Evaluation& all)
    : world_(all.world), arena_(all.arena), frame_(all.frame), out_(all.record.out), binding_(all.binding) {}

void Variables::begin() {
  state = {};
  inner_names_.clear();
  inner_depth_ = 0;
  exports_ = false;
  const Value unbound = Value::of(Kind::kUnbound);
  exported_.assign(frame_.scope->size(), unbound);
  state.slots = exported_;
}

void Variables::keep_for_others() { out_.variables.assign(frame_.scope->size(), Value::of(Kind::kUnbound)); }

Value* Variables::inner(model::Symbol name) {
  for (auto& [known, value] : std::views::reverse(inner_names_)) {
    if (known == name) return &value;
  }
  return nullptr;
}

Variables::Untaught Variables::untaught() const {
  constexpr std::size_t kMost = 16;
  const std::size_t begin = inner_names_.size() - std::min(inner_names_.size(), kMost);
  return {begin, {inner_names_.begin() + static_cast<std::ptrdiff_t>(begin), inner_names_.end()}};
}

void Variables::unlearn_inner(const Untaught& before) {
  std::ranges::copy(before.names, inner_names_.begin() + static_cast<std::ptrdiff_t>(before.begin));
}

void Variables::assign_name(model::Symbol name, const Value& value) {
  if (inner_depth_ > 0) {
    for (auto& [known, old] : inner_names_) {
      if (known == name) {
        old = value;
        return;
      }
    }
    inner_names_.emplace_back(name, value);
    return;
  }
  if (frame_.function != nullptr) {
    for (const model::Symbol global : frame_.function->function->globals) {
      if (global != name) continue;
      const std::uint32_t slot = project().modules()[frame_.module].scope.find(name);
      if (slot != Scope::kAbsent) out_.globals.push_back({frame_.module, slot, binding_.generalize(value, 0)});
      return;
    }
  }
  const std::uint32_t slot = frame_.scope->find(name);
  if (slot >= state.slots.size()) return;
  state.forget_all_of(slot);
  change(slot, value);
}

void Variables::change(std::uint32_t slot, const Value& value) {
  state.slots.set(slot, value);
  if (exports_) export_variable(slot, value);
}

void Variables::export_variable(std::uint32_t slot, const Value& value) {
  if (slot >= out_.variables.size()) return;
  Value& kept = out_.variables[slot];
  kept = kept.only(Kind::kUnbound) ? value : join(kept, value);
}

/// An inner function is made: what the variables were before, it never sees.
void Variables::export_variables() {
  exports_ = true;
  exported_.merge(state.slots, [this](std::uint32_t slot, const Value&, const Value& value) {
    if (!value.only(Kind::kUnbound)) export_variable(slot, value);
    return value;
  });
  exported_ = state.slots;
}

std::uint32_t Variables::slot_of(const model::Expression& expression) const {
  const auto* name = expression.get_if<model::Name>();
  if (name == nullptr || inner_depth_ > 0) return Scope::kAbsent;
  const std::uint32_t slot = frame_.scope->find(name->name);
  return slot < state.slots.size() ? slot : Scope::kAbsent;
}

/// What tests inside an expression taught ends with it; what `:=` bound there for the first time stays.
void Variables::unlearn(const State& before) {
  state.slots.merge(before.slots, [](std::uint32_t, const Value& now, const Value& then) {
    return then.only(Kind::kUnbound) ? now : then;
  });
  state.restore_facts(before);
}

}  // namespace syncfree::inference
