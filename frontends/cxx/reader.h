// From the syntax tree to the program model: what names, types and calls mean. Declarations, statements, expressions
// and calls have a file each. The tree of a function's body lives while the function is lowered.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analyzer/model/arena.h"
#include "analyzer/model/module.h"
#include "frontends/cxx/links.h"
#include "frontends/cxx/lower.h"
#include "frontends/cxx/names.h"
#include "frontends/cxx/preprocessor.h"
#include "frontends/cxx/recent_symbols.h"
#include "frontends/cxx/syntax/bracketed_tokens.h"
#include "frontends/cxx/syntax/parser.h"
#include "frontends/cxx/syntax/tree.h"
#include "frontends/cxx/types.h"
#include "frontends/cxx/variable_uses.h"

namespace syncfree::cxx {

class Reader {
 public:
  Reader(model::Module& module, model::SymbolTable& symbols, FilePlace place, const ReadLimits& limits,
         const FileFacts* facts)
      : module_(module),
        symbols_(symbols),
        place_(place),
        limits_(limits),
        facts_(facts != nullptr ? *facts : kNoFacts) {}

  void run(const Preprocessed& source);

  /// What another file declares, before `run`; must outlive it.
  /// What the file includes, as it is written there.
  void take_includes(std::span<const std::string_view> includes);
  void take_members(const MemberTypes& members);
  /// Instead of `run`: no function is read.
  MemberTypes read_members(const Preprocessed& source);

  /// What was read of names that other files may define or call.
  FileLinks take_links() { return std::move(file_links_); }

 private:
  /// Which libraries the file names.
  void find_libraries(const Preprocessed& source);
  /// Code in a namespace that names nothing of torch's: its Tensor is a class of its own.
  bool has_own_tensors() const { return !uses_torch_ && is_in_namespace_; }
  using Expression = model::Expression;
  using Statement = model::Statement;
  using TextRange = model::TextRange;
  using Statements = std::vector<const Statement*>;

  /// An expression with what its C++ type says.
  struct Typed {
    const Expression* node = nullptr;
    Type type = Type::kUnknown;
    bool is_assignable = false;  ///< a plain variable of the program
    std::string_view held = {};  ///< the class that it is cast to, if it is one of a program
  };

  struct Argument {
    Typed value;
    std::string_view keyword = {};
    TextRange range;
    bool is_pack = false;  ///< `args...`: the elements of a parameter pack
  };

  /// A class or namespace.
  struct Around {
    std::string_view name;
    bool is_class;
  };

  /// `written(given)`; tokens by number.
  struct NameCall {
    std::string_view written;
    std::size_t first;
    std::size_t last;           ///< of the name
    std::size_t open;           ///< of the arguments
    std::size_t template_open;  ///< 0 without template arguments
    TextRange name_range = {};
    TextRange range = {};
    TextRange arguments_range = {};
    std::vector<Argument> given = {};
  };

  /// `object.called(given)`
  struct MethodCall {
    std::string_view called;
    TextRange name_range;
    TextRange range;
    TextRange arguments_range;
    std::vector<Argument> given;
    bool through_pointer = false;  ///< `object->called(given)`
    bool is_unplaced = false;      ///< a tensor of which nothing says where it is
    bool is_member = false;        ///< and that the function neither declares nor is given
  };

  // declarations.cpp
  void declarations(syntax::Declarations read);
  void name_space(const syntax::Namespace& read);
  void class_body(const syntax::Class& read);
  void fields(const syntax::Fields& read);
  std::string_view enclosing_class() const;
  void function(const syntax::Function& head);
  void parameters(syntax::Parameters read, std::vector<model::Parameter>& into);
  const Expression* declared_type(Type type, std::size_t from, std::size_t name);
  void place_parameters(const std::vector<model::Parameter>& given, bool cuda);
  bool waits_by_name(std::size_t from, std::size_t to) const;
  void initializers(std::span<const syntax::Initializer> read);
  void unused_macro(const Macro& macro);
  model::Function* new_function(std::string_view name, TextRange range, TextRange name_range,
                                const std::vector<model::Parameter>& parameters, const Statements& body,
                                std::optional<model::Symbol> local = {});

