#include "analyzer/catalog/rank_rule.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "analyzer/catalog/operand.h"
#include "analyzer/values/entity.h"

namespace syncfree::catalog {

using values::Kind;
using values::Kinds;
using values::Rank;
using values::Value;

namespace {

constexpr Kinds kDimensioned = Kinds(Kind::kTensor) | Kind::kArray;
constexpr Kinds kListed = Kinds(Kind::kTuple) | Kind::kList;

Rank hull(Rank a, Rank b) { return {std::min(a.least, b.least), std::max(a.most, b.most)}; }

Rank rank_of(const Value* value) {
  if (value == nullptr) return {};
  if (value->only(kDimensioned)) return value->rank;
  if (value->only(values::kHostNumber)) return Rank::exactly(0);
  // An optional tensor, where the operator works on tensors.
  return value->may_be(kDimensioned) && !value->may_be(values::kHostNumber | Kind::kAnything) ? value->rank : Rank{};
}

// How many entries a sequence of dimensions or sizes has.
Rank length_of(const Value& sequence) {
  if (sequence.only(Kind::kShape)) return sequence.rank;
  if (!sequence.only(kListed | Kind::kShape) || sequence.aggregate == nullptr || !sequence.aggregate->exact) return {};
  return Rank::exactly(static_cast<int>(sequence.aggregate->elements.size()));
}

// `torch.randint(high, sizes)`, `torch.randint(low, high, sizes)`: without a name, the sizes come last.
Rank rank_of_last(const Operand& positional, const CallView& call) {
  const Value* last = nullptr;
  for_each_value(call.operation, positional, call.arguments, [&](const Value& value) { last = &value; });
  return call.arguments.open || last == nullptr ? Rank{} : length_of(*last);
}

// `torch.zeros(2, 3)`, `torch.zeros((2, 3))`, `torch.zeros(shape)`.
Rank rank_of_sizes(const Operand& sizes, const CallView& call) {
  int count = 0;
  const Value* first = nullptr;
  for_each_value(call.operation, sizes, call.arguments, [&](const Value& value) {
    if (count++ == 0) first = &value;
  });
  if (call.arguments.open || first == nullptr) return {};
  if (count > 1) return Rank::exactly(count);
  if (first->only(values::kHostNumber | Kind::kTensor)) return Rank::exactly(1);
  return length_of(*first);
}

Rank rank_of_data(const Value* data) {
  if (data == nullptr || data->is_anything()) return {};
  if (data->only(kDimensioned)) return data->rank;
  if (data->only(values::kHostNumber)) return Rank::exactly(0);
  if (data->only(Kinds(Kind::kRange) | Kind::kShape)) return Rank::exactly(1);
  if (!data->only(kListed)) return {};
  if (data->aggregate == nullptr) return Rank::at_least(1);
  if (!data->aggregate->elements.empty()) return rank_of_data(&data->aggregate->elements.front()).plus(1);
  if (data->aggregate->rest.is_bottom()) return Rank::exactly(1);
  return rank_of_data(&data->aggregate->rest).plus(1);
}

Rank broadcast(const CallView& call) {
  Rank widest = Rank::exactly(0);
  auto widen = [&widest](const Value& value) {
    if (!value.may_be(kDimensioned | Kind::kAnything)) return;
    const Rank one =
        value.only(kDimensioned) ? value.rank : Rank{0, value.is_anything() ? Rank::kMaximum : value.rank.most};
    widest = {std::max(widest.least, one.least), std::max(widest.most, one.most)};
  };
  // Operands come first; what follows are options.
  constexpr std::size_t kMostOperands = 3;
  for (std::size_t i = 0; i < std::min(kMostOperands, call.arguments.by_parameter.size()); ++i) {
    if (call.arguments.by_parameter[i] != nullptr) widen(*call.arguments.by_parameter[i]);
  }
  return widest;
}

/// What has the dimension `dim` has so many: two for `dim=1`, two for `dim=-2`. Of 0 and -1 torch speaks where there is
/// none, too.
int dimensions_for(const Value& dim) {
  const auto number = dim.known_integer();
  if (!number || *number == 0 || *number == -1 || *number > Rank::kMaximum || *number < -Rank::kMaximum) return 0;
  return static_cast<int>(*number > 0 ? *number + 1 : -*number);
}

Rank at_least(Rank rank, int least) {
  const auto count = static_cast<std::int8_t>(std::clamp(least, 0, int{Rank::kMaximum}));
  return {std::max(rank.least, count), std::max(rank.most, count)};
}

/// `torch.sort(x, dim=1)`, `torch.cat(tensors, 1)`: whatever is known of the operands.
Rank with_named_dimension(Rank rank, int plus, const CallView& call) {
  if (rank.known()) return rank;
  const auto named = std::ranges::find(call.operation.parameters, "dim", &Parameter::name);
  if (named == call.operation.parameters.end()) return rank;
  const Value* dim = call.arguments.by_parameter[static_cast<std::size_t>(named - call.operation.parameters.begin())];
  const int dimensions = dim == nullptr ? 0 : dimensions_for(*dim);
  return dimensions == 0 ? rank : at_least(rank, dimensions + std::min(plus, 0));
}

Rank reduced(const TensorRule& rule, const CallView& call) {
  Rank whole = rank_of(value_of(rule.rank_operand, call.arguments));
  const Value* dim = value_of(rule.dim, call.arguments);
  if (dim != nullptr && !whole.known()) whole = at_least(whole, dimensions_for(*dim));
  if (call.arguments.open) return hull(Rank::exactly(0), whole);
  if (dim == nullptr || dim->only(Kind::kNone)) return Rank::exactly(0);

  const Value* keepdim = value_of(rule.keepdim, call.arguments);
  const std::optional<bool> kept = keepdim == nullptr ? std::optional(false) : keepdim->known_bool();
  Rank removed = Rank::exactly(1);
  if (!dim->only(Kind::kInteger)) removed = length_of(*dim);
  if (!removed.known()) return kept == true ? whole : hull(Rank::exactly(0), whole);
  if (removed.least == 0) removed = whole;  // an empty list of dimensions means all of them
  const Rank less = removed.known() ? whole.plus(-removed.least) : Rank::exactly(0);
  if (!kept) return hull(less, whole);
  return *kept ? whole : less;
}

Rank matrix_product(const TensorRule& rule, const CallView& call) {
  const Rank a = rank_of(value_of(rule.rank_operand, call.arguments));
  const Rank b = rank_of(value_of(rule.rank_operand_too, call.arguments));
  if (a.least >= 2 && b.least >= 2) return {std::max(a.least, b.least), std::max(a.most, b.most)};
  if (!a.known() || !b.known()) return {};
  if (a.least == 1 && b.least == 1) return Rank::exactly(0);
  return Rank::exactly(std::max(a.least, b.least) - 1);
}

Rank flattened(const TensorRule& rule, const CallView& call) {
  const Rank whole = rank_of(value_of(rule.rank_operand, call.arguments));
  auto constant = [&call](const Operand& operand, std::int64_t otherwise) -> std::optional<std::int64_t> {
    const Value* value = value_of(operand, call.arguments);
    return value == nullptr ? std::optional(otherwise) : value->known_integer();
  };
  const auto start = constant(rule.dim, 0);
  const auto end = constant(rule.keepdim, -1);
  const Rank any{1, std::max<std::int8_t>(whole.most, 1)};
  if (!start || !end) return any;
  if (*start >= 0 && *end == -1) return Rank::exactly(static_cast<int>(*start) + 1);
  const std::int64_t length = whole.least;
  const std::int64_t first = *start < 0 ? *start + length : *start;
  const std::int64_t last = *end < 0 ? *end + length : *end;
  if (!whole.known() || first > last) return any;
  return Rank::exactly(static_cast<int>(length - (last - first)));
}

// "bij,bjk->bik" has rank 3; without an arrow, every letter that occurs once is kept.
Rank rank_of_equation(const Value* equation) {
  if (equation == nullptr) return {};
  std::string_view text = equation->constant.text();
  if (text.empty() || text.find('.') != std::string_view::npos) return {};
  const std::size_t arrow = text.find("->");
  std::array<int, 128> seen{};
  for (const char letter : arrow == std::string_view::npos ? text : text.substr(arrow + 2)) {
    if (std::isalpha(static_cast<unsigned char>(letter)) != 0) ++seen[static_cast<unsigned char>(letter) & 127U];
  }
  if (arrow == std::string_view::npos) return Rank::exactly(static_cast<int>(std::ranges::count(seen, 1)));
  return Rank::exactly(static_cast<int>(std::ranges::count_if(seen, [](int count) { return count > 0; })));
}

Rank rank_of_elements(const Value* sequence) {
  if (sequence == nullptr) return {};
  if (sequence->only(Kind::kTensor)) return sequence->rank.plus(-1);
  if (!sequence->may_be(values::kContainer) || sequence->aggregate == nullptr) return {};
  const values::Aggregate& held = *sequence->aggregate;
  std::optional<Rank> rank;
  auto add = [&rank](const Value& element) { rank = rank ? hull(*rank, rank_of(&element)) : rank_of(&element); };
  for (const Value& element : held.elements) add(element);
  if (!held.rest.is_bottom()) add(held.rest);
  return rank.value_or(Rank{});
}

Rank unflattened(const TensorRule& rule, const CallView& call) {
  const Rank whole = rank_of(value_of(rule.rank_operand, call.arguments));
  const Value* sizes = value_of(rule.rank_operand_too, call.arguments);
  const Rank more = sizes == nullptr ? Rank{} : length_of(*sizes);
  return more.known() ? whole.plus(more.least - 1) : Rank::at_least(whole.least);
}

Rank squeezed(const TensorRule& rule, const CallView& call) {
  const Rank whole = rank_of(value_of(rule.rank_operand, call.arguments));
  const Value* dim = value_of(rule.dim, call.arguments);
  const bool one = dim != nullptr && dim->only(Kind::kInteger);
  return {one ? whole.plus(-1).least : std::int8_t{0}, whole.most};
}

}  // namespace

Rank rank_by(const TensorRule& rule, const CallView& call) {
  const auto operand = [&] { return value_of(rule.rank_operand, call.arguments); };
  switch (rule.rank) {
    case RankRule::kFixed:
      return rule.fixed;
    case RankRule::kOperand:
      return with_named_dimension(rank_of(operand()).plus(rule.plus), rule.plus, call);
    case RankRule::kBroadcast:
      return broadcast(call);
    case RankRule::kReduce:
      return reduced(rule, call);
    case RankRule::kSizes: {
      const bool given = rule.rank_operand_too.parameter < 0 || operand() != nullptr;
      return given ? rank_of_sizes(rule.rank_operand, call) : rank_of_last(rule.rank_operand_too, call);
    }
    case RankRule::kData:
      return rank_of_data(operand());
    case RankRule::kElements:
      return with_named_dimension(rank_of_elements(operand()).plus(rule.plus), 0, call);
    case RankRule::kMatmul:
      return matrix_product(rule, call);
    case RankRule::kAtMost:
      return squeezed(rule, call);
    case RankRule::kFlatten:
      return flattened(rule, call);
    case RankRule::kUnflatten:
      return unflattened(rule, call);
    case RankRule::kEquation:
      return rank_of_equation(operand());
    case RankRule::kIndex: {
      const Rank rank = rank_of(operand());
      return {std::max<std::int8_t>(rank.least, 1), std::max<std::int8_t>(rank.most, 1)};
    }
  }
  return {};
}

namespace {

// A product that stops growing where everything is large anyway.
constexpr std::int64_t kPlenty = std::int64_t{1} << 40;
std::int64_t times(std::int64_t a, std::int64_t b) { return a >= kPlenty || b >= kPlenty ? kPlenty : a * b; }

}  // namespace

std::optional<std::int64_t> element_count(const Operand& sizes, const CallView& call) {
  std::optional<std::int64_t> count = 1;
  bool is_none = false;
  auto multiply = [&](const Value& size) {
    const auto known = size.known_integer();
    is_none |= known == 0;
    count = count && known && *known >= 0 ? std::optional(times(*count, *known)) : std::nullopt;
  };
  for_each_value(call.operation, sizes, call.arguments, [&](const Value& value) {
    if (!value.only(kListed)) return multiply(value);
    if (value.aggregate == nullptr || !value.aggregate->exact) return count.reset();
    for (const Value& size : value.aggregate->elements) multiply(size);
  });
  if (call.arguments.open) return std::nullopt;
  return is_none ? 0 : count;
}

std::optional<std::int64_t> element_count(const Value& data) {
  if (data.only(values::kHostNumber)) return 1;
  if (!data.only(kListed) || data.aggregate == nullptr || !data.aggregate->exact) return std::nullopt;
  std::int64_t count = 0;
  for (const Value& element : data.aggregate->elements) {
    const auto inner = element_count(element);
    if (!inner) return std::nullopt;
    count += *inner;
  }
  return count;
}

}  // namespace syncfree::catalog
