#include "recording/hosting/federate_recorder.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstring>
#include <ctime>
#include <system_error>
#include <utility>

#include "files/line_output.hpp"

namespace triad::recording {

namespace {

constexpr int kSleepMs = 100;
// Oldest entry that a crash of the process may lose, beside those of the last sleep.
constexpr std::uint64_t kChunkAgeNs = 1'000'000'000;
constexpr std::size_t kNamePartMax = 60;

std::uint64_t clock_ns(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

// Returns the text with only characters that are harmless in a file's name.
std::string name_part(const std::string& text) {
  std::string part = text.substr(0, kNamePartMax);
  for (char& c : part) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-' || c == '_';
    if (!is_plain) c = '_';
  }
  return part.empty() ? "unnamed" : part;
}

// Returns e.g. "battle-tank-3-20261129T021530-4711".
std::string make_id(const RecordingInfo& info) {
  const auto seconds = static_cast<std::time_t>(info.begin_utc_ns / 1'000'000'000u);
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  std::array<char, 32> time{};
  std::strftime(time.data(), time.size(), "%Y%m%dT%H%M%S", &utc);
  return name_part(info.federation) + '-' + name_part(info.federate) + '-' +
         std::to_string(info.handle) + '-' + time.data() + '-' + std::to_string(info.process);
}

std::string file_path(const std::string& directory, const std::string& id, unsigned segment) {
  std::array<char, 16> number{};
  std::snprintf(number.data(), number.size(), "-%03u.mcap", segment);
  return directory + '/' + id + number.data();
}

// Returns an id of which the directory has no file. A federate may join twice within a second, with
// the same handle if the federation is another.
std::string make_unused_id(const std::string& directory, const RecordingInfo& info) {
  const std::string id = make_id(info);
  std::string unused = id;
  unsigned number = 1;
  while (::access(file_path(directory, unused, 0).c_str(), F_OK) == 0) {
    unused = id + '-' + std::to_string(++number);
  }
  return unused;
}

std::string host_name() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

// Blocks all signals during its lifetime, so that a new thread does not handle the federate's.
class AllSignalsBlocked {
 public:
  AllSignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~AllSignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

std::string reason_of(int error) {
  return std::generic_category().message(error);
}

}  // namespace

std::optional<std::string> check_directory(const std::string& directory) {
  struct stat found {};
  if (::mkdir(directory.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
    return "the directory " + directory + " for recordings cannot be created: " + reason_of(errno);
  }
  if (::stat(directory.c_str(), &found) != 0 || !S_ISDIR(found.st_mode)) {
    return directory + ", where this federate is to be recorded, is not a directory";
  }
  if (::access(directory.c_str(), W_OK | X_OK) != 0) {
    return "this federate cannot be recorded in " + directory + ": " + reason_of(errno);
  }
  return std::nullopt;
}

// One file of the recording, readable and writable for its owner alone.
class Recorder::File final : public ByteSink {
 public:
  // Returns null after a fault, and then sets `error`.
  static std::unique_ptr<File> create(const std::string& path, int& error) {
    const int descriptor = ::open(
        path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    error = errno;
    return descriptor < 0 ? nullptr : std::unique_ptr<File>(new File(path, descriptor));
  }
  ~File() override { ::close(descriptor_); }

  // Leaves only whole writes in the file, so that it ends after a whole record.
  bool write(Bytes bytes) override {
    std::size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t count = ::write(descriptor_, bytes.data() + done, bytes.size() - done);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) {
        fault_ = reason_of(count < 0 ? errno : ENOSPC);
        [[maybe_unused]] const int kept = ::ftruncate(descriptor_, static_cast<off_t>(size_));
        return false;
      }
      done += static_cast<std::size_t>(count);
    }
    size_ += bytes.size();
    return true;
  }
  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] const std::string& path() const { return path_; }

  std::optional<RecordingWriter> writer;  // into this file

 private:
  File(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  const std::string path_;
  const int descriptor_;
  std::uint64_t size_ = 0;
  std::string fault_;
};

wire::Result<std::unique_ptr<Recorder>> Recorder::begin(const RecorderOptions& options,
                                                        RecordingInfo info,
                                                        core::ObjectModel model) {
  info.host = host_name();
  info.process = static_cast<std::uint64_t>(::getpid());
  info.begin_utc_ns = clock_ns(CLOCK_REALTIME);
  info.begin_monotonic_ns = clock_ns(CLOCK_MONOTONIC);
  info.id = make_unused_id(options.directory, info);
  std::unique_ptr<Recorder> recorder(new Recorder(options, std::move(info), std::move(model)));
  if (!recorder->open_file()) {
    return wire::error(wire::ErrorCode::RTIinternalError, recorder->fault_);
  }
  const AllSignalsBlocked blocked;
  try {
    recorder->thread_ = std::thread([raw = recorder.get()] { raw->run(); });
  } catch (const std::system_error& fault) {
    return wire::error(wire::ErrorCode::RTIinternalError,
                       std::string("no thread can be started: ") + fault.what());
  }
  return recorder;
}

Recorder::Recorder(const RecorderOptions& options, RecordingInfo info, core::ObjectModel model)
    : options_(options),
      info_(std::move(info)),
      model_(std::move(model)),
      owner_(::getpid()),
      ring_(options.buffer_bytes),
      wake_descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Recorder::~Recorder() {
  if (owner_ != ::getpid()) {
    // The thread belongs to the parent process, which goes on writing.
    if (thread_.joinable()) thread_.detach();
  } else if (thread_.joinable()) {
    is_ending_.store(true);
    wake();
    thread_.join();
  }
  ::close(wake_descriptor_);
}

bool Recorder::open_file() {
  const std::string path = file_path(options_.directory, info_.id, segment_);
  int error = 0;
  file_ = File::create(path, error);
  if (!file_) {
    fault_ = "the recording " + path + " cannot be created: " + reason_of(error);
    return false;
  }
  file_->writer.emplace(*file_, info_, segment_, model_);
  ++segment_;
  if (!file_->writer->has_failed()) return true;
  fault_ = "the recording " + path + " cannot be written: " + file_->fault();
  return false;
}

void Recorder::record(Origin origin, std::span<const Bytes> parts) {
  if (has_stopped()) return;
  EntryHead head;
  head.monotonic_ns = clock_ns(CLOCK_MONOTONIC);
  head.origin = origin;
  std::size_t bytes = 0;
  for (const Bytes part : parts) bytes += part.size();
  head.bytes = static_cast<std::uint32_t>(bytes);
  const std::size_t needed = sizeof head + bytes;
  if (options_.waits_when_full) {
    append_waiting(std::as_bytes(std::span(&head, 1)));
    for (const Bytes part : parts) append_waiting(part);
  } else if (append_drops(needed)) {
    ring_.append(std::as_bytes(std::span(&head, 1)));
    for (const Bytes part : parts) ring_.append(part);
  } else {
    if (pending_drops_.records == 0) pending_drops_.first_ns = head.monotonic_ns;
    ++pending_drops_.records;
    pending_drops_.bytes += bytes;
    ++dropped_;
    return;
  }
  ring_.publish();
  wake_if_half_full();
}

bool Recorder::append_drops(std::size_t bytes) {
  if (pending_drops_.records == 0) return ring_.room(bytes) >= bytes;
  EntryHead head;
  head.monotonic_ns = pending_drops_.first_ns;
  head.origin = Origin::dropped;
  head.bytes = sizeof pending_drops_;
  const std::size_t needed = bytes + sizeof head + sizeof pending_drops_;
  if (ring_.room(needed) < needed) return false;
  ring_.append(std::as_bytes(std::span(&head, 1)));
  ring_.append(std::as_bytes(std::span(&pending_drops_, 1)));
  pending_drops_ = {};
  return true;
}

// Appends the bytes in pieces, as the thread makes room.
void Recorder::append_waiting(Bytes bytes) {
  while (!bytes.empty() && !has_stopped()) {
    const std::uint32_t turn = turns_.load();
    const std::size_t count = std::min(bytes.size(), ring_.room(bytes.size()));
    if (count > 0) {
      ring_.append(bytes.first(count));
      bytes = bytes.subspan(count);
      continue;
    }
    ring_.publish();
    wake();
    turns_.wait(turn);
  }
}

// The fence orders the bytes published before the look whether the thread sleeps, as in sleep().
void Recorder::wake_if_half_full() {
  const std::size_t half = ring_.capacity() / 2;
  if (ring_.backlog() < half || ring_.room(ring_.capacity()) > half) return;
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (is_asleep_.exchange(false)) wake();
}

void Recorder::wake() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake_descriptor_, &one, sizeof one);
}

void Recorder::run() {
  bool is_ending = false;
  do {
    is_ending = is_ending_.load();
    write_entries();
    if (!is_ending) sleep();
    turns_.fetch_add(1);
    turns_.notify_all();
  } while (!is_ending && !has_stopped());
  if (has_stopped()) return;
  if (pending_drops_.records > 0) {
    Buffer entry(sizeof(EntryHead) + sizeof pending_drops_);
    const EntryHead head{pending_drops_.first_ns, Origin::dropped, {}, sizeof pending_drops_};
    std::memcpy(entry.data(), &head, sizeof head);
    std::memcpy(entry.data() + sizeof head, &pending_drops_, sizeof pending_drops_);
    write_entry(entry);
  }
  if (has_stopped()) return;
  file_->writer->finish(true);
  if (file_->writer->has_failed()) stop(file_->fault());
}

void Recorder::sleep() {
  is_asleep_.store(true);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (ring_.readable() < ring_.capacity() / 2 && !is_ending_.load()) {
    pollfd entry{wake_descriptor_, POLLIN, 0};
    ::poll(&entry, 1, kSleepMs);
  }
  is_asleep_.store(false);
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t taken = ::read(wake_descriptor_, &count, sizeof count);
}

void Recorder::write_entries() {
  ring_.drain(entries_);
  // Room for the federate, before the work.
  turns_.fetch_add(1);
  turns_.notify_all();
  const std::uint64_t utc_ns = clock_ns(CLOCK_REALTIME);
  const std::uint64_t now_ns = clock_ns(CLOCK_MONOTONIC);
  utc_of_zero_ns_ = utc_ns - now_ns;
  Bytes rest(entries_);
  while (rest.size() >= sizeof(EntryHead) && !has_stopped()) {
    EntryHead head;
    std::memcpy(&head, rest.data(), sizeof head);
    const std::size_t size = sizeof head + head.bytes;
    if (rest.size() < size) break;
    write_entry(rest.first(size));
    rest = rest.subspan(size);
  }
  entries_.erase(entries_.begin(),
                 entries_.begin() + static_cast<std::ptrdiff_t>(entries_.size() - rest.size()));
  if (!has_stopped()) close_old_chunk(now_ns);
}

void Recorder::write_entry(Bytes entry) {
  EntryHead head;
  std::memcpy(&head, entry.data(), sizeof head);
  RecordingWriter& writer = *file_->writer;
  if (!writer.has_open_chunk()) chunk_begun_ns_ = head.monotonic_ns;
  writer.add(entry, utc_of_zero_ns_ + head.monotonic_ns);
  if (writer.has_failed()) return stop(file_->fault());
  if (options_.split_bytes == 0 || writer.has_open_chunk() || writer.size() < options_.split_bytes)
    return;
  writer.finish(false);
  if (writer.has_failed()) return stop(file_->fault());
  if (!open_file()) stop(fault_);
}

void Recorder::close_old_chunk(std::uint64_t now_ns) {
  RecordingWriter& writer = *file_->writer;
  if (!writer.has_open_chunk() || now_ns - chunk_begun_ns_ < kChunkAgeNs) return;
  writer.close_chunk();
  if (writer.has_failed()) stop(file_->fault());
}

void Recorder::stop(const std::string& reason) {
  has_stopped_.store(true);
  turns_.fetch_add(1);
  turns_.notify_all();
  const std::string place = file_ ? file_->path() : options_.directory;
  files::print_line("triad: the recording of this federate has ended, the federate goes on: " +
                    place + ": " + reason);
}

}  // namespace triad::recording
