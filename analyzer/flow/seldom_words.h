// What names and calls say of how often a test holds.
#pragma once

#include <string_view>

#include "analyzer/model/expression.h"
#include "analyzer/model/symbol.h"

namespace syncfree::flow {

/// `None`
bool names_none(const model::Expression& expression);

/// `verbose`, `should_log`, `is_last_step`: only when asked for, or in the last of many rounds.
bool is_rare_name(std::string_view name);

/// `log_every`, `print_freq`: how often something is done.
bool is_period(std::string_view name);

/// `num` of `iter_num`, behind a counter's name.
bool is_numbering(std::string_view word);

/// In C++, where flags are named at length: `check_cuda_errors`, `isCUDAErrorCheckingEnabled`, `debugSync`.
bool asks_for_checks(std::string_view name);

/// `debug`, `verbose`, `verbosity`: how much a program tells.
bool asks_for_talk(std::string_view name);

/// `self.debug_shapes`, `self.show`, `plot_attention`: somebody looks at single results.
bool is_for_onlookers(std::string_view name);

/// `ImGui::Button("Load")`, `key_pressed()`, `clicked[0]`: somebody does something by hand.
bool is_by_hand(const model::Expression& part, const model::SymbolTable& symbols);

/// `len(loader) - 1`, `total_steps`: speaks of the rounds.
bool counts_rounds(const model::Expression& expression, const model::SymbolTable& symbols);

/// `total_steps`, `last_idx`: all of the rounds.
bool is_total(const model::Expression& expression, const model::SymbolTable& symbols);

/// `frame`, `self.frame_index`: which frame of a video it is.
bool numbers_frames(const model::Expression& expression, const model::SymbolTable& symbols);

/// `optimizer`, `self.optim`: who has none evaluates.
bool is_of_optimizer(std::string_view name);

/// `random.random()`, `np.random.rand()`: a draw from [0, 1).
bool is_chance(const model::Expression& expression, const model::SymbolTable& symbols);

/// `__name__`, of which a program that is run by itself asks.
bool asks_for_main(const model::Expression& expression, const model::SymbolTable& symbols);

/// `torch.isnan(loss).any()`, `torch.sum(torch.isinf(logits))`
bool looks_for_broken_numbers(const model::Expression& test, const model::SymbolTable& symbols);

}  // namespace syncfree::flow
