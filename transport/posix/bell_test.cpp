// Bells with a hostile process at the other end. A test that blocks fails by ctest's time limit.
#include "transport/posix/bell.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

#include "transport/fabric/doorbell.hpp"

namespace triad::transport {
namespace {

bool rings(int descriptor) {
  pollfd asked{descriptor, POLLIN, 0};
  return ::poll(&asked, 1, 0) == 1;
}

// Changes that a process can make to a descriptor that it has received.
void make_blocking(int descriptor) {
  ASSERT_EQ(::fcntl(descriptor, F_SETFL, 0), 0);
}
void fill(int descriptor) {
  while (::send(descriptor, "x", 1, MSG_DONTWAIT | MSG_NOSIGNAL) == 1) {
  }
}

class BellOfTwo : public testing::Test {
 protected:
  BellPair bell_ = make_bell().value();
  const int own_ = bell_.one.get();
  const int theirs_ = bell_.other.get();
};

TEST_F(BellOfTwo, WakesTheOtherAndFallsSilent) {
  EXPECT_FALSE(rings(theirs_));
  ring_bell(own_);
  ring_bell(own_);
  EXPECT_TRUE(rings(theirs_));
  EXPECT_FALSE(rings(own_));
  EXPECT_TRUE(drain_bell(theirs_));
  EXPECT_FALSE(rings(theirs_));
  EXPECT_TRUE(drain_bell(theirs_)) << "nobody had rung";
}

TEST_F(BellOfTwo, StopsNobodyThoughItsDescriptorBlocks) {
  make_blocking(theirs_);
  make_blocking(own_);
  EXPECT_TRUE(drain_bell(own_)) << "nobody had rung";
  fill(own_);  // so that the socket of the other end is full
  ring_bell(own_);
  EXPECT_TRUE(rings(theirs_));
}

TEST_F(BellOfTwo, CannotBeTakenByWhoRings) {
  ring_bell(theirs_);
  char byte = 0;
  EXPECT_LT(::recv(theirs_, &byte, 1, MSG_DONTWAIT), 0);
  EXPECT_TRUE(rings(own_));
}

TEST_F(BellOfTwo, FallsSilentAfterUrgentBytes) {
  ASSERT_EQ(::send(theirs_, "u", 1, MSG_OOB | MSG_DONTWAIT), 1);
  EXPECT_TRUE(rings(own_));
  EXPECT_TRUE(drain_bell(own_));
  EXPECT_FALSE(rings(own_));
}

TEST_F(BellOfTwo, TellsThatTheOtherHasHungUp) {
  ring_bell(theirs_);
  bell_.other.reset();
  EXPECT_TRUE(drain_bell(own_)) << "what was rung before";
  EXPECT_FALSE(drain_bell(own_));
  ring_bell(own_);  // no SIGPIPE
}

TEST_F(BellOfTwo, TellsThatTheOtherHasShutItDown) {
  ASSERT_EQ(::shutdown(theirs_, SHUT_WR), 0);
  EXPECT_FALSE(drain_bell(own_));
}

TEST(ADoorbell, OfAPeerIsRungHoweverFullItIs) {
  OwnDoorbell own = OwnDoorbell::create().value();
  const UniqueFd hostile = own.sender_end().duplicate();
  make_blocking(hostile.get());
  const Doorbell doorbell = Doorbell::open(std::move(own.sender_end())).value();
  doorbell.ring(1);
  EXPECT_TRUE(rings(own.descriptor()));
  fill(hostile.get());
  doorbell.ring(1);
  EXPECT_TRUE(rings(own.descriptor()));
}

class ADoorbellWithNames : public testing::Test {
 protected:
  OwnDoorbell own_ = OwnDoorbell::create().value();
  const UniqueFd hostile_ = own_.sender_end().duplicate();
  const Doorbell doorbell_ = Doorbell::open(std::move(own_.sender_end())).value();
};

TEST_F(ADoorbellWithNames, TellsWhoHasRung) {
  EXPECT_TRUE(own_.drain().empty());
  doorbell_.ring(7);
  doorbell_.ring(9);
  const Ringers rung = own_.drain();
  EXPECT_FALSE(rung.has_unknown());
  ASSERT_EQ(rung.names().size(), 2u);
  EXPECT_EQ(rung.names()[0], 7u);
  EXPECT_EQ(rung.names()[1], 9u);
  EXPECT_TRUE(own_.drain().empty());
}

TEST_F(ADoorbellWithNames, DoesNotTellManyApart) {
  for (ParticipantId id = 1; id <= Ringers::kNamesMax + 1; ++id) doorbell_.ring(id);
  EXPECT_TRUE(own_.drain().has_unknown());
  doorbell_.ring(0);
  EXPECT_TRUE(own_.drain().has_unknown());
}

// A valid ring after foreign bytes is not recognized.
TEST_F(ADoorbellWithNames, TakesWhatIsNoRingForAnybodys) {
  for (std::size_t bytes = 1; bytes <= 12; ++bytes) {
    ASSERT_EQ(::send(hostile_.get(), "xxxxxxxxxxxx", bytes, MSG_DONTWAIT), bytes);
    doorbell_.ring(7);
    EXPECT_TRUE(own_.drain().has_unknown()) << bytes << " bytes before it";
    EXPECT_TRUE(own_.drain().empty());
  }
}

// A ring that finds no room counts as one of many.
TEST_F(ADoorbellWithNames, HoldsMoreRingsThanItTellsApartHoweverSmallSomebodyMakesIt) {
  const int bytes = 1;
  ASSERT_EQ(::setsockopt(hostile_.get(), SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes), 0);
  for (ParticipantId id = 1; id <= Ringers::kNamesMax + 1; ++id) doorbell_.ring(id);
  EXPECT_TRUE(own_.drain().has_unknown());
}

TEST(ADoorbell, IsSilencedThoughOthersMakeItBlock) {
  OwnDoorbell own = OwnDoorbell::create().value();
  make_blocking(own.sender_end().get());
  own.drain();
  EXPECT_FALSE(rings(own.descriptor()));
}

// All other participants share the end that rings it. After one of them shuts it down, a readable
// bell would keep its owner awake, and a silent one would let it sleep for ever.
TEST(ADoorbell, RingsByTheClockOnceSomebodyHasShutItDown) {
  OwnDoorbell own = OwnDoorbell::create().value();
  const UniqueFd hostile = own.sender_end().duplicate();
  ASSERT_EQ(::shutdown(hostile.get(), SHUT_RDWR), 0);
  EXPECT_TRUE(rings(own.descriptor()));
  EXPECT_FALSE(own.is_shut());
  own.drain();
  EXPECT_TRUE(own.is_shut());
  bool was_silent = false;
  for (int i = 0; i < 1000 && !was_silent; ++i) {
    own.drain();
    was_silent = !rings(own.descriptor());
  }
  EXPECT_TRUE(was_silent);
  for (int i = 0; i < 3; ++i) {
    pollfd asked{own.descriptor(), POLLIN, 0};
    EXPECT_EQ(::poll(&asked, 1, -1), 1);
    own.drain();
  }
}

TEST(ADoorbell, OfAPeerIsNothingElse) {
  EXPECT_TRUE(Doorbell::open(UniqueFd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))).has_error());
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_NONBLOCK | O_CLOEXEC), 0);
  const UniqueFd reading(ends[0]);
  EXPECT_TRUE(Doorbell::open(UniqueFd(ends[1])).has_error());
  UniqueFd on_the_net(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  EXPECT_TRUE(Doorbell::open(std::move(on_the_net)).has_error());
  EXPECT_TRUE(Doorbell::open(UniqueFd()).has_error());
}

}  // namespace
}  // namespace triad::transport
