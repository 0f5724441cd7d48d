#include "tests/frontends/python/tree_comparison.h"

#include <algorithm>
#include <array>

#include "frontends/python/tree.h"

namespace syncfree::python {
namespace {

/// Of these the grammar's nodes may hold comments and line ends behind what belongs to them; the model does not look.
bool has_loose_end(Syntax kind) {
  constexpr std::array kKinds = {Syntax::kModule,
                                 Syntax::kBlock,
                                 Syntax::kIf,
                                 Syntax::kFor,
                                 Syntax::kWhile,
                                 Syntax::kTry,
                                 Syntax::kWith,
                                 Syntax::kFunction,
                                 Syntax::kClass,
                                 Syntax::kDecorated,
                                 Syntax::kDecorator,
                                 Syntax::kElifClause,
                                 Syntax::kElseClause,
                                 Syntax::kExceptClause,
                                 Syntax::kFinallyClause,
                                 Syntax::kFormatSpecifier};
  return std::ranges::find(kKinds, kind) != kKinds.end();
}

std::vector<std::uint32_t> children(const std::vector<FlatNode>& nodes, std::uint32_t node) {
  std::vector<std::uint32_t> found;
  const bool fields_only = nodes[node].kind == Syntax::kString || nodes[node].kind == Syntax::kFormatSpecifier;
  for (std::uint32_t child = nodes[node].first; child != 0; child = nodes[child].next) {
    const Syntax kind = nodes[child].kind;
    if (!fields_only || kind == Syntax::kInterpolation || kind == Syntax::kFormatExpression) found.push_back(child);
  }
  return found;
}

}  // namespace

TreeComparison::TreeComparison(const FlatTree& quick, const FlatTree& expected, std::string_view text)
    : quick_(quick.nodes()), expected_(expected.nodes()), text_(text) {
  std::vector<source::TextRange> comments;
  for (const source::TextRange run : expected.comments()) {
    for (const source::TextRange comment : comments_in(run, text)) comments.push_back(comment);
  }
  if (quick.comments() != comments) difference_ = "comments";
  compare(0, 0);
}

std::string TreeComparison::show(const FlatNode& node) const {
  return std::to_string(static_cast<int>(node.kind)) + " `" +
         std::string(text_.substr(node.range.begin, std::min<std::uint32_t>(node.range.size(), 60))) + "`";
}

void TreeComparison::compare(std::uint32_t a, std::uint32_t b) {
  const FlatNode& ours = quick_[a];
  const FlatNode& theirs = expected_[b];
  // The grammar reads `*a.b` in a list without brackets as `(*a).b`.
  if (ours.kind == Syntax::kListSplat && theirs.kind != Syntax::kListSplat && ours.range == theirs.range) return;
  const bool is_same = ours.kind == theirs.kind && (a == 0 || ours.range.begin == theirs.range.begin) &&
                       (has_loose_end(ours.kind) || ours.range.end == theirs.range.end);
  const std::vector<std::uint32_t> p = children(quick_, a);
  const std::vector<std::uint32_t> q = children(expected_, b);
  if (!is_same || p.size() != q.size()) {
    if (difference_.empty()) difference_ = show(ours) + ", expected " + show(theirs);
    return;
  }
  for (std::size_t i = 0; i < p.size(); ++i) compare(p[i], q[i]);
}

}  // namespace syncfree::python
