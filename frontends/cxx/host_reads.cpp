// Which tensors are in host memory because the host looks into them, or because they were read from a file.
#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

#include "frontends/cxx/name_shapes.h"
#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

constexpr std::array<std::string_view, 3> kPointers = {"const_data_ptr", "data_ptr", "mutable_data_ptr"};
/// A function that holds one of these works on either device, and its tensors may be anywhere.
constexpr std::array<std::string_view, 5> kOfBoth = {"is_cuda", "is_cpu", "kCUDA", "hipLaunchKernelGGL",
                                                     "cudaLaunchKernel"};

constexpr std::string_view kAccessor = "accessor";

constexpr NameShapes kShapesOfReads = [] {
  NameShapes shapes;
  shapes.add(kAccessor);
  for (const std::string_view name : kPointers) shapes.add(name);
  return shapes;
}();

bool is_among(std::string_view word, const auto& words) { return std::ranges::find(words, word) != words.end(); }

}  // namespace

/// Do the tokens in reading name what the host looks into tensors with.
bool Reader::may_look_into_tensors() const {
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const Token& here = tokens_[i];
    if (!here.is_name() || !kShapesOfReads.may_have(here.text)) continue;
    if (here.is(kAccessor) || is_among(here.text, kPointers)) return true;
  }
  return false;
}

/// Members that any function of the file looks into. `tensors`: members so far.
void Reader::find_host_members(syntax::Declarations read, std::unordered_set<std::string_view>& tensors) {
  for (const syntax::Declaration* declaration : read) {
    if (declaration->kind == syntax::DeclarationKind::kNamespace) {
      find_host_members(declaration->as<syntax::Namespace>().members, tensors);
    } else if (declaration->kind == syntax::DeclarationKind::kClass) {
      find_host_members(declaration->as<syntax::Class>().members, tensors);
    } else if (declaration->kind == syntax::DeclarationKind::kFields) {
      const auto& fields = declaration->as<syntax::Fields>();
      if (written_type(tokens_.slice(fields.begin, fields.type_end)) != Type::kTensor) continue;
      for (const syntax::Fields::Field& field : fields.fields) {
        if (!field.points) tensors.insert(token(field.name).text);
      }
    } else if (declaration->kind == syntax::DeclarationKind::kFunction) {
      const auto& function = declaration->as<syntax::Function>();
      if (looks_into_tensors_ && !is_device_code(function.begin, function.open))
        find_host_reads(function.open, function.close, host_members_);
    }
  }
}

/// What is no member of the file or of the header beside it is a variable.
void Reader::find_host_members(syntax::Declarations read) {
  std::unordered_set<std::string_view> tensors;
  for (const auto& [name, type] : fields_) {
    if (type == Type::kTensor) tensors.insert(name);
  }
  find_host_members(read, tensors);
  tensor_members_ = tensors;
  std::erase_if(host_members_, [&](std::string_view name) { return !tensors.contains(name); });
}

/// `auto* p = x.data_ptr<float>(); p[0]`, `std::vector<int>(p, p + n)`, `x.data_ptr<int>()[0]`: x.
void Reader::find_host_reads(std::size_t from, std::size_t to, std::unordered_set<std::string_view>& into) const {
  if (!looks_into_tensors_) return;
  for (std::size_t i = from; i < to; ++i) {
    if (!token(i).is_name()) continue;
    const bool launches = i + 3 < to && token(i + 1).is("<") && token(i + 2).is("<") && token(i + 3).is("<");
    if (launches || is_among(token(i).text, kOfBoth)) return;
  }
  if (is_device_code(from, to)) return;
  std::vector<KeptPointer> kept;
  for (std::size_t i = from + 2; i < to; ++i) {
    if (!token(i).is_name() || !token(i - 1).is(".") || !token(i - 2).is_name()) continue;
    if (token(i - 3).is(".") || token(i - 3).is("::")) continue;
    if (token(i - 3).is("->") && !token(i - 4).is("this")) continue;
    const std::string_view tensor = token(i - 2).text;
    if (token(i).is(kAccessor) && token(i + 1).is("<")) into.insert(tensor);
    if (!is_among(token(i).text, kPointers)) continue;
    const std::size_t open = token(i + 1).is("<") ? template_end(i + 1, to) + 1 : i + 1;
    if (!token(open).is("(")) continue;
    const std::size_t behind = closing(open, to) + 1;
    const std::size_t first = token(i - 3).is("->") ? i - 4 : i - 2;
    const bool is_kept = token(first - 1).is("=") && token(first - 2).is_name();
    const bool is_read = token(behind).is("[") ? !token(first - 1).is("&") : reads_at(first);
    if (is_read) {
      into.insert(tensor);
    } else if (is_kept) {
      kept.push_back({.pointer = token(first - 2).text, .tensor = tensor, .behind = behind});
    }
  }
  add_read_later(kept, to, into);
}

