// What the conditions of `#if` ask of a build, and what a file itself says of them.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "frontends/cxx/macros.h"
#include "frontends/cxx/syntax/lexer.h"

namespace syncfree::cxx {

/// Does the condition ask for what is not host code for this vendor's GPUs?
bool is_foreign(const Directive& line);

/// `#ifdef DEBUG`, `#if CUDA_DEBUG > 1`, `#ifndef NDEBUG`
bool is_for_debug(const Directive& line, const Macros& defined);

/// `#ifndef DEBUG`, `#ifdef NDEBUG`, `#if !defined(DEBUG)`
bool is_for_release(const Directive& line, const Macros& defined);

/// `#if GUARD_SIZE > 0` behind `#define GUARD_SIZE 0` in the file: off, unless somebody edits it.
bool is_off(const Directive& line, const Macros& defined);

using MacroNames = std::unordered_set<std::string_view>;

/// `// #define NAME`: whoever wants it takes the comment away.
MacroNames switched_off(const LexedFile& file);

/// What a condition says by itself, `#if 1`, or of versions of CUDA that are out of use, `#if CUDART_VERSION < 9000`,
/// and what the file says of it: `#ifdef NAME` behind its own `#define NAME`, or where that is switched off; nothing if
/// it leaves that to a build.
std::optional<bool> is_settled(const Directive& line, const Macros& defined, const MacroNames& off);

/// Whether code behind the condition is built with a GPU: `#ifdef PROJECT_USE_CUDA`, `#ifndef NO_GPU`; nothing if it
/// asks for something else.
std::optional<bool> asks_for_gpu(const Directive& line);

/// `USE_CUDA`: builds define it as they have a GPU or none.
bool tells_of_gpu(std::string_view macro);

/// Macros of which a build must define one.
using AnyMacro = std::vector<std::string_view>;

/// What a build must define for the code behind a condition: `#ifdef A`, `#if A && defined(B)`, `#if A || B`. Nothing
/// for what asks for something else.
std::vector<AnyMacro> needed_macros(const Directive& line);

/// The same for what follows its `#else`: `#ifndef A`.
std::vector<AnyMacro> needed_otherwise(const Directive& line);

/// The macro that a build must not define for the code behind a condition: `#ifndef A`, `#if !defined(A)`; or for what
/// follows its `#else`: `#ifdef A`. Empty for what asks for something else.
std::string_view absent_macro(const Directive& line);
std::string_view absent_otherwise(const Directive& line);

}  // namespace syncfree::cxx
