// Status of time in the state machines: reports of the RTIAs when the RTIG asks, its answers to
// rtictl, and its log.
#include <algorithm>
#include <chrono>

#include "core/double_time.hpp"
#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using wire::Advance;

HarnessOptions reporting_waits() {
  HarnessOptions options;
  options.rtig.timeouts.report = seconds(10);
  return options;
}

class TimeStatus : public CoreScenario {
 protected:
  TimeStatus() : CoreScenario(reporting_waits()) {
    harness.set_watch([this](Federate to, bool up, const wire::Record& record) {
      if (up) return;
      if (record.header.message_kind() == wire::Kind::TimeStatusRequest) ++asked_[to];
      if (record.header.message_kind() != wire::Kind::FederationTimeStatus) return;
      answer_bytes_.assign(record.payload.begin(), record.payload.end());
      ++answers_;
    });
  }

  static core::Time at(double time) { return core::DoubleTime::encode(time); }
  void regulate(Federate f, double time, double lookahead) {
    EXPECT_EQ(call(f, wire::EnableTimeRegulation{at(time).bytes(), at(lookahead).bytes()}), "");
  }
  void constrain(Federate f) { EXPECT_EQ(call(f, wire::EnableTimeConstrained{}), ""); }
  void advance(Federate f, Advance kind, double time) {
    EXPECT_EQ(call(f, wire::AdvanceTime{kind, at(time).bytes()}), "");
  }
  void advance_by_tick(Federate f, double time) {
    advance(f, Advance::time_advance_request, time);
    deliver_all();
  }

