#include "rules/rewrites/views.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/observed_value.h"

namespace syncfree::rules {

using engine::FixContext;
using model::Call;
using model::ConstantKind;
using model::Expression;
using model::Statement;
using values::Value;

namespace {

constexpr int kMostViews = 30;

constexpr std::array<std::string_view, 5> kSharing = {"expand", "expand_as", "broadcast_to", "meshgrid",
                                                      "broadcast_tensors"};
constexpr std::array<std::string_view, 8> kPassingOn = {"view",    "t",         "transpose", "permute",
                                                        "squeeze", "unsqueeze", "detach",    "swapaxes"};
constexpr std::array<std::string_view, 4> kTurning = {"t", "transpose", "permute", "swapaxes"};
/// They cut in the dimension that they are given.
constexpr std::array<std::string_view, 8> kCutting = {"narrow", "select",       "unbind", "split",
                                                      "chunk",  "tensor_split", "hsplit", "diagonal"};
/// The same memory, if it is on the host and of this type already.
constexpr std::array<std::string_view, 9> kMayKeep = {"to",  "cpu",  "float", "double",    "half",
                                                      "int", "long", "bool",  "from_numpy"};

enum class Leads : std::uint8_t { kYes, kNo, kOn };

/// What is asked of views: elements at one place.
struct Sharing {
  static constexpr bool kAnyBinding = true;  ///< no line is shown where it may be so
  static Leads by_index(const model::Subscript&, const FixContext&) { return Leads::kOn; }
  static Leads by_call(const Call& call, const FixContext& context) {
    const std::string_view name = callee_name(call, context.symbols);
    if (is_one_of(name, kSharing)) return Leads::kYes;
    return is_one_of(name, kPassingOn) ? Leads::kOn : Leads::kNo;
  }
};

bool is_zero(const Expression& number) { return written_integer(number) == 0; }

bool is_bounded(const model::Slice& slice) {
  return slice.stop != nullptr || (slice.start != nullptr && !is_zero(*slice.start));
}

bool is_literal_of(const Expression& part, ConstantKind kind) {
  const auto* constant = part.get_if<model::Constant>();
  return constant != nullptr && constant->constant == kind;
}

/// `x.t()`, `x.T`: the first dimension is not the one whose elements lie farthest apart.
bool is_turned(const Expression& tensor, const FixContext& context) {
  if (const auto* attribute = tensor.get_if<model::Attribute>()) {
    const std::string_view name = context.symbols.text(attribute->name);
    return name == "T" || name == "mT";
  }
  const auto* call = tensor.get_if<Call>();
  return call != nullptr && is_one_of(callee_name(*call, context.symbols), kTurning);
}

/// What a mask, a list or a tensor picks is a new tensor.
bool picks(const Expression& part, const FixContext& context) {
  const Value* value = value_of(part, context);
  const values::Kinds whole = values::Kinds(values::Kind::kTensor) | values::Kind::kArray | values::Kind::kList;
  return part.kind != model::ExpressionKind::kSlice && value != nullptr && !value->is_bottom() && value->only(whole);
}

/// Reads the parts of an index, from the first dimension on.
Leads leaves_gaps(const model::Subscript& part, const FixContext& context) {
  const auto* several = part.index->get_if<model::Sequence>();
  const bool is_tuple = several != nullptr && several->sequence == model::SequenceKind::kTuple;
  const std::span<const Expression* const> parts =
      is_tuple ? std::span<const Expression* const>(several->elements) : std::span(&part.index, 1);
  if (std::ranges::any_of(parts, [&](const Expression* one) { return picks(*one, context); })) return Leads::kNo;
  bool is_inside = is_turned(*part.object, context);
  for (const Expression* one : parts) {
    if (is_literal_of(*one, ConstantKind::kNone)) continue;
    const auto* slice = one->get_if<model::Slice>();
    if (slice != nullptr && slice->step != nullptr && written_integer(*slice->step) != 1) return Leads::kYes;
    const bool goes_on = slice != nullptr || is_literal_of(*one, ConstantKind::kEllipsis);
    const bool is_whole = goes_on && (slice == nullptr || !is_bounded(*slice));
    if (!is_whole && is_inside) return Leads::kYes;
    is_inside = is_inside || goes_on;
  }
  return Leads::kOn;
}

/// In another dimension than the first.
bool cuts_inside(const Call& call, const FixContext& context) {
  const std::string_view name = callee_name(call, context.symbols);
  if (name == "diagonal" || name == "hsplit") return true;
  const bool is_first = name == "narrow" || name == "select" || name == "unbind";
  const std::size_t place = (is_first ? 0 : 1) + (calls_torch_function(call, context) ? 1 : 0);
  const model::Argument* dimension = keyword_argument(call, "dim", context.symbols);
  if (dimension == nullptr && place < positional_count(call)) dimension = &call.arguments[place];
  return dimension != nullptr && !is_zero(*dimension->value);
}

/// The same of gaps between elements.
struct Gaps {
  static constexpr bool kAnyBinding = false;
  static Leads by_index(const model::Subscript& part, const FixContext& context) { return leaves_gaps(part, context); }
  static Leads by_call(const Call& call, const FixContext& context) {
    const std::string_view name = callee_name(call, context.symbols);
    if (is_one_of(name, kCutting)) return cuts_inside(call, context) ? Leads::kYes : Leads::kOn;
    return is_one_of(name, kPassingOn) || is_one_of(name, kMayKeep) ? Leads::kOn : Leads::kNo;
  }
};

/// Follows an expression back to where its elements come to lie as they do.
template <class Question>
class ViewsBack {
 public:
  explicit ViewsBack(const FixContext& context) : context_(context) {}

