#include "frontends/cxx/link.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace syncfree::cxx {

namespace {

constexpr std::size_t kMostOverloads = 3;    // that one call may mean
constexpr std::size_t kMostMeanings = 8;     // of one call: methods of several classes
constexpr std::size_t kMostVisible = 2'000;  // files that one includes, directly or not
constexpr std::size_t kMostOfFamily = 64;    // classes above or below one
constexpr std::size_t kMostTargets = 64;     // functions that one field of tables points to; more say nothing
constexpr std::size_t kMostIncluding = 200;  // files that include one, directly or not
/// Methods that so many classes have that the name alone says nothing.
constexpr std::array<std::string_view, 45> kCommon = {
    "size",  "begin", "end",   "data",   "get",    "reset",   "clear",  "push_back", "at",
    "front", "back",  "empty", "resize", "find",   "insert",  "erase",  "count",     "str",
    "c_str", "wait",  "join",  "lock",   "unlock", "run",     "start",  "stop",      "close",
    "open",  "read",  "write", "load",   "save",   "init",    "update", "step",      "forward",
    "set",   "add",   "swap",  "append", "assign", "release", "value",  "apply",     "execute"};

struct FunctionSite {
  std::uint32_t file;
  std::uint32_t index;  ///< in FileLinks::functions
};

/// How much of two paths is the same, in folders.
std::size_t shared_folders(std::string_view a, std::string_view b) {
  std::size_t shared = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size() && a[i] == b[i]; ++i) shared += a[i] == '/' ? 1 : 0;
  return shared;
}

/// What no conversion of the language makes of each other: a call that gives the one means no function that takes the
/// other.
bool conflict(Type given, Type taken) {
  const auto is_plain = [](Type type) { return type == Type::kNumber || type == Type::kPointer; };
  const auto is_vector = [](Type type) { return type == Type::kHostVector || type == Type::kDeviceVector; };
  const auto is_tensor = [](Type type) { return type == Type::kTensor || type == Type::kTensorList; };
  if (given == taken) return false;
  if (is_plain(given)) return is_plain(taken) || is_vector(taken) || is_tensor(taken);
  return is_vector(given) && (is_plain(taken) || taken == Type::kTensor);
}

bool conflict(const ArgumentTypes& given, const ArgumentTypes& taken) {
  return !std::ranges::equal(given, taken, [](Type one, Type other) { return !conflict(one, other); });
}

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

class Linker {
 public:
  Linker(std::span<const LinkedFile> files, model::SymbolTable& symbols) : files_(files), symbols_(symbols) {
    for (const std::string_view name : kCommon) common_.insert(symbols_.intern(name).id);
    includes_.resize(files.size());
    for (Visible& visible : visible_) visible.rounds.assign(files.size(), 0);
    for (std::uint32_t file = 0; file < files.size(); ++file) {
      if (files[file].module != nullptr) enter(file);
    }
    for (std::uint32_t file = 0; file < files.size(); ++file) {
      if (files[file].module == nullptr) continue;
      for (const LinkedPointer& each : files[file].links->pointers) put(file, each);
    }
    find_twins();
  }

