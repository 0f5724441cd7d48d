// Applies a catalog row to the abstract values of one call.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

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
  model::Symbol name = {};  ///< of the keyword, where it is written in the code; empty: not known
};

/// A short list of values in place: binding happens at every call and should not allocate.
template <std::size_t kMost>
class ValueList {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const values::Value*& operator[](std::size_t i) { return items_[i]; }
  const values::Value* operator[](std::size_t i) const { return items_[i]; }
  const values::Value* const* begin() const { return items_.data(); }
  const values::Value* const* end() const { return items_.data() + size_; }
  /// Sets the size; new items are null.
  void reset(std::size_t size) {
    size_ = size;
    std::fill_n(items_.begin(), size, nullptr);
  }
  bool push_back(const values::Value* value) {
    if (size_ == kMost) return false;
    items_[size_++] = value;
    return true;
  }

 private:
  std::size_t size_ = 0;
  std::array<const values::Value*, kMost> items_;
};

/// Arguments sorted to the operator's parameters.
struct BoundArguments {
  static constexpr std::size_t kMostParameters = 48;
  static constexpr std::size_t kMostExtra = 32;

  ValueList<kMostParameters> by_parameter;  ///< null: not given
  ValueList<kMostExtra> extra;              ///< positional arguments taken by `*name`, or beyond the signature
  bool open =
      false;  ///< `*args` or `**kwargs` of unknown content (or more than fit) were given: any parameter may be there
  bool bottom = false;                    ///< an argument is never evaluated to an end
  bool default_is_cpu = true;             ///< otherwise the program may have told torch to make tensors elsewhere
  const values::Value* called = nullptr;  ///< what the functions gave that the operator calls; null: not known
  values::Places made_at;        ///< where torch makes what names no device; empty: on the CPU, as far as anybody knows
  bool tests_gradients = false;  ///< torch's anomaly detection is on
  values::Places default_places;  ///< where the code around the call makes what names no device; empty: nowhere else
};

/// Binds `self` (null for a plain function) and the arguments; what fits no parameter goes to `extra`. A known-length
/// `*tuple` is spread. Pointers refer into `self` and `arguments` (or `arena`).
BoundArguments bind(const Operator& operation, const values::Value* self, std::span<const ArgumentValue> arguments,
                    values::ValueArena& arena);

/// What torch makes on its default device unless `device=` says another one: the device stands for the argument that
/// is not given.
void use_default_device(const Operator& operation, const values::Value& device, BoundArguments& arguments);

/// What the program has told torch to take for a parameter that no call gives. Whether this one gives none.
bool use_default(const Operator& operation, std::string_view parameter, const values::Value& value,
                 BoundArguments& arguments);

/// What the call gives back.
values::Value result_of(const Operator& operation, const BoundArguments& arguments, values::ValueArena& arena);
/// What reading a constant, attribute or property gives; `self` is the object it is read from (null for a namespace's
/// constant).
values::Value value_of(const ResultNode& result, const values::Value* self, values::ValueArena& arena);

/// What a callback of the operator is given for one of its arguments.
values::Value value_of(const ResultNode& result, const Operator& operation, const BoundArguments& arguments,
                       values::ValueArena& arena);

/// A way to block that is possible for these arguments.
struct Verdict {
  const Block* block;
  values::Truth truth;        ///< not kNo
  values::Places places;      ///< of the tensors that made the condition true
  values::Evidence evidence;  ///< the weakest of theirs
  bool unknown;  ///< it was asked of values of which nothing is known, too, or of two that hold on different paths
};
/// The first blocking row that certainly holds, else the most likely one; nothing if none may hold.
std::optional<Verdict> blocking(const Operator& operation, const BoundArguments& arguments);
/// Does the block hold too where the device that the call names, if it names one, is the CPU.
bool holds_on_cpu(const Operator& operation, const Block& block, BoundArguments arguments);
/// Of the first 16 arguments as written, those that may hold the tensors on the GPU of which the block's condition
/// speaks, a bit for each. What the operator works on (`input`) is not one of them.
std::uint16_t decisive_arguments(const Operator& operation, const Block& block, const BoundArguments& bound,
                                 std::span<const ArgumentValue> arguments);

}  // namespace syncfree::catalog
