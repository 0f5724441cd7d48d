// Functions that are looked at without a caller.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyzer/inference/known.h"
#include "analyzer/inference/mentioned_names.h"
#include "analyzer/inference/project.h"
#include "analyzer/inference/unused_options.h"
#include "analyzer/inference/world.h"

namespace syncfree::inference {

class Declared;

class EntryPoints {
 public:
  /// `names`: what the project mentions.
  EntryPoints(const Project& project, const Known& known, const MentionedNames& names);

  /// In which order they come: first what nobody seems to call, then what indeed nobody called; in each case
  /// constructors before the methods that look at what they store.
  enum class Step { kUnnamedConstructors, kUnnamed, kConstructors, kAll };
  /// Functions of a step that nothing in their layer calls, in order.
  std::vector<std::uint32_t> of(Step step, const World& world, std::uint32_t layer) const;
  /// What strangers call as well, in order: the functions of the two below. By context, `users`: the calls in use that
  /// lead to it; `opened`: the contexts that strangers are known to call.
  std::vector<std::uint32_t> open(const World& world, std::uint32_t layer, std::span<const std::uint32_t> users,
                                  std::span<const std::uint32_t> opened, const Declared& declared) const;

  /// How strangers call public functions and modules otherwise than the layer itself does: see unused_options.h.
  std::vector<OtherCall> with_unused_options(const World& world, std::uint32_t layer,
                                             std::span<const std::uint32_t> users,
                                             std::span<const std::uint32_t> opened,
                                             std::span<const std::uint32_t> contexts, const Declared& declared,
                                             values::ValueArena& arena) const;

  /// What strangers call to come where a layer's own calls do not: see stranger_calls.h.
  std::vector<ContextKey> offered(const World& world, std::span<const std::uint32_t> own_calls,
                                  const Declared& declared, values::ValueArena& arena) const;

  /// What others can name in a layer's packages, tests left out, in order. `named`: see Project::publicly_named.
  std::vector<std::uint32_t> shown(std::uint32_t layer, std::span<const std::uint32_t> named) const;

  /// By layer, then symbol: an expression of the layer uses the name. Nothing can be asked any more.
  std::vector<std::vector<bool>> take_mentioned() { return std::move(mentioned_); }

 private:
  /// Public functions, modules that only their own class calls, and constructors of public classes that are called for
  /// objects of subclasses alone, which their layer does not call as others do: with
  /// tensors on the CPU only, or always or never without an argument that may be left out, or never with a number where
  /// the signature allows a tensor or a number, or in C++ only with constants that decide a condition. What strangers
  /// give is what the signature says. `live`: by context, an entry point reaches it.
  std::vector<std::uint32_t> called_in_part(const World& world, std::uint32_t layer,
                                            std::span<const std::uint32_t> users, const std::vector<bool>& live,
                                            const Declared& declared) const;
  /// Functions of a package that a module calls when it is run by itself (`if __name__ == "__main__"`), there or in
  /// functions of its own, and nobody else in their layer. `live`: by context, what is reached without these calls.
  std::vector<std::uint32_t> called_as_script(const World& world, std::uint32_t layer,
                                              const std::vector<bool>& live) const;
  bool is_mentioned(const FunctionInfo& info, std::uint32_t layer) const;
  bool is_public(const FunctionInfo& info) const;
  bool is_called_itself(const FunctionInfo& info) const;
  std::vector<bool> called_from_outside(const World& world, std::uint32_t layer, const std::vector<bool>& live) const;
  std::vector<bool> constructors_of_own_class(const World& world, std::uint32_t layer,
                                              std::span<const std::uint32_t> users) const;
  bool is_public_constructor(const FunctionInfo& info) const;
  bool is_library(std::uint32_t module) const;

  const Project& project_;
  const Known& known_;
  std::vector<bool> offers_;                  ///< by module: see package_interface.h
  std::vector<std::vector<bool>> mentioned_;  ///< by layer, then symbol: an expression of the layer uses the name
  std::vector<source::TextRange> as_script_;  ///< by module: what it does when it is run by itself, in a package
};

}  // namespace syncfree::inference
