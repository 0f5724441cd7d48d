// What the headers of a project declare for the C++ sources beside them.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "driver/unit.h"
#include "frontends/cxx/lower.h"

namespace syncfree::driver {

/// Several sources may stand beside one header, which is read once. Any thread may ask.
class HeaderMembers {
 public:
  /// `unit` must outlive this.
  explicit HeaderMembers(const Unit& unit);

  /// Of the header with the same name that is nearest to the source; nothing for what is a header itself.
  const cxx::MemberTypes& beside(std::string_view path);

 private:
  struct Read {
    std::once_flag once;
    cxx::MemberTypes members;
  };

  const Unit& unit_;
  std::map<std::string, std::vector<std::string>> headers_;  ///< by stem
  std::map<std::string_view, Read> read_;                    ///< by path, which `headers_` keeps
};

}  // namespace syncfree::driver
