// Which pointers of a file lead to pinned host memory, or to the device: copies from and to it do not wait, nor do
// copies within the device.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "frontends/cxx/name_tables.h"
#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

/// What an element, or a pointer that was moved on, is of; null for others.
const model::Expression* inner(const model::Expression& value) {
  if (const auto* element = value.get_if<model::Subscript>()) return element->object;
  const auto* sum = value.get_if<model::Binary>();
  return sum == nullptr ? nullptr : sum->left;
}

/// The variable or member behind an expression: `buffers[i] + n`.
const model::Expression* root_of(const model::Expression* value) {
  while (true) {
    if (const model::Expression* next = inner(*value); next != nullptr) {
      value = next;
    } else if (const auto* call = value->get_if<model::Call>()) {
      const auto* method = call->callee->get_if<model::Attribute>();
      if (method == nullptr) return value;
      value = method->object;
    } else {
      return value;
    }
  }
}

/// Whether a method of the name gives memory of the device: `device_data()`, `mutable_gpu_data()`, `GetHostPtr()`;
/// nothing if the name does not say.
std::optional<bool> place_by_name(std::string_view method) {
  constexpr std::array<std::string_view, 7> kMemory = {"data", "Data", "ptr", "Ptr", "pointer", "Pointer", "buffer"};
  const auto has = [&](std::string_view part) { return method.contains(part); };
  if (std::ranges::none_of(kMemory, has)) return std::nullopt;
  if (has("host") || has("Host") || has("cpu") || has("CPU")) return false;
  if (has("device") || has("Device") || has("gpu") || has("GPU")) return true;
  return std::nullopt;
}

}  // namespace

/// `cudaMallocHost(&p, n)`, `kernel<<<grid, block>>>(p)`, wherever in the file it stands.
void Reader::find_pinned() {
  for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
    if (!tokens_[i + 1].is("(")) continue;
    const bool is_launch = i >= 2 && tokens_[i].is(">") && tokens_[i - 1].is(">") && tokens_[i - 2].is(">");
    if (is_launch || tokens_[i].is("hipLaunchKernelGGL")) take_launched(i + 1, closing(i + 1, tokens_.size()));
    if (!tokens_[i].is_name()) continue;
    const bool pins = tables::kPinnedAllocators.has(tokens_[i].text);
    if (!pins && !tables::kDeviceAllocators.has(tokens_[i].text)) continue;
    const std::size_t end = find(i + 2, closing(i + 1, tokens_.size()), {","});
    std::size_t last = end;
    for (std::size_t at = i + 2; at < end; ++at) {
      if (tokens_[at].is("["))
        at = closing(at, end);
      else if (tokens_[at].is_name())
        last = at;
    }
    const bool is_member = last < end && (tokens_[last - 1].is(".") || tokens_[last - 1].is("->"));
    if (last < end && !pins) allocated_.insert(tokens_[last].text);
    if (last < end && pins && !is_member) pinned_.insert(tokens_[last].text);
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

/// By its name, by a method that gives it, or because a kernel of the file is given it, too.
bool Reader::is_on_device(const Expression& pointer) const {
  const Expression* value = &pointer;
  while (true) {
    if (const auto* call = value->get_if<model::Call>()) {
      const auto* method = call->callee->get_if<model::Attribute>();
      if (method == nullptr) return false;
      if (const std::optional<bool> place = place_by_name(symbols_.text(method->name))) return *place;
      value = method->object;
    } else if (const auto* variable = value->get_if<model::Name>()) {
      const std::string_view called = symbols_.text(variable->name);
      return launched_.contains(called) || called.starts_with("d_") || called.starts_with("dev_");
    } else if (const Expression* next = inner(*value); next != nullptr) {
      value = next;
    } else {
      return false;
    }
  }
}

/// `cudaMalloc(&buffer, n)` or `cudaMalloc(&object.buffer, n)` somewhere in the file, and nothing else of the name.
bool Reader::is_allocated(const Expression& pointer) const {
  const Expression* root = root_of(&pointer);
  const auto* variable = root->get_if<model::Name>();
  const auto* member = root->get_if<model::Attribute>();
  if (variable == nullptr && member == nullptr) return false;
  const std::string_view called = symbols_.text(variable != nullptr ? variable->name : member->name);
  return allocated_.contains(called) && !pinned_.contains(called);
}

/// The pointer, which says where it leads.
const model::Expression* Reader::device_pointer(const Expression* pointer) {
  const TextRange range = pointer->range;
  return call(library("cxx.device_pointer", range), {{.value = {pointer}, .range = range}}, range, range);
}

/// A copy whose kind leaves to the pointers where they lead is told where they do.
void Reader::place_pointers(std::string_view function, std::vector<Argument>& given) {
  if (!function.ends_with("Memcpy") || given.size() != 4) return;
  for (Argument& side : std::span(given).first(2)) {
    if (is_on_device(*side.value.node) || is_allocated(*side.value.node))
      side.value.node = device_pointer(side.value.node);
  }
}

/// The same of a function of the project, which may hand them to a copy.
std::vector<Reader::Argument> Reader::with_places(std::vector<Argument> given) {
  for (Argument& argument : given) {
    const Expression& node = *argument.value.node;
    const bool may_point = argument.value.type == Type::kPointer ||
                           (argument.value.type == Type::kUnknown && node.kind != model::ExpressionKind::kName);
    if (may_point && is_on_device(node)) argument.value.node = device_pointer(&node);
  }
  return given;
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
