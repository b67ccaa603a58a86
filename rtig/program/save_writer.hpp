// Writes saves in a thread of its own, one after another, so that no federation waits for another
// one's save. The results are reported in the loop. Used by Server; SaveDirectory keeps each file
// complete.
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
  // Receives, in the loop, the result of a save. `save`: text that names it and its federation.
  using Done = std::function<void(std::uint64_t ticket, std::string_view save,
                                  const wire::Result<void>& stored)>;
  // Writes a save, in the writer's thread. May give up when `goes_on` returns false.
  using Store = std::function<wire::Result<void>(const core::SavedFederation& saved,
                                                 const SaveDirectory::MayContinue& goes_on)>;
  // Limits on the number of waiting saves, and on the bytes of the parts of waiting and current
  // saves. A save that is alone may have more bytes.
  struct Limits {
    std::size_t waiting = 64;
    std::uint64_t bytes = std::uint64_t{4} << 30;
  };
  static Store store_in(SaveDirectory directory);
  // Reports results in `loop`, which must exist at construction. It may be destroyed before this
  // object.
  SaveWriter(transport::EventLoop& loop, Store store, Done done, const Limits& limits);
  SaveWriter(transport::EventLoop& loop, Store store, Done done)
      : SaveWriter(loop, std::move(store), std::move(done), Limits()) {}
  // Gives up saves that are not on the disk yet. Nothing remains of them.
  ~SaveWriter();
  SaveWriter(const SaveWriter&) = delete;
  SaveWriter& operator=(const SaveWriter&) = delete;

  // Adds a save. Returns empty if it will be written, otherwise the reason why not.
  [[nodiscard]] std::optional<wire::Error> write(std::uint64_t ticket, core::SavedFederation saved);

  // Returns the bytes of waiting and current saves. The current save counts twice, because its
  // encoded file is in memory as well.
  std::uint64_t held_bytes() const;

 private:
  // An entry of a list, so that the thread can pass it on without allocating memory.
  struct Job {
    std::uint64_t ticket = 0;
    std::string text;  // names the save and its federation
    core::SavedFederation saved;
    std::uint64_t bytes = 0;    // of the parts
    wire::Result<void> stored;  // the result
  };
  using Jobs = std::list<Job>;
  // Runs in the thread.
  void run();
  // Stores one save, and puts the result into the job. Called in the thread.
  void store(Job& job) const;
  // Passes the results to the owner. Called in the loop.
  void report_results();

  const Store store_;
  const Done done_;
  const Limits limits_;
  transport::UniqueFd results_event_;  // an eventfd
  std::atomic<bool> stopping_{false};

  mutable std::mutex mutex_;
  // Guarded by mutex_.
  std::condition_variable changed_;
  Jobs waiting_;
  std::uint64_t waiting_bytes_ = 0;  // including writing_bytes_
  std::uint64_t writing_bytes_ = 0;  // of the current save
  Jobs results_;

  std::optional<std::thread> thread_;  // starts with the first save
};

}  // namespace triad::rtig
