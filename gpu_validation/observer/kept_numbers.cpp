#include "kept_numbers.h"

#include <cstddef>
#include <mutex>
#include <string_view>
#include <vector>

namespace syncfree::observer {
namespace {

constexpr std::uint64_t kMostOfOne = 1 << 20;  // bytes; these bounds are those of kept_results.py
constexpr std::uint64_t kMostBytes = 16 << 20;
constexpr std::size_t kMostValues = 20'000;

struct ElementType {
  std::string_view name;
  std::uint64_t bytes;
};
constexpr ElementType kTypes[] = {{"float64", 8}, {"float32", 4}, {"float16", 2}, {"bfloat16", 2}, {"complex64", 8},
                                  {"complex128", 16}, {"int64", 8}, {"int32", 4}, {"int16", 2}, {"int8", 1},
                                  {"uint64", 8}, {"uint32", 4}, {"uint16", 2}, {"uint8", 1}, {"bool", 1}};

struct Kept {
  std::string name, type, data;
  std::uint64_t count, every;
};

/// Never destroyed: the file is written at the very end.
struct Store {
  std::mutex lock;
  std::vector<Kept> values;
  std::uint64_t bytes = 0, left_out = 0;
  std::string problem;
};

Store& store() {
  static Store& the_store = *new Store;
  return the_store;
}

std::uint64_t bytes_of(std::string_view type) {
  for (const ElementType& each : kTypes) {
    if (each.name == type) return each.bytes;
  }
  return 0;
}

void append_text(std::string& json, std::string_view text) {
  json += '"';
  for (const char character : text) {
    if (character == '"' || character == '\\') json += '\\';
    json += static_cast<unsigned char>(character) < 0x20 ? ' ' : character;
  }
  json += '"';
}

std::string base64(std::string_view data) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < data.size(); at += 3) {
    std::uint32_t bits = 0;
    const std::size_t here = data.size() - at < 3 ? data.size() - at : 3;
    for (std::size_t i = 0; i < 3; ++i) bits = bits << 8 | (i < here ? static_cast<unsigned char>(data[at + i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i) text += i <= here ? kDigits[bits >> (18 - 6 * i) & 63] : '=';
  }
  return text;
}

}  // namespace

void keep_numbers(const char* name, const char* type, const void* data, std::uint64_t count) {
  Store& self = store();
  const std::lock_guard guard(self.lock);
  const std::uint64_t size = bytes_of(type);
  if (size == 0) {
    ++self.left_out;
    if (self.problem.empty()) self.problem = std::string(name) + " is of type " + type + ", which is not compared";
    return;
  }
  const std::uint64_t every = count * size > kMostOfOne ? (count * size + kMostOfOne - 1) / kMostOfOne : 1;
  const std::uint64_t kept = (count + every - 1) / every;
  if (self.values.size() >= kMostValues || self.bytes + kept * size > kMostBytes) {
    ++self.left_out;
    return;
  }
  self.bytes += kept * size;
  Kept value{.name = name, .type = type, .data = {}, .count = count, .every = every};
  const char* bytes = static_cast<const char*>(data);
  for (std::uint64_t i = 0; i < kept; ++i) value.data.append(bytes + i * every * size, size);
  self.values.push_back(std::move(value));
}

std::string kept_numbers_text() {
  Store& self = store();
  const std::lock_guard guard(self.lock);
  if (self.values.empty() && self.left_out == 0) return {};
  std::string json = "{\"format\":1,\"values\":[";
  for (const Kept& value : self.values) {
    if (!json.ends_with('[')) json += ",\n";
    json += "{\"name\":";
    append_text(json, value.name);
    json += ",\"type\":\"" + value.type + "\",\"shape\":[" + std::to_string(value.count) +
            "],\"every\":" + std::to_string(value.every) + ",\"data\":\"" + base64(value.data) + "\"}";
  }
  json += "],\"left_out\":" + std::to_string(self.left_out) + ",\"problem\":";
  append_text(json, self.problem);
  return json + "}\n";
}

}  // namespace syncfree::observer