  // signatures.cpp
  std::string_view owner_of(std::size_t called) const;
  std::string_view called_as(std::size_t name) const;
  void declared_function(const syntax::Prototype& head);
  LinkedFunction signature(std::size_t open, std::size_t close) const;
  std::string_view class_given(std::size_t begin, std::size_t name) const;
  Type parameter_type(std::size_t from, std::size_t stop) const;
  std::string_view qualifier_before(std::size_t called) const;

  // statements.cpp
  void statements(syntax::Statements read);
  void statement(const syntax::Statement* read);
  model::Block sub_statement(const syntax::Statement* read, bool is_on_host = false);
  void jump(const syntax::Jump& read);
  void if_statement(const syntax::If& read);
  model::If* branch_of_if(const syntax::If::Branch& read);
  void for_statement(const syntax::For& read);
  void range_for(const syntax::RangeFor& read);
  Type type_of_item(Typed items, Type declared) const;
  void while_statement(const syntax::While& read);
  void do_statement(const syntax::Do& read);
  void switch_statement(const syntax::Switch& read);
  model::MatchCase switch_section(const syntax::Switch::Section& read);
  void try_statement(const syntax::Try& read);
  void return_statement(const syntax::Return& read);
  void expression_statement(const syntax::ExpressionStatement& read);
  void add_expressions(syntax::Expressions read);
  const Expression* loop_test(const syntax::Expression& read);
  bool has_break(model::Block body) const;
  void add_loop(TextRange range, const Expression* condition, model::Block body);
  bool is_test(const Expression& node) const;
  std::optional<bool> written_answer(const Expression& condition) const;
  const Expression* tested(Typed value);

  // variables.cpp
  void variables(const syntax::Variables& read);
  void variables_of(const syntax::Variables& read, Type type);
  void bindings(const syntax::Variables& read);
  void declarator(Type type, const syntax::Variables& all, const syntax::Variables::Variable& read);
  std::optional<Typed> initial_value(Type type, const syntax::Variables::Variable& read);
  std::optional<Typed> first_input(const syntax::Variables::Variable& read);
  Typed first_of(Typed value);

  // expressions.cpp
  Typed expression(const syntax::Expression& read);
  Typed comma(const syntax::Comma& read);
  Typed assignment(const syntax::Assignment& read);
  bool gives_if_defined(const syntax::Conditional& read) const;
  Typed conditional(const syntax::Conditional& read);
  Typed chain(const syntax::Chain& read);
  Typed two_operands(Typed left, syntax::Operator operation, Typed right);
  Typed compare(Typed left, model::ComparisonOperator operation, Typed right);
  const Expression* asks_gpu(const Expression& asked, model::ComparisonOperator operation, const Expression& kind,
                             TextRange range);
  Typed prefix(const syntax::Prefix& read);
  Typed dereferenced(const syntax::Prefix& read);
  Typed addressed(const syntax::Prefix& read);
  Typed size_of(const syntax::Sizeof& read);
  Typed cast(const syntax::Cast& read);
  bool is_tensor_address(const Typed& value);
  Typed second_operand(const Typed& first, bool is_and, const syntax::Expression& read);
  bool is_tensor_list(const Expression& value);
  bool is_number(const Typed& target);
  Typed store(Typed target, Typed value, TextRange range, bool augmented);

  // primaries.cpp
  Typed postfix(const syntax::Postfix& read);
  Typed indexed(Typed value, const syntax::Postfix::Suffix& read, TextRange range, bool has_members);
  Typed called_value(Typed value, const syntax::Postfix::Suffix& read, TextRange range);
  bool runs_on_device(const syntax::Lambda& read) const;
  Typed lambda(const syntax::Lambda& read);
  bool local_function(std::string_view called, TextRange name_range, const syntax::Lambda& read);
  bool is_only_called(std::string_view variable, std::size_t from) const;
  void hoisted_block(model::Block body, TextRange range);
  void seldom_block(std::string_view when, model::Block body, TextRange range);
  Typed braced(const syntax::Braces& read);
  Typed literal(const syntax::Expression& read);
  Typed number_of(const Token& written);
  Typed word(const Token& written);
  Typed group(const syntax::Group& read);
  Typed named_cast(const syntax::NamedCast& read);
  std::vector<Argument> arguments(syntax::Arguments read);

