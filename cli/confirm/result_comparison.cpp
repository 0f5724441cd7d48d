#include "cli/confirm/result_comparison.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>

namespace syncfree::confirm {
namespace {

struct ElementType {
  std::string_view name;
  std::size_t bytes;
  double relative, absolute;  ///< as torch.testing
};

constexpr ElementType kFloating[] = {
    {"float64", 8, 1e-7, 1e-7},    {"float32", 4, 1.3e-6, 1e-5},   {"float16", 2, 1e-3, 1e-5},
    {"bfloat16", 2, 1.6e-2, 1e-5}, {"complex64", 8, 1.3e-6, 1e-5}, {"complex128", 16, 1e-7, 1e-7},
    {"float", 8, 1e-7, 1e-7},  // Python's
};

const ElementType* floating(std::string_view type) {
  const auto found = std::ranges::find(kFloating, type, &ElementType::name);
  return found == std::end(kFloating) ? nullptr : found;
}

template <typename Number>
Number number_at(const char* at) {
  Number number;
  std::memcpy(&number, at, sizeof number);
  return number;
}

double half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const double fraction = bits & 1023;
  const double size = exponent == 31  ? fraction == 0 ? std::numeric_limits<double>::infinity()
                                                      : std::numeric_limits<double>::quiet_NaN()
                       : exponent == 0 ? std::ldexp(fraction, -24)
                                      : std::ldexp(fraction + 1024, exponent - 25);
  return (bits & 0x8000) != 0 ? -size : size;
}

/// Complex numbers are two each.
std::vector<double> numbers_of(const KeptValue& value) {
  if (value.is_plain) return {std::strtod(value.data.c_str(), nullptr)};
  const bool is_double = value.type == "float64" || value.type == "complex128";
  const bool is_half = value.type == "float16" || value.type == "bfloat16";
  const std::size_t size = is_double ? 8 : is_half ? 2 : 4;
  std::vector<double> numbers;
  for (std::size_t at = 0; at + size <= value.data.size(); at += size) {
    const char* place = value.data.data() + at;
    if (is_double) {
      numbers.push_back(number_at<double>(place));
    } else if (value.type == "float16") {
      numbers.push_back(half(number_at<std::uint16_t>(place)));
    } else if (is_half) {
      numbers.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(number_at<std::uint16_t>(place)) << 16));
    } else {
      numbers.push_back(number_at<float>(place));
    }
  }
  return numbers;
}

std::string text_of(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", number);
  return text;
}

std::string kind_of(const KeptValue& value) {
  if (value.is_plain) return value.type == "None" ? "None" : "a " + value.type;
  std::string text = value.type + " [";
  for (std::size_t i = 0; i < value.shape.size(); ++i) text += (i > 0 ? ", " : "") + std::to_string(value.shape[i]);
  return text + "]";
}

/// What a plain value says, cut where it is long.
std::string said(const KeptValue& value) {
  constexpr std::size_t kMost = 40;
  return value.data.size() <= kMost ? value.data : value.data.substr(0, kMost) + "...";
}

struct ValueComparison {
  Agreement agreement = Agreement::kEqual;
  double largest = 0;
  std::string reason;
};

/// How far apart; infinite if one is no number, or they are different infinities.
double apart(double before, double now) {
  if (before == now || (std::isnan(before) && std::isnan(now))) return 0;
  const double difference = std::fabs(before - now);
  return std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
}

ValueComparison compare_numbers(const KeptValue& before, const KeptValue& now, double relative, double absolute) {
  const std::vector<double> old_numbers = numbers_of(before), new_numbers = numbers_of(now);
  ValueComparison comparison{.agreement = Agreement::kClose};
  for (std::size_t i = 0; i < old_numbers.size(); ++i) {
    const double difference = apart(old_numbers[i], new_numbers[i]);
    if (difference > comparison.largest || comparison.reason.empty()) {
      comparison.largest = difference;
      comparison.reason = text_of(old_numbers[i]) + " before, " + text_of(new_numbers[i]) + " now";
    }
    const double allowed = absolute + relative * std::fabs(old_numbers[i]);
    if (difference > 0 && !(std::isfinite(difference) && difference <= allowed))
      comparison.agreement = Agreement::kDifferent;
  }
  return comparison;
}

ValueComparison compare_values(const KeptValue& before, const KeptValue& now, double relative, double absolute) {
  const bool same_kind = before.is_plain == now.is_plain && before.type == now.type && before.shape == now.shape &&
                         before.every == now.every && (before.is_plain || before.data.size() == now.data.size());
  if (!same_kind)
    return {.agreement = Agreement::kDifferent, .reason = kind_of(before) + " before, " + kind_of(now) + " now"};
  if (before.data == now.data) return {};
  if (floating(before.type) != nullptr) return compare_numbers(before, now, relative, absolute);
  return {
      .agreement = Agreement::kDifferent,
      .reason = before.is_plain ? said(before) + " before, " + said(now) + " now" : "other " + before.type + " values"};
}

using Series = std::vector<const KeptValue*>;

