#include "rtia/hosting/hosted_ambassador.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/federation_state.hpp"
#include "core/object_model_wire.hpp"
#include "core/test_model.hpp"
#include "transport/test_link.hpp"

namespace triad::rtia {
namespace {

// Queues all records, and sends as many bytes as the test allows.
class NarrowLink final : public transport::TestLink {
 public:
  void send(std::span<const transport::Bytes> parts) override {
    for (const auto part : parts) queued += part.size();
  }
  void flush() override { queued -= std::min(queued, room); }
  std::size_t queued_bytes() const override { return queued; }
  bool prepare_wait() override { return slept = true; }

  std::size_t queued = 0;
  std::size_t room = 0;
  bool slept = false;
};

// Otherwise the background thread, which waits for room by the link's descriptor, would sleep or
// spin forever.
TEST(HostedAmbassador, ALookSendsWhatFoundNoRoomBefore) {
  auto owned = std::make_unique<NarrowLink>();
  NarrowLink& link = *owned;
  HostedAmbassador ambassador(std::move(owned), "narrow");
  link.queued = 1000;  // left over from a batch after a flush without room
  link.room = 600;
  (void)ambassador.poll();
  EXPECT_EQ(link.queued, 400u);
  (void)ambassador.poll();
  EXPECT_EQ(link.queued, 0u);
}

// There was no room at the last look, and there is room when the wait begins. No ring follows.
TEST(HostedAmbassador, ThatWaitsForRoomDoesNotSleepOnceItHasFoundSome) {
  auto owned = std::make_unique<NarrowLink>();
  NarrowLink& link = *owned;
  HostedAmbassador ambassador(std::move(owned), "narrow");
  link.queued = 1000;
  link.room = 1000;
  ambassador.wait(HostedAmbassador::Clock::now());
  EXPECT_EQ(link.queued, 0u);
  EXPECT_FALSE(link.slept);
  ambassador.wait(HostedAmbassador::Clock::now());
  EXPECT_TRUE(link.slept) << "there is nothing to be sent";
}

// Delivers one record.
class OneRecordLink final : public transport::TestLink {
 public:
  explicit OneRecordLink(wire::Buffer record) : record_(std::move(record)) {}
  std::size_t receive(transport::FrameSink& sink, std::size_t) override {
    if (record_.empty()) return 0;
    sink.receive_frame(record_);
    record_.clear();
    return 1;
  }

 private:
  wire::Buffer record_;
};

TEST(HostedAmbassador, MakesItsNextRequestElsewhereWhenItIsTold) {
  wire::Buffer record;
  wire::encode_record({}, wire::ComeAgain{0, true, "router beta is about to leave"}, record);
  HostedAmbassador ambassador(std::make_unique<OneRecordLink>(record), "beta");
  EXPECT_TRUE(ambassador.is_usable());
  ambassador.poll_until_idle();
  EXPECT_FALSE(ambassador.is_usable());
}

// The link may end some time after the announcement.
TEST(HostedAmbassador, MakesItsNextRequestByANewLinkWhenTheRtigHasSaidThatThisOneEnds) {
  wire::Buffer record;
  wire::encode_record({}, wire::Refused{wire::ErrorCode::RTIinternalError, "the rtig was stopped"},
                      record);
  HostedAmbassador ambassador(std::make_unique<OneRecordLink>(record), "beta");
  EXPECT_TRUE(ambassador.is_usable());
  ambassador.poll_until_idle();
  EXPECT_FALSE(ambassador.is_usable());
}

// An RTIG that lets one federate join and sends the records of the test, one batch at each look.
class ScriptedRtig final : public transport::TestLink {
 public:
  using Batch = std::vector<wire::Buffer>;

  template <class Message>
  static wire::Buffer record(const Message& message, wire::RecordHeader header = {}) {
    wire::Buffer record;
    wire::encode_record(header, message, record);
    return record;
  }
  // Reply to the first request.
  static wire::Buffer join_accepted(const core::ObjectModel& object_model) {
    core::MemberSnapshot member;
    member.federate = kMember;
    wire::Buffer model, members;
    core::encode(object_model, model);
    wire::Encoder(members).put(std::vector<core::MemberSnapshot>{member});
    wire::JoinAccepted accepted;
    accepted.federate = kMember;
    accepted.position = 1;
    accepted.object_model = model;
    accepted.members = members;
    accepted.first_object = wire::ObjectHandle(1);
    accepted.objects_leased = 100;
    wire::RecordHeader header;
    header.after_position = 1;
    return record(accepted, header);
  }
  static wire::Buffer resigned() {
    wire::RecordHeader header;
    header.after = kMember.value;
    header.position = 2;
    header.flags = wire::kLogRecord;
    return record(
        wire::FederateResigned{kMember, wire::ResignAction::no_action, true, "was resigned"},
        header);
  }
  static constexpr wire::FederateHandle kMember{1};

