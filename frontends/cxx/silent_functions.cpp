#include "frontends/cxx/silent_functions.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "analyzer/model/walk.h"
#include "frontends/cxx/package_names.h"

namespace syncfree::cxx {

namespace {

/// What the inference takes for a method of a tensor or of a module, whatever is known of the object, and what compares
/// the elements of a sequence, which may be tensors.
constexpr std::array<std::string_view, 9> kMethods = {"to",    "cpu",   "cuda",  "item",  "eval",
                                                      "copy_", "count", "index", "remove"};

/// Functions by number: a local one is a part of the one around it, which alone has a number of its own here.
class CallGraph {
 public:
  CallGraph(std::span<const LinkedFile> files, std::span<const std::vector<OutsideName>> names,
            const std::vector<bool>& followed, const model::SymbolTable& symbols)
      : files_(files), names_(names), followed_(followed), symbols_(symbols), language_(symbols.find(kLanguage)) {
    for (const std::string_view package : kPackages) {
      if (package != kLanguage) mark(symbols.find(package), kLoud);
    }
    for (std::size_t file = 0; file < files.size(); ++file) {
      first_.push_back(count_);
      if (followed[file]) count_ += static_cast<std::uint32_t>(files[file].module->functions.size());
    }
    callers_.resize(count_);
    is_loud_.assign(count_, false);
  }

  std::vector<std::vector<bool>> run() {
    for (std::size_t file = 0; file < files_.size(); ++file) {
      if (followed_[file]) read_file(file);
    }
    tell_callers();
    std::vector<std::vector<bool>> silent(files_.size());
    for (std::size_t file = 0; file < files_.size(); ++file) {
      if (!followed_[file]) continue;
      for (const model::Function* function : files_[file].module->functions)
        silent[file].push_back(!is_loud_[number_of(file, *function)]);
    }
    return silent;
  }

 private:
  // What a symbol means: nothing, a library, or a function, whose number is what is left.
  static constexpr std::uint32_t kNothing = 0;
  static constexpr std::uint32_t kLoud = 1;
  static constexpr std::uint32_t kFunction = 2;

  void mark(model::Symbol symbol, std::uint32_t meaning) {
    if (!symbol) return;
    if (symbol.id >= meanings_.size()) meanings_.resize(std::size_t{symbol.id} * 2, kNothing);
    meanings_[symbol.id] = meaning;
  }

  std::uint32_t number_of(std::size_t file, const model::Function& function) const {
    const model::Function* outer = &function;
    while (outer->enclosing != nullptr) outer = outer->enclosing;
    return first_[file] + outer->id;
  }

  void settle(std::uint32_t function) {
    if (is_loud_[function]) return;
    is_loud_[function] = true;
    loud_.push_back(function);
  }

  void read_file(std::size_t file) {
    const model::Module& module = *files_[file].module;
    std::vector<model::Symbol> own;
    const auto mean = [&](model::Symbol name, std::uint32_t function) {
      if (name.id < meanings_.size() && meanings_[name.id] == kLoud) return;
      mark(name, kFunction + function);
      own.push_back(name);
    };
    for (const model::Function* function : module.functions) {
      if (function->enclosing == nullptr) mean(function->name, number_of(file, *function));
    }
    for (const OutsideName& each : names_[file]) {
      if (followed_[each.file])
        mean(each.name, number_of(each.file, *files_[each.file].module->functions[each.function]));
    }
    for (const LinkedFunction& each : files_[file].links->functions) {
      const bool is_made = each.is_member || each.gives_setting;
      if (is_made && each.id < module.functions.size()) settle(number_of(file, *module.functions[each.id]));
    }
    for (const model::Function* function : module.functions) {
      reading_ = number_of(file, *function);
      if (!function->globals.empty()) settle(reading_);  // what it stores there others find
      if (function->enclosing == nullptr) read_function(*function);
    }
    for (const model::Symbol name : own) meanings_[name.id] = kNothing;
  }

  void read_function(const model::Function& function) {
    for (const model::Parameter& parameter : function.parameters) read(parameter.annotation);
    read(function.return_annotation);
    model::for_each_part(
        function, [&](const model::Expression* expression) { read(expression); },
        [&](model::Block block) { read_block(block); });
  }

  void read_block(model::Block block) {
    for (const model::Statement* statement : block) {
      if (is_loud_[reading_]) return;
      if (const auto* inner = statement->get_if<model::Function>()) {
        read_function(*inner);
        continue;
      }
      if (const auto* assign = statement->get_if<model::Assign>()) read(assign->annotation);
      model::for_each_part(
          *statement, [&](const model::Expression* expression) { read(expression); },
          [&](model::Block inner) { read_block(inner); });
    }
  }

  void read(const model::Expression* expression) {
    if (expression == nullptr || is_loud_[reading_]) return;
    if (const auto* name = expression->get_if<model::Name>()) return note_name(name->name);
    if (const auto* member = expression->get_if<model::Attribute>()) {
      const auto* object = member->object->get_if<model::Name>();
      const bool is_of_language = object != nullptr && object->name == language_;
      if (is_of_language ? !is_neutral(symbols_.text(member->name)) : is_method(member->name)) return settle(reading_);
    }
    model::for_each_child(*expression, [&](const model::Expression* child) { read(child); });
  }

  void note_name(model::Symbol name) {
    const std::uint32_t meaning = name.id < meanings_.size() ? meanings_[name.id] : kNothing;
    if (meaning == kLoud) return settle(reading_);
    if (meaning == kNothing || meaning - kFunction == reading_) return;
    std::vector<std::uint32_t>& callers = callers_[meaning - kFunction];
    if (callers.empty() || callers.back() != reading_) callers.push_back(reading_);
  }

  bool is_method(model::Symbol name) const {
    return std::ranges::find(kMethods, symbols_.text(name)) != kMethods.end();
  }

  void tell_callers() {
    while (!loud_.empty()) {
      const std::uint32_t called = loud_.back();
      loud_.pop_back();
      for (const std::uint32_t caller : callers_[called]) settle(caller);
    }
  }

  std::span<const LinkedFile> files_;
  std::span<const std::vector<OutsideName>> names_;
  const std::vector<bool>& followed_;
  const model::SymbolTable& symbols_;
  model::Symbol language_;
  std::vector<std::uint32_t> meanings_;  ///< by symbol, in the file that is read
  std::vector<std::uint32_t> first_;     ///< function by file
  std::uint32_t count_ = 0;
  std::uint32_t reading_ = 0;
  std::vector<std::vector<std::uint32_t>> callers_;
  std::vector<bool> is_loud_;
  std::vector<std::uint32_t> loud_;  ///< whose callers are still to be told
};

}  // namespace

std::vector<std::vector<bool>> silent_functions(std::span<const LinkedFile> files,
                                                std::span<const std::vector<OutsideName>> names,
                                                const std::vector<bool>& followed, const model::SymbolTable& symbols) {
  return CallGraph(files, names, followed, symbols).run();
}

}  // namespace syncfree::cxx
