// Building blocks of the reader, and its entry.
#include "frontends/cxx/reader.h"

#include <algorithm>
#include <array>

#include "frontends/cxx/function_tables.h"
#include "frontends/cxx/package_names.h"

namespace syncfree::cxx {

using model::Symbol;

const FileFacts Reader::kNoFacts;

namespace {

/// `cudaMemcpy` of `cuda`.
bool is_api_call(std::string_view name, std::string_view prefix) {
  return name.size() > prefix.size() && name.starts_with(prefix) && name[prefix.size()] >= 'A' &&
         name[prefix.size()] <= 'Z';
}

}  // namespace

void Reader::run(const Preprocessed& source) {
  const auto add_import = [&](std::string_view package) {
    const Symbol path[] = {symbols_.intern(package)};
    const model::ImportedName names[] = {{module_.arena.copy(std::span<const Symbol>(path)), {}}};
    auto* import = make_statement<model::Import>({});
    import->names = module_.arena.copy(std::span<const model::ImportedName>(names));
    body_.push_back(import);
  };
  const auto mentions = [&](std::string_view word) {
    return std::ranges::any_of(source.tokens, [&](const Token& token) { return token.is(word); });
  };
  find_libraries(source);
  if (mentions("kCUDA")) place_ = FilePlace::kUnknown;  // it works on both, whatever its name says
  for (const std::string_view package : kPackages) add_import(package);
  take_tokens(source.tokens);
  find_pinned();
  find_changed();
  for (const auto& [variable, places] : changed_) module_.changed_unseen.insert(symbols_.intern(variable).id);
  const syntax::Declarations read = parser_->file();
  find_own_names(read);
  find_host_members(read);
  declarations(read);
  add_stored_members();
  note_tables(tokens_, symbols_, file_links_);
  tell_too_deep();
  for (const std::string_view name : source.unused) {
    const Macro& macro = source.macros.at(name);
    take_tokens(named_body(macro, source.macros));
    unused_macro(macro);
    tell_too_deep();
  }
  module_.body = module_.arena.copy(body_);
}

/// `#define FLOATS GPU_FLOATS`: what stands for the other macro of the file.
const Tokens& Reader::named_body(const Macro& macro, const Macros& macros) {
  constexpr int kLongest = 4;
  const Macro* named = &macro;
  for (int i = 0; i < kLongest && named->body.size() == 1 && !named->is_function; ++i) {
    const auto other = macros.find(named->body.front().text);
    if (other == macros.end() || other->second.is_function || &other->second == named) break;
    named = &other->second;
  }
  return named->body;
}

void Reader::find_libraries(const Preprocessed& source) {
  for (std::size_t i = 0; i < source.tokens.size(); ++i) {
    const Token& token = source.tokens[i];
    if (!token.is_name()) continue;
    const bool has_next = i + 1 < source.tokens.size();
    const bool is_behind_scope = i > 0 && source.tokens[i - 1].is("::");
    uses_thrust_ |= token.is("thrust");
    if (token.is("namespace")) is_in_namespace_ |= has_next && source.tokens[i + 1].is_name();
    const bool opens = has_next && source.tokens[i + 1].is("(");
    if (opens && i + 3 < source.tokens.size() && source.tokens[i + 2].is(")") && source.tokens[i + 3].is("="))
      references_.insert(token.text);
    if (opens || (has_next && source.tokens[i + 1].is(","))) {
      file_links_.calls_cuda |= is_api_call(token.text, "cuda");
      if (is_api_call(token.text, "hip")) file_links_.hip_calls.push_back(token.range);
    }
    // `&Data::images`, of who binds members to another language
    if (is_behind_scope && i > 2 && source.tokens[i - 3].is("&")) open_member(symbols_.intern(token.text));
    // `at` alone is a method of containers.
    if (token.is("torch") || token.is("at") || token.is("c10"))
      uses_torch_ |= (has_next && source.tokens[i + 1].is("::")) || (i > 0 && source.tokens[i - 1].is("namespace"));
  }
}

void Reader::take_includes(std::span<const std::string_view> includes) {
  for (const std::string_view file : includes) {
    for (const std::string_view part : {"torch", "ATen", "c10"}) uses_torch_ |= file.contains(part);
  }
}

void Reader::take_members(const MemberTypes& members) {
  for (const auto& [name, type] : members.members) fields_.emplace(name, type);
  for (const auto& [name, type] : members.aliases) aliases_.emplace(name, type);
  host_members_.insert(members.on_host.begin(), members.on_host.end());
}

MemberTypes Reader::read_members(const Preprocessed& source) {
  only_members_ = true;
  find_libraries(source);
  take_tokens(source.tokens);
  const syntax::Declarations read = parser_->file();
  find_host_members(read);
  declarations(read);
  MemberTypes found;
  found.on_host.assign(host_members_.begin(), host_members_.end());
  std::ranges::sort(found.on_host);
  const auto add = [](const auto& known, auto& into) {
    for (const auto& [name, type] : known) {
      if (type != Type::kUnknown) into.emplace_back(name, type);
    }
    std::ranges::sort(into);
  };
  add(fields_, found.members);
  add(aliases_, found.aliases);
  return found;
}

void Reader::take_tokens(const Tokens& tokens) {
  tokens_ = BracketedTokens(tokens);
  looks_into_tensors_ = may_look_into_tensors();
  variable_uses_.reset();
  syntax_arena_.reset();
  parser_.emplace(tokens_, syntax_arena_,
                  syntax::ParseLimits{.max_depth = limits_.max_depth, .max_links = limits_.max_links});
}

Type Reader::written_type(std::span<const Token> tokens) const {
  Type type = read_type(tokens);
  if (type == Type::kTensor && has_own_tensors()) type = Type::kOther;
  std::size_t last = tokens.size();
  for (std::size_t i = 0; i < tokens.size() && !tokens[i].is("<"); ++i) {
    if (tokens[i].is_name() && !tokens[i].is("const")) last = i;
  }
  if (last == tokens.size()) return type;
  if (type == Type::kUnknown) {
    const auto known = aliases_.find(tokens[last].text);
    return known == aliases_.end() ? type : known->second;
  }
  // Other libraries and programs have vectors of that name, too; those of a file that knows Thrust mostly are Thrust's.
  const bool foreign = last < 2 || !tokens[last - 1].is("::") || !tokens[last - 2].is("thrust");
  const bool is_vector = tokens[last].is("device_vector") || tokens[last].is("host_vector");
  return is_vector && foreign && !uses_thrust_ ? Type::kUnknown : type;
}

void Reader::alias(const syntax::Alias& read) {
  aliases_[token(read.name).text] = written_type(tokens_.slice(read.type_begin, read.type_end));
}

Type Reader::seen_value(std::size_t index, Type guess) const {
  const Type seen = facts_.value_at(token(index).range.begin);
  return seen == Type::kUnknown ? guess : seen;
}

// The call of a function that the analysis does not know, but whose type the compiler does.
Reader::Typed Reader::seen_result(std::size_t index, Typed call) {
  const Type seen = facts_.result_at(token(index).range.begin);
  if (seen == Type::kUnknown || call.type != Type::kUnknown) return call;
  if (seen == Type::kTensor) return as_tensor(call);
  return {call.node, seen};
}

void Reader::declare(std::string_view name, Type type, std::string_view held) {
  if (scopes_.empty()) return;
  Variable& variable = scopes_.back()[name];
  given_.erase(name);
  variable.type = type;
  if (!held.empty()) variable.held = held;
}

Reader::Variable* Reader::variable_of(std::string_view name) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (auto found = scope->find(name); found != scope->end()) return &found->second;
  }
  return nullptr;
}

