// The limit for time advances through a relay, such as the RTIG. Each process reports its round to
// the relay and sleeps; when all have reported, the relay lets all continue. Over sockets, and by
// words in shared memory.
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "benchmarks/limits/futex.hpp"
#include "benchmarks/limits/processes.hpp"
#include "benchmarks/limits/route.hpp"
#include "benchmarks/limits/shared_memory.hpp"
#include "benchmarks/limits/singles.hpp"
#include "benchmarks/limits/socket_pairs.hpp"

namespace triad::limits {

namespace {

using Clock = std::chrono::steady_clock;
using Message = std::array<std::byte, 64>;  // About the size of a promise.

void send(int socket) {
  const Message message{};
  if (::send(socket, message.data(), message.size(), MSG_NOSIGNAL) != sizeof message) {
    exit_with_error("a socket broke");
  }
}

void receive(int socket) {
  Message message;
  if (::recv(socket, message.data(), message.size(), MSG_WAITALL) != sizeof message) {
    exit_with_error("a socket ended");
  }
}

class Relay {
 public:
  Relay() : epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
    if (epoll_ < 0) exit_with_error("no epoll descriptor");
  }
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;
  ~Relay() {
    for (const int socket : sockets_) ::close(socket);
    ::close(epoll_);
  }

  void add(int socket) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = socket;
    if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, socket, &event) != 0)
      exit_with_error("epoll takes no socket");
    sockets_.push_back(socket);
  }
  void let_all_pass() {
    for (std::size_t heard = 0; heard < sockets_.size();) heard += receive_some();
    for (const int socket : sockets_) send(socket);
  }

 private:
  std::size_t receive_some() {
    std::array<epoll_event, 256> events;
    const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), -1);
    for (int i = 0; i < count; ++i) receive(events[static_cast<std::size_t>(i)].data.fd);
    return static_cast<std::size_t>(count < 0 ? 0 : count);
  }

  const int epoll_;
  std::vector<int> sockets_;
};

double rounds_per_second(std::uint32_t processes, std::array<int, 2> (*make_pair)(),
                         std::size_t rounds) {
  const std::size_t warm_up = rounds / 10 + 1;
  Relay relay;
  Children others;
  for (std::uint32_t i = 0; i < processes; ++i) {
    const std::array<int, 2> ends = make_pair();
    others.start([&] {
      for (std::size_t round = 0; round < warm_up + rounds; ++round) {
        send(ends[1]);
        receive(ends[1]);
      }
    });
    ::close(ends[1]);
    relay.add(ends[0]);
  }
  for (std::size_t round = 0; round < warm_up; ++round) relay.let_all_pass();
  const Clock::time_point begin = Clock::now();
  for (std::size_t round = 0; round < rounds; ++round) relay.let_all_pass();
  const std::chrono::duration<double> taken = Clock::now() - begin;
  others.join();
  return static_cast<double>(rounds) / taken.count();
}

// State of the variant in shared memory: each process has a word for its round. One more word, on
// which all sleep, lets them continue.
struct Words {
  struct alignas(64) Word {
    std::atomic<std::uint32_t> round{0};
  };
  std::array<Word, 128> process_rounds;
  alignas(64) std::atomic<std::uint32_t> relay_sleeps{0};
  alignas(64) std::atomic<std::uint32_t> round{0};
};

void report_and_wait(Words& words, std::uint32_t self, std::uint32_t round) {
  words.process_rounds[self].round.store(round, std::memory_order_seq_cst);
  if (words.relay_sleeps.load(std::memory_order_seq_cst) != 0 &&
      words.relay_sleeps.exchange(0, std::memory_order_seq_cst) != 0) {
    futex_wake(words.relay_sleeps, 1);
  }
  while (words.round.load(std::memory_order_acquire) != round) futex_wait(words.round, round - 1);
}

bool have_all_reported(const Words& words, std::uint32_t processes, std::uint32_t round) {
  for (std::uint32_t i = 0; i < processes; ++i) {
    if (words.process_rounds[i].round.load(std::memory_order_seq_cst) != round) return false;
  }
  return true;
}

void let_all_pass(Words& words, std::uint32_t processes, std::uint32_t round) {
  while (!have_all_reported(words, processes, round)) {
    words.relay_sleeps.store(1, std::memory_order_seq_cst);
    if (have_all_reported(words, processes, round)) break;
    futex_wait(words.relay_sleeps, 1);
  }
  words.relay_sleeps.store(0, std::memory_order_seq_cst);
  words.round.store(round, std::memory_order_release);
  futex_wake(words.round, INT_MAX);
}

double rounds_per_second(std::uint32_t processes, std::size_t rounds) {
  const Memory<Words> words;
  const auto warm_up = static_cast<std::uint32_t>(rounds / 10 + 1);
  const auto last = warm_up + static_cast<std::uint32_t>(rounds);
  Children others;
  for (std::uint32_t self = 0; self < processes; ++self) {
    others.start([&, self] {
      for (std::uint32_t round = 1; round <= last; ++round) report_and_wait(*words, self, round);
    });
  }
  for (std::uint32_t round = 1; round <= warm_up; ++round) let_all_pass(*words, processes, round);
  const Clock::time_point begin = Clock::now();
  for (std::uint32_t round = warm_up + 1; round <= last; ++round) {
    let_all_pass(*words, processes, round);
  }
  const std::chrono::duration<double> taken = Clock::now() - begin;
  others.join();
  return static_cast<double>(rounds) / taken.count();
}

}  // namespace

void add_relayed_barriers(std::vector<Single>& singles) {
  const auto add = [&](const char* name, std::array<int, 2> (*make_pair)()) {
    for (const std::uint32_t processes : {8U, 16U, 32U, 64U, 128U}) {
      singles.push_back(
          {name + std::to_string(processes), Unit::rounds_per_s,
           [=](std::size_t rounds) { return rounds_per_second(processes, make_pair, rounds); }});
    }
  };
  for (const std::uint32_t processes : {8U, 16U, 32U, 64U, 128U}) {
    singles.push_back({"barrier-words-" + std::to_string(processes), Unit::rounds_per_s,
                       [=](std::size_t rounds) { return rounds_per_second(processes, rounds); }});
  }
  add("barrier-unix-", unix_pair);
  add("barrier-tcp-", tcp_pair);
}

}  // namespace triad::limits
