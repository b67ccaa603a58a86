// See handshake_thread.hpp.
#include "transport/tls/handshake_thread.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

#include "transport/posix/poll.hpp"
#include "transport/tcp/address.hpp"

namespace triad::transport {

namespace {

constexpr int kAcceptedPerRound = 16;
constexpr std::size_t kResultsMax = 1024;
// Pause after which peers are accepted although no handshake ends.
constexpr Duration kPause = std::chrono::milliseconds(50);

void signal_event(int descriptor) {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(descriptor, &one, sizeof one);
}

void clear_event(int descriptor) {
  std::uint64_t count = 0;
  [[maybe_unused]] const auto taken = ::read(descriptor, &count, sizeof count);
}

}  // namespace

Result<std::unique_ptr<HandshakeThread>> HandshakeThread::start(
    UniqueFd listening, std::shared_ptr<TlsIdentity> identity, const HandshakePolicy& policy) {
  UniqueFd ready(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
  UniqueFd stop(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
  if (!ready.valid() || !stop.valid()) return system_error("cannot make an eventfd", errno);
  std::unique_ptr<HandshakeThread> made(new HandshakeThread(
      std::move(listening), std::move(identity), policy, std::move(ready), std::move(stop)));
  // The signals of the program are for its main thread.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  std::optional<Error> problem;
  try {
    made->thread_ = std::thread([raw = made.get()] { raw->run(); });
  } catch (const std::system_error& refused) {
    problem = system_error("cannot start a thread for TLS handshakes", refused.code().value());
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (problem) return *problem;
  return made;
}

HandshakeThread::HandshakeThread(UniqueFd listening, std::shared_ptr<TlsIdentity> identity,
                                 const HandshakePolicy& policy, UniqueFd ready, UniqueFd stop)
    : listening_(std::move(listening)),
      identity_(std::move(identity)),
      policy_(policy),
      ready_(std::move(ready)),
      stop_(std::move(stop)) {}

HandshakeThread::~HandshakeThread() {
  if (!thread_.joinable()) return;
  is_stopping_ = true;
  signal_event(stop_.get());
  thread_.join();
}

Result<std::optional<TlsPeer>> HandshakeThread::take_peer() {
  const std::lock_guard lock(mutex_);
  if (results_.empty()) {
    clear_event(ready_.get());
    return std::optional<TlsPeer>();
  }
  Result<TlsPeer> result = std::move(results_.front());
  results_.pop_front();
  if (!result) return result.error();
  return std::optional<TlsPeer>(std::move(*result));
}

// --- The thread

TokenBucket::Time HandshakeThread::now() {
  return std::chrono::duration_cast<TokenBucket::Time>(Clock::now().time_since_epoch());
}

void HandshakeThread::run() {
  while (!is_stopping_) {
    try {
      wait();
      drop_late();
      if (is_listener_ready_) accept_peers();
    } catch (const std::bad_alloc&) {
      pending_.clear();  // the peers may connect again
    }
  }
}

bool HandshakeThread::may_accept() {
  {
    const std::lock_guard lock(mutex_);
    if (results_.size() >= kResultsMax) return false;
  }
  return pending_.size() < policy_.pending_usual || Clock::now() - last_end_ >= kPause;
}

// Waits for peers, and continues the handshakes that have input.
void HandshakeThread::wait() {
  const bool accepts = may_accept();
  std::vector<pollfd> entries{{stop_.get(), POLLIN, 0},
                              {listening_.get(), static_cast<short>(accepts ? POLLIN : 0), 0}};
  Clock::time_point until = Clock::now() + std::chrono::hours(1);
  if (!pending_.empty()) until = std::min(until, pending_.front().deadline);
  if (!accepts) until = std::min(until, Clock::now() + kPause);
  for (const Pending& one : pending_) {
    entries.push_back(
        {one.peer.socket.get(), static_cast<short>(one.has_output ? POLLIN | POLLOUT : POLLIN), 0});
  }
  const timespec left = time_left(until);
  const int ready = ::ppoll(entries.data(), entries.size(), &left, nullptr);
  is_listener_ready_ = ready > 0 && entries[1].revents != 0;
  if (ready <= 0 || is_stopping_) return;
  std::deque<Pending> unfinished;
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    if (entries[i + 2].revents == 0 || !advance(pending_[i])) {
      unfinished.push_back(std::move(pending_[i]));
    }
  }
  pending_ = std::move(unfinished);
}

void HandshakeThread::accept_peers() {
  for (int i = 0; i < kAcceptedPerRound; ++i) {
    SocketAddress from;
    Result<UniqueFd> socket = accept_or_refuse(listening_.get(), spare_, from.get(), &from.length);
    if (!socket) return hand_over(socket.error());
    if (!socket->valid()) return;
    begin(std::move(*socket), to_string(from.get(), from.length));
  }
}

void HandshakeThread::begin(UniqueFd socket, std::string address) {
  if (!limits_.begin(network_of(address), now())) {
    return report("turned away " + address + ": its host has too many unfinished TLS handshakes");
  }
  if (pending_.size() >= policy_.pending_max) {
    end(pending_.front(), "too many TLS handshakes are unfinished, and this is the oldest");
    pending_.pop_front();
  }
  auto session = TlsSession::make_server(identity_->contexts());
  if (!session) return hand_over(session.error());
  socket.close_in_children();
  pending_.push_back({{std::move(socket), std::move(address), std::move(*session)},
                      Clock::now() + policy_.timeout});
}

bool HandshakeThread::advance(Pending& pending) {
  for (;;) {
    bool has_ended = false;
    const bool has_input = receive_input(pending, has_ended);
    const TlsSession::Handshake progress = pending.peer.session->proceed();
    const bool is_sent = send_output(pending);
    switch (progress) {
      case TlsSession::Handshake::failed:
        end(pending, pending.peer.session->fault().text);
        return true;
      case TlsSession::Handshake::done:
        // The link sends the rest of the output.
        last_end_ = Clock::now();
        limits_.record_success(network_of(pending.peer.address));
        pending.peer.session->start_stream();
        hand_over(std::move(pending.peer));
        return true;
      case TlsSession::Handshake::needs_input:
        break;
    }
    if (has_ended || !is_sent) {
      end(pending, "it closed the connection during the TLS handshake");
      return true;
    }
    if (!has_input) return false;
  }
}

bool HandshakeThread::receive_input(Pending& pending, bool& has_ended) {
  const std::span<std::byte> space = pending.peer.session->space();
  const ssize_t received =
      ::recv(pending.peer.socket.get(), space.data(), space.size(), MSG_DONTWAIT);
  if (received > 0) {
    pending.peer.session->commit(static_cast<std::size_t>(received));
    return true;
  }
  const bool is_later = received < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
  has_ended = !is_later;
  return false;
}

// Returns false if the connection is broken.
bool HandshakeThread::send_output(Pending& pending) {
  TlsSession& session = *pending.peer.session;
  while (!session.unsent().empty()) {
    const ssize_t sent = ::send(pending.peer.socket.get(), session.unsent().data(),
                                session.unsent().size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      session.consume(static_cast<std::size_t>(sent));
      continue;
    }
    if (errno == EINTR) continue;
    pending.has_output = errno == EAGAIN || errno == EWOULDBLOCK;
    return pending.has_output;
  }
  pending.has_output = false;
  return true;
}

// Closing a socket with unread input would reset the connection, and the peer would not get the
// alert that says why.
void HandshakeThread::end(Pending& pending, const std::string& reason) {
  last_end_ = Clock::now();
  const int socket = pending.peer.socket.get();
  ::shutdown(socket, SHUT_WR);
  std::array<std::byte, 4096> dropped;
  for (int i = 0; i < 16; ++i) {
    if (::recv(socket, dropped.data(), dropped.size(), MSG_DONTWAIT) <= 0) break;
  }
  pending.peer.socket.reset();
  report("turned away " + pending.peer.address + ": " + reason);
}

void HandshakeThread::drop_late() {
  while (!pending_.empty() && pending_.front().deadline <= Clock::now()) {
    end(pending_.front(), "it did not finish the TLS handshake in time");
    pending_.pop_front();
  }
}

void HandshakeThread::report(const std::string& text) {
  std::string line = lines_.admit(text, now());
  if (!line.empty()) hand_over(error(Error::Code::turned_away, std::move(line)));
}

void HandshakeThread::hand_over(Result<TlsPeer> result) {
  const std::lock_guard lock(mutex_);
  results_.push_back(std::move(result));
  signal_event(ready_.get());
}

}  // namespace triad::transport
