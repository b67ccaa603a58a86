#include "records/record_merge.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace triad::records {
namespace {

using wire::FederateHandle;
using wire::Position;

constexpr FederateHandle kA{1};
constexpr FederateHandle kB{2};
constexpr FederateHandle kC{3};
constexpr FederateHandle kD{4};  // does not share memory: the RTIG forwards its records

// Streams as they are in memory, and a transcript of the handled records: "A1" is A's first record,
// "R2" the second of the RTIG's log.
struct Participant {
  std::map<FederateHandle, std::vector<wire::Buffer>> streams;
  std::map<FederateHandle, std::size_t> read;
  Position log = 0;
  std::string transcript;
  std::optional<FederateHandle> refused_stream;  // stream from which no records are handled now
  mutable std::size_t next_calls = 0;            // calls of next()
  mutable std::map<FederateHandle, std::size_t> taken;  // records returned by next()
  RecordMerge<Participant, Participant> merge{*this, *this};
  std::map<FederateHandle, Position> forwarded;  // handled positions of members without a stream

  Participant() {
    for (const FederateHandle stream : {wire::kRtig, kA, kB, kC}) merge.add(stream);
  }

  template <class Message>
  void write(FederateHandle by, Position position, FederateHandle after, Position after_position,
             const Message& message) {
    wire::RecordHeader header;
    header.sender = by.value;
    header.position = position;
    header.after = after.value;
    header.after_position = after_position;
    if (by == wire::kRtig) header.flags = wire::kLogRecord;
    wire::encode_record(header, message, streams[by].emplace_back());
  }
  // Writes a member's record that follows the log up to a position.
  void write_member_record(FederateHandle by, Position position, Position log_position) {
    write(by, position, wire::kRtig, log_position, wire::NoCallback{});
  }
  void write_causal_dependencies(FederateHandle by, Position position,
                                 std::vector<wire::StreamPosition> handled) {
    write(by, position, wire::kRtig, 0, wire::CausalDependencies{std::move(handled)});
  }
  void write_forwarded_record(FederateHandle by, Position position) {
    wire::RecordHeader header;
    header.sender = by.value;
    header.position = position;
    wire::encode_record(header, wire::NoCallback{}, streams[wire::kRtig].emplace_back());
  }
  void write_rtig_record(Position position, FederateHandle cause = {},
                         Position cause_position = 0) {
    write(wire::kRtig, position, cause, cause_position, wire::NoCallback{});
  }

