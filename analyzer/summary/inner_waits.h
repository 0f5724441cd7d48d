// The waits inside of a function that its calls get to, and what must hold of their arguments.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "analyzer/engine/judging/outside_call.h"
#include "analyzer/inference/fixpoint.h"
#include "analyzer/summary/guards.h"
#include "analyzer/summary/settings.h"

namespace syncfree::summary {

struct InnerWait {
  std::uint32_t context = 0;  ///< where it is
  source::TextRange range;
  bool needs_operands = false;            ///< it waits for tensors whose place the caller chose
  std::set<std::uint32_t> operands = {};  ///< the parameters that those are computed from; empty: not known
  std::set<std::uint32_t> modules = {};   ///< the function's parameters that are modules, but for a method's object
  bool is_repeated = false;               ///< in a loop on the way
  /// Of the function's parameters, sorted; all must hold. Their settings are parameters of the object's constructor.
  Guards guards = {};
};

class InnerWaits {
 public:
  /// `waits`: by context, the findings there that are at least likely.
  InnerWaits(const inference::Analysis& analysis, const std::vector<std::vector<engine::FoundWait>>& waits);

  /// In `context` or in what it calls, the nearest first: one that each call gets to, alone, or some with different
  /// guards or operands. Waits behind anything else than guards are left out, unless each way on from there waits.
  /// `receiver`: the class of the object that a method is called on; kNowhere for other functions.
  std::vector<InnerWait> of(std::uint32_t context, std::uint32_t receiver);
  /// Whose parameters the guards and operands are about: those of `function`, or, where a method hands on all its
  /// arguments as they came, `self.update(*args, **kwargs)`, those of the method that takes them.
  std::uint32_t taker_of(std::uint32_t function, std::uint32_t receiver) const;
  /// Does a method call others on its object, or ask for its settings, that the receiver has of its own?
  bool depends_on(std::uint32_t context, std::uint32_t receiver);
  std::uint32_t constructor_of(std::uint32_t klass) const { return settings_.constructor_of(klass); }

 private:
  enum class GivenKind : std::uint8_t {
    kUnknown,
    kConstant,
    kSubject,
    kSomething,  ///< not None
    kAll,        ///< all arguments as they came: `*args` and `**kwargs`
  };
  /// What a parameter is on the way from the function that was asked about.
  struct Given {
    GivenKind kind = GivenKind::kUnknown;
    const model::Constant* constant = nullptr;
    std::uint32_t parameter = 0;  ///< of that function
    SettingName setting = {};     ///< see Guard
    Guards guards = {};           ///< of that function, under which it is that
  };
  struct Way {
    std::uint32_t context;
    std::size_t calls;
    bool is_repeated;
    std::vector<Given> given;  ///< by parameter of the context's function
    Guards guards;
    std::uint32_t number;    ///< tells the questions of one call of a function from those of another
    std::uint32_t receiver;  ///< see InnerWaits::of
    std::uint32_t taker;     ///< see InnerWaits::taker_of
  };
  /// The expressions of a function.
  struct Places {
    std::unordered_map<std::uint64_t, const model::Expression*> by_range;
    std::vector<const model::Call*> calls;  ///< of methods, in the order of the text
  };
  struct Step {
    source::TextRange range;
    std::uint32_t context;
    bool is_repeated;
    bool is_handed = false;  ///< by a call that says nothing of its arguments
  };

  const inference::FunctionInfo* function_of(std::uint32_t context) const;
  const GuardedParts* parts_of(std::uint32_t context);
  const Places& places_of(std::uint32_t context);
  const model::Expression* expression_at(std::uint32_t context, source::TextRange range);
  const model::Call* call_at(std::uint32_t context, source::TextRange range);
  std::set<std::uint32_t> modules_of(std::uint32_t context) const;
  std::optional<bool> answer(const Way& way, const Guard& guard) const;
  AnyGuards guards_on(const Way& way, source::TextRange range, bool is_wait);
  std::optional<Guards> asked_of_start(const Way& way, const Guards& own);
  std::optional<Guard> device_given(std::uint32_t context, source::TextRange range);
  std::vector<Given> given_to(const Way& way, const Step& step);
  void hand_on_all(const Way& way, std::uint32_t callee, std::vector<Given>& given) const;
  Given value_of(const Way& way, const model::Expression& expression);
  bool is_for_operands(const Way& way, source::TextRange range);
  const model::Expression* goes_to(std::uint32_t context, source::TextRange range);
  std::set<std::uint32_t> operands_of(const Way& way, source::TextRange range);
  const inference::Event* event_at(std::uint32_t context, source::TextRange range) const;
  std::vector<Step> steps_from(const Way& way);
  void add_steps_of_object(const Way& way, std::vector<Step>& steps);
  void add_steps_of_tables(const Way& way, std::vector<Step>& steps);
  std::vector<InnerWait> collected(std::uint32_t context, std::uint32_t receiver);
  bool add_waits(const Way& way, std::vector<InnerWait>& found);

  const inference::Analysis& analysis_;
  const std::vector<std::vector<engine::FoundWait>>& waits_;
  std::map<std::uint32_t, std::unique_ptr<const GuardedParts>> parts_;  ///< by code
  std::map<std::uint32_t, Places> places_;                              ///< by code
  std::unordered_map<std::uint32_t, std::uint32_t> contexts_;           ///< by code, one that is evaluated
  Settings settings_;
  std::vector<bool> leads_;  ///< by context: calls may get to a wait
};

}  // namespace syncfree::summary
