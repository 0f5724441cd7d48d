#include "analyzer/inference/layers.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analyzer/inference/components.h"

namespace syncfree::inference {

Layers::Layers(std::span<const std::uint32_t> order, std::span<const std::vector<std::uint32_t>> imports,
               std::span<const std::uint32_t> homes, const std::vector<bool>& is_test,
               const std::vector<bool>& is_library)
    : of_module_(imports.size()) {
  std::map<std::pair<std::uint32_t, bool>, std::uint32_t> numbers;
  std::vector<std::uint32_t> node_of(imports.size());
  std::vector<Layer> nodes;
  for (const std::uint32_t module : order) {
    const auto [number, is_new] =
        numbers.emplace(std::pair(homes[module], is_test[module]), static_cast<std::uint32_t>(nodes.size()));
    if (is_new) nodes.push_back({.modules = {}, .is_test = is_test[module], .is_library = is_library[module]});
    node_of[module] = number->second;
    nodes[number->second].modules.push_back(module);
  }
  std::vector<std::vector<std::uint32_t>> edges(nodes.size());
  for (const std::uint32_t module : order) {
    for (const std::uint32_t other : imports[module]) edges[node_of[module]].push_back(node_of[other]);
  }
  for (std::vector<std::uint32_t>& targets : edges) {
    std::ranges::sort(targets);
    targets.erase(std::ranges::unique(targets).begin(), targets.end());
  }
  make_layers(order, nodes, edges);
  add_strangers();
}

/// Behind all others. What strangers make and store is theirs alone.
void Layers::add_strangers() {
  const auto with_modules = static_cast<std::uint32_t>(layers_.size());
  for (std::uint32_t layer = 0; layer < with_modules; ++layer) {
    if (layers_[layer].is_test || layers_[layer].is_library) continue;
    std::vector<bool> seen = sees_[layer];
    seen.resize(layers_.size() + 1, false);
    seen.back() = true;
    sees_.push_back(std::move(seen));
    Layer strangers;
    strangers.offered_by = layer;
    layers_.push_back(std::move(strangers));
  }
}

bool Layers::are_layered_as(const Layers& other) const {
  const auto is_alike = [](const Layer& a, const Layer& b) {
    return a.is_test == b.is_test && a.is_library == b.is_library && a.offered_by == b.offered_by;
  };
  return sees_ == other.sees_ && std::ranges::equal(layers_, other.layers_, is_alike);
}

/// `nodes`: the modules of one home.
void Layers::make_layers(std::span<const std::uint32_t> order, std::span<const Layer> nodes,
                         std::span<const std::vector<std::uint32_t>> edges) {
  const std::vector<std::uint32_t> layer_of = strong_components(edges);
  layers_.resize(layer_of.empty() ? 0 : std::ranges::max(layer_of) + 1);
  sees_.resize(layers_.size());
  std::vector<std::vector<std::uint32_t>> nodes_of(layers_.size());
  for (std::uint32_t node = 0; node < nodes.size(); ++node) nodes_of[layer_of[node]].push_back(node);
  for (std::uint32_t number = 0; number < layers_.size(); ++number) {
    Layer& layer = layers_[number];
    layer.is_test = std::ranges::all_of(nodes_of[number], [&](std::uint32_t node) { return nodes[node].is_test; });
    layer.is_library =
        std::ranges::all_of(nodes_of[number], [&](std::uint32_t node) { return nodes[node].is_library; });
    // Only lower numbers can be seen.
    std::vector<bool>& seen = sees_[number];
    seen.assign(number + 1, false);
    seen[number] = true;
    for (const std::uint32_t node : nodes_of[number]) {
      layer.modules.insert(layer.modules.end(), nodes[node].modules.begin(), nodes[node].modules.end());
      for (const std::uint32_t other : edges[node]) {
        const std::uint32_t below = layer_of[other];
        if (seen[below]) continue;
        for (std::uint32_t each = 0; each <= below; ++each) {
          if (sees_[below][each]) seen[each] = true;
        }
      }
    }
    for (const std::uint32_t module : layer.modules) of_module_[module] = number;
    layer.modules.clear();
  }
  for (const std::uint32_t module : order) layers_[of_module_[module]].modules.push_back(module);
}

}  // namespace syncfree::inference
