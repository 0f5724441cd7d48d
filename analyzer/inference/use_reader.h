// Reads what a function does with its names: first the text, once; then conclusions, until there are no more.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string_view>

#include "analyzer/catalog/catalog.h"
#include "analyzer/inference/name_uses.h"

namespace syncfree::inference {

class NameUses::BodyReader {
 public:
  BodyReader(NameUses& out, const Project& project, const Known& known, const UseNames& names, std::uint32_t module,
             const FunctionInfo* function, bool arrays_are_tensors, const Callees& callees, ReadingMemory& memory);
  void read();

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  static constexpr std::uint32_t kAfterAll = 0xFFFFFFFF;  ///< an offset
  static constexpr Uses kOfParts = kTensorParts | Use::kHoldsMoved | Use::kHoldsFromHost;

  using Source = ReadingMemory::Source;

  // Names and what they mean (name_uses.cpp).
  std::uint32_t add_variable();
  void add_source(std::uint32_t variable, const model::Expression* value, bool part, bool stored = false);
  void mean(const model::Expression& name, std::uint32_t variable) {
    memory_.meant[name.id] = {memory_.reading, variable};
  }
  const Scope& scope() const { return function_ == nullptr ? project_.modules()[module_].scope : function_->scope; }
  std::uint32_t own(model::Symbol name);
  /// `read`: the names in the value that is bound.
  void begin_again(const model::Expression& target, const std::unordered_set<std::uint32_t>& read);
  /// The variable that a name means here; kNone for one of another function, of the module or of a library.
  std::uint32_t resolve(model::Symbol name);
  std::uint32_t of_path(const model::Attribute& path);
  /// `batch["labels"]`
  std::uint32_t of_part(const model::Subscript& subscript);
  std::uint32_t variable_of(const model::Expression& expression);
  void visit(model::Block block);
  void visit(const model::Statement& statement);
  /// What a nested function does with the names of this one counts; its own names are its own.
  void nested(const model::Function& function);
  void bind(const model::Expression& target, const model::Expression* value, bool part);
  /// `for target in iterable`
  void bind_element(const model::Expression& target, const model::Expression& iterable);
  void visit(const model::Expression& expression);
  /// `for key in images: show(images[key])`
  bool is_in_parentheses(const model::Expression& tuple) const;
  bool goes_over_keys(const model::Subscript& subscript);
  /// `map(lambda x: x.to(device), batch)`: its parameters are elements. False for another call.
  bool visit_map(const model::Call& call);
  void comprehension(const model::Comprehension& node);
  void open(const model::Expression& target);
  /// Only what something is known of is asked for.
  void keep();

  // What the text says at once (use_signs.cpp).
  void say(const model::Expression& about, Uses uses, std::uint32_t move = 0) {
    memory_.said.push_back({&about, uses, move});
  }
  bool tensor_has(model::Symbol name) const {
    return project_.catalog().child(known_.tensor, name) != catalog::Catalog::kNowhere;
  }
  /// `values, indices = scores.max(1)`
  void note_pair(const model::Expression& target, const model::Expression& value);
  /// `x = torch.as_tensor(x)`: what follows is done with the tensor, which `x` need not have been.
  void note_conversion(const model::Expression& target, const model::Expression& value);
  /// `torch.load(path, map_location="cpu")["net"]`: whatever it is, its tensors are on the CPU.
  void note_load(const model::Expression& target, const model::Expression& value);
  bool loads_to_cpu(const model::Expression& value);
  /// "cpu", `torch.device("cpu")`
  bool names_the_cpu(const model::Expression& device);
  bool asks_for_cpu(const model::Call& call);
  /// Nothing but settings by position: not a function of whoever holds it, as `net.norm(x, dim=1)` is.
  static bool takes_only_constants(const model::Call& call);
  static bool takes_only_numbers(const model::Call& call);
  bool is_settings(const model::Expression& expression) const;
  bool is_cast_of_result(const model::Attribute& attribute) const;
  /// `mask.fill_(0)`
  bool changes_a_tensor(model::Symbol name) const;
  bool is_space(const model::Expression& expression) const;
  void note_attribute(const model::Attribute& attribute, bool is_called);
  void note_call(const model::Call& call);
  /// What a function of the project does with its parameters is done with the arguments.
  void note_followed_call(const model::Call& call);
  bool is_option(const model::Expression& expression) const;
  /// Of what is given for the parameter: `inside` is what the function does with it.
  Uses asked_of(const FunctionInfo& callee, const model::Parameter& parameter, const NameUse* inside,
                bool is_option) const;
  static Uses used_inside(const NameUse* inside);
  /// `step = lambda x: …`, `def step(x): …` inside of the function: a call of the name leads there, unless it is bound
  /// again.
  void name_inner_function(model::Symbol name, std::uint32_t function);
  /// The function of the project that a call leads to by its text; `bound`: parameters that are not written there.
  const FunctionInfo* followed(const model::Expression& callee, std::size_t& bound);
  void note_count(const model::Comparison& comparison);
  void note_combined(const model::Expression& name, const model::Expression& mask);
  /// `(a > 0) & (b < c)`, `x[a > 0]`: comparisons whose result is used as no truth is.
  void note_comparisons(const model::Expression& expression);
  /// `rows[rows.fold != 3]`, `rows[rows["age"] > 3]`
  bool selects_rows_of_a_table(const model::Subscript& subscript);
  /// `keep.any()`, `keep.all()`, `keep.sum() == 0`
  void note_truths(const model::Expression& expression);
  /// `keep = scores > low`, and later `boxes[keep]`
  void note_mask(const model::Expression& index);
  void note_index(const model::Call& call, const model::Attribute& method);
  void note_method(const model::Call& call, const model::Attribute& method);
  bool names_by_dimension(const model::Call& call) const;
  static bool is_text(const model::Expression& expression);
  void say_number(const model::Expression& about, const catalog::Parameter& parameter);
  /// Functions of torch say by their signature which arguments are tensors, and which are numbers.
  void note_tensor_arguments(const model::Call& call);
  /// What a library declares to be a tensor or a number.
  void note_declared_arguments(const model::Call& call, const catalog::Operator& operation);
  /// The row of what a call by names of the module calls; null where there is none.
  const catalog::NodeRow* library_function(const model::Expression& callee);
  /// The row of a function of torch that takes and gives tensors; null for another.
  const catalog::NodeRow* torch_function(const model::Expression& callee);
  const catalog::NodeRow* torch_function(const model::Call& call) { return torch_function(*call.callee); }

