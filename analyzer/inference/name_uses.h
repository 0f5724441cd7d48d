// What a function does with its names. Strangers' code seldom says what a name is; what it does with it says so. Read
// off the text of one function alone, for each name as a whole: before and after a use, and through assignments,
// unpacking and containers back to where the value came from. A name that is bound again at the top of the function
// means another value from there on; what is said of its attributes and parts is said of all its values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "analyzer/catalog/catalog.h"
#include "analyzer/inference/project.h"
#include "analyzer/inference/use_names.h"
#include "analyzer/model/flat_map.h"
#include "analyzer/values/lattice.h"

namespace syncfree::inference {

enum class Use : std::uint8_t {
  kTensor,         ///< something that only a tensor allows is done with it
  kMoved,          ///< it is copied to where the code computes: a tensor that was on the CPU
  kFromHost,       ///< what is computed from it is copied there; if it is a tensor, it was on the CPU
  kModule,         ///< trained, evaluated, asked for its parameters
  kGivesTensors,   ///< called, and what comes back is a tensor
  kGiven,          ///< the first thing that a module is called with
  kHoldsTensors,   ///< its parts are tensors
  kHoldsATensor,   ///< the part of one place is a tensor: `pair[0]`
  kHoldsMoved,     ///< a part of it is copied to where the code computes
  kHoldsFromHost,  ///< what is computed from a part of it is copied there
  kLoaded,         ///< read from a file to the CPU, as all of its parts
  kKeyed,          ///< its parts have names
  kIndexed,        ///< indexed in several dimensions, as only arrays are
  kArray,          ///< asked for a shape or reduced, as NumPy arrays are too
  kLogs,           ///< told what to write to a log
  kScales,         ///< scales what is differentiated
  kTested,         ///< asked what it is: what is done with it is done with one of the things that it may be
  kMask,           ///< selects where something is filled or taken: its elements are booleans
  kConverted,      ///< a tensor is made of it, so it is none, whatever its name
  kCounts,         ///< says how often a loop runs, `range(n)`, or is a dimension: an integer of the host
  kNumber,         ///< handed to an operator that takes a number there, and no tensor
  kCalled,         ///< an attribute that is called: no tensor can be
  kOther,          ///< used as no tensor is: written to by name, called, compared with text
};
using Uses = values::Set<Use, std::uint32_t>;
constexpr Uses kOfNumbers = Uses(Use::kCounts) | Use::kNumber;
constexpr Uses kTensorParts = Uses(Use::kHoldsTensors) | Use::kHoldsATensor;

struct NameUse {
  Uses uses;
  std::uint32_t last_move = 0;  ///< offset of the last place where it is copied to the device
};

/// Those that hold whatever else it may be.
constexpr Uses certain(Uses uses) {
  return uses.has(Use::kTested) ? uses - (Uses(Use::kTensor) | Use::kArray | Use::kIndexed | Use::kGiven) : uses;
}

/// What one reading needs and the next can use again.
struct ReadingMemory {
  /// Where a variable's value comes from.
  struct Source {
    const model::Expression* value;
    std::uint32_t next;
    bool part;    ///< it is a part of that value
    bool stored;  ///< that value was stored into it: a part of the variable's
  };
  struct CallOf {
    const model::Call* call;
    std::uint32_t next;
  };
  struct Variable {
    std::uint32_t first_source;
    std::uint32_t first_call;
    bool of_comprehension;  ///< bound after the text that uses it
  };
  struct Meant {
    std::uint32_t reading;
    std::uint32_t variable;
  };
  struct Said {
    const model::Expression* about;
    Uses uses;
    std::uint32_t move;
  };
  struct Move {
    const model::Expression* what;
    const model::Expression* device;  ///< null: the GPU itself
    std::uint32_t at;
  };
  /// Names of comprehensions and nested functions, which hide those of the function.
  struct Inner {
    model::Symbol name;
    std::uint32_t variable;
  };
  std::uint32_t reading = 0;
  std::vector<Meant> meant;  ///< by the number of the expression
  std::vector<Variable> variables;
  std::vector<Source> sources;
  std::vector<CallOf> calls;
  std::vector<Said> said;
  std::vector<Move> moves;
  std::vector<Inner> inner;
  std::vector<NameUse> uses;
};

class NameUses {
 public:
  NameUses() = default;
  /// Of a function's body, or of a module's (`function` null).
  /// `callees` gives what other functions of the project do with their parameters; empty: that is not asked.
  using Callees = std::function<const NameUses&(const FunctionInfo&)>;
  /// `arrays_are_tensors`: the file speaks of no others.
  NameUses(const Project& project, const Known& known, const UseNames& names, std::uint32_t module,
           const FunctionInfo* function, bool arrays_are_tensors, const Callees& callees, ReadingMemory& memory);

  /// Of a variable, by any expression that binds it; null if nothing is known.
  const NameUse* bound_by(const model::Expression& target) const { return find(bindings_, &target); }
  const NameUse* parameter(model::Symbol name) const { return find(parameters_, name.id); }
  /// Of `name.attribute`, of names of the function.
  const NameUse* attribute(model::Symbol name, model::Symbol attribute) const {
    return find(attributes_, key(name, attribute));
  }
  /// Of `name["part"]`.
  const NameUse* part(model::Symbol name, model::Symbol part) const { return find(parts_, key(name, part)); }
  /// A name that selects, and whose elements are asked for their truth: `if keep.any(): x = x[keep]`.
  bool selects_as_mask(model::Symbol name) const { return std::ranges::find(masks_, name) != masks_.end(); }
  bool empty() const { return uses_.empty(); }
  /// Another reading, of a function with the same parameters, says the same of these to others.
  bool says_of_parameters(const NameUses& other, std::span<const model::Parameter> parameters) const;
  /// The attributes of a name of which another reading says something else.
  void add_different_parts(const NameUses& other, model::Symbol name, std::vector<model::Symbol>& parts) const;
  /// What is used as an array here is a tensor.
  bool arrays_are_tensors() const { return arrays_are_tensors_; }

 private:
  class BodyReader;

  static std::uint64_t key(model::Symbol name, model::Symbol attribute) {
    return std::uint64_t{name.id} << 32U | attribute.id;
  }
  template <class Key>
  const NameUse* find(const model::FlatMap<Key, std::uint32_t>& numbers, Key key) const {
    const std::uint32_t* number = numbers.find(key);
    return number == nullptr ? nullptr : &uses_[*number];
  }

  bool arrays_are_tensors_ = false;
  std::vector<NameUse> uses_;
  std::vector<model::Symbol> masks_;
  model::FlatMap<const model::Expression*, std::uint32_t> bindings_;
  model::FlatMap<std::uint32_t, std::uint32_t> parameters_;  ///< by symbol
  model::FlatMap<std::uint64_t, std::uint32_t> attributes_;
  model::FlatMap<std::uint64_t, std::uint32_t> parts_;
};

}  // namespace syncfree::inference
