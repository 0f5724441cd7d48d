// The names that the reader knows, as `rules/cxx_names` has them.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "frontends/cxx/name_shapes.h"
#include "frontends/cxx/types.h"

namespace syncfree::cxx {

class WordTable {
 public:
  constexpr explicit WordTable(std::span<const std::string_view> sorted) : words_(sorted) {
    for (const std::string_view word : sorted) shapes_.add(word);
  }
  bool has(std::string_view word) const { return shapes_.may_have(word) && std::ranges::binary_search(words_, word); }
  auto begin() const { return words_.begin(); }
  auto end() const { return words_.end(); }

 private:
  std::span<const std::string_view> words_;
  NameShapes shapes_;
};

template <class Value>
class NameMap {
 public:
  struct Entry {
    std::string_view name;
    Value value;
  };
  constexpr explicit NameMap(std::span<const Entry> sorted) : entries_(sorted) {
    for (const Entry& entry : sorted) shapes_.add(entry.name);
  }
  /// Null for a name that is not there.
  const Value* find(std::string_view name) const {
    if (!shapes_.may_have(name)) return nullptr;
    const auto found = std::ranges::lower_bound(entries_, name, {}, &Entry::name);
    return found == entries_.end() || found->name != name ? nullptr : &found->value;
  }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

 private:
  std::span<const Entry> entries_;
  NameShapes shapes_;
};

/// A name, or how it begins.
struct NamePattern {
  std::string_view text;
  bool is_prefix;
  bool matches(std::string_view name) const { return is_prefix ? name.starts_with(text) : name == text; }
};
using NamePatterns = std::span<const NamePattern>;

inline bool matches_any(NamePatterns patterns, std::string_view name) {
  return std::ranges::any_of(patterns, [&](const NamePattern& pattern) { return pattern.matches(name); });
}

/// Functions of a namespace and those below it.
struct FunctionFamily {
  std::string_view space;  ///< "raft::linalg::"
  NamePatterns names;      ///< of the last part
  std::string_view path;   ///< in the catalog
};

/// Of the name of a macro one part is among the words: `PROJECT_CHECK_WITH_INFO(…)`.
bool is_macro_of(std::string_view name, const WordTable& words);

namespace tables {

// tensors.toml
extern const WordTable kTensorMethods;
extern const WordTable kCreations;
extern const WordTable kFunctionals;
extern const WordTable kMethodsOnly;
extern const WordTable kViews;
extern const WordTable kHostMetadata;
extern const WordTable kDispatched;
extern const WordTable kMetadata;
extern const WordTable kTakesOnlySizes;
extern const WordTable kTwoOutputs;
extern const NameMap<std::string_view> kProperties;
extern const NameMap<Type> kAnswers;
extern const NameMap<std::string_view> kElementTypes;
extern const NameMap<std::string_view> kDevices;

// types.toml
extern const WordTable kTorchNamespaces;
extern const WordTable kHolders;
extern const WordTable kMakers;
extern const WordTable kNoClasses;
extern const WordTable kTensorWrappers;
extern const NameMap<Type> kTypes;

// libraries.toml
extern const WordTable kPythonBuiltins;
extern const WordTable kCallPrefixes;
extern const WordTable kLooseCallPrefixes;
extern const WordTable kPortable;
extern const WordTable kPinnedAllocators;
extern const WordTable kDeviceAllocators;
extern const WordTable kPinningWords;
extern const WordTable kDeviceWords;
extern const WordTable kIterators;
extern const WordTable kBufferElements;
extern const WordTable kBufferPointers;
extern const WordTable kThrustPieces;
extern const WordTable kThrustPolicyWords;
extern const WordTable kHandsOn;
extern const WordTable kTuples;
extern const WordTable kQueueWaits;
extern const WordTable kHandleWaits;
extern const NameMap<std::string_view> kFunctions;
extern const std::span<const FunctionFamily> kFamilies;
extern const NamePatterns kChecksHolds;
extern const WordTable kChecksWords;
extern const WordTable kChecksCallers;
extern const WordTable kChecksLevels;
extern const NamePatterns kChecksOnGpu;
extern const NamePatterns kChecksOnCpu;

// rules/catalog/thrust.toml
extern const WordTable kThrustAlgorithms;

// hip.toml
extern const NameMap<std::string_view> kHipNames;

}  // namespace tables

}  // namespace syncfree::cxx