  // Conclusions (use_spread.cpp).
  void conclude();
  const NameUse* use_of(const model::Expression& expression);
  /// `device`, `args.device`, `cfg["device"]`, `next(model.parameters()).device`, "cuda:0"; not `x.device` of a tensor.
  bool is_where_it_computes(const model::Expression& expression);
  bool is_where_batches_are(const model::Expression* device) const;
  bool is_of_moved_batch(const model::Expression& what) const;
  bool is_of_class(std::uint32_t node) const;
  static bool names_a_target(std::string_view name);
  static Uses of_element(Uses uses);
  bool lists_devices(const model::Expression& list) const;
  bool is_next(const model::Expression& expression) const;
  /// `device = x.device`: what follows brings other tensors to where that one is, and mostly they are there.
  bool comes_from_a_tensor(const model::Expression& name);
  Uses as_parts(Uses uses) const;
  /// `chosen = order[start:stop]`, `order = torch.randperm(n)`
  bool holds_positions(const model::Expression& name);
  bool draws_several(const model::Call& call, const model::Attribute& method) const;
  /// `x[1:]`, `x[x > 0]`, `x[mask]`: what is selected is of the kind of `x`.
  bool selects_several(const model::Expression& index);
  /// Of what is computed from it only the place is known.
  static Uses as_operand(Uses uses);
  void add(std::uint32_t number, Uses uses, std::uint32_t move, int depth);
  static bool is_number_of_its_parts(const model::Expression& about);
  void tell(const model::Expression& about, Uses uses, std::uint32_t move, int depth);
  void tell_subscript(const model::Subscript& subscript, Uses uses, std::uint32_t move, int depth);
  void tell_place(const model::Expression& name, std::int64_t place, Uses uses, std::uint32_t move, int depth);
  void tell_call(const model::Call& call, Uses uses, std::uint32_t move, int depth);
  void tell_arguments(const model::Call& call, const catalog::NodeRow& row, Uses uses, std::uint32_t move, int depth);

  NameUses& out_;
  std::map<std::uint32_t, model::Symbol> asked_;  ///< variables whose elements are asked for their truth
  std::set<std::uint32_t> selecting_;             ///< variables in an index
  const Project& project_;
  const Known& known_;
  const UseNames& names_;
  std::uint32_t module_;
  const FunctionInfo* function_;
  const Callees& callees_;
  ReadingMemory& memory_;
  bool arrays_are_tensors_;
  std::unordered_set<std::uint32_t> loaded_;    // variables that hold what was loaded to the CPU
  const model::Expression* called_ = nullptr;   // by the call whose parts are read
  const model::Expression* dropped_ = nullptr;  // the statement that is read, if it is an expression
  const model::Expression* test_ = nullptr;     // of the `if` or `while` that is read: there, numbers are combined too
  model::FlatMap<std::uint32_t, std::uint32_t> own_;      // by symbol
  model::FlatMap<std::uint32_t, std::uint8_t> imported_;  // symbols that mean what is imported
  /// By symbol, their number in the module; kNone for a name that means several.
  model::FlatMap<std::uint32_t, std::uint32_t> inner_functions_;
  model::FlatMap<const model::Expression*, std::uint32_t> bindings_;
  model::FlatMap<std::uint32_t, std::uint32_t> parameters_;
  model::FlatMap<std::uint64_t, std::uint32_t> attributes_;
  model::FlatMap<std::uint64_t, std::uint32_t> parts_;
  model::FlatMap<const model::Expression*, Uses> placed_;  // what was said of the elements of what is written down
};

}  // namespace syncfree::inference
