// What the sanitizers change for tests: each step takes them several times as long.
#pragma once

#if defined(__has_feature)
#define SYNCFREE_HAS_ADDRESS_SANITIZER __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define SYNCFREE_HAS_ADDRESS_SANITIZER 1
#else
#define SYNCFREE_HAS_ADDRESS_SANITIZER 0
#endif

namespace syncfree::test {

inline constexpr bool kIsSanitized = SYNCFREE_HAS_ADDRESS_SANITIZER != 0;

/// For tests that repeat themselves over random inputs or many: under the sanitizers a third of the usual number is
/// enough.
template <typename Number>
constexpr Number repetitions(Number usual) {
  return kIsSanitized ? (usual + 2) / 3 : usual;
}

}  // namespace syncfree::test
