// Branches for the one and the other device: `if (x.is_cuda()) …; else …`
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

/// Whether the branch behind a condition on where a tensor is works on the GPU: `x.is_cuda()`,
/// `x.device().type() == at::kCPU`.
std::optional<bool> Reader::gpu_takes(const Expression& condition) const {
  if (const auto* unary = condition.get_if<model::Unary>()) {
    const std::optional<bool> takes = gpu_takes(*unary->operand);
    return takes && unary->operation == model::UnaryOperator::kNot ? std::optional(!*takes) : std::nullopt;
  }
  if (const auto* asked = condition.get_if<model::Attribute>())
    return symbols_.text(asked->name) == "is_cuda" ? std::optional(true) : std::nullopt;
  const auto* compared = condition.get_if<model::Comparison>();
  if (compared == nullptr || compared->operands.size() != 2) return std::nullopt;
  const auto* kind = compared->operands[0]->get_if<model::Attribute>();
  const auto* place = compared->operands[1]->get_if<model::Constant>();
  const bool asks_kind = kind != nullptr && place != nullptr && symbols_.text(kind->name) == "type";
  if (!asks_kind || compared->operators.front() != model::ComparisonOperator::kEqual) return std::nullopt;
  return place->text == "cuda" ? std::optional(true) : place->text == "cpu" ? std::optional(false) : std::nullopt;
}

/// The tensors that code which runs where one of them is in host memory takes from outside, where each is first named:
/// they are there, too. None if it speaks of devices.
std::vector<std::size_t> Reader::tensors_of(std::size_t from, std::size_t to) {
  std::vector<std::size_t> mentioned;
  std::unordered_set<std::string_view> known;
  for (std::size_t i = from; i < to; ++i) {
    const std::string_view word = token(i).text;
    if (!token(i).is_name()) continue;
    if (word.contains("cuda") || word.contains("CUDA") || word.contains("evice")) return {};
    const bool is_part = token(i - 1).is(".") || token(i - 1).is("->") || token(i - 1).is("::");
    const Type* type = is_part ? nullptr : find_variable(word);
    if (type != nullptr && *type == Type::kTensor && known.insert(word).second) mentioned.push_back(i);
  }
  return mentioned;
}

void Reader::place_on_host(std::span<const std::size_t> tensors) {
  for (const std::size_t i : tensors) assert_place(name(token(i).text, token(i).range), false, token(i).range);
}

/// One branch of a dispatch. After it the tensors are together again wherever they are, which a join cannot say: those
/// that it does not change are then what they were.
void Reader::statement_on_host(const syntax::Statement& read) {
  std::vector<std::size_t> tensors = tensors_of(read.begin, read.end);
  std::erase_if(tensors, [&](std::size_t i) { return is_changed(token(i).text, read.begin, read.end); });
  const std::unordered_set<std::string_view> unplaced = unplaced_;
  std::vector<const Expression*> kept;
  for (const std::size_t i : tensors) {
    kept.push_back(name("value " + std::to_string(temporaries_++), token(i).range));
    add_assignment(kept.back(), name(token(i).text, token(i).range), token(i).range);
  }
  place_on_host(tensors);
  statement(&read);
  unplaced_ = unplaced;
  for (std::size_t i = 0; i < tensors.size(); ++i)
    add_assignment(name(token(tensors[i]).text, token(tensors[i]).range), kept[i], token(tensors[i]).range);
}

/// `if (x.is_cuda()) return on_gpu(x, y);` and what stands behind it in its block.
void Reader::place_what_follows(const syntax::If& read, syntax::Statements block) {
  if (read.branches.size() != 1 || read.has_otherwise || sink_->empty() || block.back() == nullptr) return;
  const auto* branch = sink_->back()->get_if<model::If>();
  if (branch == nullptr || branch->then.empty() || gpu_takes(*branch->condition) != std::optional(true)) return;
  const model::StatementKind last = branch->then.back()->kind;
  if (last == model::StatementKind::kReturn) place_on_host(tensors_of(read.end, block.back()->end));
}

}  // namespace syncfree::cxx
