#include "frontends/cxx/uncalled_functions.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "frontends/cxx/code_words.h"

namespace syncfree::cxx {

namespace {

std::string_view folder_of(std::string_view path) { return path.substr(0, path.rfind('/') + 1); }

class UncalledFunctions {
 public:
  UncalledFunctions(std::span<const LinkedFile> files, const std::vector<bool>& followed, model::SymbolTable& symbols)
      : files_(files), followed_(followed), symbols_(symbols) {}

  void mark() {
    std::size_t programs = 0;
    for (const LinkedFile& file : files_) {
      if (file.module == nullptr || !file.links->has_main || file.is_apart) continue;
      folder_ = folder_of(file.path);
      ++programs;
    }
    if (programs != 1) return;
    find_candidates();
    if (unnamed_.empty()) return;
    for (const LinkedFile& file : files_) {
      if (file.module != nullptr) count_names(file.module->text);
    }
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (!may_have_some(i)) continue;
      for (const LinkedFunction& each : files_[i].links->functions) {
        const auto found = unnamed_.find(symbols_.text(each.called));
        if (found != unnamed_.end() && found->second >= 0 && may_be_uncalled(each)) mark(*files_[i].module, *each.made);
      }
    }
  }

 private:
  bool may_have_some(std::size_t file) const {
    return followed_[file] && !files_[file].is_apart && files_[file].path.starts_with(folder_);
  }

  /// Methods of a class that is derived from another one may be called there.
  bool may_be_uncalled(const LinkedFunction& each) const {
    const std::string_view called = symbols_.text(each.called);
    const bool has_own_name = called != each.owner && called != "main" && called != "wmain" &&
                              !called.starts_with('~') && !called.starts_with("operator");
    return each.made != nullptr && has_own_name && !derived_.contains(each.owner);
  }

  /// By name, the declarations of functions that no call means.
  void find_candidates() {
    std::unordered_set<std::uint32_t> called;
    for (const LinkedFile& file : files_) {
      if (file.module == nullptr) continue;
      for (const LinkedCall& call : file.links->calls) called.insert(call.called.id);
      for (const LinkedClass& each : file.links->classes) {
        if (!each.bases.empty()) derived_.insert(each.name);
      }
    }
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (!may_have_some(i)) continue;
      for (const LinkedFunction& each : files_[i].links->functions) {
        if (!called.contains(each.called.id) && may_be_uncalled(each)) unnamed_[symbols_.text(each.called)] = 0;
      }
    }
    if (unnamed_.empty()) return;
    for (const LinkedFile& file : files_) {
      if (file.module == nullptr) continue;
      for (const LinkedFunction& each : file.links->functions) {
        const auto found = unnamed_.find(symbols_.text(each.called));
        if (found != unnamed_.end()) ++found->second;
      }
    }
  }

  /// Every declaration names its function once; who names it once more may call it.
  void count_names(std::string_view text) {
    for_each_code_word(text, [&](std::string_view word, std::string_view) {
      const auto found = unnamed_.find(word);
      if (found != unnamed_.end()) --found->second;
    });
  }

  void mark(model::Module& module, model::Function& function) {
    const auto make = [&]<class T>(T*) {
      T* node = module.arena.make<T>();
      node->kind = T::kKind;
      node->id = module.expression_count++;
      return node;
    };
    auto* package = make(static_cast<model::Name*>(nullptr));
    package->name = symbols_.intern("cxx");
    auto* mark = make(static_cast<model::Attribute*>(nullptr));
    mark->object = package;
    mark->name = symbols_.intern("uncalled");
    const model::Expression* marks[] = {mark};
    function.decorators = module.arena.copy(std::span<const model::Expression* const>(marks));
  }

  std::span<const LinkedFile> files_;
  const std::vector<bool>& followed_;
  model::SymbolTable& symbols_;
  std::string_view folder_;  ///< of the program
  std::unordered_set<std::string_view> derived_;
  std::unordered_map<std::string_view, std::int64_t> unnamed_;  ///< declarations less mentions, by name
};

}  // namespace

void mark_uncalled_functions(std::span<const LinkedFile> files, const std::vector<bool>& followed,
                             model::SymbolTable& symbols) {
  UncalledFunctions(files, followed, symbols).mark();
}

}  // namespace syncfree::cxx
