// See memory_link.hpp.
#include "transport/memory/memory_link.hpp"

#include <sys/eventfd.h>

#include <cerrno>
#include <deque>
#include <map>
#include <mutex>

#include "transport/posix/bell.hpp"
#include "transport/posix/own_principal.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/shm/ring_link.hpp"

namespace triad::transport {

namespace {

UniqueFd make_doorbell() {
  return UniqueFd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
}

// Queue into which connecting threads put the listener's ends of new links.
class AcceptQueue {
 public:
  AcceptQueue(UniqueFd doorbell, const LinkOptions& link_options)
      : options(link_options), doorbell_(std::move(doorbell)) {}

  bool push(std::unique_ptr<Link> link) {
    const std::lock_guard lock(mutex_);
    if (is_closed_) return false;
    waiting_.push_back(std::move(link));
    ::eventfd_write(doorbell_.get(), 1);
    return true;
  }
  std::unique_ptr<Link> pop() {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) {
      eventfd_t rings = 0;
      ::eventfd_read(doorbell_.get(), &rings);
      return nullptr;
    }
    std::unique_ptr<Link> link = std::move(waiting_.front());
    waiting_.pop_front();
    return link;
  }
  void close() {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    waiting_.clear();
  }
  [[nodiscard]] int descriptor() const { return doorbell_.get(); }

  const LinkOptions options;

 private:
  const UniqueFd doorbell_;
  std::mutex mutex_;
  std::deque<std::unique_ptr<Link>> waiting_;  // guarded by mutex_
  bool is_closed_ = false;                     // guarded by mutex_
};

// The listeners of this process, by name. Never destroyed, because threads may outlive main().
struct Directory {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<AcceptQueue>> accept_queues;  // guarded by mutex
};
Directory& directory() {
  static auto* const the_directory = new Directory;
  return *the_directory;
}

class MemoryListener final : public Listener {
 public:
  MemoryListener(std::string name, std::string url, std::shared_ptr<AcceptQueue> accept_queue)
      : name_(std::move(name)), url_(std::move(url)), accept_queue_(std::move(accept_queue)) {}
  ~MemoryListener() override {
    {
      const std::lock_guard lock(directory().mutex);
      directory().accept_queues.erase(name_);
    }
    accept_queue_->close();
  }

  Result<std::unique_ptr<Link>> accept() override { return accept_queue_->pop(); }
  [[nodiscard]] int descriptor() const override { return accept_queue_->descriptor(); }
  [[nodiscard]] const std::string& url() const override { return url_; }

 private:
  const std::string name_;
  const std::string url_;
  const std::shared_ptr<AcceptQueue> accept_queue_;
};

// Makes a pair. The first end's options set the ring size; each end's own options set its frame
// limits.
Result<MemoryPair> make_pair(const LinkOptions& first_options, const LinkOptions& second_options,
                             const std::string& name) {
  Result<std::shared_ptr<Segment>> segment = Segment::create_private(first_options.ring_bytes);
  if (!segment) return segment.error();
  Result<BellPair> bell = make_bell();
  if (!bell) return bell.error();
  const std::string peer = "memory " + name;
  Result<std::unique_ptr<Link>> creator = RingLink::create(
      *segment, RingSide::creator, {std::move(bell->one), UniqueFd()}, peer, first_options);
  if (!creator) return creator.error();
  Result<std::unique_ptr<Link>> opener = RingLink::create(
      *segment, RingSide::opener, {std::move(bell->other), UniqueFd()}, peer, second_options);
  if (!opener) return opener.error();
  return MemoryPair{std::move(*creator), std::move(*opener)};
}

}  // namespace

Result<MemoryPair> make_memory_pair(const LinkOptions& options, const std::string& name) {
  return make_pair(options, options, name);
}

Result<std::unique_ptr<Link>> memory_connect(const Url& url, const LinkOptions& options) {
  std::shared_ptr<AcceptQueue> accept_queue;
  {
    const std::lock_guard lock(directory().mutex);
    const auto found = directory().accept_queues.find(url.name);
    if (found != directory().accept_queues.end()) accept_queue = found->second;
  }
  const Error refused = error(Error::Code::refused, "this process has no such listener");
  if (accept_queue == nullptr) return refused;
  Result<MemoryPair> pair = make_pair(accept_queue->options, options, url.name);
  if (!pair) return pair.error();
  pair->first->set_principal(own_principal());
  if (!accept_queue->push(std::move(pair->first))) return refused;
  return std::move(pair->second);
}

Result<std::unique_ptr<Listener>> memory_listen(const Url& url, const LinkOptions& options) {
  UniqueFd doorbell = make_doorbell();
  if (!doorbell.valid()) return system_error("no descriptor for a listener", errno);
  auto accept_queue = std::make_shared<AcceptQueue>(std::move(doorbell), options);
  const std::lock_guard lock(directory().mutex);
  if (!directory().accept_queues.emplace(url.name, accept_queue).second) {
    return error(Error::Code::in_use, "another listener of this process has that name");
  }
  return std::unique_ptr<Listener>(
      std::make_unique<MemoryListener>(url.name, to_string(url), std::move(accept_queue)));
}

}  // namespace triad::transport
