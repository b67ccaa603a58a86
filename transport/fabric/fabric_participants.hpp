// A coordinator and two other participants of a fabric in one process, over real shared memory and
// doorbells. Fixture of the tests of Fabric.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "transport/fabric/fabric.hpp"

namespace triad::transport {

inline constexpr std::size_t kLog = kOutboxBytesMin;

// A participant, with shorthands to send and receive texts.
struct Someone {
  std::unique_ptr<Fabric> fabric;
  ParticipantId id = 0;
  Slot slot = 0;

  void send(const std::string& text) { fabric->send(std::as_bytes(std::span(text))); }
  std::optional<std::string> take(const Someone& from) {
    const auto bytes = fabric->next(from.id);
    if (!bytes) return std::nullopt;
    std::string text(bytes->size(), '\0');
    if (!text.empty()) std::memcpy(text.data(), bytes->data(), bytes->size());
    fabric->pop(from.id);
    return text;
  }
  // Takes all messages, and returns their number.
  std::size_t take_all(const Someone& from) {
    std::size_t count = 0;
    while (take(from)) ++count;
    fabric->release();
    return count;
  }
  bool rung() const {
    pollfd asked{fabric->descriptor(), POLLIN, 0};
    return ::poll(&asked, 1, 0) == 1;
  }
};

inline Someone someone(ParticipantId id, Slot slot, ParticipantId coordinator,
                       std::size_t message_max = 4 << 20) {
  Someone made{Fabric::create({kLog, message_max}).value(), id, slot};
  made.fabric->begin(id, slot, coordinator);
  return made;
}

inline UniqueFd duplicate(const UniqueFd& descriptor) {
  return UniqueFd(::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, 0));
}
inline FabricEndpoint endpoint(const Someone& of) {
  return {duplicate(of.fabric->endpoint().memory), duplicate(of.fabric->endpoint().doorbell)};
}
inline void attach(Someone& to, const Someone& other, std::uint64_t read_from = 0,
                   std::uint64_t they_read_from = 0) {
  const auto done =
      to.fabric->attach(other.id, other.slot, endpoint(other), read_from, they_read_from);
  ASSERT_TRUE(done) << done.error().text;
}
inline void join(Someone& a, Someone& b) {
  attach(a, b);
  attach(b, a);
}

class FabricTest : public testing::Test {
 protected:
  FabricTest() {
    join(coordinator_, a_);
    join(coordinator_, b_);
    join(a_, b_);
    for (Someone* const each : {&coordinator_, &a_, &b_}) each->fabric->flush();
  }
  // Fills the log of `from`, so that one message is queued.
  static void fill(Someone& from, std::size_t bytes = 1000) {
    while (from.fabric->queued_bytes() == 0) from.send(std::string(bytes, 'f'));
    from.fabric->flush();
  }

  Someone coordinator_ = someone(1, 0, 0);
  Someone a_ = someone(2, 1, 1);
  Someone b_ = someone(3, 2, 1);
};

}  // namespace triad::transport
