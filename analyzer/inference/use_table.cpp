#include "analyzer/inference/use_table.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

// Whose arrays look like tensors, and libraries on top of torch.
constexpr std::array<std::string_view, 4> kOtherArrays = {"numpy", "pandas", "cv2", "xarray"};
// A file that imports one of these and no torch has its arrays from there, also those that its own project hands it.
constexpr std::array<std::string_view, 11> kOtherFrameworks = {
    "tensorflow", "jax", "flax", "mlx", "mxnet", "paddle", "cupy", "tinygrad", "mindspore", "jittor", "oneflow"};
constexpr std::array<std::string_view, 6> kOnTopOfTorch = {"lightning",    "pytorch_lightning", "accelerate",
                                                           "transformers", "diffusers",         "deepspeed"};

// What only objects of torch have: who uses them speaks of torch without importing it.
constexpr std::array<std::string_view, 7> kOfTorch = {"backward",  "zero_grad", "requires_grad", "requires_grad_",
                                                      "unsqueeze", "cuda",      "detach"};

/// A module of the importing one's own project.
bool is_own(const Project& project, const ModuleInput& importer, std::string_view name) {
  for (const std::uint32_t module : project.modules_called(name)) {
    const ModuleInput& input = project.modules()[module].input;
    if (!input.is_library && input.group == importer.group) return true;
  }
  return false;
}

void add_import(const Project& project, const ModuleInput& module, const model::ImportedName* imported,
                const model::ImportFrom* from, Spoken& spoken) {
  const auto path = from != nullptr ? from->module : imported->path;
  // What comes from the project itself may speak of tensors.
  spoken.torch |= path.empty() || (from != nullptr && from->level > 0);
  if (path.empty()) return;
  const std::string_view name = project.symbols().text(path.front());
  const bool is_framework = std::ranges::find(kOtherFrameworks, name) != kOtherFrameworks.end();
  const bool is_array = is_framework || std::ranges::find(kOtherArrays, name) != kOtherArrays.end();
  if (is_array || name.starts_with("torch")) {
    std::vector<model::Symbol>& names = is_array ? spoken.array_names : spoken.torch_names;
    const auto add = [&](const model::ImportedName& one) { names.push_back(one.alias ? one.alias : one.path.front()); };
    if (from == nullptr) add(*imported);
    if (from != nullptr) std::ranges::for_each(from->names, add);
  }
  spoken.imports_torch |= name.starts_with("torch") || std::ranges::find(kOnTopOfTorch, name) != kOnTopOfTorch.end();
  spoken.torch |= spoken.imports_torch || is_own(project, module, name);
  spoken.other_arrays |= is_array;
  spoken.other_framework |= is_framework;
}

/// The imports of a block, but for those of the functions and classes in it.
void add_imports(const Project& project, const ModuleInput& module, model::Block block, Spoken& spoken) {
  for (const model::Statement* statement : block) {
    if (statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass) continue;
    if (const auto* import = statement->get_if<model::Import>()) {
      for (const model::ImportedName& name : import->names) add_import(project, module, &name, nullptr, spoken);
    } else if (const auto* from = statement->get_if<model::ImportFrom>()) {
      add_import(project, module, nullptr, from, spoken);
    }
    model::for_each_part(
        *statement, [](const model::Expression*) {},
        [&](model::Block inner) { add_imports(project, module, inner, spoken); });
  }
}

bool uses_what_torch_has(const model::SymbolTable& symbols, model::Block body) {
  bool found = false;
  model::walk_expressions(body, [&](const model::Expression& expression) {
    const auto* attribute = expression.get_if<model::Attribute>();
    found |= attribute != nullptr && std::ranges::find(kOfTorch, symbols.text(attribute->name)) != kOfTorch.end();
  });
  return found;
}

bool among(const std::vector<model::Symbol>& names, model::Symbol name) {
  return std::ranges::find(names, name) != names.end();
}

bool names_mostly_torch(const Spoken& spoken, model::Block body) {
  std::size_t torch = 0;
  std::size_t arrays = 0;
  model::walk_expressions(body, [&](const model::Expression& expression) {
    const auto* name = expression.get_if<model::Name>();
    if (name == nullptr) return;
    torch += among(spoken.torch_names, name->name) ? 1 : 0;
    arrays += among(spoken.array_names, name->name) ? 1 : 0;
  });
  return torch > arrays;
}

}  // namespace

