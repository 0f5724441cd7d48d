// The signature by which calls of other files find a function: its name, the class around it, and the types of its
// parameters.
#include <algorithm>
#include <array>
#include <string_view>

#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

/// The class or namespace that stands before the name of a function, or around it.
std::string_view Reader::owner_of(std::size_t called) const {
  const std::string_view before = qualifier_before(token(called - 1).is("~") ? called - 1 : called);
  if (!before.empty() || around_.empty()) return before;
  return around_.back().name;
}

/// `Foo<T>::called`: Foo; empty without one.
std::string_view Reader::qualifier_before(std::size_t called) const {
  if (called < 2 || !token(called - 1).is("::")) return {};
  std::size_t at = called - 2;
  int depth = 0;
  for (; at > 0 && (depth > 0 || token(at).is(">")); --at) {
    if (token(at).is(">")) ++depth;
    if (token(at).is("<")) --depth;
  }
  return token(at).is_name() ? token(at).text : std::string_view();
}

/// As calls name it.
std::string_view Reader::called_as(std::size_t name) const {
  if (name > 0 && token(name - 1).is("~")) {
    const TextRange range = range_of(name - 1, name + 1);
    const std::string_view written = std::string_view(module_.text).substr(range.begin, range.size());
    return written.size() == token(name).text.size() + 1 ? written : "~";  // but for one that a macro writes
  }
  if (!token(name).is("operator")) return token(name).text;
  if (token(name + 1).is("(")) return kCallOperator;
  const bool converts = token(name + 1).is_name() && !token(name + 1).is("new") && !token(name + 1).is("delete");
  return converts ? kConversion : "operator";
}

/// `const ns::Foo<T>& Bar::called(`, from `begin` to the name: Foo.
std::string_view Reader::class_given(std::size_t begin, std::size_t name) const {
  std::size_t end = name;
  while (end > begin + 1 && token(end - 1).is("::")) {
    if (!token(end - 2).is_name()) return {};
    end -= 2;
  }
  constexpr std::array<std::string_view, 6> kNoTypes = {"static",    "inline",   "virtual",
                                                        "constexpr", "explicit", "friend"};
  while (begin < end && std::ranges::find(kNoTypes, token(begin).text) != kNoTypes.end()) ++begin;
  if (token(begin).is("template")) begin = std::max(begin, template_end(begin + 1, end)) + 1;
  return begin < end ? class_of_type(tokens_.slice(begin, end)) : std::string_view();
}

void Reader::declared_function(const syntax::Prototype& head) {
  if (is_device_code(head.begin, head.parameters)) return;
  LinkedFunction declared = signature(head.parameters, closing(head.parameters, head.end));
  declared.called = symbols_.intern(called_as(head.name));
  declared.owner = owner_of(head.name);
  declared.gives = class_given(head.begin, head.name);
  declared.gives_setting = gives_setting(head.begin, head.name);
  file_links_.functions.push_back(declared);
}

/// The part of it that the parameters between the parentheses say.
LinkedFunction Reader::signature(std::size_t open, std::size_t close) const {
  LinkedFunction found;
  Arity& arity = found.arity;
  std::size_t number = 0;
  const auto add = [](std::uint8_t& count) { count = count < Arity::kAny - 1 ? count + 1 : count; };
  for (std::size_t from = open + 1; from < close;) {
    std::size_t stop = from;
    bool has_default = false;
    bool is_pack = false;
    for (; stop < close && !token(stop).is(","); ++stop) {
      has_default |= token(stop).is("=");
      is_pack |= token(stop).is("...");
      if (token(stop).is("<")) {
        if (const std::size_t end = template_end(stop, close); end != 0) stop = end;
      } else if (token(stop).is("(") || token(stop).is("{") || token(stop).is("[")) {
        stop = closing(stop, close);
      }
    }
    const bool is_none = stop == from + 1 && token(from).is("void");
    if (is_pack) {
      arity.most = Arity::kAny;
    } else if (!is_none) {
      if (arity.most != Arity::kAny) add(arity.most);
      if (!has_default) add(arity.fewest);
      if (number < found.types.size()) found.types[number++] = parameter_type(from, stop);
    }
    from = stop + 1;
  }
  return found;
}

/// Of `const float* x = nullptr`, `int values[]`, `Buffer<int>&`.
Type Reader::parameter_type(std::size_t from, std::size_t stop) const {
  const std::size_t end = find(from, stop, {"=", "[", "("});
  if (end < stop && !token(end).is("=")) return token(end).is("[") ? Type::kPointer : Type::kUnknown;
  const std::size_t called = declarator_name(from, end);
  return written_type(tokens_.slice(from, called));
}

}  // namespace syncfree::cxx
