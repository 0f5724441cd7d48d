#include "frontends/cxx/link.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "frontends/cxx/asked_call.h"
#include "frontends/cxx/class_families.h"
#include "frontends/cxx/linked_nodes.h"
#include "frontends/cxx/visible_files.h"

namespace syncfree::cxx {

namespace {

constexpr std::size_t kMostOverloads = 3;  // that one call may mean
constexpr std::size_t kMostMeanings = 8;   // of one call: methods of several classes
constexpr std::size_t kMostTargets = 64;   // functions that one field of tables points to; more say nothing
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
  // What is asked of each of many, as it stands there.
  Arity arity;
  bool is_macro;
  bool is_declared;
  friend bool operator==(const FunctionSite& a, const FunctionSite& b) {
    return a.file == b.file && a.index == b.index;
  }
};

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

class Linker {
 public:
  Linker(std::span<const LinkedFile> files, model::SymbolTable& symbols)
      : files_(files), symbols_(symbols), visibility_(files), names_outside_(files.size()) {
    for (const std::string_view name : kCommon) common_.insert(symbols_.intern(name).id);
    std::unordered_map<std::string_view, std::uint32_t> names;
    for (const LinkedFile& file : files)
      file_names_.push_back(
          names.emplace(file_name(file.path), static_cast<std::uint32_t>(names.size())).first->second);
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
      asked_.clear();
      known_.clear();
      for (const LinkedCall& call : files_[file].links->calls) link(file, call, names[file]);
      for (const LinkedSetting& setting : files_[file].links->settings) link(file, setting, names[file]);
      for (const LinkedMember& member : files_[file].links->members) link(file, member, names[file]);
      std::ranges::sort(names[file], {}, [](const OutsideName& each) { return std::pair(each.file, each.function); });
    }
    return names;
  }

 private:
  /// How other files name a function.
  struct NameOutside {
    model::Symbol name;
    std::uint32_t last_user = kNoFile;  ///< the file that named it last
  };
  static constexpr std::uint32_t kNoFile = 0xFFFFFFFF;

  struct Candidates {
    std::vector<FunctionSite> defined;
    std::vector<FunctionSite> declared;
  };

  struct Meaning {
    std::vector<FunctionSite> functions;
    std::string_view gives;  ///< the class of its result, as far as it is known
  };

