#include "overlay/files/registry_file.hpp"

#include <sqlite3.h>
#include <sys/stat.h>

#include <chrono>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

namespace triad::overlay {

namespace {

// Values in SQLite's file header that identify the application and its format.
constexpr int kApplicationId = 0x54524f56;  // "TROV"
constexpr int kFormatVersion = 1;
constexpr int kBusyMilliseconds = 2000;

constexpr const char* kTables =
    "CREATE TABLE mesh (name TEXT NOT NULL);"
    "CREATE TABLE router (place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,"
    " admissions INTEGER NOT NULL, refusals INTEGER NOT NULL);"
    "CREATE TABLE sender (federation TEXT NOT NULL, router TEXT NOT NULL,"
    " PRIMARY KEY (federation, router));"
    // Of all routers, in the order of places: the delays that each states, in microseconds, and the
    // parents in each tree.
    "CREATE TABLE paths (version INTEGER NOT NULL, delays BLOB NOT NULL, parents BLOB NOT NULL);";

// Version of a new file's paths. It is later than all versions from a lost file that routers may
// still have.
std::uint64_t milliseconds_since_1970() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(since).count());
}

template <class Number>
std::span<const std::byte> bytes_of(const std::vector<Number>& numbers) {
  return std::as_bytes(std::span(numbers));
}

template <class Number>
bool copy_numbers(std::span<const std::byte> bytes, std::vector<Number>& numbers,
                  std::size_t count) {
  if (bytes.size() != count * sizeof(Number)) return false;
  numbers.resize(count);
  if (count > 0) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return true;
}

}  // namespace

// A prepared statement with its values. The destructor finalizes it.
class Statement {
 public:
  Statement(const RegistryFile& file, const char* text) {
    sqlite3_stmt* prepared = nullptr;
    is_good_ = sqlite3_prepare_v2(file.file_.get(), text, -1, &prepared, nullptr) == SQLITE_OK;
    statement_.reset(prepared);
  }

  Statement& bind(std::int64_t number) {
    is_good_ =
        is_good_ && sqlite3_bind_int64(statement_.get(), ++bound_count_, number) == SQLITE_OK;
    return *this;
  }
  Statement& bind(std::uint64_t number) { return bind(static_cast<std::int64_t>(number)); }
  Statement& bind(const std::string& text) {
    is_good_ =
        is_good_ && sqlite3_bind_text(statement_.get(), ++bound_count_, text.data(),
                                      static_cast<int>(text.size()), SQLITE_TRANSIENT) == SQLITE_OK;
    return *this;
  }
  Statement& bind(std::span<const std::byte> bytes) {
    is_good_ = is_good_ &&
               sqlite3_bind_blob(statement_.get(), ++bound_count_, bytes.data(),
                                 static_cast<int>(bytes.size()), SQLITE_TRANSIENT) == SQLITE_OK;
    return *this;
  }
  // Executes a statement that returns no rows.
  bool execute() { return is_good_ && sqlite3_step(statement_.get()) == SQLITE_DONE; }
  // Moves to the next row; returns false after the last one. Check is_good() after that.
  bool next_row() {
    if (!is_good_) return false;
    const int step = sqlite3_step(statement_.get());
    is_good_ = step == SQLITE_ROW || step == SQLITE_DONE;
    return step == SQLITE_ROW;
  }
  bool is_good() const { return is_good_; }
  std::int64_t number(int column) const { return sqlite3_column_int64(statement_.get(), column); }
  std::string text(int column) const {
    const auto* const text = sqlite3_column_text(statement_.get(), column);
    return text == nullptr ? std::string() : reinterpret_cast<const char*>(text);
  }
  std::span<const std::byte> bytes(int column) const {
    const void* const begin = sqlite3_column_blob(statement_.get(), column);
    const int size = sqlite3_column_bytes(statement_.get(), column);
    return {static_cast<const std::byte*>(begin), static_cast<std::size_t>(size)};
  }

