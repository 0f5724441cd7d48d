#include "analyzer/inference/text_callers.h"

#include <algorithm>
#include <unordered_set>

namespace syncfree::inference {

namespace {

bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool has_any_word(std::string_view text, const std::vector<std::string_view>& words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return has_word(text, word); });
}

}  // namespace

bool has_word(std::string_view text, std::string_view word) {
  if (word.empty()) return false;
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_of_word(text[at - 1])) && (end == text.size() || !is_of_word(text[end]))) return true;
  }
  return false;
}

std::vector<std::uint32_t> TextCallers::of(std::uint32_t function) const {
  const FunctionInfo& info = project_.functions()[function];
  if (!info.function->name || info.function->enclosing != nullptr) return {info.module};
  std::vector<std::uint32_t> found;
  const auto add_where = [&](const auto& is_there) {
    for (std::uint32_t module = 0; module < project_.modules().size(); ++module) {
      if (is_there(module, project_.modules()[module].input.module->text)) found.push_back(module);
    }
  };
  if (info.owner == kNowhere) {
    std::vector<std::string_view> names = names_of(TargetKind::kFunction, {function});
    names.push_back(project_.symbols().text(info.function->name));
    add_where([&](std::uint32_t, std::string_view text) { return has_any_word(text, names); });
    return found;
  }
  const std::vector<std::uint32_t> classes = with_descendants(info.owner);
  std::vector<std::string_view> names = names_of(TargetKind::kClass, classes);
  std::unordered_set<std::uint32_t> homes;
  for (const std::uint32_t klass : classes) {
    homes.insert(project_.classes()[klass].module);
    names.push_back(project_.symbols().text(project_.classes()[klass].definition->name));
  }
  const std::string_view method = project_.symbols().text(info.function->name);
  add_where([&](std::uint32_t module, std::string_view text) {
    return has_word(text, method) && (homes.contains(module) || has_any_word(text, names));
  });
  return found;
}

/// In any module.
std::vector<std::string_view> TextCallers::names_of(TargetKind kind, const std::vector<std::uint32_t>& numbers) const {
  const std::unordered_set<std::uint32_t> wanted(numbers.begin(), numbers.end());
  std::unordered_set<std::string_view> names;
  for (const ModuleInfo& module : project_.modules()) {
    for (std::size_t i = 0; i < module.bindings.size(); ++i) {
      const Target& target = module.bindings.value(i);
      if (target.kind == kind && wanted.contains(target.index))
        names.insert(project_.symbols().text(module.bindings.key(i)));
    }
  }
  return {names.begin(), names.end()};
}

std::vector<std::uint32_t> TextCallers::with_descendants(std::uint32_t klass) const {
  std::vector<std::uint32_t> found = {klass};
  std::unordered_set<std::uint32_t> seen = {klass};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const std::uint32_t child : project_.classes()[found[i]].children) {
      if (seen.insert(child).second) found.push_back(child);
    }
  }
  return found;
}

}  // namespace syncfree::inference
