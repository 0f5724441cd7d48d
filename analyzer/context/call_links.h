// Who may call whom, by function: what the inference followed, and calls of methods by name where the object is
// unknown. Temperature needs to know what is reached, not with which values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "analyzer/context/context_table.h"
#include "analyzer/context/shapes.h"
#include "analyzer/inference/fixpoint.h"

namespace syncfree::context {

struct CallLink {
  Code callee;
  source::TextRange range;  ///< of the call, in the caller's module
  bool rare = false;
  bool by_name = false;
  bool alone = true;  ///< no other method has that name
};

/// By caller.
class CallLinks {
 public:
  /// None; `codes`: functions and modules.
  explicit CallLinks(std::size_t codes = 0) : parts_(codes) {}

  std::size_t size() const { return parts_.size(); }
  std::span<const CallLink> operator[](Code code) const {
    return std::span(links_).subspan(parts_[code].first, parts_[code].count);
  }
  /// Those that are by name.
  std::span<const CallLink> named(Code code) const { return (*this)[code].subspan(parts_[code].followed); }
  /// The followed ones first. Once for each code.
  void set(Code code, std::span<const CallLink> links);
  /// As many as before, of another text.
  void replace(Code code, std::span<const CallLink> links) {
    std::ranges::copy(links, links_.begin() + parts_[code].first);
  }

 private:
  struct Part {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t followed = 0;  // the ones by name come behind them
  };
  std::vector<Part> parts_;
  std::vector<CallLink> links_;
};

/// What the program's catalog has under some name, functions and methods of whatever class, but no modules; an
/// optimiser's step apart.
/// Summaries of libraries have too many names to say anything.
std::unordered_set<std::string_view> names_of_libraries(const catalog::Catalog& catalog);

/// An unknown object's methods are none that libraries have, too.
CalledNames called_names(const inference::Project& project, const std::unordered_set<std::string_view>& of_libraries);

/// The names that one of them has alone.
std::unordered_set<std::uint32_t> different(const CalledNames& a, const CalledNames& b);

CallLinks call_links(const inference::Analysis& analysis, const ContextTable& contexts, const Shapes& shapes);

/// `plt.show()`: what a package of others holds, which is a module or an object of theirs, has none of our methods.
bool is_of_others(const inference::Project& project, std::uint32_t module, Code code, model::Symbol object);

/// The functions that code gives to others by their names, or calls under the name of a parameter that was given one of
/// them. Neither how often they run by themselves nor what they are is decided by that; whoever is hot makes them hot.
CallLinks given_functions(const inference::Analysis& analysis, const Shapes& shapes, const CallLinks& calls);

/// What it does, it does where its values are taken.
bool gives_generator(const inference::Project& project, Code code);

}  // namespace syncfree::context