  // calls.cpp
  Typed qualified_name(const syntax::Name& read);
  Typed call_name(std::string_view written, const syntax::Name& read, const KnownName& known);
  Typed launch(const syntax::Name& read);
  Typed plain_name(std::string_view written, std::size_t first, std::size_t last, const KnownName& known);
  Typed policy(const KnownName& known, TextRange range);
  std::optional<Typed> made_by_type(NameCall& call);
  std::optional<Typed> call_standard(const NameCall& call);
  bool is_host_number(const Argument& argument);
  void take_guard(const std::vector<Argument>& given, TextRange range);
  bool runs_on_cpu(const Argument& policy) const;

  // host_reads.cpp
  bool may_look_into_tensors() const;
  void find_host_members(syntax::Declarations read);
  void find_host_members(syntax::Declarations read, std::unordered_set<std::string_view>& tensors);
  void find_host_reads(std::size_t from, std::size_t to, std::unordered_set<std::string_view>& into) const;
  struct KeptPointer {
    std::string_view pointer;
    std::string_view tensor;
    std::size_t behind;  ///< the token behind the declaration
  };
  void add_read_later(std::span<const KeptPointer> kept, std::size_t to,
                      std::unordered_set<std::string_view>& into) const;
  bool reads_at(std::size_t index) const;
  void place_host_reads(const std::vector<model::Parameter>& given, std::size_t from, std::size_t to);
  std::optional<Typed> of_pickled(Typed& object, MethodCall& call);

  // stored_members.cpp
  bool is_tensor_member(std::string_view name);
  void note_store(const Expression& target);
  void open_member(model::Symbol name);
  void open_members(const std::vector<Argument>& given);
  void note_member(const Expression*& place);
  std::vector<model::Symbol> take_stores(std::size_t first_member);
  void add_stored_members();

  // settings.cpp
  bool may_be_setting(std::size_t from, std::size_t to) const;
  std::optional<Statements> setting_body(std::size_t from, std::size_t to);
  void constant(const syntax::Fields& read, Type type);
  void add_setting(std::string_view called, TextRange range, TextRange name_range, const Statements& body);
  bool gives_setting(std::size_t begin, std::size_t name) const;
  model::Symbol foreign_name(const Expression& value);
  const Expression& without_number(const Expression& value) const;
  void note_setting(const Expression& value, LinkedSetting setting);
  void note_settings();
  bool is_options(std::string_view function, std::span<const Argument> given, std::size_t index) const;

  // runtime_names.cpp
  void find_own_names(syntax::Declarations read);
  std::optional<Typed> handed_call(NameCall& call);
  Typed wait_for(const Typed& object, const MethodCall& call);
  bool names_queue(const Typed& object) const;

  // pinned_memory.cpp
  void find_pinned();
  bool is_pinned(const Expression& value) const;
  bool makes_pinned(const Expression& value) const;
  bool copies_pinned(std::string_view function, const std::vector<Argument>& given) const;
  bool is_on_device(const Expression& pointer) const;
  bool is_allocated(const Expression& pointer) const;
  const Expression* device_pointer(const Expression* pointer);
  void place_pointers(std::string_view function, std::vector<Argument>& given);
  std::vector<Argument> with_places(std::vector<Argument> given);
  void take_launched(std::size_t open, std::size_t close);
  Typed call_library(const KnownName& name, TextRange name_range, TextRange range, TextRange arguments_range,
                     std::vector<Argument> given);
  Typed call_torch(const std::string& path, TextRange name_range, TextRange range, TextRange arguments_range,
                   std::vector<Argument> given);
  Typed call_thrust(const std::string& path, TextRange name_range, TextRange range, TextRange arguments_range,
                    std::vector<Argument> given);
  /// Is it a check after which its first argument holds.
  bool holds_afterwards(std::string_view name, std::span<const Argument> given) const;
  Typed check(std::string_view name, TextRange range, std::vector<Argument> given);
  Typed construct(Type type, std::vector<Argument> given, TextRange range);

