#include "cli/confirm/sqlite.h"

#include "analyzer/system/shared_library.h"

namespace syncfree::confirm {
namespace {

// Of SQLite's C interface, which is stable since version 3.
constexpr int kOk = 0;
constexpr int kRow = 100;
constexpr int kDone = 101;
constexpr int kOpenReadOnly = 1;

struct Functions {
  int (*open)(const char* path, void** file, int flags, const char* system) = nullptr;
  int (*close)(void* file) = nullptr;
  int (*prepare)(void* file, const char* text, int length, void** statement, const char** rest) = nullptr;
  int (*step)(void* statement) = nullptr;
  int (*finalize)(void* statement) = nullptr;
  std::int64_t (*number)(void* statement, int column) = nullptr;
  const unsigned char* (*text)(void* statement, int column) = nullptr;
  const char* (*message)(void* file) = nullptr;
};

template <typename Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(sys::symbol_in(library, name));
  return function != nullptr;
}

bool load(Functions& sqlite) {
  void* library = sys::open_sqlite();
  return library != nullptr && find(library, "sqlite3_open_v2", sqlite.open) &&
         find(library, "sqlite3_close_v2", sqlite.close) && find(library, "sqlite3_prepare_v2", sqlite.prepare) &&
         find(library, "sqlite3_step", sqlite.step) && find(library, "sqlite3_finalize", sqlite.finalize) &&
         find(library, "sqlite3_column_int64", sqlite.number) && find(library, "sqlite3_column_text", sqlite.text) &&
         find(library, "sqlite3_errmsg", sqlite.message);
}

class Row : public SqliteRow {
 public:
  Row(const Functions& sqlite, void* statement) : sqlite_(sqlite), statement_(statement) {}
  std::int64_t number(int column) const override { return sqlite_.number(statement_, column); }
  std::string text(int column) const override {
    const unsigned char* text = sqlite_.text(statement_, column);
    return text != nullptr ? reinterpret_cast<const char*>(text) : "";
  }

 private:
  const Functions& sqlite_;
  void* statement_;
};

}  // namespace

struct SqliteFile::State {
  Functions sqlite;
  void* file = nullptr;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (file != nullptr) sqlite.close(file);
  }
};

std::expected<SqliteFile, std::string> SqliteFile::open(const std::string& path) {
  SqliteFile result;
  result.state_ = std::make_shared<State>();
  State& state = *result.state_;
  if (!load(state.sqlite)) return std::unexpected("libsqlite3 is needed to read it, and is not installed");
  if (state.sqlite.open(path.c_str(), &state.file, kOpenReadOnly, nullptr) != kOk)
    return std::unexpected(state.file != nullptr ? state.sqlite.message(state.file) : "it cannot be opened");
  return result;
}

std::expected<void, std::string> SqliteFile::query(const std::string& statement,
                                                   const std::function<void(const SqliteRow&)>& each) const {
  const Functions& sqlite = state_->sqlite;
  void* prepared = nullptr;
  if (sqlite.prepare(state_->file, statement.c_str(), -1, &prepared, nullptr) != kOk)
    return std::unexpected(sqlite.message(state_->file));
  const Row row(sqlite, prepared);
  int result = kRow;
  while ((result = sqlite.step(prepared)) == kRow) each(row);
  sqlite.finalize(prepared);
  if (result != kDone) return std::unexpected(sqlite.message(state_->file));
  return {};
}

bool SqliteFile::has_columns(const std::string& table, const std::string& columns) const {
  return query("SELECT " + columns + " FROM " + table + " LIMIT 1", [](const SqliteRow&) {}).has_value();
}

}  // namespace syncfree::confirm
