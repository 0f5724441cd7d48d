// For libFuzzer: `fuzz_targets --target=python corpus/`. Its own mutations take turns with those that know the words.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <string_view>

#include "tests/fuzz/mutate.h"
#include "tests/fuzz/target.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t longest);

namespace {

const syncfree::fuzz::Target* target = nullptr;
std::vector<std::string> seeds;

std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  constexpr std::string_view kOption = "--target=";
  for (int i = 1; i < *count; ++i) {
    const std::string_view argument = (*arguments)[i];
    if (argument.starts_with(kOption)) target = syncfree::fuzz::find_target(argument.substr(kOption.size()));
  }
  syncfree::fuzz::expect(target != nullptr, "--target= names no target");
  seeds = target->seeds();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  target->run(text_of(data, size));
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t longest,
                                               unsigned int seed) {
  if (seed % 3 == 0) return LLVMFuzzerMutate(data, size, longest);
  std::mt19937 random(seed);
  const std::string& other = seeds[random() % seeds.size()];
  std::string bytes(size == 0 ? std::string_view(other) : text_of(data, size));
  syncfree::fuzz::mutate(bytes, other, target->words, longest, random);
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}
