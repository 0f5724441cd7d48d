#include "rules/shared/call_match.h"

#include <string>

#include "analyzer/model/dotted_name.h"
#include "rules/shared/words.h"

namespace syncfree::rules {

using engine::Consumer;
using engine::Dependency;
using engine::Event;
using engine::EventKind;
using engine::Match;
using engine::MatchContext;

bool is_call_of(std::string_view code, const Event& event) {
  return event.kind == EventKind::kCall && event.block != nullptr && event.block->rule == code;
}

std::string_view called_name(const Event& event) {
  return event.operation == nullptr ? std::string_view() : model::last_part(event.operation->name);
}

Match call_match(const Event& event, const MatchContext& context, std::string_view does, std::string_view otherwise) {
  Match match;
  match.message = quoted(context) + " " + std::string(does);
  const bool suggested = event.block != nullptr && !event.block->use_instead.empty();
  match.hint = suggested ? event.block->use_instead : otherwise;
  match.dependency = dependency_of(event.consumer);
  return match;
}

std::optional<Dependency> dependency_of(Consumer consumer) {
  switch (consumer) {
    case Consumer::kUnknown:
      return std::nullopt;
    case Consumer::kDiscarded:
    case Consumer::kDeviceAgain:
    case Consumer::kReported:
      return Dependency::kFalse;
    case Consumer::kControlFlow:
    case Consumer::kHostOnly:
      return Dependency::kTrue;
  }
  return std::nullopt;
}

bool is_loop_test(const Event& event) { return event.loop_test || event.truth_use == engine::TruthUse::kWhile; }

}  // namespace syncfree::rules
