#include "analyzer/report/fingerprint.h"

#include <cstdint>
#include <map>
#include <utility>

#include "analyzer/source/hexadecimal.h"
#include "analyzer/source/token_text.h"

namespace syncfree::report {
namespace {

/// FNV-1a, 64 bits: the same on every machine and in every version, which std::hash does not promise.
class Hash {
 public:
  void add(char byte) {
    value_ ^= static_cast<unsigned char>(byte);
    value_ *= 0x100000001B3ULL;
  }
  /// Then a NUL, to part it from the next.
  void add_text(std::string_view text) {
    for (const char byte : text) add(byte);
    add('\0');
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325ULL;
};

}  // namespace

std::vector<std::string> fingerprints(const engine::Report& report) {
  std::vector<std::string> result;
  result.reserve(report.findings.size());
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> seen;
  for (const engine::Finding& finding : report.findings) {
    const engine::ReportedFile& file = report.files[finding.file];
    Hash hash;
    hash.add_text(finding.code);
    hash.add_text(finding.function);
    hash.add_text(source::token_text(file.text.substr(finding.range.begin, finding.range.size())));
    const std::uint32_t alike_before = seen[{finding.file, hash.value()}]++;
    hash.add_text(std::to_string(alike_before));
    result.push_back(source::hexadecimal(hash.value()));
  }
  return result;
}

std::string fingerprint_in_file(const std::string& fingerprint, std::string_view uri) {
  Hash hash;
  hash.add_text(fingerprint);
  hash.add_text(uri);
  return source::hexadecimal(hash.value());
}

}  // namespace syncfree::report
