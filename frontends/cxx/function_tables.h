// Tables of function pointers, C's way to write a class with virtual methods: which members of a struct point to
// functions, and which functions of the file are put there.
#pragma once

#include "analyzer/model/symbol.h"
#include "frontends/cxx/links.h"
#include "frontends/cxx/syntax/bracketed_tokens.h"

namespace syncfree::cxx {

/// Adds the tables that the tokens declare and fill to `links`, whose functions are known. It reads tokens, not the
/// tree: a table stands wherever an initialiser may.
void note_tables(const BracketedTokens& tokens, const model::SymbolTable& symbols, FileLinks& links);

}  // namespace syncfree::cxx
