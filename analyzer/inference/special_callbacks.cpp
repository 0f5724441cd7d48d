// Library calls that call a function which they are given.
#include "analyzer/inference/partials.h"
#include "analyzer/inference/special_call.h"

namespace syncfree::inference {

std::optional<Value> SpecialCall::map() {
  if (first_ == nullptr || second_ == nullptr) return std::nullopt;
  std::vector<ArgumentValue> items;
  for (std::size_t i = 1; i < arguments_.size(); ++i) items.push_back({{}, 0, iterate(arguments_[i].value)});
  ++all_.record.loop_depth;
  const Value element = call(*first_, items);
  --all_.record.loop_depth;
  return arena_.container(Kind::kIterator, element);
}

std::optional<Value> SpecialCall::filter() {
  if (first_ == nullptr || second_ == nullptr) return std::nullopt;
  const Value element = iterate(*second_);
  if (!first_->only(Kind::kNone)) {
    const ArgumentValue item{{}, 0, element};
    const Value kept = call(*first_, {&item, 1});
    if (kept.may_be(Kind::kTensor)) all_.record.emit_value(EventKind::kTruth, range_, kept, TruthUse::kReduction);
  }
  return arena_.container(Kind::kIterator, element);
}

std::optional<Value> SpecialCall::reduce() {
  if (first_ == nullptr || second_ == nullptr) return std::nullopt;
  const Value element = iterate(*second_);
  const Value* initial = argument_at(arguments_, 2);
  Value accumulated = initial == nullptr ? element : *initial;
  const ArgumentValue items[] = {{{}, 0, accumulated}, {{}, 0, element}};
  return join(accumulated, call(*first_, items));
}

std::optional<Value> SpecialCall::sort_like() {
  const Value* key = argument_named(arguments_, "key");
  if (key != nullptr && first_ != nullptr && !key->only(Kind::kNone)) {
    Value element;
    if (arguments_.size() > 2 && second_ != nullptr) {
      for (const ArgumentValue& argument : arguments_) {
        if (argument.keyword.empty()) element = join(element, argument.value);
      }
    } else {
      element = iterate(*first_);
    }
    const ArgumentValue item{{}, 0, element};
    const Value ranked = call(*key, {&item, 1});
    // The keys are compared, and each comparison's truth is taken.
    if (ranked.is_device_tensor() != Truth::kNo && ranked.may_be(Kind::kTensor)) {
      all_.record.emit_value(EventKind::kTruth, range_, ranked, TruthUse::kReduction);
    }
    if (name_ == "builtins.list.sort") return Value::none();
    return name_ == "builtins.sorted" ? arena_.container(Kind::kList, element) : element;
  }
  // Objects are compared by their own `__lt__`.
  if (first_ != nullptr) {
    const Value element =
        first_->may_be(values::kHostSequence | Kind::kIterator | Kind::kSet) ? iterate(*first_) : *first_;
    if (element.may_be(Kind::kInstance)) {
      bool found = false;
      const ArgumentValue other{{}, 0, element};
      const Value less = all_.calls.call_method(element, known_.dunder("__lt__"), {&other, 1}, range_, found);
      if (less.may_be(Kind::kTensor)) all_.record.emit_value(EventKind::kTruth, range_, less, TruthUse::kReduction);
    }
  }
  return std::nullopt;
}

std::optional<Value> SpecialCall::partial() {
  if (first_ == nullptr) return std::nullopt;
  std::vector<Value> positional;
  bool is_exact = true;
  std::vector<values::DictionaryEntry> named;
  Value more;  // under names that are not known
  for (std::size_t i = 1; i < arguments_.size(); ++i) {
    const ArgumentValue& argument = arguments_[i];
    const values::Aggregate* parts = argument.value.aggregate;
    if (argument.stars == 2) {
      if (parts != nullptr) named.insert(named.end(), parts->entries.begin(), parts->entries.end());
      more = join(more, parts == nullptr ? Value::anything() : parts->rest);
    } else if (argument.stars == 1 && parts != nullptr && parts->exact) {
      positional.insert(positional.end(), parts->elements.begin(), parts->elements.end());
    } else if (argument.keyword.empty()) {
      is_exact = is_exact && argument.stars == 0;
      positional.push_back(argument.stars == 0 ? argument.value : iterate(argument.value));
    } else {
      values::DictionaryEntry entry;
      entry.key = Value::string(arena_.copy(argument.keyword)).constant;
      entry.value = argument.value;
      named.push_back(entry);
    }
  }
  Value element;
  for (const Value& value : positional) element = join(element, value);
  return partial_of(arena_, *first_,
                    is_exact ? arena_.sequence(Kind::kTuple, positional) : arena_.container(Kind::kTuple, element),
                    arena_.dictionary(named, more));
}

std::optional<Value> SpecialCall::tree_map() {
  // The function is the first argument (of `tree_map_only` the second); the trees follow.
  const std::size_t at = first_ != nullptr && first_->may_be(Kind::kFunction) ? 0 : 1;
  const Value* function = argument_at(arguments_, at);
  const Value* tree = argument_at(arguments_, at + 1);
  if (function == nullptr || tree == nullptr) return std::nullopt;
  std::vector<ArgumentValue> leaves;
  for (std::size_t i = at + 1; argument_at(arguments_, i) != nullptr; ++i)
    leaves.push_back({{}, 0, all_.containers.leaf_of(*argument_at(arguments_, i), 0)});
  ++all_.record.loop_depth;
  const Value mapped = call(*function, leaves);
  --all_.record.loop_depth;
  return all_.containers.with_leaves(*tree, mapped, 0);
}

std::optional<Value> SpecialCall::tree_leaves() {
  return first_ == nullptr ? std::nullopt
                           : std::optional(arena_.container(Kind::kList, all_.containers.leaf_of(*first_, 0)));
}

std::optional<Value> SpecialCall::tree_flatten() {
  if (first_ == nullptr) return std::nullopt;
  const Value parts[] = {arena_.container(Kind::kList, all_.containers.leaf_of(*first_, 0)), Value::of(Kind::kOther)};
  return arena_.sequence(Kind::kTuple, parts);
}

}  // namespace syncfree::inference