UseTable::Shelf::~Shelf() {
  for (const std::atomic<const NameUses*>& each : uses) {
    const std::unique_ptr<const NameUses> owned(each == &nothing() ? nullptr : each.load());
  }
}

const NameUses& UseTable::nothing() {
  static const NameUses uses;
  return uses;
}

void UseTable::begin(Shelves& shelves, std::uint32_t module) const {
  shelves[module] = std::make_shared<Shelf>(project_.modules()[module].input.module->functions.size() + 1);
}

UseTable::UseTable(const Project& project, const Known& known)
    : project_(project), known_(known), names_(known, project.symbols()), spoken_(project.modules().size()) {
  for (std::uint32_t module = 0; module < spoken_.size(); ++module) listen(module);
  settle_torch();
  for (Shelves& shelves : read_) {
    shelves.resize(spoken_.size());
    for (std::uint32_t module = 0; module < spoken_.size(); ++module) begin(shelves, module);
  }
}

UseTable::UseTable(const Project& project, const Known& known, const UseTable& before,
                   std::span<const std::uint32_t> changed, bool follows_alike)
    : project_(project), known_(known), names_(known, project.symbols()), spoken_(before.spoken_) {
  for (const std::uint32_t module : changed) listen(module);
  settle_torch();
  for (std::size_t level = 0; level < read_.size(); ++level) {
    Shelves& shelves = read_[level];
    shelves.resize(spoken_.size());
    if (level == 0 || follows_alike) {
      shelves = before.read_[level];
      for (const std::uint32_t module : changed) begin(shelves, module);
    } else {
      for (std::uint32_t module = 0; module < spoken_.size(); ++module) begin(shelves, module);
    }
  }
}

void UseTable::take_what_is_followed(const UseTable& before, std::span<const std::uint32_t> changed) {
  for (std::size_t level = 1; level < read_.size(); ++level) {
    Shelves shelves = before.read_[level];
    for (const std::uint32_t module : changed) shelves[module] = std::move(read_[level][module]);
    read_[level] = std::move(shelves);
  }
}

/// To what a module speaks of: its text, and which names of modules are the project's own.
void UseTable::listen(std::uint32_t module) {
  const model::Module& text = *project_.modules()[module].input.module;
  Spoken& spoken = spoken_[module] = {};
  spoken.is_python = text.language == model::Language::kPython;
  if (!spoken.is_python) return;
  add_imports(project_, project_.modules()[module].input, text.body, spoken);
  if (spoken.other_framework && !spoken.imports_torch) spoken.torch = false;
  if (!spoken.torch && !spoken.other_framework) spoken.torch = uses_what_torch_has(project_.symbols(), text.body);
  if (spoken.torch && spoken.other_arrays) spoken.mostly_torch = names_mostly_torch(spoken, text.body);
  spoken.by_own_import = spoken.torch && spoken.other_arrays && !spoken.imports_torch &&
                         !uses_what_torch_has(project_.symbols(), text.body);
}

/// A file of NumPy that imports parts of its own project speaks of tensors if one of these does, or what they import.
void UseTable::settle_torch() {
  for (std::uint32_t module = 0; module < spoken_.size(); ++module) {
    if (spoken_[module].by_own_import) spoken_[module].torch = leads_to_torch(module);
  }
}

bool UseTable::leads_to_torch(std::uint32_t module) const {
  std::vector<std::uint32_t> todo = {module};
  std::unordered_set<std::uint32_t> seen = {module};
  while (!todo.empty()) {
    const std::uint32_t each = todo.back();
    todo.pop_back();
    const std::vector<std::uint32_t> reach = project_.reach_of(each);
    // What is not found may be anything.
    if (each == module && reach.empty()) return true;
    for (const std::uint32_t other : reach) {
      const Spoken& spoken = spoken_[other];
      const bool is_own = !project_.modules()[other].input.is_library;
      if (is_own && (!spoken.is_python || (spoken.torch && !spoken.by_own_import))) return true;
      if (is_own && seen.insert(other).second) todo.push_back(other);
    }
  }
  return false;
}

