// The linked project: modules by name, what each top-level name refers to, classes with their ancestors, functions with
// their scopes. Nothing here is evaluated; it is what imports, definitions and decorators say by themselves.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "analyzer/catalog/catalog.h"
#include "analyzer/inference/assumptions.h"
#include "analyzer/inference/import_search.h"
#include "analyzer/inference/layers.h"
#include "analyzer/inference/module_names.h"
#include "analyzer/inference/project_numbers.h"
#include "analyzer/inference/scope.h"
#include "analyzer/model/flat_map.h"
#include "analyzer/model/module.h"
#include "analyzer/model/symbol.h"
#include "analyzer/values/lattice.h"

namespace syncfree::inference {

inline constexpr std::uint32_t kNowhere = 0xFFFFFFFF;

/// A name that stands for a function of another module, though nothing imports it.
struct OutsideFunction {
  model::Symbol name;
  std::uint32_t file;      ///< ModuleInput::file of that module
  std::uint32_t function;  ///< model::Function::id there
};

/// A module as the caller hands it in. `module` must outlive the project.
struct ModuleInput {
  const model::Module* module;
  std::string name;                          ///< dotted, as Python would import it: "torchvision.ops.boxes"
  bool is_package = false;                   ///< the file is an `__init__`
  std::uint32_t file = 0;                    ///< the caller's number for the file
  const Assumptions* assumptions = nullptr;  ///< must outlive the project; null: none
  /// Where the file lies, with slashes and without its extension; of an `__init__` its folder. Empty: as the name says.
  std::string place = {};
  std::string root = {};    ///< the folder that holds the file, or the outermost package around it
  bool is_test = false;     ///< a test, an example, a benchmark: it uses what others decide about
  bool in_tests = false;    ///< a test alone: it runs in no step
  bool is_library = false;  ///< read for those who import it, who are never seen from there; nothing in it is reported
  bool is_shown = false;    ///< the project's own, and read for those who import it
  std::uint32_t group = 0;  ///< modules of different groups have nothing to do with one another but libraries
  std::vector<OutsideFunction> outside = {};
  /// By model::Function::id: matters for what it gives to those who call it alone, since nobody gets to a wait from
  /// there. Empty: no function is of that kind.
  std::vector<bool> silent = {};
};

enum class TargetKind : std::uint8_t { kNothing, kLibrary, kModule, kFolder, kClass, kFunction, kVariable };

/// What a name refers to before anything is evaluated.
struct Target {
  TargetKind kind = TargetKind::kNothing;
  /// Catalog node, module, class or function number; for kFolder, which has no `__init__`, its node among the names of
  /// modules; for kVariable the module.
  std::uint32_t index = kNowhere;
  model::Symbol name;  ///< for kVariable

