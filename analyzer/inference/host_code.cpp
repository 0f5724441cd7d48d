// Code whose tensors are on the CPU, unless it puts them on the GPU itself: what reads data for a loader, and what
// controls other processes.
#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/flow/step_calls.h"
#include "analyzer/inference/project.h"
#include "analyzer/inference/project_signs.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

constexpr std::array<std::string_view, 3> kReaders = {"torch.utils.data.Dataset", "torch.utils.data.IterableDataset",
                                                      "torch.utils.data.Sampler"};
// How the names of classes end that read data, where their bases are not known.
constexpr std::array<std::string_view, 4> kReaderEndings = {"Dataset", "DataModule", "Collator", "Collate"};

// Libraries of data, and the bases that they have for transforms: those of distributions handle what is on the GPU.
constexpr std::array<std::string_view, 5> kDataLibraries = {"torchvision", "albumentations", "monai", "torchio",
                                                            "torch_geometric"};
constexpr std::array<std::string_view, 5> kTransforms = {"Transform", "BaseTransform", "MapTransform", "DualTransform",
                                                         "ImageOnlyTransform"};

/// `PaddingCollateV3` is named like `PaddingCollate`.
std::string_view without_version(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  if (last == std::string_view::npos || last + 1 == name.size()) return name;
  return name.substr(0, name[last] == 'V' || name[last] == 'v' ? last : last + 1);
}

bool names_reader(std::string_view given) {
  const std::string_view name = without_version(given);
  return std::ranges::any_of(kReaderEndings, [&](std::string_view ending) { return name.ends_with(ending); });
}

/// `collate`, `collate_fn`, `pad_collate`
bool names_collation(std::string_view name) {
  return name.starts_with("collate") || name.ends_with("_collate") || name.ends_with("_collate_fn");
}

// Keywords by which loaders and trainers take the function that makes a batch of the examples.
constexpr std::array<std::string_view, 2> kCollators = {"collate_fn", "data_collator"};

bool names_collator(std::string_view text) {
  return std::ranges::any_of(kCollators, [&](std::string_view keyword) { return text.contains(keyword); });
}

/// What a data module does with a batch on its way to the GPU and there: `training_step` of one that is a task, too.
bool takes_batches(std::string_view name) {
  return name == "transfer_batch_to_device" || name.starts_with("on_before_batch") ||
         name.starts_with("on_after_batch") || name.ends_with("_step");
}

}  // namespace

bool decides_on_host_code(const ModuleInfo& module, std::span<const FunctionInfo> functions,
                          const model::SymbolTable& symbols) {
  const model::Symbol ray = symbols.find("ray");
  const std::string_view text = module.input.module->text;
  return text.contains("Compose(") || names_collator(text) || (ray && module.scope.find(ray) != Scope::kAbsent) ||
         std::ranges::any_of(functions, [&](const FunctionInfo& info) {
           return info.owner != kNowhere && names_collation(symbols.text(info.function->name));
         });
}

bool names_library_of_data(std::string_view text) {
  return std::ranges::any_of(kDataLibraries, [&](std::string_view library) { return text.contains(library); });
}

/// It only has the name of a dataset: no loader can ask it for an item, and it speaks of the GPU, where no loader's
/// worker has anything.
bool Project::gives_from_gpu(const ClassInfo& info) const {
  constexpr std::array<std::string_view, 4> kItems = {"__getitem__", "__iter__", "__next__", "__call__"};
  if (!info.definition->bases.empty() || info.has_unknown_base) return false;
  const bool has_items = std::ranges::any_of(kItems, [&](std::string_view name) {
    const model::Symbol method = symbols_.find(name);
    return method && info.methods.find(method) != nullptr;
  });
  if (has_items) return false;
  bool speaks = false;
  model::walk_expressions(info.definition->body, [&](const model::Expression& expression) {
    const auto* call = expression.get_if<model::Call>();
    if (call == nullptr) return;
    const std::string_view name = flow::last_name(*call, symbols_);
    const bool moves = name == "to" && call->arguments.size() == 1 &&
                       flow::last_name(*call->arguments.front().value, symbols_) == "device";
    speaks |= name == "cuda" || moves;
  });
  return speaks;
}

