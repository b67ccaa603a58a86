#include "transport/memory/memory.hpp"

#include <sys/eventfd.h>

#include <condition_variable>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <vector>

#include "transport/descriptor.hpp"

namespace triad::transport {

namespace {

// One direction. The doorbell is readable while frames, or the end, wait to be taken.
struct Channel {
  Channel() : doorbell(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

  std::mutex mutex;
  std::vector<std::byte> frames;  // u32 length and bytes, one after another
  bool ended = false;
  Descriptor doorbell;

  void ring() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(doorbell.get(), &one, sizeof one);
  }
  void silence() const {
    std::uint64_t count;
    [[maybe_unused]] const auto read = ::read(doorbell.get(), &count, sizeof count);
  }
};

class MemoryLink final : public Link {
 public:
  MemoryLink(std::shared_ptr<Channel> in, std::shared_ptr<Channel> out, std::string name)
      : in_(std::move(in)), out_(std::move(out)), name_(std::move(name)) {}
  ~MemoryLink() override { close(); }

  void send(std::span<const Bytes> parts) override {
    if (!open_) return;
    std::uint32_t length = 0;
    for (const Bytes part : parts) length += static_cast<std::uint32_t>(part.size());
    const auto* raw = reinterpret_cast<const std::byte*>(&length);
    unsent_.insert(unsent_.end(), raw, raw + sizeof length);
    for (const Bytes part : parts) unsent_.insert(unsent_.end(), part.begin(), part.end());
  }

  void flush() override {
    if (unsent_.empty()) return;
    {
      const std::lock_guard lock(out_->mutex);
      out_->frames.insert(out_->frames.end(), unsent_.begin(), unsent_.end());
    }
    unsent_.clear();
    out_->ring();
  }

  std::size_t receive(FrameSink& sink, std::size_t frames_max) override {
    std::size_t frames = 0;
    while (open_ && frames < frames_max) {
      if (at_ == received_.size() && !take()) break;
      std::uint32_t length;
      std::memcpy(&length, received_.data() + at_, sizeof length);
      const Bytes frame(received_.data() + at_ + sizeof length, length);
      at_ += sizeof length + length;
      ++frames;
      sink.on_frame(frame);
    }
    return frames;
  }

  std::size_t queued_bytes() const override { return unsent_.size(); }
  bool is_open() const override { return open_; }
  const Error& close_reason() const override { return close_reason_; }

  void close() override {
    if (closed_here_) return;
    flush();
    closed_here_ = true;
    for (const auto& channel : {in_, out_}) {
      {
        const std::lock_guard lock(channel->mutex);
        channel->ended = true;
      }
      channel->ring();
    }
    if (open_) close_reason_ = {Error::Code::closed, "closed here"};
    open_ = false;
  }

  int descriptor() const override { return in_->doorbell.get(); }
  bool wants_write() const override { return false; }
  bool prepare_wait() override { return open_ && !frames_wait(); }
  bool frames_wait() const override { return at_ != received_.size(); }
  void finish_wait() override {}
  std::string peer() const override { return "memory " + name_; }

 private:
  // Takes all that is in the channel. False: nothing; the link may have ended by that.
  bool take() {
    received_.clear();
    at_ = 0;
    in_->silence();
    const std::lock_guard lock(in_->mutex);
    received_.swap(in_->frames);
    if (received_.empty() && in_->ended) {
      open_ = false;
      close_reason_ = {Error::Code::closed, "the peer closed the link"};
    }
    return !received_.empty();
  }

  const std::shared_ptr<Channel> in_;
  const std::shared_ptr<Channel> out_;
  const std::string name_;
  bool open_ = true;
  bool closed_here_ = false;
  Error close_reason_;
  std::vector<std::byte> unsent_;
  std::vector<std::byte> received_;
  std::size_t at_ = 0;
};

// Peers that have connected and not yet been accepted.
struct Backlog {
  Backlog() : doorbell(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC | EFD_SEMAPHORE)) {}
  std::mutex mutex;
  std::deque<std::unique_ptr<Link>> waiting;
  Descriptor doorbell;
};

// The process's names. The one mutable global of the folder: a name has to mean the same to all threads.
struct Names {
  std::mutex mutex;
  std::condition_variable appeared;
  std::map<std::string, std::weak_ptr<Backlog>> backlogs;
};

Names& names() {
  static Names all;
  return all;
}

class MemoryListener final : public Listener {
 public:
  MemoryListener(std::shared_ptr<Backlog> backlog, Url url)
      : backlog_(std::move(backlog)), url_(std::move(url)) {}
  ~MemoryListener() override {
    const std::lock_guard lock(names().mutex);
    names().backlogs.erase(url_.name);
  }

  Result<std::unique_ptr<Link>> accept() override {
    const std::lock_guard lock(backlog_->mutex);
    if (backlog_->waiting.empty()) return std::unique_ptr<Link>();
    std::uint64_t count;
    [[maybe_unused]] const auto read = ::read(backlog_->doorbell.get(), &count, sizeof count);
    auto link = std::move(backlog_->waiting.front());
    backlog_->waiting.pop_front();
    return link;
  }
  int descriptor() const override { return backlog_->doorbell.get(); }
  std::string url() const override { return url_.text(); }

 private:
  const std::shared_ptr<Backlog> backlog_;
  const Url url_;
};

}  // namespace

std::pair<std::unique_ptr<Link>, std::unique_ptr<Link>> make_memory_pair(std::string name) {
  auto up = std::make_shared<Channel>();
  auto down = std::make_shared<Channel>();
  return {std::make_unique<MemoryLink>(down, up, name), std::make_unique<MemoryLink>(up, down, name)};
}

Result<std::unique_ptr<Link>> connect_memory(const Url& url, Duration timeout) {
  Names& all = names();
  std::unique_lock lock(all.mutex);
  std::shared_ptr<Backlog> backlog;
  all.appeared.wait_for(lock, timeout, [&] {
    const auto at = all.backlogs.find(url.name);
    if (at != all.backlogs.end()) backlog = at->second.lock();
    return backlog != nullptr;
  });
  if (backlog == nullptr) {
    return Error{Error::Code::unreachable,
                 "nobody listens on " + url.text() + " in this process"};
  }
  auto [mine, theirs] = make_memory_pair(url.name);
  {
    const std::lock_guard backlog_lock(backlog->mutex);
    backlog->waiting.push_back(std::move(theirs));
  }
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(backlog->doorbell.get(), &one, sizeof one);
  return std::move(mine);
}

Result<std::unique_ptr<Listener>> listen_memory(const Url& url) {
  Names& all = names();
  const std::lock_guard lock(all.mutex);
  auto& entry = all.backlogs[url.name];
  if (entry.lock() != nullptr) {
    return Error{Error::Code::in_use, "somebody listens on " + url.text() + " already"};
  }
  auto backlog = std::make_shared<Backlog>();
  entry = backlog;
  all.appeared.notify_all();
  return std::unique_ptr<Listener>(std::make_unique<MemoryListener>(std::move(backlog), url));
}

}  // namespace triad::transport
