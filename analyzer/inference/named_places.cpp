// What an element is by the name of what holds it.
#include <string_view>

#include "analyzer/flow/step_calls.h"
#include "analyzer/inference/evaluation.h"
#include "analyzer/inference/use_names.h"

namespace syncfree::inference {

/// `optimizer.param_groups[0]["lr"]`, whatever the optimizer is. Other options are tuples and switches, too.
bool Subscripts::is_learning_rate(const model::Subscript& node, std::string_view key) const {
  const auto* of = node.object->get_if<model::Subscript>();
  return of != nullptr && key.ends_with("lr") && flow::last_name(*of->object, project().symbols()) == "param_groups";
}

/// `dataset[i]`, `self.val_dataset[idx]`: what a data set gives lies on the host.
bool Subscripts::is_place_in_dataset(const model::Expression& object, const model::Expression& index,
                                     const Value& at) const {
  if (!names_a_dataset(flow::last_name(object, project().symbols())) || at.may_be(Kinds(Kind::kString) | Kind::kTensor))
    return false;
  const auto* name = index.get_if<model::Name>();
  const std::string_view text = name == nullptr ? std::string_view() : project().symbols().text(name->name);
  return at.only(Kind::kInteger) || text == "i" || text == "j" || text == "k" || names_positions(text);
}

}  // namespace syncfree::inference