bool Project::reads_data(const ClassInfo& info) const {
  const bool derives = std::ranges::any_of(info.library_bases, [&](std::uint32_t base) {
    return std::ranges::any_of(kReaders, [&](std::string_view name) {
      const std::uint32_t reader = catalog_.find(name);
      return reader != catalog::Catalog::kNowhere && catalog_.derives(base, reader);
    });
  });
  const model::Class& definition = *info.definition;
  return derives || (names_reader(symbols_.text(definition.name)) && !gives_from_gpu(info)) ||
         std::ranges::any_of(definition.bases, [&](const model::Argument& base) {
           return names_reader(flow::last_name(*base.value, symbols_));
         });
}

/// It waits for what Ray's actors give, is none itself, and does not speak of the GPU.
bool Project::controls_others(const ClassInfo& info, model::Symbol ray) const {
  const auto is_of_ray = [&](const model::Expression& expression) {
    const auto* attribute = expression.get_if<model::Attribute>();
    const auto* package = attribute == nullptr ? nullptr : attribute->object->get_if<model::Name>();
    return package != nullptr && package->name == ray;
  };
  for (const model::Expression* decorator : info.definition->decorators) {
    const auto* call = decorator->get_if<model::Call>();
    if (is_of_ray(call == nullptr ? *decorator : *call->callee)) return false;
  }
  bool waits = false;
  bool computes = false;
  model::walk_expressions(info.definition->body, [&](const model::Expression& expression) {
    computes |= flow::last_name(expression, symbols_) == "cuda";
    const auto* call = expression.get_if<model::Call>();
    if (call == nullptr || !is_of_ray(*call->callee)) return;
    const std::string_view name = flow::last_name(*call->callee, symbols_);
    waits |= name == "get" || name == "wait";
  });
  return waits && !computes;
}

/// A batcher that collates by itself, where it is asked for a batch: no loader has it called by its workers.
bool Project::is_called_by_its_class(const FunctionInfo& info) const {
  bool is_called = false;
  model::walk_expressions(classes_[info.owner].definition->body, [&](const model::Expression& expression) {
    const auto* call = expression.get_if<model::Call>();
    const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
    is_called |= method != nullptr && method->name == info.function->name &&
                 flow::last_name(*method->object, symbols_) == "self";
  });
  return is_called;
}

/// Calls `visit(user, used)` for each place where the code of a module names one of the project's functions that stand
/// at the top of modules; a use at the top of a module has the user kNowhere.
template <class Visit>
void Project::for_each_use_of_function(const ModuleInfo& module, std::span<const std::uint8_t> is_name,
                                       const Visit& visit) const {
  const auto number = static_cast<std::uint32_t>(&module - modules_.data());
  const auto look_at = [&](std::uint32_t user, const model::Expression& expression) {
    const auto* name = expression.get_if<model::Name>();
    const auto* attribute = expression.get_if<model::Attribute>();
    const model::Symbol symbol = name != nullptr        ? name->name
                                 : attribute != nullptr ? attribute->name
                                                        : model::Symbol();
    if (!symbol || symbol.id >= is_name.size() || is_name[symbol.id] == 0) return;
    const Target target = resolve(number, expression);
    if (target.kind == TargetKind::kFunction) visit(user, target.index);
  };
  const auto walk = [&](const auto& self, std::uint32_t user, model::Block block) -> void {
    for (const model::Statement* statement : block) {
      if (statement->kind == model::StatementKind::kFunction) continue;  // is a user of its own
      model::for_each_part(
          *statement,
          [&](const model::Expression* part) {
            model::walk(*part, [&](const model::Expression& expression) { look_at(user, expression); });
          },
          [&](model::Block inner) { self(self, user, inner); });
    }
  };
  walk(walk, kNowhere, module.input.module->body);
  const auto functions = module.input.module->functions;
  for (std::uint32_t i = 0; i < functions.size(); ++i) walk(walk, module.first_function + i, functions[i]->body);
}

