#include "tools/rtimon/monitor_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace triad::rtimon {
namespace {

using wire::FederateHandle;

constexpr WallTime kStart = 1'000'000;
constexpr WallTime kInterval = 2000;

// Answers of an rtig with one federation, "hall", for a model with an interval of 2 s.
class MonitorModelTest : public testing::Test {
 protected:
  MonitorModelTest() {
    rtig.release = "0.3.0";
    rtig.host = "alpha";
    rtig.process = 10;
    list.federations.push_back(
        {.federation = "hall", .fed = "hall.fed", .objects = 3, .federates = {}});
    statuses.push_back({.federation = "hall", .federates = {}});
  }

  // Adds a federate that answers.
  void add(std::uint32_t federate, std::string_view type, std::string_view host = "alpha") {
    list.federations[0].federates.push_back({.federate = FederateHandle(federate),
                                             .federate_type = type,
                                             .host = host,
                                             .process = 100 + federate,
                                             .transport = "tcp",
                                             .state = "joined"});
    wire::FederateTimeStatus status{
        .federate = FederateHandle(federate), .federate_type = type, .told = {}};
    status.known = true;
    status.told.time = "4.5";
    status.told.state = "granted";
    statuses[0].federates.push_back(status);
  }
  void remove(std::uint32_t federate) {
    const auto is_it = [&](const auto& one) { return one.federate.value == federate; };
    std::erase_if(list.federations[0].federates, is_it);
    std::erase_if(statuses[0].federates, is_it);
  }
  wire::FederateTimeStatus& status(std::uint32_t federate) {
    return *std::ranges::find(statuses[0].federates, FederateHandle(federate),
                              &wire::FederateTimeStatus::federate);
  }
  void tell(wire::EventKind kind, std::uint32_t federate, std::string_view text) {
    rtig.events.push_back({.number = ++rtig.last_event,
                           .age_ms = 100,
                           .kind = kind,
                           .federation = "hall",
                           .federate = FederateHandle(federate),
                           .federate_type = "tank",
                           .text = text});
    rtig.first_event = 1;
  }
  Update poll() {
    now += kInterval;
    Update update = model.receive_poll({now, rtig, list, statuses});
    rtig.events.clear();
    return update;
  }
  static const FederateEntry& federate(const Update& update, std::uint32_t number) {
    return *std::ranges::find(update.snapshot.federations.at(0).federates, number,
                              &FederateEntry::federate);
  }
  static std::vector<std::string> kinds(const Update& update) {
    std::vector<std::string> kinds;
    for (const Event& event : update.events) kinds.push_back(event.kind);
    return kinds;
  }

