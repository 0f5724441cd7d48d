// What `"{meter.avg:.3f}".format(meter=losses)` turns into text: the attributes that the fields name.
#include <string_view>
#include <vector>

#include "analyzer/inference/arguments.h"
#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

namespace {

/// Calls `see` with the name of each field, `meter.avg` of `{meter.avg:.3f}`.
template <class See>
void for_each_field(std::string_view text, const See& see) {
  for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at)) {
    if (at + 1 < text.size() && text[at + 1] == '{') {
      at += 2;
      continue;
    }
    const std::size_t end = text.find_first_of("!:{}", at + 1);
    if (end == std::string_view::npos) return;
    see(text.substr(at + 1, end - at - 1));
    at = end;
  }
}

}  // namespace

std::vector<ArgumentValue> Calls::formatted(std::string_view text, std::span<const ArgumentValue> arguments) {
  std::vector<ArgumentValue> all(arguments.begin(), arguments.end());
  std::size_t next = 0;
  for_each_field(text, [&](std::string_view field) {
    const std::size_t dot = field.find('.');
    const std::string_view root = field.substr(0, dot);
    const bool is_number = root.find_first_not_of("0123456789") == std::string_view::npos;
    const std::size_t position = root.empty() ? next++ : static_cast<std::size_t>(root.front() - '0');
    if (dot == std::string_view::npos || (is_number && root.size() > 1)) return;
    const Value* of = is_number ? argument_at(arguments, position) : argument_named(arguments, root);
    const std::string_view path = field.substr(dot + 1);
    if (of == nullptr || path.find_first_of(".[") != std::string_view::npos) return;
    all.push_back({{}, 0, members_.attribute_of(*of, project().symbols().intern(path))});
  });
  return all;
}

}  // namespace syncfree::inference
