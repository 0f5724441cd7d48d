// Applies a catalog row to the abstract values of one call.
#pragma once

#include <span>
#include <vector>

#include "analyzer/catalog/catalog.h"
#include "analyzer/catalog/operator.h"
#include "analyzer/model/symbol.h"
#include "analyzer/values/value.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::catalog {

/// An argument as written at the call.
struct ArgumentValue {
  std::string_view keyword;  ///< empty for a positional argument
  std::uint8_t stars = 0;    ///< 1: `*value`, 2: `**value`
  values::Value value;
};

/// Arguments sorted to the operator's parameters.
struct BoundArguments {
  std::vector<const values::Value*> by_parameter;  ///< null: not given
  std::vector<const values::Value*> extra;         ///< positional arguments taken by `*name`, or beyond the signature
  bool open = false;                               ///< `*args` or `**kwargs` of unknown content were given: any parameter may be there
};

/// Binds `self` (null for a plain function) and the arguments; what fits no parameter goes to `extra`. A known-length `*tuple` is
/// spread. Pointers refer into `self` and `arguments` (or `arena`).
BoundArguments bind(const Operator& operation, const values::Value* self, std::span<const ArgumentValue> arguments,
                    values::ValueArena& arena);

/// What the call gives back.
values::Value result_of(const Operator& operation, const BoundArguments& arguments, const Catalog& catalog, values::ValueArena& arena);
/// What reading a constant, attribute or property gives; `self` is the object it is read from (null for a namespace's constant).
values::Value value_of(const ResultNode& result, const values::Value* self, const Catalog& catalog, values::ValueArena& arena);

/// A way to block that is possible for these arguments.
struct Verdict {
  const Block* block;
  values::Truth truth;            ///< kMaybe or kYes
  values::Places places;          ///< of the tensors that made the condition true
  values::Evidence evidence;      ///< the weakest of theirs
};
/// The first blocking row that certainly holds, else the first that may; nothing if none does.
std::optional<Verdict> blocking(const Operator& operation, const BoundArguments& arguments);

}  // namespace syncfree::catalog
