// Reads SQLite files through the system's libsqlite3, which is loaded when it is needed: nearly every Linux has it, and
// a program that seldom reads such a file need not carry its own.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>

namespace syncfree::confirm {

/// One row of an answer; columns count from 0.
class SqliteRow {
 public:
  virtual ~SqliteRow() = default;
  virtual std::int64_t number(int column) const = 0;  ///< 0 for NULL
  virtual std::string text(int column) const = 0;     ///< empty for NULL
};

class SqliteFile {
 public:
  /// Opened for reading. The error is one line.
  static std::expected<SqliteFile, std::string> open(const std::string& path);

  /// Calls `each` for every row. The error is SQLite's message, in one line.
  std::expected<void, std::string> query(const std::string& statement,
                                         const std::function<void(const SqliteRow&)>& each) const;
  /// Whether a table has all of these columns, separated by commas.
  bool has_columns(const std::string& table, const std::string& columns) const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace syncfree::confirm
