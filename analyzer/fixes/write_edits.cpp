#include "analyzer/fixes/write_edits.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "analyzer/model/locate.h"

namespace syncfree::fixes {
namespace {

using model::Argument;
using model::Call;
using model::Expression;
using source::TextRange;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\\'; }

/// Walks over a text and takes blanks and comments as nothing.
class Scanner {
 public:
  explicit Scanner(const model::Module& module) : text_(module.text), comments_(module.comments) {}

  /// The first offset from `at` on that holds code; `end` if there is none before it.
  std::uint32_t forward(std::uint32_t at, std::uint32_t end) const {
    while (at < end) {
      if (const TextRange* comment = holding(at)) {
        at = comment->end;
      } else if (is_blank(text_[at])) {
        ++at;
      } else {
        break;
      }
    }
    return std::min(at, end);
  }

  /// The offset behind the last code before `at`; `begin` if there is none behind it.
  std::uint32_t backward(std::uint32_t at, std::uint32_t begin) const {
    while (at > begin) {
      if (const TextRange* comment = holding(at - 1)) {
        at = comment->begin;
      } else if (is_blank(text_[at - 1])) {
        --at;
      } else {
        break;
      }
    }
    return std::max(at, begin);
  }

  /// Where the line of `at` ends, if there is nothing more in it but a comment.
  std::optional<std::uint32_t> line_end(std::uint32_t at) const {
    for (; at < text_.size(); ++at) {
      if (const TextRange* comment = holding(at)) return comment->end;
      if (text_[at] == '\r' || text_[at] == '\n') return at;
      if (!is_blank(text_[at])) return std::nullopt;
    }
    return at;
  }

  /// `inner` with the parentheses around it that lie in `bounds`.
  TextRange with_parentheses(TextRange inner, TextRange bounds) const {
    for (;;) {
      const std::uint32_t before = backward(inner.begin, bounds.begin);
      const std::uint32_t after = forward(inner.end, bounds.end);
      if (before == bounds.begin || after >= bounds.end) return inner;
      if (text_[before - 1] != '(' || text_[after] != ')') return inner;
      inner = {before - 1, after + 1};
    }
  }

 private:
  const TextRange* holding(std::uint32_t offset) const {
    const auto after =
        std::ranges::upper_bound(comments_, offset, {}, [](const model::Comment& c) { return c.range.begin; });
    if (after == comments_.begin()) return nullptr;
    const model::Comment& comment = *std::prev(after);
    return offset < comment.range.end ? &comment.range : nullptr;
  }

  std::string_view text_;
  std::span<const model::Comment> comments_;
};

std::size_t kept_comments(const model::Module& module, const Code& code, TextRange within) {
  std::size_t count = 0;
  if (code.kept != nullptr && within.contains(code.kept->range)) {
    count += comments_in(module, code.kept->range);
    for (const Expression* place : code.places) count -= comments_in(module, place->range);
  }
  for (const Code& part : code.parts) count += kept_comments(module, part, within);
  for (const CodeArgument& argument : code.arguments) count += kept_comments(module, argument.value, within);
  return count;
}

class Writer {
 public:
  Writer(const Source& source, Printer& printer)
      : module_(source.module),
        symbols_(source.symbols),
        locator_(source.locator),
        printer_(printer),
        scanner_(source.module) {}

  bool write(const Edit& edit) {
    return std::visit([this](const auto& one) { return put(one); }, edit);
  }

  std::vector<TextEdit> take() {
    std::ranges::move(printer_.elsewhere(), std::back_inserter(edits_));
    std::ranges::stable_sort(edits_, {},
                             [](const TextEdit& edit) { return std::pair(edit.range.begin, edit.range.end); });
    return std::move(edits_);
  }

 private:
  bool put(const Replace& edit) {
    const auto text = printer_.print(edit.code, Slot::kValue);
    if (!text || comments_in(module_, edit.target->range) != kept_comments(module_, edit.code, edit.target->range))
      return false;
    return add(edit.target->range, *text);
  }

  bool put(const Unwrap& edit) {
    const TextRange outer = edit.outer->range;
    const TextRange inner = scanner_.with_parentheses(edit.inner->range, bounds_of(*edit.outer, *edit.inner));
    return remove({outer.begin, inner.begin}) && remove({end_of_kept(inner.end, outer.end), outer.end});
  }

