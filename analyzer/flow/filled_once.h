// Tables that are filled once for each key, and objects that are completed once.
#pragma once

#include <functional>
#include <string_view>

#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::flow {

/// `x`, `x.y`
bool is_variable(const model::Expression& expression);

/// Both `table`, or both `self.table`.
bool is_same_variable(const model::Expression& a, const model::Expression& b);

/// The table that has no such key, or nothing at all, where the test has this outcome: `key not in table`,
/// `len(table) == 0`. Null if it is no such test.
const model::Expression* lacking_table(const model::Comparison& comparison, bool positive,
                                       const model::SymbolTable& symbols);

/// `table` of `table.get(key)`; null for another expression.
const model::Expression* asked_table(const model::Expression& value, const model::SymbolTable& symbols);

/// `x` of `x is None`, where the test has this outcome; null for another test.
const model::Name* missing_value(const model::Expression& condition, bool positive);

/// `table[key] = …`
bool fills(model::Block block, const model::Expression& table);

/// `table` of `if table["q"] is None: table["q"] = …`, also of `table.get("q") is None`; null for another test, and
/// where the function's `body` takes the entry away again. Who makes the table may store None.
const model::Expression* completed_entry(model::Block body, model::Block block, const model::Expression& condition,
                                         bool positive, const model::SymbolTable& symbols);

/// What a call's callee is, if that is known by its name alone.
using Callee = std::function<const model::Function*(const model::Expression&)>;

/// The object that the block completes because the test says that something of it is missing, which runs once for each
/// object: `if not hasattr(self, "table"): self.table = …`, `if self.table is None or …: self.build_table()`,
/// `if not self.is_ready: …; self.is_ready = True`. What grows is completed as well: `if n > self.size: self.size = n`.
/// Null for other code, and where the function's `body` takes away
/// again what the block stores. `callee` may be empty.
const model::Expression* completed_object(model::Block body, model::Block block, const model::Expression& condition,
                                          bool positive, const model::SymbolTable& symbols, const Callee& callee);

}  // namespace syncfree::flow
