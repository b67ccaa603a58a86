#include "tools/rtirecord/entry_json.hpp"

#include <gtest/gtest.h>

#include <array>
#include <span>

#include "core/double_time.hpp"
#include "core/object_model_wire.hpp"
#include "fed-parser/fed_parser.hpp"

namespace triad::rtirecord {
namespace {

core::ObjectModel model_with(const std::string& parameter) {
  const std::string fed =
      "(FED (Federation f) (FEDversion v1.3) (spaces) (objects (class ObjectRoot (attribute "
      "privilegeToDelete reliable timestamp) (class RTIprivate))) (interactions (class "
      "InteractionRoot best_effort receive (class RTIprivate best_effort receive) (class Fire "
      "reliable timestamp (parameter " +
      parameter + ")))))";
  return *fed::parse(fed, "test.fed").model;
}

// Gives the description what one recording of a merged file has in front of its messages.
void describe(Description& description, const std::string& federation, const std::string& time_type,
              const core::ObjectModel& model) {
  description.add_item(recording::Metadata{std::string(recording::kBeginMetadata),
                                           {{"recording", federation + "-1"},
                                            {"federation", federation},
                                            {"time type", time_type},
                                            {"protocol", std::to_string(wire::kProtocolVersion)}}});
  wire::Buffer encoded;
  core::encode(model, encoded);
  description.add_item(
      recording::Attachment{0, 0, std::string(recording::kModelAttachment), "", encoded});
}

recording::Channel channel_of(const std::string& federation) {
  recording::Channel channel;
  channel.topic = "tank/InteractionRoot.Fire/sendInteraction";
  channel.metadata = {{"federation", federation}, {"class", "InteractionRoot.Fire"}};
  return channel;
}

class EntryJson : public testing::Test {
 protected:
  EntryJson() {
    describe(merged_, "east", std::string(core::DoubleTime::kName), model_with("Target"));
    describe(merged_, "west", "ticks of 8 bytes", model_with("Weapon"));
  }

  // Returns the JSON of an interaction at time 2.5 with one parameter.
  boost::json::object interaction_of(const std::string& federation,
                                     const decoding::DecodingTable& table = {}) {
    const core::Time time = core::DoubleTime::encode(2.5);
    const std::array<std::uint32_t, 2> parameter{1, 0};  // its handle, and no bytes
    wire::SendInteraction sent;
    sent.time = time.bytes();
    sent.values = {1, std::as_bytes(std::span(parameter))};
    wire::Buffer bytes;
    wire::encode_record({}, sent, bytes);
    const recording::Channel channel = channel_of(federation);
    const FederationFacts& facts = merged_.facts_of(channel);
    TypesOfModels types(table);
    return message_json(*wire::parse_record(bytes), channel, facts, types.of(facts.model));
  }

  Description merged_;
};

TEST_F(EntryJson, NamesValuesByTheModelOfTheirFederation) {
  EXPECT_TRUE(interaction_of("east").at("values").as_object().contains("Target"));
  EXPECT_TRUE(interaction_of("west").at("values").as_object().contains("Weapon"));
  EXPECT_TRUE(interaction_of("north").at("values").as_object().contains("1"));
}

TEST_F(EntryJson, ShowsTimesAsNumbersOnlyIfTheyAreDoubles) {
  EXPECT_EQ(interaction_of("east").at("time"), boost::json::value(2.5));
  EXPECT_TRUE(interaction_of("west").at("time").is_string());
}

TEST_F(EntryJson, DecodesValuesByTheTableAndTellsWhyItCannot) {
  const auto target_by = [&](const std::string& type) {
    const auto table =
        decoding::read_decoding_table("interactions: {Fire: {Target: " + type + "}}", "t.yaml");
    return interaction_of("east", *table).at("values").at("Target").as_object();
  };
  EXPECT_EQ(target_by("text").at("value"), boost::json::value(""));
  const boost::json::object wrong = target_by("uint16be");
  EXPECT_EQ(wrong.at("fault"),
            boost::json::value("uint16be at byte 0 needs 2 bytes, and 0 bytes are left"));
  EXPECT_EQ(wrong.at("hex"), boost::json::value(""));
}

TEST_F(EntryJson, AMergedFileIsDescribedByItsFirstRecording) {
  EXPECT_EQ(merged_.recording, "east-1");
  EXPECT_EQ(merged_.recordings, 2U);
}

}  // namespace
}  // namespace triad::rtirecord