  /// From where on what follows `inner` can go up to `end`: comments between them stay.
  std::uint32_t end_of_kept(std::uint32_t inner, std::uint32_t end) const {
    const std::uint32_t code = scanner_.forward(inner, end);
    if (comments_in(module_, {inner, code}) == 0) return inner;
    std::uint32_t comment = code;
    while (is_blank(module_.text[comment - 1])) --comment;
    // Code behind it on the same line must not become part of the comment.
    return blank_to_line_end(end) ? comment : code;
  }

  bool blank_to_line_end(std::uint32_t at) const {
    const std::size_t next = module_.text.find_first_not_of(" \t", at);
    return next == std::string_view::npos || module_.text[next] == '\r' || module_.text[next] == '\n';
  }

  bool put(const SelectMember& edit) {
    const TextRange inner = edit.target->range;
    const TextRange whole =
        edit.outer == nullptr ? inner : scanner_.with_parentheses(inner, bounds_of(*edit.outer, *edit.target));
    std::string text = "." + edit.name;
    if (edit.arguments) {
      const auto call = printer_.print(fixes::call(name(text), *edit.arguments), Slot::kOperand);
      if (!call) return false;
      text = *call;
    }
    return add({whole.end, whole.end}, text);
  }

  bool put(const SelectElements& edit) {
    const auto slice = printer_.print(fixes::slice(edit.slice), Slot::kValue);
    return slice && add({edit.target->range.end, edit.target->range.end}, "[" + *slice + "]");
  }

  bool put(const Rename& edit) {
    const auto* attribute = edit.callee->get_if<model::Attribute>();
    // Where a whole qualified name is one word of the language, its parts have one range.
    if (attribute != nullptr && attribute->name_range != attribute->range) return add(attribute->name_range, edit.name);
    if (attribute == nullptr && edit.callee->kind != model::ExpressionKind::kName) return false;
    const auto full = printer_.full_name(edit.full);
    return full && add(edit.callee->range, *full);
  }

  /// A call whose parentheses come out of a macro has none that could be written to.
  bool has_parentheses(const Call& call) const {
    const TextRange range = call.arguments_range;
    return range.size() >= 2 && module_.text[range.begin] == '(' && module_.text[range.end - 1] == ')';
  }

  bool put(const InsertArgument& edit) {
    if (!has_parentheses(*edit.call)) return false;
    const auto value = printer_.print(edit.value, Slot::kArgument);
    if (!value || edit.before >= edit.call->arguments.size()) return false;
    const std::uint32_t at = edit.call->arguments[edit.before].range.begin;
    // On a line of its own where each argument has one.
    const auto line = blank_line_start(module_.text, at);
    const auto arguments = edit.call->arguments;
    const bool shares_line =
        edit.before + 1 < arguments.size() && !blank_line_start(module_.text, arguments[edit.before + 1].range.begin);
    if (!line || shares_line) return add({at, at}, *value + ", ");
    const std::string_view indentation = module_.text.substr(*line, at - *line);
    return add({at, at}, *value + "," + std::string(line_end_of(module_.text)) + std::string(indentation));
  }

  bool put(const AppendArgument& edit) {
    if (!has_parentheses(*edit.call)) return false;
    const auto value = printer_.print(edit.value, Slot::kArgument);
    return value && append(*edit.call, *value);
  }

  bool put(const SetKeyword& edit) {
    if (!has_parentheses(*edit.call)) return false;
    if (auto options = printer_.in_options(edit)) return add(options->range, std::move(options->text));
    const auto keyword = printer_.keyword(edit.keyword);
    const auto value = printer_.print(edit.value, Slot::kArgument);
    if (!keyword || !value) return false;
    const std::string text = *keyword + *value;
    for (const Argument& argument : edit.call->arguments) {
      if (!argument.keyword || symbols_.text(argument.keyword) != edit.keyword) continue;
      if (comments_in(module_, argument.range) != kept_comments(module_, edit.value, argument.range)) return false;
      return add(argument.range, text);
    }
    return append(*edit.call, text);
  }

  bool put(const RemoveArgument& edit) {
    if (!has_parentheses(*edit.call)) return false;
    const auto arguments = edit.call->arguments;
    const TextRange range = arguments[edit.index].range;
    // With the comma before it, so that several that follow each other can go.
    if (edit.index > 0) return remove({arguments[edit.index - 1].range.end, range.end});
    if (arguments.size() > 1) return remove({range.begin, arguments[1].range.begin});
    return remove({edit.call->arguments_range.begin + 1, edit.call->arguments_range.end - 1});
  }

  bool put(const ReplaceStatement& edit) {
    const auto text = printer_.print(edit.code, Slot::kStatement);
    if (!text || comments_in(module_, edit.target->range) != kept_comments(module_, edit.code, edit.target->range))
      return false;
    return add(edit.target->range, *text);
  }