  void enter(std::uint32_t file) {
    const FileLinks& links = *files_[file].links;
    for (std::uint32_t i = 0; i < links.functions.size(); ++i) {
      const LinkedFunction& each = links.functions[i];
      auto& sites = each.is_member ? stored_ : functions_;
      const bool is_declared = each.id == LinkedFunction::kDeclared;
      sites[each.called.id].push_back({file, i, each.arity, each.is_macro, is_declared});
    }
    for (const model::Symbol name : links.open_members) open_members_.insert(name.id);
    for (const LinkedClass& each : links.classes) families_.add(each);
    for (const LinkedField& field : links.fields) fields_[field.name].push_back(&field);
    for (const LinkedNamespace& each : links.namespaces) namespaces_[each.name].insert(each.of);
    for (const LinkedTable& table : links.tables) {
      const auto [known, is_new] = tables_.emplace(table.owner, &table);
      if (!is_new && known->second != nullptr && known->second->fields != table.fields) known->second = nullptr;
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
      if (table == tables_.end() || table->second == nullptr) return;
      if (entry.position >= table->second->fields.size()) return;
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
      if (visibility_.is_hidden(file, each.place.file)) continue;
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
      if (files_[file].module == nullptr ||
          (!path.ends_with(".cpp") && !path.ends_with(".cc") && !path.ends_with(".c")))
        continue;
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
      if (each.id == LinkedFunction::kDeclared || each.is_member) continue;
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
  /// `auto manager = get_manager(0)` reads as a class that is made, but is a function of the project.
  bool makes_object(std::string_view name) const {
    return !name.empty() && !families_.is_class(name) && functions_.contains(symbols_.find(name).id);
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
    return !families_.is_class(first) || std::ranges::any_of(places, is_other) ? std::string_view() : first;
  }

  /// Of the class around, or of all classes that have a field of the name, if they agree; else empty.
  std::string_view type_of_field(std::string_view name, std::string_view around) const {
    const auto found = fields_.find(name);
    if (found == fields_.end()) return {};
    std::string_view any = found->second.front()->type;
    for (const LinkedField* field : found->second) {
      if (!around.empty() && families_.is_of_family(field->owner, around, false)) return field->type;
      if (field->type != any) any = {};
    }
    return any;
  }

  bool fits(const LinkedCall& call, std::string_view klass, const LinkedFunction& each) const {
    if (call.kind == LinkedKind::kMethod)
      return families_.is_class(each.owner) && (klass.empty() || families_.is_of_family(each.owner, klass, true));
    if (!call.owner.empty())
      return each.owner == call.owner || is_other_name(call.owner, each.owner) ||
             (families_.is_class(call.owner) && families_.is_of_family(each.owner, call.owner, false));
    if (!families_.is_class(each.owner)) return true;
    return each.owner == symbols_.text(call.called) ||
           (!call.around.empty() && families_.is_of_family(each.owner, call.around, true));
  }

  /// `detail` of `gpu`, somewhere in the project: which of its namespaces it is may depend on the build.
  bool is_other_name(std::string_view name, std::string_view space) const {
    const auto found = namespaces_.find(name);
    return found != namespaces_.end() && found->second.contains(space);
  }

  void link(std::uint32_t file, const LinkedCall& call, std::vector<OutsideName>& names) {
    const bool is_method = call.kind == LinkedKind::kMethod;
    const std::string_view klass = is_method ? class_of(call) : std::string_view();
    const Meaning& meaning = meaning_of(file, call, klass);
    given_.push_back(meaning.gives);
    if (!meaning.functions.empty()) return set_callee(file, call, meaning.functions, names);
    const std::vector<FunctionSite> targets = targets_of(file, call, klass);
    if (!targets.empty()) set_callee(file, call, targets, names);
  }

  /// A member is what all functions of the project store into members of its name.
  void link(std::uint32_t file, const LinkedMember& member, std::vector<OutsideName>& names) {
    const auto found = stored_.find(member.name.id);
    if (found == stored_.end() || found->second.size() > kMostMeanings || open_members_.contains(member.name.id))
      return;
    const auto is_hidden = [&](FunctionSite place) { return visibility_.is_hidden(file, place.file); };
    if (std::ranges::any_of(found->second, is_hidden)) return;
    model::Module& module = *files_[file].module;
    auto* stored = make_linked<model::Call>(module, (*member.place)->range);
    stored->callee = *member.place;
    stored->arguments_range = stored->range;
    set_callee(file, {.call = stored}, found->second, names);
    *member.place = stored;
  }

  /// An argument by a name that says where the new tensor is made.
  void link(std::uint32_t file, const LinkedSetting& setting, std::vector<OutsideName>& names) {
    const auto found = functions_.find(setting.called.id);
    const auto gives = [&](FunctionSite place) { return function(place).gives_setting; };
    if (found == functions_.end() || std::ranges::none_of(found->second, gives)) return;
    const LinkedCall call{.called = setting.called, .count = setting.count};
    const std::vector<FunctionSite>& meant = meaning_of(file, call, {}).functions;
    if (meant.empty() || !std::ranges::all_of(meant, gives)) return;
    model::Module& module = *files_[file].module;
    const model::Expression* value = setting.value;
    if (!setting.is_called) {
      auto* named = make_linked<model::Call>(module, value->range);
      named->callee = value;
      named->arguments_range = value->range;
      LinkedCall of_name = call;
      of_name.call = named;
      set_callee(file, of_name, meant, names);
      value = named;
    }
    if (setting.call == nullptr) {
      setting.assign->value = value;
      return;
    }
    const auto arguments = module.arena.copy(setting.call->arguments);
    arguments[setting.position].value = value;
    const bool makes = !arguments[setting.position].keyword && !is_move(*setting.call);
    if (makes) arguments[setting.position].keyword = symbols_.intern("device");
    setting.call->arguments = arguments;
  }

  /// `x.to(place)`
  bool is_move(const model::Call& call) const {
    const auto* method = call.callee->get_if<model::Attribute>();
    return method != nullptr && symbols_.text(method->name) == "to";
  }

  /// What is visible of the functions of the call's name and fits to it, whatever the types of its arguments. A file
  /// asks for the same again and again.
  const Candidates& candidates_of(std::uint32_t file, const LinkedCall& call, std::string_view klass,
                                  std::span<const FunctionSite> all) {
    const bool is_method = call.kind == LinkedKind::kMethod;
    const auto [known, is_new] = asked_.try_emplace(AskedCall(call, klass));
    if (!is_new) return known->second;
    auto& [defined, declared] = known->second;
    for (const View view : {View::kOwn, View::kOfIncluding}) {
      std::vector<FunctionSite> unseen;  // who calls a method of a base class need not see the classes below it
      for (const FunctionSite place : all) {
        if (place.is_macro && place.file == file) continue;  // is expanded there
        if (!place.arity.takes(call.count)) continue;
        if (visibility_.is_visible(view, file, place.file)) {
          if (fits(call, klass, function(place))) (place.is_declared ? declared : defined).push_back(place);
        } else if (is_method && !klass.empty() && !place.is_declared && !visibility_.is_hidden(file, place.file) &&
                   function(place).owner != klass && families_.is_below(function(place).owner, klass)) {
          unseen.push_back(place);
        }
      }
      if (defined.empty() && declared.empty()) continue;
      defined.insert(defined.end(), unseen.begin(), unseen.end());
      break;
    }
    return known->second;
  }

  /// A file makes the same call again and again.
  const Meaning& meaning_of(std::uint32_t file, const LinkedCall& call, std::string_view klass) {
    static const Meaning kNothing;
    const auto found = functions_.find(call.called.id);
    if (found == functions_.end()) return kNothing;
    if (call.kind == LinkedKind::kMethod && klass.empty() && common_.contains(call.called.id)) return kNothing;
    const auto [known, is_new] = known_.try_emplace(TypedCall(call, klass));
    if (is_new) known->second.functions = meanings_of(file, call, klass, found->second, known->second.gives);
    return known->second;
  }

  /// Of the functions of its name. `gives`: see Meaning.
  std::vector<FunctionSite> meanings_of(std::uint32_t file, const LinkedCall& call, std::string_view klass,
                                        std::span<const FunctionSite> all, std::string_view& gives) {
    const bool is_method = call.kind == LinkedKind::kMethod;
    auto [defined, declared] = candidates_of(file, call, klass, all);
    take_fitting(call, defined);
    take_fitting(call, declared);
    if (const auto exact = [&](FunctionSite place) { return takes_as_it_is(call, place); };
        std::ranges::any_of(defined, exact) || std::ranges::any_of(declared, exact)) {
      std::erase_if(defined, std::not_fn(exact));
      std::erase_if(declared, std::not_fn(exact));
    }
    gives = given_by(defined.empty() ? declared : defined);
    // A definition in the file itself hides none of its other overloads, but those of other files.
    if (std::ranges::any_of(defined, [&](FunctionSite place) { return place.file == file; }))
      std::erase_if(defined, [&](FunctionSite place) { return place.file != file; });
    if (defined.empty()) defined = definitions_of(file, declared, all);
    if (defined.size() <= kMostMeanings) {
      for (FunctionSite& place : defined) place = nearest(file, place, all);
      defined.erase(std::ranges::unique(defined).begin(), defined.end());
    }
    const bool says_nothing = call.is_guess ? defined.size() > kMostMeanings : has_several_owners(defined);
    if (is_method && klass.empty() && says_nothing) return {};
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
        if (place.is_declared || each.owner != function(head).owner) continue;
        if (visibility_.is_hidden(file, place.file)) continue;
        if (each.arity.most != function(head).arity.most || conflict(each.types, function(head).types)) continue;
        const std::pair fit = {each.types == function(head).types,
                               shared_folders(files_[head.file].path, files_[place.file].path)};
        if (fit < best_fit) continue;
        if (fit > best_fit) best.clear();
        best_fit = fit;
        best.push_back(place);
      }
      for (const FunctionSite place : best) {
        if (std::ranges::find(found, place) == found.end()) found.push_back(place);
      }
    }
    return found;
  }

