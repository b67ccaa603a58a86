#include "records/stream_positions.hpp"

#include <gtest/gtest.h>

#include "records/member_positions.hpp"

namespace triad::records {
namespace {

using wire::FederateHandle;
using wire::StreamPosition;
using InLog = StreamPositions::LogOrder;

constexpr FederateHandle kSelf(1);
constexpr FederateHandle kNeighbour(2);
constexpr FederateHandle kDistant(3);

wire::RecordHeader header(FederateHandle from, wire::Position position,
                          wire::Kind kind = wire::Kind::SendInteraction) {
  wire::RecordHeader header;
  header.kind = static_cast<std::uint16_t>(kind);
  header.sender = from.value;
  header.position = position;
  return header;
}

class OnFabric : public ::testing::Test {
 protected:
  OnFabric() { positions.begin_membership(10, true, {{kNeighbour, 5}}, {{kDistant, 7}}, false); }
  StreamPositions positions;
};

TEST(AtALink, NothingIsKeptOfOthersStreams) {
  StreamPositions positions;
  positions.begin_membership(10, false, {}, {}, false);
  positions.add_member(kNeighbour, false);
  positions.record_read(header(kNeighbour, 6));
  EXPECT_TRUE(positions.take_unstated_positions().handled.empty());
  EXPECT_FALSE(positions.forwarded_position(kNeighbour));
}

TEST(AtALink, TheLogGoesOnAndLeavesOutWhatConcernsOthers) {
  StreamPositions positions;
  positions.begin_membership(10, false, {}, {}, false);
  EXPECT_EQ(positions.receive_log_record(header(wire::kRtig, 10)), InLog::out_of_order);
  EXPECT_EQ(positions.receive_log_record(header(wire::kRtig, 12)), InLog::next);
  EXPECT_EQ(positions.receive_log_record(header(wire::kRtig, 11)), InLog::out_of_order);
  EXPECT_EQ(positions.log_position(), 12u);
}

TEST(AtALink, WhateverComesSaysHowFarTheLogHasComeBeforeIt) {
  StreamPositions positions;
  positions.begin_membership(10, false, {}, {}, false);
  positions.record_read(header(wire::kRtig, 12, wire::Kind::Accepted));
  EXPECT_EQ(positions.log_position(), 12u);
  wire::RecordHeader update = header(kNeighbour, 6, wire::Kind::UpdateAttributeValues);
  update.after_position = 14;
  positions.record_read(update);
  EXPECT_EQ(positions.log_position(), 14u);
  update.after_position = 16;
  update.flags = wire::kBestEffort;
  positions.record_read(update);
  EXPECT_EQ(positions.log_position(), 14u) << "it may have come by a faster way";
  wire::RecordHeader logged = header(wire::kRtig, 15);
  logged.flags = wire::kLogRecord;
  positions.record_read(logged);
  EXPECT_EQ(positions.receive_log_record(logged), InLog::next);
}

TEST_F(OnFabric, TheLogFromBeforeTheSnapshotIsKnown) {
  EXPECT_EQ(positions.receive_log_record(header(wire::kRtig, 10)), InLog::known);
  EXPECT_EQ(positions.receive_log_record(header(wire::kRtig, 11)), InLog::next);
  EXPECT_EQ(positions.receive_log_record(header(wire::kRtig, 13)), InLog::next);
}

TEST_F(OnFabric, ADepartureMayOvertakeTheLog) {
  const auto resigned = header(wire::kRtig, 15, wire::Kind::FederateResigned);
  EXPECT_EQ(positions.receive_log_record(resigned), InLog::next);
  EXPECT_EQ(positions.log_position(), 15u);
}

TEST_F(OnFabric, WhatHasBeenHandledIsToldOnce) {
  const std::vector<StreamPosition> all = {{kNeighbour, 5}, {kDistant, 7}};
  EXPECT_EQ(positions.take_unstated_positions().handled, all);
  EXPECT_TRUE(positions.take_unstated_positions().handled.empty());
  positions.record_read(header(kNeighbour, 6));
  const std::vector<StreamPosition> one = {{kNeighbour, 6}};
  EXPECT_EQ(positions.take_unstated_positions().handled, one);
  positions.restate_all();
  EXPECT_EQ(positions.take_unstated_positions().handled.size(), 2u);
}

// In a step of logical time each member promises to each other, so they would all name each other.
TEST_F(OnFabric, NothingFollowsFromAPromise) {
  static_cast<void>(positions.take_unstated_positions());
  positions.record_read(header(kNeighbour, 6, wire::Kind::TimeReport));
  EXPECT_TRUE(positions.take_unstated_positions().handled.empty());
  positions.record_read(header(kNeighbour, 7));
  positions.record_read(header(kNeighbour, 8, wire::Kind::TimeReport));
  const std::vector<StreamPosition> message = {{kNeighbour, 7}};
  EXPECT_EQ(positions.take_unstated_positions().handled, message);
  EXPECT_EQ(positions.fabric_positions(), (std::vector<StreamPosition>{{kNeighbour, 8}}));
  std::vector<StreamPosition> streams, forwarded;
  positions.collect_positions(kSelf, streams, forwarded);
  EXPECT_EQ(streams, message);
}

TEST_F(OnFabric, APositionNeverFallsAndDependenciesHaveNone) {
  positions.record_read(header(kNeighbour, 4));
  positions.record_read(header(kNeighbour, 9, wire::Kind::CausalDependencies));
  EXPECT_EQ(positions.fabric_positions(), (std::vector<StreamPosition>{{kNeighbour, 5}}));
}

TEST_F(OnFabric, OnlyWhoIsNotThereIsForwarded) {
  EXPECT_EQ(positions.forwarded_position(kDistant), 7u);
  EXPECT_FALSE(positions.forwarded_position(kNeighbour));
  positions.remove_member(kDistant);
  EXPECT_FALSE(positions.forwarded_position(kDistant));
}

TEST_F(OnFabric, RecordsForOthersPassBy) {
  auto record = header(kNeighbour, 6);
  EXPECT_FALSE(positions.must_skip(record, kSelf));
  record.addressee = kSelf.value;
  EXPECT_FALSE(positions.must_skip(record, kSelf));
  record.addressee = kDistant.value;
  EXPECT_TRUE(positions.must_skip(record, kSelf));
  record.addressee = 0;
  record.flags = wire::kToRtig;
  EXPECT_TRUE(positions.must_skip(record, kSelf));
  EXPECT_TRUE(positions.must_skip(header(kSelf, 6), kSelf));
}

TEST(TheRtig, TellsOfTheFabricWhatItHasReadAndForwards) {
  StreamPositions positions;
  positions.add_stream(kNeighbour, true, 0);
  EXPECT_FALSE(positions.is_mixed());
  positions.add_stream(kDistant, false, 0);
  EXPECT_TRUE(positions.is_mixed());
  positions.record_read_on_fabric(header(kNeighbour, 6));
  positions.record_forwarded(kDistant, 8);
  EXPECT_EQ(positions.take_unstated_positions().handled,
            (std::vector<StreamPosition>{{kNeighbour, 6}}));
  std::vector<StreamPosition> streams, forwarded;
  positions.collect_positions(kSelf, streams, forwarded);
  EXPECT_EQ(streams, (std::vector<StreamPosition>{{kNeighbour, 6}}));
  EXPECT_EQ(forwarded, (std::vector<StreamPosition>{{kDistant, 8}}));
  positions.remove_stream(kNeighbour);
  EXPECT_EQ(positions.on_fabric_count(), 0u);
}

// --- Positions that other members state they have read.

std::optional<std::vector<StreamPosition>> taken(const std::vector<StreamPosition>& stated) {
  std::optional<std::vector<StreamPosition>> taken;
  const auto is_member = [](FederateHandle federate) { return federate != kDistant; };
  (void)visit_member_positions(stated, is_member, [&](std::span<const StreamPosition> positions) {
    taken.emplace(positions.begin(), positions.end());
  });
  return taken;
}

TEST(NamedStreams, AreTakenInAscendingOrderAlone) {
  EXPECT_EQ(taken({}), std::vector<StreamPosition>());
  const std::vector<StreamPosition> ascending{{FederateHandle(1), 9}, {FederateHandle(4), 2}};
  EXPECT_EQ(taken(ascending), ascending);
  EXPECT_EQ(taken({{FederateHandle(4), 2}, {FederateHandle(1), 9}}), std::nullopt);
  EXPECT_EQ(taken({{FederateHandle(4), 2}, {FederateHandle(4), 3}}), std::nullopt);
}

TEST(NamedStreams, AreThoseOfMembersAlone) {
  const FederateHandle last(kDistant.value + 1);
  EXPECT_EQ(taken({{kDistant, 9}, {last, 2}}), (std::vector<StreamPosition>{{last, 2}}));
}

}  // namespace
}  // namespace triad::records
