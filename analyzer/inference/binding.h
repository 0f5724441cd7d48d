// What a followed function is evaluated with: arguments bound to parameters, completed by the signature, generalised.
#pragma once

#include <cstdint>
#include <span>

#include "analyzer/catalog/evaluate.h"
#include "analyzer/inference/declared.h"
#include "analyzer/inference/world.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

using catalog::ArgumentValue;

class Record;
struct Evaluation;

class Binding {
 public:
  explicit Binding(Evaluation& all);

  /// By the function's signature, which is noted (kSignatures).
  std::span<Value> bind_parameters(std::uint32_t function, const Value* self, std::span<const ArgumentValue> arguments);
  bool is_vague(const Value& value, int depth) const;
  bool contradicts_annotation(const Value& value, const Value& declared) const;
  Value refined(const Value& seen, const Value& declared, int depth);
  Value generalize(const Value& value, int depth);
  Value coarse(const Value& value, int depth);

 private:
  const Project& project() const { return world_.project; }

  const World& world_;
  const Declared& declared_;
  Record& record_;
  values::ValueArena& arena_;
};

}  // namespace syncfree::inference
