#include "rules/rewrites/move_target.h"

#include "rules/rewrites/fix_parts.h"
#include "rules/shared/call_match.h"

namespace syncfree::rules {

using engine::Event;
using engine::FixContext;
using fixes::Code;
using model::Argument;
using model::Call;
using model::Expression;
using values::Kind;
using values::Kinds;
using values::Value;

namespace {

/// By the value, or where that is not known by the name: `x.device`, `self._device`, `device`.
bool is_device(const Expression& expression, const Value* value, const FixContext& context) {
  if (value != nullptr && value->only(Kinds(Kind::kDevice) | Kind::kString | Kind::kNone)) return true;
  if (value != nullptr && !value->is_anything()) return false;
  const std::string_view text = text_of(expression, context);
  return expression.kind != model::ExpressionKind::kCall && text.ends_with("device");
}

bool is_dtype(const Expression& expression, const Value* value, const FixContext& context) {
  if (value != nullptr && value->only(Kind::kDtype)) return true;
  if (value != nullptr && !value->is_anything()) return false;
  return expression.kind != model::ExpressionKind::kCall && text_of(expression, context).ends_with("dtype");
}

class TargetReader {
 public:
  TargetReader(const Event& event, const Call& call, const FixContext& context)
      : event_(event), call_(call), context_(context) {}

  std::optional<MoveTarget> read() {
    const std::string_view name = called_name(event_);
    if (name == "cuda") device_ = fixes::string("cuda");
    for (std::size_t i = 0; i < call_.arguments.size(); ++i) {
      if (!take(call_.arguments[i], i, name)) return std::nullopt;
    }
    if (!device_) return std::nullopt;
    return MoveTarget{*device_, dtype_, stable_};
  }

 private:
  const Value* value_of(std::size_t argument) const {
    return argument + 1 < event_.operands.size() ? &event_.operands[argument + 1] : nullptr;
  }

  bool take(const Argument& argument, std::size_t index, std::string_view name) {
    const Expression& value = *argument.value;
    // In C++ the value is what is known of the argument: `kCUDA` of `Device(kCUDA, 1)` and of options.
    if (context_.module.language == model::Language::kCxx && argument.range != value.range) return false;
    stable_ = stable_ && is_stable(value);
    const std::string_view keyword = argument.keyword ? context_.symbols.text(argument.keyword) : std::string_view();
    if (keyword == "non_blocking") return true;
    if (name == "cuda") return take_index(argument, keyword, index);
    if (name == "type_as" || keyword == "other") return like(value, value_of(index));
    if (keyword == "device") return set_device(value);
    if (keyword == "dtype") return set_dtype(value);
    if (!keyword.empty() || name != "to") return false;
    if (is_device(value, value_of(index), context_)) return set_device(value);
    if (is_dtype(value, value_of(index), context_)) return set_dtype(value);
    return index == 0 && like(value, value_of(index));
  }

  /// `.cuda(1)`, `.cuda(device)`. Where that is None, it is the current GPU; for a constructor None is the CPU.
  bool take_index(const Argument& argument, std::string_view keyword, std::size_t index) {
    const Expression& value = *argument.value;
    const Value* known = value_of(index);
    const bool is_first = keyword.empty() && index == 0;
    if (!is_first && keyword != "device") {
      return keyword.empty() && value.kind == model::ExpressionKind::kConstant;  // non_blocking
    }
    if (known == nullptr || !known->only(Kinds(Kind::kDevice) | Kind::kString | Kind::kInteger)) return false;
    device_ = fixes::kept(value);
    return true;
  }

  bool set_device(const Expression& value) {
    if (device_) return false;
    device_ = fixes::kept(value);
    return true;
  }

  bool set_dtype(const Expression& value) {
    if (dtype_) return false;
    dtype_ = fixes::kept(value);
    return true;
  }

  /// `.to(x)`, `.type_as(x)`: x is named twice then.
  bool like(const Expression& other, const Value* value) {
    if (value == nullptr || !value->only(Kind::kTensor) || !is_stable(other) || device_ || dtype_) return false;
    device_ = fixes::attribute(fixes::kept(other), "device");
    dtype_ = fixes::attribute(fixes::kept(other), "dtype");
    return true;
  }

  const Event& event_;
  const Call& call_;
  const FixContext& context_;
  std::optional<Code> device_;
  std::optional<Code> dtype_;
  bool stable_ = true;
};

}  // namespace

std::optional<MoveTarget> move_target(const Event& event, const Call& call, const FixContext& context) {
  return TargetReader(event, call, context).read();
}

}  // namespace syncfree::rules
