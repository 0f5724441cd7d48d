#include "frontends/cxx/class_families.h"

namespace syncfree::cxx {

namespace {

constexpr std::size_t kMostFollowed = 64;  // classes on the way up or down from one, the nearest first

}  // namespace

void ClassFamilies::add(const LinkedClass& read) {
  auto& bases = bases_[read.name];
  for (const std::string_view base : read.bases) {
    bases.push_back(base);
    derived_[base].push_back(read.name);
  }
}

bool ClassFamilies::is_of_family(std::string_view owner, std::string_view klass, bool down) const {
  return owner == klass || reaches(above_, bases_, klass, owner) || (down && reaches(below_, derived_, klass, owner));
}

bool ClassFamilies::is_below(std::string_view owner, std::string_view klass) const {
  return owner != klass && reaches(below_, derived_, klass, owner);
}

bool ClassFamilies::reaches(Reached& known, const Edges& edges, std::string_view from, std::string_view to) {
  const auto [entry, is_new] = known.try_emplace(from);
  auto& reached = entry->second;
  if (!is_new) return reached.contains(to);
  std::vector<std::string_view> todo = {from};
  for (std::size_t i = 0; i < todo.size() && i < kMostFollowed; ++i) {
    const auto found = edges.find(todo[i]);
    if (found == edges.end()) continue;
    for (const std::string_view next : found->second) {
      if (reached.insert(next).second) todo.push_back(next);
    }
  }
  return reached.contains(to);
}

}  // namespace syncfree::cxx