  bool put(const InsertBefore& edit) {
    const std::uint32_t at = edit.before->range.begin;
    const auto text = printer_.print(edit.code, Slot::kStatement);
    if (!text || !blank_line_start(module_.text, at) || continues_another(*edit.before)) return false;
    const std::string_view indentation = indentation_of(module_, *edit.before);
    const std::string line_end(line_end_of(module_.text));
    std::string head;
    if (edit.condition) {
      const auto condition = printer_.condition(*edit.condition, indentation);
      if (!condition) return false;
      head = condition->line + line_end + condition->indentation;
    }
    return add({at, at}, head + *text + line_end + std::string(indentation));
  }

  bool put(const InsertAfter& edit) {
    const auto text = printer_.print(edit.code, Slot::kStatement);
    return text && add_after(*edit.after, std::string(indentation_of(module_, *edit.after)) + *text);
  }

  bool put(const RemoveStatement& edit) {
    const auto lines = own_lines(module_, *edit.target);
    return lines && remove(*lines);
  }

  bool put(const MoveStatements& edit) {
    std::string moved;
    for (const model::Statement* statement : edit.statements) {
      const auto lines = own_lines_with_comments(module_, *statement);
      if (!lines) return false;
      const auto text = in_lines_of(*edit.anchor, *statement, *lines);
      if (!text || !add(*lines, {})) return false;
      if (!moved.empty()) moved += line_end_of(module_.text);
      moved += *text;
    }
    if (edit.side == MoveStatements::Side::kAfter) return add_after(*edit.anchor, moved);
    const std::uint32_t at = edit.anchor->range.begin;
    const auto start = blank_line_start(module_.text, at);
    if (!start || continues_another(*edit.anchor)) return false;
    return add({*start, *start}, moved + std::string(line_end_of(module_.text)));
  }

  bool put(const Guard& edit) {
    return put_under(*edit.target, printer_.condition(edit.condition, indentation_of(module_, *edit.target)));
  }

  bool put(const Inside& edit) {
    const auto head = printer_.context(edit.context, indentation_of(module_, *edit.target));
    if (!edit.code) return put_under(*edit.target, head);
    const auto text = printer_.print(*edit.code, Slot::kStatement);
    const TextRange range = edit.target->range;
    if (!head || !text || comments_in(module_, range) != kept_comments(module_, *edit.code, range)) return false;
    return blank_line_start(module_.text, range.begin) && !continues_another(*edit.target) &&
           add(range, head->line + std::string(line_end_of(module_.text)) + head->indentation + *text);
  }

  /// The statement goes one step to the right, under a line of its own.
  bool put_under(const model::Statement& statement, const std::optional<Printer::Condition>& head) {
    const auto lines = own_lines(module_, statement);
    const std::string_view outer = indentation_of(module_, statement);
    if (!lines || !head || has_text_of_several_lines(module_, statement)) return false;
    const auto text = indented(module_.text.substr(lines->begin, lines->size()), outer, head->indentation);
    if (!text) return false;
    return add(*lines, std::string(outer) + head->line + std::string(line_end_of(module_.text)) + *text);
  }

  bool put(const KeepReturned& edit) {
    constexpr std::string_view kKeyword = "return";
    const std::uint32_t begin = edit.target->range.begin;
    if (module_.text.substr(begin, kKeyword.size()) != kKeyword) return false;
    return add({begin, begin + static_cast<std::uint32_t>(kKeyword.size())}, edit.name + " =");
  }

  /// The lines of `statement` with the indentation of `anchor`, without the last line end.
  std::optional<std::string> in_lines_of(const model::Statement& anchor, const model::Statement& statement,
                                         TextRange lines) const {
    const std::string_view from = indentation_of(module_, statement);
    const std::string_view to = indentation_of(module_, anchor);
    if (from != to && has_text_of_several_lines(module_, statement)) return std::nullopt;
    const std::string_view text = module_.text.substr(lines.begin, lines.size());
    std::optional<std::string> moved = from == to ? std::optional(std::string(text)) : indented(text, from, to);
    while (moved && !moved->empty() && (moved->back() == '\n' || moved->back() == '\r')) moved->pop_back();
    return moved;
  }

  /// Lines behind those of `statement`; `lines` has no line end.
  bool add_after(const model::Statement& statement, const std::string& lines) {
    const auto own = own_lines(module_, statement);
    if (!own) return false;
    const std::string_view before = module_.text.substr(own->begin, own->size());
    if (before.ends_with('\n') || before.ends_with('\r'))
      return add({own->end, own->end}, lines + std::string(line_end_of(module_.text)));
    return add({own->end, own->end}, std::string(line_end_of(module_.text)) + lines);
  }

