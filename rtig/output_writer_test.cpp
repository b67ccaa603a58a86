#include "rtig/output_writer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <variant>

namespace triad::rtig {
namespace {

using wire::FederateHandle;

constexpr FederateHandle kFederate(3);

class Writer : public testing::Test {
 protected:
  wire::RecordHeader header(Extent record) const {
    return wire::parse_record(outputs.bytes(record))->header;
  }
  template <class Alternative>
  const Alternative& last() const {
    return std::get<Alternative>(outputs[outputs.size() - 1]);
  }
  static wire::RecordHeader cause() {
    wire::RecordHeader header;
    header.sender = kFederate.value;
    header.position = 17;
    return header;
  }

  Outputs outputs;
  OutputWriter writer{outputs};
};

TEST_F(Writer, NumbersTheRecordsOfTheLogAndNamesTheirCause) {
  EXPECT_EQ(writer.log_position(), 0u);
  const Extent first = writer.append_log({}, wire::SaveCollecting{1});
  EXPECT_EQ(writer.log_position(), 1u);
  EXPECT_EQ(writer.next_log_position(), 2u);
  const Extent second = writer.append_log(cause(), wire::SaveCollecting{2});
  EXPECT_EQ(header(first).position, 1u);
  EXPECT_EQ(header(second).position, 2u);
  EXPECT_EQ(header(second).flags, wire::kLogRecord);
  EXPECT_EQ(header(second).after, kFederate.value);
  EXPECT_EQ(header(second).after_position, 17u);
  EXPECT_EQ(last<output::Log>().audience, Audience::all);
  EXPECT_EQ(last<output::Log>().cause, kFederate);
}

TEST_F(Writer, LetsDeclarationsWaitForTheNextRecord) {
  writer.append_log(cause(), wire::PublishInteractionClass{});
  EXPECT_EQ(last<output::Log>().audience, Audience::all_later);
}

TEST_F(Writer, AddressesRecordsAboutAnInstanceByTheExistenceOfItsClass) {
  const wire::ObjectClassHandle object_class(5);
  writer.append_log(cause(), wire::ObjectInstanceRegistered{}, object_class,
                    Audience::other_interested);
  const wire::RecordHeader registered = header(last<output::Log>().record);
  EXPECT_EQ(registered.interest_key, wire::existence_key(object_class));
  EXPECT_EQ(registered.interest_mask, wire::kRegistrations);
  EXPECT_EQ(registered.flags, wire::kLogRecord | wire::kNotToCause);
  writer.append_log(cause(), wire::AssociateRegionForUpdates{}, object_class,
                    Audience::interested_and_cause);
  const wire::RecordHeader changed = header(last<output::Log>().record);
  EXPECT_EQ(changed.interest_mask, wire::kChanges);
  EXPECT_EQ(changed.flags, wire::kLogRecord);
}

TEST_F(Writer, ContinuesTheLogAfterARestoreButNeverBack) {
  writer.continue_log_from(9);
  writer.continue_log_from(4);
  EXPECT_EQ(writer.log_position(), 9u);
}

TEST_F(Writer, SendsAMemberRecordsAfterTheLogSoFar) {
  writer.continue_log_from(9);
  writer.send_to(kFederate, cause(), wire::Accepted{});
  const auto& sent = last<output::ToMember>();
  EXPECT_EQ(sent.to, kFederate);
  EXPECT_EQ(header(sent.record).addressee, kFederate.value);
  EXPECT_EQ(header(sent.record).position, 9u);
  EXPECT_EQ(header(sent.record).flags, 0u);
  EXPECT_EQ(writer.log_position(), 9u);
}

TEST_F(Writer, RefusesTheRequestOfAGuest) {
  writer.refuse(GuestId{8}, cause(), wire::error(wire::ErrorCode::RTIinternalError, "no"));
  const auto& answer = last<output::ToGuest>();
  EXPECT_EQ(answer.to, GuestId{8});
  EXPECT_EQ(header(answer.record).after_position, 17u);
  const auto record = wire::parse_record(outputs.bytes(answer.record));
  EXPECT_EQ(wire::decode<wire::Refused>(record->payload)->text, "no");
}

TEST_F(Writer, GivesTheReasonWhenItEndsALink) {
  writer.expel(kFederate, "sent nonsense");
  EXPECT_EQ(outputs.text(last<output::EndMember>().reason), "sent nonsense");
  writer.expel(GuestId{8}, "is late");
  EXPECT_EQ(outputs.text(last<output::EndGuest>().reason), "is late");
}

TEST_F(Writer, AddsFurtherOutputsToTheListSetLast) {
  Outputs other;
  writer.set_outputs(other);
  writer.log("a line");
  EXPECT_TRUE(outputs.empty());
  ASSERT_EQ(other.size(), 1u);
  EXPECT_EQ(other.text(std::get<output::Line>(other[0]).text), "a line");
}

}  // namespace
}  // namespace triad::rtig
