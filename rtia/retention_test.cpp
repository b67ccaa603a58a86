#include "rtia/retention.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "wire/message_list.hpp"
#include "wire/random.hpp"

namespace triad::rtia {
namespace {

class RetentionTest : public testing::Test {
 protected:
  RetentionTest() { retention.begin(std::size_t{1} << 30); }

  // Keeps an update with this many bytes of values.
  void keep(wire::Position position, std::size_t bytes) {
    wire::RecordHeader header;
    header.sender = 1;
    header.position = position;
    header.interest_key = 1;
    wire::Buffer frame;
    wire::UpdateAttributeValues update;
    update.tag = std::string_view(text).substr(0, bytes);
    wire::encode_record(header, update, frame);
    header.kind = static_cast<std::uint16_t>(wire::kind_of<wire::UpdateAttributeValues>);
    const wire::Bytes whole(frame);
    retention.keep(header, std::span(&whole, 1));
  }
  // Returns the positions of the kept data.
  std::vector<wire::Position> kept() const {
    std::vector<wire::Position> positions;
    retention.data().for_each([&](wire::Bytes record) {
      positions.push_back(wire::parse_record(record)->header.position);
    });
    return positions;
  }

  const std::string text = std::string(100'000, 'x');
  Retention retention;
};

TEST_F(RetentionTest, DropsAFewRecordsExactly) {
  for (wire::Position at = 1; at <= 5; ++at) keep(at, 10);
  retention.release(3);
  EXPECT_EQ(kept(), (std::vector<wire::Position>{4, 5}));
  retention.release(5);
  EXPECT_TRUE(retention.data().empty());
  EXPECT_EQ(retention.bytes(), 0U);
}

// What is not acknowledged is always there, and nothing stays for ever.
TEST_F(RetentionTest, KeepsAllThatIsNotReleasedInOrder) {
  wire::Random random(3);
  for (int run = 0; run < 20; ++run) {
    wire::Position sent = 0;
    wire::Position released = 0;
    retention.begin(std::size_t{1} << 30);
    for (int step = 0; step < 300; ++step) {
      for (auto i = random.below(run % 2 == 0 ? 400 : 4); i > 0; --i) {
        keep(++sent, random.below(50) == 0 ? random.below(text.size()) : random.below(300));
      }
      if (random.below(3) == 0) {
        released += random.below(sent - released + 1);
        retention.release(released);
      }
      const std::vector<wire::Position> positions = kept();
      ASSERT_EQ(positions.size(), retention.size());
      ASSERT_GE(positions.size(), sent - released);
      for (std::size_t i = 0; i < positions.size(); ++i)
        ASSERT_EQ(positions[i], sent - positions.size() + 1 + i);
    }
    retention.release(sent);
    ASSERT_EQ(retention.size(), 0U);
    ASSERT_EQ(retention.bytes(), 0U);
  }
}

}  // namespace
}  // namespace triad::rtia