  /// An `elif`, or what has decorators above it: nothing can stand before it.
  bool continues_another(const model::Statement& statement) const {
    if (const auto* function = statement.get_if<model::Function>()) return !function->decorators.empty();
    if (const auto* definition = statement.get_if<model::Class>()) return !definition->decorators.empty();
    return statement.kind == model::StatementKind::kIf && module_.text.substr(statement.range.begin, 4) == "elif";
  }

  /// Behind the last argument: on a line of its own if the last one has one and a comma after it.
  bool append(const Call& call, const std::string& text) {
    const bool first = call.arguments.empty() && appended_[&call] == 0;
    ++appended_[&call];
    const std::uint32_t end = call.arguments_range.end - 1;
    if (call.arguments.empty()) {
      const std::uint32_t at = call.arguments_range.begin + 1;
      return add({at, at}, (first ? "" : ", ") + text);
    }
    const Argument& last = call.arguments.back();
    const bool bare = last.range == call.arguments_range || last.range.end > end;  // `f(x for x in y)`
    if (bare || is_bare_generator(last)) return false;
    const std::uint32_t comma = scanner_.forward(last.range.end, end);
    const auto line = blank_line_start(module_.text, last.range.begin);
    if (comma < end && module_.text[comma] == ',' && line) {
      const std::string indentation(module_.text.substr(*line, last.range.begin - *line));
      const std::uint32_t at = scanner_.line_end(comma + 1).value_or(comma + 1);
      return add({at, at}, std::string(line_end_of(module_.text)) + indentation + text + ",");
    }
    return add({last.range.end, last.range.end}, ", " + text);
  }

  bool is_bare_generator(const Argument& argument) const {
    const auto* made = argument.value->get_if<model::Comprehension>();
    return made != nullptr && made->comprehension == model::ComprehensionKind::kGenerator &&
           module_.text[argument.range.begin] != '(';
  }

  /// Where parentheses around `inner` are its own.
  static TextRange bounds_of(const Expression& outer, const Expression& inner) {
    if (const auto* call = outer.get_if<Call>()) {
      if (call->callee->range.contains(inner.range)) return bounds_of(*call->callee, inner);
      for (const Argument& argument : call->arguments) {
        if (argument.range.contains(inner.range)) return argument.range;
      }
    }
    if (const auto* attribute = outer.get_if<model::Attribute>())
      return {outer.range.begin, attribute->name_range.begin};
    return outer.range;
  }

  bool remove(TextRange range) {
    if (range.empty()) return true;
    return comments_in(module_, range) == 0 && add(range, {});
  }

  bool add(TextRange range, std::string text) {
    if (!printer_.may_stand_in(locator_.expressions_around(range), text)) return false;
    edits_.push_back({range, std::move(text)});
    return true;
  }

  const model::Module& module_;
  const model::SymbolTable& symbols_;
  model::Locator& locator_;
  Printer& printer_;
  Scanner scanner_;
  std::map<const Call*, int> appended_;
  std::vector<TextEdit> edits_;
};

}  // namespace

std::optional<std::vector<TextEdit>> write_edits(const Source& source, std::span<const Edit> edits, Printer& printer) {
  Writer writer(source, printer);
  for (const Edit& edit : edits) {
    if (!writer.write(edit)) return std::nullopt;
  }
  return writer.take();
}

std::optional<std::string> text_of_kept(const model::Module& module, const Code& code, Printer& printer) {
  const TextRange whole = code.kept->range;
  std::map<std::uint32_t, std::size_t> in_order;
  for (std::size_t i = 0; i < code.places.size(); ++i) in_order.emplace(code.places[i]->range.begin, i);
  std::string text;
  std::uint32_t at = whole.begin;
  for (const auto& [begin, i] : in_order) {
    // In parentheses where there were none: what stood there may be part of something larger.
    const auto printed = printer.print(code.parts[i], Slot::kOperand);
    if (!printed || begin < at) return std::nullopt;
    text += module.text.substr(at, begin - at);
    text += *printed;
    at = code.places[i]->range.end;
  }
  return text + std::string(module.text.substr(at, whole.end - at));
}

std::size_t comments_in(const model::Module& module, source::TextRange range) {
  return static_cast<std::size_t>(std::ranges::count_if(
      module.comments, [&](const model::Comment& comment) { return comment.range.overlaps(range); }));
}

}  // namespace syncfree::fixes
