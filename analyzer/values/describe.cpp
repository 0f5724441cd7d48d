#include "analyzer/values/describe.h"

#include <array>

#include "analyzer/values/entity.h"

namespace syncfree::values {

namespace {

struct KindName {
  Kind kind;
  std::string_view name;
};
constexpr std::array kKindNames = {
    KindName{Kind::kTensor, "tensor"},
    KindName{Kind::kArray, "array"},
    KindName{Kind::kBoolean, "boolean"},
    KindName{Kind::kInteger, "integer"},
    KindName{Kind::kFloating, "floating"},
    KindName{Kind::kString, "string"},
    KindName{Kind::kNone, "none"},
    KindName{Kind::kTuple, "tuple"},
    KindName{Kind::kList, "list"},
    KindName{Kind::kDictionary, "dictionary"},
    KindName{Kind::kSet, "set"},
    KindName{Kind::kRange, "range"},
    KindName{Kind::kIterator, "iterator"},
    KindName{Kind::kSlice, "slice"},
    KindName{Kind::kEllipsis, "ellipsis"},
    KindName{Kind::kShape, "shape"},
    KindName{Kind::kDevice, "device"},
    KindName{Kind::kDtype, "dtype"},
    KindName{Kind::kNamespace, "namespace"},
    KindName{Kind::kClass, "class"},
    KindName{Kind::kFunction, "function"},
    KindName{Kind::kInstance, "instance"},
    KindName{Kind::kLibraryObject, "object"},
    KindName{Kind::kOther, "other"},
    KindName{Kind::kAnything, "anything"},
    KindName{Kind::kUnbound, "unbound"},
};

std::string places_text(Places places) {
  constexpr std::array<std::string_view, 5> kNames = {"cpu", "cuda", "meta", "caller", "unknown"};
  std::string text;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (!places.has(static_cast<Place>(i))) continue;
    text += text.empty() ? " " : "/";
    text += kNames[i];
  }
  return text;
}

std::string elements_text(Elements elements) {
  if (elements.empty() || elements == kAnyElement) return {};
  constexpr std::array<std::string_view, 5> kNames = {"boolean", "byte", "integer", "floating", "complex"};
  std::string text;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (!elements.has(static_cast<Element>(i))) continue;
    text += text.empty() ? " " : "/";
    text += kNames[i];
  }
  return text;
}

std::string rank_text(Rank rank) {
  if (rank.known()) return " rank " + std::to_string(rank.least);
  if (rank.least > 0) return " rank " + std::to_string(rank.least) + "+";
  return {};
}

std::string constant_text(const ConstantValue& constant) {
  switch (constant.type) {
    case ConstantValue::Type::kNothing:
      return {};
    case ConstantValue::Type::kBoolean:
      return constant.integer != 0 ? " True" : " False";
    case ConstantValue::Type::kInteger:
      return " " + std::to_string(constant.integer);
    case ConstantValue::Type::kFloating:
      return " " + std::to_string(constant.floating);
    case ConstantValue::Type::kString:
      return " '" + std::string(constant.text()) + "'";
  }
  return {};
}

std::string content_text(const Aggregate& content, Kind kind, int depth);

std::string describe(const Value& value, int depth) {
  if (value.is_bottom()) return "nothing";
  std::string text;
  for (const KindName& entry : kKindNames) {
    if (!value.may_be(entry.kind)) continue;
    if (!text.empty()) text += " | ";
    text += entry.name;
    if (entry.kind == Kind::kTensor || entry.kind == Kind::kArray) {
      if (entry.kind == Kind::kTensor) text += places_text(value.places);
      text += elements_text(value.elements) + rank_text(value.rank);
    } else if (entry.kind == Kind::kAnything && value.only(Kinds(Kind::kAnything) | Kind::kNone)) {
      text += places_text(value.places);
    } else if (entry.kind == Kind::kDevice || entry.kind == Kind::kInstance || entry.kind == Kind::kLibraryObject) {
      text += places_text(value.places);
    } else if (kHostNumber.has(entry.kind) || entry.kind == Kind::kString) {
      text += constant_text(value.constant);
    } else if (value.aggregate != nullptr && depth < 3) {
      const Kinds containers = kHostSequence | Kind::kDictionary | Kind::kSet | Kind::kIterator;
      if (containers.has(entry.kind)) text += content_text(*value.aggregate, entry.kind, depth + 1);
    }
  }
  return text;
}

std::string content_text(const Aggregate& content, Kind kind, int depth) {
  if (kind == Kind::kDictionary) {
    std::string text = " {";
    for (const DictionaryEntry& entry : content.entries) {
      if (text.size() > 2) text += ", ";
      text += constant_text(entry.key).substr(1) + ": " + describe(entry.value, depth);
    }
    if (!content.rest.is_bottom()) text += (text.size() > 2 ? ", " : "") + ("*: " + describe(content.rest, depth));
    return text + "}";
  }
  if (!content.exact && content.elements.empty()) return " of " + describe(content.rest, depth);
  std::string text = " (";
  for (const Value& element : content.elements) {
    if (text.size() > 2) text += ", ";
    text += describe(element, depth);
  }
  if (!content.exact) text += ", *: " + describe(content.rest, depth);
  return text + ")";
}

}  // namespace

std::string describe(const Value& value) { return describe(value, 0); }

}  // namespace syncfree::values
