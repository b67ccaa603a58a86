// Tests of updates that a process RTIA carries out after the call has returned. The federate sees
// the same exceptions at the same calls as with an embedded RTIA, and no update is lost.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "tests/binding/binding_fixture.hpp"

namespace triad::binding {
namespace {

class PostedCalls : public EveryConfiguration {
 protected:
  void SetUp() override {
    sender = joined();
    receiver = joined();
    sender->publish_tank();
    speed = sender->speed();
    receiver->subscribe_tank();
    object = (*sender)->registerObjectInstance(sender->tank(), "Tiger");
    receiver->until("discover Tiger");
    receiver->listener.heard.clear();
    update(3);
  }

  void update(int times) {
    for (; times > 0; --times) update_to(std::to_string(sent++));
  }
  void update_to(const std::string& value) {
    const std::unique_ptr<RTI::AttributeHandleValuePairSet> values(
        RTI::AttributeSetFactory::create(1));
    values->add(speed, value.data(), value.size());
    (*sender)->updateAttributeValues(object, *values, "t");
  }
  std::string thrown_by_update() {
    return thrown([&] { update_to("refused"); });
  }
  // Expects all updates sent so far, in order, and nothing else.
  void expect_all() {
    receiver->until("reflect " + std::to_string(sent - 1) + " t");
    ASSERT_EQ(receiver->listener.heard.size(), static_cast<std::size_t>(sent));
    for (int i = 0; i < sent; ++i) {
      ASSERT_EQ(receiver->listener.heard[static_cast<std::size_t>(i)],
                "reflect " + std::to_string(i) + " t");
    }
  }
  std::unique_ptr<RTI::AttributeHandleSet> speed_of_sender() {
    std::unique_ptr<RTI::AttributeHandleSet> set(RTI::AttributeHandleSetFactory::create(1));
    set->add(speed);
    return set;
  }

  std::unique_ptr<Federate> sender;
  std::unique_ptr<Federate> receiver;
  RTI::ObjectHandle object = 0;
  RTI::AttributeHandle speed = 0;
  int sent = 0;
};
INSTANTIATE_TEST_SUITE_P(Ways, PostedCalls, EVERY_CONFIGURATION);

TEST_P(PostedCalls, ArriveInOrderThoughNobodyTicks) {
  update(5000);
  expect_all();
}

TEST_P(PostedCalls, OfADeletedInstanceAreRefusedAtOnce) {
  (*sender)->deleteObjectInstance(object, "gone");
  EXPECT_EQ(thrown_by_update(), "ObjectNotKnown");
}

TEST_P(PostedCalls, OfAttributesGivenAwayAreRefusedAtOnce) {
  (*sender)->unconditionalAttributeOwnershipDivestiture(object, *speed_of_sender());
  EXPECT_EQ(thrown_by_update(), "AttributeNotOwned");
  expect_all();
}

TEST_P(PostedCalls, OfAClassNoLongerPublishedAreRefusedAtOnce) {
  (*sender)->unpublishObjectClass(sender->tank());
  EXPECT_EQ(thrown_by_update(), "AttributeNotOwned");
  expect_all();
}

TEST_P(PostedCalls, WithAnAttributeOfAnotherClassAreRefusedAtOnce) {
  const std::unique_ptr<RTI::AttributeHandleValuePairSet> values(
      RTI::AttributeSetFactory::create(2));
  values->add(speed, "0", 1);
  values->add(4711, "0", 1);
  EXPECT_EQ(thrown([&] { (*sender)->updateAttributeValues(object, *values, "t"); }),
            "AttributeNotDefined");
  update(1);
  expect_all();
}

TEST_P(PostedCalls, AreRefusedAfterTheResignation) {
  (*sender)->resignFederationExecution(RTI::RELEASE_ATTRIBUTES);
  EXPECT_EQ(thrown_by_update(), "FederateNotExecutionMember");
}

TEST_P(PostedCalls, AreCarriedOutBeforeTheResignation) {
  update(1000);
  (*sender)->resignFederationExecution(RTI::RELEASE_ATTRIBUTES);
  expect_all();
}

// Everything in the ring is carried out. An embedded RTIA dies with its federate, and the last
// updates of a burst may still be in its memory. A tick sends them.
TEST_P(PostedCalls, OfAFederateThatIsKilledArrive) {
  int done[2];
  ASSERT_EQ(pipe(done), 0);
  const pid_t child = fork();
  if (child == 0) {
    auto killed = joined();
    killed->publish_tank();
    const RTI::ObjectHandle made = (*killed)->registerObjectInstance(killed->tank(), "Leopard");
    for (int i = 0; i < 200; ++i) killed->update_speed(made, std::to_string(i), "child");
    if (GetParam().host == Host::embedded) (*killed)->tick();
    (void)!write(done[1], "x", 1);
    pause();
    _exit(0);
  }
  char ready = 0;
  ASSERT_EQ(read(done[0], &ready, 1), 1);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  receiver->until("reflect 199 child");
  close(done[0]);
  close(done[1]);
}

}  // namespace
}  // namespace triad::binding
