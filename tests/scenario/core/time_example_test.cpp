// The examples of docs/architecture.md, "With a pencil", step by step on the state machines.
#include "core/double_time.hpp"
#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {
namespace {

using wire::Advance;

class TimeExample : public CoreScenario {
 protected:
  // A and B regulate and are constrained, both at 0.
  void begin(double lookahead_of_a, double lookahead_of_b) {
    a = join("a");
    b = join("b");
    for (const Federate f : {a, b}) {
      EXPECT_EQ(publish(f, kShot), "");
      EXPECT_EQ(subscribe(f, kShot), "");
      EXPECT_EQ(call(f, wire::EnableTimeConstrained{}), "");
      quiet();
      const core::Time lookahead = at(f == a ? lookahead_of_a : lookahead_of_b);
      EXPECT_EQ(call(f, wire::EnableTimeRegulation{at(0).bytes(), lookahead.bytes()}), "");
      quiet();
    }
  }

  static core::Time at(double time) { return core::DoubleTime::encode(time); }

  void request(Federate f, Advance kind, double time) {
    EXPECT_EQ(call(f, wire::AdvanceTime{kind, at(time).bytes()}), "");
    harness.settle();
  }

  std::string shoot(Federate f, double time) {
    const core::Time stamp = at(time);
    wire::SendInteraction shot;
    shot.interaction_class = kShot;
    shot.time = stamp.bytes();
    std::string refused = call(f, shot);
    harness.settle();
    return refused;
  }

  double lbts(Federate f) {
    const auto bound = harness.call(f, wire::QueryTime{wire::TimeQuery::lbts});
    return core::DoubleTime::decode(core::Time(std::as_bytes(std::span(bound.value()))));
  }

  // "shot 2.5", "granted 3".
  Lines told(Federate f) {
    harness.settle();
    Lines lines;
    const core::DoubleTime doubles;
    harness.take_callbacks(f, [&](const rtia::Callback& callback) {
      if (const auto* shot = std::get_if<wire::ReceiveInteraction>(&callback)) {
        lines.push_back("shot " + doubles.text(core::Time(shot->time)));
      } else if (const auto* grant = std::get_if<wire::TimeAdvanceGrant>(&callback)) {
        lines.push_back("granted " + doubles.text(core::Time(grant->time)));
      }
    });
    harness.settle();
    return lines;
  }

  Federate a = 0, b = 0;
};

TEST_F(TimeExample, AGrantNeedsAnLbtsLaterThanTheTime) {
  begin(1, 2);
  EXPECT_EQ(lbts(a), 2);
  EXPECT_EQ(lbts(b), 1);

  request(a, Advance::time_advance_request, 1.5);
  EXPECT_EQ(told(a), Lines{"granted 1.5"});
  EXPECT_EQ(lbts(b), 2.5);

  request(b, Advance::time_advance_request, 2.5);
  EXPECT_EQ(told(b), Lines{});
  EXPECT_EQ(lbts(a), 4.5);

  EXPECT_EQ(shoot(a, 2.5), "");
  EXPECT_EQ(told(b), Lines{});

  request(a, Advance::time_advance_request, 3);
  EXPECT_EQ(told(a), Lines{"granted 3"});
  EXPECT_EQ(told(b), (Lines{"shot 2.5", "granted 2.5"}));
  EXPECT_EQ(lbts(b), 4);
}

TEST_F(TimeExample, AvailableNeedsNoMoreThanTheTimeItself) {
  begin(1, 2);
  request(a, Advance::time_advance_request, 1.5);
  EXPECT_EQ(told(a), Lines{"granted 1.5"});
  request(b, Advance::time_advance_request_available, 2.5);
  EXPECT_EQ(told(b), Lines{"granted 2.5"});
  // What comes at 2.5 afterwards belongs to another grant there.
  EXPECT_EQ(shoot(a, 2.5), "");
  request(b, Advance::time_advance_request_available, 2.5);
  EXPECT_EQ(told(b), (Lines{"shot 2.5", "granted 2.5"}));
}

TEST_F(TimeExample, ZeroLookaheadIsPromisedExclusively) {
  begin(0, 0);
  request(a, Advance::time_advance_request, 1);
  EXPECT_EQ(told(a), Lines{});
  request(b, Advance::time_advance_request, 1);
  EXPECT_EQ(told(a), Lines{"granted 1"});
  EXPECT_EQ(told(b), Lines{"granted 1"});
  EXPECT_EQ(shoot(a, 1), "InvalidFederationTime");
}

TEST_F(TimeExample, WhoWaitForEventsJump) {
  begin(0.001, 0.001);
  request(a, Advance::next_event_request, 1e6);
  EXPECT_EQ(told(a), Lines{});
  request(b, Advance::next_event_request, 1e6);
  EXPECT_EQ(told(a), Lines{"granted 1e+06"});
  EXPECT_EQ(told(b), Lines{"granted 1e+06"});
}

TEST_F(TimeExample, NobodyJumpsOverAMessageUnderWay) {
  begin(0.001, 0.001);
  EXPECT_EQ(shoot(b, 5), "");
  harness.stop_reading(a, true);
  EXPECT_EQ(call(a, wire::AdvanceTime{Advance::next_event_request, at(1e6).bytes()}), "");
  EXPECT_EQ(call(b, wire::AdvanceTime{Advance::next_event_request, at(1e6).bytes()}), "");
  harness.settle();
  EXPECT_EQ(told(b), Lines{});
  harness.stop_reading(a, false);
  EXPECT_EQ(told(a), (Lines{"shot 5", "granted 5"}));
}

}  // namespace
}  // namespace triad::test
