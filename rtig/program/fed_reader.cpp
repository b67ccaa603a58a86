#include "rtig/program/fed_reader.hpp"

#include <signal.h>

#include <algorithm>
#include <exception>
#include <new>
#include <string>

#include "router/program/program_log.hpp"

namespace triad::rtig {

namespace {

// Number of groups for which the last turn is remembered.
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
  if (!thread_.joinable()) start();
  std::list<PendingJob> one(1);
  one.front().job = job;
  one.front().result.push_back(
      {job.ticket, job.client, bytes_of(job),
       wire::error(wire::ErrorCode::RTIinternalError, "there is no memory to read the FED file")});
  {
    const std::lock_guard lock(mutex_);
    std::size_t bytes = bytes_of(job);
    std::size_t of_group = bytes;
    std::size_t jobs_of_group = 0;
    for (const auto& [other, made] : waiting_) {
      bytes += bytes_of(other);
      if (other.origin.group != job.origin.group) continue;
      of_group += bytes_of(other);
      ++jobs_of_group;
    }
    if (bytes > limits_.bytes || of_group > limits_.bytes_of_group ||
        jobs_of_group >= limits_.jobs_of_group) {
      return false;
    }
    waiting_.splice(waiting_.end(), one);
  }
  changed_.notify_one();
  return true;
}

void FedReader::start() {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);  // signals belong to the loop's thread
  try {
    thread_ = std::thread([this] { run(); });
  } catch (...) {
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

// Returns the oldest job of the group that was served least recently.
std::list<FedReader::PendingJob>::iterator FedReader::next_job() {
  return std::ranges::min_element(waiting_, {}, [this](const PendingJob& waiting) {
    const auto at = served_.find(waiting.job.origin.group);
    return at == served_.end() ? 0 : at->second;
  });
}

// If memory is missing, the group's other jobs come earlier than they should.
void FedReader::record_served(std::uint64_t group) {
  if (served_.size() >= kGroupsMax) served_.clear();
  try {
    served_[group] = ++turn_;
  } catch (const std::bad_alloc&) {
  }
}

void FedReader::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (ending_) return;
    reading_.splice(reading_.end(), waiting_, next_job());
    PendingJob& one = reading_.front();
    record_served(one.job.origin.group);
    lock.unlock();
    read(one.job, one.result.front().model);
    lock.lock();
    done_.splice(done_.end(), one.result);
    reading_.clear();
    lock.unlock();
    wake_();
    lock.lock();
  }
}

// If there is no memory for an error text either, `model` keeps the error that was prepared.
void FedReader::read(const Job& job, Model& model) const {
  try {
    const router::ChargedTo peer(job.cause);
    model = read_(job.name, job.text);
  } catch (const std::bad_alloc&) {
  } catch (const std::exception& exception) {
    try {
      model = wire::error(wire::ErrorCode::RTIinternalError,
                          "the FED file could not be read (" + std::string(exception.what()) +
                              "), which is a defect of the RTIG: please report it");
    } catch (const std::bad_alloc&) {
    }
  }
}

FedReader::ReadResults FedReader::take_results() {
  const std::lock_guard lock(mutex_);
  return std::exchange(done_, {});
}

}  // namespace triad::rtig
