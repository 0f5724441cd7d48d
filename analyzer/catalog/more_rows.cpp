#include "analyzer/catalog/more_rows.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "analyzer/catalog/result.h"
#include "analyzer/model/dotted_name.h"

namespace syncfree::catalog {

namespace {

constexpr std::array<Parameter, 2> kAnyParameters = {Parameter{.name = "arguments", .stars = 1},
                                                     Parameter{.name = "keywords", .stars = 2}};
constexpr std::array<ConditionNode, 1> kAlways = {ConditionNode{.predicate = Predicate::kAlways}};

Block block_of(std::string_view rule) {
  return {.rule = rule,
          .condition = kAlways,
          .reason = "the configuration says so (`blocks`)",
          .call = "",
          .use_instead = "call it outside the step"};
}

/// Python's habit, which is all that a name shows: classes start with a capital letter.
NodeKind kind_of_parent(std::string_view name) {
  const std::string_view last = model::last_part(name);
  return !last.empty() && last.front() >= 'A' && last.front() <= 'Z' ? NodeKind::kClass : NodeKind::kNamespace;
}

/// Nothing but a part of other names.
bool is_bare(const NodeRow& row) {
  return row.kind == NodeKind::kNamespace && row.operation == nullptr && row.value == nullptr && row.alias_of.empty();
}

/// A method that waits was measured. What a summary says of one that overrides it was not: the measured one counts. So
/// does one that gives back its object (`model.half().eval()`): of the override, a summary says only which class that
/// is.
class Measured {
 public:
  using Known = std::unordered_map<std::string_view, std::uint32_t>;

  /// The first `count` of `rows` are the program's own.
  Measured(std::vector<NodeRow>& rows, const Known& known, std::size_t count)
      : rows_(rows), known_(known), count_(count) {
    for (std::size_t i = 0; i < count; ++i) {
      if (counts(rows[i].operation)) members_.insert(model::last_part(rows[i].name));
    }
  }

  void go_before_overrides() {
    for (std::size_t i = count_; i < rows_.size(); ++i) {
      NodeRow& row = rows_[i];
      if (row.object_call != nullptr) {
        if (const Operator* base = inherited(row, {})) row.object_call = base;
      }
      const std::string_view member = model::last_part(row.name);
      if (row.kind != NodeKind::kFunction || row.operation == nullptr || !members_.contains(member)) continue;
      const auto owner = known_.find(row.name.substr(0, row.name.size() - member.size() - 1));
      if (owner == known_.end()) continue;
      if (const Operator* base = inherited(rows_[owner->second], member)) row.operation = base;
    }
  }

 private:
  static bool counts(const Operator* operation) {
    if (operation == nullptr) return false;
    const ResultNode* result = operation->result;
    const bool gives_itself = result != nullptr && result->form == ResultForm::kOperand &&
                              result->operand.parameter == 0 && result->operand.field.empty() &&
                              operation->parameters.front().name == "self";
    return gives_itself || !operation->blocks.empty();
  }

  /// Of the nearest of the program's own rows above that has `member`, or of calling an object: null if it neither
  /// waits nor gives back its object.
  const Operator* inherited(const NodeRow& klass, std::string_view member) const {
    for (const std::string_view base : klass.bases) {
      const std::uint32_t number = known_.at(base);
      const Operator* found = number < count_ ? own(rows_[number], member) : nullptr;
      if (found == nullptr) found = inherited(rows_[number], member);
      if (counts(found)) return found;
    }
    return nullptr;
  }

  const Operator* own(const NodeRow& klass, std::string_view member) const {
    if (member.empty()) return klass.object_call;
    const auto found = known_.find(std::string(klass.name).append(".").append(member));
    return found == known_.end() ? nullptr : rows_[found->second].operation;
  }

