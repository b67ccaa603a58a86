// Makes object models of FED files that take long to read, in a thread of its own beside the loop
// of a Server: so a large FED stops no federation. What waits is limited, and addresses take turns,
// so that one that sends many large FEDs delays those of others by one at most. Used by Server.
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

  // `read` is called in the thread, one call after the other. `wake` is called there as well, when
  // take() has something.
  FedReader(Read read, std::function<void()> wake, const Limits& limits);
  FedReader(Read read, std::function<void()> wake)
      : FedReader(std::move(read), std::move(wake), Limits()) {}
  // Waits for the end of the call under way. Drops the jobs that have not begun.
  ~FedReader();
  FedReader(const FedReader&) = delete;
  FedReader& operator=(const FedReader&) = delete;

  struct Job {
    std::uint64_t ticket = 0;
    router::LinkId by;
    router::Newcomers::Origin origin;
    // Views that stay valid until take() has given the ticket.
    std::string_view name;
    std::optional<std::string_view> text;
    files::LineCause cause = {};  // of the lines that `read` writes to the log
  };
  // False: too much waits.
  bool add(const Job& job);
  // Models that were made since the last call.
  struct Made {
    std::uint64_t ticket = 0;
    router::LinkId by;
    std::size_t bytes = 0;  // of the text
    Model model;
  };
  using AllMade = std::list<Made>;
  AllMade take();

 private:
  // `made` is one entry of a list, so that the thread needs no memory to hand it on.
  struct Waiting {
    Job job;
    AllMade made;
  };
  void run();
  void start();
  std::list<Waiting>::iterator next();
  void read(const Job& job, Model& model) const;
  void note_served(std::uint64_t group);

  // Constant after construction.
  const Read read_;
  const std::function<void()> wake_;
  const Limits limits_;

  std::mutex mutex_;
  std::condition_variable changed_;
  // Under mutex_.
  std::list<Waiting> waiting_;
  std::list<Waiting> reading_;  // one at most
  AllMade done_;
  std::map<std::uint64_t, std::uint64_t> served_;  // by group: the turn in which it was served last
  std::uint64_t turn_ = 0;
  bool ending_ = false;

  std::thread thread_;  // once there is something to read
};

}  // namespace triad::rtig