  explicit operator bool() const { return kind != TargetKind::kNothing; }
  friend bool operator==(const Target&, const Target&) = default;
};

struct FunctionInfo {
  const model::Function* function;
  std::uint32_t module;
  std::uint32_t owner = kNowhere;  ///< class number, for what is defined directly in a class body
  Scope scope;                     ///< slots of its parameters and local names
  bool is_static = false;
  bool is_class_method = false;
  bool is_property = false;
  bool is_context_manager = false;
  bool is_abstract = false;     ///< only refuses: its body says nothing of what an override does
  bool is_device_code = false;  ///< compiled for the GPU (triton, numba): not host code
  bool is_overload = false;     ///< a typing.overload declaration
  bool reads_data = false;      ///< for a loader, which calls it in processes of their own
  bool is_on_host = false;      ///< reads data, or controls other processes: tensors of others are on the CPU
  bool is_compiled = false;     ///< by torch.compile, as it or what it stands in says
  bool is_traced = false;       ///< is compiled, or a helper of what is: what Python does with numbers is in the graph
  bool has_inner_functions = false;
  std::vector<model::Symbol> rebound_inside = {};  ///< its variables that inner functions bind again (`nonlocal`)
  bool is_marked_hot = false;                      ///< a user says that it runs in each step
  std::uint32_t wrapper = kNowhere;  ///< catalog node of a user's, which says what a call of it does besides
  /// Stores one parameter under the name that another holds (`setattr(self, name, value)`): slots, or -1.
  std::int16_t setter_name = -1;
  std::int16_t setter_value = -1;
  bool gives_back_self = false;             ///< each `return` of a method gives what it was called on
  const model::Call* moves_self = nullptr;  ///< of a constructor: the last `self.to(device)` or `self.cuda()` in it
};

struct ClassInfo {
  const model::Class* definition;
  std::uint32_t module;
  std::vector<std::uint32_t> ancestors = {};      ///< project classes in method resolution order, itself first
  std::vector<std::uint32_t> library_bases = {};  ///< catalog nodes of the library classes among all ancestors
  std::vector<std::uint32_t> children = {};       ///< direct project subclasses, in project order
  model::FlatMap<model::Symbol, std::uint32_t> methods = {};  ///< own functions by name; the last definition counts
  std::vector<model::Symbol> field_order = {};  ///< annotated names of its body in order (dataclass, NamedTuple)
  model::FlatMap<model::Symbol, const model::Expression*> annotations = {};  ///< of its body
  bool is_module = false;          ///< derives from torch.nn.Module, or all its subclasses do
  bool has_unknown_base = false;   ///< a direct one, that nobody sees
  bool is_record = false;          ///< dataclass, NamedTuple: its constructor stores the fields
  bool makes_constructor = false;  ///< it is a record by its own decorator or base, so it has a generated constructor
  bool is_named_tuple = false;
};

/// Whether distributions check their arguments where nothing is asked of them.
enum class Validation : std::uint8_t { kOn, kOff, kNotKnown };

struct ModuleInfo {
  ModuleInput input;
  std::uint32_t first_function = 0;  ///< project number of its Function with id 0
  std::uint32_t first_class = 0;
  bool is_hole = false;                            ///< no module: its number is free
  Importer place;                                  ///< in Project's ModuleNames
  bool in_package = false;                         ///< or a package itself
  bool speaks_of_defaults = false;                 ///< its text may change what torch does by default
  bool sets_default_device = false;                ///< what is made without a device may be made on the GPU
  values::Places default_device;                   ///< that an import has told torch; empty: none
  Validation validation = Validation::kOn;         ///< as its package has told all distributions
  bool tests_gradients = false;                    ///< by anomaly detection, whenever a gradient is computed
  bool needs_other_accelerator = false;            ///< it imports a package that runs only where CUDA is not
  bool moves_nothing = false;                      ///< its text puts nothing on a GPU, and hands no work to one
  bool stays_on_cpu = false;                       ///< it is of a program that never names a GPU
  bool may_be_scripted = false;                    ///< by TorchScript: it says so, or code that does names it
  std::uint32_t measured = kNowhere;               ///< the catalog's namespace of that name, if it is a library's
  Scope scope;                                     ///< slots of its top-level names
  model::FlatMap<model::Symbol, Target> bindings;  ///< definitions and resolved-once imports
};

/// Immutable after construction.
class Project {
 public:
  /// `jobs` threads share the work.
  Project(std::vector<ModuleInput> inputs, const catalog::Catalog& catalog, model::SymbolTable& symbols, unsigned jobs,
          std::span<const SourceRoot> roots = {}, bool has_room = false);
  /// The project of the same files with other texts, if all that decides about other modules is what it was: then only
  /// the modules with other models are described again. Null otherwise. Catalog, symbols and roots are those of
  /// `before`. `spare`: a former project of no use any more, which becomes the new one where `before` was made of it,
  /// so that only what is different is copied; null: there is none.
  static std::unique_ptr<Project> again(std::vector<ModuleInput> inputs, const Project& before,
                                        std::unique_ptr<Project> spare = nullptr);
  /// The project of these files, in which what is as it was in `before` has the numbers that it had there; `before`
  /// has room. Null if there is no room for what is new. Catalog and symbols are those of `before`.
  static std::unique_ptr<Project> after(std::vector<ModuleInput> inputs, const Project& before, unsigned jobs,
                                        std::span<const SourceRoot> roots);
  /// For `again`, which describes the changed modules of the copy.
  Project(const Project& other);
  Project& operator=(const Project&) = delete;
  ~Project() = default;

  /// By number, with holes.
  std::span<const ModuleInfo> modules() const { return modules_; }
  bool is_cxx(std::uint32_t module) const { return modules_[module].input.module->language == model::Language::kCxx; }
  /// The numbers of modules in the order of their names, without holes.
  std::span<const std::uint32_t> order() const { return order_; }
  std::span<const FunctionInfo> functions() const { return functions_; }
  std::span<const ClassInfo> classes() const { return classes_; }
  const catalog::Catalog& catalog() const { return catalog_; }
  model::SymbolTable& symbols() const { return symbols_; }
  const Layers& layers() const { return layers_; }

