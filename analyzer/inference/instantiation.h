// Objects that are made by calling their class.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "analyzer/catalog/evaluate.h"
#include "analyzer/inference/declared.h"
#include "analyzer/inference/frame.h"
#include "analyzer/inference/known.h"
#include "analyzer/inference/world.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

using catalog::ArgumentValue;

class Attributes;
class Binding;
class Calls;
struct Evaluation;
class Members;
class ModuleMoves;
class Record;

class Instantiation {
 public:
  explicit Instantiation(Evaluation& all);

  Value instantiate(std::uint32_t klass, std::span<const ArgumentValue> arguments, source::TextRange range,
                    GivenParts wanted);
  void apply_setter(std::uint32_t function, const Value& self, std::span<const Value> bound);

 private:
  std::uint32_t object_of(ObjectKey key);
  void store_fields(std::uint32_t klass, const Value& object, std::span<const ArgumentValue> arguments);
  void set_fields_from(std::uint32_t klass, const Value& object, const Value& options,
                       std::span<const model::Symbol> fields);
  std::optional<ObjectKey> constructor_key(std::uint32_t klass, std::uint32_t init,
                                           std::span<const ArgumentValue> arguments);

  const Project& project() const { return world_.project; }
  const catalog::Catalog& catalog() const { return world_.project.catalog(); }

  const World& world_;
  const Known& known_;
  const Declared& declared_;
  values::ValueArena& arena_;
  const Frame& frame_;
  Outcome& out_;
  Record& record_;
  Binding& binding_;
  Members& members_;
  ModuleMoves& module_moves_;
  Attributes& attributes_;
  Calls& calls_;
};

}  // namespace syncfree::inference
