#include "analyzer/flow/given_back.h"

#include "analyzer/model/is_name.h"
#include "analyzer/model/walk.h"

namespace syncfree::flow {

namespace {

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
      if (!is_same_) return;
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

bool gives_back(model::Block body, model::Symbol name, std::optional<std::size_t> part) {
  return Returns(name, part).are_same(body);
}

}  // namespace syncfree::flow
