// Writes saves in a thread of its own, one after the other, so that no federation waits for another
// one's save. The result comes back in the loop. Used by Server; SaveDirectory keeps each file
// whole.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "core/saved_federation.hpp"
#include "rtig/program/save_directory.hpp"
#include "transport/event_loop.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::rtig {

class SaveWriter {
 public:
  // Called in the loop.
  using Done = std::function<void(std::uint64_t ticket, const wire::Result<void>& stored)>;
  // Called in the writer's thread. It may give up where `goes_on` says false.
  using Store = std::function<wire::Result<void>(const core::SavedFederation& saved,
                                                 const SaveDirectory::GoesOn& goes_on)>;
  // Most saves that may wait, and most bytes of parts that may wait or be written. One save may
  // have more where it is alone.
  struct Limits {
    std::size_t waiting = 64;
    std::uint64_t bytes = std::uint64_t{4} << 30;
  };
  static Store store_in(SaveDirectory directory);
  // The loop must exist now; it may end before this does.
  SaveWriter(transport::EventLoop& loop, Store store, Done done, const Limits& limits);
  SaveWriter(transport::EventLoop& loop, Store store, Done done)
      : SaveWriter(loop, std::move(store), std::move(done), Limits()) {}
  // Gives up saves that are not on the disk yet: nothing is left of them.
  ~SaveWriter();
  SaveWriter(const SaveWriter&) = delete;
  SaveWriter& operator=(const SaveWriter&) = delete;

  // Empty: it will be written. Else why it will not be.
  [[nodiscard]] std::optional<wire::Error> write(std::uint64_t ticket, core::SavedFederation saved);

  // Bytes of the saves that wait or are written. One that is written is there as a file, too.
  std::uint64_t held_bytes() const;

 private:
  // A node of a list, so that the thread needs no memory to hand it on.
  struct Job {
    std::uint64_t ticket = 0;
    core::SavedFederation saved;
    std::uint64_t bytes = 0;    // of its parts
    wire::Result<void> stored;  // what became of it
  };
  using Jobs = std::list<Job>;
  void run();
  void store(Job& job) const;
  void take_results();

  const Store store_;
  const Done done_;
  const Limits limits_;
  transport::UniqueFd results_are_there_;  // an eventfd
  std::atomic<bool> stopping_{false};

  mutable std::mutex mutex_;
  // Guarded by mutex_.
  std::condition_variable changed_;
  Jobs waiting_;
  std::uint64_t waiting_bytes_ = 0;  // with those of the save that is written
  std::uint64_t writing_bytes_ = 0;  // the latter
  Jobs results_;

  std::optional<std::thread> thread_;  // since the first save
};

}  // namespace triad::rtig