  // methods.cpp
  Typed member(Typed object, const syntax::Postfix::Suffix& read, TextRange range);
  Typed call_method(Typed object, MethodCall call);
  const Expression* plain_method(Typed object, const MethodCall& call);
  std::optional<Typed> of_setting(Typed& object, MethodCall& call);
  std::optional<Typed> of_queue(Typed& object, MethodCall& call);
  std::optional<Typed> of_optional(Typed& object, MethodCall& call);
  std::optional<Typed> of_module(Typed& object, MethodCall& call);
  bool names_place(const Argument& argument) const;
  Typed is_on(const Expression* device, std::string_view kind, const MethodCall& call);
  Typed number(TextRange range);
  const Expression* number_from(const Typed& value);
  void add_arguments(const std::vector<Argument>& given);
  void host_numbers(std::vector<Argument>& given, bool all = false);
  const Expression* host_number(const Expression* value);
  void name_copy_arguments(std::vector<Argument>& given) const;
  Typed as_tensor(Typed object);
  Typed as_other(Typed object);
  const Expression* subscript(Typed object, const Argument& indices, TextRange range);
  void assert_place(const Expression* tensor, bool cuda, TextRange range);

  // containers.cpp
  std::optional<Typed> of_container(Typed& object, MethodCall& call);
  bool says_place(std::size_t open) const;
  bool only_grows(std::string_view list, std::size_t from) const;
  std::optional<Typed> of_grown_list(Typed& object, MethodCall& call);
  Typed of_vector(Typed object, const MethodCall& call);
  std::optional<Typed> of_inputs(Typed object, const MethodCall& call);
  Typed of_buffer(Typed object, const MethodCall& call);
  Typed read_element(Typed object, const MethodCall& call);
  Typed tensor_of_map(Typed map, Typed key, TextRange range);
  std::optional<Typed> of_batch(Typed object, std::string_view member, TextRange range);

  // tensor_methods.cpp
  bool is_tensor(Typed& object, MethodCall& call);
  bool is_member(const Expression& tensor);
  std::optional<Typed> of_tensor(Typed& object, MethodCall& call);
  std::optional<Typed> property_of(Typed object, const MethodCall& call);
  void name_arguments(Typed object, MethodCall& call);

  // building blocks
  const Expression* name(std::string_view text, TextRange range);
  const Expression* attribute(const Expression* object, std::string_view name, TextRange range, TextRange name_range);
  const Expression* library(std::string_view path, TextRange range);
  const Expression* call(const Expression* callee, const std::vector<Argument>& given, TextRange range,
                         TextRange arguments_range);
  const Expression* text(std::string_view value, TextRange range);
  const Expression* boolean(bool value, TextRange range);
  const Expression* none(TextRange range);
  const Expression* no_device(TextRange range) { return none(range); }
  const Expression* unknown(TextRange range);
  const Expression* sequence(model::SequenceKind kind, const std::vector<const Expression*>& elements, TextRange range);
  const Expression* not_of(const Expression* operand);
  const Expression* comparison(const Expression* left, model::ComparisonOperator operation, const Expression* right,
                               TextRange range);
  void add_expression(const Expression* value);
  void add_assignment(const Expression* target, const Expression* value, TextRange range, Type type = Type::kUnknown);
  void add_declaration(const Expression* target, const Expression* value, TextRange range,
                       const Expression* annotation);
  const Expression* annotation_of(Type type);
  void bind(const Expression* target);

  template <class T>
  T* make_expression(TextRange range) {
    T* node = module_.arena.make<T>();
    node->kind = T::kKind;
    node->id = module_.expression_count++;
    node->range = range;
    return node;
  }
  template <class T>
  T* make_statement(TextRange range) {
    T* node = module_.arena.make<T>();
    node->kind = T::kKind;
    node->range = range;
    return node;
  }

