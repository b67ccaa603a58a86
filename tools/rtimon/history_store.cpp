#include "tools/rtimon/history_store.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace triad::rtimon {

namespace {

// Time for which one store waits for the lock of another.
constexpr int kBusyMs = 2000;
// Bytes of the write-ahead log that stay on the disk.
constexpr const char* kPragmas =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA journal_size_limit=16777216;"
    "PRAGMA foreign_keys=OFF; PRAGMA temp_store=MEMORY;";
constexpr std::int64_t kSchema = 1;

std::string columns() {
  std::string text;
  for (const std::string_view name : kFigureNames) text += ", " + std::string(name);
  return text;
}

void bind_text(sqlite3_stmt* statement, int place, std::string_view text) {
  sqlite3_bind_text(statement, place, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
}

std::string text_at(sqlite3_stmt* statement, int column) {
  const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  const int bytes = sqlite3_column_bytes(statement, column);
  return text == nullptr ? std::string() : std::string(text, static_cast<std::size_t>(bytes));
}

void bind_figures(sqlite3_stmt* statement, int first, const FigureValues& figures) {
  for (std::size_t i = 0; i < kFigures; ++i) {
    const int place = first + static_cast<int>(i);
    const auto& value = figures.all()[i];
    value ? sqlite3_bind_double(statement, place, *value) : sqlite3_bind_null(statement, place);
  }
}

bool has_figures(const FigureValues& figures) {
  return std::ranges::any_of(figures.all(), [](const auto& value) { return value.has_value(); });
}

}  // namespace

void HistoryStore::Close::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}

void HistoryStore::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

HistoryStore::HistoryStore(Database database, std::string path, HistoryLimits limits)
    : database_(std::move(database)), path_(std::move(path)), limits_(limits) {}
HistoryStore::HistoryStore(HistoryStore&&) noexcept = default;
HistoryStore& HistoryStore::operator=(HistoryStore&&) noexcept = default;
HistoryStore::~HistoryStore() = default;

// --- Opening.

wire::Result<HistoryStore::Database> HistoryStore::connect(const std::string& path, int flags) {
  sqlite3* opened = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &opened, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  Database database(opened);
  if (code != SQLITE_OK) {
    return wire::error(wire::ErrorCode::RTIinternalError,
                       "the history " + path + " cannot be opened: " + sqlite3_errstr(code) +
                           "; name another file with --history");
  }
  sqlite3_busy_timeout(opened, kBusyMs);
  return database;
}

