// The functions of a program by number, with the calls between them and the waits in them.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/plan/plan.h"

namespace syncfree::plan {

struct Callee {
  std::size_t function;
  bool by_name;
};

class Program {
 public:
  explicit Program(const Material& material);

  const Material& material() const { return material_; }
  std::span<const engine::RunFunction> functions() const { return material_.runs; }
  /// Those of which something is known.
  std::span<const Callee> callees(const engine::RunPoint& point) const;
  /// Of the point's own range: findings about waits, but not those that only tell of a call that leads to a wait.
  std::vector<std::size_t> findings(std::size_t function, const engine::RunPoint& point) const;
  /// Is there a wait in the function, or in what it calls.
  bool leads_to_wait(std::size_t function) const { return leads_[function]; }
  bool leads_to_wait(const engine::RunPoint& point) const;

 private:
  using PlaceKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
  static PlaceKey key_of(std::uint32_t file, source::TextRange range) { return {file, range.begin, range.end}; }
  void read_findings();
  void find_callees();
  void find_leads();

  const Material& material_;
  std::map<PlaceKey, std::vector<std::size_t>> findings_;
  std::vector<Callee> callees_;                                                                // of all points
  std::unordered_map<const engine::RunPoint*, std::pair<std::size_t, std::size_t>> of_point_;  // places in `callees_`
  std::vector<bool> leads_;
};

}  // namespace syncfree::plan