/// By name, in the order in which names come first.
std::vector<std::pair<std::string, Series>> by_name(const KeptResults& results) {
  std::vector<std::pair<std::string, Series>> series;
  std::map<std::string_view, std::size_t> numbers;
  for (const KeptValue& value : results.values) {
    const auto [entry, is_new] = numbers.try_emplace(value.name, series.size());
    if (is_new) series.emplace_back(value.name, Series{});
    series[entry->second].second.push_back(&value);
  }
  return series;
}

void add(NameComparison& all, ValueComparison one, std::size_t number) {
  if (one.agreement == Agreement::kEqual) return;
  ++all.differing;
  all.largest = std::max(all.largest, one.largest);
  if (one.agreement <= all.agreement) return;
  all.agreement = one.agreement;
  all.first = number;
  all.reason = std::move(one.reason);
}

NameComparison compare_series(std::string name, const Series& before, const Series& now, const Tolerance& tolerance) {
  const std::string_view type = before.empty() ? "" : std::string_view(before.front()->type);
  const auto usual = usual_tolerance(type);
  NameComparison comparison{.name = std::move(name),
                            .values = std::max(before.size(), now.size()),
                            .relative = tolerance.relative.value_or(usual.first),
                            .absolute = tolerance.absolute.value_or(usual.second)};
  const std::size_t common = std::min(before.size(), now.size());
  for (std::size_t i = 0; i < common; ++i) {
    comparison.is_sample |= before[i]->every > 1;
    const auto of_type = usual_tolerance(before[i]->type);
    add(comparison,
        compare_values(*before[i], *now[i], tolerance.relative.value_or(of_type.first),
                       tolerance.absolute.value_or(of_type.second)),
        i + 1);
  }
  if (before.size() != now.size()) {
    comparison.differing += comparison.values - common;
    const std::string reason = std::to_string(before.size()) + " values before, " + std::to_string(now.size()) + " now";
    if (comparison.agreement != Agreement::kDifferent) {
      comparison.agreement = Agreement::kDifferent;
      comparison.first = common + 1;
      comparison.reason = reason;
    }
  }
  return comparison;
}

void compare_process(const std::string& prefix, const KeptResults& before, const KeptResults& now,
                     const Tolerance& tolerance, std::vector<NameComparison>& comparisons) {
  const auto old_series = by_name(before), new_series = by_name(now);
  const auto series_in = [](const auto& all, const std::string& name) {
    const auto found = std::ranges::find_if(all, [&](const auto& each) { return each.first == name; });
    return found == all.end() ? Series{} : found->second;
  };
  for (const auto& [name, series] : old_series)
    comparisons.push_back(compare_series(prefix + name, series, series_in(new_series, name), tolerance));
  for (const auto& [name, series] : new_series) {
    if (series_in(old_series, name).empty())
      comparisons.push_back(compare_series(prefix + name, {}, series, tolerance));
  }
}

}  // namespace

std::string_view name_of(Agreement agreement) {
  constexpr std::array<std::string_view, 3> kNames = {"equal", "close", "different"};
  return kNames[static_cast<std::size_t>(agreement)];
}

std::pair<double, double> usual_tolerance(std::string_view type) {
  const ElementType* known = floating(type);
  return known == nullptr ? std::pair{0.0, 0.0} : std::pair{known->relative, known->absolute};
}

std::vector<NameComparison> compare_results(std::span<const ProcessResults> before, std::span<const ProcessResults> now,
                                            const Tolerance& tolerance) {
  std::vector<NameComparison> comparisons;
  const bool several = std::max(before.size(), now.size()) > 1;
  const KeptResults none;
  for (std::size_t i = 0; i < std::max(before.size(), now.size()); ++i) {
    const std::string prefix = several ? (i < before.size() ? before : now)[i].process + ": " : "";
    compare_process(prefix, i < before.size() ? before[i].results : none, i < now.size() ? now[i].results : none,
                    tolerance, comparisons);
  }
  return comparisons;
}

Agreement worst_of(std::span<const NameComparison> comparisons) {
  Agreement worst = Agreement::kEqual;
  for (const NameComparison& each : comparisons) worst = std::max(worst, each.agreement);
  return worst;
}

std::string agreement_text(const NameComparison& comparison) {
  const std::string count = comparison.values == 1 ? "1 value" : "all " + std::to_string(comparison.values) + " values";
  const std::string sample = comparison.is_sample ? " (of large ones, a sample of the elements)" : "";
  if (comparison.agreement == Agreement::kEqual) return "equal in " + count + sample;
  const std::string some = std::to_string(comparison.differing) + " of " + std::to_string(comparison.values) +
                           (comparison.values == 1 ? " value" : " values");
  const std::string allowed =
      " (allowed: " + text_of(comparison.relative) + " of the value and " + text_of(comparison.absolute) + ")";
  const std::string text =
      std::string(name_of(comparison.agreement)) + ": " + some + (comparison.differing == 1 ? " differs" : " differ");
  const bool has_numbers = comparison.largest > 0;
  if (comparison.agreement == Agreement::kClose)
    return text + ", by at most " + text_of(comparison.largest) + allowed + sample;
  return text + "; value " + std::to_string(comparison.first) + ": " + comparison.reason +
         (has_numbers ? allowed : "") + sample;
}

}  // namespace syncfree::confirm