Type* Reader::find_variable(std::string_view name) {
  Variable* variable = variable_of(name);
  return variable == nullptr ? nullptr : &variable->type;
}

const model::Expression* Reader::name(std::string_view text, TextRange range) {
  auto* node = make_expression<model::Name>(range);
  node->name = recent_.of(text);
  return node;
}

const model::Expression* Reader::attribute(const Expression* object, std::string_view name, TextRange range,
                                           TextRange name_range) {
  auto* node = make_expression<model::Attribute>(range);
  node->object = object;
  node->name = recent_.of(name);
  node->name_range = name_range;
  return node;
}

const model::Expression* Reader::library(std::string_view path, TextRange range) {
  const std::size_t end = path.find('.');
  file_links_.names_library |= path.substr(0, end) != kLanguage || !is_neutral(path.substr(end + 1));
  const Expression* node = nullptr;
  while (true) {
    const std::size_t dot = path.find('.');
    const std::string_view part = path.substr(0, dot);
    node = node == nullptr ? name(part, range) : attribute(node, part, range, range);
    if (dot == std::string_view::npos) return node;
    path.remove_prefix(dot + 1);
  }
}

const model::Expression* Reader::call(const Expression* callee, const std::vector<Argument>& given, TextRange range,
                                      TextRange arguments_range) {
  std::vector<model::Argument> arguments;
  arguments.reserve(given.size());
  for (const Argument& argument : given) {
    model::Argument lowered{};
    if (!argument.keyword.empty()) lowered.keyword = symbols_.intern(argument.keyword);
    lowered.value = argument.value.node;
    lowered.stars = argument.is_pack ? 1 : 0;
    lowered.range = argument.range;
    arguments.push_back(lowered);
  }
  auto* node = make_expression<model::Call>(range);
  node->callee = callee;
  node->arguments = module_.arena.copy(arguments);
  node->arguments_range = arguments_range;
  last_call_ = node;
  return node;
}