/// By symbol: a function at the top of a Python module has that name.
std::vector<std::uint8_t> Project::names_of_functions() const {
  std::vector<std::uint8_t> is_name;
  for (const FunctionInfo& info : functions_) {
    const bool is_python = modules_[info.module].input.module->language == model::Language::kPython;
    if (!is_python || info.owner != kNowhere || info.function->enclosing != nullptr || !info.function->name) continue;
    const std::uint32_t name = info.function->name.id;
    if (name >= is_name.size()) is_name.resize(std::size_t{name} * 2 + 1);
    is_name[name] = 1;
  }
  return is_name;
}

/// In these modules the same functions name the same ones at the top of modules.
bool Project::uses_functions_as(const Project& before, std::span<const std::uint32_t> modules) const {
  const std::vector<std::uint8_t> is_name = names_of_functions();
  const auto uses_in = [&](const Project& project, std::uint32_t module) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> uses;
    project.for_each_use_of_function(project.modules_[module], is_name,
                                     [&](std::uint32_t user, std::uint32_t used) { uses.emplace(user, used); });
    return uses;
  };
  return std::ranges::all_of(modules,
                             [&](std::uint32_t module) { return uses_in(*this, module) == uses_in(before, module); });
}

/// Functions that code of the host alone calls are its helpers: `augment(image)` of a dataset; and so are those that
/// compiled functions alone call. Tests call everything.
void Project::mark_helpers(std::span<bool FunctionInfo::* const> marks) {
  const std::vector<std::uint8_t> is_name = names_of_functions();
  std::vector<std::vector<std::uint32_t>> users(functions_.size());
  for (const ModuleInfo& module : modules_) {
    if (module.input.module->language != model::Language::kPython || module.input.is_test) continue;
    for_each_use_of_function(module, is_name,
                             [&](std::uint32_t user, std::uint32_t used) { users[used].push_back(user); });
  }
  // The one that all of a circle is called by may be in it, so that nobody is marked before somebody outside is.
  for (bool FunctionInfo::* const mark : marks) {
    for (bool goes_on = true; std::exchange(goes_on, false);) {
      for (std::uint32_t function = 0; function < functions_.size(); ++function) {
        FunctionInfo& info = functions_[function];
        if (info.*mark || users[function].empty()) continue;
        info.*mark = std::ranges::all_of(
            users[function], [&](std::uint32_t user) { return user != kNowhere && functions_[user].*mark; });
        goes_on |= info.*mark;
      }
    }
  }
}

/// `class Mosaic(v2.Transform)`, in a file that names a library of data: its base is not seen.
bool Project::is_transform_of_library(const ClassInfo& info) const {
  return info.ancestors.size() == 1 &&
         std::ranges::any_of(info.definition->bases,
                             [&](const model::Argument& base) {
                               const std::string_view name = flow::last_name(*base.value, symbols_);
                               return std::ranges::find(kTransforms, name) != kTransforms.end();
                             }) &&
         names_library_of_data(modules_[info.module].input.module->text);
}

/// Classes that a library's transform is the base of, classes of which a list of transforms is made:
/// `Compose([Resize(224), ToFloat()])`, and those that stand beside a `Compose` of the project's own. Modules among
/// them may run on the GPU.
std::vector<bool> Project::transforms_of_data() const {
  std::vector<bool> transforms(classes_.size(), false);
  const model::Symbol compose = symbols_.find("Compose");
  const model::Symbol called = symbols_.find("__call__");
  std::vector<bool> composes(modules_.size(), false);
  const auto is_called = [&](const ClassInfo& info) {
    return called && !info.is_module && info.methods.find(called) != nullptr;
  };
  for (const ClassInfo& info : classes_) {
    if (compose && info.definition->name == compose && is_called(info)) composes[info.module] = true;
  }
  for (std::uint32_t klass = 0; klass < classes_.size(); ++klass)
    transforms[klass] =
        (composes[classes_[klass].module] && is_called(classes_[klass])) || is_transform_of_library(classes_[klass]);
  for (std::uint32_t number = 0; number < modules_.size(); ++number) {
    const ModuleInput& input = modules_[number].input;
    if (input.module->language != model::Language::kPython || !input.module->text.contains("Compose(")) continue;
    model::walk_expressions(input.module->body, [&](const model::Expression& expression) {
      const auto* call = expression.get_if<model::Call>();
      if (call == nullptr || call->arguments.empty() || flow::last_name(*call->callee, symbols_) != "Compose") return;
      const auto* parts = call->arguments.front().value->get_if<model::Sequence>();
      if (parts == nullptr) return;
      for (const model::Expression* part : parts->elements) {
        const auto* made = part->get_if<model::Call>();
        const Target target = made == nullptr ? Target{} : resolve(number, *made->callee);
        if (target.kind == TargetKind::kClass && !classes_[target.index].is_module) transforms[target.index] = true;
      }
    });
  }
  return transforms;
}

