#include "analyzer/inference/import_search.h"

#include <algorithm>

namespace syncfree::inference {

namespace {
constexpr std::uint32_t kNothing = ModuleNames::kNowhere;
}

void ImportSearch::add(const SourceRoot& root, ModuleNames& names, model::SymbolTable& symbols) {
  roots_[names.add(root.scope, symbols)].push_back(names.add(root.folder, symbols));
}

void ImportSearch::add_outermost_package(std::uint32_t node) {
  std::vector<std::uint32_t>& packages = packages_[names_.name(node)];
  if (std::ranges::find(packages, node) == packages.end()) packages.push_back(node);
}

void ImportSearch::add_library(std::uint32_t node) {
  std::vector<std::uint32_t>& libraries = libraries_[names_.name(node)];
  if (std::ranges::find(libraries, node) == libraries.end()) libraries.push_back(node);
}

/// A script that is named like the library that it imports. A package imports its modules by its own name.
bool ImportSearch::is_itself(const Importer& importer, std::uint32_t node) const {
  return node == importer.node && !names_.is_package(node);
}

std::uint32_t ImportSearch::beside(const Importer& importer, std::span<const model::Symbol> path) const {
  const std::uint32_t found = names_.descendant(importer.root, path);
  return names_.module(found) == kNothing || is_itself(importer, found) ? kNothing : found;
}

std::uint32_t ImportSearch::anywhere(const Importer& importer, std::span<const model::Symbol> path) const {
  const auto is_other = [&](std::uint32_t node) { return node != kNothing && !is_itself(importer, node); };
  const std::uint32_t module =
      search(importer, path, [&](std::uint32_t node) { return is_other(node) && names_.module(node) != kNothing; });
  return module != kNothing ? module : search(importer, path, is_other);
}

std::uint32_t ImportSearch::search(const Importer& importer, std::span<const model::Symbol> path,
                                   const Accept& accept) const {
  if (importer.is_library) return in_libraries(path, accept);
  for (std::uint32_t folder = importer.root;; folder = names_.parent(folder)) {
    if (const std::uint32_t found = around(folder, path, accept); found != kNothing) return found;
    if (folder == ModuleNames::kRoot) break;
  }
  if (const std::uint32_t found = in_packages(importer, path, accept); found != kNothing) return found;
  for (std::uint32_t folder = importer.node; folder != importer.root && folder != ModuleNames::kRoot;
       folder = names_.parent(folder)) {
    if (const std::uint32_t found = names_.descendant(folder, path); accept(found)) return found;
  }
  return in_libraries(path, accept);
}

/// Of several folders that have it, the reader has taken the first.
std::uint32_t ImportSearch::in_libraries(std::span<const model::Symbol> path, const Accept& accept) const {
  const std::vector<std::uint32_t>* libraries = libraries_.find(path.front());
  if (libraries == nullptr) return kNothing;
  for (const std::uint32_t library : *libraries) {
    if (const std::uint32_t found = names_.descendant(library, path.subspan(1)); accept(found)) return found;
  }
  return kNothing;
}

std::uint32_t ImportSearch::around(std::uint32_t folder, std::span<const model::Symbol> path,
                                   const Accept& accept) const {
  if (const std::uint32_t found = names_.descendant(folder, path); accept(found)) return found;
  if (const std::vector<std::uint32_t>* roots = roots_.find(folder)) {
    for (const std::uint32_t root : *roots) {
      if (const std::uint32_t found = names_.descendant(root, path); accept(found)) return found;
    }
  }
  return kNothing;
}

std::uint32_t ImportSearch::in_packages(const Importer& importer, std::span<const model::Symbol> path,
                                        const Accept& accept) const {
  const std::vector<std::uint32_t>* packages = packages_.find(path.front());
  if (packages == nullptr) return kNothing;
  std::uint32_t nearest = kNothing;
  std::uint32_t common = 0;
  for (const std::uint32_t package : *packages) {
    const std::uint32_t found = names_.descendant(package, path.subspan(1));
    if (!accept(found)) continue;
    const std::uint32_t shared = common_depth(package, importer.node);
    if (nearest != kNothing && shared <= common) continue;
    nearest = found;
    common = shared;
  }
  return nearest;
}

std::uint32_t ImportSearch::common_depth(std::uint32_t a, std::uint32_t b) const {
  while (a != b) {
    std::uint32_t& deeper = names_.depth(a) >= names_.depth(b) ? a : b;
    deeper = names_.parent(deeper);
  }
  return names_.depth(a);
}

}  // namespace syncfree::inference