const NameUses& UseTable::of(std::uint32_t module, const FunctionInfo* function, int level, Memory& memory) const {
  Shelf& shelf = *read_[static_cast<std::size_t>(level)][module];
  const std::size_t number = function == nullptr ? shelf.uses.size() - 1 : function->function->id;
  std::atomic<const NameUses*>& place = shelf.uses[number];
  if (const NameUses* before = place.load(std::memory_order_acquire)) return *before;
  const NameUses* now = read(module, function, level, memory);
  const NameUses* other = nullptr;
  if (place.compare_exchange_strong(other, now, std::memory_order_acq_rel)) return *now;
  // Another thread has read the same meanwhile.
  const std::unique_ptr<const NameUses> unneeded(now == &nothing() ? nullptr : now);
  return *other;
}

/// A file that speaks of other arrays too may do so elsewhere: a function that names torch and no other arrays, and
/// turns none into the other, handles tensors. One that names neither handles what its file mostly speaks of.
bool UseTable::arrays_are_tensors(std::uint32_t module, const FunctionInfo* function) const {
  const Spoken& spoken = spoken_[module];
  if (!spoken.torch || !spoken.other_arrays) return spoken.torch;
  if (function == nullptr) return false;
  Named named;
  look_at_annotations(spoken, *function, named);
  model::walk_expressions(function->function->body,
                          [&](const model::Expression& part) { look_at(spoken, part, named); });
  return (named.torch || spoken.mostly_torch) && !named.arrays;
}

/// `-> np.ndarray`, where nothing in the function makes an array of a tensor.
bool UseTable::declares_arrays(std::uint32_t module, const FunctionInfo* function) const {
  const Spoken& spoken = spoken_[module];
  if (function == nullptr || !spoken.other_arrays) return false;
  Named declared;
  look_at_annotations(spoken, *function, declared);
  if (!declared.arrays || declared.torch) return false;
  bool converts = false;
  model::walk_expressions(function->function->body, [&](const model::Expression& expression) {
    const auto* name = expression.get_if<model::Name>();
    const auto* attribute = expression.get_if<model::Attribute>();
    converts |= name != nullptr && among(spoken.torch_names, name->name);
    converts |= attribute != nullptr && (attribute->name == names_.numpy || attribute->name == names_.cpu);
  });
  return !converts;
}

void UseTable::look_at(const Spoken& spoken, const model::Expression& expression, Named& named) const {
  if (const auto* name = expression.get_if<model::Name>()) {
    named.torch |= among(spoken.torch_names, name->name);
    named.arrays |= among(spoken.array_names, name->name);
  } else if (const auto* attribute = expression.get_if<model::Attribute>()) {
    named.arrays |= attribute->name == names_.numpy || attribute->name == names_.from_numpy;
  }
}

void UseTable::look_at_annotations(const Spoken& spoken, const FunctionInfo& function, Named& named) const {
  const auto look = [&](const model::Expression& part) { look_at(spoken, part, named); };
  for (const model::Parameter& parameter : function.function->parameters) {
    if (parameter.annotation != nullptr) model::walk(*parameter.annotation, look);
  }
  const model::Expression* returned = function.function->return_annotation;
  if (returned != nullptr) model::walk(*returned, look);
}

const NameUses* UseTable::read(std::uint32_t module, const FunctionInfo* function, int level, Memory& memory) const {
  // What only tensors and modules do says so even where nothing is imported, unless arrays of others are at hand.
  const Spoken& spoken = spoken_[module];
  if (!spoken.is_python || (!spoken.torch && spoken.other_arrays)) return &nothing();
  NameUses::Callees callees;
  if (level > 0) {
    callees = [&](const FunctionInfo& callee) -> const NameUses& {
      return of(callee.module, &callee, level - 1, memory);
    };
  }
  auto uses =
      std::make_unique<NameUses>(project_, known_, names_, module, function, arrays_are_tensors(module, function),
                                 callees, memory[static_cast<std::size_t>(level)]);
  return uses->empty() ? &nothing() : uses.release();
}

}  // namespace syncfree::inference
