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

inline constexpr std::size_t kLogBytes = kOutboxBytesMin;

// A participant, with shorthands to send and receive texts.
struct TestParticipant {
  std::unique_ptr<Fabric> fabric;
  ParticipantId id = 0;
  Slot slot = 0;

  void send(const std::string& text) { fabric->send(std::as_bytes(std::span(text))); }
  std::optional<std::string> receive(const TestParticipant& from) {
    const auto bytes = fabric->logs().next(from.id);
    if (!bytes) return std::nullopt;
    std::string text(bytes->size(), '\0');
    if (!text.empty()) std::memcpy(text.data(), bytes->data(), bytes->size());
    fabric->logs().pop(from.id);
    return text;
  }
  // Takes all messages, and returns their number.
  std::size_t receive_all(const TestParticipant& from) {
    std::size_t count = 0;
    while (receive(from)) ++count;
    fabric->release();
    return count;
  }
  bool is_rung() const {
    pollfd poll_entry{fabric->descriptor(), POLLIN, 0};
    return ::poll(&poll_entry, 1, 0) == 1;
  }
};

inline TestParticipant make_participant(ParticipantId id, Slot slot, ParticipantId coordinator,
                                        std::size_t message_max = 4 << 20) {
  TestParticipant participant{Fabric::create({kLogBytes, message_max}).value(), id, slot};
  participant.fabric->set_identity(id, slot, coordinator);
  return participant;
}

inline UniqueFd duplicate(const UniqueFd& descriptor) {
  return UniqueFd(::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, 0));
}
inline FabricEndpoint copy_endpoint(const TestParticipant& participant) {
  return {duplicate(participant.fabric->endpoint().memory),
          duplicate(participant.fabric->endpoint().doorbell)};
}
inline void attach(TestParticipant& to, const TestParticipant& other, std::uint64_t read_from = 0,
                   std::uint64_t they_read_from = 0) {
  const auto done =
      to.fabric->attach(other.id, other.slot, copy_endpoint(other), read_from, they_read_from);
  ASSERT_TRUE(done) << done.error().text;
}
inline void attach_each_other(TestParticipant& a, TestParticipant& b) {
  attach(a, b);
  attach(b, a);
}

class FabricTest : public testing::Test {
 protected:
  FabricTest() {
    attach_each_other(coordinator_, a_);
    attach_each_other(coordinator_, b_);
    attach_each_other(a_, b_);
    for (TestParticipant* const each : {&coordinator_, &a_, &b_}) each->fabric->flush();
  }
  // Fills the log of `from`, so that one message is queued.
  static void fill(TestParticipant& from, std::size_t bytes = 1000) {
    while (from.fabric->queued_bytes() == 0) from.send(std::string(bytes, 'f'));
    from.fabric->flush();
  }

  TestParticipant coordinator_ = make_participant(1, 0, 0);
  TestParticipant a_ = make_participant(2, 1, 1);
  TestParticipant b_ = make_participant(3, 2, 1);
};

}  // namespace triad::transport
