// See connect_any.hpp.
#include "transport/tcp/connect_any.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "transport/posix/poll.hpp"
#include "transport/tcp/address_race.hpp"

namespace triad::transport {

namespace {

// Returns whether the socket is connected to itself. A connect to a free port of this host may use
// that very port as its source port: the kernel's range includes the default port.
bool is_connected_to_itself(int socket) {
  const SocketAddress local = local_address(socket);
  const SocketAddress peer = peer_address(socket);
  return local.length == peer.length && local.length > 0 &&
         std::memcmp(&local.storage, &peer.storage, local.length) == 0;
}

class Attempts {
 public:
  Attempts(std::vector<SocketAddress> addresses, Clock::time_point deadline)
      : addresses_(std::move(addresses)),
        deadline_(deadline),
        sockets_(addresses_.size()),
        problems_(addresses_.size()),
        race_(addresses_.size(), Clock::now(), deadline) {}

  Result<ConnectedSocket> run() {
    for (;;) {
      const Clock::time_point now = Clock::now();
      while (const auto address = race_.next_address(now)) start(*address);
      if (!winner_) wait();
      if (winner_) {
        return ConnectedSocket{std::move(sockets_[*winner_]), text_of(*winner_)};
      }
      if (race_.has_failed() || now >= deadline_) return failure();
    }
  }

 private:
  void start(std::size_t address) {
    SocketAddress& to = addresses_[address];
    UniqueFd& socket = sockets_[address];
    socket.reset(
        ::socket(to.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP));
    if (!socket.valid()) {
      return fail(address, system_error("no socket for " + text_of(address), errno));
    }
    if (::connect(socket.get(), to.get(), to.length) == 0) return end(address, 0);
    if (errno != EINPROGRESS && errno != EINTR) end(address, errno);
  }

  void end(std::size_t address, int error_number) {
    if (error_number == 0 && is_connected_to_itself(sockets_[address].get())) {
      error_number = ECONNREFUSED;
    }
    if (error_number != 0) return fail(address, system_error(text_of(address), error_number));
    if (!winner_) winner_ = address;
  }

  void fail(std::size_t address, Error problem) {
    sockets_[address].reset();
    const bool refused = problem.code == Error::Code::refused;
    problems_[address] = std::move(problem);
    race_.record_failure(address, refused, Clock::now());
  }

  // Waits until an attempt ends or another one is due.
  void wait() {
    std::vector<pollfd> pending;
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < sockets_.size(); ++i) {
      if (!sockets_[i].valid()) continue;
      pending.push_back({sockets_[i].get(), POLLOUT, 0});
      which.push_back(i);
    }
    if (pending.empty()) return;
    const timespec left = time_left(race_.next_start());
    if (::ppoll(pending.data(), pending.size(), &left, nullptr) <= 0) return;
    for (std::size_t i = 0; i < pending.size(); ++i) {
      if (pending[i].revents == 0) continue;
      int error_number = 0;
      socklen_t size = sizeof error_number;
      ::getsockopt(pending[i].fd, SOL_SOCKET, SO_ERROR, &error_number, &size);
      end(which[i], error_number);
    }
  }

  // Combines the errors of all addresses. An address that refused may get a listener later, so its
  // code has priority over other failures except timeouts.
  Error failure() {
    Error all = error(Error::Code::timed_out, "");
    std::optional<Error::Code> code;
    for (std::size_t i = 0; i < addresses_.size(); ++i) {
      if (problems_[i].text.empty()) {
        problems_[i] = error(Error::Code::timed_out, text_of(i) + ": no answer");
      }
      const auto rank = [](Error::Code one) {
        return one == Error::Code::timed_out ? 2 : one == Error::Code::refused ? 1 : 0;
      };
      if (!code || rank(problems_[i].code) > rank(*code)) code = problems_[i].code;
      all.text += (all.text.empty() ? "" : "; ") + problems_[i].text;
    }
    all.code = code.value_or(Error::Code::unknown_host);
    return all;
  }

  std::string text_of(std::size_t address) {
    return to_string(addresses_[address].get(), addresses_[address].length);
  }

  std::vector<SocketAddress> addresses_;
  const Clock::time_point deadline_;
  std::vector<UniqueFd> sockets_;  // valid: pending, or connected
  std::vector<Error> problems_;
  AddressRace race_;
  std::optional<std::size_t> winner_;
};

}  // namespace

std::vector<SocketAddress> interleave_families(std::vector<SocketAddress> addresses) {
  if (addresses.empty()) return addresses;
  const auto family = addresses.front().storage.ss_family;
  const auto others = std::stable_partition(
      addresses.begin(), addresses.end(),
      [&](const SocketAddress& one) { return one.storage.ss_family == family; });
  std::vector<SocketAddress> mixed;
  auto first = addresses.begin();
  auto second = others;
  while (first != others || second != addresses.end()) {
    if (first != others) mixed.push_back(*first++);
    if (second != addresses.end()) mixed.push_back(*second++);
  }
  return mixed;
}

Result<ConnectedSocket> connect_to_any(std::vector<SocketAddress> addresses,
                                       Clock::time_point deadline) {
  if (addresses.size() > kAddressesMax) addresses.resize(kAddressesMax);
  return Attempts(std::move(addresses), deadline).run();
}

Result<ConnectedSocket> connect_to_host(const Url& url, Clock::time_point deadline) {
  if (url.host.empty() || url.port == 0) {
    return error(Error::Code::bad_url, "a host and a port are needed to connect");
  }
  const Result<std::vector<SocketAddress>> addresses =
      resolve(url.host, url.port, Purpose::connect);
  if (!addresses) return addresses.error();
  return connect_to_any(interleave_families(*addresses), deadline);
}

}  // namespace triad::transport
