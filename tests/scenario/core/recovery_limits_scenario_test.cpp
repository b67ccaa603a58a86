// Limits on the time that one member may cost the others in recoveries: hostile members that keep
// the others paused are resigned.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/scenario/core/recovery_scenario.hpp"

namespace triad::test {
namespace {

class HostileInRecovery : public Recovery {
 protected:
  explicit HostileInRecovery(const HarnessOptions& of = options()) : Recovery(of) {}
  // Sends a record that says nothing, in the name of the federate.
  void send_anything(Federate f) {
    wire::RecordHeader header;
    header.sender = handle(f).value;
    header.position = 1'000;
    wire::Buffer frame;
    wire::encode_record(header, wire::Ack{}, frame);
    harness.inject_up(f, frame);
    harness.settle();
  }
  // Lets time pass, in which the federate sends something every two seconds.
  void pass_time_of_a_sender(Federate f, milliseconds time) {
    for (; time.count() > 0; time -= std::min(time, milliseconds(2'000))) {
      send_anything(f);
      harness.losses().pass_time(std::min(time, milliseconds(2'000)));
    }
    harness.settle();
  }
  // Cuts the link of the federate, and delivers records until the RTIG knows its return and the
  // others are paused.
  void cut_in_a_recovery(Federate f, Federate other) {
    const int returns = count_logged(" has returned from ");
    harness.losses().cut(f);
    const auto is_reached = [&] {
      return count_logged(" has returned from ") > returns && harness.ambassador(other).is_paused();
    };
    while (!is_reached() && harness.deliver_one()) {
    }
  }
  std::size_t member_count() { return harness.rtig().state("Federation")->members().size(); }
  void expect_others_go_on() {
    harness.settle();
    EXPECT_FALSE(harness.ambassador(a).is_paused());
    EXPECT_EQ(send_interaction(a, kShot, Values(), "last"), "");
    harness.settle();
    EXPECT_EQ(take_tags(b), Lines{"last"});
    EXPECT_EQ(member_count(), 2u);
  }
  static constexpr const char* kKeptWaiting =
      "has kept the other federates waiting in recoveries for 30 s (resume.timeout)";
};

TEST_F(HostileInRecovery, AMemberThatSendsButTakesNoEpochIsResigned) {
  harness.links().set_stopped(c, true);
  harness.losses().cut(b);
  harness.settle();
  pass_time_of_a_sender(c, milliseconds(29'999));
  EXPECT_TRUE(harness.ambassador(a).is_paused());
  EXPECT_EQ(member_count(), 3u);
  pass_time_of_a_sender(c, milliseconds(1));
  EXPECT_TRUE(is_logged(kKeptWaiting));
  expect_others_go_on();
  harness.kill(c);
}

TEST_F(HostileInRecovery, AMemberThatIsLostInEachRecoveryIsResigned) {
  int rounds = 0;
  for (; rounds < 100 && member_count() == 3; ++rounds) {
    cut_in_a_recovery(c, a);
    harness.losses().pass_time(milliseconds(1'000));
  }
  EXPECT_LE(rounds, 31);
  EXPECT_TRUE(is_logged(kKeptWaiting));
  expect_others_go_on();
  harness.kill(c);
}

TEST_F(HostileInRecovery, DelaysInSeveralRecoveriesAddUp) {
  harness.links().set_stopped(c, true);
  harness.losses().cut(b);
  pass_time_of_a_sender(c, milliseconds(20'000));
  harness.links().set_stopped(c, false);
  harness.settle();
  EXPECT_FALSE(harness.ambassador(a).is_paused());
  harness.links().set_stopped(c, true);
  harness.losses().cut(b);
  pass_time_of_a_sender(c, milliseconds(9'999));
  EXPECT_EQ(member_count(), 3u);
  pass_time_of_a_sender(c, milliseconds(1));
  EXPECT_TRUE(is_logged(kKeptWaiting));
  expect_others_go_on();
  harness.kill(c);
}

class FewReturns : public HostileInRecovery {
 protected:
  FewReturns() : HostileInRecovery(few()) {}
  static HarnessOptions few() {
    HarnessOptions options = Recovery::options();
    options.rtig.resume_times = 5;
    return options;
  }
};

TEST_F(FewReturns, AMemberThatReturnsTooOftenIsResigned) {
  for (int i = 0; i < 5; ++i) {
    harness.losses().cut(c);
    harness.settle();
  }
  EXPECT_EQ(member_count(), 3u);
  harness.losses().cut(c);
  harness.settle();
  EXPECT_TRUE(is_logged(
      "lost its connection again, after it had returned 5 times within a minute (resume.times)"));
  expect_others_go_on();
  std::string why;
  EXPECT_EQ(refusal(harness.call(c, wire::PublishInteractionClass{kShot}), &why),
            "RTIinternalError");
  EXPECT_NE(why.find("(resume.times)"), why.npos) << why;
  harness.kill(c);
}

TEST_F(FewReturns, AMemberThatReturnsSeldomStays) {
  for (int i = 0; i < 20; ++i) {
    harness.losses().cut(c);
    harness.settle();
    harness.losses().pass_time(milliseconds(12'000));
  }
  EXPECT_EQ(member_count(), 3u);
}

class ClosedLinks : public HostileInRecovery {
 protected:
  ClosedLinks() { harness.losses().end = router::LinkEnd::closed_by_peer; }
};

TEST_F(ClosedLinks, AMemberWithALinkThatItsHostClosedIsAwaitedForSeconds) {
  lose(c);
  harness.losses().pass_time(milliseconds(4'999));
  EXPECT_EQ(member_count(), 3u);
  EXPECT_TRUE(is_logged("is away: closed its connection; it may return for 5 s (lost.grace)"));
  harness.losses().pass_time(milliseconds(1));
  EXPECT_TRUE(is_logged("closed its connection, and has not returned for 5 s (lost.grace)"));
  expect_others_go_on();
  harness.kill(c);
}

TEST_F(ClosedLinks, AMemberThatReturnsInTimeStays) {
  lose(c);
  harness.losses().pass_time(milliseconds(4'999));
  harness.losses().return_now(c);
  harness.settle();
  harness.losses().pass_time(milliseconds(10'000));
  EXPECT_EQ(member_count(), 3u);
}

}  // namespace
}  // namespace triad::test
