// Where a name of the runtime is not what it seems to be: a file defines it, a macro is handed it, or a program has a
// method of a stream's name.
#include <array>
#include <string>
#include <utility>

#include "analyzer/flow/name_words.h"
#include "frontends/cxx/name_tables.h"
#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

constexpr std::string_view kRuntime = "cuda_runtime.";

/// What a call of the name means, if it is a function of the runtime or of a library on top of it.
std::optional<KnownName> runtime_function(std::string_view name) {
  // What such functions answer, and types.
  for (const std::string_view kind : {"Success", "Error", "_t"}) {
    if (name.contains(kind)) return std::nullopt;
  }
  KnownName known = known_name(name, true);
  if (known.kind != NameKind::kLibrary || !known.path.starts_with(kRuntime)) return std::nullopt;
  return known;
}

}  // namespace

/// A file that defines `cudaMemcpy` for all, as a mock or an emulation does, means its own. In a class or a namespace
/// the name is another one.
void Reader::find_own_names(syntax::Declarations read) {
  for (const syntax::Declaration* declaration : read) {
    if (declaration->kind == syntax::DeclarationKind::kNamespace) {
      const auto& space = declaration->as<syntax::Namespace>();
      if (space.name == syntax::kNoToken) find_own_names(space.members);  // `extern "C" {`
    } else if (declaration->kind == syntax::DeclarationKind::kFunction) {
      const auto& function = declaration->as<syntax::Function>();
      const bool is_member =
          function.name > 0 && (token(function.name - 1).is("::") || token(function.name - 1).is("~"));
      const std::string_view called = token(function.name).text;
      if (!is_member && runtime_function(called) && !is_device_code(function.begin, function.open))
        own_names_.insert(called);
    }
  }
}

/// `PROJECT_CHECK(cudaMemcpy, to, from, size, kind)`, `PROJECT_CHECK(cudaMemcpy)(to, from, size, kind)`: a macro that
/// is not the file's is handed what it calls.
std::optional<Reader::Typed> Reader::handed_call(NameCall& call) {
  if (call.given.empty() || !is_macro_of(call.written, tables::kChecksCallers)) return std::nullopt;
  const Expression& first = *call.given.front().value.node;
  const auto* variable = first.get_if<model::Name>();
  const auto* constant = first.get_if<model::Constant>();  // `cudaMemcpy` that is not called reads as a kind of copy
  if (variable == nullptr && (constant == nullptr || constant->constant != model::ConstantKind::kString))
    return std::nullopt;
  const std::string_view function = variable != nullptr ? symbols_.text(variable->name) : constant->text;
  if (find_variable(function) != nullptr || own_names_.contains(function)) return std::nullopt;
  const std::optional<KnownName> known = runtime_function(function);
  if (!known) return std::nullopt;
  const bool is_kind = function.contains("To") || function.ends_with("Default");  // `cudaMemcpyHostToDevice`
  if (is_kind && constant != nullptr) return std::nullopt;
  const std::size_t close = closing(call.open, tokens_.size());
  if (call.given.size() == 1 && token(close + 1).is("(")) return Typed{library(known->path, call.range)};
  call.given.erase(call.given.begin());
  return call_library(*known, call.name_range, call.range, call.arguments_range, std::move(call.given));
}

/// Does the object's name say that it is a stream or an event: `copy_stream`, `getEvent()`, but not `prevent`.
bool Reader::names_queue(const Typed& object) const {
  constexpr std::array<std::string_view, 6> kWords = {"stream", "streams", "event", "events", "queue", "queues"};
  const model::TextRange range = object.node->range;
  return flow::holds_word(std::string_view(module_.text).substr(range.begin, range.size()), kWords);
}

/// `object.synchronize()`: what is no stream by its type or name is what the program has methods of that name for. Only
/// where it has none that may be meant, the method says that the object is one.
Reader::Typed Reader::wait_for(const Typed& object, const MethodCall& call) {
  const Expression* waited = object.node;
  LinkedCall link{.called = symbols_.intern(call.called),
                  .kind = LinkedKind::kMethod,
                  .count = Arity::clamped(call.given.size()),
                  .is_guess = true};
  const bool is_guess = object.type != Type::kQueue && !names_queue(object) && call.given.empty();
  if (const auto* variable = waited->get_if<model::Name>()) {
    const std::string_view text = symbols_.text(variable->name);
    const Variable* known = text == "this" ? nullptr : variable_of(text);
    // What a function gives may be of any class.
    if (known == nullptr || !known->is_guessed) link.owner = text == "this" ? owner_ : held_by(text);
    if (text != "this" && find_variable(text) == nullptr) link.receiver = text;
  } else if (const auto* field = waited->get_if<model::Attribute>()) {
    link.receiver = symbols_.text(field->name);
  } else if (is_guess) {
    const std::string temporary = "value " + std::to_string(temporaries_++);
    link.object = number_of(waited);
    add_assignment(name(temporary, waited->range), waited, waited->range);
    waited = name(temporary, waited->range);
  }
  if (!object.held.empty()) link.owner = object.held;
  const Expression* waits =
      this->call(library("aten_cuda.wait_for", call.name_range),
                 {{.value = {waited, object.type}, .range = waited->range}}, call.range, call.arguments_range);
  return {is_guess ? linked(waits, link) : waits};
}

}  // namespace syncfree::cxx
