#include "rtig/gateway/federation_events.hpp"

#include <gtest/gtest.h>

#include <string>

#include "wire/message_list.hpp"
#include "wire/print.hpp"

namespace triad::rtig {
namespace {

constexpr std::chrono::milliseconds kNow(7);
constexpr wire::FederateHandle kTank(2);

class FederationEventsTest : public testing::Test {
 protected:
  template <class Message>
  void log(const Message& message) {
    wire::Buffer record;
    wire::encode_record({}, message, record);
    events.receive_log("hall", wire::kind_of<Message>, record, kNow);
  }
  // Returns the events as texts: "kind federate type text".
  std::vector<std::string> texts() const {
    std::vector<std::string> texts;
    for (const wire::RtigEvent& event : history.after(0, kNow)) {
      EXPECT_EQ(event.federation, "hall");
      texts.push_back(wire::print_name(event.kind) + " " + std::to_string(event.federate.value) +
                      " " + std::string(event.federate_type) + " " + std::string(event.text));
    }
    return texts;
  }

  EventHistory history;
  FederationEvents events{history};
};

TEST_F(FederationEventsTest, AMemberThatIsLostHasItsTypeAndTheReason) {
  log(wire::FederateJoined{.federate = kTank, .federate_type = "tank"});
  log(wire::FederateResigned{kTank, wire::ResignAction::no_action, true, "its link ended"});
  log(wire::FederateResigned{kTank, wire::ResignAction::no_action, false, "resigned"});
  EXPECT_EQ(texts(), (std::vector<std::string>{"joined 2 tank ", "lost 2 tank its link ended",
                                               "resigned 2  resigned"}));
}

TEST_F(FederationEventsTest, SavesRestoresAndPointsHaveTheirLabels) {
  log(wire::FederationSynchronized{.label = "ready", .federates = {}});
  log(wire::SaveInitiated{.save = 1, .label = "noon", .federates = {}});
  log(wire::FederationSaved{1});
  log(wire::FederationNotSaved{1});
  log(wire::FederationRestoreBegun{.restore = 1, .label = "noon", .members = {}});
  log(wire::FederationNotRestored{1});
  events.record_restored("hall", kNow);
  EXPECT_EQ(texts(),
            (std::vector<std::string>{"synchronized 0  ready", "saved 0  noon", "not_saved 0  noon",
                                      "not_restored 0  noon", "restored 0  noon"}));
}

TEST_F(FederationEventsTest, AMemberThatHasReturnedInARestoreHasItsType) {
  events.record_restored("hall", kNow);
  events.add_restored_member(kTank, "tank");
  log(wire::FederateResigned{kTank, wire::ResignAction::no_action, false, "resigned"});
  EXPECT_EQ(texts(), (std::vector<std::string>{"restored 0  ", "resigned 2 tank resigned"}));
}

TEST_F(FederationEventsTest, OtherRecordsAndBrokenOnesAreNoEvents) {
  log(wire::ObjectHandlesLeased{});
  wire::Buffer record;
  wire::encode_record({}, wire::FederateJoined{.federate = kTank, .federate_type = "tank"}, record);
  record.pop_back();
  events.receive_log("hall", wire::Kind::FederateJoined, record, kNow);
  EXPECT_TRUE(texts().empty());
}

}  // namespace
}  // namespace triad::rtig