 private:
  struct Finalizer {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
  bool is_good_ = false;
  int bound_count_ = 0;
};

RegistryFile::RegistryFile(std::shared_ptr<sqlite3> file, std::string path,
                           std::vector<std::string> names)
    : file_(std::move(file)),
      path_(std::move(path)),
      names_(std::move(names)),
      state_{std::vector<RegistryState::Router>(names_.size()), Delays(names_.size()), {}} {}

wire::Error RegistryFile::file_error(const std::string& text) const {
  return wire::error(wire::ErrorCode::RTIinternalError,
                     "the registry's file \"" + path_ + "\": " + text);
}

wire::Error RegistryFile::sqlite_error() const {
  const int code = sqlite3_errcode(file_.get());
  const std::string text = sqlite3_errmsg(file_.get());
  if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT) {
    return file_error(
        "it is not the file of a registry, or it is damaged (SQLite: " + text +
        "); name another file, or move it away, and the registry starts with a new one");
  }
  return file_error("SQLite: " + text);
}

wire::Result<RegistryFile> RegistryFile::open(const std::string& file, const std::string& mesh,
                                              std::vector<std::string> names) {
  sqlite3* connection = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW;
  const int code = sqlite3_open_v2(file.c_str(), &connection, flags, nullptr);
  RegistryFile opened({connection, sqlite3_close}, file, std::move(names));
  if (connection == nullptr || code != SQLITE_OK) {
    return opened.file_error("it cannot be opened (SQLite: " + std::string(sqlite3_errstr(code)) +
                             ")");
  }
  sqlite3_busy_timeout(connection, kBusyMilliseconds);
  if (const auto prepared = opened.prepare_tables(mesh); !prepared) return prepared.error();
  if (const auto loaded = opened.load_state(); !loaded) return loaded.error();
  return opened;
}

// Creates the tables in an empty file. Checks that any other file is a registry of this mesh before
// anything is written.
wire::Result<void> RegistryFile::prepare_tables(const std::string& mesh) {
  std::optional<std::int64_t> application;
  std::int64_t format = 0;
  std::int64_t tables = 0;
  {
    Statement application_query(*this, "PRAGMA application_id");
    if (application_query.next_row()) application = application_query.number(0);
    Statement format_query(*this, "PRAGMA user_version");
    if (format_query.next_row()) format = format_query.number(0);
    Statement count(*this, "SELECT count(*) FROM sqlite_master");
    if (count.next_row()) tables = count.number(0);
    if (!application || !format_query.is_good() || !count.is_good()) return sqlite_error();
  }
  if (*application == 0 && tables == 0) {
    const std::string begin = "BEGIN IMMEDIATE;" + std::string(kTables) +
                              "PRAGMA application_id=" + std::to_string(kApplicationId) +
                              ";PRAGMA user_version=" + std::to_string(kFormatVersion) + ";";
    if (auto made = execute(begin.c_str()); !made) return made;
    if (!Statement(*this, "INSERT INTO mesh VALUES (?)").bind(mesh).execute())
      return sqlite_error();
    if (auto made = execute("COMMIT"); !made) return made;
  } else if (*application != kApplicationId) {
    return file_error("it is the SQLite file of another program; name another file");
  } else if (format != kFormatVersion) {
    return file_error("it has format " + std::to_string(format) +
                      ", and this program writes format " + std::to_string(kFormatVersion) +
                      "; name another file");
  }
  {
    Statement check(*this, "PRAGMA quick_check(1)");
    if (!check.next_row()) return sqlite_error();
    if (check.text(0) != "ok") {
      return file_error("it is damaged (SQLite: " + check.text(0) +
                        "); move it away, and the registry starts with a new one");
    }
    Statement mesh_query(*this, "SELECT name FROM mesh");
    if (!mesh_query.next_row()) return sqlite_error();
    if (mesh_query.text(0) != mesh) {
      return file_error("it belongs to the registry of mesh \"" + mesh_query.text(0) +
                        "\", and this is mesh \"" + mesh + "\"; name another file");
    }
  }
  // A crash of the machine may lose the last transaction, but does not damage the file.
  return execute("PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;");
}

