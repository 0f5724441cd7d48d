#include "frontends/cxx/render_edits.h"

#include <algorithm>
#include <cctype>

namespace syncfree::cxx {
namespace {

using fixes::Code;
using fixes::CodeArgument;
using fixes::CodeKind;
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

/// What a factory of libtorch is given beside sizes and values.
const model::Argument* options_of(const model::Call& call) {
  const auto found =
      std::ranges::find_if(call.arguments, [](const model::Argument& argument) { return bool(argument.keyword); });
  return found == call.arguments.end() ? nullptr : &*found;
}

/// `torch::kInt64`, `x.scalar_type()`.
bool is_element_type(std::string_view written) {
  if (written.ends_with(".scalar_type()") || written.ends_with(".dtype()")) return true;
  const auto is_part = [](char c) { return c == ':' || c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  if (!std::ranges::all_of(written, is_part)) return false;
  const std::size_t last = written.rfind(':');
  const std::string_view name = written.substr(last == std::string_view::npos ? 0 : last + 1);
  return name.size() > 2 && name[0] == 'k' && name[1] >= 'A' && name[1] <= 'Z' && name != "kCPU" && name != "kCUDA";
}

/// Tensor options, by what they are called; pinned memory and gradients belong to the host's tensor.
bool is_options(std::string_view written) {
  if (written.find("pinned_memory") != std::string_view::npos ||
      written.find("requires_grad") != std::string_view::npos)
    return false;
  for (const std::string_view made : {"TensorOptions()", ".options()", "torch::dtype(", "at::dtype("}) {
    if (written.find(made) != std::string_view::npos) return written.ends_with(')');
  }
  return written.ends_with("options") || written.ends_with("opts");
}

class CxxPrinter : public fixes::Printer {
 public:
  explicit CxxPrinter(const fixes::Source& source) : module_(source.module), text_(source.module.text) {}

  std::optional<std::string> print(const Code& code, Slot slot) override {
    switch (code.kind) {
      case CodeKind::kKept: {
        const auto kept = fixes::text_of_kept(module_, code, *this);
        return kept && slot == Slot::kOperand && !is_primary(*code.kept) ? "(" + *kept + ")" : kept;
      }
      case CodeKind::kName:
      case CodeKind::kNumber:
        return code.text;
      case CodeKind::kTrue:
        return "true";
      case CodeKind::kFalse:
        return "false";
      case CodeKind::kLibrary:
        return full_name(code.text);
      case CodeKind::kString:  // the only one that stands for something of the language
        return code.text == "cuda" ? std::optional<std::string>("at::kCUDA") : std::nullopt;
      case CodeKind::kCall:
        return print_call(code);
      case CodeKind::kAttribute: {  // `x.device` of Python is a call here
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

  /// `torch::kInt64` and `x.options()` with the device in them.
  std::optional<TextEdit> in_options(const fixes::SetKeyword& edit) override {
    const model::Argument* options = options_of(*edit.call);
    const auto device = print(edit.value, Slot::kArgument);
    if (options == nullptr || edit.keyword != "device" || !device) return std::nullopt;
    const std::string written(text_.substr(options->range.begin, options->range.size()));
    if (options->keyword && is_element_type(written))
      return TextEdit{options->range, "at::dtype(" + written + ").device(" + *device + ")"};
    if (!is_options(written)) return std::nullopt;
    return TextEdit{options->range, written + ".device(" + *device + ")"};
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
  std::optional<Condition> context(const Code&, std::string_view) override { return std::nullopt; }

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
    const auto callee = called.kind == CodeKind::kAttribute ? print_member(called) : print(called, Slot::kOperand);
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
    if (is_written("getCurrentCUDAStream") || is_written(kStreamHeader)) return true;
    for (const std::string_view include : {"#include <torch/", "#include <ATen/", "#include <c10/"}) {
      const std::optional<std::uint32_t> place = line_of_code(include);
      if (!place) continue;
      if (includes_.empty())
        includes_.push_back({{*place, *place}, std::string(kStreamHeader) + std::string(fixes::line_end_of(text_))});
      return true;
    }
    return false;
  }

  bool is_comment(std::size_t offset) const {
    return std::ranges::any_of(module_.comments, [&](const model::Comment& comment) {
      return comment.range.begin <= offset && offset < comment.range.end;
    });
  }

  /// Outside of comments.
  bool is_written(std::string_view what) const {
    for (std::size_t at = text_.find(what); at != std::string_view::npos; at = text_.find(what, at + 1)) {
      if (!is_comment(at)) return true;
    }
    return false;
  }

  /// The beginning of the first line that begins with `what`.
  std::optional<std::uint32_t> line_of_code(std::string_view what) const {
    for (std::size_t at = text_.find(what); at != std::string_view::npos; at = text_.find(what, at + 1)) {
      const auto start = fixes::blank_line_start(text_, static_cast<std::uint32_t>(at));
      if (start && !is_comment(at)) return start;
    }
    return std::nullopt;
  }

  const model::Module& module_;
  std::string_view text_;
  std::vector<TextEdit> includes_;
};

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
  // What a macro's body makes has the place of the macro's use.
  if (source.locator.is_use_of_macro(around.node->range)) return std::nullopt;
  CxxPrinter printer(source);
  for (const fixes::Edit& edit : edits) {
    const auto* set = std::get_if<fixes::SetKeyword>(&edit);
    if (set != nullptr && options_of(*set->call) != nullptr && !printer.in_options(*set)) return std::nullopt;
  }
  return fixes::write_edits(source, edits, printer);
}

}  // namespace syncfree::cxx
