// The control-flow graph of one function: what is evaluated, tested and bound, in the order in which it happens.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "analyzer/model/statement.h"

namespace syncfree::flow {

inline constexpr std::uint32_t kNone = 0xFFFFFFFF;

enum class StepKind : std::uint8_t {
  kEvaluate,  ///< `expression` has its value; its parts were evaluated before
  kTest,      ///< the truth of `expression` decides where control goes
  kBind,      ///< `expression` (a target) becomes `value`; null: something that is no expression
  kUpdate,    ///< `expression op= value`
  kEnter,     ///< `with expression:` begins
  kLeave,     ///< and ends
};

struct Step {
  StepKind kind;
  const model::Expression* expression;
  const model::Expression* value = nullptr;
  bool partial = false;  ///< kBind: of an element of `value` (unpacking, iteration)
};

struct Block {
  std::vector<Step> steps;
  std::vector<std::uint32_t> successors;
  std::vector<std::uint32_t> predecessors;
  std::uint32_t loop = kNone;  ///< the innermost loop around it
};

enum class LoopKind : std::uint8_t { kFor, kWhile, kComprehension };

struct Loop {
  LoopKind kind;
  std::uint32_t parent = kNone;
  std::uint32_t head = 0;        ///< the block where each iteration begins
  std::uint32_t blocks_end = 0;  ///< the blocks in it, and some that are not, are those from `head` up to here
  source::TextRange range;
  model::Block body;  ///< empty for a comprehension
  const model::Comprehension* comprehension = nullptr;
  bool endless = false;  ///< `while True`: only a break ends it
};

/// An `if` statement. Blocks are numbered as the source runs, so those of a branch are one interval.
struct Branch {
  const model::Expression* condition;
  std::uint32_t then_begin, then_end;  ///< block numbers
  std::uint32_t else_begin, else_end;
  std::uint32_t join;
};

struct Point {
  std::uint32_t block;
  std::uint32_t step;
  friend auto operator<=>(const Point&, const Point&) = default;
};

struct Graph {
  static constexpr std::uint32_t kEntry = 0;
  static constexpr std::uint32_t kExit = 1;

  std::vector<Block> blocks;
  std::vector<Loop> loops;
  std::vector<Branch> branches;
  std::unordered_map<const model::Expression*, Point> evaluated;  ///< where an expression gets its value
  std::unordered_map<const model::Expression*, Point> bound;      ///< where a target is bound or updated
  std::unordered_map<std::uint32_t, std::vector<Point>> binds;    ///< where a name is bound, by symbol
  std::unordered_map<std::uint32_t, std::uint32_t> reads;         ///< how many steps read a name, by symbol

  std::optional<Point> point_of(const model::Expression& expression) const;
  bool inside(std::uint32_t block, std::uint32_t loop) const;  ///< is the block in that loop, or in one within it
};

/// Of a function's or module's body. Bodies of nested functions and classes are not part of it.
Graph build_graph(model::Block body);

/// Can control get from `from` to `to` (different steps, or around a loop) through blocks that `allowed` accepts.
template <class Allowed>
bool reaches(const Graph& graph, std::uint32_t from, std::uint32_t to, Allowed&& allowed) {
  std::vector<bool> seen(graph.blocks.size(), false);
  std::vector<std::uint32_t> todo = graph.blocks[from].successors;
  while (!todo.empty()) {
    const std::uint32_t at = todo.back();
    todo.pop_back();
    if (seen[at] || !allowed(at)) continue;
    if (at == to) return true;
    seen[at] = true;
    todo.insert(todo.end(), graph.blocks[at].successors.begin(), graph.blocks[at].successors.end());
  }
  return false;
}

/// By block: can control get there from `from`, as `reaches` means it.
std::vector<bool> reached_from(const Graph& graph, std::uint32_t from);

}  // namespace syncfree::flow
