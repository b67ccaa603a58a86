// Tests of the authority alone, by its inputs and outputs.
#include "rtig/authority.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <vector>

#include "rtig/test_outputs.hpp"

namespace triad::rtig {
namespace {

using Names = AuthorityUnderTest::Names;

constexpr FederateHandle kFirst(1);
constexpr FederateHandle kSecond(2);

bool contains(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

// Saves the federation as "s" up to the point at which members hand in their parts.
void begin_collecting(AuthorityUnderTest& authority, FederateHandle by) {
  authority.receive_from_member(by, wire::RequestFederationSave{"s", false, {}, {}});
  authority.receive_from_member(by, wire::FederateSaveComplete{1});
  authority.receive_from_member(by, wire::SaveSettled{1, 1, false});
  authority.receive_from_member(by, wire::SaveSettled{1, 2, true});
}

// Saves the federation up to the point at which the host writes the file.
void save_until_stored(AuthorityUnderTest& authority, FederateHandle by) {
  begin_collecting(authority, by);
  EXPECT_EQ(authority.receive_from_member(by, wire::FederateState{1, true, {}}),
            (Names{"StoreSave"}));
}

TEST(Authority, AGuestJoinsWhenItIsKnownWhetherItSharesMemory) {
  AuthorityUnderTest authority;
  EXPECT_EQ(authority.ask_to_join(kFirst), (Names{"Enter 1"}));
  EXPECT_FALSE(authority.authority().is_member(kFirst));
  EXPECT_EQ(authority.process_input(input::Entered{}),
            (Names{"Log FederateJoined", "Admit 1", "Welcome 1 JoinAccepted"}));
  EXPECT_TRUE(authority.authority().is_member(kFirst));
}

TEST(Authority, AddsTheSpansOfTime) {
  RtigOptions options;
  options.timeouts.save = std::chrono::seconds(10);
  AuthorityUnderTest authority(options);
  authority.join(kFirst);
  authority.process_input(input::TimePassed{std::chrono::hours(1)});
  begin_collecting(authority, kFirst);
  for (const int span : {4, 5}) {
    authority.process_input(input::TimePassed{std::chrono::seconds(span)});
    EXPECT_EQ(authority.process_input(input::EndOverdueSaves{}), Names()) << span;
  }
  authority.process_input(input::TimePassed{std::chrono::seconds(1)});
  EXPECT_TRUE(
      contains(authority.process_input(input::EndOverdueSaves{}), "Log FederationNotSaved"));
}

// Both get the same inputs afterwards.
TEST(Authority, GoesOnFromItsImage) {
  AuthorityUnderTest first;
  first.join(kFirst);
  first.join(kSecond);
  first.receive_from_member(kFirst, wire::RegisterFederationSynchronizationPoint{"go", {}, {}});
  first.receive_from_member(kSecond, wire::SynchronizationPointAchieved{"go"});
  first.process_input(input::TimePassed{std::chrono::seconds(5)});
  const auto image = first.authority().image();
  ASSERT_TRUE(image);

  AuthorityUnderTest second;
  const std::vector<GuestId> guests{{1}, {2}};
  EXPECT_EQ(second.load_image(*image, guests), (Names{"Admit 1", "Admit 2", "WakeAt"}));
  for (AuthorityUnderTest* const one : {&first, &second}) {
    EXPECT_EQ(one->receive_from_member(kFirst, wire::SynchronizationPointAchieved{"go"}),
              Names{"Log FederationSynchronized"});
    EXPECT_EQ(one->process_input(input::MemberLost{kSecond, 0, "is gone"}).front(),
              "BeginResignation 2");
    EXPECT_EQ(one->ask_to_join(FederateHandle(3)), (Names{"Enter 3"}));
  }
  const auto again = second.authority().image();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->now_ms, 5000u);
  EXPECT_EQ(again->state.last_federate, 3u);
}

TEST(Authority, HasNoImageWhileItSaves) {
  AuthorityUnderTest authority;
  authority.join(kFirst);
  EXPECT_TRUE(authority.authority().image());
  begin_collecting(authority, kFirst);
  EXPECT_FALSE(authority.authority().image());
}

TEST(Authority, HasNoImageOfMembersThatShareMemory) {
  AuthorityUnderTest authority;
  authority.join(kFirst, true);
  EXPECT_FALSE(authority.authority().image());
}

TEST(Authority, RefusesAnImageThatContradictsItself) {
  AuthorityUnderTest first;
  first.join(kFirst);
  const AuthorityImage good = *first.authority().image();
  const auto is_refused = [](const AuthorityImage& image) {
    const std::vector<GuestId> guests(image.members.size());
    return AuthorityUnderTest().load_image(image, guests) == Names{"refused"};
  };
  EXPECT_FALSE(is_refused(good));
  AuthorityImage bad = good;
  bad.members.front().federate = kSecond;
  EXPECT_TRUE(is_refused(bad));
  bad = good;
  bad.members.clear();
  EXPECT_TRUE(is_refused(bad));
  bad = good;
  bad.state.last_federate = 0;
  EXPECT_TRUE(is_refused(bad));
  bad = good;
  bad.state.state.members.clear();
  EXPECT_TRUE(is_refused(bad));
  bad = good;
  bad.points_registered_ms.push_back(1);
  EXPECT_TRUE(is_refused(bad));
}

TEST(Authority, ANewcomerIsToldThePositionsOfStreamsThatTheSwitchHasRead) {
  AuthorityUnderTest authority;
  authority.ask_to_join(kFirst);
  authority.process_input(input::Entered{true, {{kSecond, 17}}, {}});
  const Outputs& outputs = authority.outputs();
  for (std::size_t at = 0; at < outputs.size(); ++at) {
    const auto* const welcome = std::get_if<output::Welcome>(&outputs[at]);
    if (welcome == nullptr) continue;
    const auto record = wire::parse_record(outputs.bytes(welcome->record));
    const auto accepted = wire::decode<wire::JoinAccepted>(record->payload);
    ASSERT_EQ(accepted->streams.size(), 1u);
    EXPECT_EQ(accepted->streams[0].position, 17u);
    EXPECT_TRUE(accepted->on_fabric);
    return;
  }
  ADD_FAILURE() << "no welcome";
}

TEST(Authority, ANewcomerForWhichThereIsNoMemoryIsResignedAndRefused) {
  AuthorityUnderTest authority;
  authority.join(kFirst);
  EXPECT_EQ(authority.process_input(input::WelcomeFailed{kFirst}),
            (Names{"BeginResignation 1", "Log FederateResigned", "Detach 1", "BoundsMayRise",
                   "FinishResignation 1 stays", "ToGuest 1 Refused"}));
  EXPECT_TRUE(authority.authority().empty());
}

TEST(Authority, ALostMemberLeavesBeforeItsLinkEnds) {
  AuthorityUnderTest authority;
  authority.join(kFirst);
  authority.join(kSecond);
  EXPECT_EQ(authority.process_input(input::MemberLost{kFirst, 9, "died"}),
            (Names{"BeginResignation 1", "Log FederateResigned", "Detach 1", "BoundsMayRise",
                   "FinishResignation 1"}));
  // The report for the audit log is the first output.
  const auto* const log = std::get_if<output::Log>(&authority.outputs()[2]);
  ASSERT_NE(log, nullptr);
  const auto record = wire::parse_record(authority.outputs().bytes(log->record));
  EXPECT_EQ(record->header.cause(), kFirst);
  EXPECT_EQ(record->header.after_position, 9u) << "the last record that the switch has read";
}

TEST(Authority, AMemberThatSendsWhatItMayNotIsExpelled) {
  AuthorityUnderTest authority;
  authority.join(kFirst);
  EXPECT_EQ(authority.receive_from_member(kFirst, wire::LeaseObjectHandles{0}),
            (Names{"EndMember 1: sent a lease of 0 object handles"}));
}

TEST(Authority, OnlyAMemberThatSharesMemoryAccusesAnother) {
  for (const bool shares_memory : {true, false}) {
    AuthorityUnderTest authority;
    authority.join(kFirst, true);
    authority.join(kSecond, shares_memory);
    const Names said =
        authority.receive_from_member(kSecond, wire::FaultyFederate{kFirst, "an update"});
    const std::string ends = "EndMember 1: sent federate 2 invalid data: an update";
    EXPECT_EQ(contains(said, ends), shares_memory);
  }
}

TEST(Authority, PromisesAreReducedOnceAMemberAtALinkIsConstrained) {
  AuthorityUnderTest authority;
  authority.join(kFirst, true);
  authority.join(kSecond);
  EXPECT_FALSE(contains(authority.receive_from_member(kFirst, wire::EnableTimeConstrained{}),
                        "ReducePromises"));
  const Names reduced = authority.receive_from_member(kSecond, wire::EnableTimeConstrained{});
  ASSERT_GE(reduced.size(), 2u);
  EXPECT_EQ(reduced[0], "Log PromisesReduced");
  EXPECT_EQ(reduced[1], "ReducePromises") << "before the switch hears of the member's role";
  authority.receive_from_member(kSecond, wire::DisableTimeConstrained{});
  EXPECT_FALSE(contains(authority.receive_from_member(kSecond, wire::EnableTimeConstrained{}),
                        "ReducePromises"));
}

TEST(Authority, PromisesAreReducedForAMemberThatAsksForItsBound) {
  AuthorityUnderTest authority;
  authority.join(kFirst, true);
  authority.join(kSecond);
  EXPECT_EQ(authority.receive_from_member(kSecond, wire::RequestLbts{}),
            (Names{"Log PromisesReduced", "ReducePromises", "AnswerLbts 2"}));
}

TEST(Authority, PromisesAreReducedForMoreMembersThanReadEachOthers) {
  RtigOptions options;
  options.direct_promises_max = 1;
  AuthorityUnderTest authority(options);
  EXPECT_FALSE(contains(authority.join(kFirst, true), "ReducePromises"));
  EXPECT_TRUE(contains(authority.join(kSecond, true), "ReducePromises"));
}

TEST(Authority, ASaveThatTheStoreRefusesLateIsNotMade) {
  AuthorityUnderTest authority;
  authority.join(kFirst);
  save_until_stored(authority, kFirst);
  EXPECT_EQ(authority.receive_from_member(kFirst, wire::RequestFederationSave{"t", false, {}, {}}),
            (Names{"ToMember 1 Refused"}));
  const wire::Result<void> full = wire::error(wire::ErrorCode::RTIinternalError, "disk full");
  EXPECT_EQ(authority.process_input(input::SaveStored{full}), (Names{"Log FederationNotSaved"}));
  EXPECT_EQ(authority.process_input(input::SaveStored{full}), Names{}) << "no save is being stored";
}

TEST(Authority, PartsOfOtherFederationsCountForTheBoundOfAllSaves) {
  const wire::Buffer part(10);
  for (const std::uint64_t elsewhere : {90u, 91u}) {
    RtigOptions options;
    options.bytes_of_saves_max = 100;
    AuthorityUnderTest authority(options);
    authority.join(kFirst);
    begin_collecting(authority, kFirst);
    EXPECT_EQ(authority.process_input(input::SavesElsewhere{elsewhere}), Names{});
    const Names said = authority.receive_from_member(kFirst, wire::FederateState{1, false, part});
    EXPECT_TRUE(contains(said, "HeldParts 10"));
    EXPECT_EQ(contains(said, "Log FederationNotSaved"), elsewhere == 91);
    EXPECT_EQ(contains(said, "HeldParts 0"), elsewhere == 91) << "of a save that has ended";
  }
}

TEST(Authority, ASaveThatIsLoadedWhenItsRequesterHasLeftIsForgotten) {
  AuthorityUnderTest authority;
  authority.join(kFirst);
  authority.join(kSecond);
  EXPECT_EQ(authority.receive_from_member(kFirst, wire::RequestFederationRestore{"s"}),
            (Names{"LoadSave s"}));
  EXPECT_EQ(authority.receive_from_member(kSecond, wire::RequestFederationRestore{"s"}),
            (Names{"ToMember 2 RequestFederationRestoreFailed"}));
  authority.process_input(input::MemberLost{kFirst, 1, "died"});
  const wire::Result<wire::Buffer> file = wire::Buffer();
  EXPECT_EQ(authority.process_input(input::SaveLoaded{file}), Names{});
  EXPECT_EQ(authority.receive_from_member(kSecond, wire::RequestFederationRestore{"s"}),
            (Names{"LoadSave s"}));
}

TEST(Authority, AMemberReturnsByTheTokenOfItsWish) {
  AuthorityUnderTest authority;
  authority.join(kFirst);
  EXPECT_EQ(authority.process_input(input::MoveRequest{kFirst, 77}),
            (Names{"ToMember 1 MoveAsked"}));
  authority.receive_from_member(kFirst, wire::MoveAnswered{true});
  EXPECT_EQ(authority.process_input(input::EndTurn{}), (Names{"Log PauseSettling"}));
  authority.receive_from_member(kFirst, wire::PauseSettled{1, 1, false});
  EXPECT_EQ(authority.receive_from_member(kFirst, wire::PauseSettled{1, 2, true}),
            (Names{"ToMember 1 MoveAway", "Vacate 1"}));
  const wire::ReturnMember wrong{"hall", kFirst, 78};
  const wire::ReturnMember right{"hall", kFirst, 77};
  EXPECT_EQ(authority.process_input(input::Returning{{5}, authority.origin(), wrong}),
            (Names{"EndGuest 5: asked to continue a member that is not moving here"}));
  EXPECT_EQ(authority.process_input(input::Returning{{6}, authority.origin(), right}),
            (Names{"TakeUp 1"}));
}

TEST(Authority, ASettlingRoundNamesTheLastRecordsOfMembersThatShareMemory) {
  AuthorityUnderTest authority;
  authority.join(kFirst, true);
  authority.join(kSecond);
  authority.process_input(input::MoveRequest{kSecond, 1});
  authority.receive_from_member(kFirst, wire::LeaseObjectHandles{10});  // the member's record 1
  authority.receive_from_member(kSecond, wire::MoveAnswered{true});
  ASSERT_EQ(authority.process_input(input::EndTurn{}), (Names{"Log PauseSettling"}));
  const auto& log = std::get<output::Log>(authority.outputs()[0]);
  const auto record = wire::parse_record(authority.outputs().bytes(log.record));
  const auto settling = wire::decode<wire::PauseSettling>(record->payload);
  ASSERT_EQ(settling->streams.size(), 1u);
  EXPECT_EQ(settling->streams[0].federate, kFirst);
  EXPECT_EQ(settling->streams[0].position, 1u);
}

}  // namespace
}  // namespace triad::rtig
