#include "analyzer/system/text_conversion.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

#include <windows.h>

namespace syncfree::sys {
namespace {

constexpr UINT kAscii = 20127;
constexpr UINT kLatin1 = 28591;

struct CodePage {
  std::string_view name;
  UINT number;
};

// Beside those that carry their number in their name.
constexpr std::array<CodePage, 22> kCodePages = {
    {{"ascii", kAscii},  {"us-ascii", kAscii}, {"latin-1", kLatin1},   {"latin1", kLatin1},   {"koi8-r", 20866},
     {"koi8-u", 21866},  {"shift_jis", 932},   {"euc-jp", 20932},      {"gbk", 936},          {"gb2312", 936},
     {"gb18030", 54936}, {"big5", 950},        {"euc-kr", 949},        {"macintosh", 10000},  {"tis-620", 874},
     {"utf-8", CP_UTF8}, {"utf8", CP_UTF8},    {"iso8859-1", kLatin1}, {"iso8859-15", 28605}, {"euc-cn", 936},
     {"uhc", 949},       {"johab", 1361}}};

UINT numbered(std::string_view name) {
  for (const auto& [prefix, first] :
       {std::pair<std::string_view, UINT>{"cp", 0}, {"windows-", 0}, {"ibm", 0}, {"iso-8859-", 28590}}) {
    UINT number = 0;
    if (!name.starts_with(prefix)) continue;
    const char* const end = name.data() + name.size();
    const auto read = std::from_chars(name.data() + prefix.size(), end, number);
    if (read.ec == std::errc() && read.ptr == end) return first + number;
  }
  return 0;
}

/// Zero where it is not known.
UINT code_page(const std::string& encoding) {
  std::string name;
  for (const char c : encoding) name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto* const known = std::ranges::find(kCodePages, std::string_view(name), &CodePage::name);
  const UINT number = known != kCodePages.end() ? known->number : numbered(name);
  return ::IsValidCodePage(number) != 0 ? number : 0;
}

std::wstring decoded(UINT page, std::string_view bytes) {
  if (page == kAscii || page == kLatin1) {  // Windows would take any byte for ASCII
    std::wstring text;
    for (const char c : bytes) text += static_cast<wchar_t>(static_cast<unsigned char>(c));
    const bool fits = page == kLatin1 || std::ranges::all_of(text, [](wchar_t c) { return c < 0x80; });
    return fits ? text : std::wstring();
  }
  const int size = static_cast<int>(bytes.size());
  const int count = ::MultiByteToWideChar(page, MB_ERR_INVALID_CHARS, bytes.data(), size, nullptr, 0);
  std::wstring text(static_cast<std::size_t>(std::max(count, 0)), L'\0');
  if (count > 0) ::MultiByteToWideChar(page, MB_ERR_INVALID_CHARS, bytes.data(), size, text.data(), count);
  return text;
}

std::string encoded(UINT page, std::wstring_view text) {
  const int size = static_cast<int>(text.size());
  const bool tells = page != CP_UTF8 && page != 54936;  // these have every character, and take no such flags
  const DWORD flags = tells ? WC_NO_BEST_FIT_CHARS : 0;
  BOOL lost = FALSE;
  BOOL* const is_lost = tells ? &lost : nullptr;
  const int count = ::WideCharToMultiByte(page, flags, text.data(), size, nullptr, 0, nullptr, is_lost);
  if (count <= 0 || lost != FALSE) return {};
  std::string bytes(static_cast<std::size_t>(count), '\0');
  ::WideCharToMultiByte(page, flags, text.data(), size, bytes.data(), count, nullptr, nullptr);
  return bytes;
}

/// Empty where it cannot be converted.
std::string converted(UINT from, UINT to, std::string_view bytes) {
  const std::wstring text = decoded(from, bytes);
  return text.empty() ? std::string() : encoded(to, text);
}

constexpr std::size_t kLongestCharacter = 4;

/// The bytes of the first character; zero if there is none.
std::size_t first_character(UINT from, UINT to, std::string_view bytes) {
  for (std::size_t size = 1; size <= std::min(kLongestCharacter, bytes.size()); ++size) {
    if (!converted(from, to, bytes.substr(0, size)).empty()) return size;
  }
  return 0;
}

}  // namespace

struct TextConversion::State {
  UINT from;
  UINT to;
};

TextConversion::TextConversion(std::unique_ptr<State> state) : state_(std::move(state)) {}
TextConversion::TextConversion(TextConversion&&) noexcept = default;
TextConversion::~TextConversion() = default;

TextConversion TextConversion::from_utf8(const std::string& encoding) {
  const UINT page = code_page(encoding);
  return TextConversion(page == 0 ? nullptr : std::make_unique<State>(State{.from = CP_UTF8, .to = page}));
}

TextConversion TextConversion::to_utf8(const std::string& encoding) {
  const UINT page = code_page(encoding);
  return TextConversion(page == 0 ? nullptr : std::make_unique<State>(State{.from = page, .to = CP_UTF8}));
}

std::optional<std::size_t> TextConversion::convert(std::string_view bytes, std::string& out) const {
  if (bytes.empty()) return std::nullopt;
  if (const std::string whole = converted(state_->from, state_->to, bytes); !whole.empty()) {
    out += whole;
    return std::nullopt;
  }
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t size = first_character(state_->from, state_->to, bytes.substr(at));
    if (size == 0) return at;
    out += converted(state_->from, state_->to, bytes.substr(at, size));
    at += size;
  }
  return std::nullopt;
}

}  // namespace syncfree::sys
