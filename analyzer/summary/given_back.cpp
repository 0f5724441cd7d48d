#include "analyzer/summary/given_back.h"

#include <algorithm>

#include "analyzer/model/is_name.h"
#include "analyzer/model/walk.h"

namespace syncfree::summary {

namespace {

/// The one that takes the variable; null: none, or nobody knows which.
const model::Parameter* parameter_for(const model::Function& function, const model::Call& call, model::Symbol name) {
  std::size_t next = 0;
  for (const model::Argument& argument : call.arguments) {
    if (argument.stars != 0) return nullptr;
    const std::size_t place = argument.keyword ? 0 : next++;
    const auto* given = argument.value->get_if<model::Name>();
    if (given == nullptr || given->name != name) continue;
    if (!argument.keyword) return place < function.parameters.size() ? &function.parameters[place] : nullptr;
    const auto found = std::ranges::find(function.parameters, argument.keyword, &model::Parameter::name);
    return found == function.parameters.end() ? nullptr : &*found;
  }
  return nullptr;
}

class Returns {
 public:
  Returns(model::Symbol name, std::optional<std::size_t> part) : name_(name), part_(part) {}

  /// Each of them is that variable, and nothing is stored in it.
  bool are_same(model::Block body) {
    read(body);
    return is_any_ && is_same_;
  }

 private:
  void read(model::Block block) {
    for (const model::Statement* statement : block) {
      if (statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass)
        continue;
      if (const auto* back = statement->get_if<model::Return>()) {
        is_any_ = true;
        is_same_ = is_same_ && back->value != nullptr && is_it(*back->value);
      } else if (const auto* assign = statement->get_if<model::Assign>()) {
        for (const model::Expression* target : assign->targets) stores(*target);
      } else if (const auto* update = statement->get_if<model::AugmentedAssign>()) {
        stores(*update->target);
      } else if (const auto* loop = statement->get_if<model::For>()) {
        stores(*loop->target);
      }
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { read(inner); });
    }
  }

  bool is_it(const model::Expression& value) const {
    if (!part_) return model::is_name(value, name_);
    const auto* several = value.get_if<model::Sequence>();
    return several != nullptr && *part_ < several->elements.size() && model::is_name(*several->elements[*part_], name_);
  }

  void stores(const model::Expression& target) {
    if (const auto* several = target.get_if<model::Sequence>()) {
      for (const model::Expression* one : several->elements) stores(*one);
    } else if (const auto* rest = target.get_if<model::Starred>()) {
      stores(*rest->value);
    } else {
      is_same_ = is_same_ && !model::is_name(target, name_);
    }
  }

  model::Symbol name_;
  std::optional<std::size_t> part_;
  bool is_any_ = false;
  bool is_same_ = true;
};

}  // namespace

bool gives_back(const inference::Project& project, std::uint32_t module, const model::Call& call,
                std::optional<std::size_t> part, model::Symbol name) {
  const inference::Target called = project.resolve(module, *call.callee);
  if (called.kind != inference::TargetKind::kFunction) return false;
  const inference::FunctionInfo& info = project.functions()[called.index];
  if (info.owner != inference::kNowhere || info.is_overload || info.function->is_async) return false;
  const model::Parameter* parameter = parameter_for(*info.function, call, name);
  const bool is_one = parameter != nullptr && parameter->kind != model::ParameterKind::kStar &&
                      parameter->kind != model::ParameterKind::kDoubleStar;
  return is_one && Returns(parameter->name, part).are_same(info.function->body);
}

}  // namespace syncfree::summary
