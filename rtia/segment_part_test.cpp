#include "rtia/segment_part.hpp"

#include <gtest/gtest.h>

namespace triad::rtia {
namespace {

class SegmentPartTest : public testing::Test {
 protected:
  SegmentPartTest() {
    part.receive_from_router(wire::SegmentEntered{});
    EXPECT_TRUE(part.begin());
  }
  // Header of an interaction of a member that has applied the log up to this position.
  static wire::RecordHeader data(wire::Position log) {
    wire::RecordHeader header;
    header.kind = static_cast<std::uint16_t>(wire::Kind::SendInteraction);
    header.interest_key = 1;
    header.position = 1;
    header.after_position = log;
    return header;
  }
  static wire::RecordHeader request(wire::Position position) {
    wire::RecordHeader header;
    header.kind = static_cast<std::uint16_t>(wire::Kind::PublishObjectClass);
    header.position = position;
    return header;
  }

  SegmentPart part;
};

TEST_F(SegmentPartTest, WritesNothingUntilTheRouterSaysSo) {
  EXPECT_FALSE(part.can_write_directly(data(0)));
  part.receive_from_router(wire::SegmentWrite{0});
  EXPECT_TRUE(part.can_write_directly(data(0)));
}

// A member that has not yet been told of it would report the writer as faulty.
TEST_F(SegmentPartTest, WritesNothingThatFollowsTheLogBeforeAllHaveBeenToldOfIt) {
  part.receive_from_router(wire::LogPassed{{}, 5});
  part.receive_from_router(wire::SegmentWrite{0});
  EXPECT_TRUE(part.can_write_directly(data(5)));
  part.receive_from_router(wire::LogPassed{{}, 6});
  EXPECT_TRUE(part.can_write_directly(data(5)));
  EXPECT_FALSE(part.can_write_directly(data(6)));
  part.receive_from_router(wire::SegmentWrite{0});
  EXPECT_TRUE(part.can_write_directly(data(6)));
}

TEST_F(SegmentPartTest, WritesNothingAheadOfWhatItHasSentByItsLink) {
  part.receive_from_router(wire::SegmentWrite{3});
  part.record_sent_by_link(request(4));
  EXPECT_FALSE(part.can_write_directly(data(0)));
  part.receive_from_router(wire::SegmentWrite{4});
  EXPECT_TRUE(part.can_write_directly(data(0)));
}

}  // namespace
}  // namespace triad::rtia
