// Tests that, after a warm-up, a message between participants of a fabric allocates no memory, even
// if it must wait for room.
#include <fcntl.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "tests/allocation/counter.hpp"
#include "transport/fabric/fabric.hpp"

namespace triad::allocation {
namespace {

using transport::Fabric;
using transport::FabricEndpoint;
using transport::ParticipantId;
using transport::UniqueFd;

class FabricAllocation : public testing::Test {
 protected:
  FabricAllocation() {
    a_->set_identity(1, 0, 0);
    b_->set_identity(2, 1, 1);
    EXPECT_TRUE(a_->attach(2, 1, endpoint(*b_), 0, 0));
    EXPECT_TRUE(b_->attach(1, 0, endpoint(*a_), 0, 0));
  }
  static FabricEndpoint endpoint(const Fabric& of) {
    return {UniqueFd(::fcntl(of.endpoint().memory.get(), F_DUPFD_CLOEXEC, 0)),
            UniqueFd(::fcntl(of.endpoint().doorbell.get(), F_DUPFD_CLOEXEC, 0))};
  }
  void read_all() {
    while (b_->logs().next(1)) b_->logs().pop(1);
    b_->release();
    static_cast<void>(b_->prepare_wait());
    b_->finish_wait();
  }
  // Sends `count` messages and reads them.
  void send(int count) {
    for (int i = 0; i < count; ++i) {
      a_->send(message_);
      a_->wake_on_flush(2);
    }
    a_->flush();
    do {
      read_all();
      a_->flush();
    } while (a_->queued_bytes() > 0);
    read_all();
  }
  std::uint64_t counted(int count) {
    for (int i = 0; i < 20; ++i) send(count);
    const std::uint64_t before = allocation::count();
    for (int i = 0; i < 200; ++i) send(count);
    return allocation::count() - before;
  }

  std::unique_ptr<Fabric> a_ = Fabric::create({transport::kOutboxBytesMin}).value();
  std::unique_ptr<Fabric> b_ = Fabric::create({transport::kOutboxBytesMin}).value();
  const std::vector<std::byte> message_ = std::vector<std::byte>(1000);
};

TEST_F(FabricAllocation, AMessageAllocatesNothing) {
  EXPECT_EQ(counted(1), 0u);
}
TEST_F(FabricAllocation, ABurstBeyondTheLogAllocatesNothing) {
  EXPECT_EQ(counted(500), 0u);
}

}  // namespace
}  // namespace triad::allocation
