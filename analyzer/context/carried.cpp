#include "analyzer/context/carried.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string_view>

#include "analyzer/flow/is_among.h"
#include "analyzer/flow/name_words.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/model/walk.h"

namespace syncfree::context {

namespace {

using model::Call;
using model::Expression;

// A loop that binds more than people write is not looked at.
constexpr std::size_t kMostBound = 400;  // statements and what they bind
constexpr std::size_t kMostCalls = 8;
constexpr std::size_t kMostLooks = 64;

constexpr std::array<std::string_view, 10> kTensorLibraries = {"torch", "F",   "nn",  "functional", "einops",
                                                               "np",    "jnp", "jax", "numpy",      "math"};
constexpr std::array<std::string_view, 34> kOthers = {
    "os",     "sys",        "time",    "random", "json",  "logging", "logger",   "log",   "wandb",
    "writer", "print",      "len",     "range",  "zip",   "map",     "list",     "dict",  "tuple",
    "set",    "isinstance", "getattr", "int",    "float", "str",     "sorted",   "super", "tqdm",
    "min",    "max",        "sum",     "any",    "all",   "abs",     "enumerate"};
// Methods of containers and tensors: what they belong to is what counts.
constexpr std::array<std::string_view, 22> kOwnMethods = {
    "append", "extend", "insert", "update", "add",  "get",     "items", "keys", "values", "to",    "cuda",
    "cpu",    "item",   "numpy",  "detach", "view", "reshape", "size",  "join", "format", "split", "replace"};

/// Few, as people write loops.
using Carriers = std::vector<Carrier>;

bool has(const Carriers& carriers, const Carrier& one) { return std::ranges::find(carriers, one) != carriers.end(); }

void add(Carriers& carriers, const Carrier& one) {
  if (!has(carriers, one)) carriers.push_back(one);
}

/// The object whose method is called, if it or something of it is among them.
const model::Name* owner_among(const Call& call, const Carriers& carriers) {
  const auto* method = call.callee->get_if<model::Attribute>();
  const auto* owner = method == nullptr ? nullptr : method->object->get_if<model::Name>();
  if (owner == nullptr || std::ranges::find(carriers, owner->name, &Carrier::variable) == carriers.end())
    return nullptr;
  return owner;
}

/// A comprehension's targets and a lambda's parameters are names of their own.
Carriers seen_within(const Expression& scope, const Carriers& carriers) {
  Carriers seen = carriers;
  const auto hide = [&seen](model::Symbol name) {
    std::erase_if(seen, [name](const Carrier& one) { return one.variable == name; });
  };
  if (const auto* each = scope.get_if<model::Comprehension>()) {
    for (const model::ComprehensionClause& clause : each->clauses) {
      model::walk(*clause.target, [&](const Expression& part) {
        if (const auto* name = part.get_if<model::Name>()) hide(name->name);
      });
    }
  } else if (const auto* lambda = scope.get_if<model::Lambda>()) {
    for (const model::Parameter& parameter : lambda->parameters) hide(parameter.name);
  }
  return seen;
}

/// `self.scale` is another value than `self.states`; a method may use each of them.
bool mentions(const Expression& expression, const Carriers& carriers) {
  const auto* attribute = expression.get_if<model::Attribute>();
  const auto* object = attribute == nullptr ? nullptr : attribute->object->get_if<model::Name>();
  if (object != nullptr) return has(carriers, {object->name, {}}) || has(carriers, {object->name, attribute->name});
  if (const auto* name = expression.get_if<model::Name>()) return has(carriers, {name->name, {}});
  if (const auto* call = expression.get_if<Call>(); call != nullptr && owner_among(*call, carriers) != nullptr)
    return true;
  // What a comprehension goes over first stands outside of it.
  const auto* each = expression.get_if<model::Comprehension>();
  if (each != nullptr && mentions(*each->clauses.front().iterable, carriers)) return true;
  const bool is_scope = each != nullptr || expression.kind == model::ExpressionKind::kLambda;
  const Carriers within = is_scope ? seen_within(expression, carriers) : Carriers();
  bool found = false;
  model::for_each_child(
      expression, [&](const Expression* part) { found = found || mentions(*part, is_scope ? within : carriers); });
  return found;
}

bool holds(const Expression& expression, const Expression& part) { return expression.range.contains(part.range); }

/// Arithmetic, or an operator of a library of tensors.
bool computes(const Expression& expression, const model::SymbolTable& symbols) {
  bool found = false;
  model::walk(expression, [&](const Expression& part) {
    if (part.kind == model::ExpressionKind::kBinary) found = true;
    const auto* call = part.get_if<Call>();
    const model::Name* root = call == nullptr ? nullptr : flow::root_name(*call->callee);
    constexpr std::array<std::string_view, 12> kSampling = {"argmax",  "multinomial", "sample",  "topk",
                                                            "clamp",   "softmax",     "scatter", "unsqueeze",
                                                            "squeeze", "clone",       "detach",  "contiguous"};
    found = found || (root != nullptr && flow::is_among(kTensorLibraries, symbols.text(root->name))) ||
            (call != nullptr && flow::is_among(kSampling, flow::last_name(*call, symbols)));
  });
  return found;
}

bool takes_any(const Call& call, const Carriers& carriers) {
  return std::ranges::any_of(call.arguments,
                             [&](const model::Argument& argument) { return mentions(*argument.value, carriers); });
}

/// `self.next_token(self.settings)`: a method of the object that carries something, which works on what the object has.
bool takes_own(const Call& call, const Carriers& carriers) {
  const model::Name* owner = owner_among(call, carriers);
  if (owner == nullptr) return false;
  bool found = false;
  for (const model::Argument& argument : call.arguments) {
    model::walk(*argument.value, [&](const Expression& part) {
      const auto* name = part.get_if<model::Name>();
      found = found || (name != nullptr && name->name == owner->name);
    });
  }
  return found;
}

void add_targets(const std::vector<Binding>& bindings, Carriers& carriers) {
  for (const Binding& binding : bindings) {
    for (const Carrier& target : binding.targets) add(carriers, target);
  }
}

bool binds_too_much(const std::vector<Binding>& bindings) {
  std::size_t bound = bindings.size();
  for (const Binding& binding : bindings) bound += binding.targets.size();
  return bound > kMostBound;
}

/// `average = self.update(loss, average)`: a statistic of the rounds, which affects none of them.
bool is_statistic(const Binding& binding, const model::SymbolTable& symbols) {
  constexpr std::array<std::string_view, 18> kStatistics = {
      "loss", "losses",   "avg",    "average", "total", "totals", "count", "counts",  "correct",
      "acc",  "accuracy", "metric", "metrics", "meter", "meters", "stats", "running", "statistics"};
  return !binding.targets.empty() && std::ranges::all_of(binding.targets, [&](const Carrier& target) {
    const std::string_view name = symbols.text(target.attribute ? target.attribute : target.variable);
    return flow::is_among(kStatistics, name.substr(name.rfind('_') + 1));
  });
}

/// `size_t count = smaller(left, chunk);`: what C++ declares as a number. `left -= count` then counts what is left of a
/// file or a buffer, and computes nothing of a step.
bool gives_number(const Binding& binding, const model::SymbolTable& symbols) {
  const auto* number = binding.value->get_if<Call>();
  const auto* callee = number == nullptr ? nullptr : number->callee->get_if<model::Attribute>();
  const auto* package = callee == nullptr ? nullptr : callee->object->get_if<model::Name>();
  return package != nullptr && symbols.text(package->name) == "cxx" && symbols.text(callee->name) == "number";
}

/// `tokenizer.decode(tokens)`: a text carries nothing, as the next turn of a conversation begins with it.
bool gives_text(const Expression& value, const model::SymbolTable& symbols) {
  const auto* call = value.get_if<Call>();
  const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  if (method == nullptr) return false;
  const std::string_view name = symbols.text(method->name);
  const std::string_view owner = flow::last_name(*method->object, symbols);
  return (name == "decode" || name == "batch_decode") && (owner.contains("tokenizer") || owner == "tok");
}

/// `blocks.append(Block(self.blocks[i].part(channels)))`: who builds a network goes from layer to layer, too.
bool builds_object(const Binding& binding, const model::SymbolTable& symbols) {
  const auto* made = binding.computes ? binding.value->get_if<Call>() : nullptr;
  const std::string_view name = made == nullptr ? std::string_view() : flow::last_name(*made->callee, symbols);
  const auto is_small = [](char letter) { return letter >= 'a' && letter <= 'z'; };
  return !name.empty() && name[0] >= 'A' && name[0] <= 'Z' && std::ranges::any_of(name, is_small);
}

/// Does what the call gives in one round go into it in the next one: if it was changed on the way. `bindings` of a
/// round in order; a variable that is bound again has nothing of the last round.
std::optional<bool> comes_back(const Call& call, const std::vector<Binding>& bindings,
                               const model::SymbolTable& symbols) {
  Carriers given;
  bool changed = false;
  for (int round = 0; round < 2; ++round) {
    for (const Binding& binding : bindings) {
      const bool of_call = binding.value != nullptr && holds(*binding.value, call);
      if (of_call && round == 1) {
        const bool returns = takes_any(call, given) || takes_own(call, given);
        return returns ? std::optional(changed || computes(*binding.value, symbols)) : std::nullopt;
      }
      const bool is_text = binding.value != nullptr && gives_text(*binding.value, symbols);
      const bool takes = !is_text && (of_call || (binding.value != nullptr && mentions(*binding.value, given)));
      for (const Carrier& target : binding.targets) {
        if (takes) {
          add(given, target);
        } else if (!binding.computes) {
          std::erase(given, target);
        }
      }
      changed = changed || (takes && (binding.computes || computes(*binding.value, symbols)));
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Carrier> carrier_of(const Expression& place) {
  const model::Name* root = flow::root_name(place);
  if (root == nullptr) return std::nullopt;
  Carrier carrier{.variable = root->name, .attribute = {}};
  for (const Expression* at = &place; at != root;) {
    if (const auto* attribute = at->get_if<model::Attribute>()) {
      carrier.attribute = attribute->name;
      at = attribute->object;
    } else if (const auto* entry = at->get_if<model::Subscript>()) {
      at = entry->object;
    } else {
      return Carrier{.variable = root->name, .attribute = {}};
    }
  }
  return carrier;
}

bool is_free_call(const Call& call, const model::SymbolTable& symbols) {
  const model::Name* root = flow::root_name(*call.callee);
  if (root == nullptr) return false;
  const std::string_view owner = symbols.text(root->name);
  if (owner.starts_with("std::")) return false;
  if (flow::is_among(kTensorLibraries, owner) || flow::is_among(kOthers, owner)) return false;
  return !flow::is_among(kOwnMethods, flow::last_name(*call.callee, symbols));
}

std::vector<Binding> flattened(const std::vector<Binding>& bindings, const std::vector<InnerLoop>& inner) {
  std::vector<Binding> all;
  std::size_t next = 0;
  for (std::size_t i = 0; i <= bindings.size(); ++i) {
    for (; next < inner.size() && inner[next].at == i; ++next)
      all.insert(all.end(), inner[next].bindings.begin(), inner[next].bindings.end());
    if (i < bindings.size()) all.push_back(bindings[i]);
  }
  return all;
}

Carried carried_by(const std::vector<Binding>& own, const std::vector<InnerLoop>& inner,
                   const model::SymbolTable& symbols) {
  Carried carried;
  if (binds_too_much(own)) return carried;
  Carriers bound;
  add_targets(own, bound);
  std::vector<InnerLoop> through;
  // A loop over what a round has, or one that takes of it.
  std::ranges::copy_if(inner, std::back_inserter(through), [&](const InnerLoop& loop) {
    return std::ranges::any_of(loop.bindings, [&](const Binding& binding) {
      return binding.value != nullptr && mentions(*binding.value, bound);
    });
  });
  const std::vector<Binding> bindings = flattened(own, through);
  if (binds_too_much(bindings)) return carried;
  add_targets(bindings, bound);
  struct Candidate {
    const Call* call;
    bool gives_number;
  };
  std::vector<Candidate> calls;
  std::size_t looks = 0;
  for (const Binding& binding : bindings) {
    if (binding.value == nullptr || is_statistic(binding, symbols) || builds_object(binding, symbols)) continue;
    const bool is_number = gives_number(binding, symbols);
    model::walk(*binding.value, [&](const Expression& part) {
      const auto* call = part.get_if<Call>();
      if (call == nullptr || calls.size() >= kMostCalls || !is_free_call(*call, symbols) || ++looks > kMostLooks)
        return;
      if (takes_any(*call, bound) || takes_own(*call, bound)) calls.push_back({call, is_number});
    });
  }
  for (const auto& [call, is_number] : calls) {
    const std::optional<bool> changed = comes_back(*call, bindings, symbols);
    if (!changed) continue;
    carried.changed |= *changed && !is_number;
    carried.as_it_is.push_back(call->range);
  }
  return carried;
}

}  // namespace syncfree::context