wire::Result<void> RegistryFile::load_state() {
  std::vector<std::string> stored;
  Statement routers(*this, "SELECT name, admissions, refusals FROM router ORDER BY place");
  std::vector<RegistryState::Router> counts;
  while (routers.next_row()) {
    stored.push_back(routers.text(0));
    counts.push_back({static_cast<std::uint64_t>(routers.number(1)),
                      static_cast<std::uint64_t>(routers.number(2))});
  }
  Statement paths(*this, "SELECT version, delays, parents FROM paths");
  if (!routers.is_good()) return sqlite_error();
  if (!paths.next_row()) {
    if (!paths.is_good()) return sqlite_error();
    state_.paths.version = milliseconds_since_1970();
    return {};
  }
  state_.paths.version = static_cast<std::uint64_t>(paths.number(0));
  if (stored != names_) return {};
  state_.routers = std::move(counts);
  const std::size_t places = names_.size();
  std::vector<Delay> delays;
  state_.paths.places = places;
  if (!copy_numbers(paths.bytes(1), delays, places * places) ||
      !copy_numbers(paths.bytes(2), state_.paths.parents, places * places) ||
      check_paths(state_.paths)) {
    return file_error(
        "its paths are damaged; move it away, and the registry starts with a new one");
  }
  for (std::size_t i = 0; i < delays.size(); ++i) {
    state_.delays.set_stated(static_cast<Place>(i / places), static_cast<Place>(i % places),
                             delays[i]);
  }
  return {};
}

wire::Result<void> RegistryFile::execute(const char* statements) {
  if (sqlite3_exec(file_.get(), statements, nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  const wire::Error error = sqlite_error();
  if (sqlite3_get_autocommit(file_.get()) == 0) {
    sqlite3_exec(file_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
  return error;
}

wire::Result<void> RegistryFile::store_groups(
    const std::map<std::string, std::set<std::string>>& groups) {
  if (auto begun = execute("BEGIN IMMEDIATE;DELETE FROM sender;"); !begun) return begun;
  for (const auto& [federation, senders] : groups) {
    for (const std::string& sender : senders) {
      if (!Statement(*this, "INSERT INTO sender VALUES (?, ?)")
               .bind(federation)
               .bind(sender)
               .execute()) {
        const wire::Error error = sqlite_error();
        (void)execute("ROLLBACK");
        return error;
      }
    }
  }
  return execute("COMMIT");
}

wire::Result<void> RegistryFile::store_state(const RegistryState& state) {
  if (auto begun = execute("BEGIN IMMEDIATE;DELETE FROM router;DELETE FROM paths;"); !begun) {
    return begun;
  }
  const std::size_t places = names_.size();
  bool stored = true;
  std::vector<Delay> delays;
  for (Place by = 0; by < end_of_places(places); ++by) {
    for (Place to = 0; to < end_of_places(places); ++to)
      delays.push_back(state.delays.stated(by, to));
    stored = stored && Statement(*this, "INSERT INTO router VALUES (?, ?, ?, ?)")
                           .bind(std::int64_t{by})
                           .bind(names_[by])
                           .bind(state.routers[by].admissions)
                           .bind(state.routers[by].refusals)
                           .execute();
  }
  std::vector<Place> parents = state.paths.parents;
  parents.resize(places * places, kNoPlace);  // Empty until the first paths are found.
  stored = stored && Statement(*this, "INSERT INTO paths VALUES (?, ?, ?)")
                         .bind(state.paths.version)
                         .bind(bytes_of(delays))
                         .bind(bytes_of(parents))
                         .execute();
  if (stored) return execute("COMMIT");
  const wire::Error error = sqlite_error();
  (void)execute("ROLLBACK");
  return error;
}

}  // namespace triad::overlay
