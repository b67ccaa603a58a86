// The history of rtimon in one SQLite file: samples of the figures of each node, and events.
// Bounded by age and by size: the oldest go first. One thread owns a store; another thread may have
// a store of its own for the same file, to read.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/rtimon/snapshot.hpp"
#include "wire/error.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace triad::rtimon {

struct HistoryLimits {
  std::chrono::milliseconds age = std::chrono::hours(24);
  std::uint64_t bytes = std::uint64_t{1} << 30;
  std::uint64_t events = 100'000;
};

// A point of a series: a time, and a value for each requested figure.
struct SeriesPoint {
  WallTime at = 0;
  std::vector<std::optional<double>> values;
};

struct SeriesQuery {
  std::string node;
  std::vector<Figure> figures;
  WallTime from = 0;
  WallTime to = 0;
  std::size_t points = 600;  // at most; more samples are averaged
};

struct EventQuery {
  std::uint64_t after = 0;  // events with larger numbers
  std::string federation;   // empty: all
  std::size_t limit = 500;  // the newest ones
};

class HistoryStore {
 public:
  // Opens the file or creates it. Fails with the path, the reason and a remedy.
  static wire::Result<HistoryStore> open(const std::string& path, HistoryLimits limits);
  // Opens the store as open() does, for reading only. The file must exist.
  static wire::Result<HistoryStore> open_to_read(const std::string& path);
  HistoryStore(HistoryStore&&) noexcept;
  HistoryStore& operator=(HistoryStore&&) noexcept;
  ~HistoryStore();

  // Stores the figures of all nodes, the events, and the position of the last one. Sets the numbers
  // of the events. If it fails, for example because the disk is full, nothing has changed.
  wire::Result<void> add(const Snapshot& snapshot, std::vector<Event>& events,
                         const EventPosition& position = {});
  // Removes samples and events that are older than the limits allow. Called about once a minute.
  wire::Result<void> trim(WallTime now);

  // Returns the last stored position.
  wire::Result<EventPosition> position();
  // Returns the number of the newest event; 0: none.
  wire::Result<std::uint64_t> last_event();
  // Returns points in ascending order of time.
  wire::Result<std::vector<SeriesPoint>> series(const SeriesQuery& query);
  // Returns events in ascending order of their numbers.
  wire::Result<std::vector<Event>> events(const EventQuery& query);
  // Returns the bytes of the file that are in use.
  wire::Result<std::uint64_t> used_bytes();
  // Lets the file have at most this number of pages. SQLite then reports a full disk. For tests.
  wire::Result<void> limit_pages(std::uint32_t pages);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  using Database = std::unique_ptr<sqlite3, Close>;
  using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

  HistoryStore(Database database, std::string path, HistoryLimits limits);

  static wire::Result<Database> connect(const std::string& path, int flags);
  wire::Result<void> create_tables();
  wire::Result<void> execute(const std::string& sql);
  // Runs all statements in one transaction, or none.
  wire::Result<void> execute_all(const std::vector<std::string>& statements);
  void roll_back();
  wire::Result<Statement> prepare(const std::string& sql);
  // Runs a statement without a result to its end.
  wire::Result<void> run(sqlite3_stmt* statement);
  wire::Result<std::int64_t> number(const std::string& sql);
  wire::Result<void> add_all(const Snapshot& snapshot, std::vector<Event>& events);
  wire::Result<void> set_position(const EventPosition& position);
  wire::Result<void> add_events(std::vector<Event>& events);
  wire::Result<void> remove_before(WallTime time);
  wire::Error failure(const std::string& what) const;

  Database database_;
  std::string path_;
  HistoryLimits limits_;
};

}  // namespace triad::rtimon
