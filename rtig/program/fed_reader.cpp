#include "rtig/program/fed_reader.hpp"

#include <signal.h>

#include <algorithm>
#include <exception>
#include <new>
#include <string>

#include "router/program/program_log.hpp"

namespace triad::rtig {

namespace {

// Groups of which it is remembered when they were served.
constexpr std::size_t kGroupsMax = 10'000;

std::size_t bytes_of(const FedReader::Job& job) {
  return job.text ? job.text->size() : 0;
}

}  // namespace

FedReader::FedReader(Read read, std::function<void()> wake, const Limits& limits)
    : read_(std::move(read)), wake_(std::move(wake)), limits_(limits) {}

FedReader::~FedReader() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

bool FedReader::add(const Job& job) {
  {
    const std::lock_guard lock(mutex_);
    std::size_t bytes = bytes_of(job);
    std::size_t of_group = bytes;
    std::size_t jobs_of_group = 0;
    for (const Job& other : waiting_) {
      bytes += bytes_of(other);
      if (other.origin.group != job.origin.group) continue;
      of_group += bytes_of(other);
      ++jobs_of_group;
    }
    if (bytes > limits_.bytes || of_group > limits_.bytes_of_group ||
        jobs_of_group >= limits_.jobs_of_group) {
      return false;
    }
    waiting_.push_back(job);
  }
  changed_.notify_one();
  if (thread_.joinable()) return true;
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);  // signals are for the loop's thread
  thread_ = std::thread([this] { run(); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return true;
}

// Of the group that was served least recently the oldest.
std::deque<FedReader::Job>::iterator FedReader::next() {
  return std::ranges::min_element(waiting_, {}, [this](const Job& job) {
    const auto at = served_.find(job.origin.group);
    return at == served_.end() ? 0 : at->second;
  });
}

void FedReader::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (ending_) return;
    const auto at = next();
    reading_ = *at;
    waiting_.erase(at);
    const Job job = *reading_;
    if (served_.size() >= kGroupsMax) served_.clear();
    served_[job.origin.group] = ++turn_;
    lock.unlock();
    Model model = [&]() -> Model {
      const router::ChargedTo peer(job.cause);
      try {
        return read_(job.name, job.text);
      } catch (const std::bad_alloc&) {
        return wire::error(wire::ErrorCode::RTIinternalError,
                           "there is no memory to read the FED file");
      } catch (const std::exception& exception) {
        return wire::error(wire::ErrorCode::RTIinternalError,
                           "the FED file could not be read (" + std::string(exception.what()) +
                               "), which is a defect of the RTIG: please report it");
      }
    }();
    lock.lock();
    reading_.reset();
    done_.push_back({job.ticket, job.by, std::move(model)});
    lock.unlock();
    wake_();
    lock.lock();
  }
}

std::vector<FedReader::Made> FedReader::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(done_, {});
}

std::size_t FedReader::held_bytes() const {
  const std::lock_guard lock(mutex_);
  std::size_t bytes = reading_ ? bytes_of(*reading_) : 0;
  for (const Job& job : waiting_) bytes += bytes_of(job);
  return bytes;
}

std::size_t FedReader::held_bytes_of(router::LinkId link) const {
  const std::lock_guard lock(mutex_);
  std::size_t bytes = reading_ && reading_->by == link ? bytes_of(*reading_) : 0;
  for (const Job& job : waiting_) bytes += job.by == link ? bytes_of(job) : 0;
  return bytes;
}

}  // namespace triad::rtig
