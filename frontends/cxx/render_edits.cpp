#include "frontends/cxx/render_edits.h"

#include <algorithm>

namespace syncfree::cxx {
namespace {

using fixes::Code;
using fixes::CodeArgument;
using fixes::Slot;
using fixes::TextEdit;
using model::Expression;
using model::ExpressionKind;

constexpr std::string_view kStreamHeader = "#include <ATen/cuda/CUDAContext.h>";

bool is_primary(const Expression& node) {
  return node.kind == ExpressionKind::kName || node.kind == ExpressionKind::kCall ||
         node.kind == ExpressionKind::kAttribute || node.kind == ExpressionKind::kSubscript ||
         node.kind == ExpressionKind::kConstant;
}

class CxxPrinter : public fixes::Printer {
 public:
  explicit CxxPrinter(const fixes::Source& source) : text_(source.module.text) {}

  std::optional<std::string> print(const Code& code, Slot slot) override {
    switch (code.kind) {
      case Code::Kind::kKept: {
        const std::string kept(text_.substr(code.kept->range.begin, code.kept->range.size()));
        return slot == Slot::kOperand && !is_primary(*code.kept) ? "(" + kept + ")" : kept;
      }
      case Code::Kind::kName:
      case Code::Kind::kNumber:
        return code.text;
      case Code::Kind::kTrue:
        return "true";
      case Code::Kind::kFalse:
        return "false";
      case Code::Kind::kLibrary:
        return full_name(code.text);
      case Code::Kind::kString:  // the only one that stands for something of the language
        return code.text == "cuda" ? std::optional<std::string>("at::kCUDA") : std::nullopt;
      case Code::Kind::kCall:
        return print_call(code);
      case Code::Kind::kAttribute: {  // `x.device` of Python is a call here
        const auto member = print_member(code);
        return member ? std::optional(*member + "()") : std::nullopt;
      }
      default:
        return std::nullopt;
    }
  }

  /// A device alone is an argument by its place, behind the sizes.
  std::optional<std::string> keyword(std::string_view name) override {
    return name == "device" ? std::optional<std::string>("") : std::nullopt;
  }

  /// Names of the runtime stand by themselves, those of a library in its namespace.
  std::optional<std::string> full_name(const std::string& name) override {
    constexpr std::string_view kRuntime = "cuda_runtime.";
    if (name.starts_with(kRuntime)) return name.substr(kRuntime.size());
    if (name.starts_with("at.cuda.") && !sees_streams()) return std::nullopt;
    std::string written;
    for (const char c : name) {
      if (c == '.') {
        written += "::";
      } else {
        written += c;
      }
    }
    return written;
  }

  std::optional<Condition> condition(const Code&, std::string_view) override { return std::nullopt; }

  /// The body of a macro is not read as code.
  bool may_stand_in(std::span<const Expression* const>, std::string_view text) const override {
    return text.find('\n') == std::string_view::npos;
  }

  std::vector<TextEdit> elsewhere() const override { return includes_; }

 private:
  std::optional<std::string> print_member(const Code& code) {
    const auto object = print(code.parts[0], Slot::kOperand);
    return object ? std::optional(*object + "." + code.text) : std::nullopt;
  }

  std::optional<std::string> print_call(const Code& code) {
    const Code& called = code.parts[0];
    const auto callee = called.kind == Code::Kind::kAttribute ? print_member(called) : print(called, Slot::kOperand);
    if (!callee) return std::nullopt;
    std::string text = *callee + "(";
    for (const CodeArgument& argument : code.arguments) {
      const auto value = print(argument.value, Slot::kArgument);
      if (!value || !argument.keyword.empty()) return std::nullopt;
      text += (text.size() == callee->size() + 1 ? "" : ", ") + *value;
    }
    return text + ")";
  }

  /// Does the file know `at::cuda`; it gets the header if it includes others of libtorch.
  bool sees_streams() {
    if (text_.find("getCurrentCUDAStream") != std::string_view::npos ||
        text_.find(kStreamHeader) != std::string_view::npos)
      return true;
    for (const std::string_view include : {"#include <torch/", "#include <ATen/", "#include <c10/"}) {
      const std::size_t at = text_.find(include);
      if (at == std::string_view::npos || (at > 0 && text_[at - 1] != '\n')) continue;
      if (includes_.empty()) {
        const auto place = static_cast<std::uint32_t>(at);
        includes_.push_back({{place, place}, std::string(kStreamHeader) + std::string(fixes::line_end_of(text_))});
      }
      return true;
    }
    return false;
  }

  std::string_view text_;
  std::vector<TextEdit> includes_;
};

/// Options that are there already would have to take the device in.
bool has_options(const model::Call& call) {
  return std::ranges::any_of(call.arguments, [](const model::Argument& argument) { return bool(argument.keyword); });
}

/// Where a directive stands (`#define …`), with the lines that a backslash joins to it, code may be anything.
bool in_directive(std::string_view text, std::uint32_t at) {
  std::size_t begin = text.rfind('\n', at == 0 ? 0 : at - 1);
  while (begin != std::string_view::npos && begin > 0 &&
         (text[begin - 1] == '\\' || text.substr(begin - 2, 2) == "\\\r")) {
    begin = text.rfind('\n', begin - 1);
  }
  const std::size_t first = text.find_first_not_of(" \t\n", begin == std::string_view::npos ? 0 : begin);
  return first != std::string_view::npos && first <= at && text[first] == '#';
}

}  // namespace

std::optional<std::vector<TextEdit>> render_edits(const fixes::Source& source, const model::Location& around,
                                                  std::span<const fixes::Edit> edits) {
  if (in_directive(source.module.text, around.node->range.begin)) return std::nullopt;
  for (const fixes::Edit& edit : edits) {
    const auto* set = std::get_if<fixes::SetKeyword>(&edit);
    if (set != nullptr && has_options(*set->call)) return std::nullopt;
  }
  CxxPrinter printer(source);
  return fixes::write_edits(source, edits, printer);
}

}  // namespace syncfree::cxx
