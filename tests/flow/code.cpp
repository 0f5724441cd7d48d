#include "tests/flow/code.h"

#include <gtest/gtest.h>

#include "analyzer/model/walk.h"
#include "frontends/python/lower.h"

namespace syncfree::test {

Code::Code(std::string_view text) : text_(text) {
  auto parsed = python::parse_python(text_, symbols_);
  EXPECT_TRUE(parsed && (*parsed)->problems.empty()) << text_;
  module_ = std::move(*parsed);
  graph_ = flow::build_graph(module_->body);
}

const model::Expression& Code::call(std::string_view name) const {
  const model::Expression* found = nullptr;
  model::walk_expressions(module_->body, [&](const model::Expression& expression) {
    const auto* call = expression.get_if<model::Call>();
    const auto* callee = call == nullptr ? nullptr : call->callee->get_if<model::Name>();
    if (found == nullptr && callee != nullptr && symbols_.text(callee->name) == name) found = &expression;
  });
  EXPECT_NE(found, nullptr) << name << " in " << text_;
  return *found;
}

flow::Point Code::at(std::string_view name) const {
  const std::optional<flow::Point> point = graph_.point_of(call(name));
  EXPECT_TRUE(point.has_value()) << name << " in " << text_;
  return point.value_or(flow::Point{});
}

bool Code::reaches(std::string_view from, std::string_view to) const {
  const flow::Point begin = at(from);
  const flow::Point end = at(to);
  if (begin.block == end.block && begin.step < end.step) return true;
  return flow::reaches(graph_, begin.block, end.block, [](std::uint32_t) { return true; });
}

}  // namespace syncfree::test