  std::vector<NodeRow>& rows_;
  const Known& known_;
  std::size_t count_;
  std::unordered_set<std::string_view> members_;
};

}  // namespace

MoreRows::MoreRows(std::span<const NodeRow> rows, std::span<const std::shared_ptr<const TextRows>> texts,
                   const NamedBlocks& blocks, std::span<const OtherRow> others)
    : rows_(rows),
      named_block_({block_of(blocks.rule)}),
      texts_(texts.begin(), texts.end()),
      reader_([this](std::string_view name) { return find(name); }) {
  if (texts.empty() && blocks.names.empty() && others.empty()) return;
  all_.assign(rows.begin(), rows.end());
  for (const OtherRow& other : others) {
    all_[other.row].operation = other.operation;
    all_[other.row].object_call = other.object_call;
  }
  for (std::uint32_t i = 0; i < rows.size(); ++i) known_.emplace(rows[i].name, i);
  for (const auto& each : texts_) add_names(*each);
  for (const auto& each : texts_) add_contents(*each);
  check_bases();
  Measured(all_, known_, rows.size()).go_before_overrides();
  for (const std::string& name : blocks.names) {
    add_parents(name);
    NodeRow& row = add(names_.emplace_back(name), NodeKind::kFunction);
    wrappers_.push_back({.name = row.name, .parameters = kAnyParameters, .blocks = named_block_});
    row.operation = &wrappers_.back();
    row.is_wrapper = true;
  }
}

std::uint32_t MoreRows::find(std::string_view name) const {
  const auto found = known_.find(name);
  if (found == known_.end()) return Catalog::kNowhere;
  const std::string_view alias = all_[found->second].alias_of;
  return alias.empty() ? found->second : find(alias);
}

/// `name` must stay.
NodeRow& MoreRows::add(std::string_view name, NodeKind kind) {
  const auto [found, is_new] = known_.try_emplace(name, static_cast<std::uint32_t>(all_.size()));
  if (!is_new) return all_[found->second];
  return all_.emplace_back(NodeRow{.name = name, .kind = kind, .bases = {}, .alias_of = {}, .gives_way = true});
}

void MoreRows::add_parents(std::string_view name) {
  for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1)) {
    const std::string_view parent = name.substr(0, dot);
    if (!known_.contains(parent)) add(names_.emplace_back(parent), kind_of_parent(parent));
  }
}

void MoreRows::add_names(const TextRows& texts) {
  for (const TextRow& text : texts) {
    add_parents(text.name);
    NodeRow& row = add(text.name, text.kind);
    if (is_bare(row)) row.kind = text.kind;
  }
}

void MoreRows::add_contents(const TextRows& texts) {
  for (const TextRow& text : texts) {
    NodeRow& row = all_[known_.at(text.name)];
    const bool is_own = row.name.data() == text.name.data() || is_bare(row);
    if (is_own || (row.kind == NodeKind::kClass && row.operation == nullptr)) add_content(text, row);
  }
}

/// Who asks for a member of a class goes up all ways to its ancestors: no class is its own ancestor, and there are few
/// ways. A class of which that does not hold has no bases.
void MoreRows::check_bases() {
  constexpr std::uint32_t kMostWays = 500;
  std::vector<std::uint32_t> ways(all_.size(), 0);  // 0: not looked at
  std::vector<bool> is_open(all_.size(), false);
  std::vector<std::uint32_t> path;
  const auto refuse = [&](std::uint32_t row, const char* why) {
    faults_.push_back(std::string(all_[row].name) + why);
    all_[row].bases = {};
  };
  for (std::uint32_t start = 0; start < all_.size(); ++start) {
    path.push_back(start);
    while (!path.empty()) {
      const std::uint32_t row = path.back();
      is_open[row] = true;
      std::uint32_t sum = 1;
      bool is_ready = ways[row] == 0;
      for (std::size_t i = 0; is_ready && i < all_[row].bases.size(); ++i) {
        const std::uint32_t base = known_.at(all_[row].bases[i]);
        sum = std::min(sum + ways[base], kMostWays + 1);
        if (ways[base] > 0) continue;
        if (is_open[base]) {
          refuse(row, ": is a base of itself");
        } else {
          path.push_back(base);
          is_ready = false;
        }
      }
      if (path.back() != row) continue;
      if (ways[row] == 0) {
        if (sum > kMostWays) refuse(row, ": has too many ancestors");
        ways[row] = all_[row].bases.empty() ? 1 : sum;
      }
      is_open[row] = false;
      path.pop_back();
    }
  }
}

void MoreRows::add_content(const TextRow& text, NodeRow& row) {
  row.kind = text.kind;
  if (!text.alias_of.empty()) {
    const auto meant = known_.find(text.alias_of);
    // A name of a name would have to be followed.
    if (meant != known_.end() && all_[meant->second].alias_of.empty()) row.alias_of = all_[meant->second].name;
    return;
  }
  const auto take = [this](auto& place, auto read) {
    if (read) {
      place = *read;
    } else {
      faults_.push_back(read.error());
    }
  };
  if (text.call) take(row.operation, reader_.call(*text.call, text.name));
  if (text.object_call) take(row.object_call, reader_.call(*text.object_call, text.name));
  if (!text.value.empty()) take(row.value, reader_.result(text.value, text.name));
  std::vector<std::string_view> bases;
  for (const std::string& base : text.bases) {
    if (const std::uint32_t found = find(base); found != Catalog::kNowhere) bases.push_back(all_[found].name);
  }
  row.bases = bases_.emplace_back(std::move(bases));
}

}  // namespace syncfree::catalog
