// Strongly connected components of a graph.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace syncfree::inference {

/// By node, the number of its component: nodes that reach each other share one, and what it reaches besides has lower
/// numbers. `edges`: by node, where they lead.
/// Linear in nodes and edges.
std::vector<std::uint32_t> strong_components(std::span<const std::vector<std::uint32_t>> edges);

}  // namespace syncfree::inference
