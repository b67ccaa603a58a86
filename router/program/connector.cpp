#include "router/program/connector.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "transport/tls/tls.hpp"

namespace triad::router {

namespace {

// An abandoned attempt may be in a TLS handshake when the program ends.
[[maybe_unused]] const bool kIsTlsKept = transport::keep_tls_until_exit();

// An exception would end the program, because it would leave a thread.
transport::Result<std::unique_ptr<transport::Link>> connect_without_exception(
    const transport::Url& url, transport::Duration timeout, const transport::LinkOptions& options) {
  try {
    return transport::connect(url, timeout, options);
  } catch (const std::exception& fault) {
    return transport::Error{transport::Error::Code::no_room, fault.what()};
  }
}

}  // namespace

// State of one attempt. Shared by the loop's thread and the attempt's thread; the last owner
// destroys it.
struct Connector::Attempt {
  explicit Attempt(Done on_done) : done(std::move(on_done)) {}
  ~Attempt() {
    if (ready_fd >= 0) ::close(ready_fd);
  }
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;

  const Done done;
  const int ready_fd = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  std::mutex mutex;
  std::optional<transport::Result<std::unique_ptr<transport::Link>>> result;  // under mutex
};

void Connector::connect(const transport::Url& url, transport::Duration timeout,
                        const transport::LinkOptions& options, Done done) {
  auto attempt = std::make_shared<Attempt>(std::move(done));
  if (attempt->ready_fd < 0) {
    return attempt->done(
        transport::Error{transport::Error::Code::no_room,
                         "cannot make an eventfd: " + std::generic_category().message(errno)});
  }
  attempt_ = attempt;
  loop_.add_descriptor(attempt->ready_fd, [this, attempt] {
    forget();
    std::unique_lock lock(attempt->mutex);
    auto result = std::move(*attempt->result);
    lock.unlock();
    attempt->done(std::move(result));
  });
  try {
    std::thread([attempt, url, timeout, options] {
      auto result = connect_without_exception(url, timeout, options);
      const std::lock_guard lock(attempt->mutex);
      attempt->result.emplace(std::move(result));
      const std::uint64_t one = 1;
      [[maybe_unused]] const auto written = ::write(attempt->ready_fd, &one, sizeof one);
    }).detach();
  } catch (const std::exception& fault) {
    forget();
    attempt->done(transport::Error{transport::Error::Code::no_room,
                                   "cannot start a thread: " + std::string(fault.what())});
  }
}

void Connector::forget() {
  if (attempt_ == nullptr) return;
  loop_.remove_descriptor(attempt_->ready_fd);
  attempt_.reset();
}

}  // namespace triad::router
