#include "analyzer/inference/device_tests.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <ranges>
#include <string_view>

#include "analyzer/flow/is_among.h"
#include "analyzer/flow/name_words.h"
#include "analyzer/flow/setting_names.h"
#include "analyzer/flow/step_calls.h"

namespace syncfree::inference {

using model::ComparisonOperator;

namespace {

// What torch.device.type says besides "cuda" and "cpu".
constexpr std::array<std::string_view, 10> kOtherDevices = {"mps", "npu", "xpu", "hpu",  "mlu",
                                                            "xla", "tpu", "dml", "meta", "privateuseone"};

constexpr std::string_view kCuda = "cuda";

bool is_among_others(std::string_view name) { return std::ranges::find(kOtherDevices, name) != kOtherDevices.end(); }

/// `device`, `x.device`, `x.device.type`, `str(device)`
bool is_device(const model::Expression& expression, const model::SymbolTable& symbols) {
  if (const auto* call = expression.get_if<model::Call>())
    return call->arguments.size() == 1 && is_device(*call->arguments.front().value, symbols);
  const std::string_view name = flow::last_name(expression, symbols);
  const auto* attribute = expression.get_if<model::Attribute>();
  if (name == "type" && attribute != nullptr) return is_device(*attribute->object, symbols);
  return name.ends_with("device") || name.ends_with("device_type");
}

/// `device`, `self.device`, `args.device`, `self.cfg.device`: the program's own, and not `x.device` of a tensor. Also
/// of other settings: `args.use_cuda`.
bool is_setting(const model::Expression& expression, const model::SymbolTable& symbols) {
  if (expression.kind == model::ExpressionKind::kName) return true;
  const auto* attribute = expression.get_if<model::Attribute>();
  if (attribute == nullptr) return false;
  const std::string_view holder = flow::last_name(*attribute->object, symbols);
  const bool is_held = flow::is_among(flow::kOptionNames, holder) || flow::is_among(flow::kHolderNames, holder);
  return is_held && is_setting(*attribute->object, symbols);
}

/// The same of what is asked of it: `device.type`, `str(device)`, `torch.device(device)`.
bool asks_for_setting(const model::Expression& device, const model::SymbolTable& symbols) {
  if (const auto* call = device.get_if<model::Call>())
    return call->arguments.size() == 1 && asks_for_setting(*call->arguments.front().value, symbols);
  const auto* attribute = device.get_if<model::Attribute>();
  if (attribute != nullptr && symbols.text(attribute->name) == "type")
    return asks_for_setting(*attribute->object, symbols);
  return is_setting(device, symbols);
}

/// `use_cuda`, `args.gpu`, `cfg.NUM_GPUS`
bool names_a_gpu(const model::Expression& expression, const model::SymbolTable& symbols) {
  constexpr std::array<std::string_view, 3> kWords = {kCuda, "gpu", "gpus"};
  if (expression.kind != model::ExpressionKind::kName && expression.kind != model::ExpressionKind::kAttribute)
    return false;
  return flow::holds_word(flow::last_name(expression, symbols), kWords) && is_setting(expression, symbols);
}

/// `len(args.gpu_ids)`, `cfg.NUM_GPUS`: how many there are.
bool counts_gpus(const model::Expression& expression, const model::SymbolTable& symbols) {
  constexpr std::array<std::string_view, 1> kMany = {"gpus"};
  if (const auto* call = expression.get_if<model::Call>())
    return call->arguments.size() == 1 && flow::last_name(*call, symbols) == "len" &&
           names_a_gpu(*call->arguments.front().value, symbols);
  return names_a_gpu(expression, symbols) && flow::holds_word(flow::last_name(expression, symbols), kMany);
}

/// A whole number, also below zero.
std::optional<std::int64_t> number_of(const model::Expression& expression) {
  if (const auto* negative = expression.get_if<model::Unary>();
      negative != nullptr && negative->operation == model::UnaryOperator::kNegate) {
    const std::optional<std::int64_t> number = number_of(*negative->operand);
    return number ? std::optional(-*number) : std::nullopt;
  }
  const auto* constant = expression.get_if<model::Constant>();
  const bool is_whole = constant != nullptr && constant->constant == model::ConstantKind::kInteger;
  return is_whole ? std::optional(constant->integer) : std::nullopt;
}

/// `args.gpu < 0`, `int(args.cuda) == -1`, `len(gpu_ids) == 0`, where that holds; `args.gpu >= 0`, where it does not.
bool is_number_of_none(const model::Comparison& comparison, bool positive, const model::SymbolTable& symbols) {
  if (comparison.operators.size() != 1) return false;
  const model::Expression* asked = comparison.operands[0];
  const bool is_count = counts_gpus(*asked, symbols);
  if (const auto* call = asked->get_if<model::Call>();
      call != nullptr && call->arguments.size() == 1 && flow::last_name(*call, symbols) == "int")
    asked = call->arguments.front().value;
  if (!is_count && !names_a_gpu(*asked, symbols)) return false;
  const std::optional<std::int64_t> bound = number_of(*comparison.operands[1]);
  if (!bound) return false;
  const std::int64_t none = is_count ? 0 : -1;
  switch (comparison.operators[0]) {
    case ComparisonOperator::kEqual:
      return positive && *bound == none;
    case ComparisonOperator::kNotEqual:
    case ComparisonOperator::kGreater:
      return !positive && *bound == none;
    case ComparisonOperator::kGreaterEqual:
      return !positive && *bound == none + 1;
    case ComparisonOperator::kLess:
      return positive && *bound == none + 1;
    default:
      return false;
  }
}

/// Of `use_cuda`, where it is false.
bool asks_for_no_gpu(const model::Expression& test, bool positive, const model::SymbolTable& symbols) {
  if (const auto* comparison = test.get_if<model::Comparison>())
    return is_number_of_none(*comparison, positive, symbols);
  return !positive && (names_a_gpu(test, symbols) || counts_gpus(test, symbols));
}

/// Of `"cuda"`, `"cuda:0"`
bool is_cuda(const model::Expression& expression) {
  const auto* text = expression.get_if<model::Constant>();
  return text != nullptr && text->constant == model::ConstantKind::kString && text->text.starts_with(kCuda);
}

/// Of `"mps"`, `("cpu", "mps")`.
Elsewhere device_named(const model::Expression& expression) {
  if (const auto* text = expression.get_if<model::Constant>()) {
    if (text->constant != model::ConstantKind::kString) return Elsewhere::kNo;
    return text->text == "cpu" ? Elsewhere::kOnCpu : is_among_others(text->text) ? Elsewhere::kOnOther : Elsewhere::kNo;
  }
  const auto* several = expression.get_if<model::Sequence>();
  if (several == nullptr || several->elements.empty()) return Elsewhere::kNo;
  Elsewhere all = Elsewhere::kOnOther;
  for (const model::Expression* part : several->elements) all = std::min(all, device_named(*part));
  return all;
}

/// `is_mps`, `use_npu`, `is_torch_xla_available()`, `torch.backends.mps.is_available()`: named after a device that is
/// neither the CPU nor CUDA.
bool names_other_device(const model::Expression& expression, const model::SymbolTable& symbols) {
  const std::string_view name = flow::last_name(expression, symbols);
  const bool named = std::ranges::any_of(std::views::split(name, '_'), [](const auto& word) {
    const std::string_view text(word);
    return text != "meta" && is_among_others(text);
  });
  if (named) return true;
  const auto* call = expression.get_if<model::Call>();
  const auto* asked = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  return asked != nullptr && name == "is_available" && names_other_device(*asked->object, symbols);
}

/// `device.startswith("cuda")`
Elsewhere elsewhere_by_text(const model::Call& call, bool positive, const model::SymbolTable& symbols) {
  const auto* method = call.callee->get_if<model::Attribute>();
  if (method == nullptr || call.arguments.size() != 1 || symbols.text(method->name) != "startswith")
    return Elsewhere::kNo;
  if (!is_device(*method->object, symbols)) return Elsewhere::kNo;
  const model::Expression& text = *call.arguments.front().value;
  if (!positive) return is_cuda(text) ? Elsewhere::kOnCpu : Elsewhere::kNo;
  return device_named(text);
}

/// `"cuda" in device`, `device in ("cpu", "mps")`
Elsewhere elsewhere_by_membership(const model::Expression& part, const model::Expression& whole, bool positive,
                                  const model::SymbolTable& symbols) {
  if (is_device(whole, symbols)) {
    if (!positive) return is_cuda(part) ? Elsewhere::kOnCpu : Elsewhere::kNo;
    return device_named(part);
  }
  if (!is_device(part, symbols)) return Elsewhere::kNo;
  if (positive) return device_named(whole);
  const auto* several = whole.get_if<model::Sequence>();
  const bool has_cuda = several != nullptr && std::ranges::any_of(several->elements, [](const model::Expression* one) {
                          return is_cuda(*one);
                        });
  return has_cuda ? Elsewhere::kOnCpu : Elsewhere::kNo;
}

/// `x.dtype == torch.float16`: what overflows there is seldom computed in it today. `device.type == "mps"`,
/// `device.type != "cuda"`, `"mps" in device.type`, `device in ("cpu", "mps")`: what follows does not run on CUDA.
Elsewhere elsewhere_by_comparison(const model::Comparison& comparison, bool positive,
                                  const model::SymbolTable& symbols) {
  if (comparison.operators.size() != 1) return Elsewhere::kNo;
  const ComparisonOperator operation = comparison.operators[0];
  const model::Expression& asked = *comparison.operands[0];
  const model::Expression& wanted = *comparison.operands[1];
  if (operation == ComparisonOperator::kIn || operation == ComparisonOperator::kNotIn)
    return elsewhere_by_membership(asked, wanted, positive == (operation == ComparisonOperator::kIn), symbols);
  if (operation != ComparisonOperator::kEqual && operation != ComparisonOperator::kNotEqual) return Elsewhere::kNo;
  const bool equal = positive == (operation == ComparisonOperator::kEqual);
  if (const auto* type = wanted.get_if<model::Attribute>()) {
    const std::string_view name = symbols.text(type->name);
    return equal && (name == "float16" || name == "half") ? Elsewhere::kInHalf : Elsewhere::kNo;
  }
  if (!is_device(asked, symbols)) return Elsewhere::kNo;
  if (equal) return device_named(wanted);
  const auto* text = wanted.get_if<model::Constant>();
  const bool not_cuda = text != nullptr && text->constant == model::ConstantKind::kString && text->text == kCuda;
  return not_cuda ? Elsewhere::kOnCpu : Elsewhere::kNo;
}

/// The device that a test is about is the program's own, and no tensor's.
bool is_about_a_setting(const model::Expression& test, const model::SymbolTable& symbols) {
  if (const auto* call = test.get_if<model::Call>()) {
    const auto* method = call->callee->get_if<model::Attribute>();
    return method != nullptr && asks_for_setting(*method->object, symbols);
  }
  const auto* comparison = test.get_if<model::Comparison>();
  if (comparison == nullptr) return false;
  return std::ranges::any_of(comparison->operands, [&](const model::Expression* operand) {
    return is_device(*operand, symbols) && asks_for_setting(*operand, symbols);
  });
}

}  // namespace

Elsewhere elsewhere(const model::Expression& test, bool positive, const model::SymbolTable& symbols) {
  if (positive && names_other_device(test, symbols)) return Elsewhere::kOnOther;
  if (asks_for_no_gpu(test, positive, symbols)) return Elsewhere::kNotAsked;
  const auto* comparison = test.get_if<model::Comparison>();
  const auto* call = test.get_if<model::Call>();
  const Elsewhere said = comparison != nullptr ? elsewhere_by_comparison(*comparison, positive, symbols)
                         : call != nullptr     ? elsewhere_by_text(*call, positive, symbols)
                                               : Elsewhere::kNo;
  return said == Elsewhere::kOnCpu && is_about_a_setting(test, symbols) ? Elsewhere::kChosenCpu : said;
}

}  // namespace syncfree::inference
