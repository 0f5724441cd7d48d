#include "analyzer/flow/warns.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/flow/is_among.h"
#include "analyzer/flow/step_calls.h"

namespace syncfree::flow {

namespace {

constexpr std::array<std::string_view, 4> kWarnings = {"warn", "warning", "warn_once", "warning_once"};

/// `"WARNING: …"`, `f"[Warning] {x}"`
bool begins_with_warning(const model::Expression& text) {
  constexpr std::string_view kWarning = "warning";
  std::string_view begins;
  if (const auto* constant = text.get_if<model::Constant>();
      constant != nullptr && constant->constant == model::ConstantKind::kString) {
    begins = constant->text;
  } else if (const auto* formatted = text.get_if<model::Formatted>()) {
    begins = formatted->begins;
  } else if (const auto* filled = text.get_if<model::Binary>()) {  // `"WARNING: %d" % n`
    return begins_with_warning(*filled->left);
  } else if (const auto* call = text.get_if<model::Call>()) {  // `"WARNING: {}".format(n)`
    const auto* method = call->callee->get_if<model::Attribute>();
    return method != nullptr && begins_with_warning(*method->object);
  }
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  const auto is_letter = [&](char c) { return lower(c) >= 'a' && lower(c) <= 'z'; };
  // As written: `"\nWARNING"` begins with two signs that are none of the word.
  while (!begins.empty() && !is_letter(begins.front()))
    begins.remove_prefix(std::min<std::size_t>(begins.front() == '\\' ? 2 : 1, begins.size()));
  return std::ranges::equal(begins.substr(0, kWarning.size()), kWarning, {}, lower);
}

}  // namespace

bool warns(model::Block block, const model::SymbolTable& symbols) {
  const auto* alone = block.size() == 1 ? block.front()->get_if<model::ExpressionStatement>() : nullptr;
  const auto* call = alone == nullptr ? nullptr : alone->value->get_if<model::Call>();
  if (call == nullptr) return false;
  const std::string_view name = last_name(*call, symbols);
  return is_among(kWarnings, name) ||
         (name == "print" && !call->arguments.empty() && begins_with_warning(*call->arguments.front().value));
}

}  // namespace syncfree::flow