  bool of(const Expression& tensor) { return in(tensor, context_.location.statement->range.begin); }

 private:
  /// `before`: where the statement begins in which it stands.
  bool in(const Expression& tensor, std::uint32_t before) {
    if (++steps_ > kMostViews) return false;
    if (const auto* part = tensor.get_if<model::Subscript>()) {
      const Leads leads = Question::by_index(*part, context_);
      return leads == Leads::kYes || (leads == Leads::kOn && in(*part->object, before));
    }
    if (tensor.kind == model::ExpressionKind::kName) return depth_ == 0 && is_bound_to_one(tensor, before);
    const auto* call = tensor.get_if<Call>();
    if (call == nullptr) return false;
    const Leads leads = Question::by_call(*call, context_);
    if (leads == Leads::kYes) return true;
    const bool is_function = calls_torch_function(*call, context_);
    const Expression* receiver = is_function ? first_of(*call) : receiver_of(*call);
    if (receiver != nullptr && leads == Leads::kOn) return in(*receiver, before);
    return depth_ == 0 && is_given_by(*call);
  }

  static const Expression* first_of(const Call& call) {
    const bool plain = !call.arguments.empty() && !call.arguments.front().keyword && call.arguments.front().stars == 0;
    return plain ? call.arguments.front().value : nullptr;
  }

  /// An assignment before binds it to such a tensor, and none behind that one binds it to another on the way here.
  bool is_bound_to_one(const Expression& name, std::uint32_t before) {
    const model::Symbol wanted = name.as<model::Name>().name;
    const model::Function* function = context_.location.function;
    bool found = false;
    const auto look = [&](const auto& self, model::Block block, bool is_on_way) -> void {
      for (const Statement* statement : block) {
        if ((found && Question::kAnyBinding) || statement->range.begin >= before) return;
        const auto* assign = statement->get_if<model::Assign>();
        const bool binds = assign != nullptr && assign->value != nullptr &&
                           std::ranges::any_of(assign->targets, [&](const Expression* target) {
                             return bound_in(*target, wanted) != nullptr;
                           });
        if (binds && in(*assign->value, statement->range.begin)) {
          found = true;
        } else if (binds && is_on_way) {
          found = false;
        }
        const bool leads_here = is_on_way && statement->range.contains(context_.location.statement->range);
        model::for_each_part(
            *statement, [](const Expression*) {}, [&](model::Block inner) { self(self, inner, leads_here); });
      }
    };
    look(look, function == nullptr ? context_.module.body : function->body, true);
    return found;
  }

  /// A function of the project whose result is one.
  bool is_given_by(const Call& call) {
    const Value* callee = value_of(*call.callee, context_);
    if (callee == nullptr || callee->entities == nullptr) return false;
    const auto functions = context_.view.analysis().world.project.functions();
    for (const values::Entity& entity : callee->entities->items) {
      if (entity.kind != values::EntityKind::kFunction) continue;
      context_.view.look_at(entity.index);
      ++depth_;
      const bool gives = returns_one(functions[entity.index].function->body);
      --depth_;
      if (gives) return true;
    }
    return false;
  }

  bool returns_one(model::Block block) {
    bool found = false;
    for (const Statement* statement : block) {
      const auto* leaves = statement->get_if<model::Return>();
      found = found || (leaves != nullptr && leaves->value != nullptr && in(*leaves->value, 0));
      model::for_each_part(
          *statement, [](const Expression*) {}, [&](model::Block inner) { found = found || returns_one(inner); });
    }
    return found;
  }

  const FixContext& context_;
  int steps_ = 0;
  int depth_ = 0;  ///< in how many functions beside the finding's own
};

}  // namespace

bool shares_elements(const Expression& tensor, const FixContext& context) {
  return ViewsBack<Sharing>(context).of(tensor);
}

bool has_gaps(const Expression& tensor, const FixContext& context) { return ViewsBack<Gaps>(context).of(tensor); }

}  // namespace syncfree::rules
