// What a function does on which stream: the memory of the GPU that work on it makes, reads and writes, and who waits
// for whom. Said only where the text shows it: what is not known of a stream or a call orders everything.
#pragma once

#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/flow/locations.h"

namespace syncfree::engine {

/// The streams that the blocks of a function name, by their places in the text.
class StreamBlocks {
 public:
  StreamBlocks(const FunctionView& view, Locations& locations);

  /// The stream to which work goes that is queued there.
  Storage at(source::TextRange range) const;
  /// The stream that the expression is; kUnknownStream if it may be any.
  Storage stream_of(const model::Expression& expression);

 private:
  struct Block {
    source::TextRange range;
    Storage stream;
  };

  void add(const flow::Step& step);
  Storage entered(const model::Expression& context);
  Storage named(const model::Expression& name, std::uint32_t depth);
  Storage bound(const flow::Step& step, Storage number, std::uint32_t depth);
  bool is_stream_only(const model::Expression& expression) const;
  bool makes_stream(const model::Expression& expression) const;
  bool lists_new_streams(const model::Expression& expression, std::uint32_t depth) const;
  const flow::Step* only_binding(model::Symbol name) const;

  const FunctionView& view_;
  Locations& locations_;
  std::vector<Block> blocks_;  // an inner one comes after the one around it
};

class StreamActions {
 public:
  StreamActions(const FunctionView& view, Locations& locations);

  /// What callers pass was made on their stream.
  void take_parameters(std::vector<Action>& actions);
  /// Puts what the step does behind `actions`.
  void take(const flow::Step& step, flow::Point at, std::vector<Action>& actions);

 private:
  void act(ActionKind kind, source::TextRange range, const model::Expression& memory);
  void order(source::TextRange range, Storage waiting, Storage awaited);
  void use(const model::Expression& operand, source::TextRange range);
  void evaluate(const model::Expression& expression);
  void call(const model::Call& node);
  void library_call(const model::Call& node, const catalog::Operator& operation);
  void other_call(const model::Call& node);
  void copy(const model::Call& node, const catalog::Operator& operation);
  void wait(const model::Call& node, std::string_view name);
  void flow(const model::Call& result, const model::Expression& memory, bool same);
  void use_operands(const model::Call& node);
  bool orders_streams(std::uint32_t context) const;

  const FunctionView& view_;
  Locations& locations_;
  StreamBlocks blocks_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> waits_;  // where this function's own waits begin and end
  flow::Point at_ = {};
  std::vector<Action>* actions_ = nullptr;
};

/// Null for a function that names no stream.
std::unique_ptr<StreamActions> stream_actions(const FunctionView& view, Locations& locations);

}  // namespace syncfree::engine
