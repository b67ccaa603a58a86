// Makes object models of FED files that take long to read, in a thread beside the loop of a Server,
// so that a large FED stops no federation. The number and size of waiting jobs are limited. Groups
// of addresses take turns, so that many large FEDs of one group delay those of other groups by at
// most one. Used by Server.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "core/object_model.hpp"
#include "files/line_shares.hpp"
#include "router/program/newcomer_origin.hpp"
#include "wire/error.hpp"

namespace triad::rtig {

class FedReader {
 public:
  using Model = wire::Result<core::ObjectModel>;
  using Read = std::function<Model(std::string_view name, std::optional<std::string_view> text)>;

  struct Limits {
    std::size_t bytes_of_group = std::size_t{48} << 20;  // Newcomers::Origin::group
    std::size_t bytes = std::size_t{192} << 20;
    std::size_t jobs_of_group = 256;
  };

  // Takes `read`, which is called in the thread, one call after another. `wake` is also called
  // there, when take_results() has a result.
  FedReader(Read read, std::function<void()> wake, const Limits& limits);
  FedReader(Read read, std::function<void()> wake)
      : FedReader(std::move(read), std::move(wake), Limits()) {}
  // Waits until the current call of `read` has returned. Drops the jobs that have not begun.
  ~FedReader();
  FedReader(const FedReader&) = delete;
  FedReader& operator=(const FedReader&) = delete;

  struct Job {
    std::uint64_t ticket = 0;
    router::LinkId client;
    router::Newcomers::Origin origin;
    // Views, valid until take_results() has returned the ticket.
    std::string_view name;
    std::optional<std::string_view> text;
    files::LineCause cause = {};  // to which the log lines of `read` are charged
  };
  // Adds a job. Returns false if too much is waiting.
  bool add(const Job& job);
  // A result of a job.
  struct ReadResult {
    std::uint64_t ticket = 0;
    router::LinkId client;
    std::size_t bytes = 0;  // of the text
    Model model;
  };
  using ReadResults = std::list<ReadResult>;
  ReadResults take_results();

 private:
  // `result` is an entry of a list, so that the thread can pass it on without allocating memory.
  struct PendingJob {
    Job job;
    ReadResults result;
  };
  // Runs in the thread, which start() starts when there is a job.
  void run();
  void start();
  // Returns the oldest job of the group of clients that was served least recently.
  std::list<PendingJob>::iterator next_job();
  void read(const Job& job, Model& model) const;
  // Records that a job of this group has been read, for next_job().
  void record_served(std::uint64_t group);

  // Constant after construction.
  const Read read_;
  const std::function<void()> wake_;
  const Limits limits_;

  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  std::list<PendingJob> waiting_;
  std::list<PendingJob> reading_;  // at most one
  ReadResults done_;
  std::map<std::uint64_t, std::uint64_t> served_;  // by group: turn of its last job
  std::uint64_t turn_ = 0;
  bool ending_ = false;

  std::thread thread_;  // starts with the first job
};

}  // namespace triad::rtig