  std::vector<std::vector<OutsideName>> run() {
    std::vector<std::vector<OutsideName>> names(files_.size());
    for (std::uint32_t file = 0; file < files_.size(); ++file) {
      if (files_[file].module == nullptr || has_twin_[file]) continue;
      given_.clear();
      for (const LinkedCall& call : files_[file].links->calls) link(file, call, names[file]);
      std::ranges::sort(names[file], {}, [](const OutsideName& each) { return std::pair(each.file, each.function); });
      const auto again = std::ranges::unique(names[file], {}, &OutsideName::name);
      names[file].erase(again.begin(), again.end());
    }
    return names;
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  struct Includes {
    bool is_known = false;
    std::vector<std::uint32_t> files;
  };
  /// What a file includes itself, or all that those who include it see.
  enum class View : std::uint8_t { kOwn, kOfIncluding };
  struct Visible {
    std::uint32_t from = kNone;
    std::uint32_t round = 0;
    std::vector<std::uint32_t> rounds;  ///< by file: the last round that saw it
  };

  void enter(std::uint32_t file) {
    const FileLinks& links = *files_[file].links;
    by_name_[file_name(files_[file].path)].push_back(file);
    for (std::uint32_t i = 0; i < links.functions.size(); ++i)
      functions_[links.functions[i].called.id].push_back({file, i});
    for (const LinkedClass& each : links.classes) {
      auto& bases = bases_[each.name];
      for (const std::string_view base : each.bases) {
        if (std::ranges::find(bases, base) == bases.end()) bases.push_back(base);
        auto& derived = derived_[base];
        if (std::ranges::find(derived, each.name) == derived.end()) derived.push_back(each.name);
      }
    }
    for (const LinkedField& field : links.fields) fields_[field.name].push_back(&field);
    for (const LinkedTable& table : links.tables) {
      tables_.emplace(table.owner, &table);
      for (const std::string_view field : table.fields) {
        if (!field.empty()) targets_[field];
      }
    }
  }

  /// A function goes into a table, from which others call it.
  void put(std::uint32_t file, const LinkedPointer& entry) {
    std::string_view field = entry.field;
    std::string_view type = entry.type;
    if (type.empty() && !entry.receiver.empty()) type = type_of_field(entry.receiver, {});
    if (field.empty()) {
      const auto table = tables_.find(type);
      if (table == tables_.end() || entry.position >= table->second->fields.size()) return;
      field = table->second->fields[entry.position];
    }
    const auto known = targets_.find(field);
    const auto places = functions_.find(symbols_.find(entry.function).id);
    if (known == targets_.end() || places == functions_.end()) return;
    for (const FunctionSite place : places->second) {
      const bool fits = entry.owner.empty() || function(place).owner == entry.owner;
      if (place.file != file || !fits || function(place).id == LinkedFunction::kDeclared) continue;
      if (known->second.size() <= kMostTargets) known->second.push_back({.type = type, .place = place});
      return;
    }
  }

  /// What `table->run(x)` may call, where `run` points to a function: one that names something of a GPU, if there are
  /// several, because what the others do does not wait.
  std::vector<FunctionSite> targets_of(std::uint32_t file, const LinkedCall& call, std::string_view klass) const {
    const auto found = targets_.find(symbols_.text(call.called));
    if (call.kind != LinkedKind::kMethod || found == targets_.end() || found->second.size() > kMostTargets) return {};
    std::vector<FunctionSite> places;
    for (const Target& each : found->second) {
      if (!klass.empty() && !each.type.empty() && each.type != klass) continue;
      if (klass.empty() && common_.contains(call.called.id)) continue;
      if (!function(each.place).arity.takes(call.count)) continue;
      if (files_[each.place.file].is_apart && !files_[file].is_apart) continue;
      places.push_back(each.place);
    }
    if (places.size() > 1)
      std::erase_if(places, [&](FunctionSite place) { return !files_[place.file].links->names_library; });
    return places;
  }

  /// `ops.cpp` beside an `ops.cu` that defines most of its functions, which headers declare: no program holds both, so
  /// that one is for builds without a GPU.
  void find_twins() {
    has_twin_.assign(files_.size(), false);
    std::unordered_map<std::string_view, std::uint32_t> sources;  // by path without the extension
    for (std::uint32_t file = 0; file < files_.size(); ++file) {
      if (files_[file].module != nullptr && files_[file].path.ends_with(".cu")) sources.emplace(stem(file), file);
    }
    for (std::uint32_t file = 0; file < files_.size(); ++file) {
      const std::string_view path = files_[file].path;
      if (files_[file].module == nullptr || (!path.ends_with(".cpp") && !path.ends_with(".cc"))) continue;
      const auto found = sources.find(stem(file));
      has_twin_[file] = found != sources.end() && has_most_of(file, found->second);
    }
  }

  std::string_view stem(std::uint32_t file) const {
    return std::string_view(files_[file].path).substr(0, files_[file].path.rfind('.'));
  }

  bool has_most_of(std::uint32_t file, std::uint32_t other) const {
    std::size_t defined = 0;
    std::size_t shared = 0;
    for (const LinkedFunction& each : files_[file].links->functions) {
      if (each.id == LinkedFunction::kDeclared) continue;
      bool is_declared = false;
      bool is_there = false;
      for (const FunctionSite place : functions_.at(each.called.id)) {
        const LinkedFunction& known = function(place);
        if (known.owner != each.owner || known.types != each.types || known.arity.most != each.arity.most) continue;
        is_declared |= known.id == LinkedFunction::kDeclared;
        is_there |= known.id != LinkedFunction::kDeclared && place.file == other;
      }
      ++defined;
      if (is_declared && is_there) ++shared;
    }
    return 2 * shared > defined;
  }

  const LinkedFunction& function(FunctionSite place) const { return files_[place.file].links->functions[place.index]; }
  bool is_class(std::string_view name) const { return bases_.contains(name); }

  /// The class and those above it, and those below where `down`.
  bool is_of_family(std::string_view owner, std::string_view klass, bool down) const {
    if (owner == klass) return true;
    const auto reaches = [&](const auto& edges) {
      std::vector<std::string_view> todo = {klass};
      for (std::size_t i = 0; i < todo.size() && i < kMostOfFamily; ++i) {
        const auto found = edges.find(todo[i]);
        if (found == edges.end()) continue;
        for (const std::string_view next : found->second) {
          if (next == owner) return true;
          if (std::ranges::find(todo, next) == todo.end()) todo.push_back(next);
        }
      }
      return false;
    };
    return reaches(bases_) || (down && reaches(derived_));
  }

  bool is_below(std::string_view owner, std::string_view klass) const {
    return is_of_family(owner, klass, true) && !is_of_family(owner, klass, false);
  }

  /// `auto manager = get_manager(0)` reads as a class that is made, but is a function of the project.
  bool makes_object(std::string_view name) const {
    return !name.empty() && !is_class(name) && functions_.contains(symbols_.find(name).id);
  }

  /// Of the object of a method's call; empty if nothing says it.
  std::string_view class_of(const LinkedCall& call) const {
    if (makes_object(call.owner)) return given_by(functions_.at(symbols_.find(call.owner).id));
    if (call.owner.empty() && call.object < given_.size()) return given_[call.object];
    if (!call.owner.empty() || call.receiver.empty()) return call.owner;
    return type_of_field(call.receiver, call.around);
  }

  /// The class of the project that all of them give; empty if they differ.
  std::string_view given_by(std::span<const FunctionSite> places) const {
    const std::string_view first = places.empty() ? std::string_view() : function(places.front()).gives;
    const auto is_other = [&](FunctionSite place) { return function(place).gives != first; };
    return !is_class(first) || std::ranges::any_of(places, is_other) ? std::string_view() : first;
  }

  /// Of the class around, or of all classes that have a field of the name, if they agree; else empty.
  std::string_view type_of_field(std::string_view name, std::string_view around) const {
    const auto found = fields_.find(name);
    if (found == fields_.end()) return {};
    std::string_view any = found->second.front()->type;
    for (const LinkedField* field : found->second) {
      if (!around.empty() && is_of_family(field->owner, around, false)) return field->type;
      if (field->type != any) any = {};
    }
    return any;
  }

  bool fits(const LinkedCall& call, std::string_view klass, const LinkedFunction& each) const {
    if (call.kind == LinkedKind::kMethod)
      return is_class(each.owner) && (klass.empty() || is_of_family(each.owner, klass, true));
    if (!call.owner.empty())
      return each.owner == call.owner || (is_class(call.owner) && is_of_family(each.owner, call.owner, false));
    if (!is_class(each.owner)) return true;
    return each.owner == symbols_.text(call.called) ||
           (!call.around.empty() && is_of_family(each.owner, call.around, true));
  }

  void link(std::uint32_t file, const LinkedCall& call, std::vector<OutsideName>& names) {
    const bool is_method = call.kind == LinkedKind::kMethod;
    const std::string_view klass = is_method ? class_of(call) : std::string_view();
    given_.emplace_back();
    std::vector<FunctionSite> meant = meanings_of(file, call, klass);
    if (meant.empty()) meant = targets_of(file, call, klass);
    if (!meant.empty()) set_callee(file, call, meant, names);
  }

  std::vector<FunctionSite> meanings_of(std::uint32_t file, const LinkedCall& call, std::string_view klass) {
    const auto found = functions_.find(call.called.id);
    if (found == functions_.end()) return {};
    const bool is_method = call.kind == LinkedKind::kMethod;
    if (is_method && klass.empty() && common_.contains(call.called.id)) return {};
    std::vector<FunctionSite> defined;
    std::vector<FunctionSite> declared;
    for (const View view : {View::kOwn, View::kOfIncluding}) {
      for (const FunctionSite place : found->second) {
        const LinkedFunction& each = function(place);
        if (each.is_macro && place.file == file) continue;  // is expanded there
        if (!each.arity.takes(call.count) || !is_visible(view, file, place.file) || !fits(call, klass, each)) continue;
        (each.id == LinkedFunction::kDeclared ? declared : defined).push_back(place);
      }
      if (!defined.empty() || !declared.empty()) break;
    }
    // Who calls a method of a base class need not see the classes below it.
    if (is_method && !klass.empty() && (!defined.empty() || !declared.empty())) {
      for (const FunctionSite place : found->second) {
        const LinkedFunction& each = function(place);
        const bool is_hidden = files_[place.file].is_apart && !files_[file].is_apart;
        if (each.id == LinkedFunction::kDeclared || is_hidden || is_visible(View::kOwn, file, place.file)) continue;
        if (each.arity.takes(call.count) && each.owner != klass && is_below(each.owner, klass))
          defined.push_back(place);
      }
    }
    take_fitting(call, defined);
    take_fitting(call, declared);
    if (const auto exact = [&](FunctionSite place) { return takes_as_it_is(call, place); };
        std::ranges::any_of(defined, exact) || std::ranges::any_of(declared, exact)) {
      std::erase_if(defined, std::not_fn(exact));
      std::erase_if(declared, std::not_fn(exact));
    }
    given_.back() = given_by(defined.empty() ? declared : defined);
    // A definition in the file itself hides none of its other overloads, but those of other files.
    if (std::ranges::any_of(defined, [&](FunctionSite place) { return place.file == file; }))
      std::erase_if(defined, [&](FunctionSite place) { return place.file != file; });
    if (defined.empty()) defined = definitions_of(file, declared, found->second);
    if (is_method && klass.empty() && has_several_owners(defined)) return {};
    return defined;
  }

  /// Of overloads those that take arguments of the call's types, unless none does.
  void take_fitting(const LinkedCall& call, std::vector<FunctionSite>& places) const {
    const auto is_other = [&](FunctionSite place) { return conflict(call.types, function(place).types); };
    if (places.size() > 1 && !std::ranges::all_of(places, is_other)) std::erase_if(places, is_other);
  }

  /// Each argument is known, and of the parameter's own type: a template that takes anything gives way.
  bool takes_as_it_is(const LinkedCall& call, FunctionSite place) const {
    const std::size_t known = std::min<std::size_t>(call.count, call.types.size());
    const auto given = std::span(call.types).first(known);
    return !given.empty() && std::ranges::find(given, Type::kUnknown) == given.end() &&
           std::ranges::equal(given, std::span(function(place).types).first(known));
  }

  bool has_several_owners(std::span<const FunctionSite> places) const {
    return std::ranges::any_of(
        places, [&](FunctionSite place) { return function(place).owner != function(places.front()).owner; });
  }

  /// What is declared in a header is defined in a file that need not be visible: the nearest one, with the very types
  /// of the declaration if there is one.
  std::vector<FunctionSite> definitions_of(std::uint32_t file, std::span<const FunctionSite> declared,
                                           std::span<const FunctionSite> all) const {
    std::vector<FunctionSite> found;
    for (const FunctionSite head : declared) {
      std::pair<bool, std::size_t> best_fit;
      std::vector<FunctionSite> best;
      for (const FunctionSite place : all) {
        const LinkedFunction& each = function(place);
        if (each.id == LinkedFunction::kDeclared || each.owner != function(head).owner) continue;
        if (files_[place.file].is_apart && !files_[file].is_apart) continue;
        if (each.arity.most != function(head).arity.most || conflict(each.types, function(head).types)) continue;
        const std::pair fit = {each.types == function(head).types,
                               shared_folders(files_[head.file].path, files_[place.file].path)};
        if (fit < best_fit) continue;
        if (fit > best_fit) best.clear();
        best_fit = fit;
        best.push_back(place);
      }
      for (const FunctionSite place : best) {
        const bool is_known = std::ranges::any_of(
            found, [&](FunctionSite other) { return other.file == place.file && other.index == place.index; });
        if (!is_known) found.push_back(place);
      }
    }
    return found;
  }

  bool is_visible(View view, std::uint32_t from, std::uint32_t to) {
    if (view == View::kOwn && from == to) return true;
    Visible& visible = visible_[static_cast<std::size_t>(view)];
    if (visible.from != from) {
      visible.from = from;
      ++visible.round;
      if (view == View::kOwn) {
        look_up(visible, {from});
      } else {
        look_up(visible, including(from));
      }
    }
    return visible.rounds[to] == visible.round;
  }

  /// Marks these files and those that they include.
  void look_up(Visible& visible, std::vector<std::uint32_t> todo) {
    for (const std::uint32_t file : todo) visible.rounds[file] = visible.round;
    for (std::size_t i = 0; i < todo.size() && todo.size() < kMostVisible; ++i) {
      for (const std::uint32_t next : included_by(todo[i])) {
        if (visible.rounds[next] == visible.round) continue;
        visible.rounds[next] = visible.round;
        todo.push_back(next);
      }
    }
  }

  /// A header may use what those who include it have included before. What tests have is for them alone.
  std::vector<std::uint32_t> including(std::uint32_t header) {
    if (including_.empty()) {
      including_.resize(files_.size());
      for (std::uint32_t file = 0; file < files_.size(); ++file) {
        if (files_[file].module == nullptr) continue;
        for (const std::uint32_t included : included_by(file)) including_[included].push_back(file);
      }
    }
    std::vector<std::uint32_t> found;
    std::unordered_set<std::uint32_t> known = {header};
    const auto add_all = [&](std::uint32_t of) {
      for (const std::uint32_t file : including_[of]) {
        if (files_[file].is_apart && !files_[header].is_apart) continue;
        if (found.size() < kMostIncluding && known.insert(file).second) found.push_back(file);
      }
    };
    add_all(header);
    for (std::size_t i = 0; i < found.size(); ++i) add_all(found[i]);
    return found;
  }

  const std::vector<std::uint32_t>& included_by(std::uint32_t file) {
    Includes& includes = includes_[file];
    if (includes.is_known) return includes.files;
    includes.is_known = true;
    for (const std::string_view written : files_[file].links->includes) {
      if (const std::uint32_t found = header(file, written); found != kNone) includes.files.push_back(found);
    }
    return includes.files;
  }

  std::uint32_t header(std::uint32_t from, std::string_view written) const {
    while (written.starts_with("../") || written.starts_with("./")) written.remove_prefix(written.find('/') + 1);
    const auto found = by_name_.find(file_name(written));
    if (found == by_name_.end()) return kNone;
    std::uint32_t best = kNone;
    std::size_t nearest = 0;
    for (const std::uint32_t file : found->second) {
      const std::string_view path = files_[file].path;
      if (!path.ends_with(written) || (path.size() > written.size() && path[path.size() - written.size() - 1] != '/'))
        continue;
      const std::size_t shared = shared_folders(files_[from].path, path);
      if (best != kNone && shared <= nearest) continue;
      best = file;
      nearest = shared;
    }
    return best;
  }

  void set_callee(std::uint32_t file, const LinkedCall& call, std::span<const FunctionSite> meanings,
                  std::vector<OutsideName>& names) {
    model::Module& module = *files_[file].module;
    const model::TextRange range = call.call->callee->range;
    const model::Expression* callee = nullptr;
    const std::size_t most = has_several_owners(meanings) ? kMostMeanings : kMostOverloads;
    for (std::size_t i = std::min(meanings.size(), most); i-- > 0;) {
      const model::Expression* one = name_of(file, meanings[i], range, names);
      callee = callee == nullptr ? one : either(module, one, callee);
    }
    call.call->callee = callee;
  }

  const model::Expression* name_of(std::uint32_t file, FunctionSite place, model::TextRange range,
                                   std::vector<OutsideName>& names) {
    if (function(place).renames) return library(file, symbols_.text(function(place).renames), range);
    const std::uint32_t id = function(place).id;
    model::Symbol symbol = files_[place.file].module->functions[id]->name;
    if (place.file != file) {
      // With the name, which says something to who reads a condition.
      symbol = symbols_.intern("file " + std::to_string(place.file) + " " + std::to_string(id) + " " +
                               std::string(symbols_.text(symbol)));
      names.push_back({.name = symbol, .file = place.file, .function = id});
    }
    auto* node = make<model::Name>(*files_[file].module, range);
    node->name = symbol;
    return node;
  }

  /// `path` of the catalog.
  const model::Expression* library(std::uint32_t file, std::string_view path, model::TextRange range) {
    files_[file].links->names_library = true;
    model::Module& module = *files_[file].module;
    const std::size_t dot = path.rfind('.');
    if (dot == std::string_view::npos) {
      auto* package = make<model::Name>(module, range);
      package->name = symbols_.intern(path);
      return package;
    }
    auto* node = make<model::Attribute>(module, range);
    node->object = library(file, path.substr(0, dot), range);
    node->name = symbols_.intern(path.substr(dot + 1));
    node->name_range = range;
    return node;
  }

  /// One or the other, as nobody knows.
  const model::Expression* either(model::Module& module, const model::Expression* one, const model::Expression* other) {
    auto* node = make<model::Conditional>(module, one->range);
    auto* test = make<model::Attribute>(module, one->range);
    auto* package = make<model::Name>(module, one->range);
    auto* asked = make<model::Call>(module, one->range);
    package->name = symbols_.intern("cxx");
    test->object = package;
    test->name = symbols_.intern("test");
    test->name_range = one->range;
    asked->callee = test;
    asked->arguments_range = one->range;
    node->condition = asked;
    node->then_value = one;
    node->else_value = other;
    return node;
  }

  template <class T>
  static T* make(model::Module& module, model::TextRange range) {
    T* node = module.arena.make<T>();
    node->kind = T::kKind;
    node->id = module.expression_count++;
    node->range = range;
    return node;
  }

  struct Target {
    std::string_view type;  ///< the table's; may be empty
    FunctionSite place;
  };

  std::span<const LinkedFile> files_;
  model::SymbolTable& symbols_;
  std::unordered_map<std::uint32_t, std::vector<FunctionSite>> functions_;  ///< by symbol
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> by_name_;
  std::unordered_map<std::string_view, std::vector<std::string_view>> bases_;  ///< of every class
  std::unordered_map<std::string_view, std::vector<std::string_view>> derived_;
  std::unordered_map<std::string_view, std::vector<const LinkedField*>> fields_;
  std::unordered_map<std::string_view, const LinkedTable*> tables_;    ///< by struct
  std::unordered_map<std::string_view, std::vector<Target>> targets_;  ///< by field
  std::unordered_set<std::uint32_t> common_;
  std::vector<std::string_view> given_;  ///< by call of the file, so far: the class of its result
  std::vector<Includes> includes_;
  std::vector<std::vector<std::uint32_t>> including_;  ///< by file; empty until somebody asks
  std::vector<bool> has_twin_;                         ///< by file
  std::array<Visible, 2> visible_;                     ///< by View
};

}  // namespace

std::vector<std::vector<OutsideName>> link_files(std::span<const LinkedFile> files, model::SymbolTable& symbols) {
  return Linker(files, symbols).run();
}

}  // namespace syncfree::cxx
