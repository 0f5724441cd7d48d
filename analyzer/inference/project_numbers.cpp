#include "analyzer/inference/project_numbers.h"

#include <algorithm>

namespace syncfree::inference {

namespace {

// Room behind the definitions of a module, and at the end of a project: for those of new modules, and of modules in
// which something else than what is at their end has changed.
constexpr std::uint32_t kMoreFunctions = 8;
constexpr std::uint32_t kMoreClasses = 2;
constexpr std::uint32_t kMoreModules = 64;
constexpr std::uint32_t kLeastAtEnd = 512;
constexpr std::uint32_t kPartAtEnd = 4;

std::uint32_t size_of(const auto& definitions) { return static_cast<std::uint32_t>(definitions.size()); }

/// Finds numbers that nothing has.
class Gaps {
 public:
  Gaps(std::vector<NumberRange> taken, std::uint32_t count) : taken_(std::move(taken)), count_(count) {
    std::ranges::sort(taken_, {}, &NumberRange::first);
  }

  std::optional<NumberRange> take(std::uint32_t size) {
    if (size == 0) return NumberRange{};
    std::uint32_t at = 0;
    for (auto next = taken_.begin();; ++next) {
      const std::uint32_t end = next == taken_.end() ? count_ : next->first;
      if (end >= at && end - at >= size) {
        const NumberRange found{at, size};
        taken_.insert(next, found);
        return found;
      }
      if (next == taken_.end()) return std::nullopt;
      at = std::max(at, next->end());
    }
  }

 private:
  std::vector<NumberRange> taken_;
  std::uint32_t count_;
};

template <class Range>
Gaps gaps_of(const ProjectNumbers& before, std::uint32_t count, const Range& range) {
  std::vector<NumberRange> taken;
  for (const ModuleNumbers& module : before.modules) {
    if (const NumberRange one = range(module); one.count > 0) taken.push_back(one);
  }
  return {std::move(taken), count};
}

}  // namespace

ProjectNumbers ProjectNumbers::in_order(std::span<const model::Module* const> modules, bool has_room) {
  ProjectNumbers numbers;
  for (const model::Module* module : modules) {
    const NumberRange functions{numbers.function_count, size_of(module->functions) + (has_room ? kMoreFunctions : 0)};
    const NumberRange classes{numbers.class_count, size_of(module->classes) + (has_room ? kMoreClasses : 0)};
    numbers.modules.push_back({numbers.module_count++, functions, classes});
    numbers.function_count = functions.end();
    numbers.class_count = classes.end();
  }
  if (!has_room) return numbers;
  numbers.module_count += kMoreModules;
  numbers.function_count += kLeastAtEnd + numbers.function_count / kPartAtEnd;
  numbers.class_count += kLeastAtEnd + numbers.class_count / kPartAtEnd;
  return numbers;
}

std::optional<ProjectNumbers> numbers_after(const ProjectNumbers& before, std::span<const NumberedBefore> modules) {
  Gaps of_modules =
      gaps_of(before, before.module_count, [](const ModuleNumbers& each) { return NumberRange{each.module, 1}; });
  Gaps of_functions = gaps_of(before, before.function_count, [](const ModuleNumbers& each) { return each.functions; });
  Gaps of_classes = gaps_of(before, before.class_count, [](const ModuleNumbers& each) { return each.classes; });
  ProjectNumbers numbers{.modules = {},
                         .module_count = before.module_count,
                         .function_count = before.function_count,
                         .class_count = before.class_count};
  for (const NumberedBefore& each : modules) {
    ModuleNumbers& given = numbers.modules.emplace_back();
    if (each.before != nullptr) given = *each.before;
    if (each.before == nullptr) {
      const std::optional<NumberRange> number = of_modules.take(1);
      if (!number) return std::nullopt;
      given.module = number->first;
    }
    if (each.before != nullptr && each.keeps_definitions) continue;
    const auto functions = of_functions.take(size_of(each.module->functions) + kMoreFunctions);
    const auto classes = of_classes.take(size_of(each.module->classes) + kMoreClasses);
    if (!functions || !classes) return std::nullopt;
    given.functions = *functions;
    given.classes = *classes;
  }
  return numbers;
}

const model::Module& no_module() {
  static const model::Module module{};
  return module;
}

const model::Function& no_function() {
  static const model::Function function{};
  return function;
}

const model::Class& no_class() {
  static const model::Class definition{};
  return definition;
}

}  // namespace syncfree::inference
