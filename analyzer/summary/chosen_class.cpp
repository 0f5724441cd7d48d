#include "analyzer/summary/chosen_class.h"

#include <utility>

#include "analyzer/model/walk.h"
#include "analyzer/summary/condition_text.h"
#include "analyzer/summary/guards.h"

namespace syncfree::summary {

std::vector<ChosenClass> chosen_classes(const inference::Project& project, const inference::Known& known,
                                        const inference::FunctionInfo& function) {
  std::vector<ChosenClass> chosen;
  const GuardedParts parts(project, known, function);
  const auto look = [&](auto&& self, model::Block block) -> void {
    for (const model::Statement* statement : block) {
      const auto* back = statement->get_if<model::Return>();
      const auto* call = back == nullptr || back->value == nullptr ? nullptr : back->value->get_if<model::Call>();
      const inference::Target made =
          call == nullptr ? inference::Target() : project.resolve(function.module, *call->callee);
      if (made.kind == inference::TargetKind::kClass) {
        for (Guards guards : parts.guards_of(back->range)) {
          // What came before it was left for other classes; these have their own conditions.
          std::erase_if(guards, [](const Guard& guard) { return guard.is_negated && guard.asked == Asked::kEquals; });
          const bool is_rest = guards.empty();
          if (auto when = guards_text(guards, function, project.symbols()))
            chosen.push_back({.when = is_rest ? std::string() : std::move(*when), .klass = made.index});
        }
      }
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  look(look, function.function->body);
  return chosen;
}

}  // namespace syncfree::summary
