#include "records/messages_in_memory.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <random>
#include <utility>

#include "records/handled_messages.hpp"

namespace triad::records {
namespace {

using wire::FederateHandle;
using wire::Position;

class MessagesInMemoryTest : public testing::Test {
 protected:
  void join(FederateHandle member) {
    memory_.add_reader(member);
    heard_[member] = {};
  }
  void leave(FederateHandle member) {
    memory_.remove(member);
    heard_.erase(member);
    for (auto& [other, heard] : heard_) heard.remove(member);
  }
  // The Router has read a message, and these members have handled it.
  void send(FederateHandle by, Position at, std::initializer_list<FederateHandle> handled) {
    memory_.add(by, at);
    heard_.at(by).add(by, at);
    for (const FederateHandle member : handled) heard_.at(member).add(by, at);
  }
  bool has_received_all(FederateHandle member) const {
    return heard_.at(member).received(member) == memory_.received_by(member);
  }

  static constexpr FederateHandle kAnn{1};
  static constexpr FederateHandle kBob{2};
  static constexpr FederateHandle kCid{3};
  MessagesInMemory memory_;
  std::map<FederateHandle, HandledMessages> heard_;
};

TEST_F(MessagesInMemoryTest, AMemberThatHasHandledAllMessagesHasTheSameFingerprint) {
  join(kAnn);
  join(kBob);
  EXPECT_TRUE(has_received_all(kBob));
  send(kAnn, 5, {});
  EXPECT_TRUE(has_received_all(kAnn)) << "its own message does not count";
  EXPECT_FALSE(has_received_all(kBob));
  heard_.at(kBob).add(kAnn, 5);
  EXPECT_TRUE(has_received_all(kBob));
}

TEST_F(MessagesInMemoryTest, AMemberThatIsAheadDiffers) {
  join(kAnn);
  join(kBob);
  heard_.at(kBob).add(kAnn, 5);
  EXPECT_FALSE(has_received_all(kBob));
  memory_.add(kAnn, 5);
  EXPECT_TRUE(has_received_all(kBob));
}

TEST_F(MessagesInMemoryTest, ANewcomerDoesNotReceiveEarlierMessages) {
  join(kAnn);
  join(kBob);
  send(kAnn, 5, {kBob});
  send(kBob, 6, {kAnn});
  join(kCid);
  EXPECT_TRUE(has_received_all(kCid));
  send(kAnn, 9, {kBob});
  EXPECT_FALSE(has_received_all(kCid));
  heard_.at(kCid).add(kAnn, 9);
  EXPECT_TRUE(has_received_all(kCid));
  EXPECT_TRUE(has_received_all(kBob));
}

// The members decided by notes until then, so the newcomer has learned the positions.
TEST_F(MessagesInMemoryTest, EarlierMessagesThatANewcomerHasLearnedDoNotCount) {
  join(kAnn);
  send(kAnn, 5, {});
  join(kCid);
  heard_.at(kCid).add_earlier(kAnn, 5);
  EXPECT_TRUE(has_received_all(kCid));
  send(kAnn, 7, {kCid});
  EXPECT_TRUE(has_received_all(kCid));
}

TEST_F(MessagesInMemoryTest, ALeaverIsRemoved) {
  join(kAnn);
  join(kBob);
  send(kAnn, 5, {});  // a faulty message that no other member has handled
  join(kCid);
  leave(kAnn);
  EXPECT_TRUE(has_received_all(kBob));
  EXPECT_TRUE(has_received_all(kCid));
}

// Members come, send, handle, learn and leave at random.
TEST_F(MessagesInMemoryTest, AgreeWithMembersInAnyOrder) {
  std::minstd_rand random(1);
  std::map<FederateHandle, std::map<FederateHandle, Position>> unread;
  Position at = 0;
  std::uint32_t next = 1;
  std::map<FederateHandle, Position> last;
  std::size_t agreed = 0;
  for (int step = 0; step < 20'000; ++step) {
    const auto of = [&](std::size_t index) {
      return std::next(heard_.begin(), static_cast<std::ptrdiff_t>(index))->first;
    };
    const auto some = [&] { return of(random() % heard_.size()); };
    const auto what = random() % 20;
    if (heard_.size() < 2 || (what == 0 && heard_.size() < 8)) {
      join(FederateHandle{next++});
    } else if (what == 1) {
      const FederateHandle leaver = some();
      leave(leaver);
      unread.erase(leaver);
      last.erase(leaver);
      for (auto& [reader, messages] : unread) messages.erase(leaver);
    } else if (what < 8) {
      const FederateHandle by = some();
      send(by, ++at, {});
      last[by] = at;
      for (const auto& [reader, heard] : heard_) {
        if (reader != by) unread[reader][by] = at;
      }
    } else if (what < 10) {
      const FederateHandle reader = some();
      for (const auto& [sender, position] : last) {
        if (sender != reader && !unread[reader].contains(sender)) {
          heard_.at(reader).add_earlier(sender, position);
        }
      }
    } else {
      const FederateHandle reader = some();
      for (const auto& [sender, position] : std::exchange(unread[reader], {})) {
        heard_.at(reader).add(sender, position);
      }
    }
    for (const auto& [reader, heard] : heard_) {
      const bool has_all = unread[reader].empty();
      ASSERT_EQ(has_received_all(reader), has_all) << "step " << step;
      if (has_all) ++agreed;
    }
  }
  EXPECT_GT(agreed, 1000u);
}

}  // namespace
}  // namespace triad::records