/// The tensors of those pointers into which the function looks behind their declaration.
void Reader::add_read_later(std::span<const KeptPointer> kept, std::size_t to,
                            std::unordered_set<std::string_view>& into) const {
  if (kept.empty()) return;
  std::unordered_map<std::string_view, std::size_t> last_read;  // of each pointer
  for (const KeptPointer& one : kept) last_read.emplace(one.pointer, 0);
  for (std::size_t i = kept.front().behind; i < to; ++i) {
    if (!token(i).is_name() || token(i - 1).is(".") || token(i - 1).is("->") || token(i - 1).is("::")) continue;
    const auto found = last_read.find(token(i).text);
    if (found == last_read.end()) continue;
    if (token(i + 1).is("[") ? !token(i - 1).is("&") : reads_at(i)) found->second = i;
  }
  for (const KeptPointer& one : kept) {
    if (last_read.at(one.pointer) >= one.behind) into.insert(one.tensor);
  }
}

/// `*p` as a value, `std::vector<int> v(p, p + n)` or `std::span<int>(p, n)`, where `p` begins at the index.
bool Reader::reads_at(std::size_t index) const {
  const Token& before = token(index - 1);
  const Token& earlier = token(index - 2);
  if (before.is("*")) {
    const bool is_operand = earlier.is_name() ? !earlier.is("return") : earlier.kind == TokenKind::kNumber;
    return !is_operand && !earlier.is(")") && !earlier.is("]") && !earlier.is(">");
  }
  if (!before.is("(") && !before.is("{")) return false;
  constexpr std::size_t kFarthest = 12;
  bool has_second = false;
  for (std::size_t i = index; i < index + kFarthest && i < tokens_.size() && !token(i).is(";"); ++i)
    has_second |= token(i).is(",");
  for (std::size_t i = index - 1; has_second && i > 0 && index - i < kFarthest; --i) {
    if (token(i).is(";") || token(i).is("}")) return false;
    if ((token(i).is("vector") || token(i).is("span")) && token(i + 1).is("<")) return true;
  }
  return false;
}

/// What the function in reading, whose body lies between the tokens, looks into: its own tensors from where their
/// pointer is taken, parameters that it does not replace and members from its beginning.
void Reader::place_host_reads(const std::vector<model::Parameter>& given, std::size_t from, std::size_t to) {
  host_reads_.clear();
  find_host_reads(from, to, host_reads_);
  for (const model::Parameter& parameter : given) {
    const std::string_view called = symbols_.text(parameter.name);
    const Type* type = find_variable(called);
    if (host_reads_.contains(called) && !changed_.contains(called) && type != nullptr && *type == Type::kTensor)
      assert_place(name(called, parameter.range), false, parameter.range);
  }
  if (host_members_.empty()) return;
  std::vector<std::size_t> mentioned;
  std::unordered_set<std::string_view> known;
  for (std::size_t i = from; i < to; ++i) {
    if (!token(i).is_name() || !host_members_.contains(token(i).text) || find_variable(token(i).text) != nullptr)
      continue;
    if (known.insert(token(i).text).second) mentioned.push_back(i);
  }
  for (const std::size_t at : mentioned) {
    const Expression* member = name(token(at).text, token(at).range);
    assert_place(as_tensor({member, Type::kTensor, true}).node, false, token(at).range);
  }
}

/// `torch::pickle_load(bytes).toGenericDict().at("x").toTensor()`
std::optional<Reader::Typed> Reader::of_pickled(Typed& object, MethodCall& call) {
  if (object.type != Type::kPickled) return std::nullopt;
  add_expression(object.node);
  add_arguments(call.given);
  const TextRange range = call.range;
  if (call.called == "toTensor")
    return Typed{this->call(library("cxx.host_tensor", range), {}, range, range), Type::kTensor};
  if (call.called == "toTensorVector" || call.called == "toTensorList")
    return Typed{this->call(library("cxx.host_tensors", range), {}, range, range), Type::kTensorList};
  const bool is_number = call.called == "toInt" || call.called == "toDouble" || call.called == "toBool";
  return is_number ? number(range) : Typed{unknown(range), Type::kPickled};
}

}  // namespace syncfree::cxx
