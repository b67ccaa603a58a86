// The Router as another application would use it, a chat server, for tests. Members talk in rooms
// (the keys), in a kind of message (a bit of the mask) and at a place (cells). The server knows the
// members and moderates: it wants all that is said in room 9.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <map>
#include <string>

#include "router/router.hpp"
#include "router/test_order.hpp"
#include "router/test_outlets.hpp"

namespace triad::router {

inline constexpr FederateHandle kAnn(1);
inline constexpr FederateHandle kBob(2);
inline constexpr FederateHandle kCid(3);
inline constexpr FederateHandle kDan(4);

inline constexpr wire::InterestKey kHall = 3;
inline constexpr wire::InterestKey kGarden = 5;
inline constexpr wire::InterestKey kCourt = 9;
inline constexpr wire::InterestMask kWords = 1;
inline constexpr wire::InterestMask kPictures = 2;

// Times are single bytes.
class RouterTest : public ::testing::Test {
 protected:
  static RouterOptions options() {
    RouterOptions options;
    options.queue = {1000, 500, 5000};
    options.between_members = {wire::Kind::RegulationFloor};
    return options;
  }
  void attach_member(FederateHandle member, bool on_fabric = false) {
    router.attach(member, {.link = LinkId{member.value * 10}, .on_fabric = on_fabric});
  }
  // interest_exchange_test.cpp tests the answers.
  void state(FederateHandle member, const wire::InterestChanged& interest) {
    wire::RecordHeader header;
    header.sender = member.value;
    header.position = ++positions[member];
    wire::Buffer statement;
    wire::encode_record(header, interest, statement);
    EXPECT_EQ(fault_of(router.receive_from_member(member, *wire::parse_record(statement))), "");
    (void)outlets.take_lines();
  }
  void subscribe(FederateHandle member, wire::InterestKey room, wire::InterestMask kinds) {
    state(member, {false, {{room, kinds, kinds, {}}}, {}});
  }

  template <class Message>
  const wire::Buffer& record_of(FederateHandle by, const Message& message,
                                wire::RecordHeader header = {}) {
    header.sender = by.value;
    if (header.position == 0) header.position = ++positions[by];
    frame.clear();
    wire::encode_record(header, message, frame);
    return frame;
  }
  template <class Message>
  Router::ReceiveResult send_message(FederateHandle by, const Message& message,
                                     wire::RecordHeader header = {}) {
    record_of(by, message, header);
    return router.receive_from_member(by, *wire::parse_record(frame));
  }
  // The Router does not read the body, so it is empty.
  Router::ReceiveResult talk(FederateHandle by, wire::InterestKey room, wire::InterestMask kind,
                             std::uint16_t flags = 0) {
    wire::RecordHeader header;
    header.interest_key = room;
    header.interest_mask = kind;
    header.flags = flags;
    return send_message(by, wire::SendInteraction{}, header);
  }
  // Members that share memory and wait for events, where promises are reduced. Each promises 1, and
  // 5 on condition.
  void share_memory_and_wait(std::initializer_list<FederateHandle> members) {
    for (const FederateHandle member : members) attach_member(member, true);
    router.time().reduce_fabric();
    for (const FederateHandle member : members)
      router.time().change_role(member, wire::MemberTimeChange::regulation_begins, 0);
  }
  void report_wait(FederateHandle by, std::uint64_t received, wire::Position log_position = 0) {
    const std::byte one{1};
    const std::byte five{5};
    wire::TimeReport report;
    report.promise = {{&one, 1}, false};
    report.conditional = {{&five, 1}, false};
    report.received = received;
    report.each_rise = true;
    wire::RecordHeader header;
    header.after_position = log_position;
    EXPECT_EQ(fault_of(send_message(by, report, header)), "");
  }
  // Returns whether the last record has a joint bound.
  bool has_joint_bound() const {
    const auto told =
        wire::decode<wire::LbtsTold>(wire::parse_record(outlets.last_record())->payload);
    return told && told->together.has_value();
  }
  // Advances the log by one record.
  void advance_log() { router.paths().set_log_position(router.paths().log_position() + 1); }
  static std::string fault_of(const Router::ReceiveResult& taken) {
    return taken.fault.value_or("");
  }

  TestOutlets outlets;
  ByteOrder order;
  Router router{outlets, order, options()};
  std::map<FederateHandle, wire::Position> positions;
  wire::Buffer frame;
};

}  // namespace triad::router
