#include "frontends/cxx/function_tables.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_set>

namespace syncfree::cxx {

namespace {

constexpr std::size_t kLongestInitializer = 2'000;  // of one initialiser

class TableReader {
 public:
  TableReader(const BracketedTokens& tokens, const model::SymbolTable& symbols, FileLinks& links)
      : tokens_(tokens), links_(links) {
    for (const LinkedFunction& each : links.functions) functions_.insert(symbols.text(each.called));
  }

  void run() {
    for (std::size_t at = 0; at < tokens_.size(); ++at) {
      const Token& here = tokens_[at];
      if (here.is_name()) {
        if (here.is("struct") || here.is("class")) declared(at);
      } else if (here.is("{")) {
        if (at > 0) filled(at);
      } else if (here.is("=")) {
        if (at > 1) assigned(at);
      }
    }
  }

 private:
  /// `struct Name {`, `typedef struct {…} Name;`
  void declared(std::size_t keyword) {
    const std::size_t open = tokens_.find(keyword + 1, tokens_.size(), {"{", ";", "(", ")", ",", ">", "="});
    if (open >= tokens_.size() || !tokens_[open].is("{")) return;
    const std::size_t close = tokens_.closing(open, tokens_.size());
    const std::size_t name = open == keyword + 1 ? close + 1 : keyword + 1;
    if (name >= tokens_.size() || !tokens_[name].is_name()) return;
    LinkedTable table{.owner = tokens_[name].text, .fields = {}};
    bool points = false;
    for (std::size_t at = open + 1; at < close;) {
      const std::size_t end = statement_end(at, close);
      points |= member(at, end, table);
      at = end + 1;
    }
    if (points) links_.tables.push_back(std::move(table));
  }

  /// The `;` of the member that begins at `at`, or the `}` of its body.
  std::size_t statement_end(std::size_t at, std::size_t close) const {
    while (at < close) {
      at = tokens_.find(at, close, {";", "{"});
      if (at >= close || tokens_[at].is(";")) return at;
      at = tokens_.closing(at, close);
      const bool goes_on = tokens_[at + 1].is(";") || tokens_[at + 1].is_name();
      const bool is_behind = goes_on && (tokens_[at + 1].is(";") || tokens_[at + 2].is(";"));
      if (!is_behind) return at;
      ++at;
    }
    return close;
  }

  /// True if it points to a function: `void (*run)(int)`.
  bool member(std::size_t begin, std::size_t end, LinkedTable& table) const {
    constexpr std::array<std::string_view, 5> kNoMembers = {"using", "typedef", "friend", "static", "template"};
    while (begin + 1 < end && tokens_[begin].is_name() && tokens_[begin + 1].is(":")) begin += 2;  // `public:`
    const bool is_type = tokens_[end].is("}") || (end > begin && tokens_[end - 1].is("}"));        // `enum Mode {…};`
    const bool has_none = std::ranges::find(kNoMembers, tokens_[begin].text) != kNoMembers.end();
    if (begin >= end || has_none || is_type) return false;
    const std::size_t paren = tokens_.find(begin, end, {"("});
    if (paren < end) {
      const bool points = tokens_[paren + 1].is("*") && tokens_[paren + 2].is_name() && tokens_[paren + 3].is(")");
      if (points) table.fields.push_back(tokens_[paren + 2].text);
      return points;
    }
    std::size_t names = 1;
    int depth = 0;
    for (std::size_t at = begin; at < end; ++at) {
      depth += tokens_[at].is("<") ? 1 : tokens_[at].is(">") ? -1 : 0;
      names += depth == 0 && tokens_[at].is(",") ? 1 : 0;
    }
    table.fields.resize(table.fields.size() + names);
    return false;
  }

  /// `Table name = {`, `Table name{`, and of a constructor `: name_{`
  void filled(std::size_t open) {
    constexpr std::array<std::string_view, 7> kNoTypes = {"struct", "class",  "namespace", "enum",
                                                          "union",  "return", "else"};
    const bool is_assigned = tokens_[open - 1].is("=");
    const std::size_t name = is_assigned ? open - 2 : open - 1;
    if (open < 3 || !tokens_[name].is_name()) return;
    const Token& before = tokens_[name - 1];
    const bool is_member = !is_assigned && (before.is(":") || before.is(","));
    if (!is_member && (!before.is_name() || std::ranges::find(kNoTypes, before.text) != kNoTypes.end())) return;
    const std::size_t close = tokens_.closing(open, tokens_.size());
    if (close - open > kLongestInitializer) return;
    LinkedPointer entry{.type = is_member ? std::string_view() : before.text,
                        .receiver = is_member ? tokens_[name].text : std::string_view()};
    for (std::size_t at = open + 1; at < close; ++entry.position) {
      std::size_t end = tokens_.find(at, close, {",", ";"});
      if (tokens_[end].is(";")) return;
      LinkedPointer one = entry;
      if (tokens_[at].is(".") && tokens_[at + 2].is("=")) {
        one.field = tokens_[at + 1].text;
        at += 3;
      }
      add(one, at, end);
      at = end + 1;
    }
  }

  /// `table.run = name`
  void assigned(std::size_t equals) {
    const Token& dot = tokens_[equals - 2];
    if (!tokens_[equals - 1].is_name() || (!dot.is(".") && !dot.is("->"))) return;
    const std::size_t end = tokens_.find(equals + 1, std::min(equals + 7, tokens_.size()), {";", ","});
    add({.field = tokens_[equals - 1].text}, equals + 1, end);
  }

  /// `name`, `&name`, `Class::name`: a function of the file, and nothing else.
  void add(LinkedPointer entry, std::size_t begin, std::size_t end) {
    if (tokens_[begin].is("&")) ++begin;
    while (begin + 2 < end && tokens_[begin].is_name() && tokens_[begin + 1].is("::")) {
      entry.owner = tokens_[begin].text;
      begin += 2;
    }
    if (begin + 1 != end || !tokens_[begin].is_name() || !functions_.contains(tokens_[begin].text)) return;
    entry.function = tokens_[begin].text;
    links_.pointers.push_back(entry);
  }

  const BracketedTokens& tokens_;
  FileLinks& links_;
  std::unordered_set<std::string_view> functions_;
};

}  // namespace

void note_tables(const BracketedTokens& tokens, const model::SymbolTable& symbols, FileLinks& links) {
  TableReader(tokens, symbols, links).run();
}

}  // namespace syncfree::cxx