  /// Of `cuda/kernel.cpp` and `opencl/kernel.cpp`, which define the same function and which no program holds both, the
  /// one beside the caller, whichever a common header seems to include.
  FunctionSite nearest(std::uint32_t file, FunctionSite place, std::span<const FunctionSite> all) const {
    const LinkedFunction& known = function(place);
    const std::uint32_t named = file_names_[place.file];
    const auto is_same = [&](FunctionSite other) {
      const LinkedFunction& each = function(other);
      return other.file != place.file && each.id != LinkedFunction::kDeclared && each.owner == known.owner &&
             each.arity.most == known.arity.most && !conflict(each.types, known.types) &&
             !visibility_.is_hidden(file, other.file);
    };
    std::optional<std::size_t> most;
    for (const FunctionSite other : all) {
      if (file_names_[other.file] != named || !is_same(other)) continue;
      if (!most) most = shared_folders(files_[file].path, files_[place.file].path);
      const std::size_t shared = shared_folders(files_[file].path, files_[other.file].path);
      if (shared <= *most) continue;
      most = shared;
      place = other;
    }
    return place;
  }

  void set_callee(std::uint32_t file, const LinkedCall& call, std::span<const FunctionSite> meanings,
                  std::vector<OutsideName>& names) {
    model::Module& module = *files_[file].module;
    const model::TextRange range = call.call->callee->range;
    const model::Expression* callee = nullptr;
    const std::size_t most = has_several_owners(meanings) ? kMostMeanings : kMostOverloads;
    for (std::size_t i = std::min(meanings.size(), most); i-- > 0;) {
      const model::Expression* one = name_of(file, meanings[i], range, names);
      callee = callee == nullptr ? one : either(module, symbols_, one, callee);
    }
    call.call->callee = callee;
    if (call.is_guess) call.call->arguments = {};
  }