  std::uint32_t find_module(std::string_view dotted) const;
  /// By full name, in order.
  std::span<const std::uint32_t> modules_called(std::string_view dotted) const;
  /// By full dotted name, through modules, re-exports and classes.
  Target find(std::string_view dotted) const;
  /// In all modules of that name.
  std::vector<Target> find_all(std::string_view dotted) const;
  /// What `import a.b.c` in a module names: the first `count` parts of it.
  Target imported(std::uint32_t module, std::span<const model::Symbol> path, std::size_t count) const;
  /// A top-level name of a module, through its imports. kVariable if the module assigns it.
  Target resolve(std::uint32_t module, model::Symbol name) const;
  /// `import decord`, of which nothing is known: it is a module all the same.
  bool imports_strange_module(std::uint32_t module, model::Symbol name) const;
  /// Member of a namespace, module or class target.
  Target member(const Target& target, model::Symbol name) const;
  /// `a.b.c` as written in `module`, for annotations, decorators and bases; kNothing for anything else than names and
  /// attributes.
  Target resolve(std::uint32_t module, const model::Expression& expression) const;
  /// Whether a call switches torch's anomaly detection on or off; nothing for other calls, or where arguments decide.
  std::optional<bool> anomaly_detection(std::uint32_t module, const model::Expression& expression) const;
  /// What `from … import name` inside a function of `module` gives.
  Target imported(std::uint32_t module, const model::ImportFrom& statement, model::Symbol name) const;
  /// Through the ancestors of `klass`, starting after `after` (kNowhere: at the class itself); kNowhere if none defines
  /// it.
  std::uint32_t find_method(std::uint32_t klass, model::Symbol name, std::uint32_t after = kNowhere) const;
  bool derives(std::uint32_t klass, std::uint32_t base) const;
  /// Of what the layer sees, some class that derives from no library's has a method of that name.
  bool is_own_method(model::Symbol name, std::uint32_t layer) const;
  /// The function that each method of that name is, whatever its class; kNowhere if there are none or several.
  std::uint32_t only_method(model::Symbol name) const;
  /// The `__init__` that a constructor call runs; kNowhere if it is a record's generated one, or none of the project's.
  std::uint32_t constructor(std::uint32_t klass, model::Symbol init) const;
  /// The modules that its imports run or take something from.
  std::vector<std::uint32_t> reach_of(std::uint32_t module) const;
  /// What a module has from others, as text says it; each once.
  std::vector<model::Symbol> imported_names(std::uint32_t module) const;
  /// An import of the module gives it the name, which means nothing of the project: `from matplotlib import pyplot`.
  bool is_import_of_others(std::uint32_t module, model::Symbol name) const;
  /// Functions of a private name to which a package gives a public one, in order: `from .old import _mean as mean`.
  std::vector<std::uint32_t> publicly_named() const;
  /// "Trainer.step"
  std::string qualified_name(std::uint32_t function) const;
  /// Another project of the same files, some with other texts, gives its modules, functions and classes the same
  /// numbers and says the same of them, as far as this can be said without their texts.
  bool links_as(const Project& other) const;
  /// The same for projects that were made of one another by `again`.
  const std::shared_ptr<const int>& links() const { return links_; }
  /// It was made by `after`, of that project or of one that it links as.
  bool is_after(const Project& other) const { return after_ && after_ == other.links_; }
  const ProjectNumbers& numbers() const { return numbers_; }

