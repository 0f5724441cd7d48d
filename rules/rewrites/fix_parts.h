// What the rules' rewrites have in common: looking at calls and expressions of the model.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

bool is_one_of(std::string_view word, std::span<const std::string_view> words);

/// The event's expression as a call without `*` and `**`; null if it is none.
const model::Call* plain_call(const engine::FixContext& context);
bool has_stars(const model::Call& call);

/// `x` of `x.method(…)`; null for other calls.
const model::Expression* receiver_of(const model::Call& call);

/// The last part of what is called: "arange" of `torch.arange(…)`.
std::string_view callee_name(const model::Call& call, const model::SymbolTable& symbols);

/// Is it `torch`, by the name under which the file imports it.
bool is_torch(const model::Expression& expression, const engine::FixContext& context);

/// Is it a function of torch, `torch.name(…)`, or a name imported from torch.
bool calls_torch_function(const model::Call& call, const engine::FixContext& context);

const model::Argument* keyword_argument(const model::Call& call, std::string_view keyword,
                                        const model::SymbolTable& symbols);
std::size_t positional_count(const model::Call& call);

/// Evaluating it again, or a little earlier or later, gives the same and does nothing: names, attributes, constants and
/// what is computed or picked from them.
bool is_stable(const model::Expression& expression);
/// `x` of `x.y[0].z`; of anything else the expression itself.
const model::Expression& innermost_of(const model::Expression& path);

/// Surely a number of Python itself, whatever the caller passes in: a literal, a size, `float(…)`, `math.…`. A NumPy
/// number would bring its own element type.
bool is_python_number(const model::Expression& expression, const model::SymbolTable& symbols);

/// A whole one, by what is written: `3`, `x.shape[0] - 1`, `len(y)`.
bool is_whole_number(const model::Expression& expression, const model::SymbolTable& symbols);

/// Does every element type that this can mean hold the number. A kernel refuses one that is too large (1e6 in half
/// precision), where the copy of a tensor makes it infinite. `dtype` is the one that is given, otherwise null.
enum class ElementType : std::uint8_t { kOfNumber, kGiven, kOpen };
bool fits(const model::Expression& number, ElementType type, const model::Expression* dtype,
          const engine::FixContext& context);

/// Nothing happens when it is evaluated, so that it may be evaluated earlier or later: `is_stable`, and sizes and
/// numbers made of such.
bool does_nothing(const model::Expression& expression, const model::SymbolTable& symbols);

/// A whole number that is written out, with its sign.
std::optional<std::int64_t> written_integer(const model::Expression& expression);

std::string_view text_of(const model::Expression& expression, const engine::FixContext& context);

/// A name for what `expression` gives, ending in `ending`, that occurs nowhere in the file and not in `taken`.
std::string fresh_name(const model::Expression& expression, std::string_view ending, const engine::FixContext& context,
                       std::span<const std::string> taken = {});

/// Does the word stand in `text`, not as a part of a longer one.
bool occurs_in(std::string_view word, std::string_view text);

/// The assignment that gives `name` its value where the finding is: the only thing in the function that binds it,
/// before, and executed whenever the finding's place is; null if that is not so.
const model::Assign* only_assignment(const model::Expression& name, const engine::FixContext& context);

/// One of the statements of the block holds the place.
bool holds(model::Block block, source::TextRange place, const engine::FixContext& context);
/// The statements of the block before one of them; all if it is none of them.
model::Block before_in(model::Block block, const model::Statement& statement, const engine::FixContext& context);

/// The part of a target that binds the name; null if none does.
const model::Expression* bound_in(const model::Expression& target, model::Symbol name);

/// How often `statement`, with all that it holds, binds a name: as a target, a loop's variable, an import, a
/// definition.
std::size_t binding_count(const model::Statement& statement, const model::Expression& name,
                          const engine::FixContext& context);
/// The same of a whole block.
std::size_t binding_count(model::Block block, const model::Expression& name, const engine::FixContext& context);

/// The same expression, as it is written, lies in `in`.
bool mentions(const model::Expression& in, const model::Expression& what, const engine::FixContext& context);

/// TorchScript compiles the function around it, and wants to be told of what type lists and tuples are.
bool is_scripted(const engine::FixContext& context);

/// C++: the stream that the code here works on: the only `cudaStream_t` that is in scope, or the current one of
/// libtorch. Nothing if there are several, or none that is known.
std::optional<fixes::Code> stream_here(const engine::FixContext& context);

/// The statement cannot be executed without it: it is in no branch of a conditional expression, behind no `and`, and in
/// no lambda or comprehension.
bool is_always_evaluated(const model::Location& location);

/// It stands in a `try` with handlers: an error that no longer comes would be missed there.
bool is_tried(const model::Location& location);

/// `if t:` needs a bool, `x if t else y` too: what is asked of the value is its truth and nothing else.
bool is_only_tested(engine::TruthUse use);

/// What is returned here is a number or a bool, as the function's annotation says: whoever calls it may test it.
bool promises_number(const engine::FixContext& context);

/// The assignment whose only target is the event's expression; null if that is not what it is in.
const model::Assign* assignment_to(const engine::FixContext& context);

}  // namespace syncfree::rules