  void take_tokens(const Tokens& tokens);
  static const Tokens& named_body(const Macro& macro, const Macros& macros);
  void tell_too_deep();

  // branches_by_place.cpp
  std::optional<bool> gpu_takes(const Expression& condition) const;
  std::vector<std::size_t> tensors_of(std::size_t from, std::size_t to);
  void place_on_host(std::span<const std::size_t> tensors);
  void statement_on_host(const syntax::Statement& read);
  void place_what_follows(const syntax::If& read, syntax::Statements block);

  // given_values.cpp
  void find_changed();
  bool is_changed(std::string_view variable, std::size_t from, std::size_t to) const;
  void take_given(const std::vector<model::Parameter>& given, std::size_t from, std::size_t to);
  bool is_given(const Expression& value) const;
  const Expression* default_value(const syntax::Expression& read);

  // first_time.cpp
  const Expression* asked_by(const Expression& value, std::string_view method, std::size_t given) const;
  const Expression* lacking_table(const Expression& test, bool outcome) const;
  std::string_view lasting_variable(const Expression& value);
  bool does(VariableUse use, std::string_view variable, std::size_t from, std::size_t to);
  bool only_counts(std::string_view variable);
  bool is_reset_later(std::string_view flag);
  bool is_new_setting(const model::Comparison& compared, bool outcome, std::size_t from, std::size_t to);
  bool is_first(const Expression& test, bool outcome, std::size_t from, std::size_t to);
  bool is_off(const Expression& test);
  bool is_seldom(const Expression& condition, bool outcome, std::size_t from, std::size_t to);
  const Expression* with_rarity(const Expression* condition, const syntax::If::Branch& read);
  void note_default(std::string_view owner, std::size_t name);

  // tokens
  const Token& token(std::size_t index) const { return tokens_[index]; }
  std::size_t closing(std::size_t open, std::size_t end) const { return tokens_.closing(open, end); }
  std::size_t find(std::size_t from, std::size_t end, std::initializer_list<std::string_view> texts) const {
    return tokens_.find(from, end, texts);
  }
  std::size_t template_end(std::size_t open, std::size_t end) const { return tokens_.template_end(open, end); }
  std::size_t declarator_name(std::size_t from, std::size_t end) const { return tokens_.declarator_name(from, end); }
  TextRange range_of(std::size_t first, std::size_t end) const { return tokens_.range_of(first, end); }

  // variables
  /// `held`: the class of what the variable is or points to, if it is a class of the program.
  void declare(std::string_view name, Type type, std::string_view held = {});
  Type* find_variable(std::string_view name);
  bool is_lambda(std::string_view name) const;
  std::string_view class_of_type(std::span<const Token> tokens) const;
  std::string_view class_of_value(std::size_t at, std::size_t end) const;
  std::string_view held_by(std::string_view variable) const;
  bool is_object(const Expression& value) const;
  static bool is_maker(std::string_view name);

  // calls of what other files may define
  static ArgumentTypes types_of(const std::vector<Argument>& given);
  const Expression* linked(const Expression* call, LinkedCall link);
  std::uint32_t number_of(const Expression* call) const;
  const Expression* linked_method(Typed object, const MethodCall& call);
  Typed converted(Typed operand, Type type, TextRange range);
  void add_destructor(std::string_view variable, std::span<const Token> type, TextRange range);
  void add_constructor(std::string_view klass, const std::vector<Argument>& given, TextRange range);
  bool is_device_code(std::size_t from, std::size_t to) const;
  bool is_device_code_at(std::size_t index) const { return facts_.device_code.contains(token(index).range.begin); }

  /// Of the tokens of a type, as the file's own aliases say.
  Type written_type(std::span<const Token> tokens) const;
  void alias(const syntax::Alias& read);
  /// What the compiler says, or else the guess.
  Type seen_value(std::size_t index, Type guess) const;
  Typed seen_result(std::size_t index, Typed call);

