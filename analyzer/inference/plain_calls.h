// Calls as a signature asks for them: what may be left out is left out, and has its default.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analyzer/inference/project.h"
#include "analyzer/inference/world.h"

namespace syncfree::inference {

class Declared;

/// What a call gives to a parameter; to `*several`, one of its elements.
struct GivenArgument {
  model::Symbol name;
  const model::Expression* value = nullptr;  ///< as a default is written; null: what the signature declares

  friend bool operator==(const GivenArgument&, const GivenArgument&) = default;
};

/// A function that somebody wants to be called so.
struct PlainCall {
  std::uint32_t function;
  std::uint32_t klass = kNowhere;  ///< of a method: whose object it is called on; that is made so, too
  std::vector<GivenArgument> given = {};
  std::vector<GivenArgument> made_with = {};  ///< what the object's constructor is given

  friend bool operator==(const PlainCall&, const PlainCall&) = default;
};

/// The context of such a call, once it is there.
struct PlainContext {
  PlainCall call;
  std::uint32_t context;
};

/// `torch.rand(2, 5, device="cuda")`: a tensor such as that makes. Nothing if the expression is no such call.
std::optional<Value> tensor_written(const model::Expression& expression, const model::SymbolTable& symbols);

/// By parameter; what is not given has its default. `self`: of a method, else null. `arena`: keeps what is made here.
std::vector<Value> plain_arguments(const FunctionInfo& function, const Value* self,
                                   std::span<const GivenArgument> given, const Declared& declared,
                                   const model::SymbolTable& symbols, values::ValueArena& arena);

/// What the call gives. Where nothing is, and all may be left out, the first parameter is: a call without any argument
/// says nothing.
std::vector<GivenArgument> given_by(const FunctionInfo& function, const PlainCall& call);

/// Nothing that the class has is left to its subclasses, and a function of the project constructs it.
bool can_be_made_plainly(const Project& project, std::uint32_t klass, std::uint32_t init);

}  // namespace syncfree::inference