  MonitorModel model{"tcp://alpha:60400", std::chrono::milliseconds(kInterval)};
  WallTime now = kStart;
  wire::RtigFigures rtig;
  wire::FederationList list;
  std::vector<wire::FederationTimeStatus> statuses;
};

TEST_F(MonitorModelTest, RatesAndProcessorTimeComeFromTwoAnswersAndAreUnknownBefore) {
  add(1, "tank");
  status(1).told.traffic.updates_sent = 100;
  status(1).told.figures.process = wire::ProcessFigures{.process = 101,
                                                        .cpu_user_ms = 5000,
                                                        .cpu_system_ms = 100,
                                                        .memory_bytes = 4096,
                                                        .threads = 3,
                                                        .descriptors = 9};
  const Update first = poll();
  EXPECT_FALSE(federate(first, 1).figures[Figure::updates_out]);
  EXPECT_FALSE(federate(first, 1).figures[Figure::cpu_user]);
  EXPECT_EQ(federate(first, 1).figures[Figure::memory], 4096.0);
  EXPECT_EQ(federate(first, 1).figures[Figure::logical_time], 4.5);
  status(1).told.traffic.updates_sent = 300;
  status(1).told.figures.process->cpu_user_ms = 6000;
  status(1).told.figures.process->cpu_system_ms = 600;
  const Update second = poll();
  EXPECT_EQ(federate(second, 1).figures[Figure::updates_out], 100.0);
  EXPECT_EQ(federate(second, 1).figures[Figure::cpu_user], 50.0);
  EXPECT_EQ(federate(second, 1).figures[Figure::cpu_system], 25.0);
  EXPECT_EQ(federate(second, 1).figures[Figure::descriptors], 9.0);
}

TEST_F(MonitorModelTest, AFederateWithoutFiguresHasNoneAndNotZero) {
  add(1, "tank");
  poll();
  const Update update = poll();
  EXPECT_FALSE(federate(update, 1).figures[Figure::cpu_user]);
  EXPECT_FALSE(federate(update, 1).figures[Figure::memory]);
  EXPECT_EQ(federate(update, 1).figures[Figure::updates_out], 0.0);
}

TEST_F(MonitorModelTest, ACounterThatFallsGivesNoRate) {
  add(1, "tank");
  status(1).told.traffic.callbacks = 50;
  poll();
  status(1).told.traffic.callbacks = 10;
  EXPECT_FALSE(federate(poll(), 1).figures[Figure::callbacks]);
}

TEST_F(MonitorModelTest, AFederateThatOwesItsAnswerForMoreThanTwoIntervalsIsLate) {
  add(1, "tank");
  poll();
  status(1).owes_answer = true;
  status(1).told_ms = 4000;
  EXPECT_EQ(federate(poll(), 1).state, FederateState::runs);
  status(1).told_ms = 4001;
  const Update late = poll();
  EXPECT_EQ(federate(late, 1).state, FederateState::late);
  EXPECT_EQ(federate(late, 1).since, now);
  EXPECT_FALSE(federate(late, 1).figures[Figure::receive_queued]);
  EXPECT_EQ(kinds(late), std::vector<std::string>{"late"});
  EXPECT_EQ(late.events[0].type, "tank");
  EXPECT_TRUE(poll().events.empty());
  status(1).owes_answer = false;
  status(1).told_ms = 0;
  const Update back = poll();
  EXPECT_EQ(federate(back, 1).state, FederateState::runs);
  EXPECT_EQ(kinds(back), std::vector<std::string>{"answers again"});
}

TEST_F(MonitorModelTest, AFederateThatNeverAnsweredIsLateAfterTwoIntervalsInTheList) {
  add(1, "tank");
  status(1).known = false;
  status(1).owes_answer = true;
  EXPECT_EQ(federate(poll(), 1).state, FederateState::runs);
  poll();
  poll();
  EXPECT_EQ(federate(poll(), 1).state, FederateState::late);
}

TEST_F(MonitorModelTest, WaitingFederatesAndTheOneThatHoldsThemUpAreMarked) {
  add(1, "slow");
  add(2, "quick");
  add(3, "quick");
  for (const std::uint32_t waiting : {2u, 3u}) {
    status(waiting).told.waits = true;
    status(waiting).told.held_by = {FederateHandle(1)};
    status(waiting).told.holders = 1;
  }
  const Update update = poll();
  EXPECT_EQ(federate(update, 1).state, FederateState::holds_up);
  EXPECT_EQ(federate(update, 1).holds_up, 2u);
  EXPECT_EQ(federate(update, 2).state, FederateState::waits);
  EXPECT_EQ(federate(update, 2).waits_for, std::vector<std::uint32_t>{1});
  ASSERT_EQ(update.snapshot.federations[0].stalls.size(), 1u);
  EXPECT_EQ(update.snapshot.federations[0].stalls[0].blockers, std::vector<std::uint32_t>{1});
}

TEST_F(MonitorModelTest, ALostFederateStaysWithItsReasonForTenMinutes) {
  add(1, "tank");
  add(2, "plane");
  poll();
  remove(1);
  tell(wire::EventKind::lost, 1, "its process ended");
  const Update update = poll();
  EXPECT_EQ(federate(update, 1).state, FederateState::lost);
  EXPECT_EQ(federate(update, 1).state_text, "its process ended");
  EXPECT_EQ(federate(update, 1).host, "alpha");
  EXPECT_EQ(federate(update, 1).since, now - 100);
  EXPECT_EQ(kinds(update), std::vector<std::string>{"lost"});
  now += 597'000;
  EXPECT_EQ(poll().snapshot.federations[0].federates.size(), 2u);
  EXPECT_EQ(poll().snapshot.federations[0].federates.size(), 1u);
}

TEST_F(MonitorModelTest, ALostFederateIsShownAfterItsFederationHasEnded) {
  tell(wire::EventKind::lost, 1, "its process ended");
  list.federations.clear();
  statuses.clear();
  const Update update = poll();
  ASSERT_EQ(update.snapshot.federations.size(), 1u);
  EXPECT_EQ(federate(update, 1).type, "tank");
}

TEST_F(MonitorModelTest, EventsAreTakenOnceAndThoseOfARestartedRtigFromTheirBeginning) {
  tell(wire::EventKind::federation_created, 0, "hall.fed");
  EXPECT_EQ(kinds(poll()), std::vector<std::string>{"federation created"});
  EXPECT_EQ(model.position().number, 1u);
  rtig.last_event = 0;
  tell(wire::EventKind::joined, 1, "");
  EXPECT_TRUE(poll().events.empty());
  rtig.process = 11;
  rtig.last_event = 0;
  tell(wire::EventKind::joined, 1, "");
  EXPECT_EQ(kinds(poll()), (std::vector<std::string>{"rtig restarted", "joined"}));
}

TEST_F(MonitorModelTest, ARestartedMonitorContinuesBehindTheEventsThatItHas) {
  tell(wire::EventKind::federation_created, 0, "hall.fed");
  poll();
  MonitorModel later("tcp://alpha:60400", std::chrono::milliseconds(kInterval), model.position());
  EXPECT_EQ(later.position().number, 1u);
  tell(wire::EventKind::joined, 1, "");
  const Update update = later.receive_poll({now, rtig, list, statuses});
  EXPECT_EQ(kinds(update), std::vector<std::string>{"joined"});
}

TEST_F(MonitorModelTest, EventsThatTheRtigHasForgottenAreCounted) {
  tell(wire::EventKind::joined, 1, "");
  poll();
  rtig.last_event = 9;
  tell(wire::EventKind::joined, 2, "");
  rtig.first_event = 10;
  const Update update = poll();
  EXPECT_EQ(kinds(update), (std::vector<std::string>{"events missed", "joined"}));
  EXPECT_EQ(update.events[0].text, "8");
}

TEST_F(MonitorModelTest, AnRtigThatDoesNotAnswerLeavesTheNamesWithoutFigures) {
  add(1, "tank");
  poll();
  const Update lost = model.record_fault(now + 1, "no answer");
  EXPECT_EQ(kinds(lost), std::vector<std::string>{"rtig does not answer"});
  EXPECT_FALSE(lost.snapshot.rtig.connected);
  EXPECT_EQ(federate(lost, 1).type, "tank");
  EXPECT_FALSE(federate(lost, 1).figures[Figure::logical_time]);
  EXPECT_TRUE(model.record_fault(now + 2, "no answer").events.empty());
  EXPECT_EQ(kinds(poll()), std::vector<std::string>{"rtig answers"});
}

TEST_F(MonitorModelTest, HostsAreListedOnceAndThoseWithoutFiguresHaveNone) {
  add(1, "tank", "beta");
  add(2, "tank", "gamma");
  wire::HostFigures host{.processors = 2,
                         .cpu_user_ms = 100,
                         .cpu_system_ms = 10,
                         .cpu_idle_ms = 1000,
                         .load_percent = 150,
                         .memory_bytes = 1000,
                         .memory_available_bytes = 400,
                         .memory_cached_bytes = 200,
                         .interfaces = {{"lo", 5, 5, 5, 5}, {"eth0", 1000, 1, 2000, 2}}};
  rtig.figures.host = host;
  status(1).told.figures.host = host;
  poll();
  rtig.figures.host->cpu_user_ms += 1000;
  rtig.figures.host->interfaces[1].bytes_received += 4000;
  const Update update = poll();
  ASSERT_EQ(update.snapshot.hosts.size(), 3u);
  EXPECT_EQ(update.snapshot.hosts[0].name, "alpha");
  EXPECT_EQ(update.snapshot.hosts[0].figures[Figure::cpu_user], 50.0);
  EXPECT_EQ(update.snapshot.hosts[0].figures[Figure::network_in], 2000.0);
  EXPECT_EQ(update.snapshot.hosts[0].figures[Figure::memory], 600.0);
  EXPECT_EQ(update.snapshot.hosts[0].figures[Figure::load], 1.5);
  EXPECT_EQ(update.snapshot.hosts[1].figures[Figure::memory_total], 1000.0);
  EXPECT_EQ(update.snapshot.hosts[2].name, "gamma");
  EXPECT_FALSE(update.snapshot.hosts[2].figures[Figure::memory]);
}

TEST_F(MonitorModelTest, TextsOfPeersBecomeUtf8) {
  add(1, "ta\xffnk");
  EXPECT_EQ(federate(poll(), 1).type, "ta\xef\xbf\xbdnk");
}

}  // namespace
}  // namespace triad::rtimon
