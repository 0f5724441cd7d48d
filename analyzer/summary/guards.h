// The conditions that a part of a function's body is behind: `if size is None:`, `if mode == "mean":`.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/inference/known.h"
#include "analyzer/inference/project.h"
#include "analyzer/source/text_range.h"
#include "analyzer/summary/ordinary.h"

namespace syncfree::summary {

enum class Asked : std::uint8_t {
  kNone,
  kTrue,
  kTensor,
  kDevice,    ///< `x.is_cuda`
  kNumber,    ///< `isinstance(x, (int, float))`
  kBoolean,   ///< `x.dtype == torch.bool`
  kFloating,  ///< `x.is_floating_point()`
  kAbsent,    ///< it was not given
  kEquals,
  kAnything
};

/// The name of an attribute or a parameter. Its text decides the order: the numbers of symbols differ from run to run.
struct SettingName {
  model::Symbol symbol = {};
  std::string_view text = {};

  explicit operator bool() const { return bool(symbol); }
  friend bool operator==(const SettingName& a, const SettingName& b) { return a.symbol == b.symbol; }
  friend auto operator<=>(const SettingName& a, const SettingName& b) { return a.text <=> b.text; }
};

/// What is asked of a parameter, or of what an object keeps; or that it is not so.
struct Guard {
  std::uint32_t parameter = 0;  ///< index
  SettingName setting = {};     ///< of the object that the parameter is: this attribute of it
  Asked asked = Asked::kNone;
  bool is_negated = false;
  std::string value = {};  ///< for kEquals, see constant_text
  /// For kAnything: which condition it is. Of a negated kTensor: it is an object of the class that this condition
  /// names.
  std::uint64_t question = 0;
  std::uint32_t call = 0;  ///< not 0: nobody follows what decides it, in that call of the function

  friend bool operator==(const Guard&, const Guard&) = default;
  friend std::strong_ordering operator<=>(const Guard& a, const Guard& b);
  Guard negated() const;
  /// It says something of the function's parameters that a row can say.
  bool is_told() const { return call == 0 && question == 0; }
};
/// All must hold.
using Guards = std::vector<Guard>;
/// One must hold; none: never.
using AnyGuards = std::vector<Guards>;

/// "2", "mean"; empty for what has no short text.
std::string constant_text(const model::Constant& constant);

/// Of a range of the text.
inline std::uint64_t number_of(source::TextRange range) { return (std::uint64_t{range.begin} << 32) | range.end; }

/// A parameter, or an attribute of the object that the first parameter is.
struct Subject {
  std::uint32_t parameter = 0;
  SettingName setting = {};
  Guards guards = {};  ///< what must hold for the name to be still that
};

/// A part of a body that does not run in each call.
struct GuardedPart {
  source::TextRange range;
  AnyGuards guards;
};

/// Of a function of a project.
class GuardedParts {
 public:
  GuardedParts(const inference::Project& project, const inference::Known& known,
               const inference::FunctionInfo& function);

  /// What must hold for code to run.
  AnyGuards guards_of(source::TextRange range) const;
  /// What must be given or left out for a call to copy something: `x.to(device)` of `device=None` copies nothing,
  /// `x.to(self.device)` may where nobody has said a device.
  std::optional<Guard> device_of(const model::Call& call) const;
  /// The parameter that names the device of a call.
  std::optional<std::uint32_t> device_parameter(const model::Call& call) const;
  /// The tensor or object that a call's new tensor goes to: `x` of `torch.tensor(1.0, device=x.device)`. Null: it is
  /// said in another way, or is where the function's own object is.
  const model::Expression* goes_to(const model::Call& call) const;
  /// What a name or an attribute of the object is; nothing for other expressions.
  std::optional<Subject> subject(const model::Expression& expression) const;

 private:
  struct Store {
    source::TextRange target;
    std::uint32_t end;               ///< of the text that is read before: of what is stored
    const model::Expression* value;  ///< null: none, or a part of one
    /// What it is a part of, and which; null: of nothing that is known.
    const model::Expression* whole = nullptr;
    std::optional<std::size_t> part = {};
  };
  void find_stores(model::Block block);
  void add(model::Block block);
  void add(const model::Statement& statement);
  void add(const model::If& branch);
  void add(const model::For& loop);
  void add(const model::Expression& whole);
  void take(model::Block block, AnyGuards guards);
  void take_rest(model::Block block, std::size_t first, const model::If& branch);
  AnyGuards through(model::Block block) const;
  AnyGuards through(const model::If& branch) const;
  AnyGuards test(const model::Expression& condition, bool is_negated) const;
  AnyGuards test_part(const model::Expression& condition, bool is_negated) const;
  AnyGuards test_comparison(const model::Comparison& compared, bool is_negated) const;
  std::optional<Guards> instance(const model::Call& call, bool is_negated) const;
  std::optional<std::uint32_t> setting_asked(const model::Call& call) const;
  std::optional<Subject> stored(const model::Name& name, std::uint32_t parameter) const;
  std::optional<Guard> place(const model::Expression& condition) const;
  std::optional<bool> amount(const model::Expression& condition) const;
  bool is_member_of(const Store& store, model::Symbol name) const;
  bool keeps(const Store& store, model::Symbol name) const;
  std::string text_of(const model::Expression& expression) const;
  std::optional<Guard> asked_of_type(const model::Call& call) const;
  bool is_for_each_that(const model::Conditional& choice) const;
  bool is_nothing_to_do(const model::If& branch, const AnyGuards& rest) const;
  /// `device` of `x.to(device)` and of `torch.zeros(3, device=device)`; null if the call names none.
  const model::Expression* device_argument(const model::Call& call) const;
  bool is_own_object(const model::Expression& expression) const;

  const inference::Project& project_;
  Ordinary ordinary_;
  std::uint32_t module_;
  bool has_self_;
  const model::Function& function_;
  const model::SymbolTable& symbols_;
  model::FlatMap<model::Symbol, std::vector<Store>> stores_;  ///< by name, in the order of the text
  const model::Call* scripted_;                               ///< see scripted_call
  std::vector<GuardedPart> parts_;
};

}  // namespace syncfree::summary
