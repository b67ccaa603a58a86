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
constexpr int kApplication = 0x54524f56;  // "TROV"
constexpr int kForm = 1;
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
bool take_numbers(std::span<const std::byte> bytes, std::vector<Number>& numbers,
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
  Statement(const RegistryFile& of, const char* text) {
    sqlite3_stmt* made = nullptr;
    is_good_ = sqlite3_prepare_v2(of.file_.get(), text, -1, &made, nullptr) == SQLITE_OK;
    statement_.reset(made);
  }

  Statement& put(std::int64_t number) {
    is_good_ = is_good_ && sqlite3_bind_int64(statement_.get(), ++puts_, number) == SQLITE_OK;
    return *this;
  }
  Statement& put(std::uint64_t number) { return put(static_cast<std::int64_t>(number)); }
  Statement& put(const std::string& text) {
    is_good_ =
        is_good_ && sqlite3_bind_text(statement_.get(), ++puts_, text.data(),
                                      static_cast<int>(text.size()), SQLITE_TRANSIENT) == SQLITE_OK;
    return *this;
  }
  Statement& put(std::span<const std::byte> bytes) {
    is_good_ = is_good_ &&
               sqlite3_bind_blob(statement_.get(), ++puts_, bytes.data(),
                                 static_cast<int>(bytes.size()), SQLITE_TRANSIENT) == SQLITE_OK;
    return *this;
  }
  // Executes a statement that returns no rows.
  bool done() { return is_good_ && sqlite3_step(statement_.get()) == SQLITE_DONE; }
  // Moves to the next row; returns false after the last one. Check is_good() after that.
  bool next() {
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
  struct Ends {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  std::unique_ptr<sqlite3_stmt, Ends> statement_;
  bool is_good_ = false;
  int puts_ = 0;
};

RegistryFile::RegistryFile(std::shared_ptr<sqlite3> file, std::string path,
                           std::vector<std::string> names)
    : file_(std::move(file)),
      path_(std::move(path)),
      names_(std::move(names)),
      state_{std::vector<RegistryState::Router>(names_.size()), Delays(names_.size()), {}} {}

wire::Error RegistryFile::fault(const std::string& what) const {
  return wire::error(wire::ErrorCode::RTIinternalError,
                     "the registry's file \"" + path_ + "\": " + what);
}

wire::Error RegistryFile::fault_of_sqlite() const {
  const int code = sqlite3_errcode(file_.get());
  const std::string text = sqlite3_errmsg(file_.get());
  if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT) {
    return fault("it is not the file of a registry, or it is damaged (SQLite: " + text +
                 "); name another file, or move it away, and the registry starts with a new one");
  }
  return fault("SQLite: " + text);
}

wire::Result<RegistryFile> RegistryFile::open(const std::string& file, const std::string& mesh,
                                              std::vector<std::string> names) {
  sqlite3* made = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW;
  const int code = sqlite3_open_v2(file.c_str(), &made, flags, nullptr);
  RegistryFile opened({made, sqlite3_close}, file, std::move(names));
  if (made == nullptr || code != SQLITE_OK) {
    return opened.fault("it cannot be opened (SQLite: " + std::string(sqlite3_errstr(code)) + ")");
  }
  sqlite3_busy_timeout(made, kBusyMilliseconds);
  if (const auto prepared = opened.prepare(mesh); !prepared) return prepared.error();
  if (const auto loaded = opened.load(); !loaded) return loaded.error();
  return opened;
}

// Creates the tables in an empty file. Checks that any other file is a registry of this mesh before
// anything is written.
wire::Result<void> RegistryFile::prepare(const std::string& mesh) {
  std::optional<std::int64_t> application;
  std::int64_t form = 0;
  std::int64_t tables = 0;
  {
    Statement whose(*this, "PRAGMA application_id");
    if (whose.next()) application = whose.number(0);
    Statement of_form(*this, "PRAGMA user_version");
    if (of_form.next()) form = of_form.number(0);
    Statement count(*this, "SELECT count(*) FROM sqlite_master");
    if (count.next()) tables = count.number(0);
    if (!application || !of_form.is_good() || !count.is_good()) return fault_of_sqlite();
  }
  if (*application == 0 && tables == 0) {
    const std::string begin = "BEGIN IMMEDIATE;" + std::string(kTables) +
                              "PRAGMA application_id=" + std::to_string(kApplication) +
                              ";PRAGMA user_version=" + std::to_string(kForm) + ";";
    if (auto made = run(begin.c_str()); !made) return made;
    if (!Statement(*this, "INSERT INTO mesh VALUES (?)").put(mesh).done()) return fault_of_sqlite();
    if (auto made = run("COMMIT"); !made) return made;
  } else if (*application != kApplication) {
    return fault("it is the SQLite file of another program; name another file");
  } else if (form != kForm) {
    return fault("it has format " + std::to_string(form) + ", and this program writes format " +
                 std::to_string(kForm) + "; name another file");
  }
  {
    Statement check(*this, "PRAGMA quick_check(1)");
    if (!check.next()) return fault_of_sqlite();
    if (check.text(0) != "ok") {
      return fault("it is damaged (SQLite: " + check.text(0) +
                   "); move it away, and the registry starts with a new one");
    }
    Statement of(*this, "SELECT name FROM mesh");
    if (!of.next()) return fault_of_sqlite();
    if (of.text(0) != mesh) {
      return fault("it belongs to the registry of mesh \"" + of.text(0) +
                   "\", and this is mesh \"" + mesh + "\"; name another file");
    }
  }
  // A crash of the machine may lose the last transaction, but does not damage the file.
  return run("PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;");
}

wire::Result<void> RegistryFile::load() {
  std::vector<std::string> stored;
  Statement routers(*this, "SELECT name, admissions, refusals FROM router ORDER BY place");
  std::vector<RegistryState::Router> counts;
  while (routers.next()) {
    stored.push_back(routers.text(0));
    counts.push_back({static_cast<std::uint64_t>(routers.number(1)),
                      static_cast<std::uint64_t>(routers.number(2))});
  }
  Statement paths(*this, "SELECT version, delays, parents FROM paths");
  if (!routers.is_good()) return fault_of_sqlite();
  if (!paths.next()) {
    if (!paths.is_good()) return fault_of_sqlite();
    state_.paths.version = milliseconds_since_1970();
    return {};
  }
  state_.paths.version = static_cast<std::uint64_t>(paths.number(0));
  if (stored != names_) return {};
  state_.routers = std::move(counts);
  const std::size_t places = names_.size();
  std::vector<Delay> delays;
  state_.paths.places = places;
  if (!take_numbers(paths.bytes(1), delays, places * places) ||
      !take_numbers(paths.bytes(2), state_.paths.parents, places * places) ||
      why_no_trees(state_.paths)) {
    return fault("its paths are damaged; move it away, and the registry starts with a new one");
  }
  for (std::size_t i = 0; i < delays.size(); ++i) {
    state_.delays.state(static_cast<Place>(i / places), static_cast<Place>(i % places), delays[i]);
  }
  return {};
}

wire::Result<void> RegistryFile::run(const char* statements) {
  if (sqlite3_exec(file_.get(), statements, nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  const wire::Error error = fault_of_sqlite();
  if (sqlite3_get_autocommit(file_.get()) == 0) {
    sqlite3_exec(file_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
  return error;
}

wire::Result<void> RegistryFile::store_groups(
    const std::map<std::string, std::set<std::string>>& groups) {
  if (auto begun = run("BEGIN IMMEDIATE;DELETE FROM sender;"); !begun) return begun;
  for (const auto& [federation, senders] : groups) {
    for (const std::string& sender : senders) {
      if (!Statement(*this, "INSERT INTO sender VALUES (?, ?)")
               .put(federation)
               .put(sender)
               .done()) {
        const wire::Error error = fault_of_sqlite();
        (void)run("ROLLBACK");
        return error;
      }
    }
  }
  return run("COMMIT");
}

wire::Result<void> RegistryFile::store(const RegistryState& state) {
  if (auto begun = run("BEGIN IMMEDIATE;DELETE FROM router;DELETE FROM paths;"); !begun) {
    return begun;
  }
  const std::size_t places = names_.size();
  bool stored = true;
  std::vector<Delay> delays;
  for (Place by = 0; by < end_of_places(places); ++by) {
    for (Place to = 0; to < end_of_places(places); ++to)
      delays.push_back(state.delays.stated(by, to));
    stored = stored && Statement(*this, "INSERT INTO router VALUES (?, ?, ?, ?)")
                           .put(std::int64_t{by})
                           .put(names_[by])
                           .put(state.routers[by].admissions)
                           .put(state.routers[by].refusals)
                           .done();
  }
  std::vector<Place> parents = state.paths.parents;
  parents.resize(places * places, kNoPlace);  // Empty until the first paths are found.
  stored = stored && Statement(*this, "INSERT INTO paths VALUES (?, ?, ?)")
                         .put(state.paths.version)
                         .put(bytes_of(delays))
                         .put(bytes_of(parents))
                         .done();
  if (stored) return run("COMMIT");
  const wire::Error error = fault_of_sqlite();
  (void)run("ROLLBACK");
  return error;
}

}  // namespace triad::overlay