  const model::Expression* name_of(std::uint32_t file, FunctionSite place, model::TextRange range,
                                   std::vector<OutsideName>& names) {
    if (function(place).renames) {
      files_[file].links->names_library = true;
      return linked_library(*files_[file].module, symbols_, symbols_.text(function(place).renames), range);
    }
    const std::uint32_t id = function(place).id;
    model::Symbol symbol = files_[place.file].module->functions[id]->name;
    if (place.file != file) {
      NameOutside& known = name_outside(place.file, id);
      // With the name, which says something to who reads a condition.
      if (!known.name)
        known.name = symbols_.intern("file " + std::to_string(place.file) + " " + std::to_string(id) + " " +
                                     std::string(symbols_.text(symbol)));
      symbol = known.name;
      if (std::exchange(known.last_user, file) != file)
        names.push_back({.name = symbol, .file = place.file, .function = id});
    }
    auto* node = make_linked<model::Name>(*files_[file].module, range);
    node->name = symbol;
    return node;
  }

  NameOutside& name_outside(std::uint32_t file, std::uint32_t function) {
    std::vector<NameOutside>& known = names_outside_[file];
    if (known.empty()) known.resize(files_[file].module->functions.size());
    return known[function];
  }

  struct Target {
    std::string_view type;  ///< the table's; may be empty
    FunctionSite place;
  };

  std::span<const LinkedFile> files_;
  model::SymbolTable& symbols_;
  VisibleFiles visibility_;
  ClassFamilies families_;
  std::unordered_map<std::uint32_t, std::vector<FunctionSite>> functions_;  ///< by symbol
  std::unordered_map<std::uint32_t, std::vector<FunctionSite>> stored_;     ///< the same of stored members
  std::unordered_set<std::uint32_t> open_members_;                          ///< by symbol
  std::unordered_map<std::string_view, std::vector<const LinkedField*>> fields_;
  std::unordered_map<std::string_view, std::unordered_set<std::string_view>> namespaces_;  ///< by their other names
  std::unordered_map<std::string_view, const LinkedTable*> tables_;    ///< by struct; null where two of a name differ
  std::unordered_map<std::string_view, std::vector<Target>> targets_;  ///< by field
  std::unordered_set<std::uint32_t> common_;
  std::unordered_map<AskedCall, Candidates, HashAskedCall> asked_;  ///< of the file
  std::unordered_map<TypedCall, Meaning, HashTypedCall> known_;     ///< of the file
  std::vector<std::string_view> given_;                  ///< by call of the file, so far: the class of its result
  std::vector<std::uint32_t> file_names_;                ///< by file: equal where the names are, without their folders
  std::vector<bool> has_twin_;                           ///< by file
  std::vector<std::vector<NameOutside>> names_outside_;  ///< by file, then function
};

}  // namespace

std::vector<std::vector<OutsideName>> link_files(std::span<const LinkedFile> files, model::SymbolTable& symbols) {
  return Linker(files, symbols).run();
}

}  // namespace syncfree::cxx