  bool next(FederateHandle stream, wire::ParsedFrame& frame) const {
    ++next_calls;
    const auto record = beginning(stream);
    if (!record) return false;
    taken[stream] = (read.contains(stream) ? read.at(stream) : 0) + 1;
    frame.extend(*record);
    return true;
  }
  std::optional<wire::Bytes> beginning(FederateHandle stream) const {
    const auto at = streams.find(stream);
    const std::size_t done = read.contains(stream) ? read.at(stream) : 0;
    if (at == streams.end() || done == at->second.size()) return std::nullopt;
    return at->second[done];
  }
  bool rtig_has_records() const { return beginning(wire::kRtig).has_value(); }
  void pop(FederateHandle stream) { ++read[stream]; }
  bool receive_record(FederateHandle stream, const wire::ParsedFrame& frame) {
    if (stream == refused_stream) return false;
    const auto& record = frame.record();
    if (record->header.message_kind() == wire::Kind::CausalDependencies) return true;
    const FederateHandle from = record->header.from();
    if (from == wire::kRtig) log = record->header.position;
    if (forwarded.contains(from)) forwarded[from] = record->header.position;
    transcript += (transcript.empty() ? "" : " ") + std::string(1, letter(from)) +
                  std::to_string(record->header.position);
    return true;
  }
  static char letter(FederateHandle federate) {
    return federate == wire::kRtig ? 'R' : static_cast<char>('A' + federate.value - 1);
  }
  Position log_position() const { return log; }
  std::optional<Position> forwarded_position(FederateHandle federate) const {
    const auto at = forwarded.find(federate);
    return at == forwarded.end() ? std::nullopt : std::optional(at->second);
  }
};

// next() decides whether a record is needed. So it must not be called for a record that is only
// found to be after the named cause: the federate's next request may need that record.
TEST(RecordMerge, TakesNoRecordThatItDoesNotHandle) {
  Participant p;
  p.write_member_record(kA, 1, 0);
  p.write_rtig_record(1, kA, 1);
  p.write_member_record(kA, 2, 0);
  EXPECT_EQ(p.merge.run_stream(wire::kRtig), 2u);
  EXPECT_EQ(p.transcript, "A1 R1");
  EXPECT_EQ(p.taken[kA], 1u);
  EXPECT_EQ(p.merge.run(10), 1u);
  EXPECT_EQ(p.transcript, "A1 R1 A2");
}

TEST(RecordMerge, HandlesAMembersRecordAfterTheLogThatItFollows) {
  Participant reader;
  reader.merge.clear();
  for (const FederateHandle stream : {kA, wire::kRtig}) reader.merge.add(stream);
  reader.write_member_record(kA, 1, 2);
  reader.write_rtig_record(1);
  reader.write_rtig_record(2);
  EXPECT_EQ(reader.merge.run_stream(kA), 3u);  // including the records that it names
  EXPECT_EQ(reader.transcript, "R1 R2 A1");
  reader.write_rtig_record(3);
  reader.merge.run(100);
  EXPECT_EQ(reader.transcript, "R1 R2 A1 R3");
}

// The RTIG's records to single members have no position, and a member's record may answer one of
// them.
TEST(RecordMerge, HandlesWhatElseTheRtigHasSaidBeforeAMembersRecord) {
  Participant reader;
  reader.write_member_record(kA, 1, 0);
  reader.write_rtig_record(1);
  reader.write_rtig_record(2);
  EXPECT_EQ(reader.merge.run_stream(kA), 3u);
  EXPECT_EQ(reader.transcript, "R1 R2 A1");
}

TEST(RecordMerge, KeepsARecordWhoseLogIsNotThereYet) {
  Participant reader;
  reader.write_member_record(kA, 1, 1);
  EXPECT_EQ(reader.merge.run(100), 0u);
  reader.write_rtig_record(1);
  reader.merge.run(100);
  EXPECT_EQ(reader.transcript, "R1 A1");
}

TEST(RecordMerge, HandlesWhatTheRtigReactsToBefore) {
  Participant reader;
  reader.write_member_record(kA, 1, 0);
  reader.write_member_record(kA, 2, 0);
  reader.write_member_record(kA, 3, 1);
  reader.write_rtig_record(1, kA, 2);
  reader.merge.run(100);
  EXPECT_EQ(reader.transcript, "A1 A2 R1 A3");
}

// A deletes an instance and B reserves its name. C learns of both, from the RTIG and from A.
TEST(RecordMerge, FollowsAChainThroughMembers) {
  Participant reader;
  reader.write_member_record(kA, 1, 0);
  reader.write_causal_dependencies(kB, 1, {{kA, 1}});
  reader.write_member_record(kB, 1, 0);
  reader.write_rtig_record(1, kB, 1);
  EXPECT_EQ(reader.merge.run_stream(wire::kRtig), 4u);
  EXPECT_EQ(reader.transcript, "A1 B1 R1");
}

TEST(RecordMerge, TakesNoMoreOfANamedStreamThanIsNamed) {
  Participant reader;
  reader.write_member_record(kA, 1, 0);
  reader.write_member_record(kA, 5, 0);
  reader.write_causal_dependencies(kB, 1, {{kA, 4}});
  reader.write_member_record(kB, 1, 0);
  reader.merge.run_stream(kB);
  EXPECT_EQ(reader.transcript, "A1 B1");
}

TEST(RecordMerge, TakesAStreamThatThereIsNotForHandled) {
  Participant reader;
  reader.merge.remove(kC);
  reader.write_causal_dependencies(kB, 1, {{kC, 7}});
  reader.write_member_record(kB, 1, 0);
  reader.merge.run(100);
  EXPECT_EQ(reader.transcript, "B1");
}

// A answers a record of D, which C reads in the RTIG's stream.
TEST(RecordMerge, FollowsAChainThroughWhatTheRtigForwards) {
  Participant reader;
  reader.forwarded[kD] = 0;
  reader.write_rtig_record(1);
  reader.write_forwarded_record(kD, 7);
  reader.write_forwarded_record(kD, 9);
  reader.write_causal_dependencies(kA, 1, {{kD, 7}});
  reader.write_member_record(kA, 1, 0);
  EXPECT_EQ(reader.merge.run_stream(kA), 5u);
  EXPECT_EQ(reader.transcript, "R1 D7 D9 A1");
}

TEST(RecordMerge, KeepsARecordWhoseForwardedCauseIsNotThereYet) {
  Participant reader;
  reader.forwarded[kD] = 5;
  reader.write_causal_dependencies(kA, 1, {{kD, 5}});
  reader.write_member_record(kA, 1, 0);
  reader.write_causal_dependencies(kA, 2, {{kD, 6}});
  reader.write_member_record(kA, 2, 0);
  reader.merge.run(100);
  EXPECT_EQ(reader.transcript, "A1");
  reader.write_forwarded_record(kD, 6);
  reader.merge.run(100);
  EXPECT_EQ(reader.transcript, "A1 D6 A2");
}

// Honest members never form a cycle, and the others do not wait for members that do.
TEST(RecordMerge, EndsACircleWithThoseWhoMakeIt) {
  Participant reader;
  reader.write_causal_dependencies(kA, 1, {{kB, 1}});
  reader.write_member_record(kA, 1, 0);
  reader.write_causal_dependencies(kB, 1, {{kA, 1}});
  reader.write_member_record(kB, 1, 0);
  reader.write_member_record(kC, 1, 0);
  reader.merge.run(100);
  EXPECT_EQ(reader.transcript, "C1");
}

TEST(RecordMerge, KeepsWhatItsOwnerDoesNotTakeNow) {
  Participant reader;
  reader.write_rtig_record(1);
  reader.write_member_record(kA, 1, 1);
  reader.write_member_record(kB, 1, 0);
  reader.refused_stream = wire::kRtig;
  reader.merge.run(100);
  EXPECT_EQ(reader.transcript, "B1");
  reader.refused_stream.reset();
  reader.merge.run(100);
  EXPECT_EQ(reader.transcript, "B1 R1 A1");
}

// All members wait for the RTIG, which reads only members' streams.
TEST(RecordMerge, LetsTheRtigGoOnWhereMembersClaimToFollowEachOther) {
  Participant rtig;
  rtig.merge.remove(wire::kRtig);
  rtig.write_causal_dependencies(kA, 1, {{kB, 1}});
  rtig.write_member_record(kA, 1, 0);
  rtig.write_member_record(kC, 1, 0);
  rtig.merge.run(100);
  EXPECT_TRUE(rtig.merge.take_cycle().empty()) << "the named record is not there yet";
  EXPECT_EQ(rtig.transcript, "A1 C1");
  rtig.write_causal_dependencies(kA, 2, {{kB, 1}});
  rtig.write_member_record(kA, 2, 0);
  rtig.write_causal_dependencies(kB, 1, {{kA, 2}});
  rtig.write_member_record(kB, 1, 0);
  rtig.merge.run(100);
  EXPECT_EQ(rtig.transcript, "A1 C1 B1 A2");
  EXPECT_EQ(rtig.merge.take_cycle(), (std::vector{kA, kB}));
  EXPECT_TRUE(rtig.merge.take_cycle().empty());
}

// A member that only waits for the members of a cycle makes no false claim.
TEST(RecordMerge, NamesThoseAloneWhoFollowEachOther) {
  Participant rtig;
  rtig.merge.remove(wire::kRtig);
  rtig.write_causal_dependencies(kA, 1, {{kB, 1}});
  rtig.write_member_record(kA, 1, 0);
  rtig.write_causal_dependencies(kB, 1, {{kC, 1}});
  rtig.write_member_record(kB, 1, 0);
  rtig.write_causal_dependencies(kC, 1, {{kB, 1}});
  rtig.write_member_record(kC, 1, 0);
  rtig.merge.run(100);
  EXPECT_EQ(rtig.merge.take_cycle(), (std::vector{kB, kC}));
  EXPECT_EQ(rtig.transcript, "C1 B1 A1");
}

// Each member's record follows those of all members before it, and the first cannot be handled. A
// search along every path would try it 2 to the power of 16 times.
TEST(RecordMerge, TriesOnceWhatCannotGoOn) {
  Participant reader;
  std::vector<wire::StreamPosition> before;
  for (std::uint32_t i = 1; i <= 16; ++i) {
    reader.merge.add(FederateHandle(i));
    if (!before.empty()) reader.write_causal_dependencies(FederateHandle(i), 1, before);
    reader.write_member_record(FederateHandle(i), 1, 0);
    before.push_back({FederateHandle(i), 1});
  }
  reader.refused_stream = kA;
  EXPECT_EQ(reader.merge.run(1000), 0u);
  EXPECT_LT(reader.next_calls, 16u * 16 * 16);
  reader.refused_stream.reset();
  EXPECT_EQ(reader.merge.run(1000), 31u);
}

// A hostile member names a position that cannot exist before its own record. No member may miss the
// log because of that, because the log has the hostile member's expulsion.
TEST(RecordMerge, HandlesTheLogThoughItsCauseClaimsToFollowIt) {
  for (const Position claimed : {Position{1}, Position{2}, Position{1} << 60}) {
    Participant reader;
    reader.write_member_record(kA, 1, claimed);
    reader.write_rtig_record(1, kA, 1);
    reader.write_rtig_record(2, kB, 1);
    reader.merge.run(100);
    EXPECT_EQ(reader.transcript, "A1 R1 R2") << claimed;
  }
}

TEST(RecordMerge, HandlesTheLogThoughItsCauseClaimsToFollowWhatItWillForward) {
  Participant reader;
  reader.forwarded[kD] = 0;
  reader.write_causal_dependencies(kA, 1, {{kD, 5}});
  reader.write_member_record(kA, 2, 0);
  reader.write_rtig_record(1, kA, 2);
  reader.merge.run(100);
  EXPECT_EQ(reader.transcript, "A2 R1");
}

TEST(RecordMerge, HandlesWhatTwoMembersClaimToFollowInACircle) {
  Participant reader;
  reader.write_causal_dependencies(kA, 1, {{kB, 1}});
  reader.write_causal_dependencies(kB, 1, {{kA, 1}});
  reader.write_member_record(kA, 2, 0);
  reader.write_member_record(kB, 2, 0);
  reader.write_rtig_record(1, kA, 2);
  reader.merge.run(100);
  EXPECT_NE(reader.transcript.find("R1"), std::string::npos) << reader.transcript;
  EXPECT_NE(reader.transcript.find("B2"), std::string::npos) << reader.transcript;
}

}  // namespace
}  // namespace triad::records
