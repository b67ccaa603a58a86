// The thread of rtimon that asks the rtig, in each interval: for the federations, for the figures
// of the rtig, and for the status of each federation. It runs the model, writes the history, and
// passes the texts for HTTP clients on.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tools/rtictl/client.hpp"
#include "tools/rtimon/history_store.hpp"
#include "tools/rtimon/http_api.hpp"
#include "tools/rtimon/monitor_model.hpp"

namespace triad::rtimon {

class RtigPoller {
 public:
  struct Options {
    rtictl::Context rtig;
    std::chrono::milliseconds interval{2000};
  };
  // Starts the thread. `publish` is called there after each interval, and `log` with lines for
  // people.
  RtigPoller(Options options, HistoryStore store, std::function<void(Published)> publish,
             std::function<void(const std::string&)> log);
  // Ends the thread. May wait for the answer of the rtig, up to the timeout of the context.
  ~RtigPoller();
  RtigPoller(const RtigPoller&) = delete;
  RtigPoller& operator=(const RtigPoller&) = delete;

 private:
  void run();
  // Asks once, and connects first if there is no connection.
  void poll();
  // Returns nothing if the rtig has not answered; `fault_` then has the reason.
  std::optional<Update> ask();
  rtictl::Outcome<rtictl::Reply> ask_for_times(const std::string& federation);
  void store_and_publish(Update update);
  // Logs the first of several equal faults of rtig, and its end.
  void report_rtig(bool has_answered);
  // Logs the first of several equal faults of the history, and its end.
  void report_history(const wire::Result<void>& stored);

  const Options options_;
  HistoryStore store_;
  const std::function<void(Published)> publish_;
  const std::function<void(const std::string&)> log_;

  // Owned by the thread.
  MonitorModel model_;
  std::optional<rtictl::Client> client_;
  std::string fault_;
  std::string logged_fault_;  // the last one, if rtig has not answered since
  // Whether a federate of the federation did not answer in time, so that the next poll waits less.
  std::map<std::string, bool> has_silent_member_;
  bool history_fails_ = false;
  std::uint64_t last_event_ = 0;
  std::vector<Event> unsaved_;  // events that the history could not take yet
  std::chrono::steady_clock::time_point trimmed_at_{};

  std::mutex mutex_;
  std::condition_variable stop_changed_;
  bool stops_ = false;  // guarded by mutex_
  std::thread thread_;
};

// Returns the milliseconds since 1970.
WallTime wall_time();

}  // namespace triad::rtimon