const model::Expression* Reader::text(std::string_view value, TextRange range) {
  auto* node = make_expression<model::Constant>(range);
  node->constant = model::ConstantKind::kString;
  node->text = module_.arena.copy(value);
  return node;
}

const model::Expression* Reader::boolean(bool value, TextRange range) {
  auto* node = make_expression<model::Constant>(range);
  node->constant = value ? model::ConstantKind::kTrue : model::ConstantKind::kFalse;
  return node;
}

/// Nothing: a null pointer, options that name no device.
const model::Expression* Reader::none(TextRange range) {
  auto* node = make_expression<model::Constant>(range);
  node->constant = model::ConstantKind::kNone;
  return node;
}

/// Says once of a file where nesting goes beyond the limit.
void Reader::tell_too_deep() {
  if (const std::optional<TextRange> place = parser_->too_deep(); place && module_.problems.empty())
    module_.problems.push_back({*place, "nested too deeply: what lies deeper is not analyzed"});
}

const model::Expression* Reader::unknown(TextRange range) { return make_expression<model::Unknown>(range); }

const model::Expression* Reader::sequence(model::SequenceKind kind, const std::vector<const Expression*>& elements,
                                          TextRange range) {
  auto* node = make_expression<model::Sequence>(range);
  node->sequence = kind;
  node->elements = module_.arena.copy(elements);
  return node;
}

const model::Expression* Reader::not_of(const Expression* operand) {
  auto* node = make_expression<model::Unary>(operand->range);
  node->operation = model::UnaryOperator::kNot;
  node->operand = operand;
  return node;
}

const model::Expression* Reader::comparison(const Expression* left, model::ComparisonOperator operation,
                                            const Expression* right, TextRange range) {
  const Expression* operands[] = {left, right};
  const model::ComparisonOperator operators[] = {operation};
  auto* node = make_expression<model::Comparison>(range);
  node->operands = module_.arena.copy(std::span<const Expression* const>(operands));
  node->operators = module_.arena.copy(std::span<const model::ComparisonOperator>(operators));
  return node;
}

void Reader::add_expression(const Expression* value) {
  if (value == nullptr) return;
  auto* statement = make_statement<model::ExpressionStatement>(value->range);
  statement->value = value;
  sink_->push_back(statement);
}

void Reader::add_assignment(const Expression* target, const Expression* value, TextRange range, Type type) {
  add_declaration(target, value, range, annotation_of(type));
}

void Reader::add_declaration(const Expression* target, const Expression* value, TextRange range,
                             const Expression* annotation) {
  bind(target);
  auto* statement = make_statement<model::Assign>(range);
  const Expression* targets[] = {target};
  statement->targets = module_.arena.copy(std::span<const Expression* const>(targets));
  statement->value = value;
  statement->annotation = annotation;
  sink_->push_back(statement);
  last_assign_ = statement;
  note_member(statement->value);
  if (value != target) note_store(*target);  // otherwise it says only what the target is
}

void Reader::bind(const Expression* target) {
  if (const auto* variable = target->get_if<model::Name>()) {
    unplaced_.erase(symbols_.text(variable->name));
    if (std::ranges::find(bound_, variable->name) == bound_.end()) bound_.push_back(variable->name);
  } else if (const auto* several = target->get_if<model::Sequence>()) {
    for (const Expression* element : several->elements) bind(element);
  }
}

/// What says in the model that something is of the type; null if nothing need be said.
const model::Expression* Reader::annotation_of(Type type) {
  if (type == Type::kTensor) return library("torch.Tensor", {});
  return type == Type::kOther ? library("cxx.Object", {}) : nullptr;
}

}  // namespace syncfree::cxx