/// By function: `DataLoader(data, collate_fn=pack)`, `Trainer(data_collator=partial(pack, size=3))`.
std::vector<bool> Project::collators() const {
  std::vector<bool> found(functions_.size(), false);
  for (std::uint32_t number = 0; number < modules_.size(); ++number) {
    const ModuleInfo& module = modules_[number];
    const model::Module& text = *module.input.module;
    if (text.language != model::Language::kPython || !names_collator(text.text)) continue;
    const auto mark = [&](const model::Expression& given) {
      const Target target = resolve(number, given);
      if (target.kind == TargetKind::kFunction) found[target.index] = true;
      if (target.kind != TargetKind::kNothing) return;
      // A function within the one that makes the loader.
      const auto* name = given.get_if<model::Name>();
      for (const model::Function* function : text.functions) {
        if (name != nullptr && function->name == name->name && function->enclosing != nullptr)
          found[module.first_function + function->id] = true;
      }
    };
    model::walk_expressions(text.body, [&](const model::Expression& expression) {
      const auto* call = expression.get_if<model::Call>();
      if (call == nullptr) return;
      for (const model::Argument& argument : call->arguments) {
        if (!argument.keyword || !names_collator(symbols_.text(argument.keyword))) continue;
        const auto* made = argument.value->get_if<model::Call>();
        const bool is_part =
            made != nullptr && !made->arguments.empty() && flow::last_name(*made->callee, symbols_) == "partial";
        mark(is_part ? *made->arguments.front().value : *argument.value);
      }
    });
  }
  return found;
}

void Project::mark_host_code() {
  const model::Symbol ray = symbols_.find("ray");
  std::vector<std::uint8_t> is_called_reader(classes_.size(), 0);  // by its own name or bases
  std::vector<bool> reads(classes_.size(), false);
  std::vector<bool> controls(classes_.size(), false);
  const std::vector<bool> transforms = transforms_of_data();
  for (std::uint32_t klass = 0; klass < classes_.size(); ++klass)
    is_called_reader[klass] = transforms[klass] || reads_data(classes_[klass]);
  for (std::uint32_t klass = 0; klass < classes_.size(); ++klass) {
    const ClassInfo& info = classes_[klass];
    reads[klass] =
        std::ranges::any_of(info.ancestors, [&](std::uint32_t ancestor) { return is_called_reader[ancestor] != 0; });
    controls[klass] = ray && modules_[info.module].scope.find(ray) != Scope::kAbsent && controls_others(info, ray);
  }
  const std::vector<bool> is_collator = collators();
  for (std::uint32_t number = 0; number < functions_.size(); ++number) {
    FunctionInfo& info = functions_[number];
    const std::string_view name = symbols_.text(info.function->name);
    const bool has_class = info.owner != kNowhere;
    info.reads_data = (has_class && reads[info.owner] && !takes_batches(name)) || is_collator[number] ||
                      (names_collation(name) && !(has_class && is_called_by_its_class(info)));
    info.is_on_host = info.reads_data || (has_class && controls[info.owner]);
    info.is_traced = info.is_compiled;
    if (info.function->enclosing == nullptr) continue;
    const FunctionInfo& around = functions_[modules_[info.module].first_function + info.function->enclosing->id];
    info.reads_data |= around.reads_data;
    info.is_on_host |= around.is_on_host;
  }
  std::vector<bool FunctionInfo::*> marks;
  for (bool FunctionInfo::* const mark : {&FunctionInfo::is_on_host, &FunctionInfo::is_traced}) {
    if (std::ranges::any_of(functions_, mark)) marks.push_back(mark);
  }
  if (!marks.empty()) mark_helpers(marks);
}

}  // namespace syncfree::inference