  void send(std::span<const transport::Bytes> parts) override {
    wire::Buffer sent;
    for (const auto part : parts) sent.insert(sent.end(), part.begin(), part.end());
    const auto record_sent = wire::parse_record(sent);
    if (record_sent) last_sent = record_sent->header;
    if (!record_sent || record_sent->header.message_kind() != wire::Kind::TimeStatus) return;
    status = wire::decode<wire::TimeStatus>(record_sent->payload)->not_ticking_ms;
  }
  std::size_t receive(transport::FrameSink& sink, std::size_t) override {
    if (batches.empty()) return 0;
    const Batch batch = std::move(batches.front());
    batches.pop_front();
    for (const wire::Buffer& frame : batch) sink.receive_frame(frame);
    return batch.size();
  }
  bool prepare_wait() override { return batches.empty(); }

  std::deque<Batch> batches;
  wire::RecordHeader last_sent;
  std::optional<std::uint64_t> status;  // TimeStatus::not_ticking_ms of the last status
};

class JoinedAmbassador : public testing::Test {
 protected:
  explicit JoinedAmbassador(ScriptedRtig::Batch beside_the_join = {},
                            const core::ObjectModel& model = core::test::test_model()) {
    auto owned = std::make_unique<ScriptedRtig>();
    rtig = owned.get();
    ambassador.emplace(std::move(owned), "scripted");
    ambassador->enable_presence();
    rtig->batches.push_back({ScriptedRtig::join_accepted(model)});
    std::ranges::copy(beside_the_join, std::back_inserter(rtig->batches.front()));
    const auto joined = ambassador->call(wire::JoinFederationExecution{"one", "Federation", {}});
    EXPECT_TRUE(joined) << joined.error().text;
  }

  ScriptedRtig* rtig = nullptr;
  std::optional<HostedAmbassador> ambassador;
};

// If the member left only at its own host, it would read no more records in shared memory.
TEST_F(JoinedAmbassador, IsAMemberUntilItsDepartureHasComeThoughItResignsBefore) {
  rtig->batches.push_back(
      {ScriptedRtig::record(wire::Refused{wire::ErrorCode::RTIinternalError, "it ends"})});
  (void)ambassador->poll();
  ASSERT_TRUE(ambassador->failure());
  rtig->batches.push_back({ScriptedRtig::resigned()});
  const auto result = ambassador->call(wire::ResignFederationExecution{});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, wire::ErrorCode::RTIinternalError);
  EXPECT_TRUE(rtig->batches.empty()) << "it has not waited for its departure";
  EXPECT_FALSE(ambassador->is_member());
}

class AskedWhileItJoins : public JoinedAmbassador {
 protected:
  AskedWhileItJoins() : JoinedAmbassador({ScriptedRtig::record(wire::TimeStatusRequest{1})}) {}
};

TEST_F(AskedWhileItJoins, HasNotBeenTickingForNoLongerThanItHasBeenAMember) {
  ASSERT_TRUE(rtig->status);
  EXPECT_LT(*rtig->status, 60'000u) << "since the clock began";
}

// A member with an object model that has one order of the MOM.
class OrderedByTheMom : public JoinedAmbassador {
 protected:
  OrderedByTheMom() : JoinedAmbassador({}, model_with_order()) {}

  static core::ObjectModel model_with_order() {
    core::ObjectModel model = core::test::test_model();
    const auto add = [&](std::string name, std::vector<std::string> parameters) {
      const wire::InteractionClassHandle parent =
          name == "Manager" ? core::test::kInteractionRoot : last_class(model);
      model.interaction_classes.push_back({std::move(name),
                                           parent,
                                           wire::Transportation::reliable,
                                           wire::Ordering::receive,
                                           {},
                                           std::move(parameters),
                                           0});
    };
    add("Manager", {});
    add("Federate", {});
    add("Service", {});
    add("PublishInteractionClass", {"InteractionClass"});
    return model;
  }
  static wire::InteractionClassHandle last_class(const core::ObjectModel& model) {
    return wire::InteractionClassHandle(
        static_cast<std::uint32_t>(model.interaction_classes.size()));
  }
  static wire::Buffer order() {
    wire::Buffer pairs;
    wire::Encoder encoder(pairs);
    encoder.put(std::uint32_t{1});
    encoder.put(std::string_view("2"));
    return ScriptedRtig::record(
        wire::ManageFederate{wire::FederateHandle(2), last_class(model_with_order()), {1, pairs}});
  }
  wire::Buffer effect() const {
    wire::RecordHeader header;
    header.after = ScriptedRtig::kMember.value;
    header.after_position = rtig->last_sent.position;
    header.position = 2;
    header.flags = wire::kLogRecord;
    return ScriptedRtig::record(wire::PublishInteractionClass{core::test::kShot}, header);
  }
};

// The process RTIA may have permitted a call between the order and its effect.
TEST_F(OrderedByTheMom, CountsAnOrderAlsoWhenItTakesEffect) {
  rtig->batches.push_back({order()});
  (void)ambassador->poll();
  ASSERT_EQ(rtig->last_sent.message_kind(), wire::Kind::PublishInteractionClass);
  EXPECT_EQ(ambassador->mom_order_count(), 1u);
  rtig->batches.push_back({effect()});
  (void)ambassador->poll();
  EXPECT_EQ(ambassador->mom_order_count(), 2u);
}

}  // namespace
}  // namespace triad::rtia
