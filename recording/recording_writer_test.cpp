#include "recording/recording_writer.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/double_time.hpp"
#include "fed-parser/fed_parser.hpp"
#include "recording/mcap_reader.hpp"
#include "recording/model_text.hpp"

namespace triad::recording {
namespace {

constexpr std::string_view kFed = R"((FED
  (Federation test) (FEDversion v1.3)
  (spaces (space Field (dimension X) (dimension Y)))
  (objects (class ObjectRoot (attribute privilegeToDelete reliable timestamp) (class RTIprivate)
    (class Tank (attribute Position best_effort receive Field)
      (class Heavy (attribute Armour reliable timestamp)))
    (class Plane (attribute Height reliable receive))))
  (interactions (class InteractionRoot best_effort receive (class RTIprivate best_effort receive)
    (class Fire reliable timestamp Field (parameter Target)))))
)";

core::ObjectModel model() {
  return *fed::parse(kFed, "test.fed").model;
}

RecordingInfo info() {
  RecordingInfo info;
  info.id = "test-tank-3";
  info.federation = "test";
  info.federate = "tank";
  info.handle = 3;
  info.are_times_doubles = true;
  return info;
}

Buffer entry(const wire::RecordHeader& header, const auto& message, Origin origin = Origin::sent) {
  wire::Buffer record;
  wire::encode_record(header, message, record);
  const EntryHead head{500, origin, {}, static_cast<std::uint32_t>(record.size())};
  Buffer entry(sizeof head);
  std::memcpy(entry.data(), &head, sizeof head);
  entry.insert(entry.end(), record.begin(), record.end());
  return entry;
}

wire::UpdateAttributeValues update_at(const core::Time& time) {
  wire::UpdateAttributeValues update;
  update.object = wire::ObjectHandle(7);
  update.time = time.bytes();
  update.tag = "fast";
  return update;
}

// Returns the schemas of all classes, and the delivery of their attributes, without the handles.
std::set<std::string> description(const core::ObjectModel& model) {
  std::set<std::string> texts;
  for (std::uint32_t i = 1; i <= model.object_classes.size(); ++i) {
    std::string text = schema_text(model, core::ObjectClassHandle(i));
    for (const core::Attribute& attribute : model.object_classes[i - 1].attributes) {
      text += std::to_string(static_cast<int>(attribute.transportation)) +
              std::to_string(static_cast<int>(attribute.order)) +
              std::to_string(attribute.space.value);
    }
    texts.insert(text);
  }
  for (std::uint32_t i = 1; i <= model.interaction_classes.size(); ++i) {
    texts.insert(schema_text(model, core::InteractionClassHandle(i)) +
                 std::to_string(model.interaction_classes[i - 1].space.value));
  }
  for (const core::RoutingSpace& space : model.spaces) {
    texts.insert(space.name + ' ' + std::to_string(space.dimensions.size()));
  }
  return texts;
}

TEST(ModelText, IsAFedWithTheSameModel) {
  const core::ObjectModel before = model();
  const auto after = fed::parse(fed_text(before), "written.fed", fed::Additions::none);
  ASSERT_TRUE(after.ok()) << after.first_error();
  EXPECT_GT(description(before).size(), 20u);
  EXPECT_EQ(description(before), description(*after.model));
}

TEST(RecordingWriter, NamesClassServiceAndFederate) {
  MemorySink sink;
  const core::ObjectModel fed = model();
  RecordingWriter writer(sink, info(), 0, fed);
  const core::Time time = core::DoubleTime::encode(2.5);
  wire::RecordHeader header;
  header.sender = 3;
  header.position = 17;
  header.interest_key = wire::interest_key(fed.object_class("Tank.Heavy"));
  EXPECT_TRUE(writer.add(entry(header, update_at(time)), 1'000));
  EXPECT_TRUE(writer.add(entry({}, wire::TimeAdvanceGrant{time.bytes()}, Origin::callback), 2'000));
  EXPECT_FALSE(writer.add(Buffer(3), 1));
  writer.finish(true);

  MemorySource source(sink.written());
  McapReader reader(source);
  std::vector<std::string> topics;
  std::vector<std::string> attachments;
  std::vector<TextMap> metadata;
  while (const auto item = reader.next()) {
    if (const auto* attachment = std::get_if<Attachment>(&*item))
      attachments.push_back(attachment->name);
    if (const auto* values = std::get_if<Metadata>(&*item)) metadata.push_back(values->values);
    const auto* message = std::get_if<McapMessage>(&*item);
    if (message == nullptr) continue;
    const Channel& channel = reader.channel(message->channel);
    topics.push_back(channel.topic);
    EXPECT_EQ(message->publish_time, 2'500'000'000u);
    const auto recorded = parse_recorded(message->data);
    ASSERT_TRUE(recorded);
    if (channel.schema == 0) continue;
    EXPECT_EQ(reader.schema(channel)->name, "ObjectRoot.Tank.Heavy");
    EXPECT_EQ(recorded->record->header.position, 17u);
    EXPECT_EQ(wire::decode<wire::UpdateAttributeValues>(recorded->record->payload)->tag, "fast");
  }
  EXPECT_EQ(reader.state(), McapState::complete) << reader.fault();
  EXPECT_EQ(topics, (std::vector<std::string>{"tank/ObjectRoot.Tank.Heavy/updateAttributeValues",
                                              "tank/timeAdvanceGrant"}));
  EXPECT_EQ(attachments,
            (std::vector<std::string>{std::string(kModelAttachment), std::string(kFedAttachment)}));
  ASSERT_EQ(metadata.size(), 2u);
  EXPECT_EQ(metadata[0].at("federate"), "tank");
  EXPECT_EQ(metadata[1].at("messages"), "2");
}

// Readers of MCAP refuse a file with other bytes.
TEST(RecordingWriter, WritesNamesAsUtf8) {
  MemorySink sink;
  const core::ObjectModel fed = model();
  RecordingInfo named = info();
  named.federate = "M\xfcller \xc3\xa4";  // ISO 8859-1, then UTF-8
  RecordingWriter writer(sink, named, 0, fed);
  EXPECT_TRUE(writer.add(entry({}, wire::TimeAdvanceGrant{}, Origin::callback), 2'000));
  writer.finish(true);

  MemorySource source(sink.written());
  McapReader reader(source);
  const std::string expected = "M\\xfcller \xc3\xa4";
  while (const auto item = reader.next()) {
    const auto* values = std::get_if<Metadata>(&*item);
    if (values != nullptr && values->name == kBeginMetadata) {
      EXPECT_EQ(values->values.at("federate"), expected);
    }
    if (const auto* message = std::get_if<McapMessage>(&*item)) {
      EXPECT_EQ(reader.channel(message->channel).topic, expected + "/timeAdvanceGrant");
    }
  }
  EXPECT_EQ(reader.state(), McapState::complete) << reader.fault();
}

TEST(RecordedMessage, AGapHasItsCount) {
  const EntryHead head{500, Origin::dropped, {}, sizeof(DropCount)};
  const DropCount dropped{12, 3'400, 450};
  Buffer bytes(sizeof head + sizeof dropped);
  std::memcpy(bytes.data(), &head, sizeof head);
  std::memcpy(bytes.data() + sizeof head, &dropped, sizeof dropped);
  const auto message = parse_recorded(bytes);
  ASSERT_TRUE(message);
  EXPECT_FALSE(message->record);
  EXPECT_EQ(message->dropped.records, 12u);
  bytes.pop_back();
  EXPECT_FALSE(parse_recorded(bytes));
}

}  // namespace
}  // namespace triad::recording
