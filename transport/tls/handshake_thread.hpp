// HandshakeThread: accepts the peers of a TLS listener and makes their handshakes in a thread of
// its own, so that the loop of the listener's program forwards meanwhile. The program takes the
// results.
#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "transport/link_options.hpp"
#include "transport/posix/spare_fd.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/tls/handshake_limits.hpp"
#include "transport/tls/tls_session.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

struct TlsPeer {
  UniqueFd socket;
  std::string address;  // with its port
  std::unique_ptr<TlsSession> session;
};

struct HandshakePolicy {
  Duration timeout = std::chrono::seconds(10);  // of each handshake
  std::size_t pending_max = 1024;               // unfinished handshakes
  // With this many unfinished ones, peers are accepted only when one has ended, or after a pause.
  std::size_t pending_usual = 128;
};

class HandshakeThread {
 public:
  // Takes over a listening, non-blocking socket.
  static Result<std::unique_ptr<HandshakeThread>> start(UniqueFd listening,
                                                        std::shared_ptr<TlsIdentity> identity,
                                                        const HandshakePolicy& policy = {});
  // Ends the thread and the unfinished handshakes.
  ~HandshakeThread();

  // Returns the next peer, nothing if there is none, or an error about a peer that was turned away.
  [[nodiscard]] Result<std::optional<TlsPeer>> take_peer();
  // Returns a descriptor that is readable while take_peer() has something to return.
  [[nodiscard]] int descriptor() const { return ready_.get(); }
  [[nodiscard]] int listening_socket() const { return listening_.get(); }

 private:
  struct Pending {
    TlsPeer peer;
    Clock::time_point deadline;
    bool has_output = false;  // the kernel took less than the handshake has to send
  };

  HandshakeThread(UniqueFd listening, std::shared_ptr<TlsIdentity> identity,
                  const HandshakePolicy& policy, UniqueFd ready, UniqueFd stop);
  void run();
  void wait();
  void accept_peers();
  [[nodiscard]] bool may_accept();
  void begin(UniqueFd socket, std::string address);
  // Returns true if the handshake has ended.
  bool advance(Pending& pending);
  bool receive_input(Pending& pending, bool& has_ended);
  bool send_output(Pending& pending);
  void end(Pending& pending, const std::string& reason);
  void drop_late();
  void report(const std::string& text);
  void hand_over(Result<TlsPeer> result);
  static TokenBucket::Time now();

  const UniqueFd listening_;
  const std::shared_ptr<TlsIdentity> identity_;
  const HandshakePolicy policy_;
  const UniqueFd ready_;  // eventfd: there is a result
  const UniqueFd stop_;   // eventfd: the thread shall end

  // --- Of the thread
  SpareFd spare_;
  std::deque<Pending> pending_;  // in the order of their deadlines
  HandshakeLimits limits_;
  RefusalLines lines_;
  Clock::time_point last_end_{};  // when a handshake ended
  bool is_listener_ready_ = false;

  std::mutex mutex_;
  std::deque<Result<TlsPeer>> results_;  // under mutex_
  std::atomic<bool> is_stopping_{false};
  std::thread thread_;
};

}  // namespace triad::transport