wire::Result<HistoryStore> HistoryStore::open(const std::string& path, HistoryLimits limits) {
  // It tells about federations, so it is for its user alone. SQLite would let others read it.
  ::close(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  auto database = connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  if (!database) return database.error();
  HistoryStore store(std::move(*database), path, limits);
  if (auto made = store.create_tables(); !made) return made.error();
  return store;
}

wire::Result<HistoryStore> HistoryStore::open_to_read(const std::string& path) {
  auto database = connect(path, SQLITE_OPEN_READONLY);
  if (!database) return database.error();
  return HistoryStore(std::move(*database), path, {});
}

wire::Result<void> HistoryStore::create_tables() {
  if (auto done = execute(kPragmas); !done) return done.error();
  const auto schema = number("PRAGMA user_version");
  if (!schema) return schema.error();
  if (*schema == kSchema) return {};
  if (*schema != 0) {
    return wire::error(wire::ErrorCode::RTIinternalError,
                       "the history " + path_ + " has version " + std::to_string(*schema) +
                           ", this rtimon reads version " + std::to_string(kSchema) +
                           "; name another file with --history");
  }
  constexpr const char* kEventTable =
      "CREATE TABLE event(number INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL,"
      " kind TEXT, federation TEXT, federate INTEGER, type TEXT, text TEXT)";
  return execute_all(
      {"CREATE TABLE node(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
       "CREATE TABLE sample(node INTEGER NOT NULL, at INTEGER NOT NULL" + columns() +
           ", PRIMARY KEY(node, at)) WITHOUT ROWID",
       kEventTable,
       "CREATE TABLE position(id INTEGER PRIMARY KEY CHECK(id = 1), rtig TEXT, number INTEGER)",
       "PRAGMA user_version=" + std::to_string(kSchema)});
}

// --- Statements.

wire::Error HistoryStore::failure(const std::string& what) const {
  return wire::error(
      wire::ErrorCode::RTIinternalError,
      "the history " + path_ + " cannot be " + what + ": " + sqlite3_errmsg(database_.get()));
}

wire::Result<void> HistoryStore::execute(const std::string& sql) {
  const int code = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return failure("written");
  return {};
}

wire::Result<void> HistoryStore::execute_all(const std::vector<std::string>& statements) {
  auto done = execute("BEGIN IMMEDIATE");
  if (!done) return done;
  for (const std::string& sql : statements) {
    if (done) done = execute(sql);
  }
  if (done) done = execute("COMMIT");
  if (!done) roll_back();
  return done;
}

// Fails if the failed statement has ended the transaction already, which is as good.
void HistoryStore::roll_back() {
  sqlite3_exec(database_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

wire::Result<HistoryStore::Statement> HistoryStore::prepare(const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  const int bytes = static_cast<int>(sql.size());
  if (sqlite3_prepare_v2(database_.get(), sql.c_str(), bytes, &statement, nullptr) != SQLITE_OK) {
    return failure("read");
  }
  return Statement(statement);
}

wire::Result<void> HistoryStore::run(sqlite3_stmt* statement) {
  const int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  if (code != SQLITE_DONE) return failure("written");
  return {};
}

wire::Result<std::int64_t> HistoryStore::number(const std::string& sql) {
  auto statement = prepare(sql);
  if (!statement) return statement.error();
  if (sqlite3_step(statement->get()) != SQLITE_ROW) return failure("read");
  return static_cast<std::int64_t>(sqlite3_column_int64(statement->get(), 0));
}

// --- Writing.

wire::Result<void> HistoryStore::add(const Snapshot& snapshot, std::vector<Event>& events,
                                     const EventPosition& position) {
  if (auto begun = execute("BEGIN IMMEDIATE"); !begun) return begun.error();
  auto added = add_all(snapshot, events);
  if (added) added = set_position(position);
  if (added) added = execute("COMMIT");
  if (!added) {
    for (Event& event : events) event.number = 0;
    roll_back();
  }
  return added;
}

wire::Result<void> HistoryStore::add_all(const Snapshot& snapshot, std::vector<Event>& events) {
  auto node = prepare("INSERT OR IGNORE INTO node(name) VALUES(?1)");
  if (!node) return node.error();
  std::string values;
  for (std::size_t i = 0; i < kFigures; ++i) values += ", ?" + std::to_string(i + 3);
  auto sample = prepare("INSERT OR REPLACE INTO sample(node, at" + columns() +
                        ") VALUES((SELECT id FROM node WHERE name = ?1), ?2" + values + ")");
  if (!sample) return sample.error();
  const auto add_node = [&](const std::string& name,
                            const FigureValues& figures) -> wire::Result<void> {
    if (!has_figures(figures)) return {};
    bind_text(node->get(), 1, name);
    if (auto done = run(node->get()); !done) return done.error();
    bind_text(sample->get(), 1, name);
    sqlite3_bind_int64(sample->get(), 2, snapshot.at);
    bind_figures(sample->get(), 3, figures);
    return run(sample->get());
  };
  if (auto done = add_node(std::string(kRtigNode), snapshot.rtig.figures); !done) return done;
  for (const HostState& host : snapshot.hosts) {
    if (auto done = add_node("host:" + host.name, host.figures); !done) return done;
  }
  for (const FederationEntry& federation : snapshot.federations) {
    for (const FederateEntry& one : federation.federates) {
      const std::string name = node_of(federation.name, one.federate);
      if (auto done = add_node(name, one.figures); !done) return done;
    }
  }
  return add_events(events);
}

wire::Result<void> HistoryStore::set_position(const EventPosition& position) {
  auto statement = prepare("INSERT OR REPLACE INTO position(id, rtig, number) VALUES(1, ?1, ?2)");
  if (!statement) return statement.error();
  bind_text(statement->get(), 1, position.rtig);
  sqlite3_bind_int64(statement->get(), 2, static_cast<sqlite3_int64>(position.number));
  return run(statement->get());
}

wire::Result<void> HistoryStore::add_events(std::vector<Event>& events) {
  auto statement = prepare(
      "INSERT INTO event(at, kind, federation, federate, type, text) VALUES(?1, ?2, ?3, ?4, ?5, "
      "?6)");
  if (!statement) return statement.error();
  for (Event& event : events) {
    sqlite3_bind_int64(statement->get(), 1, event.at);
    bind_text(statement->get(), 2, event.kind);
    bind_text(statement->get(), 3, event.federation);
    sqlite3_bind_int64(statement->get(), 4, event.federate);
    bind_text(statement->get(), 5, event.type);
    bind_text(statement->get(), 6, event.text);
    if (auto done = run(statement->get()); !done) return done;
    event.number = static_cast<std::uint64_t>(sqlite3_last_insert_rowid(database_.get()));
  }
  return {};
}

// Removes more and more of the oldest samples until the rest is small enough.
wire::Result<void> HistoryStore::trim(WallTime now) {
  if (auto done = remove_before(now - limits_.age.count()); !done) return done;
  const std::string newest = std::to_string(limits_.events);
  if (auto done =
          execute("DELETE FROM event WHERE number <= (SELECT max(number) FROM event) - " + newest);
      !done) {
    return done;
  }
  for (int parts = 16; parts > 0; --parts) {
    const auto used = used_bytes();
    if (!used) return used.error();
    if (*used <= limits_.bytes) return {};
    const auto oldest = number("SELECT ifnull(min(at), 0) FROM sample");
    if (!oldest) return oldest.error();
    if (auto done = remove_before(*oldest + (now - *oldest) / parts + 1); !done) return done;
  }
  return {};
}

wire::Result<void> HistoryStore::remove_before(WallTime time) {
  const std::string limit = std::to_string(time);
  return execute_all(
      {"DELETE FROM sample WHERE node IN (SELECT id FROM node) AND at < " + limit,
       "DELETE FROM node WHERE NOT EXISTS (SELECT 1 FROM sample WHERE node = node.id)",
       "DELETE FROM event WHERE at < " + limit});
}

// --- Reading.

wire::Result<std::uint64_t> HistoryStore::used_bytes() {
  const auto pages = number("PRAGMA page_count");
  const auto unused = number("PRAGMA freelist_count");
  const auto bytes = number("PRAGMA page_size");
  if (!pages || !unused || !bytes) return failure("read");
  return static_cast<std::uint64_t>((*pages - *unused) * *bytes);
}

wire::Result<void> HistoryStore::limit_pages(std::uint32_t pages) {
  return execute("PRAGMA max_page_count=" + std::to_string(pages));
}

wire::Result<EventPosition> HistoryStore::position() {
  auto statement = prepare("SELECT rtig, number FROM position");
  if (!statement) return statement.error();
  const int code = sqlite3_step(statement->get());
  if (code == SQLITE_DONE) return EventPosition{};
  if (code != SQLITE_ROW) return failure("read");
  return EventPosition{text_at(statement->get(), 0),
                       static_cast<std::uint64_t>(sqlite3_column_int64(statement->get(), 1))};
}

wire::Result<std::uint64_t> HistoryStore::last_event() {
  const auto last = number("SELECT ifnull(max(number), 0) FROM event");
  if (!last) return last.error();
  return static_cast<std::uint64_t>(*last);
}

wire::Result<std::vector<SeriesPoint>> HistoryStore::series(const SeriesQuery& query) {
  const auto points = static_cast<WallTime>(std::max<std::size_t>(query.points, 1));
  const WallTime step = std::max<WallTime>((query.to - query.from) / points, 1);
  std::string means;
  for (const Figure figure : query.figures) {
    means += ", avg(" + std::string(kFigureNames[static_cast<std::size_t>(figure)]) + ")";
  }
  auto statement = prepare("SELECT max(at)" + means +
                           " FROM sample WHERE node = (SELECT id FROM node WHERE name = ?1)"
                           " AND at >= ?2 AND at <= ?3 GROUP BY (at - ?2) / ?4 ORDER BY 1");
  if (!statement) return statement.error();
  sqlite3_stmt* const rows = statement->get();
  bind_text(rows, 1, query.node);
  sqlite3_bind_int64(rows, 2, query.from);
  sqlite3_bind_int64(rows, 3, query.to);
  sqlite3_bind_int64(rows, 4, step);
  std::vector<SeriesPoint> series;
  int code = SQLITE_DONE;
  while ((code = sqlite3_step(rows)) == SQLITE_ROW) {
    SeriesPoint point{sqlite3_column_int64(rows, 0), {}};
    for (std::size_t i = 0; i < query.figures.size(); ++i) {
      const int column = static_cast<int>(i) + 1;
      const bool is_known = sqlite3_column_type(rows, column) != SQLITE_NULL;
      point.values.push_back(is_known ? std::optional(sqlite3_column_double(rows, column))
                                      : std::nullopt);
    }
    series.push_back(std::move(point));
  }
  if (code != SQLITE_DONE) return failure("read");
  return series;
}

wire::Result<std::vector<Event>> HistoryStore::events(const EventQuery& query) {
  auto statement = prepare(
      "SELECT number, at, kind, federation, federate, type, text FROM event WHERE number > ?1"
      " AND (?2 = '' OR federation = ?2) ORDER BY number DESC LIMIT ?3");
  if (!statement) return statement.error();
  sqlite3_stmt* const rows = statement->get();
  sqlite3_bind_int64(rows, 1, static_cast<sqlite3_int64>(query.after));
  bind_text(rows, 2, query.federation);
  sqlite3_bind_int64(rows, 3, static_cast<sqlite3_int64>(query.limit));
  std::vector<Event> events;
  int code = SQLITE_DONE;
  while ((code = sqlite3_step(rows)) == SQLITE_ROW) {
    events.push_back({.number = static_cast<std::uint64_t>(sqlite3_column_int64(rows, 0)),
                      .at = sqlite3_column_int64(rows, 1),
                      .kind = text_at(rows, 2),
                      .federation = text_at(rows, 3),
                      .federate = static_cast<std::uint32_t>(sqlite3_column_int64(rows, 4)),
                      .type = text_at(rows, 5),
                      .text = text_at(rows, 6)});
  }
  if (code != SQLITE_DONE) return failure("read");
  std::ranges::reverse(events);
  return events;
}

}  // namespace triad::rtimon
