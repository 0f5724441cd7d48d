#include "tests/fuzz/mutate.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace syncfree::fuzz {
namespace {

constexpr std::array<std::size_t, 8> kLengths = {1, 1, 2, 3, 8, 20, 100, 500};
constexpr std::array<std::size_t, 6> kRepetitions = {2, 3, 10, 60, 200, 600};
constexpr std::array<std::string_view, 6> kIndentations = {"", " ", "\t", "    ", "  \t", "        "};

class Mutation {
  std::size_t below(std::size_t count) { return random_() % count; }
  template <class Items>
  const auto& pick(const Items& items) {
    return items[below(std::size(items))];
  }

 public:
  Mutation(std::string& bytes, std::string_view other, std::span<const std::string_view> words, std::mt19937& random)
      : bytes_(bytes), other_(other), words_(words), random_(random) {}

  void run() {
    using Change = void (Mutation::*)();
    static constexpr std::array<Change, 13> kChanges = {
        &Mutation::flip_bit,    &Mutation::set_byte,    &Mutation::erase,      &Mutation::repeat, &Mutation::add_word,
        &Mutation::add_word,    &Mutation::add_words,   &Mutation::swap_lines, &Mutation::indent, &Mutation::splice,
        &Mutation::erase_lines, &Mutation::rename_word, &Mutation::cut_off,
    };
    for (std::size_t changes = pick(kLengths) % 9 + 1; changes > 0; --changes) {
      if (bytes_.empty()) bytes_ = "x";
      (this->*pick(kChanges))();
    }
  }

 private:
  std::size_t place() { return below(bytes_.size()); }
  std::string_view word() { return words_.empty() ? "0" : pick(words_); }

  void flip_bit() {
    char& byte = bytes_[place()];
    byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << below(8)));
  }
  void set_byte() { bytes_[place()] = static_cast<char>(below(256)); }
  void erase() { bytes_.erase(place(), pick(kLengths)); }
  void repeat() {
    const std::size_t at = place();
    const std::string part = bytes_.substr(at, pick(kLengths));
    for (std::size_t times = pick(kRepetitions) % 50; times > 0; --times) bytes_.insert(at, part);
  }
  void add_word() { bytes_.insert(place(), word()); }
  void add_words() {
    std::string all;
    const std::string_view one = word();
    for (std::size_t times = pick(kRepetitions); times > 0; --times) all += one;
    bytes_.insert(place(), all);
  }
  void splice() {
    if (other_.empty()) return;
    bytes_.replace(place(), pick(kLengths), other_.substr(below(other_.size()), pick(kLengths) * 4));
  }
  void cut_off() {
    if (below(3) == 0) bytes_.resize(place());
  }

  /// The line that holds some byte, without its end.
  std::pair<std::size_t, std::size_t> line() {
    const std::size_t at = place();
    const std::size_t before = at == 0 ? std::string::npos : bytes_.rfind('\n', at - 1);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    return {begin, std::min(bytes_.find('\n', begin), bytes_.size())};
  }
  void swap_lines() {
    auto a = line();
    auto b = line();
    if (a.first > b.first) std::swap(a, b);
    if (a.second > b.first) return;
    const std::string first = bytes_.substr(a.first, a.second - a.first);
    const std::string second = bytes_.substr(b.first, b.second - b.first);
    bytes_.replace(b.first, second.size(), first);
    bytes_.replace(a.first, first.size(), second);
  }
  void erase_lines() {
    const std::size_t begin = line().first;
    std::size_t end = begin;
    for (std::size_t lines = pick(kLengths) % 4 + 1; lines > 0 && end != std::string::npos; --lines)
      end = bytes_.find('\n', end + 1);
    bytes_.erase(begin, end == std::string::npos ? end : end - begin);
  }
  void indent() {
    const auto [begin, end] = line();
    const std::size_t text = std::min(bytes_.find_first_not_of(" \t", begin), end);
    bytes_.replace(begin, text - begin, pick(kIndentations));
  }

  static bool is_in_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
  std::string some_word() {
    std::size_t begin = place();
    while (begin < bytes_.size() && !is_in_word(bytes_[begin])) ++begin;
    while (begin > 0 && begin < bytes_.size() && is_in_word(bytes_[begin - 1])) --begin;
    std::size_t end = begin;
    while (end < bytes_.size() && is_in_word(bytes_[end])) ++end;
    return bytes_.substr(begin, end - begin);
  }
  /// One name in place of another, so that things refer to themselves.
  void rename_word() {
    const std::string from = some_word();
    const std::string to = some_word();
    if (from.empty() || to.size() > 40) return;
    for (std::size_t at = bytes_.find(from); at != std::string::npos && bytes_.size() < 100'000;
         at = bytes_.find(from, at + to.size() + 1))
      bytes_.replace(at, from.size(), to);
  }

  std::string& bytes_;
  std::string_view other_;
  std::span<const std::string_view> words_;
  std::mt19937& random_;
};

}  // namespace

void mutate(std::string& bytes, std::string_view other, std::span<const std::string_view> words, std::size_t longest,
            std::mt19937& random) {
  Mutation(bytes, other, words, random).run();
  if (bytes.size() > longest) bytes.resize(longest);
}

namespace {

void repeat_up_to(std::string& bytes, std::size_t at, const std::string& part, std::size_t size) {
  if (part.empty() || bytes.size() >= size) return;
  std::string all;
  for (std::size_t left = (size - bytes.size()) / part.size(); left > 0; --left) all += part;
  bytes.insert(at, all);
}

/// `{…}` or `[…]` or `(…)` that begins at or behind `from`, as one of several: with a comma.
std::string part_in_brackets(const std::string& bytes, std::size_t from, std::size_t& at) {
  at = bytes.find_first_of("{[(", from);
  int depth = 0;
  for (std::size_t end = at; end < bytes.size(); ++end) {
    if (std::string_view("{[(").contains(bytes[end])) ++depth;
    if (std::string_view("}])").contains(bytes[end]) && --depth == 0) return bytes.substr(at, end + 1 - at) + ",";
  }
  at = 0;
  return "";
}

}  // namespace

void enlarge(std::string& bytes, std::span<const std::string> seeds, std::span<const std::string_view> words,
             std::size_t size, std::mt19937& random) {
  if (bytes.empty()) bytes = "x";
  std::size_t at = random() % bytes.size();
  switch (random() % 6) {
    case 0:
      return repeat_up_to(bytes, 0, std::string(bytes), size);
    case 1: {
      const std::size_t begin = bytes.rfind('\n', at) + 1;  // npos + 1 is the beginning
      const std::size_t end = std::min(bytes.find('\n', at), bytes.size() - 1);
      return repeat_up_to(bytes, begin, bytes.substr(begin, end + 1 - begin), size);
    }
    case 2: {
      const std::string part = part_in_brackets(bytes, at, at);
      return repeat_up_to(bytes, at, part, size);
    }
    case 3:
      return repeat_up_to(bytes, at, words.empty() ? "0" : std::string(words[random() % words.size()]), size);
    case 4:
      for (int tries = 0; bytes.size() < size && tries < 1000; ++tries) bytes += seeds[random() % seeds.size()];
      break;
    default: {
      // Words one after another that each open something.
      std::string part;
      for (int i = 0; i < 3 && !words.empty(); ++i) part += words[random() % words.size()];
      return repeat_up_to(bytes, bytes.size(), part, size);
    }
  }
}

}  // namespace syncfree::fuzz
