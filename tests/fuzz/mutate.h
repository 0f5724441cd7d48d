// Bytes that are nearly what a reader expects.
#pragma once

#include <cstddef>
#include <random>
#include <span>
#include <string>
#include <string_view>

namespace syncfree::fuzz {

/// A few changes of bytes, words and lines; some repeat a word hundreds of times, some bring a part of `other`. The
/// result has at most `longest` bytes, and depends on nothing but what is given.
void mutate(std::string& bytes, std::string_view other, std::span<const std::string_view> words, std::size_t longest,
            std::mt19937& random);

/// Makes nearly `size` bytes of some: the whole of it, one of its lines, a part in brackets or a word so often, all
/// seeds one after another, or something opened again and again.
void enlarge(std::string& bytes, std::span<const std::string> seeds, std::span<const std::string_view> words,
             std::size_t size, std::mt19937& random);

}  // namespace syncfree::fuzz
