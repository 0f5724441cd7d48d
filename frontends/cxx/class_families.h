// Which classes of a project lie above and below which.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontends/cxx/links.h"

namespace syncfree::cxx {

class ClassFamilies {
 public:
  /// Of several classes of one name, all bases count.
  void add(const LinkedClass& read);

  bool is_class(std::string_view name) const { return bases_.contains(name); }
  /// The class and those above it, and those below where `down`.
  bool is_of_family(std::string_view owner, std::string_view klass, bool down) const;
  bool is_below(std::string_view owner, std::string_view klass) const;

 private:
  using Edges = std::unordered_map<std::string_view, std::vector<std::string_view>>;
  using Reached = std::unordered_map<std::string_view, std::unordered_set<std::string_view>>;

  static bool reaches(Reached& known, const Edges& edges, std::string_view from, std::string_view to);

  Edges bases_;  ///< of every class
  Edges derived_;
  mutable Reached above_, below_;  ///< by class that somebody asked for
};

}  // namespace syncfree::cxx
