// Which pointers of a file lead to pinned host memory, or to the device: copies from and to it do not wait, nor do
// copies within the device.
#include <algorithm>
#include <array>

#include "frontends/cxx/name_tables.h"
#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

/// The variable or member behind an expression: `buffers[i] + n`.
const model::Expression* root_of(const model::Expression* value) {
  while (true) {
    if (const auto* element = value->get_if<model::Subscript>()) {
      value = element->object;
    } else if (const auto* sum = value->get_if<model::Binary>()) {
      value = sum->left;
    } else if (const auto* call = value->get_if<model::Call>()) {
      const auto* method = call->callee->get_if<model::Attribute>();
      if (method == nullptr) return value;
      value = method->object;
    } else {
      return value;
    }
  }
}

}  // namespace

/// `cudaMallocHost(&p, n)`, `kernel<<<grid, block>>>(p)`, wherever in the file it stands.
void Reader::find_pinned() {
  for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
    const bool is_launch = i >= 3 && tokens_[i].is("(") && tokens_[i - 1].is(">") && tokens_[i - 2].is(">");
    if ((is_launch && tokens_[i - 3].is(">")) || (tokens_[i].is("hipLaunchKernelGGL") && tokens_[i + 1].is("(")))
      take_launched(is_launch ? i : i + 1, closing(is_launch ? i : i + 1, tokens_.size()));
    if (!tokens_[i].is_name() || !tokens_[i + 1].is("(")) continue;
    if (!tables::kPinnedAllocators.has(tokens_[i].text)) continue;
    const std::size_t end = find(i + 2, closing(i + 1, tokens_.size()), {","});
    std::size_t last = end;
    for (std::size_t at = i + 2; at < end; ++at) {
      if (tokens_[at].is("["))
        at = closing(at, end);
      else if (tokens_[at].is_name())
        last = at;
    }
    const bool is_member = last < end && (tokens_[last - 1].is(".") || tokens_[last - 1].is("->"));
    if (last < end && !is_member) pinned_.insert(tokens_[last].text);
  }
}

/// Each argument that is a variable, or an element of one behind it: `p`, `p + n`.
void Reader::take_launched(std::size_t open, std::size_t close) {
  for (std::size_t i = open + 1; i < close; ++i) {
    const bool begins = tokens_[i - 1].is(",") || i == open + 1;
    const Token& next = tokens_[i + 1];
    if (begins && tokens_[i].is_name() && (next.is(",") || next.is("+") || i + 1 == close))
      launched_.insert(tokens_[i].text);
  }
}

bool Reader::is_on_device(const Expression& pointer) const {
  const Expression* root = root_of(&pointer);
  if (const auto* variable = root->get_if<model::Name>(); variable != nullptr) {
    const std::string_view called = symbols_.text(variable->name);
    return launched_.contains(called) || called.starts_with("d_") || called.starts_with("dev_");
  }
  return false;
}

/// Its kind leaves to the pointers where they lead, and both lead to the device.
bool Reader::copies_within_device(std::string_view function, const std::vector<Argument>& given) const {
  if (!function.ends_with("Memcpy") || given.size() != 4) return false;
  const auto* kind = given[3].value.node->get_if<model::Constant>();
  return kind != nullptr && kind->text.ends_with("MemcpyDefault") && is_on_device(*given[0].value.node) &&
         is_on_device(*given[1].value.node);
}

bool Reader::is_pinned(const Expression& value) const {
  if (pinned_.empty()) return false;
  const Expression* root = root_of(&value);
  if (const auto* variable = root->get_if<model::Name>()) return pinned_.contains(symbols_.text(variable->name));
  return false;  // a member: objects of one class may hold either
}

/// The initialiser of a pointer into pinned memory, or of a tensor there.
bool Reader::makes_pinned(const Expression& value) const {
  const std::string_view written = module_.text.substr(value.range.begin, value.range.size());
  return is_pinned(value) ||
         std::ranges::any_of(tables::kPinningWords, [&](std::string_view maker) { return written.contains(maker); });
}

/// The host's side of a copy, as far as its kind says which that is.
bool Reader::copies_pinned(std::string_view function, const std::vector<Argument>& given) const {
  if (!function.ends_with("MemcpyAsync") || given.size() < 4) return false;
  const auto* kind = given[3].value.node->get_if<model::Constant>();
  const std::string_view named = kind == nullptr ? std::string_view() : kind->text;
  const bool from = named.ends_with("HostToDevice") || named.empty();
  const bool to = named.ends_with("DeviceToHost") || named.empty();
  return (from && is_pinned(*given[1].value.node)) || (to && is_pinned(*given[0].value.node));
}

}  // namespace syncfree::cxx