 private:
  friend class LinkComparison;  // link_changes.cpp
  /// `inputs` are sorted. `numbers`: nothing for those in order. `before`: whose numbers these are; null: there is
  /// none.
  Project(std::vector<ModuleInput> inputs, const catalog::Catalog& catalog, model::SymbolTable& symbols, unsigned jobs,
          std::span<const SourceRoot> roots, bool has_room, std::optional<ProjectNumbers> numbers,
          const Project* before);
  static std::vector<ModuleInput> sorted(std::vector<ModuleInput> inputs);
  static ProjectNumbers numbers_of(std::span<const ModuleInput> inputs, bool has_room);
  bool is_laid_out_as(const Project& before) const;
  static std::string place_of_name(std::string name);
  bool describe_again(std::uint32_t module, const Project& before);
  void copy_what_differs(const Project& other);
  std::vector<std::uint8_t> names_of_functions() const;
  bool uses_functions_as(const Project& before, std::span<const std::uint32_t> modules) const;
  void collect_bindings(std::uint32_t module);
  void bind_variables(std::uint32_t module);
  void describe_functions(const ModuleInfo& module);
  void describe_class(ClassInfo& info);
  void link_classes();
  struct Hierarchy;
  void mark_parts_of_modules(const Hierarchy& hierarchy);
  bool gives_from_gpu(const ClassInfo& info) const;
  bool reads_data(const ClassInfo& info) const;
  bool is_transform_of_library(const ClassInfo& info) const;
  std::vector<bool> transforms_of_data() const;
  std::vector<bool> collators() const;
  bool is_called_by_its_class(const FunctionInfo& info) const;
  bool controls_others(const ClassInfo& info, model::Symbol ray) const;
  bool sets_default_device(const ModuleInfo& module) const;
  values::Places default_device_when_imported(const ModuleInfo& module) const;
  void tell_what_scripts_import(std::span<const std::vector<std::uint32_t>> imports);
  void spread_default_devices(std::span<const std::vector<std::uint32_t>> imports,
                              std::span<const std::uint32_t> homes);
  void spread_default_validation(std::span<const std::uint32_t> homes);
  void spread_anomaly_detection(std::span<const std::vector<std::uint32_t>> imports,
                                std::span<const std::uint32_t> homes);
  void find_cpu_programs(std::span<const std::vector<std::uint32_t>> imports, std::span<const std::uint32_t> homes);
  void spread_scripting(std::span<const std::uint32_t> homes);
  void mark_host_code();
  void mark_helpers(std::span<bool FunctionInfo::* const> marks);
  template <class Visit>
  void for_each_use_of_function(const ModuleInfo& module, std::span<const std::uint8_t> is_name,
                                const Visit& visit) const;
  void describe_function(FunctionInfo& info);
  void note_rebound(const ModuleInfo& module, const model::Function& function, model::Symbol name);
  void apply_assumptions();
  void add_module(ModuleInput input, const ModuleNumbers& numbers);
  void resolve_imports();
  void bind_outside_functions();
  void take_measured_classes();
  void make_layers(unsigned jobs);
  std::uint32_t home_of(const ModuleInfo& module) const;
  Target library(std::span<const model::Symbol> path) const;
  bool is_measured(std::uint32_t module, model::Symbol name) const;
  bool is_inside(const ModuleInfo& module, model::Symbol package) const;
  Target place(std::uint32_t node) const;
  Target own_member(std::uint32_t module, model::Symbol name) const;
  std::vector<std::uint32_t> modules_named(std::string_view dotted) const;
  void linearize(std::uint32_t klass, Hierarchy& hierarchy);
  void find_bases(std::uint32_t klass, Hierarchy& hierarchy);
  bool is_module_by_its_methods(const ClassInfo& info) const;
  void inherit(std::uint32_t klass, Hierarchy& hierarchy);
  std::vector<std::uint32_t> ancestors_of(std::uint32_t klass, Hierarchy& hierarchy) const;
  /// `asked`: the names that this search has met so far; each is looked up once, so star imports in circles end.
  using Asked = model::FlatMap<std::uint64_t, std::uint8_t>;
  Target resolve(std::uint32_t module, model::Symbol name, Asked& asked) const;
  void add_imported_names(std::uint32_t module, model::FlatMap<std::uint32_t, std::uint8_t>& asked,
                          model::FlatMap<model::Symbol, std::uint8_t>& names) const;
  /// A module inside a package; kNothing if there is none of that name.
  Target submodule(const Target& module, model::Symbol name) const;
  /// What `from <level dots><path> import` takes its names from.
  Target source_of(std::uint32_t module, std::uint32_t level, std::span<const model::Symbol> path) const;

  struct Import {
    Target source;       ///< a module or a library namespace
    model::Symbol name;  ///< imported from it; empty for `import module`
    friend bool operator==(const Import&, const Import&) = default;
  };
  struct ModuleImports {
    model::FlatMap<model::Symbol, std::vector<Import>> names;
    std::vector<Target> stars;
    std::unordered_set<std::uint32_t> modules;        ///< names of `import module`, where nothing stands in for it
    model::FlatMap<model::Symbol, Target> fallbacks;  ///< what a handler defines in place of an import that failed
  };

  const catalog::Catalog& catalog_;
  model::SymbolTable& symbols_;
  ProjectNumbers numbers_;
  std::vector<std::uint32_t> order_;
  std::vector<ModuleInfo> modules_;
  std::vector<ModuleImports> imports_;
  std::vector<FunctionInfo> functions_;
  std::vector<ClassInfo> classes_;
  ModuleNames names_;
  ImportSearch search_{names_};
  Layers layers_;
  model::FlatMap<std::uint32_t, std::uint32_t> modules_of_libraries_;      ///< by catalog node
  model::FlatMap<std::uint32_t, std::uint32_t> measured_classes_;          ///< catalog nodes by class
  model::FlatMap<model::Symbol, std::vector<std::uint32_t>> own_methods_;  ///< modules whose own classes have them
  model::FlatMap<model::Symbol, std::uint32_t> only_methods_;              ///< kNowhere: several
  std::uint32_t module_class_ = kNowhere;                                  ///< torch.nn.Module
  std::shared_ptr<const int> links_ = std::make_shared<const int>();
  std::shared_ptr<const int> after_ = {};  ///< links of the project whose numbers it has
};

}  // namespace syncfree::inference
