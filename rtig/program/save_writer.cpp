#include "rtig/program/save_writer.hpp"

#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <exception>
#include <new>
#include <system_error>
#include <utility>

#include "wire/harmless_text.hpp"

namespace triad::rtig {

namespace {

wire::Error store_failure(const std::string& why) {
  return wire::error(wire::ErrorCode::RTIinternalError, "the save is not kept: " + why);
}

// Blocks signals while a thread is started, because signals belong to the loop's thread. A new
// thread inherits the mask.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &former_);
  }
  ~BlockedSignals() { ::pthread_sigmask(SIG_SETMASK, &former_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t former_{};
};

std::string save_text(const core::SavedFederation& saved) {
  return "save " + wire::quoted(saved.label) + " of federation " + wire::quoted(saved.federation);
}

std::uint64_t bytes_of(const core::SavedFederation& saved) {
  std::uint64_t bytes = 0;
  for (const core::SavedMember& member : saved.members) bytes += member.part.size();
  return bytes;
}

}  // namespace

SaveWriter::Store SaveWriter::store_in(SaveDirectory directory) {
  return [directory = std::move(directory)](const core::SavedFederation& saved,
                                            const SaveDirectory::MayContinue& goes_on) {
    return directory.store(saved.federation, saved.label, core::encode_file(saved), goes_on);
  };
}

SaveWriter::SaveWriter(transport::EventLoop& loop, Store store, Done done, const Limits& limits)
    : store_(std::move(store)),
      done_(std::move(done)),
      limits_(limits),
      results_event_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  if (results_event_.valid()) {
    loop.add_descriptor(results_event_.get(), [this] { report_results(); });
  }
}

SaveWriter::~SaveWriter() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_) thread_->join();
}

std::optional<wire::Error> SaveWriter::write(std::uint64_t ticket, core::SavedFederation saved) {
  if (!results_event_.valid()) return store_failure("rtig has no descriptors left (ulimit -n)");
  const std::uint64_t bytes = bytes_of(saved);
  Jobs job;
  std::string text = save_text(saved);
  job.push_back({ticket, std::move(text), std::move(saved), bytes,
                 store_failure("there is no memory for it")});
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= limits_.waiting ||
        (waiting_bytes_ > 0 && waiting_bytes_ + bytes > limits_.bytes)) {
      return store_failure("too many saves wait to be written; try again later");
    }
    waiting_bytes_ += bytes;
    waiting_.splice(waiting_.end(), job);
  }
  changed_.notify_all();
  if (thread_) return std::nullopt;
  try {
    const BlockedSignals blocked;
    thread_.emplace([this] { run(); });
  } catch (const std::system_error& trouble) {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
    waiting_bytes_ = 0;
    return store_failure(std::string("no thread can be started: ") + trouble.what());
  }
  return std::nullopt;
}

std::uint64_t SaveWriter::held_bytes() const {
  const std::lock_guard lock(mutex_);
  return waiting_bytes_ + writing_bytes_;
}

void SaveWriter::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
    if (stopping_) return;
    Jobs job;
    job.splice(job.end(), waiting_, waiting_.begin());
    writing_bytes_ = job.front().bytes;
    lock.unlock();
    store(job.front());
    lock.lock();
    waiting_bytes_ -= std::exchange(writing_bytes_, 0);
    results_.splice(results_.end(), job);
    const std::uint64_t one = 1;
    // The write cannot fail: the counter of the eventfd has room.
    [[maybe_unused]] const ssize_t told = ::write(results_event_.get(), &one, sizeof one);
  }
}

// Stores the save, puts the result into the job and frees the parts. If there is no memory for an
// error text either, the error that was prepared remains.
void SaveWriter::store(Job& job) const {
  try {
    job.stored = store_(job.saved, [this] { return !stopping_; });
  } catch (const std::bad_alloc&) {
  } catch (const std::exception& exception) {
    try {
      job.stored = store_failure(std::string("a defect of rtig: ") + exception.what());
    } catch (const std::bad_alloc&) {
    }
  }
  job.saved = {};
}

// Reports all results, even if reporting one of them throws.
void SaveWriter::report_results() {
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t got = ::read(results_event_.get(), &count, sizeof count);
  Jobs results;
  {
    const std::lock_guard lock(mutex_);
    results.swap(results_);
  }
  std::exception_ptr trouble;
  for (const Job& job : results) {
    try {
      done_(job.ticket, job.text, job.stored);
    } catch (...) {
      trouble = std::current_exception();
    }
  }
  if (trouble) std::rethrow_exception(trouble);
}

}  // namespace triad::rtig
