// `def train(agent, replay_buffer)`, beside `class ReplayBuffer`: people name what they pass after its class.
#include <cctype>
#include <string>
#include <string_view>

#include "analyzer/inference/declared.h"

namespace syncfree::inference {

namespace {

/// "ReplayBuffer" is "replay_buffer"; "DQNAgent" is "dqn_agent".
std::string in_small_letters(std::string_view name) {
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool begins = is_upper(name[i]) && i > 0 && name[i - 1] != '_' &&
                        (!is_upper(name[i - 1]) || (i + 1 < name.size() && !is_upper(name[i + 1])));
    if (begins) text += '_';
    text += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
  }
  return text;
}

}  // namespace

/// By the whole name, and by its last words if they are long enough: `agent` is a DQNAgent, if nothing else is one.
const Declared::ClassesByName& Declared::classes_by_name(std::uint32_t module) const {
  constexpr std::size_t kLongEnough = 5;
  const auto [place, is_new] = classes_by_name_.try_emplace(module);
  ClassesByName& classes = place->second;
  if (!is_new) return classes;
  const auto add = [&](std::string_view name, std::uint32_t klass) {
    const auto [known, is_first] = classes.emplace(name, klass);
    if (!is_first && known->second != klass) known->second = kNowhere;
  };
  const auto& bindings = project_.modules()[module].bindings;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const Target& target = bindings.value(i);
    if (target.kind != TargetKind::kClass) continue;
    const std::string name =
        in_small_letters(project_.symbols().text(project_.classes()[target.index].definition->name));
    add(name, target.index);
    for (std::size_t at = name.find('_'); at != std::string::npos; at = name.find('_', at + 1)) {
      if (name.size() - at > kLongEnough) add(std::string_view(name).substr(at + 1), target.index);
    }
  }
  return classes;
}

Value Declared::instance_by_name(std::uint32_t module, model::Symbol name) const {
  const ClassesByName& classes = classes_by_name(module);
  const auto found = classes.find(std::string(project_.symbols().text(name)));
  return found == classes.end() || found->second == kNowhere ? Value::anything() : generic_object(found->second);
}

}  // namespace syncfree::inference