  // A tank at 30 with lookahead 0.5, and a radar that waits for it in NER to 40.
  void tank_holds_radar_back() {
    tank = join("tank");
    radar = join("radar");
    regulate(tank, 0, 0.5);
    constrain(radar);
    deliver_all();
    advance_by_tick(tank, 30);
    advance(radar, Advance::next_event_request, 40);
    harness.ages(radar).in_state = milliseconds(12'345);
  }

  // Sends as rtictl does, on the link of an RTIA that has not joined.
  template <class Message>
  void send_up(Federate from, const Message& message, FederateHandle sender = {}) {
    wire::Buffer record;
    wire::RecordHeader header;
    header.sender = sender.value;
    header.position = ++position_;
    wire::encode_record(header, message, record);
    harness.inject_up(from, record);
  }
  Federate new_rtictl() { return harness.add(); }
  void query(Federate from, bool now = false) {
    answers_ = 0;
    send_up(from, wire::QueryTimeStatus{"Federation", now});
    harness.settle();
  }
  wire::FederationTimeStatus answer() {
    EXPECT_EQ(answers_, 1);
    const auto answer = wire::decode<wire::FederationTimeStatus>(answer_bytes_);
    EXPECT_TRUE(answer.has_value());
    return answer.value_or(wire::FederationTimeStatus{});
  }

  // Lets rtig check once for waiting federates. Returns the new lines of its log.
  Lines find_waits() {
    const auto before = static_cast<std::ptrdiff_t>(harness.log().size());
    harness.rtig().request_time_status();
    harness.settle();
    harness.rtig().report_waits();
    return {harness.log().begin() + before, harness.log().end()};
  }

  Federate tank = 0;
  Federate radar = 0;
  std::map<Federate, int> asked_;
  int answers_ = 0;
  wire::Position position_ = 1'000'000;  // beyond all positions of RTIAs

 private:
  wire::Buffer answer_bytes_;
};

TEST_F(TimeStatus, NamesWhoWaitsAndForWhom) {
  tank_holds_radar_back();
  query(new_rtictl());
  const auto status = answer();
  ASSERT_EQ(status.federates.size(), 2u);
  const auto& of_tank = status.federates[0];
  EXPECT_EQ(of_tank.federate_type, "tank");
  EXPECT_TRUE(of_tank.known);
  EXPECT_FALSE(of_tank.owes_answer);
  EXPECT_EQ(of_tank.told.time, "30");
  EXPECT_EQ(of_tank.told.state, "granted");
  EXPECT_EQ(of_tank.told.lookahead, "0.5");
  EXPECT_EQ(of_tank.told.lbts, "");
  EXPECT_FALSE(of_tank.told.waits);
  const auto& of_radar = status.federates[1];
  EXPECT_EQ(of_radar.told.time, "0");
  EXPECT_EQ(of_radar.told.state, "NER to 40");
  EXPECT_EQ(of_radar.told.in_state_ms, 12'345u);
  EXPECT_EQ(of_radar.told.lookahead, "");
  EXPECT_EQ(of_radar.told.lbts, "30.5");
  EXPECT_TRUE(of_radar.told.waits);
  EXPECT_EQ(of_radar.told.held_by, std::vector{handle(tank)});
  EXPECT_EQ(of_radar.told.holders, 1u);
}

TEST_F(TimeStatus, AGrantThatTheFederateHasNotFetchedIsNoWait) {
  tank_holds_radar_back();
  advance_by_tick(tank, 20 + 30);
  advance(radar, Advance::time_advance_request, 45);
  harness.settle();
  query(new_rtictl());
  const auto status = answer();
  EXPECT_EQ(status.federates.at(1).told.state, "TAR to 45, granted at its next tick");
  EXPECT_FALSE(status.federates.at(1).told.waits);
}

// Otherwise it would be reported to wait for others that wait for it.
TEST_F(TimeStatus, WhoHasAnAnswerThatItDoesNotFetchWaitsForNobody) {
  tank_holds_radar_back();
  const Federate silent = join("silent");
  regulate(silent, 0, 1);
  constrain(silent);
  harness.settle();
  harness.ages(silent).in_state = seconds(7);
  query(new_rtictl());
  const auto status = answer();
  const auto& told = status.federates.at(2).told;
  EXPECT_EQ(told.state, "enableTimeRegulation and enableTimeConstrained, enabled at its next tick");
  EXPECT_TRUE(told.undelivered);
  EXPECT_FALSE(told.waits);
  EXPECT_TRUE(told.held_by.empty());
  EXPECT_EQ(told.in_state_ms, 7'000u);
}

TEST_F(TimeStatus, AnAnswerThatComesIsAnotherState) {
  tank_holds_radar_back();
  const auto waiting = harness.ambassador(radar).time_state_number();
  advance_by_tick(tank, 50);
  advance(radar, Advance::time_advance_request, 45);
  const auto asked = harness.ambassador(radar).time_state_number();
  harness.settle();
  EXPECT_NE(asked, waiting);
  EXPECT_EQ(asked % 2, 1u) << "granted at once";
  (void)tick(radar);
  EXPECT_EQ(harness.ambassador(radar).time_state_number() % 2, 0u);
}

TEST_F(TimeStatus, CountsWhatFederatesSentQueuedAndTook) {
  const Federate talker = join("talker");
  const Federate listener = join("listener");
  EXPECT_EQ(publish(talker, kTalk), "");
  EXPECT_EQ(subscribe(listener, kTalk), "");
  (void)tick(talker);
  wire::SendInteraction talk;
  talk.interaction_class = kTalk;
  EXPECT_EQ(call(talker, talk), "");
  EXPECT_EQ(call(talker, talk), "");
  harness.settle();
  query(new_rtictl());
  const auto waiting = answer();
  EXPECT_EQ(waiting.federates.at(0).told.traffic.interactions_sent, 2u);
  EXPECT_GT(waiting.federates.at(0).told.traffic.bytes_sent, 0u);
  EXPECT_GE(waiting.federates.at(1).told.traffic.receive_queued, 2u);
  const auto callbacks = waiting.federates.at(1).told.traffic.callbacks;
  (void)tick(listener);
  query(new_rtictl());
  const auto taken = answer();
  EXPECT_EQ(taken.federates.at(1).told.traffic.receive_queued, 0u);
  EXPECT_GE(taken.federates.at(1).told.traffic.callbacks, callbacks + 2);
  EXPECT_GT(taken.federates.at(1).told.traffic.bytes_received, 0u);
}

TEST_F(TimeStatus, WhoDoesNotTickIsShownAsItWasAndForHowLongNothingCame) {
  tank_holds_radar_back();
  const Federate rtictl = new_rtictl();
  harness.rtig().set_time(seconds(100));
  query(rtictl);
  EXPECT_EQ(answer().federates.at(0).owes_answer, false);
  harness.links().set_stopped(tank, true);
  harness.rtig().set_time(seconds(112));
  query(rtictl);
  EXPECT_EQ(answers_, 0);
  query(rtictl, true);
  const auto status = answer();
  const auto& of_tank = status.federates.at(0);
  EXPECT_TRUE(of_tank.owes_answer);
  EXPECT_TRUE(of_tank.known);
  EXPECT_EQ(of_tank.silent_ms, 12'000u);
  EXPECT_EQ(of_tank.told_ms, 12'000u);
  EXPECT_EQ(of_tank.told.time, "30");
  EXPECT_FALSE(status.federates.at(1).owes_answer);
  harness.links().set_stopped(tank, false);
}

TEST_F(TimeStatus, WhoHasNeverTickedIsShownByWhatTheLogKnows) {
  tank_holds_radar_back();
  harness.links().set_stopped(tank, true);
  const Federate rtictl = new_rtictl();
  query(rtictl);
  query(rtictl, true);
  const auto status = answer();
  EXPECT_FALSE(status.federates.at(0).known);
  EXPECT_TRUE(status.federates.at(0).told.regulating);
  EXPECT_TRUE(status.federates.at(1).known);
  harness.links().set_stopped(tank, false);
}

TEST_F(TimeStatus, WhoOwesAnAnswerIsNotAskedAgain) {
  tank_holds_radar_back();
  harness.links().set_stopped(tank, true);
  const Federate rtictl = new_rtictl();
  for (int i = 0; i < 10; ++i) query(rtictl);
  (void)find_waits();
  harness.links().set_stopped(tank, false);
  harness.settle();
  EXPECT_EQ(asked_[tank], 1);
  EXPECT_EQ(asked_[radar], 11);
  // Only the last question is answered, because each replaced the one before.
  EXPECT_EQ(answers_, 1);
}

TEST_F(TimeStatus, OneWhoResignsWhileItIsAskedIsWaitedForNoLonger) {
  tank_holds_radar_back();
  harness.links().set_stopped(tank, true);
  query(new_rtictl());
  EXPECT_EQ(answers_, 0);
  harness.kill(tank);
  harness.settle();
  const auto status = answer();
  ASSERT_EQ(status.federates.size(), 1u);
  EXPECT_EQ(status.federates[0].federate_type, "radar");
}

TEST_F(TimeStatus, AQuestionEndsWithItsLink) {
  tank_holds_radar_back();
  harness.links().set_stopped(tank, true);
  const Federate rtictl = new_rtictl();
  query(rtictl);
  harness.kill(rtictl);
  harness.settle();
  harness.links().set_stopped(tank, false);
  harness.settle();
  EXPECT_EQ(answers_, 0);
}

TEST_F(TimeStatus, WhoWaitsToRegulateWaitsForTheConstrainedWhoDoNotTick) {
  const Federate silent = join("silent");
  constrain(silent);
  deliver_all();
  harness.links().set_stopped(silent, true);
  const Federate newcomer = join("newcomer");
  regulate(newcomer, 0, 1);
  const Federate rtictl = new_rtictl();
  query(rtictl);
  query(rtictl, true);
  const auto status = answer();
  ASSERT_EQ(status.federates.size(), 2u);
  EXPECT_EQ(status.federates[1].told.state, "enableTimeRegulation");
  EXPECT_TRUE(status.federates[1].told.waits);
  EXPECT_FALSE(status.federates[1].told.regulating);
  EXPECT_EQ(status.federates[1].told.held_by, std::vector{handle(silent)});
  harness.links().set_stopped(silent, false);
}

TEST_F(TimeStatus, WhoWaitsToBeConstrainedWaitsForTheLeastPromise) {
  const Federate ahead = join("ahead");
  advance_by_tick(ahead, 10);
  const Federate behind = join("behind");
  const Federate level = join("level");
  regulate(behind, 0, 1);
  regulate(level, 20, 1);
  deliver_all();
  constrain(ahead);
  harness.settle();
  query(new_rtictl());
  const auto status = answer();
  EXPECT_EQ(status.federates.at(0).told.state, "enableTimeConstrained");
  EXPECT_TRUE(status.federates.at(0).told.waits);
  EXPECT_EQ(status.federates.at(0).told.lbts, "1");
  EXPECT_EQ(status.federates.at(0).told.held_by, std::vector{handle(behind)});
}

TEST_F(TimeStatus, OfMoreThanCanBeNamedTheRestIsCounted) {
  radar = join("radar");
  constrain(radar);
  deliver_all();
  constexpr std::uint32_t kTanks = wire::kHoldersMax + 4;
  for (std::uint32_t i = 0; i < kTanks; ++i) regulate(join("tank"), 0, 1);
  deliver_all();
  advance(radar, Advance::time_advance_request, 5);
  query(new_rtictl());
  const auto status = answer();
  EXPECT_EQ(status.federates.at(0).told.held_by.size(), wire::kHoldersMax);
  EXPECT_EQ(status.federates.at(0).told.holders, kTanks);
}

TEST_F(TimeStatus, AnUnknownFederationIsRefused) {
  join("somebody");
  const Federate rtictl = new_rtictl();
  wire::ErrorCode code{};
  harness.set_watch([&](Federate, bool, const wire::Record& record) {
    if (const auto refused = wire::decode<wire::Refused>(record.payload);
        refused && record.header.message_kind() == wire::Kind::Refused) {
      code = refused->code;
    }
  });
  send_up(rtictl, wire::QueryTimeStatus{"Elsewhere", false});
  harness.settle();
  EXPECT_EQ(wire::name_of(code), "FederationExecutionDoesNotExist");
}

TEST_F(TimeStatus, AnAnswerToNoQuestionIsIgnored) {
  tank_holds_radar_back();
  wire::TimeStatus stray;
  stray.epoch = 4711;
  stray.time = "a lie";
  send_up(radar, stray, handle(radar));
  stray.epoch = 0;
  send_up(radar, stray, handle(radar));
  harness.settle();
  query(new_rtictl(), true);
  EXPECT_FALSE(answer().federates.at(1).known);
}

TEST_F(TimeStatus, AnAnswerThatNoRtiaGivesIsAFault) {
  tank_holds_radar_back();
  wire::TimeStatus wild;
  const std::string text(wire::kTimeTextMax + 1, 'x');
  wild.state = text;
  send_up(radar, wild, handle(radar));
  harness.settle();
  wild.state = {};
  wild.in_state_ms = wire::kAgeMsMax + 1;
  send_up(tank, wild, handle(tank));
  harness.settle();
  EXPECT_EQ(std::ranges::count_if(
                harness.log(),
                [](const auto& line) { return line.find("that no RTIA sends") != line.npos; }),
            2);
}

TEST_F(TimeStatus, TheLogSaysWhoWaitsLongAndWhoHoldsItBack) {
  tank_holds_radar_back();
  EXPECT_EQ(find_waits(),
            Lines{"federation 'Federation': federate 2 'radar' waits for 12.3 s in NER to 40 (at "
                  "0, LBTS 30.5): held back by federate 1 'tank' (at 30, lookahead 0.5, granted)"});
}

TEST_F(TimeStatus, TheLogSaysWhoDoesNotTick) {
  tank_holds_radar_back();
  harness.rtig().set_time(seconds(100));
  harness.ages(radar).in_state = seconds(1);
  EXPECT_EQ(find_waits(), Lines());
  harness.links().set_stopped(tank, true);
  harness.ages(radar).in_state = seconds(13);
  harness.rtig().set_time(seconds(112));
  EXPECT_EQ(find_waits(),
            Lines{"federation 'Federation': federate 2 'radar' waits for 13.0 s in NER to 40 (at "
                  "0, LBTS 30.5): held back by federate 1 'tank' (at 30, lookahead 0.5, granted, "
                  "not ticking for 12.0 s)"});
  harness.links().set_stopped(tank, false);
}

// A background thread answers for it.
TEST_F(TimeStatus, AFederateThatSleepsIsShownThoughItsRtiaAnswers) {
  tank_holds_radar_back();
  harness.ages(tank).not_ticking = harness.ages(tank).outside = milliseconds(12'900);
  query(new_rtictl());
  const auto status = answer();
  EXPECT_FALSE(status.federates.at(0).owes_answer);
  EXPECT_EQ(status.federates.at(0).told.not_ticking_ms, 12'900u);
  EXPECT_EQ(status.federates.at(0).told.outside_ms, 12'900u);
  EXPECT_EQ(status.federates.at(1).told.not_ticking_ms, std::nullopt);
  EXPECT_EQ(find_waits(),
            Lines{"federation 'Federation': federate 2 'radar' waits for 12.3 s in NER to 40 (at "
                  "0, LBTS 30.5): held back by federate 1 'tank' (at 30, lookahead 0.5, granted, "
                  "not ticking for 12.9 s, outside the RTI for 12.9 s)"});
}

TEST_F(TimeStatus, AFederateThatHoldsUpOthersAndDoesNotTickSaysSoOnce) {
  tank_holds_radar_back();
  harness.ages(tank).not_ticking = harness.ages(tank).outside = milliseconds(900);
  (void)find_waits();
  harness.settle();
  EXPECT_EQ(harness.federate_log(tank), Lines{});
  harness.ages(tank).not_ticking = harness.ages(tank).outside = milliseconds(12'900);
  for (int age = 20; age <= 200; age *= 2) {
    harness.ages(radar).in_state = seconds(age);
    EXPECT_EQ(find_waits().size(), 1u);
    harness.settle();
  }
  EXPECT_EQ(harness.federate_log(tank),
            Lines{"this federate holds up 1 federate and has not ticked for 12.9 s: federate 2 "
                  "'radar' has waited for 20.0 s; call tick, and request the next time or disable "
                  "time regulation"});
  EXPECT_EQ(harness.federate_log(radar), Lines{});
}

TEST_F(TimeStatus, TheLogSaysItOnceAndWheneverTheWaitHasDoubled) {
  tank_holds_radar_back();
  std::vector<int> told;
  for (int age = 1; age <= 100; ++age) {
    harness.ages(radar).in_state = seconds(age);
    if (!find_waits().empty()) told.push_back(age);
  }
  EXPECT_EQ(told, (std::vector{10, 20, 40, 80}));
}

TEST_F(TimeStatus, TheLogSaysWhenItGoesOn) {
  tank_holds_radar_back();
  EXPECT_EQ(find_waits().size(), 1u);
  advance_by_tick(tank, 50);
  harness.ages(radar).in_state = milliseconds(0);
  EXPECT_EQ(find_waits(), Lines{"federation 'Federation': federate 2 'radar' continues after a "
                                "wait of more than 12.3 s"});
  EXPECT_EQ(find_waits(), Lines());
  // The next wait is another one.
  advance(radar, Advance::next_event_request, 100);
  harness.ages(radar).in_state = seconds(11);
  EXPECT_EQ(find_waits().size(), 1u);
}

// A federate that waits later does not cause a line of its own.
TEST_F(TimeStatus, TheLogSaysInOneLineWhoWaitsForTheSame) {
  tank_holds_radar_back();
  std::vector<Federate> others;
  for (int i = 0; i < 3; ++i) {
    others.push_back(join("ship"));
    constrain(others.back());
    deliver_all();
    if (i == 2) break;
    advance(others.back(), Advance::time_advance_request, 31);
    harness.ages(others.back()).in_state = seconds(i);
  }
  EXPECT_EQ(find_waits(),
            Lines{"federation 'Federation': 3 federates wait for federate 1 'tank' (at 30, "
                  "lookahead 0.5, granted); longest federate 2 'radar', for 12.3 s in NER to 40 "
                  "(at 0, LBTS 30.5)"});
  advance(others.back(), Advance::time_advance_request, 31);
  harness.ages(others.back()).in_state = seconds(11);
  EXPECT_EQ(find_waits(), Lines());
  harness.ages(radar).in_state = seconds(20);
  const Lines again = find_waits();
  ASSERT_EQ(again.size(), 1u);
  EXPECT_NE(again[0].find("4 federates wait for"), std::string::npos) << again[0];
  advance_by_tick(tank, 50);
  for (const Federate f : others) harness.ages(f).in_state = seconds(0);
  EXPECT_EQ(find_waits(), Lines{"federation 'Federation': 4 federates continue after waits, the "
                                "longest of more than 20.0 s"});
}

TEST_F(TimeStatus, NobodyIsAskedWhereNobodyCanWait) {
  tank = join("tank");
  regulate(tank, 0, 1);
  deliver_all();
  EXPECT_EQ(find_waits(), Lines());
  EXPECT_EQ(asked_[tank], 0);
}

TEST_F(TimeStatus, ARejoinedFederateAnswersAnew) {
  tank_holds_radar_back();
  EXPECT_EQ(find_waits().size(), 1u);
  EXPECT_EQ(resign(radar, ResignAction::no_action), "");
  EXPECT_EQ(harness.ambassador(radar).time_state_number(), 0u);
  EXPECT_EQ(rejoin(radar, "radar"), "");
  query(new_rtictl());
  const auto status = answer();
  EXPECT_EQ(status.federates.at(1).told.state, "granted");
  EXPECT_FALSE(status.federates.at(1).told.constrained);
}

}  // namespace
}  // namespace triad::test