  model::Module& module_;
  model::SymbolTable& symbols_;
  RecentSymbols recent_{symbols_};
  FilePlace place_;
  const ReadLimits& limits_;
  static const FileFacts kNoFacts;
  const FileFacts& facts_;
  BracketedTokens tokens_;
  model::Arena syntax_arena_;
  std::optional<syntax::Parser> parser_;
  Statements body_;             ///< of the module
  Statements* sink_ = nullptr;  ///< statements of the block that is being read
  struct Variable {
    Type type = Type::kUnknown;
    std::string_view held;
    bool is_guessed = false;  ///< of `auto`: `held` may be a function
    bool is_lambda = false;
    bool lasts = false;  ///< `static`, or refers to what is elsewhere: there before a call and after it
  };
  Variable* variable_of(std::string_view name);
  std::vector<std::unordered_map<std::string_view, Variable>> scopes_;
  std::vector<Around> around_;
  std::string_view owner_;  ///< class or namespace of the function in reading
  FileLinks file_links_;
  model::Call* last_call_ = nullptr;
  model::Assign* last_assign_ = nullptr;
  bool in_local_function_ = false;
  std::vector<model::Function*> local_functions_;      ///< of the function in reading
  std::unordered_map<std::string_view, Type> fields_;  ///< members of the file's classes, and its globals
  std::unordered_map<std::string_view, Type> aliases_;
  bool only_members_ = false;
  std::unordered_set<std::string_view> unplaced_;  ///< tensors that the function in reading is given
  std::unordered_map<std::string_view, const Expression*> copy_kinds_;  ///< `parameters.kind = …` in the function
  std::unordered_set<std::string_view> own_names_;  ///< of the runtime's functions, those that the file defines
  /// Variables of the file that get other values after their first, by the places where they do.
  std::unordered_map<std::string_view, std::vector<std::size_t>> changed_;
  std::unordered_set<std::string_view> given_;         ///< parameters of the function in reading that keep their values
  std::unordered_set<std::string_view> pinned_;        ///< variables that point to host memory of the runtime's
  std::unordered_set<std::string_view> allocated_;     ///< variables and members that the file lets lead to the device
  std::unordered_set<std::string_view> host_reads_;    ///< tensors of the function in reading that the host looks into
  std::unordered_set<std::string_view> host_members_;  ///< the same of members, anywhere in the file
  bool looks_into_tensors_ = false;                    ///< the tokens in reading may; see host_reads.cpp
  std::unordered_set<std::string_view> grown_lists_;   ///< of tensors, of the function in reading: empty at first
  std::unordered_set<std::string_view> filled_inputs_;   ///< lists of a module's inputs whose first one is known
  std::unordered_set<std::string_view> launched_;        ///< variables that kernels of the file are given
  std::optional<VariableUses> variable_uses_;            ///< of the tokens; made when first asked for
  std::unordered_set<std::string_view> off_by_default_;  ///< members of options
  std::size_t function_begin_ = 0;                       ///< its `{`, of the function in reading
  std::size_t function_end_ = 0;                         ///< its `}`
  bool uses_thrust_ = false;
  bool uses_torch_ = false;
  std::unordered_set<std::string_view> references_;           ///< methods to whose results the file assigns
  bool is_in_namespace_ = false;                              ///< some of the file
  std::unordered_map<std::string, std::uint32_t> overloads_;  ///< functions read so far, by name
  std::vector<model::Symbol> bound_;                          ///< names that the function in reading assigns
  std::unordered_set<std::string_view> tensor_members_;       ///< also those that are declared behind the functions
  std::vector<model::Symbol> placed_;          ///< tensors of which the function in reading asks or says where they are
  std::vector<model::Symbol> stored_;          ///< members into which the function in reading stores
  std::vector<model::Symbol> stored_members_;  ///< the same of all functions so far
  int lambda_depth_ = 0;
  int branch_depth_ = 0;  ///< statements of an `if` or loop around the one in reading
  bool in_test_ = false;  ///< of a loop: what is assigned there is so each time
  int switch_depth_ = 0;  ///< a `break` leaves a switch, not a loop
  std::uint32_t temporaries_ = 0;
};

}  // namespace syncfree::cxx
